"""Which hand is better: SPT-45, VIV-34 to VIV-41, and what other programs say."""

from __future__ import annotations

import random

import pytest
from pokerkit import StandardHighHand

from tdapp.rules.cards import DECK
from tdapp.rules.errors import RuleError
from tdapp.rules.ranking import CATEGORIES, called_value, places, standard, vivaldi

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


def test_the_higher_trio_wins_between_fulls_VIV_37() -> None:
    assert vivaldi("5s5h5d2c2h") > vivaldi("4s4h4dAcAh")
    assert vivaldi("5s5h5d2c2h").ranks == "52"


def test_between_two_pair_pairs_and_kicker_decide_and_then_the_diamond_of_the_higher_pair_VIV_38() -> None:
    assert vivaldi("KdKc4s4h9d") > vivaldi("KsKh4d4c9s")  # not the ♦ of the lower pair
    assert vivaldi("KsKh5d5c2s") > vivaldi("KdKc4d4sAh")
    assert vivaldi("KsKh4d4cAs") > vivaldi("KdKc4s4h9d")


def test_among_equal_ranks_the_highest_suit_of_the_main_combination_decides_VIV_34_VIV_36() -> None:
    rising = [vivaldi(f"A{suit}Q{other}9h5c2d") for suit, other in zip("chsd", "dshc", strict=True)]
    assert rising == sorted(rising)  # ♣ ♥ ♠ ♦
    assert vivaldi("JdJhTc5s3d") > vivaldi("JsJcTd5h3h")
    assert vivaldi("AsKdQhJcTd") > vivaldi("AcKhQsJdTh")


def test_between_flushes_the_suit_comes_before_the_cards_VIV_39() -> None:
    assert vivaldi("9d7d5d3d2d") > vivaldi("AsKsQsJs9s") > vivaldi("AhKhQhJh9h") > vivaldi("AcKcQcJc9c")
    assert vivaldi("9d8d7d6d5d") > vivaldi("ThJhQhKhAh")


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


@pytest.mark.parametrize(
    ("held", "called", "category", "ranks"),
    [
        ("KsKhKd2c2h", "", "full_house", "K2"),  # nobody called: the cards speak
        ("KsKhKd2c2h", "full_house", "full_house", "K2"),
        ("KsKhKd2c2h", "four", "full_house", "K2"),  # one cannot call up
        ("KsKhKd2c2h", "royal_flush", "full_house", "K2"),
        ("KsKhKd2c2h", "flush", "three", "K"),  # it holds no flush, no straight
        ("KsKhKd2c2h", "three", "three", "K"),
        ("KsKhKd2c2h", "two_pair", "two_pair", "K2"),
        ("KsKhKd2c2h", "pair", "pair", "K"),
        ("KsKhKd2c2h", "high_card", "high_card", "K"),
        ("KsKhKdKc2h", "full_house", "three", "K"),  # four kings are no full, and no two pair
        ("KsKhKdKc2h", "two_pair", "pair", "K"),
        ("9d8d7d6d5d", "straight", "straight", "9"),
        ("9d8d7d6d5d", "flush", "flush", "9"),
        ("5d4d3d2dAd", "flush", "flush", "A"),  # only in a straight the ace plays low
        ("5d4d3d2dAd", "straight", "straight", "5"),
        ("9d8d7d6d5d", "three", "high_card", "9"),
        ("AsKsQsJsTs", "straight_flush", "straight_flush", "A"),
        ("AdKdQdJdTd", "royal_flush", "straight_flush", "A"),  # VIV-40: of spades only
        ("JdJhTcTs3d", "pair", "pair", "J"),
    ],
)
def test_the_lower_of_the_called_and_the_real_hand_counts_VIV_21(
    held: str, called: str, category: str, ranks: str
) -> None:
    value = called_value(held, called, vivaldi=True)
    assert (value.category, value.ranks) == (category, ranks)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("KsKhKd2c2h", "three"), ("QsQhQdAcJh", "three")),
        (("KcKhKd2c2h", "pair"), ("KsQhJdTc2s", "high_card")),
        (("KdKhKc2c2h", "pair"), ("AsQhJdTc2s", "")),
        (("AsAh9d5c3c", "pair"), ("KcKhKd2c2h", "pair")),
        (("KdKc2d2c4h", "two_pair"), ("KsKh2h2s3h", "two_pair")),  # the kicker
        (("KsKhKd2c2h", "two_pair"), ("AsAhQdQc4h", "pair")),  # both called, one called lower
        (("KsKhKd2c2h", "three"), ("AsAhQdQc4h", "two_pair")),
        (("9d8d7d6d5d", "flush"), ("AsKsQsJs9s", "flush")),  # VIV-39
        (("KcKhQd9s4c", "pair"), ("9d8d7d6d5d", "three")),  # a straight flush called three: high card
    ],
)
def test_called_hands_are_compared_as_what_they_were_called_VIV_21_VIV_36(
    left: tuple[str, str], right: tuple[str, str]
) -> None:
    assert called_value(*left, vivaldi=True) > called_value(*right, vivaldi=True)


