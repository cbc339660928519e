"""Costs, money handed on or put in from outside, and the guarantee, told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.expense_words import title
from tdapp.web.recall import Recall
from tdapp.web.tellers.purchases import by_method


def short_expense(act: JournalEntry, recall: Recall) -> str:
    """ "Costs before the prizes: 375 €"."""
    told = act.params
    what = title(told["fund"], told["amount"], told["handed_on"], recall.open)
    return f"{what}: {figures.money_of(recall.open, abs(told['amount']))}"


def expense_recorded(act: JournalEntry, recall: Recall) -> str:
    """ "Costs before the prizes: 375 €, by card, the room"."""
    text = recall.expense_texts.get(act.params["expense"], "")
    return short_expense(act, recall) + by_method(act.params["method"]) + (f", {text}" if text else "")


def short_voiding(act: JournalEntry, recall: Recall) -> str:
    return _("%(purchase)s voided") % {"purchase": short_expense(act, recall)}


def expense_voided(act: JournalEntry, recall: Recall) -> str:
    text = recall.expense_texts.get(act.params["expense"], "")
    return short_voiding(act, recall) + (f" ({text})" if text else "")


def guarantee_set(act: JournalEntry, recall: Recall) -> str:
    amount = act.params["amount"]
    if not amount:
        return _("No guarantee any more")
    return _("Guarantee: %(amount)s") % {"amount": figures.money_of(recall.open, amount)}
