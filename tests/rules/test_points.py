"""Season points: RULES 4.7."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.points import for_tie, linear


def test_eight_entries_give_eight_to_one() -> None:
    assert [linear(8, place) for place in range(1, 9)] == [8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("place", [0, 9, -1])
def test_a_place_that_nobody_can_take_is_refused(place: int) -> None:
    with pytest.raises(RuleError) as caught:
        linear(8, place)
    assert (caught.value.code, caught.value.params) == ("no_such_place", {"place": place, "entries": 8})


def test_tied_places_share_the_average_or_take_the_better_one() -> None:
    assert for_tie(3, 4, 8) == Fraction(11, 2)
    assert for_tie(3, 4, 8, "better") == 6
    assert for_tie(3, 5, 8) == 5
    assert for_tie(2, 2, 8) == for_tie(2, 2, 8, "better") == 7


def test_a_tie_is_named_from_better_to_worse_and_by_a_known_mode() -> None:
    with pytest.raises(RuleError, match="places_reversed"):
        for_tie(4, 3, 8)
    with pytest.raises(RuleError, match="unknown_choice"):
        for_tie(3, 4, 8, "worse")
    with pytest.raises(RuleError, match="no_such_place"):
        for_tie(7, 9, 8)


@given(st.integers(1, 60), st.data())
def test_a_tie_gives_out_exactly_the_points_of_its_places(entries: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(1, entries))
    last = data.draw(st.integers(first, entries))
    shared = for_tie(first, last, entries) * (last - first + 1)
    assert shared == sum(linear(entries, place) for place in range(first, last + 1))
