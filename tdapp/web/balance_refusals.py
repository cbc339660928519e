"""What is said where players cannot be sent to another table as it was wanted."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.wording import Say, Sentences, plain

BALANCE: Sentences = {
    "nobody_moves": (Say(_("Nobody is ticked: tick who moves, or leave it with “Nobody moves”.")),),
    "moved_meanwhile": (
        Say(_("%(entry)s does not sit there any more and nobody was moved: look at the proposal again.")),
    ),
    "table_gone": (
        Say(_("Table %(table)s is no longer played at: choose another one.")),
        Say(_("That table is no longer played at: choose another one.")),
    ),
    "seat_reserved": (Say(_("Seat %(seat)s of table %(table)s is kept or blocked: choose another one.")),),
    "between_blinds": (
        Say(
            _(
                "Nobody moves into the small blind, and seat %(seat)s of table %(table)s is there: "
                "choose another seat, or wait until the blinds have passed."
            )
        ),
    ),
    "tables_play_apart": (
        Say(
            _(
                "The tables of this round do not exchange players, each plays to its own end: "
                "do it all the same?"
            )
        ),
    ),
    "player_stays": (Say(_("%(entry)s has a kept seat: move all the same?")),),
    "alone_at_table": (
        Say(_("Somebody would sit alone at table %(table)s: move one more there, or break the table.")),
    ),
    "table_holds_fewer": (
        Say(
            ngettext_lazy(
                "Table %(table)s has %(seats)s seat to be taken, and %(players)s players would come: "
                "unblock one, or give the table more seats first.",
                "Table %(table)s has %(seats)s seats to be taken, and %(players)s players would come: "
                "unblock one, or give the table more seats first.",
                "seats",
            ),
            players=plain,
        ),
    ),
    "last_table": (Say(_("It is the only table: there is nowhere to go.")),),
    "no_room_elsewhere": (
        Say(
            ngettext_lazy(
                "%(players)s player would move and the other tables have %(seats)s free seats: wait.",
                "%(players)s players would move and the other tables have %(seats)s free seats: wait.",
                "players",
            ),
            seats=plain,
        ),
    ),
    "nothing_to_break": (
        Say(_("No table can be broken: the others would not hold everybody. Wait for more outs.")),
    ),
    "one_table_already": (Say(_("Everybody sits at one table already: look at the page again.")),),
    "final_too_large": (
        Say(_("%(players)s players would sit at a table made for %(seats)s: combine them all the same?")),
    ),
    "same_table": (Say(_("Two tables change places: choose two different ones.")),),
}
