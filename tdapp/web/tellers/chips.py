"""Counts of whole tables, and the chips in play put right by them, told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.recall import Recall


def tables_counted(act: JournalEntry, recall: Recall) -> str:
    """ "Tables counted: table 1 40 000, table 2 39 500 (500 short)"."""
    expected = act.params["expected"]
    said = [_count(recall, int(key), chips, expected[key]) for key, chips in act.params["counts"].items()]
    return _("Tables counted: %(counts)s") % {"counts": ", ".join(said)}


def _count(recall: Recall, table: int, chips: int, expected: int | None) -> str:
    words = _("table %(table)s %(chips)s") % {
        "table": recall.table_label(table),
        "chips": figures.chips(recall.open, chips),
    }
    if expected is None or expected == chips:
        return words
    difference = figures.chips(recall.open, abs(chips - expected))
    how = _("%(chips)s short") if chips < expected else _("%(chips)s over")
    return f"{words} ({how % {'chips': difference}})"


def short_tables_counted(act: JournalEntry, recall: Recall) -> str:
    tables = [recall.table_label(int(key)) for key in act.params["counts"]]
    if len(tables) == 1:
        return _("Count of table %(table)s") % {"table": tables[0]}
    return _("Count of %(count)s tables") % {"count": len(tables)}


def chips_corrected(act: JournalEntry, recall: Recall) -> str:
    """ "Chips in play put right by +500, to 80 500: found under table 2"."""
    said = _("Chips in play put right by %(delta)s, to %(counted)s") % {
        "delta": figures.chips_signed(recall.open, act.params["delta"]),
        "counted": figures.chips(recall.open, act.params["counted"]),
    }
    reason = recall.correction_texts.get(act.params["correction"], "")
    return f"{said}: {reason}" if reason else said
