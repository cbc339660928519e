"""The till, told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.recall import Recall
from tdapp.web.till_words import difference


def till_counted(act: JournalEntry, recall: Recall) -> str:
    """ "Till counted: 518 €, 2 € too much, by Ana"."""
    return _("Till counted: %(amount)s, %(difference)s") % _words(act, recall) + _by(act, recall)


def till_closed(act: JournalEntry, recall: Recall) -> str:
    return _("Till closed: %(amount)s, %(difference)s") % _words(act, recall) + _by(act, recall)


def _words(act: JournalEntry, recall: Recall) -> dict[str, str]:
    counted, expected = act.params["counted"], act.params["expected"]
    return {
        "amount": figures.money_of(recall.open, counted),
        "difference": difference(recall.open, counted - expected),
    }


def _by(act: JournalEntry, recall: Recall) -> str:
    who = recall.till_counters.get(act.params["till"])
    return _(", counted by %(name)s") % {"name": who} if who else ""
