"""What the director does to the clock: pause, resume, a minute more or less, another level."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Unpack

from tdapp.clock import queries, steps
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Open
from tdapp.opens.steps import check_running
from tdapp.rules import clock
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Schedule

Move = Callable[[clock.State, Schedule], clock.State]


def _set(change: Change, open: Open, move: Move, *, begins: bool = False) -> None:
    open.refresh_from_db()
    check_running(open)
    round = queries.current_round(open)
    row, schedule = queries.clock_of(round), queries.schedule_of(open, round)
    if row is None or schedule is None:
        raise RuleError("clock_not_started")
    state = move(queries.state_of(row, steps.outs_of(open)), schedule)
    steps.set_clock(change, row=row, schedule=schedule, state=state, begins=begins)
    change.note(clock=row.pk, index=clock.position(state, schedule, change.now).index)


@once
def pause_clock(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Stop the time. RuleError: ``clock_not_started``, ``clock_not_running``."""
    with record(open.stream, "clock_paused", **act) as change:
        _set(change, open, lambda state, _: clock.pause(state, change.now))
    return change.entry


@once
def resume_clock(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Let the time run on. RuleError: ``clock_not_started``, ``clock_already_running``."""
    with record(open.stream, "clock_resumed", **act) as change:
        _set(change, open, lambda state, _: clock.resume(state, change.now))
    return change.entry


@once
def add_time(*, open: Open, seconds: int, **act: Unpack[Act]) -> JournalEntry:
    """Give the level more time, or less with a negative number. RuleError: ``level_without_length``."""
    with record(open.stream, "time_added", **act) as change:
        delta = timedelta(seconds=seconds)
        _set(change, open, lambda state, schedule: clock.add(state, schedule, change.now, delta))
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
