"""The structure builder: RULES 5.1 and both worked examples of 5.3."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules import colour_up
from tdapp.rules.chips import payable
from tdapp.rules.colour_up import in_play
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level, Timed, check_schedule
from tdapp.rules.presets import sistema
from tdapp.rules.structures import Structure, Wish, build, estimate, usual_blinds

T5000 = (25, 100, 500, 1000)
SISTEMA_CHIPS = (10, 25, 50, 100, 500)
EXAMPLE_A = Wish(players=9, stack=5000, chips=T5000, minutes=210, level_minutes=20, breaks=1)
EXAMPLE_B = Wish(
    players=24,
    stack=10000,
    chips=T5000,
    minutes=270,
    level_minutes=20,
    rebuys=8,
    breaks=2,
    break_minutes=15,
    ante="big_blind",
)


def written(structure: Structure, count: int) -> str:
    """The first ``count`` lines: blinds, + before an ante, | for a break with what leaves in it."""
    words = []
    for level in structure.schedule.levels[:count]:
        if level.is_break:
            words.append("|" + ",".join(map(str, level.colour_up)))
        else:
            words.append(f"{level.sb}/{level.bb}" + (f"+{level.ante}" if level.ante else ""))
    return " ".join(words)


def playing(schedule: Timed) -> list[Level]:
    return [level for level in schedule.levels if not level.is_break]


# -- the worked examples ---------------------------------------------------------------------------------


def test_nine_players_with_5_000_in_three_and_a_half_hours_RULES_5_3_A() -> None:
    built = build(EXAMPLE_A)
    assert (built.total, EXAMPLE_A.levels, round(built.ratio, 4)) == (45_000, 10, 1.5265)
    assert written(built, 11) == (
        "25/50 50/100 75/150 100/200 150/300 |25 200/400 300/600 500/1000 800/1600 1200/2400"
    )
    assert (built.ends.number, built.ends.starts) == (10, timedelta(hours=3, minutes=10))
    assert built.remarks == ()
    bbs = [level.bb for level in playing(built.schedule)[:10]]
    steps = [round(after / before, 2) for before, after in pairwise(bbs)]
    assert steps == [2.0, 1.5, 1.33, 1.5, 1.33, 1.5, 1.67, 1.6, 1.5]
    assert [20 * bbs[number - 1] for number in (9, 10)] == [32_000, 48_000]


def test_in_example_a_150_still_needs_25s_and_the_100s_stay_to_the_end_RULES_5_3_A() -> None:
    built = build(EXAMPLE_A)
    assert colour_up.last_needed(built.schedule.levels, T5000)[25] == 4
    assert in_play(built.schedule.levels, T5000, built.ends.index or 0) == (100, 500, 1000)


def test_24_players_and_8_rebuys_of_10_000_in_four_and_a_half_hours_RULES_5_3_B() -> None:
    built = build(EXAMPLE_B)
    assert (built.total, EXAMPLE_B.levels, round(built.ratio, 4)) == (320_000, 12, 1.5863)
    assert written(built, 14) == (
        "50/100 75/150 125/250 200/400 |25 300/600+600 500/1000+1000 800/1600+1600 1200/2400+2400 |100,500"
        " 2000/4000+4000 3000/6000+6000 5000/10000+10000 8000/16000+16000"
    )
    assert (built.ends.number, built.ends.starts) == (12, timedelta(hours=4, minutes=10))
    assert {level.ante_form for level in playing(built.schedule)[4:]} == {"big_blind"}
    assert built.remarks == ()
    bbs = [level.bb for level in playing(built.schedule)[:12]]
    assert {round(after / before, 2) for before, after in pairwise(bbs)} == {1.5, 1.6, 1.67}


def test_in_example_b_25s_are_last_needed_at_level_3_and_100s_at_level_8_RULES_5_3_B() -> None:
    schedule = build(EXAMPLE_B).schedule
    needed = colour_up.last_needed(schedule.levels, T5000)
    assert [schedule.number(needed[chip]) for chip in (25, 100, 500)] == [3, 8, 8]
    assert [schedule.levels[at].seconds for at in (4, 9)] == [900, 900]


def test_levels_past_the_end_go_on_in_the_same_steps_RULES_5_1() -> None:
    assert [level.sb for level in playing(build(EXAMPLE_A).schedule)[10:]] == [2000, 3000, 5000, 8000]
    assert [level.sb for level in playing(build(EXAMPLE_B).schedule)[12:]] == [12000, 20000, 30000, 50000]
    assert build(replace(EXAMPLE_A, spare=0)).schedule.count == 10


# -- antes, chips, the end -------------------------------------------------------------------------------


def test_antes_per_player_are_about_a_ninth_and_keep_their_chip_in_play_RULES_5_1() -> None:
    built = build(replace(EXAMPLE_B, ante="per_player"))
    assert written(built, 14) == (
        "50/100 75/150 125/250 200/400 |25 300/600+100 500/1000+100 800/1600+200 1200/2400+300 |100"
        " 2000/4000+500 3000/6000+1000 5000/10000+1000 8000/16000+2000"
    )
    assert {level.ante_form for level in playing(built.schedule)} == {"", "per_player"}


def test_antes_that_no_chip_can_pay_are_remarked() -> None:
    wish = Wish(players=2, stack=1000, chips=(100,), minutes=60, ante="per_player", spare=0)
    built = build(wish)
    assert not any(level.ante for level in built.schedule.levels)
    assert [one.code for one in built.remarks if one.code == "antes_not_payable"] == ["antes_not_payable"]


def test_the_night_of_the_sistema_ends_by_field_as_the_sheet_estimates_SIS_26() -> None:
    ends = {players: estimate(sistema(), players * 1500).number for players in (10, 20, 30, 40, 60, 100, 160)}
    assert ends == {10: 7, 20: 9, 30: 11, 40: 12, 60: 14, 100: 16, 160: 18}
    assert estimate(sistema(), 1_000_000).number is None


def test_too_little_time_is_said_and_no_step_more_than_doubles() -> None:
    built = build(Wish(players=200, stack=10000, chips=T5000, minutes=120, level_minutes=30))
    said = {one.code: dict(one.params) for one in built.remarks}
    assert set(said) == {"steps_steep", "ends_late"}
    assert said["ends_late"] == {"number": 11, "minutes": 300, "wished": 120}
    assert all(after.bb <= 2 * before.bb for before, after in pairwise(playing(built.schedule)))


def test_too_much_time_is_said_and_the_blinds_rise_all_the_same() -> None:
    built = build(Wish(players=4, stack=1500, chips=SISTEMA_CHIPS, minutes=480, level_minutes=15))
    assert [(one.code, dict(one.params)) for one in built.remarks] == [
        ("steps_flat", {"percent": 9}),
        ("ends_early", {"number": 10, "minutes": 135, "wished": 480}),
    ]


def test_large_chips_make_a_shallow_start_and_that_is_said() -> None:
    built = build(Wish(players=12, stack=5000, chips=(100, 500), minutes=220))
    assert [(one.code, dict(one.params)) for one in built.remarks] == [("start_shallow", {"blinds": 25})]


def test_where_time_is_short_play_begins_with_50_big_blinds_instead_of_100_RULES_5_1() -> None:
    short = Wish(players=30, stack=10000, chips=T5000, minutes=140)
    assert playing(build(short).schedule)[0].bb == 200
    assert playing(build(replace(short, minutes=240)).schedule)[0].bb == 100


def test_the_ladder_is_of_usual_figures_that_the_chip_lays_down() -> None:
    assert usual_blinds(25, 100)[:16] == (
        *(25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500),
    )
    assert usual_blinds(1, 1)[:14] == (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40)
    assert usual_blinds(7, 100)[:10] == (7, 14, 21, 28, 35, 42, 56, 70, 84, 105)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": 1}, "wish_out_of_range"),
        ({"players": 10**9}, "wish_out_of_range"),
        ({"level_minutes": 0}, "wish_out_of_range"),
        ({"spare": 11}, "wish_out_of_range"),
        ({"ante": "button"}, "unknown_choice"),
        ({"minutes": 30}, "wish_too_short"),
        ({"breaks": 20}, "wish_too_short"),
        ({"chips": ()}, "no_such_chip"),
        ({"chips": (0, 25)}, "no_such_chip"),
        ({"stack": 0}, "stack_without_chips"),
        ({"addon_chips": -1}, "stack_without_chips"),
        ({"stack": 5010}, "stack_not_in_chips"),
        ({"stack": 200}, "stack_too_small"),
        ({"stack": 10**11}, "wish_too_large"),
    ],
)
def test_what_no_structure_can_meet_is_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        build(replace(EXAMPLE_A, **changes))  # type: ignore[arg-type]
    assert caught.value.code == code


# -- any sensible wish -----------------------------------------------------------------------------------

# The chip sets of RULES 5.2, with a few stacks each.
SETS = [
    (T5000, (5000, 10000, 20000)),
    ((25, 100, 500), (5000,)),
    (SISTEMA_CHIPS, (1500, 3000)),
    ((100, 500), (5000, 10000)),
    ((25, 50, 100, 200), (2000, 4000)),
    ((1, 2, 5, 10), (50, 100)),
]
WISHES = st.builds(
    lambda kit, at, **rest: Wish(chips=kit[0], stack=kit[1][at % len(kit[1])], **rest),
    kit=st.sampled_from(SETS),
    at=st.integers(0, 2),
    players=st.integers(4, 200),
    rebuys=st.integers(0, 60),
    minutes=st.integers(120, 480),
    level_minutes=st.integers(15, 30),
    breaks=st.integers(0, 3),
    break_minutes=st.sampled_from([5, 10, 15, 20]),
    ante=st.sampled_from(["none", "per_player", "big_blind"]),
    spare=st.integers(3, 5),
)


@settings(max_examples=300, deadline=None)
@given(WISHES)
def test_any_sensible_wish_gives_a_rising_schedule_that_its_chips_pay(wish: Wish) -> None:
    built = build(wish)
    schedule = built.schedule
    check_schedule(schedule)
    assert schedule == build(wish).schedule
    for index, level in enumerate(schedule.levels):
        here = in_play(schedule.levels, wish.chips, index)
        assert all(payable(amount, here) for amount in (level.sb, level.bb, level.ante))
        assert not level.colour_up or level.is_break
    assert colour_up.remarks(schedule, wish.chips) == ()
    levels = playing(schedule)
    assert all(level.bb == 2 * level.sb for level in levels)
    steps = [after.bb / before.bb for before, after in pairwise(levels)]
    assert min(steps) > 1.19
    assert max(steps) <= 2
    antes = [level.ante for level in levels]
    assert antes == sorted(antes)


@settings(max_examples=300, deadline=None)
@given(WISHES)
def test_any_sensible_night_ends_on_a_level_before_the_spare_ones_and_in_time_or_it_is_said(
    wish: Wish,
) -> None:
    built = build(wish)
    assert built.ends.number is not None
    assert built.ends.number <= built.schedule.count - wish.spare
    assert built.ends.starts is not None
    late = built.ends.starts >= timedelta(minutes=wish.minutes)
    assert late == any(one.code == "ends_late" for one in built.remarks)
    # Late only where even doubling each level does not get there.
    steep = any(one.code == "steps_steep" for one in built.remarks)
    assert steep or built.ends.number <= wish.levels + 1
