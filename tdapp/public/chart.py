"""Chip counts through the night as lines: from the stack ledgers to points on a small drawing.

Worked example: a count halfway through the night of half of the highest stack is in the middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.web import figures

WIDTH, HEIGHT = 360, 216
LEFT, RIGHT, TOP, BOTTOM = 2, 74, 10, 24
LETTER, HIGH, ROWS = 6.8, 14, 12
"""How wide a letter of a name is, and how high, in units of the drawing; rows tried beside a line's end."""
MOST_LINES, LONGEST = 4, 14

Points = tuple[tuple[datetime, int], ...]
Spot = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """One player's line: its number from 1 (colour and dash), its path, and where the name stands."""

    number: int
    name: str
    label: str
    path: str
    x: int
    y: int


@dataclass(frozen=True)
class Row:
    """One moment of the table: the hour and everybody's stack as it was known, "" once out."""

    hour: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ChipChart:
    """The drawing and the same figures as a table."""

    lines: tuple[Line, ...]
    begins: str
    ends: str
    names: tuple[str, ...]
    rows: tuple[Row, ...]

    viewbox = f"0 0 {WIDTH} {HEIGHT}"
    base = HEIGHT - BOTTOM
    hours_at = HEIGHT - 6
    right = WIDTH - RIGHT


def chip_chart(open: Open, field: Field, now: datetime) -> ChipChart | None:
    """The chart of an open; None while fewer than two stacks have a figure of their own."""
    curves = {key: _curve(open, field, key) for key in field.ledgers}
    counted = [key for key, lines in field.ledgers.items() if any(line.source != "start" for line in lines)]
    if open.started_at is None or len(counted) < 2:
        return None
    ranked = sorted(curves, key=lambda key: _rank(field, curves, key))
    end = open.finished_at or max(now, max(points[-1][0] for points in curves.values()))
    drawn = [key for key in ranked if key in counted][:MOST_LINES]
    scale = _Scale(open.started_at, end, max(chips for key in drawn for _, chips in curves[key]))
    names = {key: field.by_id[key].name for key in ranked}
    return ChipChart(
        _lines(scale, [(names[key], curves[key]) for key in drawn]),
        figures.wall_time(open, open.started_at),
        figures.wall_time(open, end),
        tuple(names.values()),
        _rows(open, field, [(key, curves[key]) for key in ranked]),
    )


def _curve(open: Open, field: Field, entry: int) -> Points:
    """The known stacks in order of time, with the end: nothing when out, everything when alone."""
    points = sorted((line.at, line.order, max(0, line.chips)) for line in field.ledgers[entry])
    found = [(at, chips) for at, _, chips in points]
    out = next((fact for fact in field.outs if fact.entry == entry), None)
    if out is not None:
        found = [*(point for point in found if point[0] < out.at), (out.at, 0)]
    elif open.finished_at is not None and len(field.left) == 1:
        found.append((open.finished_at, field.chips_in_play))
    return tuple(found)


def _rank(field: Field, curves: dict[int, Points], entry: int) -> tuple[int, int, int]:
    """Best place first; those still in before, by their chips."""
    place = field.places.get(entry)
    return (place.first if place else 0, -curves[entry][-1][1], entry)


@dataclass(frozen=True)
class _Scale:
    begins: datetime
    ends: datetime
    highest: int

    def x(self, at: datetime) -> int:
        whole = (self.ends - self.begins).total_seconds() or 1
        part = (at - self.begins).total_seconds() / whole
        return round(LEFT + min(max(part, 0), 1) * (WIDTH - LEFT - RIGHT))

    def y(self, chips: int) -> int:
        return round(HEIGHT - BOTTOM - chips / (self.highest or 1) * (HEIGHT - TOP - BOTTOM))


def _lines(scale: _Scale, curves: Sequence[tuple[str, Points]]) -> tuple[Line, ...]:
    """The lines, each with its name where it covers no other name and as little of the lines as can be."""
    corners = [[(scale.x(at), scale.y(chips)) for at, chips in points] for _, points in curves]
    drawn = [spot for line in corners for spot in _between(line)]
    boxes: list[_Box] = []
    found = []
    for number, ((name, _points), line) in enumerate(zip(curves, corners, strict=True), start=1):
        label = name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"
        box = min(_places(label, line), key=lambda place: place.cost(boxes, drawn, line[-1]))
        boxes.append(box)
        path = " ".join(f"{'L' if i else 'M'}{x} {y}" for i, (x, y) in enumerate(line))
        found.append(Line(number, name, label, path, box.x, box.y))
    return tuple(found)


def _between(line: Sequence[Spot]) -> Iterator[Spot]:
    """Spots on a line, close enough that no letter slips between two."""
    for (x, y), (x2, y2) in pairwise(line):
        steps = max(1, max(abs(x2 - x), abs(y2 - y)) // 4)
        yield from ((x + (x2 - x) * i // steps, y + (y2 - y) * i // steps) for i in range(steps + 1))


@dataclass(frozen=True)
class _Box:
    """Where a name may stand: its left end on its baseline, and its width."""

    x: int
    y: int
    width: int

    def cost(self, others: Sequence[_Box], drawn: Sequence[Spot], end: Spot) -> float:
        """How bad this place is: names covered first, then lines covered, then far from the line's end."""
        names = sum(self._covers(other) for other in others)
        lines = sum(self._holds(*spot) for spot in drawn)
        return 1000 * names + 10 * lines + abs(self.x - end[0]) / 3 + abs(self.y - end[1]) / 6

    def _covers(self, other: _Box) -> bool:
        beside = self.x >= other.x + other.width or other.x >= self.x + self.width
        return not beside and abs(self.y - other.y) < HIGH

    def _holds(self, x: int, y: int) -> bool:
        return self.x - 2 <= x <= self.x + self.width + 2 and self.y - HIGH + 2 <= y <= self.y + 4


def _places(label: str, line: Sequence[Spot]) -> Iterator[_Box]:
    """Beside the end of the line, and above and below each of its corners but the first, where all meet.

    Where many lines end at one spot, the free row next to it beside the end.
    """
    width = round(len(label) * LETTER)
    x, y = line[-1]
    beside, base = min(x + 6, WIDTH - width), min(max(y + 5, TOP), HEIGHT - BOTTOM - 3)
    for row in range(-ROWS, ROWS + 1):
        if HIGH <= base + row * HIGH <= HEIGHT - BOTTOM - 3:
            yield _Box(beside, base + row * HIGH, width)
    for x, y in line[1:]:
        for left in (x - width // 2, x - width - 4, x + 4):
            for base in (y - 7, y + HIGH + 2):
                if left >= 0 and left + width <= WIDTH and HIGH <= base <= HEIGHT - BOTTOM - 3:
                    yield _Box(left, base, width)


def _rows(open: Open, field: Field, curves: Sequence[tuple[int, Points]]) -> tuple[Row, ...]:
    """A row for the start, for every moment at which stacks were counted, and for the end."""
    seen = ("start", "count")
    moments = {line.at for lines in field.ledgers.values() for line in lines if line.source in seen}
    if open.finished_at is not None:
        moments.add(open.finished_at)
    return tuple(
        Row(
            figures.wall_time(open, moment),
            tuple(_cell(open, points, moment) for _, points in curves),
        )
        for moment in sorted(moments)
    )


def _cell(open: Open, points: Points, moment: datetime) -> str:
    known = [chips for at, chips in points if at <= moment]
    return figures.chips_plain(open, known[-1]) if known and known[-1] else ""
