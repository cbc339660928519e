"""The clock: from a setting, a schedule and an instant to the level in force and the time left.

The clock is arithmetic, not a process (DESIGN 4): ``position`` is a pure function, so a reload, a
sleeping laptop, a second screen and a restarted server all show the same second.

**How a setting counts.**  ``State.elapsed`` is the time spent, up to ``anchor_at``, since the start of
level ``State.index`` (0 unless changed: then it is the time spent in the whole schedule, breaks
included, pauses excluded).  Levels after ``index`` follow by their lengths.  Adding or taking a minute,
or going to a level, makes the level in force the new ``index``; ``elapsed`` may then be negative, which
is a level with more time left than its length.  So a level that has begun never flips back, and an
edit of the levels before ``index`` moves nothing; ``settle`` before editing any others.

A level is in force from its boundary on: at exactly 20:00 the second level plays (T-2.5, SA-23).
Under ``ByOuts`` the level follows from ``outs`` and the steps that the director added (``shift``), and
``elapsed`` is only the time played (SPT-38).

Instants are aware datetimes, reckoned in UTC whatever their zone (a naive one is a ValueError).  A
wall clock that steps back behind the anchor counts as no time passed.

Worked example: 20-minute levels, started at 20:00, asked at 20:47:30 → index 2, 12 min 30 s left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed

ZERO = timedelta(0)
# Taking time away leaves this much, so that the level ends by itself and never under a thumb.
LEAST_LEFT = timedelta(seconds=1)
BOUNDARIES_SHOWN = 8


@dataclass(frozen=True)
class State:
    """One setting of a clock: what is stored.  See the module for what ``elapsed`` counts."""

    anchor_at: datetime
    elapsed: timedelta
    running: bool
    outs: int = 0
    shift: int = 0
    index: int = 0


@dataclass(frozen=True)
class Position:
    """Where the clock stands at one instant.

    ``index`` counts lines of the schedule from 0, breaks included (under ``ByOuts``: the step);
    ``number`` counts playing levels from 1 and is None in a break; ``count`` is None without an end.
    ``elapsed_in_level`` and ``left`` are never negative; ``left`` is None without a length and stays
    0 at the end of the last level.  ``outs_done`` of ``outs_done + outs_to_next`` have gone in this
    step.  ``boundaries`` are the next (at most 8) level starts while running: (instant, index).
    """

    index: int
    number: int | None
    count: int | None
    level: Level
    next: Level | None
    next_play: Level | None
    running: bool
    is_break: bool
    elapsed_in_level: timedelta
    left: timedelta | None
    next_break_in: timedelta | None
    outs_to_next: int | None
    outs_done: int | None
    boundaries: tuple[tuple[datetime, int], ...]


def position(state: State, schedule: Schedule, now: datetime) -> Position:
    """The level in force at ``now`` and what comes.  Raises ``schedule_empty``."""
    if isinstance(schedule, ByOuts):
        return _position_by_outs(state, schedule, now)
    index, spent = _stand(state, schedule, _passed(state, now))
    levels = schedule.levels
    level = levels[index]
    left = None if level.length is None else max(ZERO, level.length - spent)
    coming = levels[index + 1 :]
    breaks = (wait for at, wait in _coming(schedule, index, left) if levels[at].is_break)
    return Position(
        index=index,
        number=schedule.number(index),
        count=schedule.count,
        level=level,
        next=coming[0] if coming else None,
        next_play=next((later for later in coming if not later.is_break), None),
        running=state.running,
        is_break=level.is_break,
        elapsed_in_level=max(ZERO, spent if level.length is None else min(spent, level.length)),
        left=left,
        next_break_in=next(breaks, None),
        outs_to_next=None,
        outs_done=None,
        boundaries=_boundaries(state, schedule, index, left, now),
    )


def _position_by_outs(state: State, schedule: ByOuts, now: datetime) -> Position:
    step = schedule.step(state.outs, state.shift)
    # The first step lasts longer when the director took steps back, so count from where it began.
    began = max(0, (step - state.shift) * schedule.every) if step else 0
    ends = (step + 1 - state.shift) * schedule.every
    at_end = step >= schedule.top
    coming = None if at_end else schedule.level(step + 1)
    return Position(
        index=step,
        number=step + 1,
        count=None if schedule.last_step is None else schedule.last_step + 1,
        level=schedule.level(step),
        next=coming,
        next_play=coming,
        running=state.running,
        is_break=False,
        elapsed_in_level=max(ZERO, state.elapsed + _passed(state, now)),
        left=None,
        next_break_in=None,
        outs_to_next=None if at_end else ends - state.outs,
        outs_done=None if at_end else state.outs - began,
        boundaries=(),
    )


def seconds_shown(left: timedelta) -> int:
    """Whole seconds as every screen shows them: rounded up, never below 0."""
    return max(0, -(-left // timedelta(seconds=1)))


def starts_in(state: State, schedule: Schedule, now: datetime, index: int) -> timedelta | None:
    """Playing time until level ``index`` begins (late entry, rebuys, a break), pauses excluded.

    0 when it has begun; None when nobody can know.  While the clock is paused the answer stands still,
    so everything reckoned from it moves by the pause.
    """
    if isinstance(schedule, ByOuts):
        return ZERO if index <= schedule.step(state.outs, state.shift) else None
    here = position(state, schedule, now)
    if index <= here.index:
        return ZERO
    return next((wait for at, wait in _coming(schedule, here.index, here.left) if at == index), None)


def played(state: State, schedule: Schedule, now: datetime) -> timedelta:
    """Playing time up to ``now``: where the clock stands, breaks and pauses excluded (VIV-26).

    Time that a director adds to a level makes it longer, what he skips counts as played: a cap moves with the
    schedule it is shown beside.  The last level counts on past its end.
    """
    return max(ZERO, _played(state, schedule, now))


def _played(state: State, schedule: Schedule, now: datetime) -> timedelta:
    """As ``played``, but below 0 where time was added to the first level and is yet to be used."""
    if isinstance(schedule, ByOuts):
        return state.elapsed + _passed(state, now)
    index, spent = _stand(state, schedule, _passed(state, now))
    before = (level.length or ZERO for level in schedule.levels[:index] if not level.is_break)
    return sum(before, ZERO if schedule.levels[index].is_break else spent)


def limit_left(state: State, schedule: Schedule, now: datetime, minutes: int) -> timedelta | None:
    """Playing time until the chips are counted after ``minutes`` of play; 0 when over, None without limit."""
    return max(ZERO, timedelta(minutes=minutes) - _played(state, schedule, now)) if minutes else None


def limit_at(state: State, schedule: Schedule, now: datetime, minutes: int) -> datetime | None:
    """When that is, or was, if the clock runs on: breaks that come before it are added.

    None without a limit, and while the clock stands, when nobody can know.
    """
    if not minutes or not state.running:
        return None
    over = _played(state, schedule, now) - timedelta(minutes=minutes)
    left = max(ZERO, -over)
    if isinstance(schedule, ByOuts) or not left:
        return _utc(now) - over
    here = position(state, schedule, now)
    wait = left
    for index, at in ((here.index, ZERO), *_coming(schedule, here.index, here.left)):
        level = schedule.levels[index]
        rest = here.left if index == here.index else level.length
        if at < wait and level.is_break and rest is not None:
            wait += rest
    return _utc(now) + wait


def runs_out_at(state: State, schedule: Schedule, now: datetime) -> datetime | None:
    """When the last level is over, or was, if the clock runs on.

    None while the clock stands, under ``ByOuts`` and where a level to come has no length.
    """
    if isinstance(schedule, ByOuts) or not state.running:
        return None
    index, spent = _stand(state, schedule, _passed(state, now))
    left = -spent
    for level in schedule.levels[index:]:
        if level.length is None:
            return None
        left += level.length
    return _utc(now) + left


def due(
    state: State, schedule: Schedule, since_index: int, now: datetime
) -> tuple[tuple[int, datetime], ...]:
    """The level starts (index, due instant) that this setting brought up to ``now``, oldest first.

    ``since_index`` is the last level already recorded under this setting: only later indexes are
    answered, so each is recorded exactly once however often the sweep asks.  The level in force at the
    anchor is among them, due at the anchor, when ``since_index`` is below it: pass -1 (or index - 1)
    after a start or a jump, the recorded level after a pause or a resume.  Ask this of the old setting
    before replacing it, or starts between the last sweep and the change are lost.  Under ``ByOuts``
    only the step in force is answered, due at the anchor.
    """
    anchor = _utc(state.anchor_at)
    if isinstance(schedule, ByOuts):
        step = schedule.step(state.outs, state.shift)
        return ((step, anchor),) if step > since_index else ()
    first, spent = _stand(state, schedule, ZERO)
    length = schedule.levels[first].length
    left = None if length is None else max(ZERO, length - spent)
    passed = _passed(state, now)
    found = [(first, anchor)]
    if state.running:
        found += [(at, anchor + wait) for at, wait in _coming(schedule, first, left) if wait <= passed]
    return tuple((index, at) for index, at in found if index > since_index)


def waiting(now: datetime) -> State:
    """A clock that has not been started: stands at the beginning of the first level."""
    return State(_utc(now), ZERO, running=False)


def start(now: datetime, outs: int = 0) -> State:
    """The first setting of a clock: the first level begins now."""
    return State(_utc(now), ZERO, running=True, outs=outs)


def pause(state: State | None, now: datetime) -> State:
    """Stand still, exact to the microsecond.  Raises ``clock_not_started``, ``clock_not_running``."""
    state = _started(state)
    if not state.running:
        raise RuleError("clock_not_running")
    return _moved(state, now, running=False)


def resume(state: State | None, now: datetime) -> State:
    """Go on from where it stood.  Raises ``clock_not_started``, ``clock_already_running``."""
    state = _started(state)
    if state.running:
        raise RuleError("clock_already_running")
    return _moved(state, now, running=True)


def add(state: State | None, schedule: Schedule, now: datetime, delta: timedelta) -> State:
    """Give the level in force more time, or (negative) less; its place in the schedule stays.

    More time may exceed the level's length.  Taking more than there is leaves one second
    (or what was left, if less).  Raises ``clock_not_started``, ``level_without_length``.
    """
    state = _started(state)
    here = position(state, schedule, now)
    if here.left is None or here.level.length is None:
        raise RuleError("level_without_length", index=here.index)
    left = max(here.left + delta, min(here.left, LEAST_LEFT))
    return replace(state, anchor_at=_utc(now), index=here.index, elapsed=here.level.length - left)


def spend(state: State | None, now: datetime, amount: timedelta) -> State:
    """Take a fixed time off, as hand-for-hand play does for each hand (RULES 2.9).

    Unlike ``add`` it runs on into the next level, as if that time had been played.
    Raises ``clock_not_started``.
    """
    return _moved(_started(state), now, further=amount)


def go_to(state: State | None, schedule: Schedule, now: datetime, index: int) -> State:
    """Begin level ``index`` anew; running or paused as before.

    Under ``ByOuts`` the difference becomes ``shift``, and later outs go on from there.
    Raises ``clock_not_started``, ``no_such_level``.
    """
    state = _started(state)
    if isinstance(schedule, ByOuts):
        if not 0 <= index <= schedule.top:
            raise RuleError("no_such_level", index=index)
        return replace(_moved(state, now), shift=index - state.outs // schedule.every)
    if not 0 <= index < len(schedule.levels):
        raise RuleError("no_such_level", index=index)
    return replace(state, anchor_at=_utc(now), elapsed=ZERO, index=index)


def next_level(state: State | None, schedule: Schedule, now: datetime) -> State:
    """Begin the next line of the schedule, break or level.  Raises ``no_next_level``."""
    state = _started(state)
    here = position(state, schedule, now)
    if here.next is None:
        raise RuleError("no_next_level")
    return go_to(state, schedule, now, here.index + 1)


def previous_level(state: State | None, schedule: Schedule, now: datetime) -> State:
    """Begin the line before this one anew.  Raises ``no_previous_level``."""
    state = _started(state)
    here = position(state, schedule, now)
    if here.index == 0:
        raise RuleError("no_previous_level")
    return go_to(state, schedule, now, here.index - 1)


def settle(state: State, schedule: Schedule, now: datetime) -> State:
    """The same time, counted from the start of the level in force and anchored at ``now``.

    For an edit of the schedule: what has begun is then frozen.  On a last level past its end the
    overrun is forgotten, so a level put behind it begins at the edit and not in the past.
    """
    if isinstance(schedule, ByOuts):
        return _moved(state, now)
    index, spent = _stand(state, schedule, _passed(state, now))
    length = schedule.levels[index].length
    return replace(
        state, anchor_at=_utc(now), index=index, elapsed=spent if length is None else min(spent, length)
    )


def _utc(instant: datetime) -> datetime:
    # Python subtracts two datetimes of one zone by the wall, an hour wrong over a change of offset.
    if instant.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return instant.astimezone(UTC)


def _passed(state: State, now: datetime) -> timedelta:
    """Time that counted since the anchor: none while paused, none if the wall clock went back."""
    now = _utc(now)
    return max(ZERO, now - _utc(state.anchor_at)) if state.running else ZERO


def _started(state: State | None) -> State:
    if state is None:
        raise RuleError("clock_not_started")
    return state


def _moved(state: State, now: datetime, *, running: bool | None = None, further: timedelta = ZERO) -> State:
    return replace(
        state,
        anchor_at=_utc(now),
        elapsed=state.elapsed + _passed(state, now) + further,
        running=state.running if running is None else running,
    )


def _stand(state: State, schedule: Timed, passed: timedelta) -> tuple[int, timedelta]:
    """The index in force and the time spent in it (negative where time was added)."""
    if not schedule.levels:
        raise RuleError("schedule_empty")
    last = len(schedule.levels) - 1
    # A schedule that was cut short under a running clock leaves it on the last level.
    index, spent = min(state.index, last), state.elapsed + passed
    while index < last:
        length = schedule.levels[index].length
        if length is None or spent < length:
            break
        index, spent = index + 1, spent - length
    return index, spent


def _coming(schedule: Timed, index: int, left: timedelta | None) -> Iterator[tuple[int, timedelta]]:
    """The levels after ``index`` with the time until each, as far as it is known."""
    wait = left
    for later in range(index + 1, len(schedule.levels)):
        if wait is None:
            return
        yield later, wait
        length = schedule.levels[later].length
        wait = None if length is None else wait + length


def _boundaries(
    state: State, schedule: Timed, index: int, left: timedelta | None, now: datetime
) -> tuple[tuple[datetime, int], ...]:
    if not state.running:
        return ()
    # Reckoned from the anchor when the wall clock went back, or each look would move them.
    base = max(_utc(now), _utc(state.anchor_at))
    found = [(base + wait, later) for later, wait in _coming(schedule, index, left)]
    return tuple(found[:BOUNDARIES_SHOWN])
