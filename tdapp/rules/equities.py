"""How an all-in stands while cards are to come: the run-outs that each player wins, and those he shares.

Counts over run-outs that are given: all of them for an exact answer, some drawn by lot for one that is about
right (``hands.equities`` chooses).  Hold'em and Omaha in the common order of hands (SPT-45); suits that break
ties and a flush above the full house are refused.  Each pot is counted among its own contenders (TDA 2.7).

Values here are whole numbers, greater is better, equal is a tie: the order of ``rules.ranking.standard``,
made for many hands a second.  What a multiset of ranks is worth is kept once it was worked out.

Worked example: AhAd against KhKd with 2c7d9sJs on the board wins in 42 of 44 run-outs and loses to a king.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Generic, NamedTuple, TypeVar

from tdapp.rules.cards import DECK, RANKS, SUITS, check_different
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.ranking import CATEGORIES

S = TypeVar("S", bound=Hashable)

BOARD = 5
GAMES = ("holdem", "omaha")
"""The games in which chances are counted."""

_SUIT_AT = 32
_RANKS_ONLY = 2**_SUIT_AT - 1
# A card is a number: a sum of up to seven tells how often each rank (base 5) and suit (base 8) is there.
_CARD = {
    rank + suit: 5**height + (8**place << _SUIT_AT)
    for height, rank in enumerate(RANKS)
    for place, suit in enumerate(SUITS)
}
_BIT = {card: 1 << RANKS.index(card[0]) for card in DECK}
_STRAIGHTS = [(top, 0b11111 << (top - 4)) for top in range(12, 3, -1)]
_WHEEL = (3, 0b1000000001111)
_PLACE = {category: place << 20 for place, category in enumerate(CATEGORIES)}


@dataclass(frozen=True)
class Equity:
    """One player's chances in one pot: run-outs won alone and shared, and his part of all pots together.

    ``share`` is between 0 and 1; those of a pot's contenders add up to 1.
    """

    wins: int
    ties: int
    share: Fraction


@dataclass(frozen=True)
class Odds(Generic[S]):
    """The chances of every pot, main pot first, counted over ``runouts``; ``exact`` where those were all."""

    pots: tuple[Mapping[S, Equity], ...]
    runouts: int
    exact: bool


def countable(house: HouseRules) -> bool:
    """Whether chances are counted in this game and this order of hands."""
    return house.game in GAMES and house.suits == "never" and house.hand_order == "standard"


def unseen(hands: Mapping[S, Sequence[str]], board: Sequence[str], dead: Collection[str] = ()) -> list[str]:
    """The cards that may still come, in the deck's order: none that anybody holds, lies there or is ``dead``.

    RuleError: ``card_twice`` (card).
    """
    seen = [*board, *(card for hand in hands.values() for card in hand), *dead]
    check_different(seen)
    return [card for card in DECK if card not in set(seen)]


def how_many(unseen: Sequence[str], board: Sequence[str]) -> int:
    """How many run-outs there are."""
    return comb(len(unseen), BOARD - len(board))


def every(unseen: Sequence[str], board: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All of them."""
    return combinations(unseen, BOARD - len(board))


def count(
    hands: Mapping[S, Sequence[str]],
    board: Sequence[str],
    runouts: Iterable[Sequence[str]],
    house: HouseRules,
    pots: Sequence[Collection[S]],
    *,
    exact: bool,
) -> Odds[S]:
    """The chances over these run-outs (each completes the board), in every pot among its contenders.

    RuleError: ``no_equities``, ``card_twice`` (card).
    """
    if not countable(house):
        raise RuleError("no_equities")
    check_different([*board, *(card for hand in hands.values() for card in hand)])
    judge = _judge(house.wheel == "yes")
    reader = _Omaha if house.game == "omaha" else _Holdem
    readers = {who: reader(hand, judge) for who, hand in hands.items()}
    tallies: list[dict[tuple[S, ...], int]] = [{} for _ in pots]
    number = 0
    for runout in runouts:
        number += 1
        common = _common((*board, *runout))
        found = {who: reader.value(common) for who, reader in readers.items()}
        for tally, contenders in zip(tallies, pots, strict=True):
            best = max([found[who] for who in contenders])
            winners = tuple([who for who in contenders if found[who] == best])
            tally[winners] = tally.get(winners, 0) + 1
    chances = tuple(
        _chances(tally, contenders, number) for tally, contenders in zip(tallies, pots, strict=True)
    )
    return Odds(chances, number, exact)


def _chances(tally: Mapping[tuple[S, ...], int], contenders: Collection[S], of: int) -> dict[S, Equity]:
    found = {}
    for who in contenders:
        mine = {winners: times for winners, times in tally.items() if who in winners}
        alone = sum(times for winners, times in mine.items() if len(winners) == 1)
        share = sum((Fraction(times, len(winners)) for winners, times in mine.items()), Fraction(0))
        found[who] = Equity(alone, sum(mine.values()) - alone, share / of if of else Fraction(0))
    return found


