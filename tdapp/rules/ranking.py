"""Which hand is better: the common order of SPT and TDA, and Vivaldi's, where suits decide too.

Decides SPT-45 (suits never break ties, the common comparison of five cards) and VIV-34 to VIV-41.  A hand's
value is comparable, greater is better, equal is a tie; under Vivaldi two different hands are never equal.

Worked examples: AsKs with TsJsQs on the board is "royal_flush"; under Vivaldi JdJhTc5s3d beats JsJcTd5h3h,
because the pair holds the ♦ (VIV-36), and a flush of ♦ to the nine beats one of ♠ to the ace (VIV-39).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeVar

from tdapp.rules.cards import RANKS, cards, check_different
from tdapp.rules.errors import RuleError

S = TypeVar("S", bound=Hashable)

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three",
    "straight",
    "flush",
    "full_house",
    "four",
    "straight_flush",
    "royal_flush",
)
VIVALDI_SUITS = "chsd"
"""VIV-34, lowest first: ♦ > ♠ > ♥ > ♣, not the order of chip races."""

_FLUSH_ABOVE_FULL = {"flush": CATEGORIES.index("full_house"), "full_house": CATEGORIES.index("flush")}


@dataclass(frozen=True, order=True)
class HandValue:
    """How good a hand is; compared by ``key`` alone.

    ``category`` is one of ``CATEGORIES``; ``best`` its cards, those that make the category first; ``ranks``
    the heights that name it ("AK" for two pair of aces and kings), as letters of ``RANKS``.
    """

    key: tuple[int, ...]
    category: str = field(compare=False)
    best: tuple[str, ...] = field(compare=False)
    ranks: str = field(compare=False)


def standard(
    held: str | Sequence[str],
    board: str | Sequence[str] = (),
    *,
    wheel: bool = True,
    flush_above_full: bool = False,
    from_hand: int | None = None,
) -> HandValue:
    """The best five cards of a hand and the board (SPT-45); suits never break a tie.

    ``from_hand`` is how many cards must come from the hand (Omaha: 2), None for any.  ``wheel`` lets the ace
    begin A2345; ``flush_above_full`` is the order of a stripped deck (VIV-35).  RuleError: ``card_unknown``,
    ``card_twice`` (card), ``cards_too_few`` (needed, given).
    """
    mine, common = cards(held), cards(board)
    check_different((*mine, *common))
    choices = list(_fives(mine, common, from_hand))
    if not choices:
        raise RuleError("cards_too_few", needed=5, given=len(mine) + len(common))
    return max(_standard(five, wheel, flush_above_full) for five in choices)


def vivaldi(held: str | Sequence[str], *, wheel: bool = True, flush_above_full: bool = False) -> HandValue:
    """Five cards by Vivaldi's order: never equal to another hand (VIV-34 to VIV-41).

    RuleError: ``card_unknown``, ``card_twice`` (card), ``cards_not_five`` (given).
    """
    five = cards(held)
    if len(five) != 5:
        raise RuleError("cards_not_five", given=len(five))
    value = _standard(five, wheel, flush_above_full)
    royal = value.category == "royal_flush" and value.best[0][1] != "s"  # VIV-40: of spades only
    category = "straight_flush" if royal else value.category
    first, *rest = value.key
    place = CATEGORIES.index(category) if royal else first
    suit = VIVALDI_SUITS.index(_main_suit(category, value.best))
    by_suit = category in ("flush", "straight_flush")  # VIV-39: the suit first
    key = (place, suit, *rest) if by_suit else (place, *rest, suit)
    return HandValue(key, category, value.best, value.ranks)


def places(values: Mapping[S, HandValue]) -> dict[S, int]:
    """1 for the best hand, equal numbers where hands are equal: the ranks ``rules.pots`` wants."""
    order = sorted({value.key for value in values.values()}, reverse=True)
    return {who: order.index(value.key) + 1 for who, value in values.items()}


def _fives(mine: Sequence[str], common: Sequence[str], from_hand: int | None) -> Iterable[tuple[str, ...]]:
    if from_hand is None:
        yield from combinations((*mine, *common), 5)
        return
    for own in combinations(mine, from_hand):
        for shared in combinations(common, 5 - from_hand):
            yield (*own, *shared)


def _standard(five: Sequence[str], wheel: bool, flush_above_full: bool) -> HandValue:
    counts = Counter(RANKS.index(one[0]) for one in five)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = tuple(counts[rank] for rank in groups)
    flush = len({one[1] for one in five}) == 1
    top = _straight_to(groups, wheel) if len(groups) == 5 else None
    category = _category(shape, flush, top)
    if top is not None:
        order = [top, *(rank for rank in sorted(counts, reverse=True) if rank != top)]
        if top == 3:  # A2345: the ace is the lowest
            order = [3, 2, 1, 0, 12]
        heights, named = [top], [top]
    else:
        order, heights = groups, groups
        named = groups[: {"two_pair": 2, "full_house": 2}.get(category, 1)]
    best = sorted(five, key=lambda one: (order.index(RANKS.index(one[0])), -VIVALDI_SUITS.index(one[1])))
    place = CATEGORIES.index(category)
    if flush_above_full:
        place = _FLUSH_ABOVE_FULL.get(category, place)
    return HandValue((place, *heights), category, tuple(best), "".join(RANKS[rank] for rank in named))


def _straight_to(ranks: Sequence[int], wheel: bool) -> int | None:
    """The height of a straight of five different ranks, None where they do not follow each other."""
    highest, lowest = max(ranks), min(ranks)
    if highest - lowest == 4:
        return highest
    return 3 if wheel and set(ranks) == {12, 0, 1, 2, 3} else None


def _category(shape: tuple[int, ...], flush: bool, top: int | None) -> str:
    if top is not None and flush:
        return "royal_flush" if top == len(RANKS) - 1 else "straight_flush"
    if flush:
        return "flush"
    if top is not None:
        return "straight"
    by_shape = {(4, 1): "four", (3, 2): "full_house", (3, 1, 1): "three", (2, 2, 1): "two_pair"}
    return by_shape.get(shape, "pair" if shape == (2, 1, 1, 1) else "high_card")


def _main_suit(category: str, best: Sequence[str]) -> str:
    """The suit that decides (VIV-36, VIV-38): that of the higher pair, else of the top card."""
    top = [one for one in best if one[0] == best[0][0]] if "pair" in category else best[:1]
    return max((one[1] for one in top), key=VIVALDI_SUITS.index)
