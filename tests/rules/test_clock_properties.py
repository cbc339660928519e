"""What must always hold of the clock: monotone, exact over pauses, each level start once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules import clock
from tdapp.rules.clock import State, due, position
from tdapp.rules.levels import ByOuts, Level, Timed

T0 = datetime(2027, 1, 4, 20, 0, tzinfo=UTC)

levels = st.builds(
    Level, sb=st.integers(1, 99), bb=st.just(200), seconds=st.integers(1, 90), is_break=st.booleans()
)
schedules = st.lists(levels, min_size=1, max_size=7).map(lambda found: Timed(tuple(found)))
spans = st.timedeltas(timedelta(0), timedelta(seconds=700))


def simulated(schedule: Timed, seconds: int) -> tuple[int, int]:
    """The index and the seconds left after so many seconds, ticked one by one as a wall clock would."""
    index, left = 0, schedule.levels[0].seconds or 0
    for _ in range(seconds):
        left = max(0, left - 1)
        if left == 0 and index + 1 < len(schedule.levels):
            index += 1
            left = schedule.levels[index].seconds or 0
    return index, left


@given(schedules, st.integers(0, 700))
def test_agrees_with_a_clock_that_ticks_every_second(schedule: Timed, seconds: int) -> None:
    index, left = simulated(schedule, seconds)
    here = position(clock.start(T0), schedule, T0 + timedelta(seconds=seconds))
    assert (here.index, here.left) == (index, timedelta(seconds=left))
    assert here.left is not None
    assert here.elapsed_in_level + here.left == here.level.length


@given(schedules, st.lists(spans, min_size=2, max_size=8))
def test_is_monotone_and_never_below_zero(schedule: Timed, moments: list[timedelta]) -> None:
    state = clock.start(T0)
    for early, late in pairwise(sorted(moments)):
        a, b = position(state, schedule, T0 + early), position(state, schedule, T0 + late)
        assert a.index <= b.index
        assert a.left is not None
        assert b.left is not None
        assert b.left >= timedelta(0)
        assert a.index < b.index or a.left >= b.left


@given(schedules, spans, spans, spans)
def test_a_pause_and_a_resume_cost_exactly_the_pause(
    schedule: Timed, before: timedelta, idle: timedelta, after: timedelta
) -> None:
    straight = position(clock.start(T0), schedule, T0 + before + after)
    paused = clock.pause(clock.start(T0), T0 + before)
    resumed = clock.resume(paused, T0 + before + idle)
    here = position(resumed, schedule, T0 + before + idle + after)
    assert (here.index, here.left) == (straight.index, straight.left)
    assert here.boundaries == tuple((when + idle, index) for when, index in straight.boundaries)


@given(schedules, spans, spans, st.integers(-90, 90))
def test_adding_time_changes_the_time_left_by_that_much_and_never_the_level(
    schedule: Timed, before: timedelta, after: timedelta, seconds: int
) -> None:
    now = T0 + before
    old = position(clock.start(T0), schedule, now)
    state = clock.add(clock.start(T0), schedule, now, timedelta(seconds=seconds))
    new = position(state, schedule, now)
    assert new.index == old.index
    assert old.left is not None
    assert new.left == max(old.left + timedelta(seconds=seconds), min(old.left, clock.LEAST_LEFT))
    assert position(state, schedule, now + after).index >= old.index


@given(schedules, spans, spans)
def test_settling_moves_nothing(schedule: Timed, before: timedelta, after: timedelta) -> None:
    settled = clock.settle(clock.start(T0), schedule, T0 + before)
    assert position(settled, schedule, T0 + before + after) == position(
        clock.start(T0), schedule, T0 + before + after
    )


@given(schedules, st.lists(spans, min_size=1, max_size=6))
def test_sweeps_at_any_moments_record_each_start_once_and_in_time(
    schedule: Timed, moments: list[timedelta]
) -> None:
    state = clock.start(T0)
    recorded: list[tuple[int, datetime]] = []
    for moment in sorted(moments):
        since = recorded[-1][0] if recorded else -1
        recorded += due(state, schedule, since, T0 + moment)
    assert [index for index, _ in recorded] == list(
        range(position(state, schedule, T0 + max(moments)).index + 1)
    )
    starts = schedule.starts()
    assert [when for _, when in recorded] == [T0 + (starts[index] or timedelta(0)) for index, _ in recorded]
    for index, when in recorded:
        assert position(state, schedule, when).index == index


@given(st.integers(0, 40), st.integers(-8, 8), st.integers(1, 5))
def test_the_outs_still_to_come_are_exactly_those_until_the_next_step(
    outs: int, shift: int, every: int
) -> None:
    schedule = ByOuts(25, 50, every=every)
    here = position(State(T0, timedelta(0), True, outs=outs, shift=shift), schedule, T0)
    if here.index == schedule.top:
        assert (here.next, here.outs_to_next, here.outs_done) == (None, None, None)
        return
    assert here.outs_to_next is not None
    assert here.outs_done is not None
    assert here.outs_to_next >= 1
    assert here.outs_done >= 0
    assert schedule.step(outs + here.outs_to_next, shift) == here.index + 1
    assert schedule.step(outs + here.outs_to_next - 1, shift) == here.index
