"""Chips: SPT-03, SPT-36."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.chips import average, check_multiple, real_value
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
