"""A whole table sits down at another one: who gets which seat there (RULES 2.2).

Everybody keeps the seat number where that can be.  A number that is blocked there, or that the table does not
have, sends its player on to the next seat that can be taken, and those beside him along where they are in the
way: the players stay in the same order round the table, so that nobody gains or loses by blinds and button.
As few as possible change their number, and those as little as possible.  Seats are numbers from 1, clockwise.
A dead button or blind keeps its place between the same two players, so that the next big blind is the same
one; it may lie at a blocked seat.

Example: players at 2, 3 and 5 come to a table of six whose seat 3 is blocked: they get 2, 4 and 5.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

from tdapp.rules.button import Button
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


def taken_along(
    taken: Collection[int], last: Button, *, table: int, size: int, blocked: Collection[int]
) -> tuple[dict[int, int], Button]:
    """``seats_there`` of the players, and button and blinds of the ``last`` hand at that table.

    Where a dead one finds no place between its players, they make one for it if there are seats enough; else
    button and blinds are unknown there.  RuleError: ``table_holds_fewer``.
    """
    seats = seats_there(taken, table=table, size=size, blocked=blocked)
    dead = {seat for seat in (last.button, last.sb, last.bb) if seat is not None} - set(taken)
    marks = _between(dead, seats, size)
    if marks is None and len(taken) + len(dead) <= size - len({*blocked} & {*range(1, size + 1)}):
        every = seats_there({*taken, *dead}, table=table, size=size, blocked=blocked)
        seats, marks = {seat: every[seat] for seat in taken}, {seat: every[seat] for seat in dead}
    if marks is None:
        return seats, Button(None, None, None)
    there = seats | marks
    return seats, Button(*(None if seat is None else there[seat] for seat in (last.button, last.sb, last.bb)))


def _between(dead: Collection[int], seats: Mapping[int, int], size: int) -> dict[int, int] | None:
    """A seat there for each empty one, between the same two players; None where one has no such seat."""
    if not seats:
        return None if dead else {}
    mine = sorted(seats)
    found: dict[int, int] = {}
    for n, before in enumerate(mine):
        behind = mine[(n + 1) % len(mine)]
        here = [seat for seat in _gap(before, behind, max(*mine, *dead, size)) if seat in dead]
        there = _gap(seats[before], seats[behind], size)
        if len(here) > len(there):
            return None
        same = all(seat in there for seat in here)
        found.update(zip(here, here if same else there, strict=False))
    return found


def _gap(before: int, behind: int, span: int) -> list[int]:
    """The seat numbers after ``before`` up to ``behind``, round a table of ``span`` seats."""
    return [(before + step - 1) % span + 1 for step in range(1, (behind - before - 1) % span + 1)]


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
