"""What is said when rounds cannot be as they were typed, a table cannot end yet, or nobody can go on."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.opens.models import Open
from tdapp.web import figures
from tdapp.web.round_words import round_called
from tdapp.web.wording import Params, Say, Sentences, chips, name, names, plain


def labels(value: tuple[str, ...], open: Open | None) -> str:
    """What people call some tables: "A and C"."""
    return figures.listed(list(value))


def called(value: int, open: Open | None) -> str:
    """What people call a round: "Round 2", "Final"."""
    return round_called(open, value)


def may_be_passed(params: Params) -> object:
    """The director may pass it with one tap, so the sentence asks."""
    return params["overrule"]


PLANS: Sentences = {
    "carried_round_needs_levels": (
        Say(_("Stage %(number)s carries the seats on: let the one before it end after so many levels.")),
    ),
    "carried_seats_fresh_stacks": (
        Say(_("In stage %(number)s everybody stays in his seat: let the stacks be carried on too.")),
    ),
    "first_round_follows": (
        Say(
            _("Stage %(number)s has none before it to go on from: let its seats be drawn, its stacks fresh.")
        ),
    ),
    "flights_not_merged": (
        Say(_("After the flights comes a stage of all together: change stage %(number)s.")),
    ),
    "flights_too_few": (Say(_("Flights are at least %(least)s: type more, or choose one round.")),),
    "last_round_without_end": (
        Say(
            _("Stage %(number)s is the last and must play on to the end: change how it ends, or add another.")
        ),
    ),
    "nothing_to_merge": (
        Say(_("Stage %(number)s puts flights together: write the flights before it first.")),
    ),
    "players_too_few": (
        Say(_("%(players)s are too few for these rounds: they need at least %(least)s players.")),
    ),
    "room_tables_negative": (Say(_("The tables in the room cannot be negative: type 0 or more.")),),
    "round_level_count_missing": (Say(_("Stage %(number)s ends after levels: type how many.")),),
    "round_never_ends": (
        Say(
            _("Stage %(number)s would be played again for ever: let fewer go on, or make its tables larger.")
        ),
    ),
    "rounds_too_many": (Say(_("There are too many stages: keep at most %(most)s.")),),
    "stage_began": (Say(_("Stage %(number)s has begun and stays as it is: change those that follow.")),),
    "tables_too_many": (
        Say(
            _("%(tables)s tables are too many: somebody would sit alone. Type %(most)s at most."),
            tables=plain,
        ),
    ),
    "table_size": (Say(_("A table needs at least %(least)s seats: type more.")),),
}
"""The stages of the set-up."""

ROUNDS: Sentences = {
    **PLANS,
    "chips_handed_in": (
        Say(
            _("%(entry)s waits for the next round with the chips handed in: put out all the same?"),
            may_be_passed,
        ),
        Say(_("%(entry)s waits for the next round with the chips handed in: choose somebody who sits.")),
    ),
    "entry_rounds_over": (
        Say(
            _("%(number)s is decided among those who are in: nobody can enter any more."),
            number=called,
        ),
    ),
    "last_round": (Say(_("This is the last round: count its chips and finish the open.")),),
    "next_round_began": (
        Say(_("The next round has begun with who went on from here: undo its beginning first.")),
    ),
    "no_such_flight": (Say(_("There is no day %(flight)s to begin on: choose one of those there are.")),),
    "rounds_to_come": (
        Say(
            _("The open has rounds still to come, this one is %(number)s: finish it all the same?"),
            number=called,
        ),
    ),
    "table_decided": (
        Say(
            _("Table %(label)s is down to %(left)s and is counted now: put somebody out all the same?"),
            may_be_passed,
        ),
        Say(_("Table %(label)s is down to %(left)s and plays no more: count its chips.")),
    ),
    "out_of_other_round": (
        Say(
            _("%(entry)s and %(other)s went out in different rounds: choose somebody of the same round."),
            other=name,
        ),
    ),
    "places_not_shared": (
        Say(_("Nobody shares a place here: play an open hand, and say that %(entry)s was earlier or later.")),
    ),
    "result_stands": (
        Say(_("Table %(label)s is done and its count stands: tap “count again” at the table first.")),
    ),
    "round_not_over": (
        Say(_("%(left)s are left: the next round begins with %(until)s. Play on, or put out who has gone.")),
    ),
    "table_finished_already": (
        Say(_("Table %(label)s is done already: look at its result.")),
        Say(_("That table is done already: look at its result.")),
    ),
    "table_not_finished": (Say(_("Table %(label)s still plays: there is no count to take back.")),),
    "table_not_played": (Say(_("Nobody plays at table %(label)s any more: look at the rounds again.")),),
    "table_still_plays": (Say(_("Table %(label)s still plays with %(left)s: count it all the same?")),),
    "tables_unfinished": (Say(_("These tables still play: %(tables)s. Count them first."), tables=labels),),
    "count_differs": (
        Say(
            _("%(counted)s were counted, the table has %(expected)s: count again, or keep it so?"),
            counted=chips,
            expected=chips,
        ),
    ),
    "group_too_large": (
        Say(
            _("Table %(table)s would hold %(players)s players and has %(seats)s seats: move somebody."),
            table=plain,
        ),
    ),
    "group_too_small": (
        Say(
            _("%(player)s would sit alone at table %(table)s: move him, or somebody to him."),
            player=name,
            table=plain,
        ),
    ),
    "groups_incomplete": (Say(_("%(players)s have no table: give them one."), players=names),),
    "no_next_round": (Say(_("No round can begin now: finish the tables that still play first.")),),
    "not_through": (Say(_("%(player)s does not go on: take him off the tables."), player=name),),
    "open_hand_needed": (
        Say(_("%(players)s are equal: play one open hand and say who won it."), players=names),
    ),
    "player_twice": (Say(_("%(player)s sits at two tables: keep one."), player=name),),
}
