"""What the cards of a hand say: how each hand is called, whom they give a pot, how an all-in stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tdapp.hands.reckoning import Reckoning
from tdapp.rules.house import HouseRules
from tdapp.web import hand_names


@dataclass(frozen=True)
class CardWords:
    """By seat: what its hand is called, and how it stands while cards are to come ("63.2 %").

    ``winners`` are the seats to which the cards give a pot that somebody else contests.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    winners: frozenset[int] = frozenset()
    odds: Mapping[int, str] = field(default_factory=dict)


NO_CARDS = CardWords()


def card_words(done: Reckoning, house: HouseRules) -> CardWords:
    """The hands of a reckoning, each told from the others."""
    contested = zip(done.layout.pots, done.by_cards, strict=False)
    winners = {seat for pot, best in contested if best and len(pot.contenders) > 1 for seat in best}
    return CardWords(hand_names.names(done.values, house), frozenset(winners))
