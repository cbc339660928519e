"""Blinding off: RULES 2.11 (T-2.11b), for every form of ante and both orders, VIV-22."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.absence import BlindedOff, blinded_off, hands_to_big_blind
from tdapp.rules.button import Button, first_button, next_button
from tdapp.rules.errors import RuleError
from tdapp.rules.forced_bets import posted
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level

TDA = PRESETS["tda"]
PER_PLAYER = PRESETS["sistema"]
VIVALDI = PRESETS["vivaldi"]


def test_out_after_the_small_blind_of_the_sixth_orbit_T_2_11b() -> None:
    found = blinded_off(3000, Level(100, 200, 200), TDA, players=9)
    assert found == BlindedOff(hand=47, orbit=6, bet="small_blind")


def test_the_order_of_blind_and_ante_does_not_save_him_T_2_11b() -> None:
    ante_first = replace(TDA, bb_ante_order="ante_first")
    assert blinded_off(3000, Level(100, 200, 200), ante_first, players=9) == BlindedOff(47, 6, "small_blind")


def test_with_one_chip_more_the_seventh_big_blind_takes_it_T_2_11b() -> None:
    assert blinded_off(3001, Level(100, 200, 200), TDA, players=9) == BlindedOff(55, 7, "big_blind")


def test_who_comes_back_just_before_his_small_blind_is_counted_from_there_T_2_11b() -> None:
    """The next hand is his small blind: eight hands to the big blind; hand 1 takes 100, then 500 an orbit."""
    found = blinded_off(3000, Level(100, 200, 200), TDA, players=9, hands_to_big_blind=8)
    assert found == BlindedOff(hand=54, orbit=6, bet="big_blind")
    assert blinded_off(100, Level(100, 200, 200), TDA, players=9, hands_to_big_blind=8) == BlindedOff(
        hand=1, orbit=0, bet="small_blind"
    )


def test_without_an_ante_an_orbit_costs_both_blinds_T_2_11b() -> None:
    """San Antonio, 1/2 with 50 chips and eight players: 3 an orbit, so the seventeenth big blind."""
    found = blinded_off(50, Level(1, 2), PRESETS["san_antonio"], players=8)
    assert found == BlindedOff(hand=16 * 8 + 1, orbit=17, bet="big_blind")


def test_an_ante_of_every_player_takes_chips_each_hand_SIS_25() -> None:
    """Ten players at 550/1100 with 100 each: 2 650 an orbit; after one of them 2 000 last four hands."""
    level = Level(550, 1100, 100)
    assert blinded_off(2650 + 2000, level, PER_PLAYER, players=10) == BlindedOff(14, 2, "ante")
    assert blinded_off(2650 + 2250, level, PER_PLAYER, players=10) == BlindedOff(16, 2, "ante")
    assert blinded_off(2650 + 1200, level, PER_PLAYER, players=10) == BlindedOff(11, 2, "big_blind")
    assert blinded_off(2650 + 100, level, PER_PLAYER, players=10) == BlindedOff(11, 2, "ante")


def test_a_level_says_itself_who_pays_its_ante_RULES_2_10() -> None:
    level = Level(100, 200, 25, ante_form="per_player")
    assert blinded_off(300, level, TDA, players=6) == BlindedOff(2, 1, "small_blind")
    assert blinded_off(300, level, TDA, players=6, hands_to_big_blind=3) == BlindedOff(4, 1, "big_blind")


def test_who_lacks_the_whole_ante_is_out_before_the_hand_VIV_22() -> None:
    level = Level(0, 0, 200)
    assert blinded_off(500, level, VIVALDI, players=4) == BlindedOff(3, 1, "ante", before=True)
    assert blinded_off(400, level, VIVALDI, players=4) == BlindedOff(2, 1, "ante")
    short = replace(VIVALDI, short_forced_bet="all_in")
    assert blinded_off(500, level, short, players=4) == BlindedOff(3, 1, "ante")


def test_two_players_have_a_blind_each_hand_T_2_11b() -> None:
    assert blinded_off(500, Level(100, 200, 0), TDA, players=2) == BlindedOff(3, 2, "big_blind")
    assert blinded_off(500, Level(100, 200, 0), TDA, players=2, hands_to_big_blind=1) == BlindedOff(
        4, 2, "big_blind"
    )


def test_where_the_small_blind_is_dead_he_before_the_big_blind_posts_none_T_2_11b_T_2_4c() -> None:
    """Seats 1, 2, 4, 5; the big blind went out in seat 3: BTN 2, no SB, BB 4.  Seat 2 pays first as BB."""
    here, seats = Button(2, 3, 4), (1, 2, 4, 5)
    away = hands_to_big_blind(2, here, seats, TDA)
    assert away == 3

    def out(chips: int, level: Level, house: HouseRules = TDA) -> BlindedOff | None:
        return blinded_off(chips, level, house, players=4, hands_to_big_blind=away, small_blind_dead=True)

    assert out(50, Level(50, 100)) == BlindedOff(4, 1, "big_blind")
    assert out(150, Level(50, 100)) == BlindedOff(5, 1, "small_blind")
    assert out(100, Level(50, 100, 100), PER_PLAYER) == BlindedOff(1, 0, "ante")
    assert out(130, Level(50, 100, 30), PER_PLAYER) == BlindedOff(4, 1, "big_blind")
    assert blinded_off(
        50, Level(50, 100), TDA, players=4, hands_to_big_blind=2, small_blind_dead=True
    ) == BlindedOff(3, 1, "big_blind"), "another seat is not asked for it anyway"


def test_nobody_is_blinded_off_where_nothing_is_posted_or_nothing_is_left() -> None:
    assert blinded_off(500, Level(0, 0, 0), TDA, players=4) is None
    assert blinded_off(0, Level(100, 200), TDA, players=4) is None
    with pytest.raises(RuleError, match="too_few_players"):
        blinded_off(500, Level(100, 200), TDA, players=1)
    with pytest.raises(RuleError, match="negative_chips"):
        blinded_off(-1, Level(100, 200), TDA, players=4)


# How far away the big blind is


def test_the_hands_to_the_big_blind_are_those_before_it_RULES_2_4() -> None:
    here, seats = Button(1, 2, 3), (1, 2, 3, 4, 5)
    assert [hands_to_big_blind(seat, here, seats, TDA) for seat in (3, 4, 5, 1, 2)] == [0, 1, 2, 3, 4]
    other_way = replace(TDA, direction="anticlockwise")
    there = Button(5, 4, 3)
    assert [hands_to_big_blind(seat, there, seats, other_way) for seat in (3, 2, 1, 5, 4)] == [0, 1, 2, 3, 4]


def test_an_empty_seat_on_the_way_counts_for_nothing_T_2_4c() -> None:
    assert hands_to_big_blind(5, Button(1, 2, 3), (1, 2, 4, 5), TDA) == 2
    assert hands_to_big_blind(5, Button(1, 2, 3), (1, 2, 4, 5), PRESETS["san_antonio"]) == 1  # SA-07: 4 skips


def test_without_blinds_the_deal_is_counted_VIV_13() -> None:
    assert hands_to_big_blind(1, Button(3, None, None), (1, 2, 3, 4), VIVALDI) == 2
    with pytest.raises(RuleError, match="seat_empty"):
        hands_to_big_blind(5, Button(3, None, None), (1, 2, 3, 4), VIVALDI)


# Properties


forms = st.sampled_from(["none", "per_player", "big_blind"])
directions = st.sampled_from(["clockwise", "anticlockwise"])


@settings(deadline=None)
@given(
    st.integers(1, 6000),
    st.integers(2, 10),
    st.integers(0, 9),
    forms,
    directions,
    st.sampled_from(["blind_first", "ante_first"]),
    st.sampled_from(["all_in", "eliminate"]),
)
def test_the_count_is_the_same_as_playing_every_hand_either_way_round_T_2_11b(
    stack: int, players: int, absent: int, form: str, direction: str, order: str, short: str
) -> None:
    level = Level(50, 100, 30 if form != "none" else 0)
    house = HouseRules(ante=form, direction=direction, bb_ante_order=order, short_forced_bet=short)
    seats = tuple(range(1, players + 1))
    seat = seats[absent % players]
    here = first_button(seats, 1, direction)
    away = hands_to_big_blind(seat, here, seats, house)
    found = blinded_off(stack, level, house, players=players, hands_to_big_blind=away)
    left, hand, orbit, before = stack, 0, 0, False
    while left and not before:
        hand += 1
        orbit += seat == here.bb
        before = form == "per_player" and short == "eliminate" and left < level.ante
        left -= posted(seat, left, here, level, house).chips
        here = next_button(here, seats, rule=house.button_rule, direction=direction)
    assert found is not None
    assert (found.hand, found.orbit, found.before) == (hand, orbit, before)
