"""Deals: what those left may agree to share, from the stacks counted now and the prizes still to be won.

Decides RULES 2.12 and 4.4: ICM (Malmuth-Harville), chip chop (guaranteed and capped), even and custom
shares, with an amount left to play for.  Units: minor units of the currency, chips; exact fractions
inside, rounded by ``money.share``, so that a deal always sums to what is left.  Amounts come back in the
order of the stacks; what no whole unit can hold goes to the largest stack.

Worked example: 400/300/200/100 thousand chips and prizes 1600/1000/600/400 are 1111/997/848/644 by ICM
and 1200/1000/800/600 by a chip chop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import share
from tdapp.rules.payouts import shared
from tdapp.rules.places import Place

K = TypeVar("K", bound=Hashable)

METHODS = ("icm", "chip_chop", "even", "custom")
MOST_PLAYERS = 12
"""ICM looks at every set of players: beyond this nobody waits for it."""


def icm(stacks: Sequence[int], prizes: Sequence[int], unit: int = 1) -> tuple[int, ...]:
    """The independent chip model: each prize by the chance of each place (RULES 4.4).

    Raises ``stack_not_positive``, ``prize_negative`` (place), ``prizes_rise``, ``too_few_players``
    (players), ``too_many_for_icm`` (players, most), ``unit_too_small``.
    """
    prizes = _checked(stacks, prizes)
    if len(stacks) > MOST_PLAYERS:
        raise RuleError("too_many_for_icm", players=len(stacks), most=MOST_PLAYERS)
    return _rounded(stacks, prizes, unit, lambda left: _equities(left, prizes))


def chip_chop(
    stacks: Sequence[int],
    prizes: Sequence[int],
    unit: int = 1,
    cap: bool = True,
    *,
    guaranteed: bool = True,
) -> tuple[int, ...]:
    """Everybody gets the lowest prize that is left, the rest goes by chips (RULES 4.4).

    With ``cap`` nobody gets more than the first prize: what is above it goes to the others by chips.
    Without ``guaranteed`` all of it goes by chips, so that a short stack may get less than is sure.
    Raises what ``icm`` does but for the number of players.
    """
    prizes = _checked(stacks, prizes)
    sure = min(prizes) if guaranteed else 0

    def amounts(left: Sequence[int]) -> list[Fraction]:
        by_chips = _by_chips(sum(prizes) - sure * len(left), left)
        found = [sure + part for part in by_chips]
        return _capped(found, left, prizes[0]) if cap else found

    return _rounded(stacks, prizes, unit, amounts)


def even(
    stacks: Sequence[int], prizes: Sequence[int], unit: int = 1, *, rest_to_leader: bool = True
) -> tuple[int, ...]:
    """The same for everybody (RULES 4.4); what is left over goes to the largest stack, or is spread.

    Raises what ``icm`` does but for the number of players.
    """
    prizes = _checked(stacks, prizes)
    total, order = sum(prizes), _by_size(stacks)
    if not rest_to_leader:
        return _in_order(share(total, [1] * len(stacks), unit), order)
    each = total // len(stacks) // unit * unit
    return _in_order([each + total - each * len(stacks), *[each] * (len(stacks) - 1)], order)


def custom(amounts: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Amounts that the players found themselves, if they are the prizes that are left.

    Raises ``deal_negative`` (number: whose, from 1), ``deal_does_not_sum`` (total, expected, missing).
    """
    for number, amount in enumerate(amounts, start=1):
        if amount < 0:
            raise RuleError("deal_negative", number=number)
    expected = sum(prizes)
    if sum(amounts) != expected:
        missing = expected - sum(amounts)
        raise RuleError("deal_does_not_sum", total=sum(amounts), expected=expected, missing=missing)
    return tuple(amounts)


