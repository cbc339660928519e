"""300 real hands settled whole: by their cards in hold'em where known, else by the winners given."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tdapp.rules.hand import settle
from tdapp.rules.house import PRESETS
from tests.rules.real_hands import (
    DECISIVE,
    RealHand,
    as_hand,
    real_hands,
    shown_down,
    stacks_after,
)

TDA = PRESETS["tda"]
BY_CARDS = 138
"""Of the 300: hold'em shown down by several players, board and all their cards printed."""


def after(hand: RealHand, gains: Mapping[int, int]) -> dict[int, int]:
    before = {player["seat"]: player["stack_before"] for player in hand["players"]}
    return {seat: before[seat] + gain for seat, gain in gains.items()}


@pytest.mark.parametrize("hand", DECISIVE.values(), ids=DECISIVE)
def test_a_decisive_real_hand_pays_what_it_paid_by_cards_and_by_winners(hand: RealHand) -> None:
    by_cards = settle(as_hand(hand, by_cards=True), TDA)
    assert [pot.amount for pot in by_cards.layout.pots] == [pot["amount"] for pot in hand["pots"]]
    assert [sorted(seats) for seats in by_cards.winners] == [pot["winners"] for pot in hand["pots"]]
    assert after(hand, by_cards.gains) == stacks_after(hand)
    assert settle(as_hand(hand, by_cards=False), TDA).gains == by_cards.gains


def test_299_of_300_real_hands_pay_as_they_were_paid_and_the_other_by_its_odd_chip(shared_cases):
    hands = real_hands(shared_cases)
    differ = []
    for hand in hands:
        done = settle(as_hand(hand, by_cards=shown_down(hand)), TDA)
        assert (done.lacking, done.questions, done.warnings) == ((), (), ()), hand["id"]
        if after(hand, done.gains) != stacks_after(hand):
            differ.append(hand["id"])
    odd = [hand["id"] for hand in hands if "odd_chip_not_left_of_button" in hand["tags"]]
    assert (len(hands), len(odd)) == (300, 1)
    assert differ == odd


def test_the_cards_of_the_real_hands_name_the_winners_who_were_paid(shared_cases):
    hands = [hand for hand in real_hands(shared_cases) if shown_down(hand)]
    assert len(hands) == BY_CARDS
    for hand in hands:
        done = settle(as_hand(hand, by_cards=True), TDA)
        assert None not in done.by_cards, hand["id"]
        printed = [sorted(pot["winners"]) for pot in hand["pots"]][: len(done.winners)]
        assert [sorted(seats) for seats in done.winners] == printed, hand["id"]
