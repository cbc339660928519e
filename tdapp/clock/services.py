"""What the director does to the clock: the start, pause and resume, the time left, the levels to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Unpack

from tdapp.clock import queries, steps
from tdapp.clock.models import Clock
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Open
from tdapp.opens.steps import check_running, check_unfinished
from tdapp.rules import clock
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed, check_schedule

LONGEST_WAIT = timedelta(hours=24)
"""How far ahead a start may be set."""
LONGEST_LEFT = timedelta(hours=24)
"""The most time that a level can be given."""
Move = Callable[[clock.State, Schedule], clock.State]


def _set(change: Change, open: Open, move: Move, *, begins: bool = False, everywhere: bool = False) -> None:
    """Set the clock of the round, with ``everywhere`` also those that other tables play by (VIV-32).

    RuleError: ``clock_not_started``, ``start_lies_ahead`` (the countdown has its own acts).
    """
    open.refresh_from_db()
    check_running(open)
    round = queries.current_round(open)
    row, schedule = queries.clock_of(round), queries.schedule_of(open, round)
    if row is None or schedule is None:
        raise RuleError("clock_not_started")
    if queries.counts_down(row, change.now):
        raise RuleError("start_lies_ahead")
    state = _moved(row, open, schedule, move)
    steps.set_clock(change, row=row, schedule=schedule, state=state, begins=begins)
    change.note(clock=row.pk, index=clock.position(state, schedule, change.now).index)
    if everywhere:
        for other in queries.clocks_beside(open, row):
            _set_beside(change, open, other, move)


def _moved(row: Clock, open: Open, schedule: Schedule, move: Move) -> clock.State:
    state = move(queries.state_of(row, steps.outs_of(open)), schedule)
    # Still the same pause: it keeps the moment at which it began.
    return state if row.running or state.running else replace(state, anchor_at=row.anchor_at)


def _set_beside(change: Change, open: Open, row: Clock, move: Move) -> None:
    """A clock beside the round's follows it where it can: one that stands already is not paused."""
    schedule = queries.schedule_of(open, row.round)
    if schedule is None:
        return
    try:
        state = _moved(row, open, schedule, move)
    except RuleError:
        return
    steps.set_clock(change, row=row, schedule=schedule, state=state)


