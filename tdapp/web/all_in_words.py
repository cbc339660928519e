"""An all-in in words: the chances of each player in each pot, and once the board is whole, hands and winners.

The desk and the big screen say the same figures: the run-outs that are drawn before the flop are always
drawn with the same seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tdapp.hands import equities
from tdapp.hands.equities import AllIn
from tdapp.rules.hand import FROM_HAND, WHOLE_BOARD
from tdapp.rules.house import HouseRules
from tdapp.rules.ranking import HandValue, standard
from tdapp.web import hand_names
from tdapp.web.figures import decimal_mark

SEED = "run-outs"


@dataclass(frozen=True)
class PotWords:
    """One contested pot: its chips, entry id → "63.2 %", and how often it is shared ("" for never)."""

    number: int
    chips: int
    chances: Mapping[int, str]
    split: str

    @property
    def title(self) -> str:
        return pot_title(self.number)


@dataclass(frozen=True)
class AllInWords:
    """Every contested pot; ``exact`` where all run-outs were counted, ``hands`` and ``winners`` by entry id
    once the board is whole."""

    pots: tuple[PotWords, ...]
    exact: bool = True
    hands: Mapping[int, str] | None = None
    winners: frozenset[int] = frozenset()

    @property
    def counted(self) -> bool:
        """Whether there are chances to tell."""
        return any(pot.chances for pot in self.pots)


def all_in_words(shown: AllIn, house: HouseRules) -> AllInWords:
    """The all-in as it stands."""
    found = equities.odds(shown, house, seed=SEED)
    pots = []
    for number, (chips, _entries) in enumerate(shown.pots):
        chances, split = {}, ""
        if found is not None:
            of = found.pots[number]
            chances = {
                who: per_cent(Fraction(one.wins, found.runouts), found.exact) for who, one in of.items()
            }
            shared = found.runouts - sum(one.wins for one in of.values())
            split = per_cent(Fraction(shared, found.runouts), found.exact) if shared else ""
        pots.append(PotWords(number, chips, chances, split))
    if len(shown.board) < WHOLE_BOARD:
        return AllInWords(tuple(pots), found is None or found.exact)
    values = _values(shown, house)
    best = [max(values[entry] for entry in entries) for _chips, entries in shown.pots]
    winners = {
        entry
        for value, (_chips, entries) in zip(best, shown.pots, strict=True)
        for entry in entries
        if values[entry] == value
    }
    return AllInWords(tuple(pots), True, hand_names.names(values, house), frozenset(winners))


def pot_title(number: int) -> str:
    """ "Main pot" or "Side pot 1"."""
    return _("Side pot %(number)s") % {"number": number} if number else _("Main pot")


def per_cent(part: Fraction, exact: bool = True) -> str:
    """ "63.2 %", or where it is only about right "63 %"."""
    if not exact:
        return f"{int(part * 100 + Fraction(1, 2))}\u00a0%"
    whole, tenths = divmod(int(part * 1000 + Fraction(1, 2)), 10)
    return f"{whole}{decimal_mark()}{tenths}\u00a0%"


def _values(shown: AllIn, house: HouseRules) -> dict[int, HandValue]:
    wheel, lifted = house.wheel == "yes", house.hand_order == "flush_above_full"
    return {
        entry: standard(
            cards,
            shown.board,
            wheel=wheel,
            flush_above_full=lifted,
            from_hand=FROM_HAND.get(house.game),
        )
        for entry, cards in shown.hands
    }