# -- what a hand is worth, fast ----------------------------------------------------------------------------


class _Common(NamedTuple):
    """A whole board: its cards, their sum, and the suit in which it allows a flush ("" for none)."""

    cards: tuple[str, ...]
    total: int
    suit: str


def _common(cards: tuple[str, ...]) -> _Common:
    total = sum(map(_CARD.__getitem__, cards))
    return _Common(cards, total, _suit_of(total >> _SUIT_AT))


@cache
def _suit_of(counts: int) -> str:
    """The suit of three cards or more among five, "" if there is none."""
    return next((suit for place, suit in enumerate(SUITS) if counts >> 3 * place & 7 >= 3), "")


@dataclass
class _Judge:
    """Remembers what each multiset of ranks and each set of ranks of one suit is worth."""

    wheel: bool
    of_ranks: dict[int, int] = field(default_factory=dict)
    of_suit: dict[int, int] = field(default_factory=dict)

    def ranks(self, total: int) -> int:
        """The best five of cards with that sum, whatever their suits."""
        key = total & _RANKS_ONLY
        known = self.of_ranks.get(key)
        if known is None:
            known = self.of_ranks[key] = self._of_counts(key)
        return known

    def suited(self, ranks: int) -> int:
        """The best five of five or more cards of one suit, their ranks as bits."""
        known = self.of_suit.get(ranks)
        if known is None:
            top = self._straight(ranks)
            heights = _heights(ranks)[:5]
            if top is None:
                known = _worth("flush", heights)
            else:
                known = _worth("royal_flush" if top == len(RANKS) - 1 else "straight_flush", [top])
            self.of_suit[ranks] = known
        return known

    def _of_counts(self, key: int) -> int:
        counts = {}
        for height in range(len(RANKS)):
            key, many = divmod(key, 5)
            if many:
                counts[height] = many
        groups = sorted(counts, key=lambda height: (min(counts[height], 4), height), reverse=True)
        first, second = counts[groups[0]], counts[groups[1]]
        if first == 4:
            return _worth("four", [groups[0], max(groups[1:])])
        if first == 3 and second >= 2:
            return _worth("full_house", groups[:1] + [max(h for h in groups[1:] if counts[h] >= 2)])
        top = self._straight(sum(1 << height for height in counts))
        if top is not None:
            return _worth("straight", [top])
        if first == 3:
            return _worth("three", groups[:3])
        if second == 2:
            return _worth("two_pair", [*groups[:2], max(groups[2:])])
        return _worth("pair", groups[:4]) if first == 2 else _worth("high_card", groups[:5])

    def _straight(self, ranks: int) -> int | None:
        for top, five in (*_STRAIGHTS, _WHEEL) if self.wheel else _STRAIGHTS:
            if ranks & five == five:
                return top
        return None


_judge = cache(_Judge)


def _worth(category: str, heights: Sequence[int]) -> int:
    """Heights weigh in their order, after the category."""
    worth = _PLACE[category]
    for place, height in enumerate(heights):
        worth += height + 1 << 16 - 4 * place
    return worth


def _heights(ranks: int) -> list[int]:
    """The heights of a set of ranks, highest first."""
    return [height for height in range(len(RANKS) - 1, -1, -1) if ranks >> height & 1]


class _Holdem:
    """A hand whose best five of all cards count."""

    def __init__(self, cards: Sequence[str], judge: _Judge) -> None:
        self.total = sum(_CARD[card] for card in cards)
        self.judge = judge
        self.ranks_of = {suit: sum(_BIT[card] for card in cards if card[1] == suit) for suit in SUITS}

    def value(self, common: _Common) -> int:
        if common.suit:
            ranks = self.ranks_of[common.suit] | sum(
                _BIT[one] for one in common.cards if one[1] == common.suit
            )
            if ranks.bit_count() >= 5:  # with a flush in seven cards there is no full house
                return self.judge.suited(ranks)
        return self.judge.ranks(self.total + common.total)


class _Omaha:
    """A hand of which two cards count with three of the board."""

    def __init__(self, cards: Sequence[str], judge: _Judge) -> None:
        self.pairs = [_CARD[one] + _CARD[other] for one, other in combinations(cards, 2)]
        self.judge = judge
        self.of_suit = {suit: [_BIT[card] for card in cards if card[1] == suit] for suit in SUITS}

    def value(self, common: _Common) -> int:
        numbers = [_CARD[card] for card in common.cards]
        threes = [a + b + c for a, b, c in combinations(numbers, 3)]
        ranks = self.judge.ranks
        best = max([ranks(two + three) for two in self.pairs for three in threes])
        if common.suit and len(self.of_suit[common.suit]) > 1:
            there = [_BIT[card] for card in common.cards if card[1] == common.suit]
            flushes = [
                self.judge.suited(sum(two) | sum(three))
                for two in combinations(self.of_suit[common.suit], 2)
                for three in combinations(there, 3)
            ]
            best = max(best, *flushes)
        return best
