"""The next hand's button and blinds as other programs ask for them: RULES 2.4, SA-07, SPT-43, SPT-44.

Each case is played clockwise as it is written and anticlockwise in a mirror; faults 40, 41, 43, 44, 46, 47
and 49 are those that other programs had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.button import Button, first_street_order, later_street_order, next_button, next_positions
from tdapp.rules.errors import RuleError

Seats = tuple[int, int, int]
SEATS = 5
LAST: Seats = (1, 2, 3)
WAYS = pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])


def played(
    seats: Collection[int], last: Seats, rule: str, direction: str, hands: int, size: int = SEATS
) -> list[Seats]:
    """So many hands from ``last`` on, told as they run clockwise: anticlockwise they are played mirrored."""

    def told(seat: int | None) -> int:
        assert seat is not None
        return seat if direction == "clockwise" else size + 1 - seat

    here: Button | Seats = (told(last[0]), told(last[1]), told(last[2]))
    found = []
    for _ in range(hands):
        here = next_positions([told(seat) for seat in seats], here, rule, direction)
        found.append((told(here.button), told(here.sb), told(here.bb)))
    return found


@WAYS
@pytest.mark.parametrize(
    ("case", "left", "hands"),
    [
        ("T-2.4a nobody out", (1, 2, 3, 4, 5), [(2, 3, 4), (3, 4, 5)]),
        ("T-2.4b the small blind out: dead button", (1, 3, 4, 5), [(2, 3, 4), (3, 4, 5)]),
        ("T-2.4c the big blind out: no small blind", (1, 2, 4, 5), [(2, 3, 4), (3, 4, 5)]),
        ("T-2.4d both blinds out", (1, 4, 5), [(2, 3, 4), (3, 4, 5), (4, 5, 1)]),
        ("T-2.4e the button out", (2, 3, 4, 5), [(2, 3, 4), (3, 4, 5)]),
    ],
)
def test_the_dead_button_in_both_directions_T_2_4a_b_c_d_e_F40_F41_F43(
    case: str, left: tuple[int, ...], hands: list[Seats], direction: str
) -> None:
    assert played(left, LAST, "tda_dead", direction, len(hands)) == hands, case


@WAYS
def test_when_the_big_blind_goes_out_nobody_skips_it_F40(direction: str) -> None:
    """Fault 40: BTN 2 without a small blind and BB 4, then the button on the empty seat 3, SB 4, BB 5."""
    found = played((1, 2, 4, 5), LAST, "tda_dead", direction, 5)
    assert found[:2] == [(2, 3, 4), (3, 4, 5)]
    assert [bb for _, _, bb in found] == [4, 5, 1, 2, 4]


@WAYS
def test_everybody_posts_the_big_blind_and_then_the_small_blind_once_a_round_F41(direction: str) -> None:
    left = (1, 2, 4, 5)
    found = played(left, LAST, "tda_dead", direction, 9)
    big = [bb for _, _, bb in found]
    small = [sb for _, sb, _ in found]
    assert Counter(big[:8]) == {1: 2, 2: 2, 4: 2, 5: 2}
    assert small[1:] == big[:-1]  # the big blind's seat has the small blind in the next hand


@WAYS
def test_both_blinds_out_leave_two_dead_buttons_F43(direction: str) -> None:
    assert played((1, 4, 5), LAST, "tda_dead", direction, 2) == [(2, 3, 4), (3, 4, 5)]


@WAYS
@pytest.mark.parametrize("rule", ["tda_dead", "sa_dead_dealer", "moving"])
@pytest.mark.parametrize(
    ("left", "expected"),
    [((2, 3), (3, 3, 2)), ((1, 3), (3, 3, 1)), ((1, 2), (2, 2, 1))],
)
def test_three_left_become_two_in_each_of_the_three_ways_RULES_2_4(
    left: tuple[int, int], expected: Seats, rule: str, direction: str
) -> None:
    assert played(left, LAST, rule, direction, 1, size=3) == [expected]


@WAYS
def test_heads_up_the_button_has_the_small_blind_every_hand_F44_SPT_44(direction: str) -> None:
    """Fault 44: not the other one.  The button acts first before the flop and last after it."""
    found = played((2, 4), (2, 2, 4), "moving", direction, 4)
    assert found == [(4, 4, 2), (2, 2, 4), (4, 4, 2), (2, 2, 4)]
    here = Button(2, 2, 4)
    assert first_street_order(here, (2, 4), direction) == (2, 4)
    assert later_street_order(here, (2, 4), direction) == (4, 2)


@WAYS
def test_three_to_two_somebody_posts_the_small_blind_F46(direction: str) -> None:
    """Fault 46: Ana (1) BTN, Bo (2) SB, Cy (3) BB goes out: Bo is button and small blind, Ana big blind."""
    assert played((1, 2), LAST, "tda_dead", direction, 2, size=3) == [(2, 2, 1), (1, 1, 2)]


@WAYS
@pytest.mark.parametrize("rule", ["tda_dead", "sa_dead_dealer", "moving"])
def test_a_player_out_of_his_seat_keeps_nothing_up_F47(rule: str, direction: str) -> None:
    """Fault 47: who is absent is dealt in, so the button comes to him and goes on; no big blind twice."""
    found = played((1, 2, 3, 4), (4, 1, 2), rule, direction, 8, size=4)
    assert [button for button, _, _ in found] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert [bb for _, _, bb in found] == [3, 4, 1, 2, 3, 4, 1, 2]


@WAYS
def test_two_players_rotate_without_anybody_elses_code_F49(direction: str) -> None:
    """Fault 49: a library that flips the blinds of two players and never rotates them is not asked."""
    found = played((1, 2), (1, 1, 2), "tda_dead", direction, 4, size=2)
    assert [bb for _, _, bb in found] == [1, 2, 1, 2]
    assert all(button == sb for button, sb, _ in found)


@WAYS
@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ((1, 2, 3, 4, 5), (2, 3, 4)),
        ((1, 2, 4, 5), (2, 4, 5)),  # the big blind out: the next player posts the small one
        ((1, 3, 4, 5), (2, 3, 4)),  # the small blind out: the dealer is dead, at the empty seat 2
        ((1, 4, 5), (2, 4, 5)),
        ((2, 3, 4, 5), (2, 3, 4)),
    ],
)
def test_a_dead_dealer_never_kills_the_small_blind_SA_07(
    left: tuple[int, ...], expected: Seats, direction: str
) -> None:
    assert played(left, LAST, "sa_dead_dealer", direction, 1) == [expected]


@WAYS
@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ((1, 2, 3, 4, 5), (2, 3, 4)),
        ((1, 3, 4, 5), (3, 4, 5)),
        ((1, 2, 4, 5), (2, 4, 5)),
        ((2, 3, 4, 5), (2, 3, 4)),
    ],
)
def test_a_moving_button_passes_to_the_next_survivor_SPT_09_SPT_43(
    left: tuple[int, ...], expected: Seats, direction: str
) -> None:
    assert played(left, LAST, "moving", direction, 1) == [expected]


def test_the_hand_before_may_be_a_button_or_three_numbers() -> None:
    told = next_positions([1, 2, 4, 5], (1, 2, 3), "sa_dead_dealer")
    assert told == next_positions([1, 2, 4, 5], Button(1, 2, 3), "sa_dead_dealer", "clockwise")
    assert told == next_button(Button(1, 2, 3), [1, 2, 4, 5], rule="sa_dead_dealer") == Button(2, 4, 5)
    assert next_positions([1, 3, 4], (4, None, None), "moving", "anticlockwise") == Button(3, None, None)
    with pytest.raises(RuleError, match="too_few_players"):
        next_positions([4], (1, 2, 3), "moving")
    with pytest.raises(RuleError, match="unknown_choice"):
        next_positions([1, 2, 3], (1, 2, 3), "moving", "sideways")


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 10), st.data(), st.sampled_from(["clockwise", "anticlockwise"]))
def test_under_a_dead_button_nobody_skips_or_doubles_a_big_blind_RULES_2_4_F40_F41(
    players: int, data: st.DataObject, direction: str
) -> None:
    """Forty hands in which anybody may go out: whoever is still in has had as many big blinds as every
    other, or one more or fewer, and never two running."""
    left = set(range(1, players + 1))
    second, third = (2, 3) if players > 2 else (1, 2)
    told = (1, second, third) if direction == "clockwise" else (1, *_other_way(players))
    here = Button(*told)
    blinds: Counter[int] = Counter(dict.fromkeys(left, 0))
    assert here.bb is not None
    blinds[here.bb] += 1
    for _ in range(40):
        if len(left) > 2 and data.draw(st.integers(0, 3)) == 0:
            left -= data.draw(st.sets(st.sampled_from(sorted(left)), min_size=1, max_size=len(left) - 2))
        before, here = here, next_positions(left, here, "tda_dead", direction)
        assert here.bb in left
        assert here.bb != before.bb
        assert here.bb is not None
        blinds[here.bb] += 1
        had = [blinds[seat] for seat in left]
        assert max(had) - min(had) <= 1


def _other_way(players: int) -> tuple[int, int]:
    return (players, players - 1) if players > 2 else (1, 2)
