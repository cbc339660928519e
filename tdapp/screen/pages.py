"""The pages that take turns with the clock: seating, rounds, prizes, standings, the last moves and outs.

A page with more than fits is cut into parts, each a ``Page`` of its own; one with nothing to say is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tdapp.floor import queries as floor
from tdapp.floor.queries import TableView
from tdapp.screen.scene import Scene
from tdapp.seasons.queries import season_table
from tdapp.web.board import BoardTable

TABLES_AT_ONCE, LONG_TABLES_AT_ONCE = 6, 3
"""Tables of one page: two rows of them, or one where they are long, so that names stay legible."""
LONG_TABLE = 6
"""Players at a table from which on it is long."""
BY_NAME_FROM = 10
"""Tables from which on people look for their name instead of their table."""
NAMES_AT_ONCE, NAMES_BESIDE = 36, 3
"""Names of one page, and the columns they stand in."""
PRIZES_AT_ONCE = 20
STANDINGS_AT_ONCE = 20
STANDINGS_SHOWN = 60
LATEST = 8
"""Moves and outs of the last page."""


@dataclass(frozen=True)
class Page:
    """One part of the page ``code``: what it lists, how (``kind``), and which part of how many it is."""

    code: str
    kind: str
    items: tuple[Any, ...]
    part: int = 1
    parts: int = 1
    title: str = ""

    @property
    def lines(self) -> int:
        """Players at the longest of its tables, or names in a column."""
        if self.kind == "names":
            return -(-len(self.items) // NAMES_BESIDE)
        return max((len(_there(table)) for table in self.items), default=0)

    @property
    def template(self) -> str:
        return f"screen/turn/{self.kind}.html"


def pages(scene: Scene) -> tuple[Page, ...]:
    """The pages that some screen shows and that have something to show, in the house's order."""
    wanted = {*scene.show.pages, scene.show.only, scene.show.jump}
    wanted |= {one.shows for one in scene.displays.values()}
    return tuple(page for code, make in PAGES.items() if code in wanted for page in make(scene))


def _there(table: TableView | BoardTable) -> Sequence[Any]:
    """The players at a table."""
    return table.rows if isinstance(table, BoardTable) else table.occupied


def _at_once(tables: Sequence[TableView | BoardTable]) -> int:
    """How many tables one page holds."""
    longest = max((len(_there(table)) for table in tables), default=0)
    return LONG_TABLES_AT_ONCE if longest > LONG_TABLE else TABLES_AT_ONCE


def _parts(code: str, kind: str, items: Sequence[Any], size: int, title: str = "") -> list[Page]:
    """The items in equal parts, none larger than ``size``."""
    count = -(-len(items) // size)
    each = -(-len(items) // count) if count else 0
    return [
        Page(code, kind, tuple(items[part * each : (part + 1) * each]), part + 1, count, title)
        for part in range(count)
    ]


def _seats(scene: Scene) -> list[Page]:
    tables = [table for table in scene.night.tables if any(seat.entrant for seat in table.seats)]
    if len(tables) < BY_NAME_FROM:
        return _parts("seats", "tables", tables, _at_once(tables))
    seated = [person for person in scene.night.people if person.seat and not person.place]
    return _parts("seats", "names", sorted(seated, key=lambda one: one.name.casefold()), NAMES_AT_ONCE)


def _rounds(scene: Scene) -> list[Page]:
    """The tables of the round that is played (its count, once it is done), then those of the next one."""
    found: list[Page] = []
    shown = scene.night.board if scene.night.rounds else None
    now = shown.now if shown is not None else None
    if shown is None or now is None:
        return []
    coming = [one for one in shown.rounds if one.state == "coming"][:1]
    for round in (now, *coming):
        known = [table for table in round.tables if table.rows]
        found += _parts("rounds", "rounds", known, _at_once(known), round.heading)
    return found


def _prizes(scene: Scene) -> list[Page]:
    """Each prize, with whoever has won it already."""
    won = {person.place.number: person for person in scene.night.people if person.place}
    lines = [(prize, won.get(prize.number)) for prize in scene.night.paid]
    return _parts("prizes", "prizes", lines, PRIZES_AT_ONCE)


def _standings(scene: Scene) -> list[Page]:
    if scene.open.season is None:
        return []
    lines = season_table(scene.open.season).lines[:STANDINGS_SHOWN]
    return _parts("standings", "standings", lines, STANDINGS_AT_ONCE)


def _moves(scene: Scene) -> list[Page]:
    """The latest moves and the latest outs, side by side."""
    begun = scene.open.started_at
    moves = floor.moves_since(scene.open, scene.night.field, begun, scene.night.now)[:LATEST] if begun else ()
    outs = scene.night.outs[:LATEST]
    return [Page("moves", "moves", (moves, outs))] if moves or outs else []


PAGES: Mapping[str, Callable[[Scene], list[Page]]] = {
    "seats": _seats,
    "rounds": _rounds,
    "prizes": _prizes,
    "standings": _standings,
    "moves": _moves,
}
