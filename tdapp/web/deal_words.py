"""Deals in words: what the methods are called, and what was agreed."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.cash.agreed import DealFact
from tdapp.opens.models import Open
from tdapp.web import figures

METHODS = {
    "icm": gettext_lazy("ICM"),
    "chip_chop": gettext_lazy("Chip chop"),
    "even": gettext_lazy("Even"),
    "custom": gettext_lazy("Own amounts"),
}
HOW = {
    "icm": gettext_lazy("by the chances that each stack has of each place"),
    "chip_chop": gettext_lazy("what is sure for everybody, the rest by chips"),
    "even": gettext_lazy("the same for everybody, what is left over to the largest stack"),
    "custom": gettext_lazy("as the players found it themselves"),
}


def method(code: str) -> str:
    """What a method is called."""
    return str(METHODS.get(code, code))


def deal_words(open: Open, deal: DealFact) -> str:
    """ "by agreement (ICM), 10 € left to play for"."""
    said = _("by agreement (%(method)s)") % {"method": method(deal.method)}
    if deal.left_to_play_for:
        amount = figures.money_of(open, deal.left_to_play_for)
        said += ", " + _("%(amount)s left to play for") % {"amount": amount}
    return said
