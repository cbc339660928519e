"""What is said of an act on a street that the rules do not allow; most may be passed, for it was played."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.web.wording import Say, Sentences, chips

BETTING: Sentences = {
    "act_of_other_street": (
        Say(_("That act belongs to another street: take back what came after it and say it again.")),
    ),
    "act_unknown": (Say(_("That is no act of a hand: fold, check, call, bet, raise or all-in.")),),
    "all_in_below_stack": (
        Say(
            _("All-in for %(to)s leaves chips behind, the stack reaches to %(most)s: mend one of the two."),
            to=chips,
            most=chips,
        ),
    ),
    "all_in_without_amount": (
        Say(_("Nobody knows the stack of seat %(seat)s: type for how much it is all-in.")),
    ),
    "bet_above_stack": (
        Say(_("%(to)s is more than the chips there: type %(most)s at most."), to=chips, most=chips),
    ),
    "bet_not_above": (
        Say(
            _("%(to)s is not above the bet of %(highest)s: is it a call?"),
            to=chips,
            highest=chips,
        ),
    ),
    "bet_not_in_steps": (
        Say(_("The house bets in steps of %(step)s, and this is %(to)s: keep it so?"), to=chips, step=chips),
    ),
    "check_facing_bet": (
        Say(_("There is a bet and %(price)s to call: nobody can check here. Keep it so?"), price=chips),
    ),
    "hand_bet_out": (Say(_("The betting of this hand is over: take back the last act to say another one.")),),
    "line_too_long": (Say(_("A hand of more than %(most)s acts cannot be kept: take some back.")),),
    "line_unreadable": (Say(_("The acts of this hand cannot be read: begin the hand again.")),),
    "nobody_to_answer": (
        Say(_("Everybody else is all-in and nobody can answer a raise: it is a call. Keep it so?")),
    ),
    "not_in_turn": (Say(_("It is the turn of seat %(turn)s, not of seat %(seat)s: keep it so?")),),
    "nothing_to_call": (Say(_("There is nothing to call here: it is a check. Keep it so?")),),
    "raise_not_open": (
        Say(
            _("Seat %(seat)s faces less than a full raise since its last act: call or fold only. Keep it so?")
        ),
    ),
    "raise_too_small": (
        Say(
            _("%(to)s is too little: a raise goes to %(least)s at least. Keep it so?"), to=chips, least=chips
        ),
    ),
    "seat_all_in": (Say(_("Seat %(seat)s is all-in and acts no more: choose one that has chips.")),),
    "seat_has_folded": (Say(_("Seat %(seat)s has folded: choose one that is still in.")),),
    "seat_not_in_hand": (Say(_("Seat %(seat)s is not in this hand: choose one that is.")),),
    "street_over": (Say(_("The betting of this street is over: go on with the next one.")),),
}
