"""What is said where an act on the running night is refused: the start, the time, hand for hand, chips."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.web.wording import Say, Sentences, chips

RUNNING: Sentences = {
    "start_lies_ahead": (
        Say(_("Play has not begun yet: start it now, or move the start, and then change the clock.")),
    ),
    "start_passed": (Say(_("That time has passed: type one that is still to come.")),),
    "start_too_far": (Say(_("A start can be set at most %(hours)s hours ahead: type an earlier one.")),),
    "time_left_unusable": (
        Say(_("That time cannot be left in a level: type 1 second to %(hours)s hours, such as 12:30.")),
    ),
    "level_began": (
        Say(_("Line %(index)s has begun and stays as it is: change only the lines that come after it.")),
    ),
    "hand_for_hand_runs": (
        Say(_("Play is hand for hand and the clock stands: end that first, then it runs by itself.")),
    ),
    "hand_for_hand_already": (Say(_("Play is hand for hand already: look at the page again.")),),
    "no_hand_for_hand": (Say(_("Play is not hand for hand any more: look at the page again.")),),
    "ticked_already": (Say(_("That table was ticked for this hand already: look at the page again.")),),
    "tables_still_play": (
        Say(
            _("Not finished yet: table %(tables)s. Begin the next hand all the same?"),
            lambda p: len(p["tables"]) == 1,
        ),
        Say(_("Not finished yet: tables %(tables)s. Begin the next hand all the same?")),
    ),
    "bubble_burst_already": (Say(_("That was confirmed already: look at the page again.")),),
    "bubble_not_burst": (
        Say(_("%(left)s are left and %(paid)s are paid: record who went out, or wait for the next one.")),
    ),
    "time_called_already": (
        Say(_("The clock was called at table %(table)s already: end that call first.")),
        Say(_("The clock was called at that table already: end that call first.")),
    ),
    "no_time_call": (Say(_("No clock is running at table %(table)s: call time anew if it should.")),),
    "chip_not_in_play": (
        Say(_("There is no chip of %(chip)s in this open: choose one that is played with."), chip=chips),
    ),
    "coloured_up_already": (Say(_("Those chips left play already: look at the page again.")),),
}
