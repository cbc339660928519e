"""A whole table sits down at another one: who gets which seat there (RULES 2.2).

Everybody keeps the seat number where that can be.  A number that is blocked there, or that the table does not
have, sends its player on to the next seat that can be taken, and those beside him along where they are in the
way: the players stay in the same order round the table, so that nobody gains or loses by blinds and button.
As few as possible change their number, and those as little as possible.  Seats are numbers from 1, clockwise.

Example: players at 2, 3 and 5 come to a table of six whose seat 3 is blocked: they get 2, 4 and 5.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from tdapp.rules.errors import RuleError

Cost = tuple[int, int]
"""How many change their number, and by how many seats altogether."""


def seats_there(taken: Collection[int], *, table: int, size: int, blocked: Collection[int]) -> dict[int, int]:
    """Seat number here → seat number at the other table, which has ``size`` seats and is empty.

    RuleError: ``table_holds_fewer`` (table, players, seats).
    """
    mine = sorted(taken)
    there = [seat for seat in range(1, size + 1) if seat not in blocked]
    if len(mine) > len(there):
        raise RuleError("table_holds_fewer", table=table, players=len(mine), seats=len(there))
    if not mine:
        return {}
    span = max(size, *mine)
    turned = [(*mine[turn:], *mine[:turn]) for turn in range(len(mine))]
    _cost, seats, order = min((*_cheapest(one, there, span), one) for one in turned)
    return dict(zip(order, seats, strict=True))


def _cheapest(order: Sequence[int], there: Sequence[int], span: int) -> tuple[Cost, tuple[int, ...]]:
    """The seats of these players in rising order, and what they cost."""

    @cache
    def best(player: int, seat: int) -> tuple[Cost, tuple[int, ...]]:
        if player == len(order):
            return (0, 0), ()
        choices = []
        for at in range(seat, len(there) - (len(order) - player) + 1):
            (moved, far), rest = best(player + 1, at + 1)
            step = (there[at] - order[player]) % span
            choices.append(((moved + bool(step), far + step), (there[at], *rest)))
        return min(choices)

    return best(0, 0)
