"""What is said of an act on a street that the rules do not allow; most may be passed, for it was played."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.web.wording import Say, Sentences, chips

BETTING: Sentences = {
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
    "seat_has_folded": (Say(_("Seat %(seat)s has folded: choose one that is still in.")),),
    "seat_not_in_hand": (Say(_("Seat %(seat)s is not in this hand: choose one that is.")),),
    "street_over": (Say(_("The betting of this street is over: go on with the next one.")),),
}
