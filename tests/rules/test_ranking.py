"""Which hand is better: SPT-45, VIV-34 to VIV-41, and what other programs say."""

from __future__ import annotations

import random

import pytest
from pokerkit import StandardHighHand

from tdapp.rules.cards import DECK
from tdapp.rules.errors import RuleError
from tdapp.rules.ranking import CATEGORIES, places, standard, vivaldi

VERIFIED = (
    """
TsJsQsKsAs > TdJdQdKdAd · TdJdQdKdAd > 9d8d7d6d5d · 9d8d7d6d5d > ThJhQhKhAh · ThJhQhKhAh > AsAhAdAc2d
5s5h5d2c2h > 4s4h4dAcAh · 9d7d5d3d2d > AsKsQsJs9s · AsKdQhJcTd > AcKhQsJdTh · JdJhTc5s3d > JsJcTd5h3h
JsJcTdAh3h > JdJhQc5s3d · JsJhTd5d3h > JdJcTs5h2s · KdKc4s4h9d > KsKh4d4c9s · KsKh5d5c2s > KdKc4d4sAh
AdKs9h5c2d > AsKd9c5h2h · 6d5s4h3c2d > 5d4s3h2cAd
""".strip()
    .replace("\n", " · ")
    .split(" · ")
)


@pytest.mark.parametrize("comparison", VERIFIED)
def test_the_left_hand_beats_the_right_one_under_vivaldi_VIV_34_to_VIV_41(comparison: str) -> None:
    left, right = comparison.split(" > ")
    assert vivaldi(left) > vivaldi(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("7s7h7d2c2h", "5s5h5dAcAh"),  # 77722 > 555AA
        ("7s7h7dAcAh", "7s7h7dKcKh"),  # 777AA > 777KK
        ("AsAhAdAc3d", "AsAhAdAc2d"),
        ("6c5d4h3s2c", "5c4d3h2sAc"),  # A plays low: the lowest straight
        ("AcKdQhJsTc", "KcQdJhTs9c"),
        ("AcAdKhKs3c", "AcAdKhKs2c"),  # after both pairs the kicker
        ("KcKd5h5sAc", "KcKd4h4sAc"),  # the second pair too
        ("Ac9c7c5c3c", "Ac9c7c4c3c"),  # a flush is compared card by card
        ("QcQd9h7s2c", "QcQd9h6s5c"),
        ("AcQd9h7s3c", "AcQd9h7s2c"),
    ],
)
def test_equal_categories_are_compared_card_by_card_SPT_45(left: str, right: str) -> None:
    assert standard(left) > standard(right)


def test_suits_never_break_a_tie_SPT_45() -> None:
    assert standard("AsKs", "QdJdTd2c3c") == standard("AhKh", "QdJdTd2c3c")
    assert standard("2h3d", "AsKsQsJsTs") == standard("4h5d", "AsKsQsJsTs")


def test_each_category_beats_the_one_below_it_SPT_45() -> None:
    rising = ["Ac9d7h5s3c", "2c2d5h4s3c", "3c3d2h2s4c", "2c2d2h4s3c", "5c4d3h2sAc", "7c5c4c3c2c",
              "2c2d2h3s3c", "2c2d2h2s3c", "5c4c3c2cAc", "AhKhQhJhTh"]  # fmt: skip
    values = [standard(one) for one in rising]
    assert [value.category for value in values] == list(CATEGORIES)
    assert values == sorted(values)


def test_a_value_tells_the_cards_that_made_it() -> None:
    value = standard("KhKd", "4s4c9d9h2c")
    assert (value.category, value.ranks, value.best) == ("two_pair", "K9", ("Kd", "Kh", "9d", "9h", "4s"))


def test_only_the_straight_flush_of_spades_to_the_ace_is_royal_under_vivaldi_VIV_40() -> None:
    assert vivaldi("AsKsQsJsTs").category == "royal_flush"
    assert vivaldi("AdKdQdJdTd").category == "straight_flush"


def test_the_house_may_forbid_the_wheel_VIV_41() -> None:
    assert vivaldi("5d4s3h2cAd", wheel=False).category == "high_card"
    assert standard("5d4s3h2cAd").ranks == "5"


def test_the_house_may_place_the_flush_above_the_full_VIV_35() -> None:
    flush, full, four = "7c5c4c3c2c", "2d2h2s3s3h", "9c9d9h9s2c"
    assert standard(flush) < standard(full)
    values = [standard(one, flush_above_full=True) for one in (full, flush, four)]
    assert values == sorted(values)
    assert vivaldi(flush, flush_above_full=True) > vivaldi(full, flush_above_full=True)


def test_omaha_takes_exactly_two_cards_of_the_hand() -> None:
    board = "AsKsQsJs2d"
    assert standard("TsTd9h9c", board, from_hand=2).category == "straight"
    assert standard("ThTd9s8s", board, from_hand=2).category == "flush"


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ("AsKd", "cards_too_few"),
        ("AsKdQh2c", "cards_too_few"),
        ("AsKdQh2c2c", "card_twice"),
        ("AsKx", "card_unknown"),
    ],
)
def test_cards_that_cannot_be_ranked_are_refused(held: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        standard(held)
    assert refused.value.code == code


def test_a_card_of_the_board_cannot_be_held_too() -> None:
    with pytest.raises(RuleError) as refused:
        standard("AsKd", "AsQh2c3d4h")
    assert refused.value.params == {"card": "As"}


def test_vivaldi_ranks_five_cards_and_no_others() -> None:
    with pytest.raises(RuleError) as refused:
        vivaldi("AsKdQh2c")
    assert (refused.value.code, refused.value.params) == ("cards_not_five", {"given": 4})


@pytest.mark.parametrize("ranks", ["AKQJT98765432", "AK765", "5432A"])
def test_two_hands_of_one_deck_are_never_equal_under_vivaldi(ranks: str) -> None:
    deck = [card for card in DECK if card[0] in ranks]
    chance = random.Random(ranks)
    for _ in range(5_000):
        ten = chance.sample(deck, 10)
        assert vivaldi(ten[:5]) != vivaldi(ten[5:])


def test_places_are_equal_where_hands_are() -> None:
    board = "QdJdTd2c3c"
    found = {
        1: standard("AsKs", board),
        3: standard("AhKh", board),
        4: standard("9d8d", board),
        7: standard("2s2h", board),
    }
    assert places(found) == {4: 1, 1: 2, 3: 2, 7: 3}


def test_two_thousand_pairs_of_hands_compare_as_pokerkit_compares_them() -> None:
    chance = random.Random("standard")
    for _ in range(2_000):
        drawn = chance.sample(DECK, 9)
        board, one, other = "".join(drawn[:5]), "".join(drawn[5:7]), "".join(drawn[7:])
        theirs = [StandardHighHand.from_game(hand, board) for hand in (one, other)]
        ours = [standard(hand, board) for hand in (one, other)]
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1])
