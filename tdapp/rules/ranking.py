"""Which hand is better: the common order of SPT and TDA, and Vivaldi's, where suits decide too.

Decides SPT-45 (suits never break ties, the common comparison of five cards) and VIV-34 to VIV-41.  A hand's
value is comparable, greater is better, equal is a tie; under Vivaldi two different hands are never equal.
Where the called hand counts, a hand is worth what it was called, never more than it is (VIV-21).

Worked examples: AsKs with TsJsQs on the board is "royal_flush"; under Vivaldi JdJhTc5s3d beats JsJcTd5h3h,
because the pair holds the ♦ (VIV-36), and a flush of ♦ to the nine beats one of ♠ to the ace (VIV-39).
KsKhKd2c2h called "three" is three kings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeVar

from tdapp.rules.cards import RANKS, check_different
from tdapp.rules.cards import cards as read
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

_TOP = len(RANKS) - 1
_MISSING = -1
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
    cards: str | Sequence[str],
    board: str | Sequence[str] = (),
    *,
    wheel: bool = True,
    flush_above_full: bool = False,
    from_hand: int | None = None,
    short: bool = False,
) -> HandValue:
    """The best five cards of a hand and the board (SPT-45); suits never break a tie.

    ``from_hand`` is how many cards must come from the hand (Omaha: 2), None for any.  ``wheel`` lets the ace
    begin A2345; ``flush_above_full`` is the order of a stripped deck (VIV-35).  ``short``: a hand without
    board may have fewer than five, and what it lacks is lower than any card (VIV-30).
    RuleError: ``card_unknown``, ``card_twice`` (card), ``cards_too_few`` (needed, given).
    """
    choices = _choices(cards, board, from_hand, short)
    return max(_best(five, wheel, flush_above_full) for five in choices)


def vivaldi(
    cards: str | Sequence[str], *, wheel: bool = True, flush_above_full: bool = False, short: bool = False
) -> HandValue:
    """Five cards by Vivaldi's order: never equal to another hand (VIV-34 to VIV-41).

    ``short``: fewer than five, what is missing is lower than any card (VIV-30).
    RuleError: ``card_unknown``, ``card_twice`` (card), ``cards_not_five`` (given).
    """
    return _by_suit(_best(_five(cards, short), wheel, flush_above_full))


def called_value(
    cards: str | Sequence[str],
    called: str,
    *,
    vivaldi: bool,
    wheel: bool = True,
    flush_above_full: bool = False,
    board: str | Sequence[str] = (),
    from_hand: int | None = None,
    short: bool = False,
) -> HandValue:
    """What a hand is worth that its player called: the lower of called and real (VIV-21).

    ``called`` is one of ``CATEGORIES``; "" where nobody called, so the cards speak.  Called too low, the hand
    counts as the best that its cards hold and that is not above the call, with the other cards beside it:
    KKK22 called "three" is three kings with two twos, called "flush" too.  The rest as in ``standard`` and
    ``vivaldi``.  RuleError: theirs, ``call_unknown`` (called).
    """
    if called and called not in CATEGORIES:
        raise RuleError("call_unknown", called=called)
    if vivaldi:
        return _by_suit(_best(_five(cards, short), wheel, flush_above_full, called))
    choices = _choices(cards, board, from_hand, short)
    return max(_best(five, wheel, flush_above_full, called) for five in choices)


def places(values: Mapping[S, HandValue]) -> dict[S, int]:
    """1 for the best hand, equal numbers where hands are equal: the ranks ``rules.pots`` wants."""
    order = sorted({value.key for value in values.values()}, reverse=True)
    return {who: order.index(value.key) + 1 for who, value in values.items()}


def _five(held: str | Sequence[str], short: bool) -> tuple[str, ...]:
    five = read(held)
    if len(five) != 5 and not (short and 0 < len(five) < 5):
        raise RuleError("cards_not_five", given=len(five))
    return five


def _choices(
    held: str | Sequence[str], board: str | Sequence[str], from_hand: int | None, short: bool
) -> list[tuple[str, ...]]:
    """Every hand of five that can be made; all the cards there are where so few are allowed."""
    mine, common = read(held), read(board)
    check_different((*mine, *common))
    if short and not common and 0 < len(mine) < 5:
        return [mine]
    choices = list(_fives(mine, common, from_hand))
    if not choices:
        raise RuleError("cards_too_few", needed=5, given=len(mine) + len(common))
    return choices


def _fives(mine: Sequence[str], common: Sequence[str], from_hand: int | None) -> Iterable[tuple[str, ...]]:
    if from_hand is None:
        yield from combinations((*mine, *common), 5)
        return
    for own in combinations(mine, from_hand):
        for shared in combinations(common, 5 - from_hand):
            yield (*own, *shared)


def _best(five: Sequence[str], wheel: bool, flush_above_full: bool, called: str = "") -> HandValue:
    """The best these cards are, or the best they hold that is not above what was called."""
    counts = Counter(RANKS.index(one[0]) for one in five)
    top = _straight_to(counts, wheel) if len(counts) == 5 else None
    held = _held(counts, len(five) == 5 and len({one[1] for one in five}) == 1, top)
    if called:
        allowed = _place(called, flush_above_full)
        held = [one for one in held if _place(one, flush_above_full) <= allowed]
    category = max(held, key=lambda one: _place(one, flush_above_full))
    main = _main(category, counts, top)
    return _as(category, main, five, _place(category, flush_above_full))


def _place(category: str, flush_above_full: bool) -> int:
    place = CATEGORIES.index(category)
    return _FLUSH_ABOVE_FULL.get(category, place) if flush_above_full else place


def _straight_to(ranks: Collection[int], wheel: bool) -> int | None:
    """The height of a straight of five different ranks, None where they do not follow each other."""
    highest, lowest = max(ranks), min(ranks)
    if highest - lowest == 4:
        return highest
    return 3 if wheel and set(ranks) == {_TOP, 0, 1, 2, 3} else None


def _held(counts: Mapping[int, int], flush: bool, top: int | None) -> list[str]:
    """Every category that the cards can be shown as: three kings and two twos are two pair as well."""
    most, *others = sorted(counts.values(), reverse=True)
    pairs = 1 + sum(many >= 2 for many in others)
    found = {
        "high_card": True,
        "pair": most >= 2,
        "two_pair": most >= 2 and pairs >= 2,
        "three": most >= 3,
        "straight": top is not None,
        "flush": flush,
        "full_house": most == 3 and pairs == 2,
        "four": most == 4,
        "straight_flush": flush and top is not None,
        "royal_flush": flush and top == _TOP,
    }
    return [category for category, there in found.items() if there]


def _main(category: str, counts: Mapping[int, int], top: int | None) -> tuple[tuple[int, int], ...]:
    """What makes the category: heights, each with how many cards of it count to it."""
    if category.startswith("straight") or category == "royal_flush":
        order = range(top, top - 5, -1) if top is not None else ()
        return tuple((rank % len(RANKS), 1) for rank in order)  # below the two of A2345 lies the ace
    wanted = {"pair": (2,), "two_pair": (2, 2), "three": (3,), "full_house": (3, 2), "four": (4,)}
    found: list[tuple[int, int]] = []
    for many in wanted.get(category, ()):
        taken = {rank for rank, _many in found}
        found.append((max(rank for rank, has in counts.items() if has >= many and rank not in taken), many))
    return tuple(found)


def _as(category: str, main: Sequence[tuple[int, int]], five: Sequence[str], place: int) -> HandValue:
    """The hand shown as this category: its main cards first, the highest suits of a height before others."""
    order = sorted(five, key=lambda one: (-RANKS.index(one[0]), -VIVALDI_SUITS.index(one[1])))
    first = [one for rank, many in main for one in [card for card in order if card[0] == RANKS[rank]][:many]]
    best = (*first, *(one for one in order if one not in first))
    beside = [RANKS.index(one[0]) for one in best[len(first) :]]
    if "straight" in category or category == "royal_flush":
        heights = named = [main[0][0]]
    else:
        heights = [*(rank for rank, _many in main), *beside, *([_MISSING] * (5 - len(five)))]
        named = heights[: len(main) or 1]
    return HandValue((place, *heights), category, best, "".join(RANKS[rank] for rank in named))


def _by_suit(value: HandValue) -> HandValue:
    """The same hand in Vivaldi's order, in which suits decide too."""
    royal = value.category == "royal_flush" and value.best[0][1] != "s"  # VIV-40: of spades only
    category = "straight_flush" if royal else value.category
    first, *rest = value.key
    place = CATEGORIES.index(category) if royal else first
    suit = VIVALDI_SUITS.index(_main_suit(category, value.best))
    by_suit = category in ("flush", "straight_flush")  # VIV-39: the suit first
    key = (place, suit, *rest) if by_suit else (place, *rest, suit)
    return HandValue(key, category, value.best, value.ranks)


def _main_suit(category: str, best: Sequence[str]) -> str:
    """The suit that decides (VIV-36, VIV-38): that of the higher pair, else of the top card."""
    top = [one for one in best if one[0] == best[0][0]] if "pair" in category else best[:1]
    return max((one[1] for one in top), key=VIVALDI_SUITS.index)
