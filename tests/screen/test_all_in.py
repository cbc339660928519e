"""What the big screen says of an all-in: cards, chances in each pot, and who won once the board is whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.displays import services
from tdapp.hands.equities import AllIn
from tdapp.rules.cards import cards
from tdapp.rules.house import PRESETS
from tests.builders import Night, spt_terms
from tests.hands.dealing import night_with, sit, the_table
from tests.screen.test_scene import said

pytestmark = pytest.mark.django_db

THREE = ("Ana", "Bea", "Cruz")


def playing(**house: str) -> Night:
    terms = replace(spt_terms(), house=replace(PRESETS["spt"], **house))
    night = night_with(*THREE, terms=terms)
    sit(night, *THREE)
    return night


def show(night: Night, held: dict[str, str], board: str = "", *pots: tuple[int, str]) -> None:
    entry = {name: night.entries[name].pk for name in THREE}
    hands = tuple(sorted((entry[name], cards(text)) for name, text in held.items()))
    contested = tuple(
        (chips, tuple(sorted(entry[name] for name in names.split()))) for chips, names in pots
    ) or ((6000, tuple(sorted(entry[name] for name in held))),)
    shown = AllIn(hands, cards(board), contested)
    services.show_all_in(open=night.open, table=the_table(night), shown=shown, **night.act)


def test_names_cards_and_chances_stand_under_the_board_so_far() -> None:
    night = playing()
    show(night, {"Ana": "AhAd", "Bea": "KhKd"}, "2c7d9sJs")
    assert said(night, "plan") == ("All-in Pot 60 € 2 ♣ 7 ♦ 9 ♠ J ♠ Ana A ♥ A ♦ 95.5 % Bea K ♥ K ♦ 4.5 %")
    assert said(night, "plan", "es").endswith("Ana A ♥ A ♦ 95,5 % Bea K ♥ K ♦ 4,5 %")


def test_before_the_flop_the_figures_are_said_to_be_about_right() -> None:
    night = playing()
    show(night, {"Ana": "AhAd", "Bea": "KhKd"})
    words = said(night, "plan")
    assert "Ana A ♥ A ♦ 82 %" in words or "Ana A ♥ A ♦ 83 %" in words
    assert "split 1 %" in words or "split 0 %" in words
    assert words.endswith("about, before the flop")


def test_each_pot_has_its_own_chances() -> None:
    night = playing()
    held = {"Ana": "AhAd", "Bea": "KhKd", "Cruz": "QhQd"}
    show(night, held, "2c7d9sJs", (3000, "Ana Bea Cruz"), (2000, "Bea Cruz"))
    assert said(night, "plan").endswith(
        "Main pot 30 € Side pot 1 20 € Ana A ♥ A ♦ 90.5 % – Bea K ♥ K ♦ 4.8 % 95.2 % Cruz Q ♥ Q ♦ 4.8 % 4.8 %"
    )


def test_a_whole_board_names_the_hands_and_the_winner() -> None:
    night = playing()
    show(night, {"Ana": "AhAd", "Bea": "KhKd"}, "2c7d9sJsKs")
    assert said(night, "plan").endswith("Ana A ♥ A ♦ pair of aces Bea K ♥ K ♦ wins three kings")


def test_a_flush_above_the_full_house_has_cards_and_no_chances_VIV_35() -> None:
    night = playing(hand_order="flush_above_full")
    show(night, {"Ana": "AhAd", "Bea": "KhKd"}, "2c7d9s")
    assert said(night, "plan").endswith("Ana A ♥ A ♦ Bea K ♥ K ♦")
    show(night, {"Ana": "AsKs", "Bea": "9h9d"}, "2s7s9s7dJs")
    assert said(night, "plan").endswith(
        "Ana A ♠ K ♠ wins flush, ace high Bea 9 ♥ 9 ♦ full house, nines over sevens"
    )
