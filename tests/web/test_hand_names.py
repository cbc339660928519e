"""What hands are called: the house's words, the viewer's language, side cards only as far as they decide."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from tdapp.rules.house import PRESETS
from tdapp.rules.ranking import CATEGORIES, HandValue, called_value, standard, vivaldi
from tdapp.web.hand_names import card_name, cards_name, category_name, long_name, names, short_name

SPT, VIVALDI, SAN_ANTONIO = PRESETS["spt"], PRESETS["vivaldi"], PRESETS["san_antonio"]
TEN = {
    "AcKd9h7s2c": ("ace high", "carta más alta, as"),
    "QcQd9h7s2c": ("pair of queens", "pareja de damas"),
    "AcAdKhKs3c": ("two pair, aces and kings", "doble pareja de ases y reyes"),
    "6c6d6h7s2c": ("three sixes", "trío de seises"),
    "9c8d7h6s5c": ("straight, nine high", "escalera al nueve"),
    "Jc8c7c6c2c": ("flush, jack high", "color a la jota"),
    "7s7h7d2c2h": ("full house, sevens over twos", "full de sietes y doses"),
    "TcTdThTs2c": ("four tens", "póker de dieces"),
    "QdJdTd9d8d": ("straight flush, queen high", "escalera de color a la dama"),
    "AhKhQhJhTh": ("royal flush", "escalera real de color"),
}


def spoken(language: str, value: HandValue, *others: HandValue, house=SPT) -> str:
    with translation.override(language):
        return long_name(value, house, others)


@pytest.mark.parametrize("cards", TEN)
def test_each_of_the_ten_hands_has_its_name_in_both_languages_SPT_45(cards: str) -> None:
    assert (spoken("en", standard(cards)), spoken("es", standard(cards))) == TEN[cards]


def test_a_straight_to_the_ace_is_an_escalera_real_and_the_wheel_goes_to_the_five_SPT_45() -> None:
    ace, wheel = standard("AcKdQhJsTc"), standard("5c4d3h2sAc")
    assert [spoken("en", one) for one in (ace, wheel)] == ["straight, ace high", "straight, five high"]
    assert [spoken("es", one) for one in (ace, wheel)] == ["escalera real", "escalera al cinco"]


@pytest.mark.parametrize(
    ("cards", "english", "spanish"),
    [
        ("AcKd9h7s2c", "ace high", "carta mayor, as"),
        ("3c3d9h7s2c", "pair of threes", "par de treses"),
        ("AcAdKhKs3c", "two pair, aces and kings", "dos pares, ases y reyes"),
        ("4c4d4h7s2c", "three fours", "trío de cuatros"),
        ("AcKdQhJsTc", "straight, ace high", "escalera al as"),
        ("Jc8c7c6c2c", "flush in clubs, jack high", "flor de tréboles a la jota"),
        ("JhJdJs5c5h", "full house, jacks over fives", "full de jotas y cincos"),
        ("8c8d8h8s2c", "four eights", "póker de ochos"),
        ("AdKdQdJdTd", "straight flush in diamonds, ace high", "escalera flor de diamantes al as"),
        ("AsKsQsJsTs", "royal flush in spades", "escalera real de picas"),
    ],
)
def test_vivaldi_has_words_of_its_own_and_says_the_suit_VIV_35_VIV_39(
    cards: str, english: str, spanish: str
) -> None:
    value = vivaldi(cards)
    assert spoken("en", value, house=VIVALDI) == english
    assert spoken("es", value, house=VIVALDI) == spanish


@pytest.mark.parametrize(
    ("cards", "english", "spanish"),
    [
        ("AcKdQhJsTc", "straight, ace high", "escala al as"),
        ("9c8c7c6c5c", "straight flush, nine high", "escala color al nueve"),
        ("AhKhQhJhTh", "royal flush", "escala real"),
        ("AcAdKhKs3c", "two pair, aces and kings", "dos pares, ases y reyes"),
    ],
)
def test_san_antonio_says_escala_SA_11(cards: str, english: str, spanish: str) -> None:
    value = standard(cards)
    assert spoken("en", value, house=SAN_ANTONIO) == english
    assert spoken("es", value, house=SAN_ANTONIO) == spanish


@pytest.mark.parametrize(
    ("mine", "other", "english", "spanish"),
    [
        ("KcKdAh7s2c", "KhKsQh7s2c", "pair of kings, ace kicker", "pareja de reyes, kicker as"),
        ("KcKdAh7s2c", "QhQsAd7s2c", "pair of kings", "pareja de reyes"),
        ("KcKdAh7s2c", "KhKsAd7d2s", "pair of kings", "pareja de reyes"),
        ("KcKdAh7s2c", "KhKsAd6s2c", "pair of kings, ace and seven kickers",
         "pareja de reyes, kickers as y siete"),
        ("AcAdKhKs9c", "AhAsKcKd3c", "two pair, aces and kings, nine kicker",
         "doble pareja de ases y reyes, kicker nueve"),
        ("6c6d6hJs2c", "6c6d6hTs9c", "three sixes, jack kicker", "trío de seises, kicker jota"),
        ("5c5d5h5sAc", "5c5d5h5sKc", "four fives, ace kicker", "póker de cincos, kicker as"),
        ("AcQd9h7s2c", "AdJc9s7h2d", "ace high, then queen", "carta más alta, as, luego dama"),
        ("Ac9c7c5c3c", "Ah9h7h4h3h", "flush, ace high, then nine, seven and five",
         "color al as, luego nueve, siete y cinco"),
    ],
)  # fmt: skip
def test_side_cards_are_named_as_far_as_they_decide_SPT_45(
    mine: str, other: str, english: str, spanish: str
) -> None:
    assert spoken("en", standard(mine), standard(other)) == english
    assert spoken("es", standard(mine), standard(other)) == spanish


@pytest.mark.parametrize(
    ("mine", "other", "english", "spanish"),
    [
        ("JdJhTc5s3d", "JsJcTd5h3h", "pair of jacks, with the J♦", "par de jotas, con J♦"),
        ("KsKh5d5c2s", "KdKc5s5h2h", "two pair, kings and fives, with the K♠",
         "dos pares, reyes y cincos, con K♠"),
        ("AsKdQhJcTd", "AcKhQsJdTh", "straight, ace high, with the A♠", "escalera al as, con A♠"),
        ("AsKd9c5h2h", "AdKs9h5c2d", "ace high, with the A♠", "carta mayor, as, con A♠"),
        ("9d7d5d3d2d", "AsKsQsJs9s", "flush in diamonds, nine high", "flor de diamantes al nueve"),
    ],
)  # fmt: skip
def test_a_tie_in_ranks_names_the_card_that_broke_it_under_vivaldi_VIV_36_VIV_38(
    mine: str, other: str, english: str, spanish: str
) -> None:
    assert spoken("en", vivaldi(mine), vivaldi(other), house=VIVALDI) == english
    assert spoken("es", vivaldi(mine), vivaldi(other), house=VIVALDI) == spanish


def test_a_hand_is_named_as_it_was_called_VIV_21() -> None:
    value = called_value("KsKhKd2c2h", "three", vivaldi=True)
    assert spoken("en", value, house=VIVALDI) == "three kings"
    assert short_name(value, VIVALDI) == "three of a kind"


def test_every_hand_of_a_pot_is_told_from_the_others() -> None:
    board = "KhJd7c4s2d"
    found = names({1: standard("KsAs", board), 4: standard("KdQd", board), 7: standard("9s9d", board)}, SPT)
    assert found == {1: "pair of kings, ace kicker", 4: "pair of kings, queen kicker", 7: "pair of nines"}


def test_short_names_follow_the_house_in_both_languages() -> None:
    with translation.override("es"):
        usual = [category_name(one, SPT) for one in CATEGORIES]
        theirs = [category_name(one, VIVALDI) for one in CATEGORIES]
    with translation.override("es"):
        chilean = [category_name(one, SAN_ANTONIO) for one in CATEGORIES]
    assert chilean == ["carta mayor", "par", "dos pares", "trío", "escala", "color", "full", "póker",
                       "escala color", "escala real"]  # fmt: skip
    assert usual == ["carta más alta", "pareja", "doble pareja", "trío", "escalera", "color", "full", "póker",
                     "escalera de color", "escalera real de color"]  # fmt: skip
    assert theirs == ["carta mayor", "par", "dos pares", "trío", "escalera", "flor", "full", "póker",
                      "escalera flor", "escalera real de picas"]  # fmt: skip
    assert category_name("four", SPT) == "four of a kind"


def test_the_words_and_the_suits_are_two_settings() -> None:
    value = vivaldi("Jc8c7c6c2c")
    assert spoken("en", value, house=replace(SPT, suits="vivaldi")) == "flush in clubs, jack high"
    assert spoken("es", value, house=replace(VIVALDI, suits="never")) == "flor a la jota"


def test_cards_are_written_with_their_signs() -> None:
    assert card_name("Td") == "10♦"
    assert cards_name(("Ah", "Ks", "2c")) == "A♥ K♠ 2♣"
