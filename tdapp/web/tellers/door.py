"""Sign-ups and money, told."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.recall import Recall
from tdapp.web.tellers.purchases import by_method, title
from tdapp.web.tellers.tables import seat_words


def signed_up(act: JournalEntry, recall: Recall) -> str:
    said = _("%(name)s signed up") % {"name": recall.name(act.params["entry"])}
    for payment in recall.payments_of(act):
        said += _(", paid %(split)s") % {"split": recall.split(payment)}
        said += by_method(act.params.get("method", "cash"))
    seat = recall.seat_given(act)
    if seat is not None:
        said += ", " + seat_words(recall, seat.table_id, seat.number)
    if act.params.get("waits"):
        said += ", " + _("waits for a seat")
    return said


def short_sign_up(act: JournalEntry, recall: Recall) -> str:
    return _("Sign-up of %(name)s") % {"name": recall.name(act.params["entry"])}


def list_signed_up(act: JournalEntry, recall: Recall) -> str:
    said = short_list(act, recall)
    if act.params["paid"] and act.params["entries"]:
        said += _(", all paid")
    already = len(act.params["already"])
    if already:
        said += "; " + ngettext(
            "%(count)s was in already", "%(count)s were in already", already
        ) % {"count": already}  # fmt: skip
    return said


def short_list(act: JournalEntry, recall: Recall) -> str:
    count = len(act.params["entries"])
    return ngettext("%(count)s player signed up", "%(count)s players signed up", count) % {"count": count}


def withdrawn(act: JournalEntry, recall: Recall) -> str:
    said = short_withdrawal(act, recall)
    if act.params["amount"]:
        amount = figures.money_of(recall.open, act.params["amount"])
        said += _(", %(amount)s given back") % {"amount": amount}
    return said


def short_withdrawal(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s withdrawn") % {"name": recall.name(act.params["entry"])}


def payment_taken(act: JournalEntry, recall: Recall) -> str:
    words = {"name": recall.name(act.params["entry"]), "split": recall.split(act.params["payment"])}
    if recall.bought(act.params["payment"]) == "buy_in":
        said = _("%(name)s paid %(split)s") % words
    else:
        said = f"{short_payment(act, recall)}: {words['split']}"
    said += by_method(act.params.get("method", "cash"))
    if act.params.get("owed"):
        said += _(", %(amount)s still to pay") % {"amount": figures.money_of(recall.open, act.params["owed"])}
    return said


def short_payment(act: JournalEntry, recall: Recall) -> str:
    return title(recall.bought(act.params["payment"]), recall.name(act.params["entry"]))


def payments_taken(act: JournalEntry, recall: Recall) -> str:
    count, amount = len(act.params["entries"]), figures.money_of(recall.open, act.params["amount"])
    return ngettext(
        "%(count)s player paid, %(amount)s in all", "%(count)s players paid, %(amount)s in all", count
    ) % {"count": count, "amount": amount} + by_method(act.params.get("method", "cash"))


def short_payments(act: JournalEntry, recall: Recall) -> str:
    count = len(act.params["entries"])
    return ngettext("%(count)s buy-in", "%(count)s buy-ins", count) % {"count": count}


def payment_voided(act: JournalEntry, recall: Recall) -> str:
    words = {"name": recall.name(act.params["entry"]), "split": recall.split(act.params["payment"])}
    return _("Payment of %(name)s voided: %(split)s given back") % words


def short_voiding(act: JournalEntry, recall: Recall) -> str:
    return _("Payment of %(name)s voided") % {"name": recall.name(act.params["entry"])}


def prize_paid(act: JournalEntry, recall: Recall) -> str:
    amount = figures.money_of(recall.open, act.params["amount"])
    return _("Prize handed over: %(name)s, %(amount)s") % {
        "name": recall.name(act.params["entry"]),
        "amount": amount,
    }


def prize_taken_back(act: JournalEntry, recall: Recall) -> str:
    amount = figures.money_of(recall.open, act.params["amount"])
    return _("Prize not handed over after all: %(name)s, %(amount)s") % {
        "name": recall.name(act.params["entry"]),
        "amount": amount,
    }


def short_prize(act: JournalEntry, recall: Recall) -> str:
    return _("Prize of %(name)s") % {"name": recall.name(act.params["entry"])}
