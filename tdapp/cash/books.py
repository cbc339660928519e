"""The books of a night: every unit of money that came in is in a fund, and paid from there or in the till.

Worked example (VIV-42): sixteen pay 25 000 each, 400 000 into the fund "prize"; costs of 37 500 and prizes
of 362 500 are paid from it, and the till is empty.
"""

from __future__ import annotations

from tdapp.cash import ledger, queries
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules import funds
from tdapp.rules.funds import HOUSE, PRIZE, Books, Line


def lines(open: Open, field: Field, pool: queries.Pool | None = None) -> tuple[Line, ...]:
    """Everything that moved money, in order of kind; ``pool`` where it was asked for already.

    Once the prizes are locked, what the guarantee asks on top of the pool goes from the house to the prizes
    (RULES 4.5): what the organiser brings for it comes into the house, or as added money into the prizes.
    """
    pool = queries.pool(open, field) if pool is None else pool
    overlay = pool.overlay if open.prizes_locked_at is not None else 0
    promised = (Line("moved", HOUSE, overlay, to=PRIZE),) if overlay else ()
    return (*pool.lines, *promised, *ledger.handed_over(open))


def books(open: Open, field: Field, pool: queries.Pool | None = None) -> Books:
    """The books as they stand; they always add up (``Books.adds_up``), whatever was undone or corrected."""
    return funds.books(lines(open, field, pool))
