"""Tables and seats as the desk sets them right: cards, who was seen, who is kept, who waits, who is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tdapp.clock.queries import clock_face, current_round
from tdapp.floor import room as floor
from tdapp.floor.played import need_no_seat
from tdapp.floor.queries import SeatView, TableView, seat_map, tables_of
from tdapp.floor.room import ApartView, KeptView, RoomView
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import Entrant, Field, field

CARDS = 12
"""So many tables are shown with all their seats; beyond that one at a time, chosen from a list."""


@dataclass(frozen=True)
class SeatLine:
    """A seat: how its player is kept, or for whom it is kept while somebody else or nobody sits there."""

    seat: SeatView
    kept: KeptView | None
    held: KeptView | None


@dataclass(frozen=True)
class TableCard:
    """A table with its seats; ``breaks`` is its place in the order of breaking, ``unseen`` how many nobody
    has seen in their seats, ``together`` are pairs kept apart who sit here both."""

    table: TableView
    lines: tuple[SeatLine, ...]
    breaks: int | None
    together: tuple[ApartView, ...]

    @property
    def unseen(self) -> int:
        return self.table.players - self.table.confirmed

    @property
    def free(self) -> int:
        return sum(1 for line in self.lines if line.seat.free)


@dataclass(frozen=True)
class Found:
    """Somebody who was looked for, and where he sits (what the table is called, seat), if he does."""

    entrant: Entrant
    table: str | None
    seat: int | None
    out: bool


@dataclass(frozen=True)
class TablesPage:
    """Everything the page shows, read once; ``chosen`` is the table that is open in a long list."""

    open: Open
    field: Field
    room: RoomView
    cards: tuple[TableCard, ...]
    chosen: TableCard | None

    @property
    def many(self) -> bool:
        return len(self.cards) > CARDS

    @property
    def shown(self) -> tuple[TableCard, ...]:
        """The cards that are shown with their seats."""
        if not self.many:
            return self.cards
        return (self.chosen,) if self.chosen else ()

    @property
    def unseen(self) -> int:
        """How many were not seen in their seats."""
        return sum(card.unseen for card in self.cards)

    @property
    def players(self) -> int:
        """How many sit."""
        return sum(card.table.players for card in self.cards)

    @property
    def order(self) -> tuple[TableCard, ...]:
        """The tables whose turn to break was fixed, the first first."""
        return tuple(
            sorted((c for c in self.cards if c.breaks is not None), key=lambda card: card.breaks or 0)
        )


@dataclass(frozen=True)
class PlayerPlace:
    """One player and his seat; ``at`` is the table whose seats are offered.

    Who ``rests`` is in and has no seat, and none is due: he waits for another round.
    """

    page: TablesPage
    entrant: Entrant
    mine: tuple[TableCard, SeatLine] | None
    at: TableCard | None
    rests: bool = False

    @cached_property
    def kept(self) -> KeptView | None:
        return self.page.room.kept_of.get(self.entrant.id)

    @property
    def out(self) -> bool:
        return self.entrant.id in self.page.field.out_ids

    @property
    def apart(self) -> tuple[ApartView, ...]:
        """The pairs he belongs to."""
        return tuple(p for p in self.page.room.apart if self.entrant.id in (p.one.id, p.other.id))

    @property
    def others(self) -> tuple[TableCard, ...]:
        """The other tables that can be looked at."""
        return tuple(card for card in self.page.cards if self.at is None or card.table.id != self.at.table.id)

    @property
    def waiting(self) -> int | None:
        """His place in the queue for a seat."""
        queue = (one.place for one in self.page.room.waiting if one.entrant.id == self.entrant.id)
        return next(queue, None)


def look(open: Open, now: datetime, chosen: int | None = None) -> TablesPage:
    """The page now; ``chosen`` is a table's id. The number of queries does not grow with the entries."""
    everyone = field(open)
    views = seat_map(open, everyone, clock_face(open, now, everyone), now)
    room = floor.room(open, everyone, views)
    breaks = {row.pk: row.break_order for row in tables_of(current_round(open))}
    cards = tuple(_card(view, room, breaks) for view in views)
    return TablesPage(open, everyone, room, cards, next((c for c in cards if c.table.id == chosen), None))


def _card(view: TableView, room: RoomView, breaks: Mapping[int, int | None]) -> TableCard:
    here = {seat.entrant.id for seat in view.seats if seat.entrant}
    lines = tuple(_line(view.number, seat, room) for seat in view.seats)
    together = tuple(pair for pair in room.apart if {pair.one.id, pair.other.id} <= here)
    return TableCard(view, lines, breaks.get(view.id), together)


def _line(table: int, seat: SeatView, room: RoomView) -> SeatLine:
    kept = room.kept_of.get(seat.entrant.id) if seat.entrant else None
    held = room.reserved.get((table, seat.number))
    return SeatLine(seat, kept, None if held is kept else held)


def place_of(open: Open, now: datetime, entry: int, table: int | None) -> PlayerPlace | None:
    """One player's seat, with the seats of ``table`` (his own without it); None if he is not in the open."""
    page = look(open, now, table)
    entrant = page.field.by_id.get(entry)
    if entrant is None:
        return None
    seats = ((card, line) for card in page.cards for line in card.lines)
    mine = next(((c, line) for c, line in seats if line.seat.entrant and line.seat.entrant.id == entry), None)
    first = page.cards[0] if page.cards else None
    rests = mine is None and entry in need_no_seat(open, page.field, current_round(open))
    return PlayerPlace(page, entrant, mine, page.chosen or (mine[0] if mine else first), rests)


def found(open: Open, text: str) -> tuple[Found, ...]:
    """Who is meant by a few letters, and where each sits: three queries whatever the field."""
    people = floor.find(open, text)
    places = floor.places_of(open, [one.id for one in people])
    out = floor.out_of(open, [one.id for one in people])
    return tuple(
        Found(one, table, seat, one.id in out)
        for one in people
        for table, seat in [places.get(one.id, (None, None))]
    )


def seat_numbers(text: str) -> list[int]:
    """ "5, 9" as numbers; ValueError where something else is typed."""
    return [int(word) for word in re.split(r"[\s,;]+", text.strip()) if word]


def tables_named(text: str, rows: Sequence[Table]) -> tuple[list[Table], list[str]]:
    """The tables that a list names ("4, 3, A" or "4 3 2"), in its order, and the words that name none."""
    by_label = {row.label.casefold(): row for row in rows}
    by_number = {str(row.number): row for row in rows}
    words = [word.strip() for word in re.split(r"[,;\n]" if re.search(r"[,;\n]", text) else r"\s", text)]
    named: dict[int, Table] = {}
    unknown = []
    for word in (word for word in words if word):
        row = by_label.get(word.casefold()) or by_number.get(word)
        if row is None:
            unknown.append(word)
        else:
            named.setdefault(row.pk, row)
    return list(named.values()), unknown


def labels(cards: Iterable[TableCard]) -> str:
    """The tables as a list names them."""
    return ", ".join(card.table.label for card in cards)