def left_to_play_for(prizes: Sequence[int], amount: int) -> tuple[int, ...]:
    """The prizes to be shared once ``amount`` is kept for the winner: taken from the highest ones.

    The first prize pays it down to the second, then both, and so on, so that prizes never rise.
    Raises ``nothing_left_to_share`` (amount, total), ``prize_negative``.
    """
    total = sum(prizes)
    if amount < 0 or amount > total:
        raise RuleError("nothing_left_to_share", amount=amount, total=total)
    rest, found = amount, sorted(prizes, reverse=True)
    for places in range(1, len(found) + 1):
        if not rest:
            break
        floor = found[places] if places < len(found) else 0
        room = sum(found[:places]) - floor * places
        taken = min(rest, room)
        kept = share(sum(found[:places]) - taken, [1] * places)
        found[:places], rest = kept, rest - taken
    return tuple(found)


def side_by_side(
    stacks: Sequence[int], prizes: Sequence[int], unit: int = 1, left: int = 0
) -> Mapping[str, tuple[int, ...]]:
    """What each method gives, to be compared: "icm" (where it can be reckoned), "chip_chop" and "even".

    ``left`` is kept for the winner, the rest is shared.  Raises what the methods do, and what
    ``left_to_play_for`` does.
    """
    shared = left_to_play_for(_checked(stacks, prizes), left)
    found = {"chip_chop": chip_chop(stacks, shared, unit), "even": even(stacks, shared, unit)}
    if len(stacks) <= MOST_PLAYERS:
        found = {"icm": icm(stacks, shared, unit), **found}
    return found


def check_consent(players: Sequence[K], agreed: Collection[K]) -> None:
    """All who are left must agree (RULES 2.12).  Raises ``deal_not_agreed`` (players: those missing)."""
    missing = tuple(player for player in players if player not in agreed)
    if missing:
        raise RuleError("deal_not_agreed", players=missing)


def remarks(
    stacks: Sequence[int],
    prizes: Sequence[int],
    amounts: Sequence[int],
    in_play: int | None = None,
    entries: Sequence[int] = (),
) -> tuple[Remark, ...]:
    """What is odd about a deal and stops nothing.

    ``deal_above_first`` (amount, first) and ``deal_below_secured`` (amount, secured), each with ``entry``
    where ``entries`` names them in the order of the stacks, else with ``number`` from 1; ``count_differs``
    (counted, expected) where the stacks are not the chips ``in_play`` ("use as counted").
    """
    said = []
    counted = sum(stacks)
    if in_play is not None and counted != in_play:
        said.append(Remark("count_differs", {"counted": counted, "expected": in_play}))
    left = _padded(prizes, len(stacks))
    first, secured = max(left), min(left)
    for at, amount in enumerate(amounts):
        who = {"entry": entries[at]} if entries else {"number": at + 1}
        if amount > first:
            said.append(Remark("deal_above_first", {**who, "amount": amount, "first": first}))
        if amount < secured:
            said.append(Remark("deal_below_secured", {**who, "amount": amount, "secured": secured}))
    return tuple(said)


def won(
    places: Mapping[K, Place],
    prizes: Sequence[int],
    shares: Mapping[K, int],
    left: int,
    order: Sequence[K],
    *,
    unpaid: Collection[K] = (),
) -> dict[K, int]:
    """The money of everybody once a deal stands: ``shares`` to those who made it, whatever place they reach.

    They stand for the best places: who made none wins the prizes below them, by place among his like, also
    where a correction puts him between them.  ``left`` goes to the winner, and with it what a disqualified
    one had been promised (``unpaid``: RULES 4.1.5); those who tie share it in ``order``.
    """
    others = {key: place for key, place in places.items() if key not in shares}
    behind = {}
    for key, place in others.items():
        before = sum(1 for one in others.values() if one.first < place.first)
        tied = sum(1 for one in others.values() if one.first == place.first)
        behind[key] = Place(len(shares) + before + 1, len(shares) + before + tied)
    money = shared(behind, prizes, 1, order, unpaid=[key for key in unpaid if key in others])
    lost = {key for key in shares if key in unpaid}
    money.update({key: 0 if key in lost else amount for key, amount in shares.items()})
    pot = left + sum(shares[key] for key in lost)
    at = {key: index for index, key in enumerate(order)}
    first = [key for key, place in places.items() if place.first == 1 and key not in unpaid]
    first.sort(key=lambda key: at.get(key, len(at)))
    if first and pot:
        for key, part in zip(first, share(pot, [1] * len(first)), strict=True):
            money[key] = money.get(key, 0) + part
    return money


