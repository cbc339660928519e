"""The till: what should be in the drawer against what was counted, note by note.

Decides RULES 4.5 (the cash drawer).  Amounts are in minor units of the currency; a denomination is its value
in them, counts are pieces.  What is expected comes from ``funds.books``: cash only, with the float that lay
in the drawer before.

Worked example: expected 516.00 €, counted ten 50s and one 20: 520.00, that is 4.00 over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tdapp.rules.errors import Remark, RuleError


@dataclass(frozen=True)
class Denomination:
    """A note or a coin by its value in minor units."""

    value: int
    note: bool


# In hundredths of the currency's unit, notes first; what is in use, largest first.
_NOTES: Mapping[str, tuple[int, ...]] = {
    "EUR": (50000, 20000, 10000, 5000, 2000, 1000, 500),
    "USD": (10000, 5000, 2000, 1000, 500, 200, 100),
    "GBP": (5000, 2000, 1000, 500),
    "CLP": (2000000, 1000000, 500000, 200000, 100000),
    "COP": (10000000, 5000000, 2000000, 1000000, 500000, 200000),
    "ARS": (2000000, 1000000, 200000, 100000, 50000, 20000, 10000),
    "MXN": (100000, 50000, 20000, 10000, 5000, 2000),
}
_COINS: Mapping[str, tuple[int, ...]] = {
    "EUR": (200, 100, 50, 20, 10, 5, 2, 1),
    "USD": (100, 50, 25, 10, 5, 1),
    "GBP": (200, 100, 50, 20, 10, 5, 2, 1),
    "CLP": (50000, 10000, 5000, 1000),
    "COP": (100000, 50000, 20000, 10000, 5000),
    "ARS": (1000, 500, 200, 100),
    "MXN": (2000, 1000, 500, 200, 100, 50),
}


def denominations(currency: str, digits: int) -> tuple[Denomination, ...]:
    """The notes and coins of a currency with so many minor digits, largest first.

    Those of an unknown currency are 1, 2 and 5 times the powers of ten from one minor unit to 500 whole
    units, the whole ones above 2 as notes.  What is smaller than a minor unit is left out.
    """
    code = currency.strip().upper()
    known = [(value, True) for value in _NOTES.get(code, ())]
    known += [(value, False) for value in _COINS.get(code, ())]
    if not known:
        return _series(digits)
    scaled = [(value * 10**digits, note) for value, note in known]
    return tuple(Denomination(value // 100, note) for value, note in scaled if value % 100 == 0)


def _series(digits: int) -> tuple[Denomination, ...]:
    whole = 10**digits
    values = [step * 10**power for power in range(digits + 3) for step in (1, 2, 5)]
    return tuple(Denomination(value, value > 2 * whole) for value in sorted(values, reverse=True))


def counted(pieces: Mapping[int, int], other: int = 0) -> int:
    """The money in the drawer: pieces by value, and an ``other`` amount that was not counted by pieces.

    Raises ``no_such_denomination`` (value), ``pieces_negative`` (value), ``money_line_negative``.
    """
    for value, count in pieces.items():
        if value < 1:
            raise RuleError("no_such_denomination", value=value)
        if count < 0:
            raise RuleError("pieces_negative", value=value)
    if other < 0:
        raise RuleError("money_line_negative")
    return sum(value * count for value, count in pieces.items()) + other


@dataclass(frozen=True)
class Count:
    """The drawer as it was counted: ``opening`` lay in it before, ``cash`` is what the books say came in.

    ``difference`` above 0: more than there should be.
    """

    cash: int
    counted: int
    opening: int = 0

    @property
    def expected(self) -> int:
        return self.opening + self.cash

    @property
    def difference(self) -> int:
        return self.counted - self.expected

    @property
    def agrees(self) -> bool:
        return not self.difference

    def remarks(self) -> tuple[Remark, ...]:
        """``till_short`` or ``till_over`` (expected, counted, difference: without its sign)."""
        if self.agrees:
            return ()
        params = {"expected": self.expected, "counted": self.counted, "difference": abs(self.difference)}
        return (Remark("till_short", params) if self.difference < 0 else Remark("till_over", params),)


def check_close(count: Count) -> None:
    """Close the till only if it agrees.  Raises ``till_differs`` (expected, counted, difference: + over);
    the director may pass it, and the difference stays named."""
    if not count.agrees:
        raise RuleError(
            "till_differs",
            overrule=True,
            expected=count.expected,
            counted=count.counted,
            difference=count.difference,
        )
