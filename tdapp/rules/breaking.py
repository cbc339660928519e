"""Breaking: which tables break and when, and when the last ones become the final table.

Decides RULES 2.2 (ideal load, final table, two-table rule) and that nobody ever sits alone.

Worked example (T-2.2a): three tables of nine: with 19 left (7/6/6) none breaks, with 18 one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tdapp.rules.seating import TableSeats
from tdapp.rules.table_policy import Policy

K = TypeVar("K")


def final_at(size: int, policy: Policy) -> int:
    """The number of players at which the last tables become one.

    RULES 2.2: nine of an eight- or nine-handed event, seven of a six- or seven-handed one, ten of ten;
    else as many as a table seats.
    """
    if policy.final_table:
        return policy.final_table
    return {6: 7, 7: 7, 8: 9, 9: 9}.get(size, size)


def break_list(tables: Sequence[TableSeats[K]]) -> tuple[TableSeats[K], ...]:
    """The tables in the order in which they would break now, to be shown beforehand.

    Those with a fixed ``break_order`` first; then the smallest, of equal ones the last by number.  Tables
    at which somebody is kept in his seat come at the end.
    """
    return tuple(sorted((table for table in tables if table.seats), key=_turn))


def breaking(
    tables: Sequence[TableSeats[K]], policy: Policy, *, compress: bool = False
) -> tuple[TableSeats[K], ...]:
    """The tables that break now; of two the final table decides, not this.

    A table breaks when the others hold everybody: remaining ≤ the seats of the others, blocked ones not
    counted, with ``spare_seats`` left over; or when there are more tables than ``break_at`` allows; or
    when there are fewer than two players for each.  ``compress`` breaks all that can.  Where an order is
    fixed no later table breaks instead of an earlier one.
    """
    standing = break_list(tables)
    count = sum(len(table.seats) for table in standing)
    capacity = sum(table.capacity for table in standing)
    broken: list[TableSeats[K]] = []
    for table in standing:
        left = len(standing) - len(broken)
        if left <= (1 if compress else 2) or _has_kept(table):
            break
        rest = capacity - table.capacity
        wanted = compress or count < 2 * left or left > most_tables(count, policy)
        if count <= rest and (wanted or (policy.break_tables and count + policy.spare_seats <= rest)):
            broken.append(table)
            capacity = rest
        elif table.break_order is not None:
            break
    return tuple(broken)


def most_tables(players: int, policy: Policy) -> int:
    """How many tables there may be for so many players by ``break_at``; without a limit as many as players.

    Worked example: 40 entries, two tables once half are out, one once three quarters are:
    ``break_at=((20, 2), (10, 1))``.
    """
    return min((tables for most, tables in policy.break_at if players <= most), default=max(players, 1))


def final_table(tables: Sequence[TableSeats[K]], policy: Policy) -> TableSeats[K] | None:
    """The table that becomes the final table now, None while there are too many players or one table.

    Two tables also become one when a player would sit alone, or when ``break_at`` says so.
    """
    standing = break_list(tables)
    count = sum(len(table.seats) for table in standing)
    if len(standing) < 2:
        return None
    size = max(table.size for table in standing)
    due = policy.break_tables and count <= final_at(size, policy)
    alone = len(standing) == 2 and count < 4
    if due or alone or (most_tables(count, policy) == 1 and count <= size):
        return final_home(standing)
    return None


def final_home(tables: Sequence[TableSeats[K]]) -> TableSeats[K]:
    """The table at which the last players come together: of those that hold everybody the one that would
    break last, of all if none does.  At least one table has players."""
    standing = break_list(tables)
    count = sum(len(table.seats) for table in standing)
    return next((table for table in standing[::-1] if table.capacity >= count), standing[-1])


def final_seats(table: TableSeats[K], players: int) -> tuple[int, ...]:
    """The seat numbers of a final table of so many players: one more than it has where it must be (ten at a
    table of nine)."""
    seats: list[int] = []
    number = 0
    while len(seats) < players or number < table.size:
        number += 1
        if number not in table.blocked:
            seats.append(number)
    return tuple(seats)


def _turn(table: TableSeats[K]) -> tuple[bool, bool, int, int, int]:
    fixed = table.break_order is not None
    players = 0 if fixed else len(table.seats)
    return (_has_kept(table), not fixed, table.break_order or 0, players, -table.number)


def _has_kept(table: TableSeats[K]) -> bool:
    return any(player in table.kept for player in table.seats.values())
