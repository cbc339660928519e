"""The sheets' schedules and their scaling: SA-08, SA-24, SA-25, SIS-14, SIS-23, SIS-26, RULES 5.4."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules import clock, colour_up
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level, Timed, check_schedule
from tdapp.rules.presets import (
    SAN_ANTONIO_BLINDS,
    SISTEMA_CHIPS,
    SISTEMA_STACK,
    san_antonio,
    scale,
    scaled,
    sistema,
)

# RULES 5.4: stack, smallest chip, small blinds.
PRINTED = [
    (1000, 5, "20 40 60 80 120 160 200 400 600 1600"),
    (1000, 25, "25 50 75 100 125 150 200 400 600 1600"),
    (1500, 5, "30 60 90 120 180 240 300 600 900 2400"),
    (1500, 25, "25 50 100 125 175 250 300 600 900 2400"),
    (2500, 25, "50 100 150 200 300 400 500 1000 1500 4000"),
    (75, 1, "2 3 5 6 9 12 15 30 45 120"),
    (100, 1, "2 4 6 8 12 16 20 40 60 160"),
]


def clock_time(at: timedelta | None) -> str:
    assert at is not None
    return f"{at // timedelta(hours=1)}:{at.seconds // 60 % 60:02}"


@pytest.mark.parametrize(("stack", "chip", "printed"), PRINTED)
def test_san_antonio_scales_as_printed_RULES_5_4(stack: int, chip: int, printed: str) -> None:
    blinds = tuple(int(sb) for sb in printed.split(" "))
    assert scale(SAN_ANTONIO_BLINDS, 50, stack, chip) == blinds
    levels = san_antonio(stack, chip).schedule.levels
    assert [(level.sb, level.bb, level.seconds) for level in levels] == [(sb, 2 * sb, 1200) for sb in blinds]


def test_half_a_chip_is_rounded_up_as_4_5_in_the_row_of_75_RULES_5_4() -> None:
    assert scale([3], 50, 75, 1) == (5,)


def test_the_base_table_stands_as_printed_with_its_jump_remarked_SA_24() -> None:
    found = san_antonio()
    assert tuple(level.sb for level in found.schedule.levels) == (1, 2, 3, 4, 6, 8, 10, 20, 30, 80)
    assert [(one.code, dict(one.params)) for one in found.remarks] == [
        ("level_jump_above_double", {"number": 10, "before": 60, "after": 160})
    ]


def far(stack: int, chip: int) -> list[tuple[object, object, object]]:
    return [
        (one.params["number"], one.params["sb"], one.params["percent"])
        for one in san_antonio(stack, chip).remarks
        if one.code == "level_rounded_far"
    ]


def test_rounding_by_more_than_15_per_cent_is_remarked_RULES_5_4() -> None:
    assert far(1000, 5) == []
    assert far(1000, 25) == [(1, 25, 25), (2, 50, 25), (3, 75, 25), (4, 100, 25)]
    assert far(1500, 25) == [(1, 25, -17), (2, 50, -17)]
    assert far(75, 1) == [(1, 2, 33)]
    assert san_antonio(1000, 25).exact[:2] == (Fraction(20), Fraction(40))


def test_exactly_15_per_cent_is_not_far() -> None:
    sheet = Timed((Level.of_minutes(20, 40, 20),))
    assert scaled(sheet, 100, 100, 23).remarks == ()
    assert [one.code for one in scaled(sheet, 1000, 995, 23).remarks] == ["level_rounded_far"]


def test_at_1_20_the_chips_leave_that_no_later_level_needs_SA_08() -> None:
    with_twos = san_antonio(chips=(1, 2, 10, 20)).schedule
    assert clock_time(with_twos.starts()[4]) == "1:20"
    assert with_twos.levels[4].colour_up == (1,)
    assert san_antonio(chips=(1, 5, 10, 20)).schedule.levels[4].colour_up == ()
    assert colour_up.remarks(with_twos, (1, 2, 10, 20)) == ()


def test_sistema_starts_its_levels_when_the_sheet_says_SIS_23() -> None:
    sheet = (
        "0:00 0:20 0:40 1:00 1:20 1:40 2:00 2:10 2:30 2:50 3:10 3:30 3:50 4:10 4:20 4:40 5:00 5:20 5:40 6:00"
    )
    schedule = sistema()
    assert " ".join(map(clock_time, schedule.starts())) == sheet
    assert clock_time(schedule.starts()[schedule.index_of(18)]) == "6:00"
    assert clock_time(schedule.length) == "6:20"
    assert schedule.count == 18
    assert [index for index, level in enumerate(schedule.levels) if level.is_break] == [6, 13]
    check_schedule(schedule)


def test_sistema_has_antes_per_player_from_level_8_SIS_23_SIS_25() -> None:
    playing = [level for level in sistema().levels if not level.is_break]
    assert [level.ante_form for level in playing] == [""] * 7 + ["per_player"] * 11
    assert (playing[7].sb, playing[7].bb, playing[7].ante) == (550, 1100, 100)
    assert (playing[17].sb, playing[17].bb, playing[17].ante) == (6000, 12000, 1250)


def test_sistema_lets_the_10s_and_25s_go_in_the_second_break_as_the_planner_says_SIS_26() -> None:
    schedule = sistema()
    assert colour_up.remarks(schedule, SISTEMA_CHIPS) == ()
    planned = {(one.index, one.chip) for one in colour_up.plan(schedule, SISTEMA_CHIPS)}
    marked = {(at, chip) for at, level in enumerate(schedule.levels) for chip in level.colour_up}
    assert planned == marked == {(13, 10), (13, 25)}


def test_a_night_of_the_sistema_ends_on_level_18_and_stays_there_SIS_23() -> None:
    now = datetime(2025, 10, 4, 18, 0, tzinfo=UTC)
    state, schedule = clock.start(now), sistema()
    for minutes, number in ((359, 17), (360, 18), (380, 18), (500, 18)):
        assert clock.position(state, schedule, now + timedelta(minutes=minutes)).number == number


def test_sistema_for_3_000_points_doubles_blinds_and_antes() -> None:
    found = scaled(sistema(), SISTEMA_STACK, 3000, 10)
    assert [(level.sb, level.ante) for level in found.schedule.levels if level.ante][:2] == [
        (1100, 200),
        (1500, 250),
    ]
    assert found.remarks == ()
    assert [level.is_break for level in found.schedule.levels] == [
        level.is_break for level in sistema().levels
    ]


def test_an_ante_that_is_the_big_blind_stays_equal_to_it() -> None:
    sheet = Timed((Level(30, 60, 60, 1200, ante_form="big_blind"), Level(40, 80, 10, 1200)))
    assert [(level.bb, level.ante) for level in scaled(sheet, 100, 150, 25).schedule.levels] == [
        (100, 100),
        (150, 25),
    ]


def test_a_scale_without_stack_or_chip_is_refused() -> None:
    with pytest.raises(RuleError, match="stack_without_chips"):
        scale((1, 2), 50, 0, 1)
    with pytest.raises(RuleError, match="no_such_chip"):
        scale((1, 2), 50, 50, 0)


@given(st.integers(1, 10**6), st.sampled_from([1, 2, 5, 10, 25, 50, 100, 500]))
def test_scaled_blinds_always_rise_in_whole_chips(stack: int, chip: int) -> None:
    blinds = scale(SAN_ANTONIO_BLINDS, 50, stack, chip)
    assert all(sb % chip == 0 for sb in blinds)
    assert list(blinds) == sorted(set(blinds))
    check_schedule(san_antonio(stack, chip).schedule)
