"""The worst position: RULES 2.3, T-2.3a to T-2.3c, fault 73; every button rule, both directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.button import Button, first_button, next_button
from tdapp.rules.table_policy import Policy
from tdapp.rules.worst_seat import Worst, after_hands, hands_until_big_blind, may_take, next_hand, worst

TDA = Policy()
LAST = Button(1, 2, 4)
RULES = ("tda_dead", "sa_dead_dealer", "moving")


def free(size: int, *occupied: int) -> list[int]:
    return [seat for seat in range(1, size + 1) if seat not in occupied]


def test_the_seat_with_the_big_blind_soonest_is_the_worst_T_2_3a() -> None:
    occupied = (1, 2, 4, 5, 7, 9)
    assert next_hand(LAST, occupied, TDA) == Button(2, 4, 5)
    assert hands_until_big_blind(LAST, {*occupied, 6}, TDA, [6]) == {6: 1}
    assert hands_until_big_blind(LAST, {*occupied, 8}, TDA, [8]) == {8: 2}
    assert not may_take(3, LAST, occupied, TDA)
    assert worst(LAST, occupied, free(9, *occupied), TDA) == Worst((6,), 1)


def test_a_seat_that_has_the_big_blind_at_once_is_the_worst_T_2_3b() -> None:
    occupied = (1, 2, 4, 7, 9)
    assert hands_until_big_blind(LAST, {*occupied, 8}, TDA, [8]) == {8: 1}
    assert worst(LAST, occupied, free(9, *occupied), TDA) == Worst((5, 6), 0)


def test_even_a_single_big_blind_T_2_3c() -> None:
    occupied = (1, 2, 7, 9)  # 4 went out as big blind
    assert not may_take(4, LAST, occupied, TDA)  # the dead small blind
    assert worst(LAST, occupied, free(9, *occupied), TDA) == Worst((5, 6), 0, single=True)


def test_t_2_3a_in_a_mirror_is_the_same_anticlockwise() -> None:
    there = Policy(direction="anticlockwise")
    last, occupied = Button(9, 8, 6), (9, 8, 6, 5, 3, 1)
    assert worst(last, occupied, free(9, *occupied), there) == Worst((4,), 1)
    assert not may_take(7, last, occupied, there)


def test_under_a_dead_dealer_the_newcomer_would_post_the_small_blind_SA_07() -> None:
    house = Policy(button_rule="sa_dead_dealer")
    occupied = (1, 2, 4, 7, 9)
    # Dealer at 2, then 4 and 7 post; seat 3 would post the small blind, seats 5 and 6 the big one.
    assert next_hand(LAST, occupied, house) == Button(2, 4, 7)
    assert not may_take(3, LAST, occupied, house)
    assert worst(LAST, occupied, free(9, *occupied), house) == Worst((5, 6), 0)


def test_with_a_moving_button_too_nobody_lands_on_the_small_blind_SPT_43() -> None:
    house = Policy(button_rule="moving")
    occupied = (1, 2, 4, 7, 9)
    assert next_hand(LAST, occupied, house) == Button(2, 4, 7)
    assert not may_take(3, LAST, occupied, house)
    assert worst(LAST, occupied, free(9, *occupied), house) == Worst((5, 6), 0)


def test_who_makes_two_of_one_is_the_big_blind_not_the_small_one() -> None:
    # One left in seat 5; the last big blind was seat 3: who comes to 4 has it, who comes to 8 has not.
    last = Button(5, 5, 3)
    assert may_take(4, last, [5], TDA)
    assert not may_take(8, last, [5], TDA)
    assert worst(last, [5], free(9, 5), TDA) == Worst((4,), 0)


def test_where_only_the_small_blind_is_free_he_waits_a_hand() -> None:
    occupied = (1, 2, 4, 5, 6, 7, 8, 9)  # 3 had the big blind and is empty: the small blind now
    found = worst(Button(1, 2, 3), occupied, [3], TDA)
    # Then it is the dead button, which may be taken: the big blind goes round the table first.
    assert found == Worst((3,), 7, wait=1)


def test_where_nobody_knows_the_button_there_is_no_worst_seat() -> None:
    assert worst(None, [1, 2, 3], [4], TDA) is None
    assert worst(Button(1, None, None), [1, 2, 3], [4], TDA) is None
    assert worst(LAST, [1, 2, 4], [], TDA) is None
    assert next_hand(LAST, [1], TDA) is None
    assert hands_until_big_blind(None, [1, 2], TDA, [1]) == {}


def test_the_hands_to_wait_are_dealt_first() -> None:
    assert after_hands(Button(1, 2, 3), [1, 2, 3, 4, 5], TDA, 2) == Button(3, 4, 5)
    assert after_hands(None, [1, 2, 3], TDA, 2) is None
    assert after_hands(LAST, [1], TDA, 2) == LAST


@given(
    st.sets(st.integers(1, 10), min_size=2),
    st.data(),
    st.sampled_from(RULES),
    st.sampled_from(["clockwise", "anticlockwise"]),
    st.sampled_from(["small_blind", "big_blind"]),
)
def test_the_worst_seat_is_the_one_dealing_on_finds_and_never_the_small_blind_fault_73(
    sat: set[int], data: st.DataObject, rule: str, direction: str, heads_up: str
) -> None:
    """A table that lost players since its last hand; the hands are dealt out one by one, each seat alone."""
    last = first_button(sat, data.draw(st.sampled_from(sorted(sat))), direction, heads_up)
    gone = data.draw(st.sets(st.sampled_from(sorted(sat)), max_size=len(sat) - 1))
    occupied = sat - gone
    house = Policy(button_rule=rule, direction=direction, heads_up_button=heads_up)
    seats = free(10, *occupied)
    found = worst(last, occupied, seats, house)
    if not seats:
        assert found is None
        return

    def first_hand(seat: int, here: Button) -> Button:
        return next_button(here, {*occupied, seat}, rule=rule, direction=direction, heads_up_button=heads_up)

    def dealt(seat: int) -> int:
        here = last
        for hands in range(25):
            here = first_hand(seat, here)
            if here.bb == seat:
                return hands
        raise AssertionError("the big blind never came")

    legal = {seat: dealt(seat) for seat in seats if may_take(seat, last, occupied, house)}
    assert all(first_hand(seat, last).sb != seat for seat in legal)
    if legal:
        assert found is not None
        assert found.wait == 0
        assert found.hands == min(legal.values())
        assert set(found.seats) == {seat for seat, hands in legal.items() if hands == found.hands}
    else:
        assert found is None or found.wait > 0
    if found is not None and found.wait == 0:
        alone = [first_hand(seat, last).sb not in {*occupied, seat} for seat in found.seats]
        assert found.single == (found.hands == 0 and alone[0])


@pytest.mark.parametrize("rule", RULES)
def test_at_a_table_of_two_or_more_somebody_can_always_be_seated(rule: str) -> None:
    for gone in range(1, 10):
        occupied = [seat for seat in range(1, 10) if seat != gone]
        for dealer in range(1, 10):
            last = first_button(range(1, 10), dealer)
            assert worst(last, occupied, [gone], Policy(button_rule=rule)) is not None
