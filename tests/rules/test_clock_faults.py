"""What other clocks got wrong, as laws that hold for every schedule and every evening (faults 50–70).

The single cases with their figures stand in test_clock.py.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules import clock
from tdapp.rules.clock import State, due, position, starts_in
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level, Timed

T0 = datetime(2027, 3, 5, 20, 0, tzinfo=UTC)
ZERO = timedelta(0)

levels = st.builds(
    Level, sb=st.integers(1, 99), bb=st.just(200), seconds=st.integers(1, 90), is_break=st.booleans()
)
schedules = st.lists(levels, min_size=1, max_size=7).map(lambda found: Timed(tuple(found)))
spans = st.timedeltas(ZERO, timedelta(seconds=400))
steps = st.timedeltas(timedelta(seconds=-60), timedelta(seconds=400))
"""How far the wall clock moves between two acts: it may be set back."""
ACTS = ("start", "pause", "resume", "plus", "minus", "next", "previous", "go_to")
evenings = st.lists(st.tuples(st.sampled_from(ACTS), steps), max_size=12)


def act(verb: str, state: State, schedule: Timed, now: datetime) -> State:
    """The director's act; raises RuleError where the clock refuses it."""
    match verb:
        case "pause":
            return clock.pause(state, now)
        case "resume":
            return clock.resume(state, now)
        case "plus":
            return clock.add(state, schedule, now, timedelta(seconds=60))
        case "minus":
            return clock.add(state, schedule, now, timedelta(seconds=-60))
        case "next":
            return clock.next_level(state, schedule, now)
        case "previous":
            return clock.previous_level(state, schedule, now)
        case "go_to":
            return clock.go_to(state, schedule, now, len(schedule.levels) - 1)
    return clock.start(now)


def played(schedule: Timed, evening: list[tuple[str, timedelta]]) -> tuple[State, datetime]:
    """The setting after these acts, each so long after the one before; what is refused is left out."""
    state, now = clock.start(T0), T0
    for verb, step in evening:
        now += step
        try:
            state = act(verb, state, schedule, now)
        except RuleError:
            continue
    return state, now


@given(schedules, spans, st.lists(spans, max_size=5))
def test_fault_50_a_tab_that_slept_shows_what_a_tab_that_watched_shows(
    schedule: Timed, asked: timedelta, looks: list[timedelta]
) -> None:
    """Nothing is carried from one look to the next: the level follows from the instants alone."""
    state = clock.start(T0)
    for look in looks:
        position(state, schedule, T0 + look)
    here = position(state, schedule, T0 + asked)
    starts = [ZERO, *accumulate(level.length or ZERO for level in schedule.levels)]
    index = max(at for at, start in enumerate(starts[:-1]) if start <= asked)
    assert here.index == index
    assert here.left == max(ZERO, starts[index + 1] - asked)


@given(schedules, st.timedeltas(ZERO, timedelta(days=2)))
def test_fault_52_the_last_level_stays_and_nothing_is_read_past_it(schedule: Timed, asked: timedelta) -> None:
    here = position(clock.start(T0), schedule, T0 + asked)
    last = len(schedule.levels) - 1
    assert (here.next is None) == (here.index == last)
    if here.index == last:
        assert here.boundaries == ()
    assert schedule.length is not None
    assert (here.left == ZERO) == (asked >= schedule.length)


@given(schedules, st.lists(st.tuples(spans, spans), min_size=20, max_size=20))
def test_fault_53_twenty_pauses_lose_nothing(
    schedule: Timed, stretches: list[tuple[timedelta, timedelta]]
) -> None:
    state, now = clock.start(T0), T0
    for stretch, idle in stretches:
        now += stretch
        state = clock.pause(state, now)
        now += idle
        state = clock.resume(state, now)
    total = sum((stretch for stretch, _ in stretches), ZERO)
    straight = position(clock.start(T0), schedule, T0 + total)
    here = position(state, schedule, now)
    assert state.elapsed == total
    assert (here.index, here.left) == (straight.index, straight.left)


