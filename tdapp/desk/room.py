"""Tables and seats as the desk sets them right: cards, who was seen, who is kept, who waits, who is found.

Many tables are a list, as on the night's page: the short ones first, with a field that filters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tdapp.clock.queries import clock_face, current_round
from tdapp.desk.table_list import CARDS, TableLine, TableList, fullest_of, table_list
from tdapp.floor import room as floor
from tdapp.floor.balancing import exchanges
from tdapp.floor.played import need_no_seat
from tdapp.floor.queries import SeatView, TableView, seat_map, tables_of
from tdapp.floor.room import ApartView, KeptView, RoomView
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import Entrant, Field, field


@dataclass(frozen=True)
class SeatLine:
    """A seat: how its player is kept, or for whom it is kept while somebody else or nobody sits there."""

    seat: SeatView
    kept: KeptView | None
    held: KeptView | None


@dataclass(frozen=True)
class TableCard:
    """A table with its seats; ``breaks`` is its place in the order of breaking, ``unseen`` how many nobody
    has seen in their seats, ``together`` are pairs kept apart who sit here both.

    ``short`` is how many players it has fewer than the fullest, while play is on and tables exchange players
    (RULES 2.3).  Nobody sits down any more at a table that is ``over``; one ``elsewhere`` plays on in another
    round, and takes only those who play there (VIV-32).
    """

    table: TableView
    lines: tuple[SeatLine, ...]
    breaks: int | None
    together: tuple[ApartView, ...]
    short: int = 0
    over: bool = False
    elsewhere: bool = False

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
    """Everything the page shows, read once; ``chosen`` is the table that is open in a long list, ``listed``
    that list, empty where each table is shown with its seats."""

    open: Open
    field: Field
    room: RoomView
    cards: tuple[TableCard, ...]
    chosen: TableCard | None
    listed: TableList

    @property
    def many(self) -> bool:
        return len(self.cards) > CARDS

    @property
    def shown(self) -> tuple[TableCard, ...]:
        """The cards that are shown with their seats: of many one at a time, chosen from the list."""
        if not self.many:
            return self.cards
        return (self.chosen,) if self.chosen else ()

    @property
    def lines(self) -> tuple[tuple[TableCard, TableLine], ...]:
        """The lines of the long list."""
        cards = self.by_table
        return tuple((cards[line.table.id], line) for line in self.listed.lines)

    @cached_property
    def by_table(self) -> dict[int, TableCard]:
        """Table id → its card."""
        return {card.table.id: card for card in self.cards}

    @property
    def free(self) -> int:
        """How many seats somebody can be given: none at a table that is over, or that plays elsewhere."""
        return sum(card.free for card in self.cards if not card.over and not card.elsewhere)

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
    """One player and his seat; ``offered`` are the tables whose seats are offered, ``others`` those that
    can be looked at instead where they are too many.

    Who ``rests`` is in and has no seat, and none is due: he waits for another round.
    """

    page: TablesPage
    entrant: Entrant
    mine: tuple[TableCard, SeatLine] | None
    offered: tuple[TableCard, ...]
    others: tuple[TableCard, ...]
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
    def waiting(self) -> int | None:
        """His place in the queue for a seat."""
        queue = (one.place for one in self.page.room.waiting if one.entrant.id == self.entrant.id)
        return next(queue, None)


def look(
    open: Open, now: datetime, chosen: int | None = None, only: str = "", *, whole: bool = False
) -> TablesPage:
    """The page now; ``chosen`` is a table's id, ``only`` a word that narrows a long list, ``whole`` all of
    its lines.  The number of queries does not grow with the entries."""
    everyone, round = field(open), current_round(open)
    views = seat_map(open, everyone, clock_face(open, now, everyone), now)
    room = floor.room(open, everyone, views)
    rows = {row.pk: row for row in tables_of(round)}
    most = fullest_of(views) if everyone.started and not everyone.finished and exchanges(round) else 0
    cards = tuple(_card(view, room, rows.get(view.id), most) for view in views)
    listed = table_list(views if len(cards) > CARDS else (), only, whole=whole, empty=True)
    return TablesPage(
        open, everyone, room, cards, next((c for c in cards if c.table.id == chosen), None), listed
    )


def _card(view: TableView, room: RoomView, row: Table | None, most: int) -> TableCard:
    here = {seat.entrant.id for seat in view.seats if seat.entrant}
    lines = tuple(_line(view.number, seat, room) for seat in view.seats)
    together = tuple(pair for pair in room.apart if {pair.one.id, pair.other.id} <= here)
    return TableCard(
        view,
        lines,
        row.break_order if row else None,
        together,
        short=max(0, most - view.players) if view.players else 0,
        over=row is not None and row.finished_at is not None,
        elsewhere=row is None,
    )


def _line(table: int, seat: SeatView, room: RoomView) -> SeatLine:
    kept = room.kept_of.get(seat.entrant.id) if seat.entrant else None
    held = room.reserved.get((table, seat.number))
    return SeatLine(seat, kept, None if held is kept else held)


def place_of(open: Open, now: datetime, entry: int, table: int | None) -> PlayerPlace | None:
    """One player's seat, with the seats of all tables in play; of many with those of ``table`` (his own
    without it) and of the one he came from.  None if he is not in the open."""
    page = look(open, now, table)
    entrant = page.field.by_id.get(entry)
    if entrant is None:
        return None
    seats = ((card, line) for card in page.cards for line in card.lines)
    mine = next(((c, line) for c, line in seats if line.seat.entrant and line.seat.entrant.id == entry), None)
    rests = mine is None and entry in need_no_seat(open, page.field, current_round(open))
    offered, others = _offered(page, entry, mine[0] if mine else None)
    return PlayerPlace(page, entrant, mine, offered, others, rests)


def _offered(
    page: TablesPage, entry: int, mine: TableCard | None
) -> tuple[tuple[TableCard, ...], tuple[TableCard, ...]]:
    """The tables whose seats are shown, the likeliest first, and of many the rest: only tables in play, and
    of the round he plays in."""
    apart = mine is not None and mine.elsewhere
    playing = [card for card in page.cards if not card.over and card.elsewhere == apart]
    before = page.by_table.get(floor.came_from(entry) or 0)
    likely = [card for card in (page.chosen, mine, before) if card is not None and card in playing]
    first = list(dict.fromkeys(card.table.id for card in likely or playing[:1]))
    rest = [card for card in playing if card.table.id not in first]
    shown = tuple(page.by_table[key] for key in first)
    return ((*shown, *rest), ()) if len(playing) <= CARDS else (shown, tuple(rest))


def seat_typed(open: Open, text: str) -> tuple[int, int] | None:
    """The table's id and the seat that somebody typed ("12/4", "A 4"); None where that names no table."""
    read = re.fullmatch(r"\s*(.+?)\s*[/.\- ]\s*(\d{1,3})\s*", text)
    if read is None:
        return None
    named, _unknown = tables_named(read[1] + ",", tables_of(current_round(open)))
    return (named[0].pk, int(read[2])) if len(named) == 1 else None


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
