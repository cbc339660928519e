"""Faults that other programs had with cards and ranks, by their number in the list of cases (31 to 38)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Hand, HandResult, Part, settle
from tdapp.rules.house import HouseRules
from tdapp.rules.ranking import HandValue, places, standard, vivaldi

HOLDEM = HouseRules()
OMAHA = replace(HOLDEM, game="omaha")


def shown_down(board: str, *hands: str, house: HouseRules = HOLDEM) -> HandResult:
    """Everybody in for 100, his cards on the table: seats 1, 2, … in that order."""
    parts = tuple(Part(seat, 100, cards=split(hand)) for seat, hand in enumerate(hands, start=1))
    return settle(Hand(1, parts, split(board)), house)


def winners(found: HandResult) -> tuple[tuple[int, ...], ...]:
    """The winners of each pot, by seat."""
    return tuple(tuple(sorted(seats)) for seats in found.winners)


def split(cards: str) -> tuple[str, ...]:
    return tuple(cards[at : at + 2] for at in range(0, len(cards), 2))


# -- 31: A-2-3-4-5 read as ace high ----------------------------------------------------------------------


def test_the_wheel_is_a_five_high_straight_below_2_to_6_fault_31_SPT_45() -> None:
    wheel = standard("As2d", "3h4c5s9dKh")
    assert (wheel.category, wheel.ranks) == ("straight", "5")
    assert wheel < standard("6s2d", "3h4c5s9dKh")
    assert wheel > standard("AsAd", "Ah4c5s9dKh")  # three aces
    assert wheel.best == ("5s", "4c", "3h", "2d", "As")


def test_a_wheel_loses_to_2_to_6_on_the_same_board_fault_31() -> None:
    assert winners(shown_down("2d3h4c5s9d", "AsKs", "6sKd")) == ((2,),)


def test_straights_never_go_round_the_corner_fault_31_SA_11() -> None:
    assert standard("KsAd2h3c4s").category == "high_card"
    assert standard("QsKdAh2c3s").category == "high_card"


@pytest.mark.parametrize(("wheel", "category", "best"), [("yes", "straight", 1), ("no", "pair", 2)])
def test_the_house_says_whether_the_ace_begins_a_straight_fault_31_VIV_41(
    wheel: str, category: str, best: int
) -> None:
    found = shown_down("3h4c5s9d9h", "As2d", "KsKd", house=replace(HOLDEM, wheel=wheel))
    assert found.values[1].category == category
    assert winners(found) == ((best,),)


# -- 32: the steel wheel lost to a straight ----------------------------------------------------------------


def test_a_straight_flush_to_the_five_beats_a_straight_to_the_six_fault_32() -> None:
    found = shown_down("3d4d5d9hKc", "Ad2d", "6s2s")
    assert (found.values[1].category, found.values[1].ranks) == ("straight_flush", "5")
    assert winners(found) == ((1,),)


def test_a_straight_flush_to_the_five_is_the_lowest_of_them_and_above_four_of_a_kind_fault_32() -> None:
    steel = standard("Ad2d3d4d5d")
    assert standard("AsAhAcAdKs") < steel < standard("2d3d4d5d6d") < standard("AdKdQdJdTd")
    assert vivaldi("AsAhAcAdKs") < vivaldi("Ad2d3d4d5d")


def test_cards_of_a_flush_and_of_a_straight_that_are_not_the_same_make_no_straight_flush_fault_32() -> None:
    assert standard("Ad2d", "3d4d5s9dKc").category == "flush"


# -- 34: the wrong player chosen where the board plays -----------------------------------------------------


def test_two_hands_that_add_nothing_to_the_board_share_the_pot_fault_34() -> None:
    found = shown_down("AsJd3hQc3s", "8s5d", "8h2c")
    assert found.values[1] == found.values[2]
    assert winners(found) == ((1, 2),)
    assert found.settlement is not None
    assert found.settlement.received == {1: 100, 2: 100}
    assert standard("8s5d", "AsJd3hQc3s").best == ("3s", "3h", "As", "Qc", "Jd")


# -- 35: a flush on the board ------------------------------------------------------------------------------


def test_a_flush_on_the_board_plays_for_both_fault_35() -> None:
    """2♦ is lower than every ♦ of the board."""
    found = shown_down("3d6dTdJdAd", "2d4c", "5sTc")
    assert found.values[1] == found.values[2]
    assert winners(found) == ((1, 2),)


def test_a_higher_card_of_the_suit_wins_where_it_plays_fault_35() -> None:
    assert winners(shown_down("3d6dTdJdAd", "4d2c", "5sTc")) == ((1,),)


# -- 37: the same card twice -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "hands", "twice"),
    [
        ("2c3d9sJhKc", ("7h7h", "AsAd"), "7h"),
        ("2h3d9sJhKc", ("2hAc", "AsAd"), "2h"),
        ("2c3d9sJhKc", ("AsQd", "AsAd"), "As"),
        ("2c3d9s9sKc", ("AsQd", "AhAd"), "9s"),
    ],
)
def test_a_card_that_was_dealt_twice_is_refused_by_name_fault_37(
    board: str, hands: tuple[str, ...], twice: str
) -> None:
    with pytest.raises(RuleError) as refused:
        shown_down(board, *hands)
    assert (refused.value.code, refused.value.params) == ("card_twice", {"card": twice})


def test_a_card_of_a_player_who_folded_is_in_nobody_elses_hand_fault_37() -> None:
    parts = (
        Part(1, 100, cards=("As", "Ad")),
        Part(2, 100, cards=("Ks", "Kd")),
        Part(3, 50, folded=True, cards=("As", "2c")),
    )
    with pytest.raises(RuleError, match="card_twice"):
        settle(Hand(1, parts, split("2d3d9sJhKc")), HOLDEM)


# -- 38: the score read upside down ------------------------------------------------------------------------

RISING = (
    "AcKd9h7s2c", "2c2d5h4s3c", "3c3d2h2s4c", "2c2d2h4s3c", "5c4d3h2sAc",
    "7c5c4c3c2c", "2c2d2h3s3c", "2c2d2h2s3c", "5c4c3c2cAc", "AsKsQsJsTs",
)  # fmt: skip


def test_a_better_hand_is_the_greater_value_and_has_the_lower_place_fault_38() -> None:
    for worse, better in pairwise(RISING):
        assert standard(better) > standard(worse)
        assert vivaldi(better) > vivaldi(worse)
    found = places({hand: standard(hand) for hand in RISING})
    assert [found[hand] for hand in RISING] == list(range(10, 0, -1))


def test_three_of_a_kind_takes_the_pot_from_a_pair_fault_38() -> None:
    found = shown_down("7c7d2h9sKd", "7hQs", "AsAd")
    assert found.values[1].category == "three"
    assert winners(found) == ((1,),)
    assert found.gains == {1: 100, 2: -100}


# -- what the other games do with the same cards -----------------------------------------------------------


def test_omaha_takes_two_cards_of_the_hand_and_three_of_the_board() -> None:
    """Hold'em's royal flush on the board is nobody's in Omaha; four of a suit in the hand are two."""
    board = "AsKsQsJsTs"
    assert winners(shown_down(board, "2h3d", "4h5d")) == ((1, 2),)
    found = shown_down(board, "9s8s2d2h", "9d9h3s4s", house=OMAHA)
    assert [found.values[seat].category for seat in (1, 2)] == ["straight_flush", "flush"]
    assert winners(found) == ((1,),)
    assert standard("AhKhQhJh", "Th9h2c3d4s", from_hand=2).category == "high_card"


def test_a_flush_is_above_a_full_house_where_the_house_says_so_VIV_35() -> None:
    board = "9s9d6s7s2h"
    common = shown_down(board, "9c6h", "AsKs")
    lifted = shown_down(board, "9c6h", "AsKs", house=replace(HOLDEM, hand_order="flush_above_full"))
    assert winners(common) == ((1,),)
    assert winners(lifted) == ((2,),)
    assert lifted.values[1].category == "full_house"


def test_a_flush_above_the_full_house_stays_below_four_of_a_kind_VIV_35() -> None:
    def lifted(cards: str) -> HandValue:
        return standard(cards, flush_above_full=True)

    assert lifted("AhAdAsKsKd") < lifted("7c5c4c3c2c") < lifted("2c2d2h2s3c") < lifted("5c4c3c2cAc")
