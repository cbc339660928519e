"""What is said where an act on tables and seats is refused: sizes, names, kept seats, who sits where."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.wording import Say, Sentences, name

TABLES: Sentences = {
    "room_tables_reached": (
        Say(
            ngettext_lazy(
                "The room holds %(limit)s table: set up one more all the same?",
                "The room holds %(limit)s tables: set up one more all the same?",
                "limit",
            )
        ),
    ),
    "table_size_out_of_range": (
        Say(_("A table of %(seats)s seats cannot be: type a number from %(least)s to %(most)s.")),
    ),
    "seats_taken_above": (
        Say(_("Seat %(seat)s of table %(table)s is taken: keep so many seats, or move the player first.")),
    ),
    "blocked_seat_taken": (
        Say(_("Somebody sits in seat %(seat)s of table %(table)s: move the player first, then block it.")),
    ),
    "table_name_taken": (Say(_("Another table is called %(name)s: choose a different name.")),),
    "table_not_empty": (
        Say(
            ngettext_lazy(
                "%(players)s player sits at table %(table)s: break the table instead.",
                "%(players)s players sit at table %(table)s: break the table instead.",
                "players",
            )
        ),
    ),
    "seat_blocked": (
        Say(
            _("Seat %(seat)s of table %(table)s is blocked: use it all the same?"),
            lambda p: p["overrule"],
        ),
        Say(_("Seat %(seat)s of table %(table)s is blocked: choose another, or open it at the table.")),
    ),
    "seat_kept": (
        Say(
            _("Seat %(seat)s of table %(table)s is kept for %(entry)s: use it all the same?"),
            lambda p: p["overrule"],
        ),
        Say(_("Seat %(seat)s of table %(table)s is kept for %(entry)s: choose another.")),
    ),
    "seat_kept_already": (
        Say(_("%(entry)s is kept there already: nothing to do.")),
        Say(_("That player is kept already: look at the list of kept seats.")),
    ),
    "goes_on_already": (
        Say(
            _(
                "%(entry)s goes on from table %(label)s and waits for the next round: "
                "no seat is due before it begins."
            )
        ),
    ),
    "plays_another_day": (
        Say(_("%(entry)s begins on another day: change the day on the rounds page first.")),
    ),
    "other_round": (
        Say(_("%(entry)s plays in another round than table %(table)s: choose a table of the same round.")),
    ),
    "kept_no_more": (Say(_("That was released already: look at the list again.")),),
    "apart_needs_two": (Say(_("One player cannot be kept apart from himself: choose two.")),),
    "kept_apart_already": (Say(_("Those two are kept apart already: nothing to do.")),),
    "seats_confirmed_already": (Say(_("They were seen there already: nothing to do.")),),
    "sits_there_already": (Say(_("%(entry)s sits there already: choose another seat.")),),
    "seat_taken_by": (
        Say(
            _("%(entry)s has seat %(seat)s of table %(table)s. Swap the two: %(who)s sits there?"),
            who=name,
        ),
    ),
    "room_full": (
        Say(
            ngettext_lazy(
                "No seat is free for %(players)s player: wait for one, or set up another table.",
                "No seat is free for %(players)s players: wait for one, or set up another table.",
                "players",
            )
        ),
    ),
    "no_seat_free": (Say(_("No seat is free: wait until somebody is out, or set up another table.")),),
    "not_first_waiting": (Say(_("%(entry)s has waited longer: give the seat out of turn all the same?")),),
    "absent_already": (Say(_("%(entry)s is marked absent already: nothing to do.")),),
    "present_already": (Say(_("%(entry)s is at the table already: nothing to do.")),),
    "dealt_in_already": (Say(_("%(entry)s is dealt in already: nothing to do.")),),
}
