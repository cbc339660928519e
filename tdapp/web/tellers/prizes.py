"""Fixed places, locked prizes and special prizes, told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.web import figures, prize_words
from tdapp.web.recall import Recall


def prize_fixed(act: JournalEntry, recall: Recall) -> str:
    return _("%(place)s prize fixed: %(amount)s") % {
        "place": figures.ordinal(act.params["place"]),
        "amount": figures.money_of(recall.open, act.params["amount"]),
    }


def prize_freed(act: JournalEntry, recall: Recall) -> str:
    return _("%(place)s prize follows the pool again") % {"place": figures.ordinal(act.params["place"])}


def prizes_locked(act: JournalEntry, recall: Recall) -> str:
    if act.params.get("at_close"):
        return _("Prizes locked: registration is closed")
    return _("Prizes locked")


def _prize(act: JournalEntry, recall: Recall) -> str:
    told = act.params
    text = recall.special_texts.get(told["prize"], "")
    return prize_words.special(recall.open, told["prize_kind"], told["place"], text, told["amount"])


def special_prize_added(act: JournalEntry, recall: Recall) -> str:
    return _("Special prize set: %(prize)s") % {"prize": _prize(act, recall)}


def special_prize_given(act: JournalEntry, recall: Recall) -> str:
    return _("Special prize to %(name)s: %(prize)s") % {
        "name": recall.name(act.params["entry"]),
        "prize": _prize(act, recall),
    }


def special_prize_taken_back(act: JournalEntry, recall: Recall) -> str:
    return _("Special prize of %(name)s taken back: %(prize)s") % {
        "name": recall.name(act.params["entry"]),
        "prize": _prize(act, recall),
    }


def special_prize_voided(act: JournalEntry, recall: Recall) -> str:
    return _("Special prize off the list: %(prize)s") % {"prize": _prize(act, recall)}
