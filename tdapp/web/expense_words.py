"""What a line of expenses is called, for the story and for the page of the money."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.opens.models import Open
from tdapp.web.money_refusals import fund as fund_word


def title(fund: str, amount: int, handed_on: bool, open: Open | None) -> str:
    """ "Costs before the prizes"; ``amount`` below 0 came in from outside."""
    word = fund_word(fund, open)
    if amount < 0:
        return _("Put into “%(fund)s” from outside") % {"fund": word}
    if handed_on:
        return _("Handed on from “%(fund)s”") % {"fund": word}
    if fund == "prize":
        return _("Costs before the prizes")
    return _("Expense from “%(fund)s”") % {"fund": word}