def test_a_hand_called_lower_keeps_its_own_side_cards_VIV_21() -> None:
    assert called_value("KsKhKd2c2h", "three", vivaldi=True).best == ("Kd", "Ks", "Kh", "2h", "2c")
    pair = called_value("2sKh2dKdKs", "pair", vivaldi=True)
    assert pair.best == ("Kd", "Ks", "Kh", "2d", "2s")
    assert pair > called_value("KcAs2c2hQh", "pair", vivaldi=True)


def test_a_called_hand_may_be_played_under_the_common_order_too_VIV_21() -> None:
    board = "KhKd2c2h7s"
    assert called_value("KsAs", "two_pair", vivaldi=False, board=board).ranks == "K2"
    assert called_value("KsAs", "three", vivaldi=False, board=board).best[3:] == ("As", "7s")
    assert called_value("Ac9c7c5c3c", "full_house", vivaldi=False, flush_above_full=True).category != "flush"


def test_what_nobody_can_call_is_refused_VIV_21() -> None:
    with pytest.raises(RuleError) as refused:
        called_value("KsKhKd2c2h", "five", vivaldi=True)
    assert (refused.value.code, refused.value.params) == ("call_unknown", {"called": "five"})


@pytest.mark.parametrize("vivaldi_suits", [True, False])
def test_no_call_makes_a_hand_better_and_its_own_name_leaves_it_as_it_is_VIV_21(vivaldi_suits: bool) -> None:
    chance = random.Random("called")
    for _ in range(500):
        held = chance.sample(DECK, 5)
        real = called_value(held, "", vivaldi=vivaldi_suits)
        assert real == (vivaldi(held) if vivaldi_suits else standard(held))
        worth = [called_value(held, called, vivaldi=vivaldi_suits) for called in CATEGORIES]
        assert worth == sorted(worth)
        assert worth[-1] == real == called_value(held, real.category, vivaldi=vivaldi_suits)
        assert sorted(worth[0].best) == sorted(held)


def test_called_hands_of_one_deck_are_never_equal_under_vivaldi_VIV_21() -> None:
    chance = random.Random("never equal")
    deck = [card for card in DECK if card[0] in "AKQ5"]
    for _ in range(2_000):
        ten = chance.sample(deck, 10)
        one, other = chance.choice(CATEGORIES), chance.choice(CATEGORIES)
        assert called_value(ten[:5], one, vivaldi=True) != called_value(ten[5:], other, vivaldi=True)


@pytest.mark.parametrize(
    ("left", "right", "category"),
    [
        ("KsKh4d3c", "KdKc2d", "pair"),
        ("KdKc2dAs", "KsKh", "pair"),
        ("2s2h2d", "AsAhKdKc", "three"),
        ("2s2h2d2c", "AsAhAdKcKd", "four"),
        ("AsAh", "KsKhQdJcTd", "pair"),
        ("6d5d4d3d", "6s5s4s3s", "high_card"),  # four cards are no straight and no flush: here the ♦ decides
        ("AsKdQhJc2d", "AdKsQsJs", "high_card"),  # a fifth card beats none
    ],
)
def test_fewer_than_five_cards_are_ranked_as_what_they_are_VIV_30(
    left: str, right: str, category: str
) -> None:
    one, other = vivaldi(left, short=True), vivaldi(right, short=True)
    assert (one.category, one > other) == (category, True)


def test_fewer_than_five_cards_are_ranked_only_where_it_is_meant_VIV_30() -> None:
    assert standard("KsKh4d3c", short=True) > standard("KdKc4h", short=True)
    assert called_value("KsKhKd3c", "pair", vivaldi=True, short=True).ranks == "K"
    for held in ("KsKh4d3c", ""):
        with pytest.raises(RuleError) as refused:
            vivaldi(held, short=not held)
        assert refused.value.code == "cards_not_five"


def test_two_thousand_pairs_of_hands_compare_as_pokerkit_compares_them() -> None:
    chance = random.Random("standard")
    for _ in range(2_000):
        drawn = chance.sample(DECK, 9)
        board, one, other = "".join(drawn[:5]), "".join(drawn[5:7]), "".join(drawn[7:])
        theirs = [StandardHighHand.from_game(hand, board) for hand in (one, other)]
        ours = [standard(hand, board) for hand in (one, other)]
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1])
