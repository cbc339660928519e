"""Players sent to other tables, told."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.recall import Recall


def _table(recall: Recall, table: int) -> str:
    return recall.table(table) or "1"


def _where(recall: Recall, table: int, seat: int) -> str:
    return _("table %(table)s, seat %(seat)s") % {"table": _table(recall, table), "seat": seat}


def _tables(act: JournalEntry, recall: Recall) -> str:
    return figures.listed([_table(recall, table) for table in act.params["tables"]])


def balanced(act: JournalEntry, recall: Recall) -> str:
    """ "Tables balanced: Ana to table 3, seat 6"."""
    moves = [
        _("%(name)s to %(seat)s") % {"name": recall.name(entry), "seat": _where(recall, table, seat)}
        for entry, _from, _seat, table, seat in act.params["moves"]
    ]
    return _("Tables balanced: %(moves)s") % {"moves": figures.listed(moves)}


def short_balance(act: JournalEntry, recall: Recall) -> str:
    moved = [entry for entry, *_rest in act.params["moves"]]
    if len(moved) > 2:
        return _("Balance of tables")
    return _("Move of %(names)s") % {"names": recall.names(moved)}


def broken(act: JournalEntry, recall: Recall) -> str:
    words = {"table": _table(recall, act.params["table"]), "players": act.params["players"]}
    return (
        ngettext(
            "Table %(table)s broken: %(players)s player drawn to another table",
            "Table %(table)s broken: %(players)s players drawn to other tables",
            words["players"],
        )
        % words
    )


def short_break(act: JournalEntry, recall: Recall) -> str:
    return _("Break of table %(table)s") % {"table": _table(recall, act.params["table"])}


def compressed(act: JournalEntry, recall: Recall) -> str:
    count = len(act.params["tables"])
    return ngettext(
        "Tables compressed: table %(tables)s broken", "Tables compressed: tables %(tables)s broken", count
    ) % {"tables": _tables(act, recall)}


def final_table(act: JournalEntry, recall: Recall) -> str:
    words = {"players": act.params["players"], "table": _table(recall, act.params["table"])}
    return _("Final table of %(players)s, at table %(table)s: seats and button drawn") % words


def redrawn(act: JournalEntry, recall: Recall) -> str:
    count = len(act.params["tables"])
    return ngettext(
        "Seats of table %(tables)s drawn again", "Seats of tables %(tables)s drawn again", count
    ) % {"tables": _tables(act, recall)}


def swapped(act: JournalEntry, recall: Recall) -> str:
    return _("Tables %(tables)s changed places") % {"tables": _tables(act, recall)}
