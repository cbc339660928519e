"""The cap of a round: three hours of play, breaks and pauses not counted (VIV-26)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.clock import State, add, limit_at, limit_left, next_level, pause, played, resume, start
from tdapp.rules.levels import ByOuts, Level, Timed
from tdapp.rules.round_presets import vivaldi_levels

T0 = datetime(2027, 1, 4, 20, 0, tzinfo=UTC)
VIVALDI = Timed(vivaldi_levels())
WITH_BREAK = Timed(
    (
        Level.of_minutes(0, 0, 60, ante=100),
        Level.break_of(10),
        Level.of_minutes(0, 0, 60, ante=200),
        Level.of_minutes(0, 0, 60, ante=300),
    )
)


def after(minutes):
    return T0 + timedelta(minutes=minutes)


def minutes(span):
    return span / timedelta(minutes=1)


def test_round_1_is_counted_after_three_hours_VIV_26():
    clock = start(T0)
    assert limit_at(clock, VIVALDI, T0, 180) == after(180)
    assert limit_left(clock, VIVALDI, after(179), 180) == timedelta(minutes=1)
    assert limit_left(clock, VIVALDI, after(180), 180) == timedelta(0)
    assert limit_left(clock, VIVALDI, after(200), 180) == timedelta(0)


def test_the_last_level_goes_on_counting_beyond_its_end():
    assert minutes(played(start(T0), VIVALDI, after(200))) == 200
    assert limit_at(start(T0), VIVALDI, after(200), 180) == after(180)


def test_a_pause_is_no_play_VIV_26():
    clock = pause(start(T0), after(30))
    assert minutes(played(clock, VIVALDI, after(90))) == 30
    assert limit_left(clock, VIVALDI, after(90), 180) == timedelta(minutes=150)
    assert limit_at(clock, VIVALDI, after(90), 180) is None
    clock = resume(clock, after(45))
    assert limit_at(clock, VIVALDI, after(50), 180) == after(195)


def test_a_break_is_no_play_and_moves_the_end():
    clock = start(T0)
    assert [minutes(played(clock, WITH_BREAK, after(at))) for at in (59, 60, 65, 70, 80)] == [
        59,
        60,
        60,
        60,
        70,
    ]
    for at in (0, 30, 65, 80, 150):
        assert limit_at(clock, WITH_BREAK, after(at), 180) == after(190)
    # A cap before the break does not wait for it.
    assert limit_at(clock, WITH_BREAK, after(10), 60) == after(60)
    assert limit_at(clock, WITH_BREAK, after(10), 61) == after(71)


def test_time_added_to_a_level_moves_the_cap_with_the_levels():
    clock = add(start(T0), VIVALDI, after(10), timedelta(minutes=5))
    assert limit_at(clock, VIVALDI, after(10), 180) == after(185)
    clock = add(start(T0), VIVALDI, T0, timedelta(minutes=5))
    assert played(clock, VIVALDI, after(3)) == timedelta(0)
    assert limit_at(clock, VIVALDI, after(3), 180) == after(185)
    assert limit_left(clock, VIVALDI, after(3), 180) == timedelta(minutes=182)


def test_a_level_that_is_skipped_counts_as_played():
    clock = next_level(start(T0), VIVALDI, after(10))
    assert minutes(played(clock, VIVALDI, after(10))) == 30
    assert limit_at(clock, VIVALDI, after(10), 180) == after(160)


def test_a_later_table_without_minutes_counts_what_was_played():
    by_table = ByOuts(0, 0, ante=100, every=1, last_step=1)
    clock = start(T0)
    assert minutes(played(clock, by_table, after(42))) == 42
    assert limit_at(clock, by_table, after(42), 60) == after(60)
    assert limit_left(clock, by_table, after(42), 60) == timedelta(minutes=18)


def test_without_a_limit_there_is_nothing_to_wait_for():
    assert limit_left(start(T0), VIVALDI, after(10), 0) is None
    assert limit_at(start(T0), VIVALDI, after(10), 0) is None


@given(st.integers(0, 400), st.integers(1, 300), st.sampled_from([VIVALDI, WITH_BREAK]))
def test_at_the_instant_that_was_told_the_limit_is_reached(at, limit, schedule):
    clock = State(T0, timedelta(0), running=True)
    told = limit_at(clock, schedule, after(at), limit)
    if told > after(at):
        assert limit_left(clock, schedule, told, limit) == timedelta(0)
        assert limit_left(clock, schedule, told - timedelta(seconds=1), limit) > timedelta(0)
    else:
        assert limit_left(clock, schedule, after(at), limit) == timedelta(0)


@pytest.mark.parametrize("at", [0, 30, 59, 60, 69, 70, 189])
def test_the_time_told_does_not_move_while_the_clock_runs(at):
    assert limit_at(start(T0), WITH_BREAK, after(at), 150) == after(160)