@once
def pause_clock(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Stop the time, at every table. RuleError: ``clock_not_started``, ``clock_not_running``."""
    with record(open.stream, "clock_paused", **act) as change:
        _set(change, open, lambda state, _: clock.pause(state, change.now), everywhere=True)
    return change.entry


@once
def resume_clock(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Let the time run on, at every table.

    RuleError: ``clock_not_started``, ``clock_already_running``, ``hand_for_hand_runs`` (RULES 2.9).
    """
    with record(open.stream, "clock_resumed", **act) as change:
        if queries.running_hand_for_hand(queries.current_round(open)) is not None:
            raise RuleError("hand_for_hand_runs")
        _set(change, open, lambda state, _: clock.resume(state, change.now), everywhere=True)
    return change.entry


@once
def announce_start(*, open: Open, at: datetime | None, **act: Unpack[Act]) -> JournalEntry:
    """Say when play will begin, or (None) take it back: the screen counts down, nothing begins by itself.

    RuleError: ``start_passed``, ``start_too_far`` (hours), ``started_already``, ``finished_already``.
    """
    with record(open.stream, "start_announced", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        if open.started_at is not None:
            raise RuleError("started_already")
        if at is not None:
            check_start(at, change.now)
        change.update(open, starts_at=at)
        change.note(at=None if at is None else at.isoformat())
    return change.entry


@once
def move_start(*, open: Open, at: datetime, **act: Unpack[Act]) -> JournalEntry:
    """Let the play that counts down begin at another instant; ``at`` now or earlier begins it now.

    RuleError: ``clock_not_started``, ``start_too_far`` (hours), ``started_already`` (it has begun).
    """
    with record(open.stream, "start_moved", **act) as change:
        open.refresh_from_db()
        check_running(open)
        round = queries.current_round(open)
        row = queries.clock_of(round)
        if row is None:
            raise RuleError("clock_not_started")
        if not queries.counts_down(row, change.now):
            raise RuleError("started_already")
        begins = max(at, change.now)
        check_start(begins, change.now)
        state = replace(queries.state_of(row, 0), anchor_at=begins)
        schedule = queries.schedule_of(open, round)
        steps.set_clock(change, row=row, schedule=schedule, state=state, begins=begins == change.now)
        change.update(open, started_at=begins)
        change.note(at=begins.isoformat(), now=begins == change.now)
    return change.entry


def check_start(at: datetime, now: datetime) -> None:
    """RuleError: ``start_passed``, ``start_too_far`` (hours)."""
    if at < now:
        raise RuleError("start_passed")
    if at - now > LONGEST_WAIT:
        raise RuleError("start_too_far", hours=LONGEST_WAIT // timedelta(hours=1))


@once
def set_time(*, open: Open, seconds: int, **act: Unpack[Act]) -> JournalEntry:
    """Let so much time be left in the level.

    RuleError: ``time_left_unusable`` (hours: the most), ``level_without_length``.
    """
    if not 0 < seconds <= LONGEST_LEFT.total_seconds():
        raise RuleError("time_left_unusable", hours=LONGEST_LEFT // timedelta(hours=1))
    with record(open.stream, "time_set", **act) as change:

        def leave(state: clock.State, schedule: Schedule) -> clock.State:
            left = clock.position(state, schedule, change.now).left or clock.ZERO
            return clock.add(state, schedule, change.now, timedelta(seconds=seconds) - left)

        _set(change, open, leave)
        change.note(seconds=seconds)
    return change.entry


@once
def add_time(*, open: Open, seconds: int, **act: Unpack[Act]) -> JournalEntry:
    """Give the level more time, or less with a negative number, also at tables with a clock of their own.

    RuleError: ``level_without_length``.
    """
    with record(open.stream, "time_added", **act) as change:
        delta = timedelta(seconds=seconds)
        _set(
            change,
            open,
            lambda state, schedule: clock.add(state, schedule, change.now, delta),
            everywhere=True,
        )
        change.note(seconds=seconds)
    return change.entry


@once
def next_level(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Begin the next level now. RuleError: ``no_next_level``."""
    with record(open.stream, "level_set", **act) as change:
        _set(change, open, lambda state, schedule: clock.next_level(state, schedule, change.now), begins=True)
    return change.entry


@once
def previous_level(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Begin the level before this one anew. RuleError: ``no_previous_level``."""
    with record(open.stream, "level_set", **act) as change:
        _set(
            change,
            open,
            lambda state, schedule: clock.previous_level(state, schedule, change.now),
            begins=True,
        )
    return change.entry


@once
def go_to_level(*, open: Open, index: int, **act: Unpack[Act]) -> JournalEntry:
    """Begin the schedule's line ``index`` (from 0, breaks included) now. RuleError: ``no_such_level``."""
    with record(open.stream, "level_set", **act) as change:
        _set(
            change,
            open,
            lambda state, schedule: clock.go_to(state, schedule, change.now, index),
            begins=True,
        )
    return change.entry


@once
def change_levels(*, open: Open, levels: tuple[Level, ...], **act: Unpack[Act]) -> JournalEntry:
    """Change the schedule, also while play runs: what began is frozen, what comes may be changed, added
    or taken out.  The clock stands where it stood; the last level stays for ever.

    RuleError: ``level_began`` (index) for a line that is or was in force (where the blinds follow the
    outs: the only one, once play has begun); those of ``levels.check_schedule``; ``finished_already``.
    """
    with record(open.stream, "levels_changed", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        round = queries.current_round(open)
        row, schedule = queries.clock_of(round), queries.schedule_of(open, round)
        by_outs = isinstance(schedule, ByOuts)
        check_schedule(replace(schedule, **_first(levels)) if isinstance(schedule, ByOuts) else Timed(levels))
        begun = row is not None and not queries.counts_down(row, change.now)
        if row is not None and begun and schedule is not None:
            state = _settled(row, schedule, change.now)
            _check_frozen(queries.lines_of(round), levels, 0 if by_outs else state.index)
            steps.set_clock(change, row=row, schedule=schedule, state=state)
        first = steps.write_levels(change, round=round, levels=levels)
        change.note(first=first, lines=len(levels))
    return change.entry


def _first(levels: tuple[Level, ...]) -> dict[str, int]:
    """The amounts that the outs raise. RuleError: ``schedule_empty``."""
    if not levels:
        raise RuleError("schedule_empty")
    return {"sb": levels[0].sb, "bb": levels[0].bb, "ante": levels[0].ante}


def _settled(row: Clock, schedule: Schedule, now: datetime) -> clock.State:
    """The same time counted from the level in force; a pause keeps the moment at which it began."""
    return clock.settle(queries.state_of(row, 0), schedule, now if row.running else row.anchor_at)


def _check_frozen(before: tuple[Level, ...], after: tuple[Level, ...], index: int) -> None:
    for at in range(index + 1):
        if at >= len(after) or after[at] != before[at]:
            raise RuleError("level_began", index=at)
