"""The prize pool: RULES 4.5, VIV-42, SPT-33 to SPT-36, SA-23."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.chips import real_value
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.house import PRESETS, remarks
from tdapp.rules.money import parse_split
from tdapp.rules.payouts import PrizePlan, amounts, check_lock, prizes
from tdapp.rules.places import places, survivors_and_last_hand
from tdapp.rules.prize_pool import PrizePool, payable


def test_vivaldi_pays_after_the_costs_VIV_42() -> None:
    pool = PrizePool(16 * 25_000, costs=37_500)
    assert pool.after_costs == pool.for_places == payable(400_000, 37_500) == 362_500
    assert prizes(pool.for_places, (60, 20, 15, 5)) == (217_500, 72_500, 54_375, 18_125)


def test_a_guarantee_is_made_up_or_passed_4_5() -> None:
    short, over = PrizePool(18 * 20, guarantee=500), PrizePool(26 * 20, guarantee=500)
    assert (short.overlay, short.payable) == (140, 500)
    assert (over.overlay, over.payable) == (0, 520)
    assert short.remarks() == (Remark("overlay_due", {"overlay": 140, "guarantee": 500}),)
    assert over.remarks() == ()
    assert payable(360, 0, 500) == 500


def test_a_guarantee_holds_after_the_costs_too() -> None:
    pool = PrizePool(500, costs=100, guarantee=500)
    assert (pool.after_costs, pool.overlay, pool.payable) == (400, 100, 500)


def test_ten_and_two_of_eight_players_are_80_in_the_pool_and_16_in_fees_SPT_33_4_5() -> None:
    prize, house = parse_split("10+2", 0)
    assert (8 * prize, 8 * house) == (80, 16)
    assert payable(8 * prize) == 80


def test_a_field_or_a_buy_in_off_the_advice_is_said_and_not_blocked_SPT_34() -> None:
    assert [one.code for one in remarks(PRESETS["spt"], 6)] == ["field_outside_advice"]
    assert remarks(PRESETS["spt"], 8) == ()


@pytest.mark.parametrize("values", [(50, 20, 10), (40, 25, 15), (50, 30), (80,)])
def test_the_amounts_of_80_euros_must_sum_to_the_pool_SPT_35(values: tuple[int, ...]) -> None:
    check_lock(payable(80), amounts(80, PrizePlan("amounts", values)))
    with pytest.raises(RuleError, match="prizes_do_not_sum"):
        check_lock(payable(81), values)


def test_a_chip_of_one_euro_is_worth_half_of_it_SPT_36() -> None:
    assert real_value(100, 1000, 2000) == Fraction(50)


def test_an_open_ended_by_count_pays_the_counted_and_who_had_more_SPT_41() -> None:
    # Four left, three paid, two out in the last hand: the one with more before it takes the third prize.
    found = survivors_and_last_hand("ABCD", [], {"C": 300, "D": 900}, {"A": 2000, "B": 2800})
    assert [found[player].number for player in "ABCD"] == [2, 1, 4, 3]
    assert places("ABC", [], [["B"], ["A", "C"]])["C"].number == 2


def test_prizes_of_their_own_come_first_and_what_fell_to_the_pool_is_in_it() -> None:
    pool = PrizePool(8000, set_aside=500, added=1000)
    assert (pool.payable, pool.for_places) == (9000, 8500)
    small = PrizePool(300, set_aside=500)
    assert small.for_places == 0
    assert small.remarks() == (Remark("set_aside_above_pool", {"set_aside": 500, "payable": 300}),)


def test_costs_above_the_pool_and_amounts_below_nothing_are_refused() -> None:
    with pytest.raises(RuleError) as refused:
        payable(100, 101)
    assert (refused.value.code, refused.value.params) == ("costs_above_pool", {"taken": 100, "costs": 101})
    with pytest.raises(RuleError, match="pool_negative"):
        PrizePool(-1)


@given(*[st.integers(0, 10**6)] * 5)
def test_what_is_paid_is_what_came_in_and_what_the_organiser_adds(
    taken: int, costs: int, guarantee: int, set_aside: int, added: int
) -> None:
    costs = min(costs, taken + added)
    pool = PrizePool(taken, costs, guarantee, set_aside, added)
    assert pool.payable == taken + added - costs + pool.overlay
    assert pool.payable >= guarantee
    assert pool.overlay == 0 or pool.payable == guarantee
    assert pool.for_places + min(set_aside, pool.payable) == pool.payable
