"""What is said of rounds: which table to count, which round can begin, what is odd about its tables."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.wording import Params, Say, Sentences, chips, name, names, plain


def ended(how: str) -> Callable[[Params], object]:
    """A condition: the table ended, or is about to, in that way."""

    def holds(params: Params) -> object:
        return params["how"] == how

    return holds


ROUNDS: Sentences = {
    "table_count": (
        Say(_("Table %(label)s has one player left: it is done."), ended("last")),
        Say(_("Time is up at table %(label)s: finish the hand, then count all chips."), ended("limit")),
        Say(_("The levels are over at table %(label)s: count its chips."), ended("levels")),
        Say(_("Table %(label)s is down to %(left)s: count their chips.")),
    ),
    "ante_lacked": (
        Say(
            _("%(entries)s cannot pay the ante of %(ante)s: out before the next hand."),
            ante=chips,
        ),
    ),
    "round_next": (
        Say(
            ngettext_lazy(
                "This day is done. The next has %(players)s players at %(tables)s table: look at it.",
                "This day is done. The next has %(players)s players at %(tables)s tables: look at them.",
                "tables",
            ),
            lambda params: params["flight"],
            tables=plain,
        ),
        Say(
            ngettext_lazy(
                "All tables are done. %(players)s players go on to %(tables)s table: look at it.",
                "All tables are done. %(players)s players go on to %(tables)s tables: look at them.",
                "tables",
            ),
            tables=plain,
        ),
    ),
    "kept_seat_not_there": (
        Say(
            _(
                "Seat %(seat)s of table %(table)s is kept for %(entry)s, but this round has no such seat "
                "there: show the player to another."
            ),
            entry=name,
            table=plain,
            seat=plain,
        ),
    ),
    "met_before": (
        Say(
            _("Table %(table)s: %(players)s sat at one table before. Exchange one, if you like."),
            players=names,
            table=plain,
        ),
    ),
    "groups_uneven": (
        Say(_("Some tables would have %(least)s players and some %(most)s: move somebody, if you like.")),
    ),
    "count_not_in_chips": (
        Say(
            _("%(chips)s of %(player)s cannot be made of chips of %(chip)s: count again."),
            player=name,
            chips=chips,
            chip=chips,
        ),
    ),
    "beyond_the_sheet": (Say(_("The sheet ends at %(most)s players: the first tables go on doubling.")),),
    "tables_off_the_sheet": (
        Say(_("%(tables)s tables at first: the sheet has %(proposed)s for so many players."), tables=plain),
    ),
    "table_plays_nothing": (Say(_("Tables of %(players)s have nothing to play: all of them go on.")),),
}
