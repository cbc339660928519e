"""The button: RULES 2.4, SA-07, SPT-08…14, SPT-39, SPT-43, SPT-44, VIV-13, faults 40, 41, 43, 44, 46."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.button import (
    Button,
    button_seen,
    first_button,
    first_street_order,
    is_dead,
    later_street_order,
    next_button,
    odd_chip_order,
    order,
    small_blind_posted,
)
from tdapp.rules.errors import RuleError

LAST = Button(1, 2, 3)
RULES = ("tda_dead", "sa_dead_dealer", "moving")


def tda(last: Button, *occupied: int) -> Button:
    return next_button(last, occupied, rule="tda_dead")


def hands(last: Button, occupied: list[int], rule: str, count: int) -> list[Button]:
    found = []
    for _ in range(count):
        last = next_button(last, occupied, rule=rule)
        found.append(last)
    return found


# Round the table


def test_order_starts_after_the_seat_and_the_seat_itself_is_last() -> None:
    assert order([1, 2, 4, 7], 2) == (4, 7, 1, 2)
    assert order([1, 2, 4, 7], 3) == (4, 7, 1, 2)
    assert order([7, 4, 2, 1], 2, "anticlockwise") == (1, 7, 4, 2)
    assert order([], 2) == ()


def test_odd_chips_go_first_to_the_seat_after_the_button_and_last_to_the_button_SA_18() -> None:
    assert odd_chip_order(5, [1, 3, 5]) == (1, 3, 5)
    assert odd_chip_order(5, [1, 3], "anticlockwise") == (3, 1)
    assert odd_chip_order(5, [1, 3, 5], "anticlockwise") == (3, 1, 5)
    with pytest.raises(RuleError, match="button_unknown"):
        odd_chip_order(None, [1, 2])


def test_an_unknown_direction_is_refused() -> None:
    with pytest.raises(RuleError, match="unknown_choice"):
        order([1, 2], 1, "leftwards")


# Dead button (TDA 32): seats 1–5, last BTN 1, SB 2, BB 3


def test_nobody_out_moves_everything_by_one_T_2_4a() -> None:
    assert tda(LAST, 1, 2, 3, 4, 5) == Button(2, 3, 4)


def test_the_small_blind_out_leaves_a_dead_button_T_2_4b() -> None:
    first = tda(LAST, 1, 3, 4, 5)
    assert first == Button(2, 3, 4)
    assert is_dead(first, [1, 3, 4, 5])
    assert tda(first, 1, 3, 4, 5) == Button(3, 4, 5)


def test_the_big_blind_out_leaves_no_small_blind_and_then_a_dead_button_T_2_4c_F40() -> None:
    left = [1, 2, 4, 5]
    first = tda(LAST, *left)
    assert first == Button(2, 3, 4)
    assert small_blind_posted(first, left) is None
    assert not is_dead(first, left)
    second = tda(first, *left)
    assert second == Button(3, 4, 5)
    assert is_dead(second, left)
    assert small_blind_posted(second, left) == 4


def test_both_blinds_out_T_2_4d_F43() -> None:
    left = [1, 4, 5]
    first, second, third = hands(LAST, left, "tda_dead", 3)
    assert (first, is_dead(first, left), small_blind_posted(first, left)) == (Button(2, 3, 4), True, None)
    assert (second, is_dead(second, left), small_blind_posted(second, left)) == (Button(3, 4, 5), True, 4)
    assert third == Button(4, 5, 1)


def test_the_button_out_changes_nothing_for_the_blinds_T_2_4e() -> None:
    assert tda(LAST, 2, 3, 4, 5) == Button(2, 3, 4)


def test_each_player_posts_the_big_blind_once_a_round_after_the_big_blind_goes_out_F41() -> None:
    left = [1, 2, 4, 5]
    assert [hand.bb for hand in hands(LAST, left, "tda_dead", 5)] == [4, 5, 1, 2, 4]


def test_a_newcomer_between_the_last_big_blind_and_the_next_is_the_big_blind_RULES_2_4() -> None:
    assert tda(Button(1, 2, 3), 1, 2, 3, 4, 6) == Button(2, 3, 4)
    assert tda(Button(1, 2, 3), 1, 2, 3, 6) == Button(2, 3, 6)


def test_single_big_blind_for_a_newcomer_T_2_3c() -> None:
    for seat in (5, 6):
        left = [1, 2, seat, 7, 9]
        hand = tda(Button(1, 2, 4), *left)
        assert (hand.bb, small_blind_posted(hand, left)) == (seat, None)


def test_dead_button_runs_the_other_way_in_an_anticlockwise_game() -> None:
    hand = next_button(Button(5, 4, 3), [5, 4, 2, 1], rule="tda_dead", direction="anticlockwise")
    assert hand == Button(4, 3, 2)


def test_newcomers_all_between_the_blinds_never_make_one_seat_button_and_big_blind() -> None:
    assert tda(Button(1, 2, 5), 2, 3, 4, 5) == Button(4, 5, 2)


# San Antonio (SA-07)


def test_a_dead_dealer_stays_at_the_empty_seat_and_two_players_post_SA_07() -> None:
    def next_hand(*left: int) -> Button:
        return next_button(LAST, left, rule="sa_dead_dealer")

    assert next_hand(1, 2, 3, 4, 5) == Button(2, 3, 4)
    assert next_hand(1, 2, 4, 5) == Button(2, 4, 5)  # seat 3 out: the next player posts SB, no BB first
    assert next_hand(1, 3, 4, 5) == Button(2, 3, 4)  # seat 2 out: dead dealer
    assert is_dead(next_hand(1, 3, 4, 5), [1, 3, 4, 5])
    assert next_hand(1, 4, 5) == Button(2, 4, 5)
    assert next_hand(2, 3, 4, 5) == Button(2, 3, 4)


def test_the_small_blind_is_never_dead_in_san_antonio_SA_07() -> None:
    left = [1, 2, 4, 5]
    for hand in hands(LAST, left, "sa_dead_dealer", 6):
        assert small_blind_posted(hand, left) == hand.sb


# SPT: anticlockwise, moving


def test_spt_deals_and_posts_to_the_right_SPT_08_to_14() -> None:
    seats = [1, 2, 3, 4, 5, 6, 7, 8]
    first = first_button(seats, 3, "anticlockwise")
    assert first == Button(3, 2, 1)
    assert first_street_order(first, seats, "anticlockwise") == (8, 7, 6, 5, 4, 3, 2, 1)
    assert later_street_order(first, seats, "anticlockwise") == (2, 1, 8, 7, 6, 5, 4, 3)
    second = next_button(first, seats, rule="moving", direction="anticlockwise")
    assert second == Button(2, 1, 8)


def test_the_first_to_speak_on_the_flop_is_the_small_blind_or_the_next_to_the_right_SPT_19() -> None:
    hand = Button(3, 2, 1)
    assert later_street_order(hand, [1, 3, 8], "anticlockwise")[0] == 1


def test_a_moving_button_passes_to_the_next_survivor_SPT_43() -> None:
    def next_hand(*left: int) -> Button:
        return next_button(Button(5, 4, 3), left, rule="moving", direction="anticlockwise")

    assert next_hand(5, 4, 3, 2, 1) == Button(4, 3, 2)
    assert next_hand(5, 3, 2, 1) == Button(3, 2, 1)  # the SB went out
    assert next_hand(5, 4, 2, 1) == Button(4, 2, 1)  # the BB went out: seat 2 is spared a big blind
    assert next_hand(4, 3, 2, 1) == Button(4, 3, 2)  # the dealer went out


def test_a_game_without_blinds_only_passes_the_deal_on_VIV_13() -> None:
    first = first_button([1, 2, 3, 4], 2, "anticlockwise", blinds=False)
    assert first == Button(2, None, None)
    second = next_button(first, [1, 2, 3, 4], rule="moving", direction="anticlockwise")
    assert second == Button(1, None, None)
    assert next_button(second, [2, 3, 4], rule="moving", direction="anticlockwise") == Button(4, None, None)
    assert first_street_order(first, [1, 2, 3, 4], "anticlockwise") == (1, 4, 3, 2)
    assert small_blind_posted(first, [1, 2, 3, 4]) is None


# Heads-up


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("left", "expected"),
    [((2, 3), Button(3, 3, 2)), ((1, 3), Button(3, 3, 1)), ((1, 2), Button(2, 2, 1))],
)
def test_three_to_two_nobody_has_the_big_blind_twice_running_RULES_2_4(
    rule: str, left: tuple[int, int], expected: Button
) -> None:
    assert next_button(LAST, left, rule=rule) == expected


def test_the_big_blind_busts_three_handed_and_somebody_posts_the_small_blind_F46() -> None:
    ana, bo = 1, 2
    hand = tda(Button(1, 2, 3), ana, bo)
    assert hand == Button(button=bo, sb=bo, bb=ana)


def test_heads_up_the_button_posts_the_small_blind_acts_first_and_then_last_F44_SA_19() -> None:
    hand = first_button([2, 7], 2)
    assert hand == Button(2, 2, 7)
    assert first_street_order(hand, [2, 7]) == (2, 7)
    assert later_street_order(hand, [2, 7]) == (7, 2)
    assert tda(hand, 2, 7) == Button(7, 7, 2)


def test_read_literally_spt_deals_heads_up_from_the_big_blind_SPT_44() -> None:
    hand = first_button([2, 7], 2, "anticlockwise", "big_blind")
    assert hand == Button(button=2, sb=7, bb=2)
    assert later_street_order(hand, [2, 7], "anticlockwise") == (7, 2)
    following = next_button(
        hand, [2, 7], rule="moving", direction="anticlockwise", heads_up_button="big_blind"
    )
    assert following == Button(button=7, sb=2, bb=7)


def test_a_third_player_at_a_heads_up_table_does_not_upset_the_blinds() -> None:
    heads_up = Button(1, 1, 3)
    assert tda(heads_up, 1, 3, 4) == Button(1, 3, 4)
    assert tda(heads_up, 1, 2, 3) == Button(2, 3, 1)
    assert next_button(heads_up, [1, 2, 4], rule="sa_dead_dealer") == Button(2, 4, 1)
    assert next_button(heads_up, [1, 3, 4], rule="sa_dead_dealer") == Button(1, 3, 4)


# Refusals


def test_a_button_needs_two_players_a_seat_and_a_known_rule() -> None:
    with pytest.raises(RuleError, match="too_few_players"):
        tda(LAST, 4)
    with pytest.raises(RuleError, match="too_few_players"):
        first_button([4], 4)
    with pytest.raises(RuleError, match="seat_empty"):
        first_button([1, 2, 3], 4)
    with pytest.raises(RuleError, match="unknown_choice"):
        next_button(LAST, [1, 2, 3], rule="sideways")
    with pytest.raises(RuleError, match="unknown_choice"):
        next_button(LAST, [1, 2], rule="moving", heads_up_button="both")
    with pytest.raises(RuleError, match="button_unknown"):
        next_button(Button(None, 2, 3), [1, 2, 3], rule="moving")


# Properties


tables = st.sets(st.integers(1, 10), min_size=2, max_size=10)
directions = st.sampled_from(["clockwise", "anticlockwise"])


@settings(deadline=None)
@given(tables, st.integers(1, 10), directions)
def test_order_names_every_seat_once_and_the_other_way_round_is_its_mirror(
    seats: set[int], start: int, direction: str
) -> None:
    found = order(seats, start, direction)
    assert sorted(found) == sorted(seats)
    mirrored = order({11 - seat for seat in seats}, 11 - start, direction)
    other = "anticlockwise" if direction == "clockwise" else "clockwise"
    assert mirrored == tuple(11 - seat for seat in order(seats, start, other))


@settings(deadline=None)
@given(tables, st.data(), directions, st.sampled_from(RULES))
def test_a_whole_night_of_outs_leaves_two_blinds_and_no_seat_with_both(
    seats: set[int], data: st.DataObject, direction: str, rule: str
) -> None:
    left = set(seats)
    hand = first_button(left, data.draw(st.sampled_from(sorted(left))), direction)
    for _ in range(30):
        out = data.draw(st.sets(st.sampled_from(sorted(left)), max_size=len(left) - 2))
        before, left = hand, left - out
        hand = next_button(hand, left, rule=rule, direction=direction)
        assert hand.bb in left
        assert hand.bb != hand.sb
        if len(left) == 2:
            assert hand.button == hand.sb
            assert hand.sb in left
        else:
            assert hand.button not in (hand.sb, hand.bb)
        if rule == "tda_dead" or len(left) == 2:
            assert hand.bb != before.bb  # nobody has the big blind twice running


@settings(deadline=None)
@given(tables, st.data(), directions)
def test_under_a_dead_button_the_big_blind_visits_everybody_in_turn(
    seats: set[int], data: st.DataObject, direction: str
) -> None:
    hand = first_button(seats, data.draw(st.sampled_from(sorted(seats))), direction)
    round_of_blinds = []
    for _ in seats:
        hand = next_button(hand, seats, rule="tda_dead", direction=direction)
        round_of_blinds.append(hand.bb)
    assert sorted(seat for seat in round_of_blinds if seat is not None) == sorted(seats)


def test_a_button_seen_at_an_empty_seat_is_dead_and_the_next_two_post_RULES_2_4() -> None:
    assert button_seen([1, 2, 5, 6], 3, rule="tda_dead") == Button(3, 5, 6)
    assert button_seen([1, 2, 5, 6], 3, rule="sa_dead_dealer", direction="anticlockwise") == Button(3, 2, 1)
    assert button_seen([1, 2, 5, 6], 2, rule="tda_dead") == Button(2, 5, 6)


def test_a_button_seen_where_the_next_hand_has_it_leaves_the_blind_dead_that_is_T_2_4c() -> None:
    left = [1, 2, 4, 5]
    assert button_seen(left, 2, rule="tda_dead", last=LAST) == Button(2, 3, 4)
    assert button_seen(left, 2, rule="sa_dead_dealer", last=LAST) == Button(2, 4, 5)
    assert button_seen(left, 4, rule="tda_dead", last=LAST) == Button(4, 5, 1), "another hand than the next"
    assert button_seen(left, 1, rule="tda_dead", last=LAST) == Button(1, 2, 4), "the same hand, told anew"
    assert button_seen(left, 2, rule="tda_dead", last=Button(None, None, None)) == Button(2, 4, 5)


@pytest.mark.parametrize(("occupied", "rule"), [([1, 2, 5], "moving"), ([1, 5], "tda_dead")])
def test_a_moving_button_and_one_heads_up_are_never_at_an_empty_seat_SPT_43(
    occupied: list[int], rule: str
) -> None:
    with pytest.raises(RuleError, match="seat_empty"):
        button_seen(occupied, 3, rule=rule)
