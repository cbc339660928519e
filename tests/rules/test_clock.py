"""The clock: DESIGN 4, SPT-38, SIS-23, RULES 2.5 and 2.9, faults 50–68."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tdapp.rules import clock
from tdapp.rules.clock import State, due, position, seconds_shown
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Timed
from tests.rules.test_levels import sistema

T0 = datetime(2027, 1, 4, 20, 0, tzinfo=UTC)
MICRO = timedelta(microseconds=1)
SPT = ByOuts(25, 50)


def at(minutes: float) -> datetime:
    return T0 + timedelta(minutes=minutes)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def quarters(count: int = 4) -> Timed:
    """Levels of 15 minutes: 10/20, 20/40, …"""
    return Timed(tuple(Level.of_minutes(10 * n, 20 * n, 15) for n in range(1, count + 1)))


def with_break() -> Timed:
    return Timed((Level.of_minutes(1, 2, 20), Level.of_minutes(2, 4, 20), Level.break_of(10), Level(4, 8)))


def shown(state: State, schedule: Timed | ByOuts, now: datetime) -> tuple[int, timedelta | None]:
    here = position(state, schedule, now)
    return here.index, here.left


# Where the clock stands


def test_the_example_of_the_module() -> None:
    twenty = Timed(tuple(Level.of_minutes(n, 2 * n, 20) for n in (1, 2, 3)))
    assert shown(clock.start(T0), twenty, at(47.5)) == (2, minutes(12.5))


def test_a_level_plays_from_its_signal_on_T_2_5() -> None:
    schedule = Timed((Level.of_minutes(1, 2, 20), Level.of_minutes(2, 4, 20)))
    state = clock.start(T0)
    assert position(state, schedule, at(20) - timedelta(seconds=2)).level.bb == 2
    assert shown(state, schedule, at(20) - MICRO) == (0, MICRO)
    assert shown(state, schedule, at(20)) == (1, minutes(20))
    assert position(state, schedule, at(20) + timedelta(seconds=1)).level.bb == 4


@pytest.mark.parametrize(
    ("minute", "index", "number", "bb"),
    [
        (0, 0, 1, 20),
        (119, 5, 6, 520),
        (120, 6, None, 0),
        (130, 7, 7, 760),
        (250, 13, None, 0),
        (260, 14, 13, 4000),
        (360, 19, 18, 12000),
        (380, 19, 18, 12000),
        (999, 19, 18, 12000),
    ],
)
def test_sistema_stands_where_its_table_says_and_stays_on_level_18_SIS_23(
    minute: int, index: int, number: int | None, bb: int
) -> None:
    here = position(clock.start(T0), sistema(), at(minute))
    assert (here.index, here.number, here.count, here.level.bb) == (index, number, 18, bb)
    assert here.is_break == (number is None)


def test_a_position_tells_the_next_level_the_next_play_and_the_next_break() -> None:
    schedule = with_break()
    second = position(clock.start(T0), schedule, at(25))
    assert second.next == Level.break_of(10)
    assert second.next_play == Level(4, 8)
    assert second.next_break_in == minutes(15)
    assert (second.elapsed_in_level, second.left) == (minutes(5), minutes(15))
    rest = position(clock.start(T0), schedule, at(41))
    assert (rest.is_break, rest.number, rest.next, rest.next_break_in) == (True, None, Level(4, 8), None)
    last = position(clock.start(T0), schedule, at(90))
    assert (last.number, last.left, last.next, last.elapsed_in_level) == (3, None, None, minutes(40))


def test_boundaries_are_the_coming_level_starts_while_running_at_most_eight() -> None:
    state = clock.start(T0)
    assert position(state, with_break(), at(25)).boundaries == ((at(40), 2), (at(50), 3))
    many = position(state, quarters(12), at(1)).boundaries
    assert many == tuple((at(15 * n), n) for n in range(1, 9))
    assert position(clock.pause(state, at(2)), with_break(), at(25)).boundaries == ()


def test_an_empty_schedule_is_refused_and_not_a_crash() -> None:
    with pytest.raises(RuleError, match="schedule_empty"):
        position(clock.start(T0), Timed(()), T0)


def test_a_naive_instant_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="zone"):
        clock.start(datetime(2027, 1, 4, 20, 0))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("left", "seconds"),
    [
        (timedelta(0), 0),
        (MICRO, 1),
        (timedelta(seconds=1), 1),
        (timedelta(seconds=432, milliseconds=1), 433),
        (timedelta(seconds=-3), 0),
    ],
)
def test_whole_seconds_are_rounded_up(left: timedelta, seconds: int) -> None:
    assert seconds_shown(left) == seconds


# Faults that other clocks had


def test_a_tab_hidden_from_10_to_50_minutes_shows_level_4_with_10_minutes_left_fault_50() -> None:
    here = position(clock.start(T0), quarters(), at(50))
    assert (here.number, here.left) == (4, minutes(10))


def test_the_last_level_stays_at_zero_and_reads_nothing_past_the_list_fault_52() -> None:
    here = position(clock.start(T0), quarters(2), at(31))
    assert (here.number, here.left, here.next, here.next_play) == (2, timedelta(0), None, None)
    assert here.boundaries == ()
    only_break_left = Timed((Level.of_minutes(1, 2, 1), Level.break_of(1)))
    assert shown(clock.start(T0), only_break_left, at(99)) == (1, timedelta(0))


def test_twenty_pauses_lose_nothing_fault_53() -> None:
    state, now, played = clock.start(T0), T0, timedelta(0)
    for n in range(1, 21):
        stretch = timedelta(seconds=n, microseconds=333_333 * n % 999_983)
        now, played = now + stretch, played + stretch
        state = clock.pause(state, now)
        now += timedelta(seconds=7, microseconds=123_457)
        state = clock.resume(state, now)
    assert state.elapsed == played
    assert shown(state, quarters(), now) == (0, minutes(15) - played)


def test_a_wall_clock_set_back_adds_no_time_fault_53() -> None:
    state = clock.State(at(10), minutes(10), running=True)
    assert shown(state, quarters(), at(4)) == (0, minutes(5))
    assert clock.pause(state, at(4)).elapsed == minutes(10)
    assert position(state, quarters(), at(4)).boundaries[0] == (at(15), 1)


def test_twelve_levels_are_not_a_microsecond_late_fault_55() -> None:
    schedule = quarters(13)
    assert shown(clock.start(T0), schedule, at(12 * 15)) == (12, minutes(15))
    assert [when for _, when in due(clock.start(T0), schedule, 0, at(180))] == [
        at(15 * n) for n in range(1, 13)
    ]


def test_a_laptop_asleep_for_8_of_10_minutes_wakes_at_2_00_fault_58() -> None:
    ten = Timed((Level.of_minutes(1, 2, 10), Level(2, 4)))
    assert shown(clock.start(T0), ten, at(8)) == (0, minutes(2))


def test_a_screen_that_joins_while_paused_stands_still_fault_62() -> None:
    paused = clock.pause(clock.start(T0), T0 + minutes(15) - timedelta(seconds=432))
    for later in (20, 60, 600):
        here = position(paused, quarters(), at(later))
        assert (here.running, here.left) == (False, timedelta(seconds=432))


def test_a_pause_moves_the_next_break_and_every_coming_start_fault_64() -> None:
    schedule = with_break()
    going = clock.start(T0)
    assert clock.starts_in(going, schedule, at(10), 3) == minutes(40)
    paused = clock.pause(going, at(10))
    assert clock.starts_in(paused, schedule, at(25), 3) == minutes(40)
    assert position(paused, schedule, at(25)).next_break_in == minutes(30)
    again = clock.resume(paused, at(25))
    assert position(again, schedule, at(25)).boundaries == ((at(35), 1), (at(55), 2), (at(65), 3))
    assert due(again, schedule, 0, at(70)) == ((1, at(35)), (2, at(55)), (3, at(65)))


def test_what_has_begun_starts_in_no_time_and_what_nobody_knows_in_none() -> None:
    schedule = Timed((Level.of_minutes(1, 2, 20), Level(2, 4), Level(4, 8)))
    assert clock.starts_in(clock.start(T0), schedule, at(5), 0) == timedelta(0)
    assert clock.starts_in(clock.start(T0), schedule, at(5), 2) is None
    assert clock.starts_in(clock.start(T0, outs=2), SPT, at(5), 1) == timedelta(0)
    assert clock.starts_in(clock.start(T0, outs=2), SPT, at(5), 2) is None


def test_an_hour_over_the_march_change_is_sixty_real_minutes_fault_65() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    hour = Timed((Level.of_minutes(1, 2, 60), Level(2, 4)))
    state = clock.start(datetime(2027, 3, 28, 1, 30, tzinfo=berlin))
    assert shown(state, hour, datetime(2027, 3, 28, 3, 0, tzinfo=berlin)) == (0, minutes(30))
    ((ends, _),) = position(state, hour, datetime(2027, 3, 28, 3, 0, tzinfo=berlin)).boundaries
    assert ends.astimezone(berlin) == datetime(2027, 3, 28, 3, 30, tzinfo=berlin)
    assert position(state, hour, datetime(2027, 3, 28, 3, 30, tzinfo=berlin)).index == 1


def test_start_and_pause_in_the_same_instant_show_the_full_level_fault_67() -> None:
    state = clock.pause(clock.start(T0), T0)
    assert shown(state, quarters(), at(3)) == (0, minutes(15))


def test_the_same_command_twice_is_refused_and_changes_nothing_fault_67() -> None:
    state = clock.start(T0)
    with pytest.raises(RuleError, match="clock_already_running"):
        clock.resume(state, at(1))
    paused = clock.pause(state, at(1))
    with pytest.raises(RuleError, match="clock_not_running"):
        clock.pause(paused, at(2))


def test_taking_back_a_pause_gives_the_time_that_would_have_been_fault_68() -> None:
    before = clock.start(T0)
    clock.pause(before, at(5))
    # The journal puts the old fields back; the arithmetic does the rest.
    assert shown(before, quarters(), at(12)) == (0, minutes(3))


@pytest.mark.parametrize("act", [clock.pause, clock.resume])
def test_a_clock_that_was_never_started_says_so(act: object) -> None:
    assert callable(act)
    with pytest.raises(RuleError, match="clock_not_started"):
        act(None, T0)
    with pytest.raises(RuleError, match="clock_not_started"):
        clock.add(None, quarters(), T0, minutes(1))
    with pytest.raises(RuleError, match="clock_not_started"):
        clock.next_level(None, quarters(), T0)


def test_a_waiting_clock_stands_at_the_first_level() -> None:
    assert shown(clock.waiting(T0), quarters(), at(60)) == (0, minutes(15))


# A minute more or less


def test_a_minute_more_and_a_minute_less_change_only_the_level_in_force() -> None:
    schedule = quarters()
    state = clock.start(T0)
    more = clock.add(state, schedule, at(20), minutes(1))
    assert shown(more, schedule, at(20)) == (1, minutes(11))
    assert shown(more, schedule, at(31)) == (2, minutes(15))
    less = clock.add(more, schedule, at(20), minutes(-1))
    assert shown(less, schedule, at(30)) == (2, minutes(15))


def test_more_time_than_the_level_is_long_never_flips_the_level_back() -> None:
    schedule = quarters()
    state = clock.add(clock.start(T0), schedule, at(15.5), minutes(3))
    here = position(state, schedule, at(15.5))
    assert (here.index, here.left, here.elapsed_in_level) == (1, minutes(17.5), timedelta(0))
    assert shown(state, schedule, at(33)) == (2, minutes(15))
    assert due(state, schedule, 1, at(33)) == ((2, at(33)),)


def test_taking_more_than_there_is_leaves_a_second_and_no_level_is_skipped() -> None:
    schedule = quarters()
    state = clock.add(clock.start(T0), schedule, at(14.5), minutes(-1))
    assert shown(state, schedule, at(14.5)) == (0, timedelta(seconds=1))
    again = clock.add(state, schedule, at(14.5) + timedelta(milliseconds=400), minutes(-1))
    assert shown(again, schedule, at(14.5) + timedelta(milliseconds=400)) == (0, timedelta(milliseconds=600))


def test_a_minute_more_at_the_end_of_the_last_level_is_one_minute() -> None:
    schedule = quarters(2)
    state = clock.add(clock.start(T0), schedule, at(200), minutes(1))
    assert shown(state, schedule, at(200)) == (1, minutes(1))
    stays = clock.add(clock.start(T0), schedule, at(200), minutes(-1))
    assert shown(stays, schedule, at(200)) == (1, timedelta(0))


def test_time_added_while_paused_stays_paused() -> None:
    state = clock.add(clock.pause(clock.start(T0), at(5)), quarters(), at(7), minutes(1))
    assert (state.running, shown(state, quarters(), at(9))) == (False, (0, minutes(11)))


def test_a_level_without_length_has_no_time_to_add_to() -> None:
    for schedule in (with_break(), SPT):
        with pytest.raises(RuleError, match="level_without_length"):
            clock.add(clock.start(T0), schedule, at(60), minutes(1))


def test_hand_for_hand_takes_two_minutes_a_hand_until_the_level_changes_T_2_9a() -> None:
    schedule = quarters()
    state = clock.pause(clock.start(T0), at(8))
    seen = []
    for _ in range(4):
        state = clock.spend(state, at(20), minutes(2))
        seen.append(shown(state, schedule, at(20)))
    assert seen == [(0, minutes(5)), (0, minutes(3)), (0, minutes(1)), (1, minutes(14))]


# Going to a level


def test_next_and_previous_begin_the_level_anew_and_keep_the_clock_as_it_was() -> None:
    schedule = with_break()
    forward = clock.next_level(clock.start(T0), schedule, at(7))
    assert (forward.running, shown(forward, schedule, at(7))) == (True, (1, minutes(20)))
    back = clock.previous_level(forward, schedule, at(12))
    assert shown(back, schedule, at(12)) == (0, minutes(20))
    paused = clock.next_level(clock.pause(forward, at(12)), schedule, at(13))
    assert (paused.running, shown(paused, schedule, at(60))) == (False, (2, minutes(10)))


def test_there_is_nothing_before_the_first_and_after_the_last_level() -> None:
    schedule = quarters(2)
    with pytest.raises(RuleError, match="no_previous_level"):
        clock.previous_level(clock.start(T0), schedule, at(14))
    with pytest.raises(RuleError, match="no_next_level"):
        clock.next_level(clock.start(T0), schedule, at(16))
    for index in (-1, 2):
        with pytest.raises(RuleError, match="no_such_level"):
            clock.go_to(clock.start(T0), schedule, at(1), index)


# Level starts for the sweep


def test_each_level_start_is_answered_once_at_its_own_instant() -> None:
    schedule, state = with_break(), clock.start(T0)
    assert due(state, schedule, -1, T0) == ((0, T0),)
    assert due(state, schedule, 0, at(20) - MICRO) == ()
    assert due(state, schedule, 0, at(20)) == ((1, at(20)),)
    assert due(state, schedule, 1, at(300)) == ((2, at(40)), (3, at(50)))
    assert due(state, schedule, 3, at(300)) == ()


def test_a_jump_is_a_start_at_its_own_instant_and_a_resume_is_none() -> None:
    schedule = quarters()
    jumped = clock.go_to(clock.start(T0), schedule, at(7), 2)
    assert due(jumped, schedule, 1, at(23)) == ((2, at(7)), (3, at(22)))
    back = clock.go_to(jumped, schedule, at(23), 0)
    assert due(back, schedule, -1, at(24)) == ((0, at(23)),)
    resumed = clock.resume(clock.pause(clock.start(T0), at(20)), at(30))
    assert due(resumed, schedule, 1, at(44)) == ((2, at(40)),)


def test_nothing_falls_due_while_paused() -> None:
    paused = clock.pause(clock.start(T0), at(20))
    assert due(paused, quarters(), 1, at(500)) == ()


def test_a_level_without_length_is_the_last_one_due() -> None:
    schedule = Timed((Level(1, 2, seconds=60), Level(2, 4), Level(4, 8)))
    assert due(clock.start(T0), schedule, 0, at(500)) == ((1, at(1)),)


# Editing the schedule under a running clock


def test_settled_time_survives_an_edit_of_the_levels_before_it() -> None:
    schedule = quarters()
    state = clock.settle(clock.start(T0), schedule, at(35))
    shorter = Timed((Level.of_minutes(1, 2, 5), Level.of_minutes(2, 4, 5), *schedule.levels[2:]))
    assert shown(state, shorter, at(36)) == shown(clock.start(T0), schedule, at(36)) == (2, minutes(9))


def test_a_level_put_behind_an_overrun_last_level_begins_at_the_edit() -> None:
    state = clock.settle(clock.start(T0), quarters(2), at(90))
    assert shown(state, quarters(3), at(90)) == (2, minutes(15))


def test_a_schedule_cut_short_leaves_the_clock_on_its_last_level() -> None:
    state = clock.go_to(clock.start(T0), quarters(4), at(1), 3)
    assert position(state, quarters(2), at(2)).index == 1


# Levels by elimination (SPT-38)


def test_eight_players_double_at_six_four_and_two_left_SPT_38() -> None:
    seen = []
    for outs in range(7):
        here = position(clock.start(T0, outs=outs), SPT, at(90))
        seen.append((here.number, here.level.bb, here.outs_done, here.outs_to_next))
    assert seen == [
        *[(1, 50, 0, 2), (1, 50, 1, 1), (2, 100, 0, 2), (2, 100, 1, 1)],
        *[(3, 200, 0, 2), (3, 200, 1, 1), (4, 400, 0, 2)],
    ]


def test_a_level_by_outs_has_no_time_left_and_counts_the_time_played() -> None:
    here = position(clock.start(T0, outs=1), SPT, at(90))
    assert (here.left, here.count, here.next_break_in, here.boundaries) == (None, None, None, ())
    assert here.elapsed_in_level == minutes(90)
    assert (here.next, here.next_play) == (Level(50, 100), Level(50, 100))


def test_the_director_may_step_levels_by_hand_and_outs_go_on_from_there() -> None:
    state = clock.next_level(clock.start(T0, outs=1), SPT, at(5))
    assert (state.shift, position(state, SPT, at(5)).number) == (1, 2)
    third = State(state.anchor_at, state.elapsed, True, outs=2, shift=state.shift)
    assert position(third, SPT, at(6)).number == 3
    back = clock.previous_level(third, SPT, at(7))
    assert (back.shift, position(back, SPT, at(7)).number, back.elapsed) == (0, 2, minutes(7))


def test_steps_taken_back_below_the_first_level_leave_the_first_level_and_a_longer_wait() -> None:
    here = position(State(T0, timedelta(0), True, outs=1, shift=-2), SPT, T0)
    assert (here.number, here.outs_done, here.outs_to_next) == (1, 1, 5)
    with pytest.raises(RuleError, match="no_previous_level"):
        clock.previous_level(State(T0, timedelta(0), True, outs=1, shift=-2), SPT, T0)


def test_a_last_step_ends_the_rise_VIV_17() -> None:
    table = ByOuts(0, 0, ante=100, every=1, last_step=1)
    here = position(clock.start(T0, outs=1), table, T0)
    assert (here.level.ante, here.next, here.outs_to_next, here.outs_done, here.count) == (
        200,
        None,
        None,
        None,
        2,
    )
    with pytest.raises(RuleError, match="no_next_level"):
        clock.next_level(clock.start(T0, outs=1), table, T0)
    with pytest.raises(RuleError, match="no_such_level"):
        clock.go_to(clock.start(T0), table, T0, 2)


def test_a_step_by_outs_is_due_at_its_setting() -> None:
    assert due(State(at(3), minutes(3), True, outs=2), SPT, 0, at(9)) == ((1, at(3)),)
    assert due(State(at(3), minutes(3), True, outs=2), SPT, 1, at(9)) == ()
    assert clock.settle(clock.start(T0), SPT, at(5)).elapsed == minutes(5)
