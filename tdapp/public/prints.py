"""What is printed for a night: seat cards, the seating by name and by table, moves, rounds, cut into sheets.

Heights are in millimetres and agree with static/css/prints.css; ``web.leaves`` says what a sheet holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tdapp.clock.queries import current_round
from tdapp.floor.models import Move, Seat
from tdapp.floor.queries import seatings, tables_of
from tdapp.floor.round_queries import RoundView, first_sizes, table_names
from tdapp.opens.models import Open, Round, Table
from tdapp.opens.queries import field
from tdapp.opens.round_plans import plans_of
from tdapp.players.names import folded
from tdapp.web import round_words
from tdapp.web.board import BoardTable
from tdapp.web.leaves import ROOM, Leaf, in_columns, packed, size_of
from tdapp.web.night import public_night

CARDS = 10
LINE, LARGE_LINE = 6, 9
"""The height of a line of a list, and of a list that is short enough for large type."""
FEW_NAMES = 25
"""So many names stand in large type in one column."""
MOVES = 25
TABLE_HEAD = 12
"""A table's name with the space around it."""
ROUND_HEAD, ROUND_LINE = 11, 7.5
"""The name of a round, and a line to write on."""


@dataclass(frozen=True)
class Sitting:
    """Somebody's place: ``table`` is what people call it; ``number`` orders the tables."""

    name: str
    table: str
    number: int
    seat: int

    @property
    def size(self) -> str:
        return size_of(self.name)


@dataclass(frozen=True)
class SeatLine:
    """A seat of a table, and who sits there: "" where nobody does."""

    number: int
    name: str

    @property
    def size(self) -> str:
        return size_of(self.name)


@dataclass(frozen=True)
class TableBlock:
    """A table with its seats."""

    label: str
    lines: tuple[SeatLine, ...]

    @property
    def height(self) -> int:
        return TABLE_HEAD + LINE * len(self.lines)


@dataclass(frozen=True)
class MoveLine:
    """Who goes where: labels of tables and numbers of seats, said at ``at``."""

    name: str
    from_table: str
    from_seat: int
    to_table: str
    to_seat: int
    at: datetime

    @property
    def size(self) -> str:
        return size_of(self.name)


@dataclass(frozen=True)
class RoundLine:
    """A player of a round: what is "" is written in by hand, ``hint`` says who that will be."""

    seed: str
    name: str
    chips: str
    place: str
    hint: str = ""

    @property
    def size(self) -> str:
        return size_of(self.name)


@dataclass(frozen=True)
class RoundBlock:
    """A table of a round."""

    title: str
    says: str
    lines: tuple[RoundLine, ...]


@dataclass(frozen=True)
class Strip:
    """Two tables of a round side by side; the first of a round, and of a sheet, has its ``heading`` above."""

    heading: str
    tables: tuple[RoundBlock, ...]
    first: bool = False

    @property
    def height(self) -> float:
        longest = max(len(table.lines) for table in self.tables)
        return TABLE_HEAD + 5 + ROUND_LINE * longest


def sittings(open: Open) -> tuple[Sitting, ...]:
    """Everybody who has a seat and is still in, by table and seat."""
    everyone = field(open)
    return tuple(
        Sitting(everyone.by_id[seat.entry_id].name, seat.table.label, seat.table.number, seat.number)
        for seat in _seated(current_round(open))
        if seat.entry_id in everyone.by_id and seat.entry_id not in everyone.out_ids
    )


def _seated(round: Round) -> list[Seat]:
    standing = [seat for seat in seatings(round) if not seat.table.closed_at and not seat.table.annulled_at]
    return sorted(standing, key=lambda seat: (seat.table.number, seat.number))


def cards(open: Open, order: str) -> tuple[Leaf, ...]:
    """A card for each player, by ``name`` (to hand out at the door) or by ``table`` (to lay out)."""
    found = sittings(open)
    if order == "name":
        found = by_name(found)
    return tuple(Leaf((found[i : i + CARDS],)) for i in range(0, len(found), CARDS))