@given(schedules, spans, spans, spans)
def test_fault_53_a_wall_clock_set_back_never_gives_time_back(
    schedule: Timed, before: timedelta, back: timedelta, after: timedelta
) -> None:
    paused = clock.pause(clock.start(T0), T0 + before)
    running = clock.resume(paused, T0 + before)
    there = position(running, schedule, T0 + before)
    set_back = position(running, schedule, T0 + before - back)
    assert (set_back.index, set_back.left) == (there.index, there.left)
    later = clock.pause(running, T0 + before - back + after)
    assert before <= later.elapsed == before + max(ZERO, after - back)


@given(schedules, st.lists(spans, max_size=6))
def test_fault_55_no_level_is_late_however_often_anybody_looks(
    schedule: Timed, looks: list[timedelta]
) -> None:
    state, found = clock.start(T0), []
    end = sum((level.length or ZERO for level in schedule.levels), ZERO)
    for look in [*sorted(looks), end]:
        since = found[-1][0] if found else -1
        found += due(state, schedule, since, T0 + max(look, ZERO))
    starts = [ZERO, *accumulate(level.length or ZERO for level in schedule.levels)][:-1]
    assert found == [(index, T0 + start) for index, start in enumerate(starts)]


@given(schedules, spans, spans)
def test_fault_64_a_pause_moves_everything_that_is_reckoned_from_the_clock(
    schedule: Timed, before: timedelta, idle: timedelta
) -> None:
    straight, at, later = clock.start(T0), T0 + before, T0 + before + idle
    resumed = clock.resume(clock.pause(straight, at), later)
    there, here = position(straight, schedule, at), position(resumed, schedule, later)
    assert here.next_break_in == there.next_break_in
    assert here.boundaries == tuple((when + idle, index) for when, index in there.boundaries)
    for index in range(len(schedule.levels)):
        waits = starts_in(straight, schedule, at, index)
        assert starts_in(clock.pause(straight, at), schedule, later, index) == waits
        assert starts_in(resumed, schedule, later, index) == waits


@given(schedules, evenings, steps)
def test_fault_67_no_evening_shows_less_than_nothing_or_more_than_there_is(
    schedule: Timed, evening: list[tuple[str, timedelta]], rest: timedelta
) -> None:
    state, now = played(schedule, evening)
    here = position(state, schedule, now + rest)
    assert here.left is not None
    assert here.left >= ZERO
    assert here.elapsed_in_level >= ZERO
    assert clock.seconds_shown(here.left) >= 0
    assert 0 <= here.index < len(schedule.levels)


@given(schedules, evenings)
def test_fault_67_the_second_of_two_who_hit_the_same_button_is_refused(
    schedule: Timed, evening: list[tuple[str, timedelta]]
) -> None:
    state, now = played(schedule, evening)
    verb, code = ("pause", "clock_not_running") if state.running else ("resume", "clock_already_running")
    first = act(verb, state, schedule, now)
    with pytest.raises(RuleError, match=code):
        act(verb, first, schedule, now)
    both = act("resume" if verb == "pause" else "pause", first, schedule, now)
    assert position(both, schedule, now).left == position(state, schedule, now).left


@given(schedules, evenings, st.sampled_from(ACTS), spans)
def test_fault_68_the_setting_that_an_undo_puts_back_gives_the_time_that_would_have_been(
    schedule: Timed, evening: list[tuple[str, timedelta]], verb: str, meanwhile: timedelta
) -> None:
    state, now = played(schedule, evening)
    would_be = position(state, schedule, now + meanwhile)
    kept = State(state.anchor_at, state.elapsed, state.running, state.outs, state.shift, state.index)
    try:
        act(verb, state, schedule, now)
    except RuleError:
        return
    assert position(kept, schedule, now + meanwhile) == would_be


@given(schedules, evenings, spans)
def test_fault_70_a_clock_is_in_one_phase_at_a_time_and_no_break_runs_on_unseen(
    schedule: Timed, evening: list[tuple[str, timedelta]], rest: timedelta
) -> None:
    state, now = played(schedule, evening)
    here = position(state, schedule, now)
    assert here.is_break == (here.number is None) == schedule.levels[here.index].is_break
    # Whatever was left of a level or break when it was left: who comes back to it finds it whole.
    for index, level in enumerate(schedule.levels):
        elsewhere = clock.go_to(state, schedule, now, (index + 1) % len(schedule.levels))
        back = clock.go_to(elsewhere, schedule, now + rest, index)
        assert position(back, schedule, now + rest).left == level.length
