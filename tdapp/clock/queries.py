"""What the clock shows: level, time left, what comes; from the stored setting and an instant."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta

from tdapp.clock.models import Clock, LevelStart
from tdapp.clock.models import Level as LevelRow
from tdapp.journal.models import RowChange
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round
from tdapp.opens.queries import Field
from tdapp.rules import clock
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed


@dataclass(frozen=True)
class Coming:
    """A level that begins at ``at`` while the clock runs on; ``next`` is the line behind it."""

    at: datetime
    index: int
    number: int | None
    level: Level
    next: Level | None = None


@dataclass(frozen=True)
class ClockFace:
    """The clock at ``now``, ready for a page.

    ``state`` is waiting, countdown (play begins at ``begins_at``), running, paused, break (running), or
    finished; ``position`` is None only without a schedule.  ``by_outs`` where the blinds follow the outs
    (SPT-38).  ``begins_at`` is also the announced start of an open that waits.
    """

    state: str
    now: datetime
    by_outs: bool
    position: clock.Position | None
    paused_since: datetime | None = None
    coming: tuple[Coming, ...] = field(default=())
    begins_at: datetime | None = None

    @property
    def left_ms(self) -> int | None:
        """Milliseconds left in the level, None without minutes."""
        if self.position is None or self.position.left is None:
            return None
        return self.position.left // timedelta(milliseconds=1)

    @property
    def seconds(self) -> int | None:
        """Whole seconds left, rounded up, as every screen shows them."""
        if self.position is None or self.position.left is None:
            return None
        return clock.seconds_shown(self.position.left)


@dataclass(frozen=True)
class Began:
    """A level that began: when it was due, and when somebody wrote it down."""

    due_at: datetime
    recorded_at: datetime
    index: int
    number: int | None
    level: Level


def level_rows(round: Round) -> list[LevelRow]:
    """The lines of the round's schedule, in order."""
    return list(LevelRow.objects.filter(round=round).order_by("index"))


def level_of(row: LevelRow) -> Level:
    """A stored line as the rules read it."""
    values = {field.name: getattr(row, field.name) for field in fields(Level)}
    return Level(**{**values, "colour_up": tuple(row.colour_up)})


def schedule_of(open: Open, round: Round) -> Schedule | None:
    """The round's schedule under the open's house rules; None while it has no levels."""
    rows = level_rows(round)
    if not rows:
        return None
    house = house_of(open)
    if house.level_trigger == "outs":
        first = rows[0]
        return ByOuts(first.sb, first.bb, first.ante, every=house.outs_per_level, factor=house.level_factor)
    return Timed(tuple(level_of(row) for row in rows))


def clock_of(round: Round) -> Clock | None:
    """The round's clock, None before it is started."""
    return Clock.objects.filter(round=round).first()


def state_of(row: Clock, outs: int) -> clock.State:
    """The stored setting as the rules read it."""
    return clock.State(row.anchor_at, row.elapsed, row.running, outs=outs, shift=row.shift, index=row.index)


def current_round(open: Open) -> Round:
    """The round being played: the last one."""
    return Round.objects.filter(open=open).order_by("-number")[0]


def clock_face(open: Open, now: datetime, field: Field) -> ClockFace:
    """The clock of the open's current round at ``now``."""
    round = current_round(open)
    schedule = schedule_of(open, round)
    by_outs = isinstance(schedule, ByOuts)
    row = clock_of(round)
    if schedule is None:
        state_now = "finished" if field.finished else "waiting"
        return ClockFace(state_now, now, by_outs, None, begins_at=_begins_at(open, row, now))
    state = state_of(row, len(field.outs)) if row else clock.waiting(now)
    position = clock.position(state, schedule, now)
    coming = tuple(_coming(at, index, schedule) for at, index in position.boundaries)
    paused_since = row.anchor_at if row and not row.running else None
    return ClockFace(
        _state(row, position, field, now),
        now,
        by_outs,
        position,
        paused_since,
        coming,
        _begins_at(open, row, now),
    )


def _begins_at(open: Open, row: Clock | None, now: datetime) -> datetime | None:
    if row is None:
        return open.starts_at
    return row.anchor_at if _counts_down(row, now) else None


def _counts_down(row: Clock, now: datetime) -> bool:
    """Whether the start lies ahead: the first setting of all, and no time has passed yet."""
    return row.running and now < row.anchor_at and not row.index and not row.elapsed


def _coming(at: datetime, index: int, schedule: Schedule) -> Coming:
    if isinstance(schedule, ByOuts):
        return Coming(at, index, index + 1, schedule.level(index))
    behind = schedule.levels[index + 1] if index + 1 < len(schedule.levels) else None
    return Coming(at, index, schedule.number(index), schedule.levels[index], behind)


def _state(row: Clock | None, position: clock.Position, field: Field, now: datetime) -> str:
    if field.finished:
        return "finished"
    if row is None:
        return "waiting"
    if not row.running:
        return "paused"
    if _counts_down(row, now):
        return "countdown"
    return "break" if position.is_break else "running"


def level_at_out(open: Open, field: Field, hand: int, level: int | None) -> Level | None:
    """The level an out's hand was played at: by the outs before it, or the recorded index."""
    schedule = schedule_of(open, current_round(open))
    return level_in(schedule, field.outs_before_hand(hand), level)


def level_in(schedule: Schedule | None, outs_before: int, level: int | None) -> Level | None:
    """The same from a schedule that is already at hand."""
    if isinstance(schedule, ByOuts):
        return schedule.level(schedule.step(outs_before))
    if schedule is None or level is None or level >= len(schedule.levels):
        return None
    return schedule.levels[level]


def level_starts(open: Open) -> tuple[Began, ...]:
    """The levels that began in the open's current round, in order, under settings that still stand.

    An observation under a setting that was undone, or that was replaced before the level was due
    (a pause put back by a redo), is left out.
    """
    round = current_round(open)
    schedule, row = schedule_of(open, round), clock_of(round)
    if row is None or not isinstance(schedule, Timed):
        return ()
    until = _standing(row)
    found = LevelStart.objects.filter(clock=row, setting__in=until).order_by("due_at", "setting", "pk")
    return tuple(
        Began(one.due_at, one.recorded_at, one.index, schedule.number(one.index), schedule.levels[one.index])
        for one in found
        if one.index < len(schedule.levels) and _before(one.due_at, until[one.setting])
    )


def _standing(row: Clock) -> dict[int, datetime | None]:
    """The settings of a clock that were not undone, each with the instant of the next one."""
    changes = RowChange.objects.filter(
        model=row._meta.label_lower, row=row.pk, field__in=["voided", "setting"], entry__undone=False
    ).exclude(entry__kind__in=["undo", "redo"])
    set_at = dict(changes.order_by("entry").values_list("entry", "entry__at"))
    return dict(zip(set_at, [*list(set_at.values())[1:], None], strict=True))


def _before(due_at: datetime, end: datetime | None) -> bool:
    return end is None or due_at <= end
