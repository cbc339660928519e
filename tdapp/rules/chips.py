"""Chips: what one is worth, and which amounts can be laid on the table.

Decides SPT-36 and SPT-03: chips are integers in the open's smallest unit (a 0.25 € chip is 25), money
is integers in minor units, and what a chip is worth in money is an exact fraction.

Worked example (SPT-36): a stack of 20 € for 10 € makes a 1 € chip worth 0.50 €:
``real_value(100, 1000, 2000)`` is 50.
"""

from __future__ import annotations

from fractions import Fraction

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
