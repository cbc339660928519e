"""Five-card draw as Vivaldi plays it: VIV-08, VIV-14, VIV-15, VIV-21 to VIV-30, S41 to S45."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.draw_poker import (
    Ante,
    antes,
    cards_after_draw,
    lack_ante,
    misdeal,
    open_hand,
    standing,
)
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Hand, Part, settle
from tdapp.rules.house import PRESETS

VIVALDI = PRESETS["vivaldi"]
TDA = PRESETS["tda"]
STACKS: dict[int, int | None] = {1: 5000, 2: 5000, 3: 5000, 4: 5000}

PAIRS = {1: "AdAh9s5h2c", 2: "KdKh9h5c2d", 3: "QdQh9d5d2s", 4: "JdJh8d6d3s"}
"""From the best to the worst."""


def part(seat: int, live: int, rank: int = 0, **of: object) -> Part:
    """A seat with the hand that is so good; folded without one."""
    held = tuple(PAIRS[rank][at : at + 2] for at in range(0, 10, 2)) if rank else ()
    return replace(Part(seat, live, folded=not rank, cards=held), **of)  # type: ignore[arg-type]


def received(*parts: Part, button: int = 4) -> dict[int, int]:
    """What each seat that gets something receives."""
    done = settle(Hand(button, parts, unit=100), VIVALDI)
    assert done.settlement is not None
    assert not done.questions
    return dict(done.settlement.received)


# -- the ante -------------------------------------------------------------------------------------------


def test_the_called_ante_is_paid_by_everybody_VIV_15() -> None:
    assert antes(4, STACKS, 100) == {seat: Ante(100) for seat in STACKS}


def test_the_dealer_who_did_not_call_the_ante_pays_it_for_everybody_VIV_15_S43() -> None:
    paid = antes(4, STACKS, 100, called=False)
    assert paid == {1: Ante(100, 100), 2: Ante(100, 100), 3: Ante(100, 100), 4: Ante(100, -300)}
    assert [one.outlay for one in paid.values()] == [0, 0, 0, 400]


def test_the_pot_of_the_forgotten_ante_is_800_and_costs_200_200_and_400_VIV_15_S43() -> None:
    paid = antes(4, STACKS, 100, called=False)
    bets = {1: 200, 2: 200, 3: 0, 4: 0}
    ranks = {1: 1, 2: 2, 3: 0, 4: 0}
    parts = tuple(
        part(seat, paid[seat].live + bets[seat], ranks[seat], for_him=paid[seat].for_him) for seat in STACKS
    )
    done = settle(Hand(4, parts, unit=100), VIVALDI)
    assert done.settlement is not None
    assert done.settlement.received == {1: 800}
    assert done.gains == {1: 600, 2: -200, 3: 0, 4: -400}


def test_a_dealer_who_cannot_cover_all_pays_what_is_left_and_is_all_in_VIV_15() -> None:
    # 250 at 100 each, play to the right: his own first, then seat 3, then half of seat 2's.
    paid = antes(4, {**STACKS, 4: 250}, 100, called=False)
    assert paid == {1: Ante(100), 2: Ante(100, 50), 3: Ante(100, 100), 4: Ante(100, -150)}
    assert {seat: one.outlay for seat, one in paid.items()} == {1: 100, 2: 50, 3: 0, 4: 250}


def test_the_dealer_pays_in_the_order_of_the_deal_in_either_direction_VIV_13_VIV_15() -> None:
    short = {**STACKS, 2: 200}
    assert antes(2, short, 100, "anticlockwise", called=False)[1] == Ante(100, 100)
    assert antes(2, short, 100, "clockwise", called=False)[3] == Ante(100, 100)


def test_a_dealer_whose_stack_nobody_knows_pays_for_all_VIV_15() -> None:
    assert antes(1, {**STACKS, 1: None}, 100, called=False)[1] == Ante(100, -300)


def test_a_stack_below_the_ante_pays_what_it_has_SIS_21() -> None:
    assert antes(4, {**STACKS, 2: 60}, 100)[2] == Ante(60)
    assert antes(4, {**STACKS, 2: 60, 4: 250}, 100, called=False)[2] == Ante(100, 50)
    assert antes(4, {**STACKS, 2: 30, 4: 250}, 100, called=False)[2] == Ante(80, 50)


def test_an_empty_seat_cannot_pay_for_the_table_VIV_15() -> None:
    with pytest.raises(RuleError) as refused:
        antes(7, STACKS, 100, called=False)
    assert (refused.value.code, refused.value.params) == ("seat_empty", {"seat": 7})
    assert antes(7, STACKS, 100)[1] == Ante(100)


def test_chips_below_nothing_are_refused_VIV_15() -> None:
    with pytest.raises(RuleError) as refused:
        antes(4, {**STACKS, 2: -1}, 100)
    assert (refused.value.code, refused.value.params) == ("negative_chips", {"seat": 2})


@given(
    stacks=st.dictionaries(st.integers(1, 10), st.integers(0, 1_500), min_size=2),
    ante=st.integers(0, 300),
    direction=st.sampled_from(["clockwise", "anticlockwise"]),
    called=st.booleans(),
    at=st.integers(0, 9),
)
def test_no_chip_is_lost_or_made_when_the_ante_is_paid_VIV_15(
    stacks: dict[int, int], ante: int, direction: str, called: bool, at: int
) -> None:
    dealer = sorted(stacks)[at % len(stacks)]
    paid = antes(dealer, dict(stacks), ante, direction, called=called)
    assert sum(one.for_him for one in paid.values()) == 0
    assert sum(one.live for one in paid.values()) == sum(one.outlay for one in paid.values())
    for seat, one in paid.items():
        assert 0 <= one.outlay <= stacks[seat]
        assert 0 <= one.live <= ante
        assert one.for_him >= 0 or seat == dealer
        assert one.live == ante or stacks[seat] == one.outlay
    if not called and stacks[dealer] < ante * len(stacks):
        assert paid[dealer].outlay == stacks[dealer]  # he is all-in


def test_who_lacks_the_whole_ante_is_out_before_the_deal_VIV_22() -> None:
    stacks = {"Rosa": 5000, "Iván": 100, "Olga": 200, "Hugo": None, "Pau": 0}
    assert lack_ante(stacks, 200, VIVALDI) == ("Iván", "Pau")  # 200 is the whole ante of two chips
    assert lack_ante(stacks, 100, VIVALDI) == ("Pau",)
    assert lack_ante(stacks, 0, VIVALDI) == ()


def test_elsewhere_who_lacks_the_ante_goes_all_in_VIV_22_SIS_21() -> None:
    assert lack_ante({1: 50}, 100, TDA) == ()


# -- the draw -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thrown", range(5))
def test_up_to_four_cards_are_drawn_VIV_14(thrown: int) -> None:
    assert cards_after_draw(thrown, thrown, VIVALDI) == 5


def test_a_fifth_card_is_a_question_for_the_director_VIV_14() -> None:
    with pytest.raises(RuleError) as refused:
        cards_after_draw(5, 5, VIVALDI)
    assert (refused.value.code, refused.value.overrule) == ("draw_too_many", True)
    assert refused.value.params == {"thrown": 5, "most": 4}


@pytest.mark.parametrize(("thrown", "taken", "held"), [(6, 0, 5), (-1, 0, 5), (2, -1, 5), (5, 0, 4)])
def test_nobody_throws_what_he_does_not_hold_VIV_14(thrown: int, taken: int, held: int) -> None:
    with pytest.raises(RuleError) as refused:
        cards_after_draw(thrown, taken, VIVALDI, held=held)
    assert refused.value.code == "draw_impossible"


@pytest.mark.parametrize(
    ("thrown", "taken", "says"), [(2, 3, "too_many"), (2, 2, "plays"), (2, 1, "plays_short")]
)
def test_too_many_cards_kill_the_hand_and_fewer_play_on_VIV_30(thrown: int, taken: int, says: str) -> None:
    assert standing(cards_after_draw(thrown, taken, VIVALDI)) == says


def test_six_cards_after_a_bet_of_500_cost_the_bet_VIV_30_S44() -> None:
    parts = (part(1, 100, 1), part(2, 600, forfeit=True), part(3, 100, 2), part(4, 100))
    assert received(*parts) == {1: 900}


def test_a_bet_that_nobody_called_goes_back_to_a_hand_that_was_only_folded_VIV_30() -> None:
    assert received(part(1, 100, 1), part(2, 600), part(3, 100, 2), part(4, 100)) == {1: 400, 2: 500}


# -- the pots -------------------------------------------------------------------------------------------


def test_the_short_player_wins_only_what_everybody_matched_VIV_23_S41() -> None:
    parts = (part(1, 400, 1, all_in=True), part(2, 1600, 2), part(3, 1600, 3), part(4, 100))
    assert received(*parts) == {1: 1300, 2: 2400}


def test_two_short_players_make_three_pots_with_three_winners_VIV_24_S42() -> None:
    parts = (
        part(1, 400, 1, all_in=True),
        part(2, 900, 2, all_in=True),
        part(3, 2000, 4),
        part(4, 2000, 3),
    )
    assert received(*parts) == {1: 1600, 2: 1500, 4: 2200}


def test_between_equal_pairs_the_suit_decides_and_nothing_is_split_VIV_36_S45() -> None:
    one = Part(1, 800, cards=("Jd", "Jh", "Tc", "5s", "3d"))
    other = Part(2, 800, cards=("Js", "Jc", "Td", "5h", "3h"))
    assert received(one, other, part(3, 100), part(4, 100)) == {1: 1800}


def test_two_winners_of_a_pot_are_a_question_where_suits_decide_VIV_36() -> None:
    parts = (replace(part(1, 800, 1), cards=()), part(2, 800, 2), part(3, 100), part(4, 100))
    done = settle(Hand(4, parts, winners=((1, 2),), unit=100), VIVALDI)
    assert [(one.code, one.overrule) for one in done.questions] == [("suits_decide", True)]


def test_the_called_hand_takes_the_pot_or_loses_it_VIV_21() -> None:
    full = Part(1, 800, cards=("Ks", "Kh", "Kd", "2c", "2h"), called="three")
    flush = Part(2, 800, cards=("9c", "8c", "5c", "4c", "3c"), called="flush")
    assert received(full, flush, part(3, 100), part(4, 100)) == {2: 1800}
    assert received(replace(full, called=""), flush, part(3, 100), part(4, 100)) == {1: 1800}


# -- misdeals and open hands ----------------------------------------------------------------------------


def test_a_misdeal_leaves_the_antes_and_gives_the_bets_back_VIV_29() -> None:
    found = misdeal({1: 400, 2: 400, 3: 100, 4: 100}, dict.fromkeys(STACKS, 100))
    assert (found.pot, found.refunds) == (400, {1: 300, 2: 300})


def test_a_misdeal_leaves_the_antes_that_the_dealer_paid_VIV_15_VIV_29() -> None:
    paid = antes(4, STACKS, 100, called=False)
    live = {seat: one.live + (300 if seat < 3 else 0) for seat, one in paid.items()}
    found = misdeal(live, {seat: one.live for seat, one in paid.items()}, dead=50)
    assert (found.pot, found.refunds) == (450, {1: 300, 2: 300})


def test_an_open_hand_ranks_the_tied_by_suits_too_VIV_08_VIV_25_VIV_26() -> None:
    hands = {"Rosa": "JsJcTd5h3h", "Iván": "JdJhTc5s3d", "Olga": "9d7d5d4d2d"}
    found = open_hand(hands, VIVALDI)
    assert list(found) == ["Olga", "Iván", "Rosa"]
    assert [value.category for value in found.values()] == ["flush", "pair", "pair"]


def test_an_open_hand_follows_the_order_of_the_house_VIV_35() -> None:
    hands = {1: "7c5c4c3c2c", 2: "2d2h2s3s3h"}
    assert list(open_hand(hands, VIVALDI)) == [2, 1]
    assert list(open_hand(hands, replace(VIVALDI, hand_order="flush_above_full"))) == [1, 2]
    wheel = {1: "5d4s3h2cAd", 2: "KdKh9h8c7c"}
    assert list(open_hand(wheel, VIVALDI)) == [1, 2]
    assert list(open_hand(wheel, replace(VIVALDI, wheel="no"))) == [2, 1]


@pytest.mark.parametrize(
    ("hands", "code", "params"),
    [
        ({1: "AsKsQsJs9s", 2: "AsKdQdJd9d"}, "card_twice", {"card": "As"}),
        ({1: "AsKsQsJs9s", 2: "AdKdQdJd"}, "cards_not_five", {"given": 4}),
        ({1: "AsKsQsJs9s", 2: "AdKdQdJd9d8d"}, "cards_not_five", {"given": 6}),
        ({1: "AsKsQsJs9s", 2: "AdKdQdJdx"}, "card_unknown", {"card": "x"}),
    ],
)
def test_an_open_hand_needs_five_different_cards_of_each_VIV_08(
    hands: dict[int, str], code: str, params: dict[str, object]
) -> None:
    with pytest.raises(RuleError) as refused:
        open_hand(hands, VIVALDI)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_where_suits_do_not_count_an_open_hand_may_end_equal_VIV_08_SPT_45() -> None:
    hands = {1: "AsKsQdJd9d", 2: "AdKdQsJs9s", 3: "2c3c4c5c7d"}
    assert list(open_hand(hands, VIVALDI)) == [2, 1, 3]
    with pytest.raises(RuleError) as refused:
        open_hand(hands, TDA)
    assert (refused.value.code, refused.value.params) == ("open_hand_equal", {"players": (1, 2)})
