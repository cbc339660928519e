"""Chips: what one is worth, and which amounts can be laid on the table.

Decides SPT-36 and SPT-03: chips are integers in the open's smallest unit (a 0.25 € chip is 25), money
is integers in minor units, and what a chip is worth in money is an exact fraction.

Worked example (SPT-36): a stack of 20 € for 10 € makes a 1 € chip worth 0.50 €:
``real_value(100, 1000, 2000)`` is 50.

Also decides RULES 5.2: what a set of chips makes, for how many players, and what of it is missing.
Chip values are in the open's chip units everywhere (SPT: cents).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from math import gcd

from tdapp.rules.errors import RuleError


def real_value(face: int, prize_part: int, stack: int) -> Fraction:
    """Minor units that a chip of ``face`` stands for: face × prize part of the buy-in / starting stack.

    Raises ``stack_without_chips``.
    """
    if stack <= 0:
        raise RuleError("stack_without_chips", stack=stack)
    return Fraction(face * prize_part, stack)


def check_multiple(amount: int, smallest: int) -> None:
    """An amount of chips that the smallest chip in play can make.

    Raises ``chips_negative``, ``not_payable_in_chips`` (may be passed), ``no_such_chip``.
    """
    if smallest < 1:
        raise RuleError("no_such_chip", chip=smallest)
    if amount < 0:
        raise RuleError("chips_negative", amount=amount)
    if amount % smallest:
        raise RuleError("not_payable_in_chips", overrule=True, amount=amount, chip=smallest)


def average(total: int, players: int) -> int:
    """Average stack in whole chips, half a chip rounded up; 0 when nobody is left."""
    return (2 * total + players) // (2 * players) if players > 0 else 0


# About 50 chips a head at most (RULES 5.2).
MOST_A_HEAD = 50
# 8 to 12 of the working small chips, and no more than 24 % of the stack in them (300 + 1200 of 5000).
SMALL_AT_MOST = 12
SMALL_SHARE = Fraction(24, 100)
MIDDLE_AT_MOST = 5

# Enough to be exact for every set whose smallest chip is up to 5000 times what all have in common.
MOST_REMAINDERS = 5000


@dataclass(frozen=True)
class ChipLine:
    """One chip of a set: its value, how many the club owns and how many each player gets."""

    value: int
    owned: int = 0
    each: int = 0


@dataclass(frozen=True)
class Use:
    """How many chips of one value a night needs and how many there are."""

    value: int
    needed: int
    owned: int

    @property
    def over(self) -> int:
        """Chips left in the case; negative: so many are missing."""
        return self.owned - self.needed


@dataclass(frozen=True)
class ChipSet:
    """The chips of a club, from the smallest up.

    Raises ``no_such_chip`` (chip), ``chip_twice`` (chip), ``chips_negative`` (amount).
    """

    lines: tuple[ChipLine, ...]

    def __post_init__(self) -> None:
        values = [line.value for line in self.lines]
        for line in self.lines:
            if line.value < 1:
                raise RuleError("no_such_chip", chip=line.value)
            if values.count(line.value) > 1:
                raise RuleError("chip_twice", chip=line.value)
            if min(line.owned, line.each) < 0:
                raise RuleError("chips_negative", amount=min(line.owned, line.each))
        object.__setattr__(self, "lines", tuple(sorted(self.lines, key=lambda line: line.value)))

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, int]]) -> ChipSet:
        """A set out of {"value", "owned", "each"}, as opens keep it; other names are passed over."""
        return cls(
            tuple(ChipLine(row.get("value", 0), row.get("owned", 0), row.get("each", 0)) for row in rows)
        )

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(line.value for line in self.lines)

    @property
    def stack(self) -> int:
        """What each player gets, in chip units."""
        return sum(line.value * line.each for line in self.lines)

    @property
    def a_head(self) -> int:
        """How many chips each player gets."""
        return sum(line.each for line in self.lines)

    @property
    def serves(self) -> int | None:
        """How many starting stacks the set makes; None while nobody gets any chip."""
        counts = [line.owned // line.each for line in self.lines if line.each]
        return min(counts) if counts else None

    def uses(
        self, players: int, rebuys: int = 0, colour_ups: Iterable[tuple[int, int]] = ()
    ) -> tuple[Use, ...]:
        """What ``players`` stacks and ``rebuys`` more need, with the chips for the colour-ups (RULES 5.2).

        ``colour_ups`` are (chip, into): all of the small chips are exchanged, in that order.  The race
        may ask for one more of a larger chip per table.  A chip that the set lacks is owned 0 times.
        """
        needed = {line.value: line.each * (players + rebuys) for line in self.lines}
        here = dict(needed)
        for chip, into in colour_ups:
            more = -(-here.get(chip, 0) * chip // into)
            here[chip], here[into] = 0, here.get(into, 0) + more
            needed[into] = max(needed.get(into, 0), here[into])
        owned = {line.value: line.owned for line in self.lines}
        return tuple(Use(value, needed[value], owned.get(value, 0)) for value in sorted(needed))


def payable(amount: int, chips: Sequence[int]) -> bool:
    """Whether chips of these values, as many as it takes, lay down the amount exactly, without change.

    Chips with next to nothing in common (9 999 991 and 9 999 973) make an amount in ways that nobody would
    find at a table: beyond the ``MOST_REMAINDERS`` smallest of their sums it counts as not payable.
    """
    if amount <= 0 or not chips:
        return amount == 0
    common = gcd(*chips)
    if amount % common:
        return False
    least = _least_by_remainder(tuple(sorted(chip // common for chip in chips)))
    reached = least.get(amount // common % (min(chips) // common))
    return reached is not None and reached <= amount // common


@lru_cache(maxsize=64)
def _least_by_remainder(chips: tuple[int, ...]) -> Mapping[int, int]:
    """The least payable amount for each remainder after as many of the smallest chip as fit, the
    ``MOST_REMAINDERS`` smallest of them."""
    smallest = chips[0]
    least: dict[int, int] = {}
    waiting = [0]
    while waiting and len(least) < MOST_REMAINDERS:
        amount = heappop(waiting)
        if amount % smallest in least:
            continue
        least[amount % smallest] = amount
        for chip in chips[1:]:
            if (amount + chip) % smallest not in least:
                heappush(waiting, amount + chip)
    return least


def suggest(stack: int, values: Sequence[int]) -> dict[int, int]:
    """How many of each chip make a starting stack, from the smallest chip up (RULES 5.2).

    Twelve or fewer of the two smallest, five of the middle ones, the rest in the largest, 50 a head at
    most; where these do not make the stack, the fewest chips.

    Raises ``stack_without_chips``, ``no_such_chip``, ``chips_do_not_make_stack`` (stack).
    """
    if stack <= 0:
        raise RuleError("stack_without_chips", stack=stack)
    chips = sorted(set(values))
    if not chips or chips[0] < 1:
        raise RuleError("no_such_chip", chip=chips[0] if chips else 0)
    if not payable(stack, chips):
        raise RuleError("chips_do_not_make_stack", stack=stack)
    usual = next(_counts(stack, stack, chips, 0, MOST_A_HEAD), None)
    return dict(zip(chips, usual or _fewest(stack, chips), strict=True))


def _fewest(stack: int, chips: list[int]) -> tuple[int, ...]:
    """Counts that make a stack which the usual numbers do not make: as many large chips as fit."""
    found, rest = [], stack
    for at in range(len(chips) - 1, -1, -1):
        fits = range(rest // chips[at], -1, -1)
        count = next(count for count in fits if payable(rest - count * chips[at], chips[:at]))
        found.append(count)
        rest -= count * chips[at]
    return tuple(reversed(found))


def _counts(rest: int, stack: int, chips: list[int], at: int, most: int) -> Iterator[tuple[int, ...]]:
    """Counts of the chips from ``at`` on that make ``rest``, the most wanted first."""
    chip, larger = chips[at], chips[at + 1 :]
    if not larger:
        if rest % chip == 0 and rest // chip <= most:
            yield (rest // chip,)
        return
    step = gcd(*larger)
    for count in range(_wanted(stack, chip, at), -1, -1):
        left = rest - count * chip
        if left < 0 or left % step or count > most:
            continue
        for others in _counts(left, stack, chips, at + 1, most - count):
            yield (count, *others)


def _wanted(stack: int, chip: int, at: int) -> int:
    if at > 1:
        return MIDDLE_AT_MOST
    return max(1, min(SMALL_AT_MOST, int(stack * SMALL_SHARE / chip)))