def chances(stacks: Sequence[int], places: int) -> tuple[tuple[Fraction, ...], ...]:
    """The chance of each player (in order) to finish in each of the first ``places`` (Malmuth-Harville).

    P(i first) = stack / all stacks; then the same among the rest.  A set of players that took the first
    places is reached by many orders: each set is looked at once.  Whole numbers over one denominator for
    each place: a fraction for every set would be reduced some thousand times.
    """
    players = range(len(stacks))
    found: list[list[Fraction]] = [[] for _ in players]
    ahead, denominator = {0: 1}, 1
    for _ in range(places):
        rests = {taken: sum(stacks[i] for i in players if not taken >> i & 1) for taken in ahead}
        scale = lcm(*rests.values())
        denominator *= scale
        reached: dict[int, int] = {}
        here = [0] * len(stacks)
        for taken, ways in ahead.items():
            per_chip = ways * (scale // rests[taken])
            for i in players:
                if not taken >> i & 1:
                    part = per_chip * stacks[i]
                    here[i] += part
                    key = taken | 1 << i
                    reached[key] = reached.get(key, 0) + part
        for row, part in zip(found, here, strict=True):
            row.append(Fraction(part, denominator))
        ahead = reached
    return tuple(tuple(row) for row in found)


def _equities(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    paid = sum(1 for prize in prizes if prize)
    return [
        sum((chance * prize for chance, prize in zip(row, prizes, strict=False)), Fraction(0))
        for row in chances(stacks, paid)
    ]


def _by_chips(amount: int, stacks: Sequence[int]) -> list[Fraction]:
    total = sum(stacks)
    return [Fraction(amount * stack, total) for stack in stacks]


def _capped(amounts: list[Fraction], stacks: Sequence[int], first: int) -> list[Fraction]:
    """Nobody above the first prize; what is over goes to those below it by chips, until nobody is."""
    while True:
        over = [i for i, amount in enumerate(amounts) if amount > first]
        below = [i for i, amount in enumerate(amounts) if amount < first]
        if not over or not below:
            return amounts
        excess = sum((amounts[i] - first for i in over), Fraction(0))
        chips = sum(stacks[i] for i in below)
        for i in over:
            amounts[i] = Fraction(first)
        for i in below:
            amounts[i] += excess * stacks[i] / chips


def _rounded(
    stacks: Sequence[int],
    prizes: Sequence[int],
    unit: int,
    exact: Callable[[Sequence[int]], Sequence[Fraction]],
) -> tuple[int, ...]:
    """Exact amounts of the stacks, largest first, rounded to what is left."""
    order = _by_size(stacks)
    amounts = exact([stacks[i] for i in order])
    total = sum(prizes)
    if not total:
        return (0,) * len(stacks)
    return _in_order(share(total, amounts, unit), order)


def _by_size(stacks: Sequence[int]) -> list[int]:
    return sorted(range(len(stacks)), key=lambda i: -stacks[i])


def _in_order(amounts: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    found = [0] * len(order)
    for amount, i in zip(amounts, order, strict=True):
        found[i] = amount
    return tuple(found)


def _padded(prizes: Sequence[int], players: int) -> tuple[int, ...]:
    """One prize for each player left: those who are not paid have none."""
    return (*prizes[:players], *[0] * (players - len(prizes)))


def _checked(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    if len(stacks) < 2:
        raise RuleError("too_few_players", players=len(stacks))
    if any(stack <= 0 for stack in stacks):
        raise RuleError("stack_not_positive")
    left = _padded(prizes, len(stacks))
    for place, prize in enumerate(left, start=1):
        if prize < 0:
            raise RuleError("prize_negative", place=place)
        if place > 1 and prize > left[place - 2]:
            raise RuleError("prizes_rise", place=place, amount=prize, above=left[place - 2])
    return left
