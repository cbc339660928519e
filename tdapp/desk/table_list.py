"""Many tables at a glance: beyond a dozen they are a list, the short ones first, with a field that filters.

A table is found by its name or number, or by three letters of somebody who sits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tdapp.floor.queries import SeatView, TableView
from tdapp.players.names import folded

CARDS = 12
"""So many tables fit a laptop's page as cards."""
LINES = 40
"""So many lines of the list are sent unasked."""
LETTERS = 3
"""From so many letters on a word is looked for in names."""


@dataclass(frozen=True)
class TableLine:
    """One table of the list: ``short`` is how many players it has fewer than the fullest; ``found`` are
    the seats of those whom the typed word names."""

    table: TableView
    short: int
    found: tuple[SeatView, ...] = ()


@dataclass(frozen=True)
class TableList:
    """The lines shown; ``more`` is how many others there are, ``fullest`` how many sit at the fullest."""

    lines: tuple[TableLine, ...]
    more: int
    fullest: int
    tables: int
    query: str = ""


def fullest_of(tables: Sequence[TableView]) -> int:
    """How many sit at the fullest table."""
    return max((table.players for table in tables), default=0)


def table_list(
    tables: Sequence[TableView], query: str = "", *, whole: bool = False, empty: bool = False
) -> TableList:
    """The tables with players, the shortest first, then by number; of those only what ``query`` names.

    With ``empty`` those without players too, behind the others.
    """
    used = [table for table in tables if table.players or empty]
    most = fullest_of(used)
    wanted = folded(query)
    lines = [
        TableLine(table, most - table.players if table.players else 0, found)
        for table in used
        for found in [_named(table, wanted)]
        if not wanted or found or _called(table, wanted)
    ]
    lines.sort(key=lambda line: (not line.table.players, -line.short, line.table.number))
    shown = lines if whole else lines[:LINES]
    return TableList(tuple(shown), len(lines) - len(shown), most, len(used), query)


def _called(table: TableView, wanted: str) -> bool:
    """Whether the word is the table's number, or its name begins so."""
    return wanted == str(table.number) or (bool(table.name) and folded(table.name).startswith(wanted))


def _named(table: TableView, wanted: str) -> tuple[SeatView, ...]:
    if len(wanted) < LETTERS:
        return ()
    return tuple(
        seat for seat in table.seats if seat.entrant is not None and wanted in folded(seat.entrant.name)
    )
