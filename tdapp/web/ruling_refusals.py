"""What is said where a ruling is refused: a note, a penalty, a vote, a disqualification."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.wording import Say, Sentences, name

RULINGS: Sentences = {
    "ruling_without_words": (Say(_("The note is empty: write what happened.")),),
    "ruling_too_long": (Say(_("That is too long: use at most %(longest)s characters.")),),
    "penalty_rounds": (Say(_("A penalty is 1 round to %(most)s rounds: type a number between them.")),),
    "penalty_over_already": (Say(_("That penalty was sat out already: look at the page again.")),),
    "nobody_voted": (Say(_("Nobody has voted: type how many said yes and how many said no.")),),
    "votes_negative": (Say(_("Votes cannot be less than none: type 0 or more.")),),
    "votes_above_players": (
        Say(
            ngettext_lazy(
                "%(votes)s votes of %(players)s player: somebody voted twice. Keep the totals all the same?",
                "%(votes)s votes of %(players)s players: somebody voted twice. Keep the totals all the same?",
                "players",
            ),
        ),
    ),
    "vote_not_tied": (Say(_("That vote was not a tie: no open hand is needed. Look at the page again.")),),
    "vote_decided_already": (
        Say(_("The open hand of that vote was played already: look at the page again.")),
    ),
    "disqualified_already": (Say(_("%(entry)s is disqualified already: look at the page again.")),),
    "out_by_ruling": (
        Say(_("%(entry)s was disqualified: undo the disqualification if it should not count.")),
    ),
    "replay_mixed": (
        Say(
            _(
                "The tables of that round are not played each by itself, so none can be played again alone: "
                "disqualify without a replay."
            )
        ),
    ),
    "replay_changed": (
        Say(_("Something changed since this was shown: look again at what falls, and confirm it.")),
    ),
    "not_seated_anywhere": (
        Say(_("%(player)s has played at no table that stands: disqualify without a replay."), player=name),
    ),
    "table_void": (Say(_("That table is void and is played again: its hands stay as they are.")),),
}
