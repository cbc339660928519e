"""The chances of an entered hand while its board is not whole: exact where that is quick, else by lot.

From the flop on all run-outs are counted; before it so many are drawn with a seed that the answer is within
half a per cent or so, and it is said to be "about".  The same seed and cards always give the same answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tdapp.rules import equities
from tdapp.rules.equities import Odds
from tdapp.rules.hand import HELD, WITH_BOARD
from tdapp.rules.house import HouseRules

EXACT_UP_TO = 20_000
"""Run-outs that are all counted."""
DRAWN = 20_000
OMAHA_DRAWN = 15_000
"""Run-outs that are drawn where there are more; in Omaha so many for all players together."""

Entries = tuple[int, ...]
Cards = tuple[str, ...]


@dataclass(frozen=True)
class AllIn:
    """What the table sees of an all-in: cards by entry id, the board so far, and who contests which pot.

    ``pots`` are (chips, entries), main pot first; ``dead`` the cards of players who folded, where known.
    """

    hands: tuple[tuple[int, Cards], ...]
    board: Cards
    pots: tuple[tuple[int, Entries], ...]
    dead: Cards = ()


def all_in(
    cards: Mapping[int, Cards],
    board: Cards,
    pots: Sequence[tuple[int, Sequence[int]]],
    house: HouseRules,
    *,
    dead: Cards = (),
) -> AllIn | None:
    """The all-in, if it can be shown: somebody contests a pot, and the cards of all who do are known.

    ``cards`` by entry id; ``pots`` are (chips, contenders), and one with a single contender is left out.
    """
    contested = tuple((chips, tuple(entries)) for chips, entries in pots if len(entries) > 1)
    there = sorted({entry for _chips, entries in contested for entry in entries})
    held = HELD.get(house.game, 0)
    known = all(len(cards.get(entry, ())) == held for entry in there)
    if house.game not in WITH_BOARD or not there or not known:
        return None
    return AllIn(tuple((entry, tuple(cards[entry])) for entry in there), tuple(board), contested, dead)


def odds(shown: AllIn, house: HouseRules, *, seed: str) -> Odds[int] | None:
    """The chances in each of its pots; None once the board is whole, and where they are not counted.

    RuleError: ``card_twice`` (card).
    """
    if len(shown.board) >= equities.BOARD or not equities.countable(house):
        return None
    return _odds(shown, house, seed)


@lru_cache(maxsize=32)
def _odds(shown: AllIn, house: HouseRules, seed: str) -> Odds[int]:
    hands = dict(shown.hands)
    unseen = equities.unseen(hands, shown.board, shown.dead)
    exact = equities.how_many(unseen, shown.board) <= EXACT_UP_TO
    if exact:
        runouts = equities.every(unseen, shown.board)
    else:
        many = OMAHA_DRAWN // len(hands) if house.game == "omaha" else DRAWN
        runouts = _drawn(unseen, equities.BOARD - len(shown.board), many, seed)
    contests = [seats for _chips, seats in shown.pots]
    return equities.count(hands, shown.board, runouts, house, contests, exact=exact)


def _drawn(unseen: Sequence[str], missing: int, many: int, seed: str) -> Iterator[tuple[str, ...]]:
    chance = random.Random(seed)
    for _ in range(many):
        yield tuple(chance.sample(unseen, missing))
