"""Stacks through the night as stepped lines on a drawing, and the same figures as a table.

Solid while a figure was sure, dashed from then until the next one.  Whole units of the drawing, y downwards.
Worked example: a stack counted halfway through the night, of half the highest one, is in the middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tdapp.hands.chip_history import ChipHistory, History, Point, Total
from tdapp.opens.models import Open
from tdapp.web import figures

LINES = 10
"""So many players on one drawing."""
LEADERS = 3
MOST_ROWS = 40
"""Moments of the table: beyond that, those that only a hand brought are left out."""
STEPS_MINUTES = (5, 10, 15, 20, 30, 60, 120, 180, 360, 720)
ALWAYS = frozenset({"start", "count", "out", "end", "round"})

SOURCES: Mapping[str, str | Promise] = {
    "start": pgettext_lazy("a stack", "start"),
    "hand": pgettext_lazy("a stack", "hand"),
    "count": pgettext_lazy("a stack", "count"),
    "rebuy": pgettext_lazy("a stack", "rebuy"),
    "colour_up": pgettext_lazy("a stack", "colour-up"),
    "round": pgettext_lazy("a stack", "new round"),
    "back": pgettext_lazy("a stack", "handed in"),
    "add_on": pgettext_lazy("a stack", "add-on"),
    "forfeit": pgettext_lazy("a stack", "forfeited"),
    "correction": pgettext_lazy("a stack", "corrected"),
    "re_entry": pgettext_lazy("a stack", "re-entry"),
    "out": pgettext_lazy("a stack", "out"),
    "end": pgettext_lazy("a stack", "end"),
}


@dataclass(frozen=True)
class Layout:
    """The measures of one drawing; ``letters`` of a name that fit beside it, ``ticks`` hours below it."""

    name: str
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    row: int
    letters: int
    ticks: int
    gap: int

    @property
    def viewbox(self) -> str:
        return f"0 0 {self.width} {self.height}"

    @property
    def base(self) -> int:
        return self.height - self.bottom

    @property
    def end(self) -> int:
        return self.width - self.right


WIDE = Layout("wide", 1120, 560, 70, 190, 34, 34, 22, 20, 10, 26)
NARROW = Layout("narrow", 390, 430, 42, 104, 30, 28, 17, 11, 3, 17)


@dataclass(frozen=True)
class Line:
    """One player's line: ``number`` from 1 gives its colour, ``leads`` its weight; the name at its end, with
    a thin line to it where others push it away."""

    number: int
    name: str
    label: str
    chips: str
    leads: bool
    out: bool
    known: str
    unknown: str
    dots: tuple[tuple[int, int, bool], ...]
    end: tuple[int, int]
    label_y: int


@dataclass(frozen=True)
class Drawing:
    """One chart: lines, and marks at its edges as (position, text)."""

    layout: Layout
    lines: tuple[Line, ...]
    hours: tuple[tuple[int, str], ...]
    amounts: tuple[tuple[int, str], ...]
    levels: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Row:
    """One moment: what was known of each player, as (chips, whether it was sure)."""

    at: datetime
    what: str
    cells: tuple[tuple[int | None, bool], ...]
    total: Total


@dataclass(frozen=True)
class Chart:
    """The drawings for phones and wide pages, and the figures of the players from ``first`` to ``last``."""

    drawings: tuple[Drawing, ...]
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    first: int
    last: int
    players: int


def chart(open: Open, history: ChipHistory, first: int = 0) -> Chart | None:
    """The chart of ten players from the ``first`` on (0: the best); None before anybody has chips."""
    everyone = history.all
    if open.started_at is None or not everyone:
        return None
    first = min(max(0, first), (len(everyone) - 1) // LINES * LINES)
    shown = everyone[first : first + LINES]
    drawings = tuple(_drawing(open, history, shown, layout, first) for layout in (NARROW, WIDE))
    names = tuple(one.who.name for one in shown)
    return Chart(drawings, names, _rows(history, shown), first, first + len(shown), len(everyone))


def page_of(history: ChipHistory, entry: int) -> int:
    """The first of the ten among whom a player is drawn."""
    ids = [one.who.id for one in history.all]
    return ids.index(entry) // LINES * LINES if entry in ids else 0


@dataclass(frozen=True)
class _Scale:
    layout: Layout
    begins: datetime
    ends: datetime
    highest: int

    def x(self, at: datetime) -> int:
        whole = (self.ends - self.begins).total_seconds() or 1
        part = min(max((at - self.begins).total_seconds() / whole, 0), 1)
        return round(self.layout.left + part * (self.layout.end - self.layout.left))

    def y(self, chips: int) -> int:
        room = self.layout.base - self.layout.top
        return round(self.layout.base - chips / (self.highest or 1) * room)


def _drawing(
    open: Open, history: ChipHistory, shown: Sequence[History], layout: Layout, first: int
) -> Drawing:
    highest = max((point.chips for one in shown for point in one.points), default=1) or 1
    scale = _Scale(layout, history.begins, history.ends, highest)
    ends = [scale.y(0 if one.out else one.last.chips) for one in shown]
    labels = _apart(ends, layout)
    lines = tuple(
        _line(open, one, scale, number, first, label)
        for number, (one, label) in enumerate(zip(shown, labels, strict=True), start=1)
    )
    return Drawing(
        layout,
        lines,
        tuple(_hours(open, scale)),
        tuple((scale.y(chips), figures.chips_plain(open, chips)) for chips in _amounts(highest)),
        tuple(_levels(history, scale)),
    )


def _line(open: Open, one: History, scale: _Scale, number: int, first: int, label_y: int) -> Line:
    layout, name = scale.layout, one.who.name
    known, unknown = _paths(one, scale)
    end = (scale.x(one.ends), scale.y(0 if one.out else one.last.chips))
    place = f"{one.place.number} " if one.out and one.place is not None else ""
    room = layout.letters - len(place)
    return Line(
        number,
        name,
        place + (name if len(name) <= room else name[: room - 1].rstrip() + "…"),
        "" if one.out else figures.chips_plain(open, one.last.chips),
        first + number <= LEADERS,
        one.out,
        known,
        unknown,
        tuple(
            (scale.x(point.at), scale.y(point.chips), point.sure) for point in one.points if _dotted(point)
        ),
        end,
        label_y,
    )


def _dotted(point: Point) -> bool:
    return point.seen or not point.sure or point.source != "hand"


def _paths(one: History, scale: _Scale) -> tuple[str, str]:
    """The stepped line: what was sure, and what nobody knew."""
    known: list[str] = []
    unknown: list[str] = []
    for point, after in pairwise([*one.points, None]):
        if point is None:
            continue
        x, y, until = scale.x(point.at), scale.y(point.chips), scale.x(point.until)
        end = scale.x(after.at) if after is not None else scale.x(one.ends)
        if until > x:
            known.append(f"M{x} {y}H{until}")
        if end > until:
            unknown.append(f"M{until} {y}H{end}")
        if after is not None and after.chips != point.chips:
            sure = point.until >= after.at and after.sure
            (known if sure else unknown).append(f"M{end} {y}V{scale.y(after.chips)}")
    return "".join(known), "".join(unknown)


def _apart(ends: Sequence[int], layout: Layout) -> list[int]:
    """Where the names stand: beside the ends of their lines, none on another, all inside the drawing."""
    order = sorted(range(len(ends)), key=lambda one: (ends[one], one))
    found = [0] * len(ends)
    above = layout.top - layout.row
    for one in order:
        above = found[one] = max(ends[one], above + layout.row)
    below = layout.base + layout.row
    for one in reversed(order):
        below = found[one] = min(found[one], below - layout.row)
    return found


def _hours(open: Open, scale: _Scale) -> Iterator[tuple[int, str]]:
    """Round times of the venue, as many as fit."""
    minutes = (scale.ends - scale.begins).total_seconds() / 60
    step = next((one for one in STEPS_MINUTES if minutes / one <= scale.layout.ticks), STEPS_MINUTES[-1])
    begins = scale.begins.astimezone(ZoneInfo(open.time_zone))
    midnight = begins.replace(hour=0, minute=0, second=0, microsecond=0)
    done = -(-(begins - midnight) // timedelta(minutes=step))
    at = midnight + timedelta(minutes=step) * done
    while at <= scale.ends:
        yield scale.x(at), figures.wall_time(open, at)
        at += timedelta(minutes=step)


def _amounts(highest: int) -> Iterator[int]:
    """Round amounts up the side, four or five of them."""
    power = 10 ** max(0, len(str(highest)) - 2)
    steps = (base * power for base in (1, 2, 5, 10, 20, 50))
    step = next(one for one in steps if highest <= 5 * one)
    yield from range(step, highest + 1, step)


def _levels(history: ChipHistory, scale: _Scale) -> Iterator[tuple[int, str]]:
    """Where each level began, with its number as far as there is room; a break is "II"."""
    last = -scale.layout.gap
    for mark in history.levels:
        x = scale.x(mark.at)
        text = "II" if mark.number is None else str(mark.number)
        yield x, text if x - last >= scale.layout.gap else ""
        last = x if x - last >= scale.layout.gap else last


def _rows(history: ChipHistory, shown: Sequence[History]) -> tuple[Row, ...]:
    """The moments at which something became known of the players shown."""
    sources: dict[datetime, dict[str, None]] = {}
    for one in shown:
        for point in one.points:
            sources.setdefault(point.at, {})[point.source] = None
    moments = sorted(sources)
    if len(moments) > MOST_ROWS:
        moments = [at for at in moments if ALWAYS & sources[at].keys()]
    return tuple(_row(history, shown, at, list(sources[at])) for at in moments[-MOST_ROWS:])


def _row(history: ChipHistory, shown: Sequence[History], at: datetime, sources: Sequence[str]) -> Row:
    what = ", ".join(str(SOURCES.get(source, source)) for source in sources)
    return Row(at, what, tuple(_cell(one, at) for one in shown), history.total(at))


def _cell(one: History, at: datetime) -> tuple[int | None, bool]:
    """The chips known then, and whether they were sure; none once he is out for good."""
    point = one.known_at(at)
    if point is None or (one.out and at > one.ends):
        return None, True
    return point.chips, point.sure_at(at)


def said(total: Total, open: Open) -> str:
    """What a sum of all stacks says."""
    if not total.complete:
        return _("%(known)s of %(players)s stacks known") % {"known": total.known, "players": total.players}
    if total.difference:
        words = {"chips": figures.chips_signed(open, total.difference)}
        return _("%(chips)s against the chips in play") % words
    return _("all chips in play")
