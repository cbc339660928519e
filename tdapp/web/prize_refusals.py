"""What is said where a fixed or a special prize is refused, and of prizes that are odd but stop nothing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.money_refusals import fund
from tdapp.web.wording import Say, Sentences, money, ordinal

REFUSALS: Sentences = {
    "prizes_fixed_already": (
        Say(_("These prizes are no shares of the pool, so every place is fixed already: change them above.")),
    ),
    "prize_not_fixed": (
        Say(_("The %(place)s prize is not fixed: it follows the pool already."), place=ordinal),
    ),
    "special_prize_unknown": (Say(_("There is no such special prize (%(kind)s): choose one of the list.")),),
    "special_prize_empty": (Say(_("Say what the prize is: an amount, a thing, or both.")),),
    "special_prize_without_place": (Say(_("Which place gets this prize? Choose it.")),),
    "special_prize_voided": (Say(_("This prize was taken off the list meanwhile: set it again.")),),
    "special_prize_given": (Say(_("%(entry)s has this prize already: take it back first.")),),
    "special_prize_not_given": (Say(_("Nobody has this prize yet: there is nothing to take back.")),),
    "registration_open": (
        Say(_("Somebody may still enter, buy back in or pay: lock the prizes by hand, or wait.")),
    ),
    "no_such_fund": (Say(_("There is no fund “%(fund)s”: choose one of the list."), fund=fund),),
}

REMARKS: Sentences = {
    "prizes_rise": (
        Say(
            _("The %(place)s prize (%(amount)s) is more than the one above (%(above)s): put them in order."),
            place=ordinal,
            amount=money,
            above=money,
        ),
    ),
    "prizes_to_lock": (
        Say(
            _("Registration is over, and %(owed)s is still owed to the prizes: take it, then lock them."),
            lambda p: p["owed"],
            owed=money,
        ),
        Say(_("Registration is over: lock the prizes.")),
    ),
    "prize_handed_too_much": (
        Say(
            _("%(entry)s was handed %(handed)s and wins %(amount)s now: ask for %(over)s back."),
            lambda p: p["amount"],
            handed=money,
            amount=money,
            over=money,
        ),
        Say(_("%(entry)s was handed %(handed)s and wins nothing now: ask for it back."), handed=money),
    ),
    "prize_zero": (
        Say(_("The %(place)s prize is nothing: type an amount, or pay fewer places."), place=ordinal),
    ),
    "locked_place_unpaid": (
        Say(
            ngettext_lazy(
                "The %(place)s prize is fixed, but only %(places)s place is paid: free it, or pay more.",
                "The %(place)s prize is fixed, but only %(places)s places are paid: free it, or pay more.",
                "places",
            ),
            place=ordinal,
        ),
    ),
}
