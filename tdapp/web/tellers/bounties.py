"""Bounties, told: who took which head, and what was set up for it (RULES 4.6)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.bounty_words import fall_words
from tdapp.web.recall import Recall


def with_heads(said: str, act: JournalEntry, recall: Recall) -> str:
    """The sentence of an act, and who took the heads that fell with it."""
    return ". ".join(filter(None, (said, heads_words(act, recall))))


def heads_words(act: JournalEntry, recall: Recall) -> str:
    """ "Ana takes 5 € for Bo. Ana keeps the own bounty: 15 €"."""
    told = [
        fall_words(recall, head, shares, pool) for _out, head, shares, pool in act.params.get("heads", [])
    ]
    for entry, amount in act.params.get("own_heads", []):
        words = {"name": recall.name(entry), "amount": figures.money_of(recall.open, amount)}
        told.append(_("%(name)s keeps the own bounty: %(amount)s") % words)
    return ". ".join(told)


def bounty_corrected(act: JournalEntry, recall: Recall) -> str:
    name = recall.name(act.params["entry"])
    if act.params["left"]:
        return with_heads(_("Nobody took the bounty on %(name)s") % {"name": name}, act, recall)
    if not act.params["takers"]:
        return with_heads(_("Not known who took the bounty on %(name)s") % {"name": name}, act, recall)
    words = {"name": name, "takers": recall.names(act.params["takers"])}
    return with_heads(_("Bounty on %(name)s: %(takers)s") % words, act, recall)


def short_corrected(act: JournalEntry, recall: Recall) -> str:
    return _("Bounty on %(name)s") % {"name": recall.name(act.params["entry"])}


def bounty_named(act: JournalEntry, recall: Recall) -> str:
    words = {
        "name": recall.name(act.params["entry"]),
        "amount": figures.money_of(recall.open, act.params["amount"]),
    }
    return _("The bounty is on %(name)s: %(amount)s") % words


def bounty_drawn(act: JournalEntry, recall: Recall) -> str:
    words = {
        "count": act.params["players"],
        "amount": figures.money_of(recall.open, act.params["amount"]),
        "seal": act.params["seal"][:16],
    }
    return _("The bounty is on one of %(count)s, drawn in secret: %(amount)s (seal %(seal)s)") % words


def envelopes_filled(act: JournalEntry, recall: Recall) -> str:
    many = act.params["envelopes"]
    words = {"count": many, "amount": figures.money_of(recall.open, act.params["amount"])}
    return (
        ngettext("%(count)s envelope filled: %(amount)s", "%(count)s envelopes filled: %(amount)s", many)
        % words
    )