def by_name(found: Sequence[Sitting]) -> tuple[Sitting, ...]:
    """In the order of the alphabet, whatever case and accents."""
    return tuple(sorted(found, key=lambda one: (folded(one.name), one.number, one.seat)))


def names(open: Open) -> tuple[Leaf, ...]:
    """Everybody's table and seat by name: large in one column, or in two."""
    found = by_name(sittings(open))
    if len(found) <= FEW_NAMES:
        return in_columns(found, FEW_NAMES, 1)
    return in_columns(found, ROOM // LINE - 1, 2)


def tables(open: Open) -> tuple[Leaf, ...]:
    """Each table with its seats; those that nobody may get are left out."""
    at_table: dict[int, dict[int, str]] = {}
    for one in sittings(open):
        at_table.setdefault(one.number, {})[one.seat] = one.name
    blocks = [_block(table, at_table.get(table.number, {})) for table in tables_of(current_round(open))]
    return packed([block for block in blocks if block.lines], 2)


def _block(table: Table, sitting: Mapping[int, str]) -> TableBlock:
    seats = sorted((set(range(1, table.seats + 1)) - set(table.blocked)) | set(sitting))
    return TableBlock(table.label, tuple(SeatLine(seat, sitting.get(seat, "")) for seat in seats))


def moves(open: Open) -> tuple[Leaf, ...]:
    """Who was sent to the seat where he is to sit now, the latest announcement first, then by name."""
    everyone = field(open)
    rows = (
        Move.objects.filter(entry__open=open, after__ended_at=None, after__table__round=current_round(open))
        .exclude(why="correction")
        .select_related("before__table", "after__table")
    )
    lines = [
        MoveLine(
            everyone.by_id[row.entry_id].name,
            row.before.table.label,
            row.before.number,
            row.after.table.label,
            row.after.number,
            row.at,
        )
        for row in rows
        if row.entry_id in everyone.by_id and row.entry_id not in everyone.out_ids
    ]
    lines.sort(key=lambda line: (-line.at.timestamp(), folded(line.name)))
    return in_columns(lines, MOVES, 1)


def rounds(open: Open, now: datetime) -> tuple[Leaf, ...]:
    """The rounds with what is known of them; names, chips and places to come are left blank."""
    night = public_night(open, now)
    views = {view.number: view for view in night.rounds if view.state != "annulled"}
    strips = []
    for round in night.board.rounds:
        blocks = [_round_block(table) for table in round.tables if table.rows]
        if not blocks and round.state == "coming" and round.number in views:
            blocks = _blank(open, views[round.number], len(night.field.entrants))
        strips += [
            Strip(round.heading, tuple(blocks[at : at + 2]), at == 0) for at in range(0, len(blocks), 2)
        ]
    return _stacked(strips)


def _stacked(strips: Sequence[Strip]) -> tuple[Leaf, ...]:
    sheets: list[list[Strip]] = []
    left = 0.0
    for strip in strips:
        if not sheets or strip.height + ROUND_HEAD * strip.first > left:
            sheets.append([])
            left = ROOM - ROUND_HEAD * (not strip.first)
        sheets[-1].append(strip)
        left -= strip.height + ROUND_HEAD * strip.first
    return tuple(Leaf((tuple(sheet),)) for sheet in sheets)


def _round_block(table: BoardTable) -> RoundBlock:
    lines = [
        RoundLine(
            row.seed or ("" if table.state == "done" else row.lead), row.name, row.count, str(row.place or "")
        )
        if row.player
        else RoundLine("", "", "", "", row.name)
        for row in table.rows
    ]
    return RoundBlock(table.title, "" if table.live else table.says, tuple(lines))


def _blank(open: Open, view: RoundView, entrants: int) -> list[RoundBlock]:
    """The tables of a round of which only the number of players is known; ``entrants`` play the first."""
    players = view.players or (entrants if view.number == 1 else 0)
    sizes = first_sizes(open, view.plan, players)
    names = table_names(plans_of(open), view.index, len(sizes))
    nobody = RoundLine("", "", "", "")
    return [
        RoundBlock(round_words.table_called(name or str(number)), "", (nobody,) * size)
        for number, (name, size) in enumerate(zip(names, sizes, strict=True), start=1)
    ]
