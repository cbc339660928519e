"""What the cards of a hand say: how each hand is called, whom they give a pot, how an all-in stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tdapp.hands import equities
from tdapp.hands.equities import AllIn
from tdapp.hands.reckoning import Reckoning, Sheet
from tdapp.rules.house import HouseRules
from tdapp.web import hand_names
from tdapp.web.all_in_words import AllInWords, all_in_words


@dataclass(frozen=True)
class CardWords:
    """By seat what each hand is called; ``winners`` are the seats to which the cards give a contested pot.

    ``shown`` is what a screen may show, by entry id, and ``words`` how it stands: None while the cards of
    somebody who is still in are unknown.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    winners: frozenset[int] = frozenset()
    shown: AllIn | None = None
    words: AllInWords | None = None


NO_CARDS = CardWords()


def card_words(done: Reckoning, sheet: Sheet, house: HouseRules) -> CardWords:
    """The hands of a reckoning, each told from the others."""
    pots = done.layout.pots
    contested = zip(pots, done.by_cards, strict=False)
    winners = {seat for pot, best in contested if best and len(pot.contenders) > 1 for seat in best}
    entry = {part.seat: part.entry for part in sheet.parts}
    shown = equities.all_in(
        {part.entry: part.cards for part in sheet.parts},
        sheet.board,
        [(pot.amount, [entry[seat] for seat in pot.contenders]) for pot in pots],
        house,
        dead=tuple(card for part in sheet.parts if part.folded or part.forfeit for card in part.cards),
    )
    words = None if shown is None else all_in_words(shown, house)
    return CardWords(hand_names.names(done.values, house), frozenset(winners), shown, words)
