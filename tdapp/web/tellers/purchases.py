"""Rebuys, add-ons and re-entries, and money given back in part, told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.recall import Recall
from tdapp.web.tellers.tables import seat_words


def title(kind: str, name: str) -> str:
    """ "Rebuy of Ana"."""
    titles = {
        "buy_in": _("Buy-in of %(name)s"),
        "rebuy": _("Rebuy of %(name)s"),
        "add_on": _("Add-on of %(name)s"),
        "re_entry": _("Re-entry of %(name)s"),
    }
    return titles[kind] % {"name": name}


def by_method(method: str) -> str:
    """How it was paid, where that was not in cash: ", by card"."""
    return {"transfer": _(", by transfer"), "card": _(", by card")}.get(method, "")


def short_purchase(act: JournalEntry, recall: Recall) -> str:
    return title(act.params["kind"], recall.name(act.params["entry"]))


def bought(act: JournalEntry, recall: Recall) -> str:
    told, open = act.params, recall.open
    said = f"{short_purchase(act, recall)}: {figures.money_of(open, told['price'])}"
    if told["chips"]:
        said += _(", %(chips)s in chips") % {"chips": figures.chips(open, told["chips"])}
    if told["out"] is not None or told["kind"] == "re_entry":
        said += ", " + _where(told, recall)
    if told["forfeited"]:
        said += _(", %(chips)s forfeited") % {"chips": figures.chips(open, told["forfeited"])}
    return said + _paid(told, recall)


def _where(told: Mapping[str, Any], recall: Recall) -> str:
    if told["seat"] is None:
        return _("waits for a seat")
    return seat_words(recall, told["table"], told["seat"])


def _paid(told: Mapping[str, Any], recall: Recall) -> str:
    owed = told["price"] - told["paid"]
    said = by_method(told["method"]) if told["paid"] else ""
    if owed:
        said += _(", owes %(amount)s of it") % {"amount": figures.money_of(recall.open, owed)}
    return said


def purchase_voided(act: JournalEntry, recall: Recall) -> str:
    told, open = act.params, recall.open
    said = _("%(purchase)s voided") % {"purchase": short_purchase(act, recall)}
    if told["amount"]:
        said += _(", %(amount)s given back") % {"amount": figures.money_of(open, told["amount"])}
    chips = {"chips": figures.chips(open, told["chips"]), "name": recall.name(told["entry"])}
    if not told["chips_back"]:
        return said + _("; %(chips)s in chips stay in play") % chips + _heads_back(told, recall)
    said += _("; %(chips)s in chips taken back") % chips
    said += _(", %(name)s is out again") % chips if told["out"] is not None else ""
    return said + _heads_back(told, recall)


def _heads_back(told: Mapping[str, Any], recall: Recall) -> str:
    """Who has been paid for a head that no purchase put there any more."""
    return "".join(
        _("; %(name)s gives back %(amount)s of bounties")
        % {"name": recall.name(entry), "amount": figures.money_of(recall.open, amount)}
        for entry, amount in told.get("heads_back", ())
    )


def short_voiding(act: JournalEntry, recall: Recall) -> str:
    return _("%(purchase)s voided") % {"purchase": short_purchase(act, recall)}


def payment_refunded(act: JournalEntry, recall: Recall) -> str:
    amount = figures.money_of(recall.open, act.params["amount"])
    return _("%(amount)s given back to %(name)s") % {
        "amount": amount,
        "name": recall.name(act.params["entry"]),
    }
