"""Hand-for-hand play: who finishes where when all tables play the same hand, and how near the money is.

Decides RULES 2.9 (TDA RP-8); the fixed time that each hand takes is ``clock.spend``.  Players who go
out at different tables in one synchronised hand tie, within the bounds of the house rule ``h4h_ties``; at
one table the larger stack before the hand finishes higher.  Chips are those before the hand; the mode
"by_stack" compares them across tables.

Worked example (T-2.9b): A (5000) and C (3000) go out at table 1, B (4000) at table 2.  "by_level" takes
the first of each table together, then the seconds: C goes first, A and B tie above.  Comparing A with C
by chips and both with B as a tie would not be an order at all: hence the levels.

The hands that were going on when hand-for-hand was announced count as one hand too.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tdapp.rules.errors import RuleError
from tdapp.rules.places import same_hand_order

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class TableOut(Generic[K]):
    """Somebody out in the hand: who, at which table, with how many chips before it (None: unknown)."""

    key: K
    table: int
    stack_before: int | None = None


def order_across_tables(
    outs: Sequence[TableOut[K]], mode: str = "by_level", same_table: str = "stack_before_share"
) -> tuple[tuple[K, ...], ...]:
    """Those out in one synchronised hand in order of elimination; the first group finishes lowest.

    ``mode`` is the house's ``h4h_ties``: "by_level", "share_all" or "by_stack"; ``same_table`` its
    ``same_hand_outs``.  Give the groups to ``places.places``.  Raises ``stack_order_needed`` (players)
    where an unknown stack decides something, ``out_twice`` (player).
    """
    keys = [out.key for out in outs]
    for key in keys:
        if keys.count(key) > 1:
            raise RuleError("out_twice", player=key)
    if mode == "share_all":
        return (tuple(keys),) if keys else ()
    if mode == "by_stack":
        return same_hand_order({out.key: out.stack_before for out in outs}, same_table)
    return _by_level(outs, same_table)


def _by_level(outs: Sequence[TableOut[K]], same_table: str) -> tuple[tuple[K, ...], ...]:
    """The best of every table tie, below them the second of every table, and so on."""
    ranked = []
    for table in dict.fromkeys(out.table for out in outs):
        stacks = {out.key: out.stack_before for out in outs if out.table == table}
        ranked.append(same_hand_order(stacks, same_table)[::-1])
    deepest = max((len(groups) for groups in ranked), default=0)
    levels = [[key for groups in ranked if at < len(groups) for key in groups[at]] for at in range(deepest)]
    return tuple(tuple(level) for level in reversed(levels))


def bubble_left(left: int, paid: int) -> int:
    """How many must still go out before everybody left is paid; 0 once the bubble has burst."""
    return max(0, left - paid)


def check_left(counted: int, recorded: int) -> None:
    """The players counted at the tables against those recorded as in, before the bubble is announced.

    Raises ``players_left_differ`` (counted, recorded); the director may pass it.
    """
    if counted != recorded:
        raise RuleError("players_left_differ", overrule=True, counted=counted, recorded=recorded)
