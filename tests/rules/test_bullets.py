"""Bullets: RULES 4.1.6, 2.1, and the faults 83 to 93 that places derived from facts rule out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.bullets import final_outs
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import shared
from tdapp.rules.places import Place, places, same_hand_order

TEN = ("Ana", "Bo", "Cy", *"DEFGHIJ")


def numbers(busts: list[list[str]], back_in: tuple[str, ...] = ()) -> dict[str, int]:
    return {key: place.number for key, place in places(TEN, final_outs(busts, back_in)).items()}


def test_an_entry_keeps_one_final_place_whatever_its_bullets_4_1_6() -> None:
    assert numbers([["Ana"], ["Bo"], ["Ana"]]) == {"Bo": 10, "Ana": 9}
    assert numbers([["Ana"], ["Ana"], ["Bo"], ["Ana"], ["Cy"]]) == {"Bo": 10, "Ana": 9, "Cy": 8}


def test_who_is_back_in_has_no_place_yet_2_1() -> None:
    assert numbers([["Ana"], ["Bo"]], back_in=("Ana",)) == {"Bo": 10}


def test_a_place_is_derived_from_the_valid_busts_in_order_fault_83() -> None:
    # Ana out, Bo out, Ana's out undone, Cy out: nobody is 9th twice.
    assert numbers([["Bo"], ["Cy"]]) == {"Bo": 10, "Cy": 9}


def test_one_person_has_one_place_fault_85() -> None:
    found = numbers([["Ana"], ["Bo"], ["Ana"]])
    assert list(found) == ["Bo", "Ana"]
    assert len(set(found.values())) == 2


def test_equal_stacks_out_in_one_hand_tie_and_share_fault_86() -> None:
    groups = final_outs(same_hand_order({"Bo": 4000, "Cy": 4000}))
    found = places(("Ana", "Bo", "Cy"), groups)
    assert found["Bo"] == found["Cy"] == Place(2, 3)
    assert shared(found, (0, 60, 40), 1, ("Ana", "Bo", "Cy")) == {"Ana": 0, "Bo": 50, "Cy": 50}


def test_two_share_a_place_and_the_next_one_is_skipped_fault_88() -> None:
    assert numbers([["Ana", "Bo"], ["Cy"]]) == {"Ana": 9, "Bo": 9, "Cy": 8}


def test_an_out_that_is_taken_back_leaves_nothing_behind_fault_89() -> None:
    before = [["Ana"]]
    assert numbers([*before, ["Bo"]][:-1]) == numbers(before)
    with pytest.raises(RuleError, match="survivor_is_out"):
        places(TEN, [["Ana"]], [["Ana"]])


def test_who_was_put_out_by_mistake_comes_back_and_later_places_move_fault_91() -> None:
    wrong, right = [["Ana"], ["Bo"], ["Cy"]], [["Bo"], ["Cy"]]
    assert numbers(wrong) == {"Ana": 10, "Bo": 9, "Cy": 8}
    assert numbers(right) == {"Bo": 10, "Cy": 9}


def test_one_bust_in_a_hand_of_two_comes_back_in_and_the_other_is_out() -> None:
    assert final_outs([["Ana", "Bo"], ["Cy"]], back_in=["Ana"]) == (("Bo",), ("Cy",))
    assert final_outs([["Ana", "Bo"], ["Ana"]]) == (("Bo",), ("Ana",))
    assert final_outs([["Ana", "Ana"]]) == (("Ana",),)
    assert final_outs([]) == ()


@given(
    st.lists(st.lists(st.sampled_from(TEN), min_size=1, max_size=3, unique=True), max_size=20),
    st.sets(st.sampled_from(TEN)),
)
def test_everybody_who_is_out_has_exactly_one_place(busts: list[list[str]], back_in: set[str]) -> None:
    outs = final_outs(busts, back_in)
    named = [key for group in outs for key in group]
    assert sorted(named) == sorted({key for group in busts for key in group} - back_in)
    found = places(TEN, outs) if len(named) < len(TEN) else places(TEN, outs[:-1])
    assert all(place.last <= len(TEN) for place in found.values())
