"""What a night of so many players will look like, before anybody sits."""

from itertools import pairwise

import pytest

from tdapp.rules.round_outline import Step, outline
from tdapp.rules.round_presets import flights, heads_up_bracket, heats, shootout, single, sistema, vivaldi
from tdapp.rules.rounds import RoundPlan


def shown(plans, players, **named):
    return [(step.sizes, step.through) for step in outline(plans, players, **named)]


def test_vivaldi_with_16_is_four_tables_then_two_then_the_final():
    assert outline(vivaldi(16), 16) == (
        Step(0, (4, 4, 4, 4), 8),
        Step(1, (4, 4), 4),
        Step(2, (4,), 2),
    )


@pytest.mark.parametrize("players", range(6, 193))
def test_every_later_vivaldi_table_has_four_VIV_05(players):
    later = outline(vivaldi(players), players)[1:]
    assert later
    assert {size for step in later for size in step.sizes} == {4}
    assert sum(later[-1].sizes) == 4


def test_with_24_two_rounds_of_fours_come_before_the_final():
    assert shown(vivaldi(24), 24) == [((3,) * 8, 16), ((4, 4, 4, 4), 8), ((4, 4), 4), ((4,), 2)]


def test_a_bracket_shows_its_byes_as_ones():
    assert shown(heads_up_bracket(), 5) == [((1, 2, 1, 1), 4), ((2, 2), 2), ((2,), 1)]


def test_a_shootout_of_a_hundred():
    assert shown(shootout(1, 9), 100) == [((9, 9, 9, 9, *(8,) * 8), 12), ((6, 6), 2), ((2,), 1)]


def test_what_nobody_can_know_is_left_out():
    assert shown(sistema(), 36, house_seats=10) == [((9, 9, 9, 9), None), ((), None), ((), None)]
    assert shown(flights(2, 10), 90) == [((), None), ((), None), ((), None)]


def test_heats_and_one_round_take_the_houses_seats():
    assert shown(heats(3, 2), 20) == [((7, 7, 6), 6), ((6,), 1)]
    assert shown(single(), 20) == [((7, 7, 6), 1)]
    assert shown(single(), 20, house_seats=10) == [((10, 10), 1)]


def test_a_stage_may_end_with_so_many_left_in_the_room():
    plans = (RoundPlan(ends="field", left=9), RoundPlan(seating="draw", tables=1))
    assert shown(plans, 20) == [((7, 7, 6), 9), ((9,), 1)]


def test_nobody_plays_nothing():
    assert outline(vivaldi(16), 0) == ()


@pytest.mark.parametrize(
    "plans", [shootout(1, 9), shootout(3, 8), shootout(2, 4), heads_up_bracket(), heats(4, 2), heats(2, 1)]
)
@pytest.mark.parametrize("players", [8, 9, 17, 64, 100, 333])
def test_every_stage_seats_those_who_came_through_and_one_is_left(plans, players):
    steps = outline(plans, players)
    assert sum(steps[0].sizes) == players
    for step, following in pairwise(steps):
        assert sum(following.sizes) == step.through
    assert steps[-1].through == 1
