"""Chips: SPT-03, SPT-36, RULES 5.2."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.chips import (
    ChipLine,
    ChipSet,
    Use,
    average,
    check_multiple,
    payable,
    real_value,
    suggest,
)
from tdapp.rules.errors import RuleError


def test_a_one_euro_chip_of_twenty_for_ten_is_worth_half_a_euro_SPT_36() -> None:
    assert real_value(100, 1000, 2000) == 50
    assert real_value(25, 1000, 2000) == Fraction(25, 2)
    assert real_value(1, 50000, 50) == 1000  # San Antonio: 50 chips for 500


def test_a_stack_without_chips_is_worth_nothing_that_can_be_told() -> None:
    with pytest.raises(RuleError, match="stack_without_chips"):
        real_value(100, 1000, 0)


@given(st.lists(st.integers(1, 500), min_size=1, max_size=20), st.integers(0, 10**6))
def test_the_chips_of_a_stack_are_worth_the_prize_part_exactly(faces: list[int], prize_part: int) -> None:
    stack = sum(faces)
    assert sum((real_value(face, prize_part, stack) for face in faces), Fraction(0)) == prize_part


def test_amounts_must_be_payable_with_the_smallest_chip() -> None:
    check_multiple(75, 25)
    check_multiple(0, 25)
    with pytest.raises(RuleError) as caught:
        check_multiple(60, 25)
    assert (caught.value.code, caught.value.overrule) == ("not_payable_in_chips", True)
    assert caught.value.params == {"amount": 60, "chip": 25}
    with pytest.raises(RuleError) as caught:
        check_multiple(-25, 25)
    assert (caught.value.code, caught.value.overrule) == ("chips_negative", False)
    with pytest.raises(RuleError, match="no_such_chip"):
        check_multiple(60, 0)


@pytest.mark.parametrize(
    ("total", "players", "expected"),
    [(45000, 9, 5000), (103800, 20, 5190), (10, 4, 3), (10, 3, 3), (11, 3, 4), (600, 0, 0)],
)
def test_the_average_stack_is_in_whole_chips(total: int, players: int, expected: int) -> None:
    assert average(total, players) == expected


# RULES 5.2: stack, chips, how many of each.
PRINTED_SETS = [
    (5000, (25, 100, 500, 1000), (12, 12, 5, 1)),
    (5000, (25, 100, 500), (20, 20, 5)),
    (10000, (25, 100, 500, 1000), (12, 12, 5, 6)),
    (1500, (10, 25, 50, 100, 500), (10, 4, 4, 6, 1)),
    (5000, (100, 500), (10, 8)),
    (2000, (25, 50, 100, 200), (8, 8, 8, 3)),
]


def chip_set(values: tuple[int, ...], each: tuple[int, ...], owned: int = 200) -> ChipSet:
    return ChipSet(tuple(ChipLine(value, owned, count) for value, count in zip(values, each, strict=True)))


@pytest.mark.parametrize(("stack", "values", "each"), PRINTED_SETS)
def test_the_printed_sets_make_their_stacks(
    stack: int, values: tuple[int, ...], each: tuple[int, ...]
) -> None:
    assert chip_set(values, each).stack == stack
    assert chip_set(values, each).a_head <= 50


def test_the_sets_of_5_000_of_10_000_and_of_vivaldi_are_suggested_as_printed() -> None:
    assert suggest(5000, (25, 100, 500, 1000)) == {25: 12, 100: 12, 500: 5, 1000: 1}
    assert suggest(10000, (25, 100, 500, 1000)) == {25: 12, 100: 12, 500: 5, 1000: 6}
    assert suggest(5000, (100, 500)) == {100: 10, 500: 8}


def test_other_stacks_are_suggested_with_few_small_chips_though_not_as_printed() -> None:
    assert suggest(1500, (10, 25, 50, 100, 500)) == {10: 10, 25: 12, 50: 4, 100: 4, 500: 1}
    assert suggest(2000, (25, 50, 100, 200)) == {25: 12, 50: 8, 100: 5, 200: 4}


def test_a_stack_too_small_for_the_usual_numbers_is_made_of_the_fewest_chips() -> None:
    assert suggest(200, (25, 100, 500, 1000)) == {25: 0, 100: 2, 500: 0, 1000: 0}
    with pytest.raises(RuleError, match="chips_do_not_make_stack"):
        suggest(30, (25, 100))
    with pytest.raises(RuleError, match="no_such_chip"):
        suggest(30, ())
    with pytest.raises(RuleError, match="stack_without_chips"):
        suggest(0, (25,))


@given(
    st.lists(st.sampled_from([1, 2, 5, 10, 20, 25, 50, 100, 500, 1000, 5000]), min_size=1, max_size=6),
    st.integers(1, 40000),
)
def test_what_is_suggested_always_makes_the_stack(values: list[int], stack: int) -> None:
    if payable(stack, values):
        counts = suggest(stack, values)
        assert sum(value * count for value, count in counts.items()) == stack
        assert min(counts.values()) >= 0
    else:
        with pytest.raises(RuleError, match="chips_do_not_make_stack"):
            suggest(stack, values)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=3), st.integers(0, 120))
def test_payable_means_that_some_numbers_of_the_chips_make_the_amount(chips: list[int], amount: int) -> None:
    reached = {0}
    for made in range(amount + 1):
        if any(made - chip in reached for chip in chips):
            reached.add(made)
    assert payable(amount, chips) == (amount in reached)


def test_380_needs_a_ten_although_there_are_25s_SIS_26() -> None:
    assert not payable(380, (25, 50, 100, 500))
    assert payable(380, (10, 25, 50, 100, 500))
    assert payable(6, (2, 5, 10))
    assert not payable(6, (5, 10))
    assert not payable(5, ())


def test_chips_with_nothing_in_common_are_answered_at_once() -> None:
    odd, many = (999_999_937, 1_000_000_007), (99_999_937, 99_999_971, 99_999_989, 100_000_007)
    started = perf_counter()
    assert payable(sum(odd), odd)
    assert payable(7 * odd[0], odd)
    assert not payable(odd[0] + 1, odd)
    assert not payable(10**13, odd)
    assert not payable(10**13 - 1, many)
    assert payable(4999 * 5000 + 5001, (5000, 5001))  # exact for every set that is played with
    assert perf_counter() - started < 2


def test_a_set_serves_as_many_players_as_its_scarcest_chip() -> None:
    owned = ChipSet(
        (ChipLine(1000, 20, 1), ChipLine(25, 150, 12), ChipLine(100, 150, 12), ChipLine(500, 50, 5))
    )
    assert owned.values == (25, 100, 500, 1000)
    assert (owned.stack, owned.a_head, owned.serves) == (5000, 30, 10)
    assert ChipSet((ChipLine(25, 100),)).serves is None


def test_what_ten_players_and_two_rebuys_need_is_set_against_what_is_owned() -> None:
    owned = ChipSet(
        (ChipLine(25, 150, 12), ChipLine(100, 140, 12), ChipLine(500, 60, 5), ChipLine(1000, 20, 1))
    )
    uses = owned.uses(10, rebuys=2)
    assert uses == (Use(25, 144, 150), Use(100, 144, 140), Use(500, 60, 60), Use(1000, 12, 20))
    assert [use.over for use in uses] == [6, -4, 0, 8]


def test_colour_ups_need_larger_chips_one_after_the_other() -> None:
    # 9 players: 108 × 25 = 2700 become 27 more 100s; then 135 × 100 = 13 500 become 14 more 1000s.
    owned = chip_set((25, 100, 500, 1000), (12, 12, 5, 1))
    uses = owned.uses(9, colour_ups=[(25, 100), (100, 1000)])
    assert [(use.value, use.needed) for use in uses] == [(25, 108), (100, 135), (500, 45), (1000, 23)]
    assert owned.uses(9, colour_ups=[(500, 5000)])[-1] == Use(5000, 5, 0)


def test_a_set_is_read_from_the_rows_of_an_open_and_refused_when_it_is_none() -> None:
    rows = [{"value": 100, "owned": 50, "each": 5, "colour": 0}, {"value": 25}]
    assert ChipSet.from_rows(rows) == ChipSet((ChipLine(25), ChipLine(100, 50, 5)))
    for lines, code in (
        ((ChipLine(0),), "no_such_chip"),
        ((ChipLine(25), ChipLine(25)), "chip_twice"),
        ((ChipLine(25, -1),), "chips_negative"),
    ):
        with pytest.raises(RuleError, match=code):
            ChipSet(lines)
