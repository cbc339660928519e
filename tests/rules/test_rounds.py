"""Stages: kept as JSON, one after another, refused where nobody could play them; VIV-17 and SIS-14."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules import rounds
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.round_presets import flights, heads_up_bracket, heats, shootout, single, sistema, vivaldi
from tdapp.rules.rounds import (
    RoundPlan,
    check_plans,
    level_of_table,
    next_plan,
    plan_from_dict,
    plans_as_dicts,
    plans_from_dicts,
    stage_levels,
    stage_of,
)

TABLE = RoundPlan(ends="table", left=2, advance=2, table_seats=4)


def refusal(*plans):
    with pytest.raises(RuleError) as caught:
        check_plans(plans)
    return caught.value


def indexes(plans, *left):
    """The stages played one after another, with so many left before the first and after each."""
    found = []
    index = -1
    for number in left:
        coming = next_plan(plans, index, number)
        if coming is None:
            found.append(None)
            break
        index = coming[0]
        assert coming[1] == plans[index]
        found.append(index)
    return found


# --- kept as JSON ----------------------------------------------------------------------------------------


def test_a_plan_keeps_only_what_differs_and_comes_back_whole():
    lines = plans_as_dicts(vivaldi(16))
    assert json.loads(json.dumps(lines)) == lines
    assert lines[1] == {
        "seating": "seeded", "table_seats": 4, "stack": 5000, "levels": [{"ante": 100}],
        "level_trigger": "table", "ends": "table", "left": 2, "advance": 2, "until": 4, "coupled": False,
    }  # fmt: skip
    assert plans_from_dicts(lines) == vivaldi(16)
    assert plans_as_dicts(single()) == [{}]


def test_an_empty_plan_is_one_round_and_unknown_names_are_passed_over():
    assert plan_from_dict({}) == RoundPlan()
    assert plan_from_dict({"stack": 3000, "colour": "blue"}) == RoundPlan(stack=3000)
    assert plans_from_dicts([]) == ()


@given(
    st.builds(
        RoundPlan,
        name=st.text(max_size=5),
        seating=st.sampled_from(rounds.CHOICES["seating"]),
        ends=st.sampled_from(rounds.CHOICES["ends"]),
        tables=st.integers(0, 9),
        until=st.integers(0, 9),
        levels=st.lists(
            st.builds(Level.of_minutes, st.just(10), st.just(20), st.integers(1, 60)), max_size=3
        ).map(tuple),
        flight=st.booleans(),
        coupled=st.booleans(),
    )
)
def test_any_plan_comes_back_as_it_was(plan):
    assert plan_from_dict(json.loads(json.dumps(plans_as_dicts([plan])))[0]) == plan


# --- one after another -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "left", "stages"),
    [
        (4, [4, 2], [0, None]),
        (8, [8, 4, 2], [0, 2, None]),
        (16, [16, 8, 4, 2], [0, 1, 2, None]),
        (32, [32, 16, 8, 4, 2], [0, 1, 1, 2, None]),
        (60, [60, 32, 16, 8, 4, 2], [0, 1, 1, 1, 2, None]),
    ],
)
def test_vivaldis_middle_stage_comes_as_often_as_the_field_needs_it_rules_1_3(players, left, stages):
    assert indexes(vivaldi(players), *left) == stages


def test_after_a_disqualification_three_go_straight_to_the_final():
    assert next_plan(vivaldi(16), 1, 3) == (2, vivaldi(16)[2])


def test_a_single_round_is_followed_by_nothing():
    assert indexes(single(), 9, 1) == [0, None]


def test_all_flights_are_played_whoever_is_left_and_then_they_merge():
    assert indexes(flights(3, 10), 40, 12, 0, 30, 1) == [0, 1, 2, 3, None]


def test_sistemas_stages_follow_each_other_SIS_14():
    assert indexes(sistema(), 36, 30, 12, 1) == [0, 1, 2, None]


def test_a_bracket_goes_on_until_one_is_left():
    assert indexes(heads_up_bracket(), 5, 4, 2, 1) == [0, 1, 1, None]
    assert indexes(heads_up_bracket(), 2, 1) == [0, None]


def test_a_shootout_skips_to_the_final_once_one_table_holds_all():
    assert indexes(shootout(1, 9), 100, 12, 2, 1) == [0, 1, 2, None]
    assert indexes(shootout(1, 9), 30, 4, 1) == [0, 2, None]


def test_a_first_stage_may_be_passed_over():
    plans = (replace(TABLE, until=8), RoundPlan(seating="seeded", tables=1))
    assert indexes(plans, 8, 1) == [1, None]
    assert indexes(plans, 9, 6, 1) == [0, 1, None]


def test_nobody_left_to_play_with_ends_the_open():
    assert next_plan(heats(4, 2), 0, 1) is None
    assert next_plan((), -1, 9) is None


# --- stages of one schedule ------------------------------------------------------------------------------


def test_levels_1_to_6_are_the_first_stage_7_to_12_the_second_and_the_rest_the_third_SIS_14():
    stages = [stage_of(sistema(), number) for number in range(1, 21)]
    assert stages == [0] * 6 + [1] * 6 + [2] * 8


def test_the_levels_of_a_stage_are_told_by_their_numbers_SIS_14():
    assert [stage_levels(sistema(), index) for index in range(3)] == [(1, 6), (7, 12), (13, None)]
    assert stage_levels(single(), 0) == (1, None)


def test_a_stage_of_its_own_begins_its_levels_anew():
    plans = (*heats(4, 2)[:1], *sistema()[:2], RoundPlan(seating="carry", stacks="carry"))
    assert stage_of(plans, 9, first=0) == 0
    assert [stage_of(plans, number, first=1) for number in (1, 6, 7, 13)] == [1, 1, 2, 3]
    assert stage_levels(plans, 2) == (7, 12)


def test_the_levels_of_a_stage_with_carried_stacks_go_on_after_those_that_were_played():
    """Day 2 goes on where each flight stopped, and is itself carried on after four levels."""
    day = RoundPlan(ends="levels", level_count=6, flight=True)
    merged = RoundPlan(seating="merge", stacks="carry", ends="levels", level_count=4)
    plans = (day, day, merged, RoundPlan(seating="carry", stacks="carry"))
    assert [stage_levels(plans, index) for index in range(4)] == [(1, 6), (1, 6), (7, 10), (11, None)]
    assert [stage_of(plans, number, first=2) for number in (7, 10, 11)] == [2, 2, 3]


# --- the ante of a table ---------------------------------------------------------------------------------


def test_a_later_table_antes_one_chip_and_two_once_somebody_left_it_VIV_17():
    first = Level(0, 0, 100)
    assert [level_of_table(first, outs).ante for outs in (0, 1, 2, 3)] == [100, 200, 200, 200]
    assert level_of_table(Level(0, 0, 500), 1).ante == 1000


# --- what cannot be played -------------------------------------------------------------------------------


def test_a_stage_to_the_last_player_may_be_passed_over():
    check_plans((RoundPlan(until=1),))


def test_no_stage_at_all_is_an_open_of_one_round():
    check_plans(())


@pytest.mark.parametrize(
    ("plan", "code", "field"),
    [
        (RoundPlan(seating="lottery"), "unknown_choice", "seating"),
        (RoundPlan(ends="never"), "unknown_choice", "ends"),
        (RoundPlan(tables=-1), "setting_out_of_range", "tables"),
        (RoundPlan(table_seats=1), "setting_out_of_range", "table_seats"),
        (RoundPlan(table_seats=13), "setting_out_of_range", "table_seats"),
        (RoundPlan(left=0), "setting_out_of_range", "left"),
        (RoundPlan(stack=10**14), "setting_out_of_range", "stack"),
        (RoundPlan(limit_minutes=1441), "setting_out_of_range", "limit_minutes"),
        (RoundPlan(advance=True), "setting_out_of_range", "advance"),
        (RoundPlan(ends="levels"), "round_level_count_missing", "level_count"),
        (RoundPlan(seating="seeded"), "first_round_follows", "seating"),
        (RoundPlan(stacks="carry"), "first_round_follows", "stacks"),
        (RoundPlan(ends="levels", level_count=6), "last_round_without_end", "ends"),
        (RoundPlan(ends="table", tables=4), "last_round_without_end", "ends"),
        (replace(TABLE, until=4), "last_round_without_end", "until"),
        (RoundPlan(flight=True), "flights_not_merged", "seating"),
    ],
)
def test_a_stage_that_nobody_can_play_is_refused_with_its_setting(plan, code, field):
    refused = refusal(plan)
    assert (refused.code, refused.params["number"], refused.params["field"]) == (code, 1, field)


@pytest.mark.parametrize(
    ("plans", "code", "number"),
    [
        ((TABLE, RoundPlan(seating="carry")), "carried_seats_fresh_stacks", 2),
        ((TABLE, RoundPlan(seating="carry", stacks="carry")), "carried_round_needs_levels", 2),
        ((TABLE, RoundPlan(seating="merge", stacks="carry")), "nothing_to_merge", 2),
        ((*flights(2, 10)[:2], RoundPlan()), "flights_not_merged", 3),
        ((RoundPlan(), *flights(2, 10)), "first_round_follows", 2),
        ((TABLE, replace(TABLE, seating="seeded", until=1), RoundPlan()), "round_never_ends", 2),
        ((TABLE, replace(TABLE, advance=4, until=8), RoundPlan()), "round_never_ends", 2),
        ((replace(TABLE, tables=4, until=7), RoundPlan()), "round_never_ends", 1),
        ((RoundPlan(ends="field", left=9, until=8), RoundPlan()), "round_never_ends", 1),
        ((RoundPlan(ends="levels", level_count=6, until=8), RoundPlan()), "round_never_ends", 1),
    ],
)
def test_stages_that_do_not_follow_each_other_are_refused_by_number(plans, code, number):
    refused = refusal(*plans)
    assert (refused.code, refused.params["number"]) == (code, number)


def test_a_stage_with_levels_that_cannot_be_played_is_refused():
    assert refusal(RoundPlan(levels=(Level(0, 0),))).code == "level_empty"


def test_more_stages_than_anybody_plays_are_refused():
    assert refusal(*(RoundPlan(),) * 21).code == "rounds_too_many"


@given(st.integers(2, 12), st.integers(1, 6), st.integers(1, 40), st.integers(2, 200))
def test_a_repeated_stage_that_is_not_refused_always_comes_to_its_end(seats, advance, until, players):
    repeated = RoundPlan(ends="table", left=advance, advance=advance, table_seats=seats, until=until)
    try:
        check_plans((repeated, RoundPlan(seating="seeded", tables=1)))
    except RuleError as refused:
        assert refused.code == "round_never_ends"
        return
    for _ in range(200):
        if players <= until:
            return
        tables = -(-players // seats)
        sizes = [players // tables + (at < players % tables) for at in range(tables)]
        players = sum(min(size, advance) for size in sizes)
    raise AssertionError("it went on for ever")
