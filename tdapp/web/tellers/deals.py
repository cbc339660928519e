"""Deals, told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.web import deal_words, figures
from tdapp.web.recall import Recall


def deal_agreed(act: JournalEntry, recall: Recall) -> str:
    """ "Deal (ICM): Canadá 31 €, Kosovo 24 €; 5 € left to play for"."""
    money = recall.open
    shares = ", ".join(
        f"{recall.name(int(key))} {figures.money_of(money, amount)}"
        for key, amount in sorted(act.params["shares"].items(), key=lambda one: -one[1])
    )
    said = _("Deal (%(method)s): %(shares)s") % {
        "method": deal_words.method(act.params["method"]),
        "shares": shares,
    }
    if act.params["left"]:
        amount = figures.money_of(money, act.params["left"])
        said += "; " + _("%(amount)s left to play for") % {"amount": amount}
    return said
