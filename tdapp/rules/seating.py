"""Seats: who is drawn where, at tables of any size, with blocked and kept seats and players kept apart.

Decides RULES 2.1 and 2.2 (random seats, the double-blind draw), SPT-39, VIV-10, SIS-16 and T-2.1b (who
waits for the button).  A draw is recomputed from its seed by hand:

1. The pool is every free seat of every table, tables in their order and seats rising; blocked, taken and
   kept seats are not in it.
2. Entries are shuffled for the purpose "players", the pool for "seats" (``rules.draw``).
3. Each table's seats keep their drawn order.  The next seat always comes from the table with the fewest
   players (those already there count); among equal ones from the table that came up first in the pool.
4. Entries in drawn order take the seats in that order; then who must be kept apart changes seats
   (``rules.apart``).

Worked example (VIV-10): with empty tables, nothing blocked and nobody kept it is ``rules.draw.seats``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tdapp.rules.apart import separated
from tdapp.rules.button import Button, order
from tdapp.rules.draw import shuffled
from tdapp.rules.errors import RuleError

K = TypeVar("K")
Place = tuple[int, int]
"""A table number and a seat number."""


@dataclass(frozen=True)
class TableSeats(Generic[K]):
    """One table as the draw, the balancing and the breaking see it.

    ``seats`` maps the taken seat numbers (1 to ``size``, clockwise) to their players; ``blocked`` are
    seats nobody may get (also those reserved for somebody who is not here); ``kept`` are players who are
    not moved; ``button`` is that of the last hand dealt, None where nobody knows; ``break_order`` says
    which tables break first (lowest), None: not fixed.
    """

    number: int
    size: int
    seats: Mapping[int, K] = field(default_factory=dict)
    button: Button | None = None
    blocked: Collection[int] = ()
    kept: Collection[K] = ()
    break_order: int | None = None

    @property
    def free(self) -> tuple[int, ...]:
        """The seat numbers that somebody could get, in order."""
        return tuple(n for n in range(1, self.size + 1) if n not in self.seats and n not in self.blocked)

    @property
    def capacity(self) -> int:
        """How many can sit here: those who do and the free seats."""
        return len(self.seats) + len(self.free)


def draw(
    entries: Sequence[K],
    tables: Sequence[TableSeats[K]],
    seed: str,
    *,
    kept: Mapping[K, Place] | None = None,
    apart: Collection[tuple[K, K]] = (),
    even: bool = True,
) -> tuple[tuple[K, Place], ...]:
    """(entry, (table, seat)) of every entry: those with a kept seat first, the others in drawn order.

    ``kept`` seats are their player's and nobody else's, also where he is not among the entries.  The
    pairs in ``apart`` land at different tables while that can be helped: at even tables if possible,
    else at uneven ones; of pairs that cannot all be kept apart the earlier ones are.  Late entries are
    drawn from the same pool of seats (RULES 2.1), the tables with the fewest players first; without
    ``even`` every free seat is as likely as any other for the first of them, and those who sit count for
    nothing.  Raises ``not_enough_seats`` (entries, seats), ``already_seated`` (entry), and for a kept
    seat ``seat_twice``, ``seat_taken``, ``seat_reserved`` (a blocked one), ``no_such_seat`` (table, seat).
    """
    kept = kept or {}
    _check_entries(entries, tables)
    _check_kept(kept, tables)
    sitting = {entry: table.number for table in tables for entry in table.seats.values()}
    reserved = {place for entry, place in kept.items()}
    pool = [place for place in free_places(tables) if place not in reserved]
    at_once = [(entry, kept[entry]) for entry in entries if entry in kept]
    others = [entry for entry in entries if entry not in kept]
    if len(others) > len(pool):
        raise RuleError("not_enough_seats", entries=len(others), seats=len(pool))
    there = Counter(
        {table.number: len(table.seats) for table in tables} if even else {},
    )
    there.update(table for entry, (table, _) in kept.items() if even and entry not in sitting)
    dealt = _dealt(shuffled(pool, seed, "seats"), there)
    drawn = dict(zip(shuffled(others, seed, "players"), dealt, strict=False))
    if apart:
        fixed = sitting | {entry: table for entry, (table, _) in at_once}
        drawn = separated(drawn, dealt[len(drawn) :], fixed, apart, seed)
    return (*at_once, *drawn.items())


def free_places(tables: Sequence[TableSeats[K]]) -> list[Place]:
    """The (table, seat) places somebody could get, in order."""
    return [(table.number, seat) for table in tables for seat in table.free]


def tables_needed(players: int, size: int, *, single: int = 0) -> int:
    """How few tables of ``size`` seats hold the players; up to ``single`` of them sit at one (0: ``size``).

    Worked example: nobody needs none, 36 at tables of ten need 4; with ``size`` 7 and ``single`` 9:
    9 → 1, 10 → 2, 14 → 2, 15 → 3.
    """
    return 1 if 0 < players <= single else -(-players // size)


def places(
    tables: Sequence[TableSeats[K]],
    players: int,
    size: int,
    *,
    room: int = 0,
    wanted: Collection[int] = (),
) -> tuple[TableSeats[K], ...]:
    """The tables among which so many more players are drawn, with those that open as the field grows.

    Tables where somebody sits and those ``wanted`` by number, then empty ones in order and then new ones
    of ``size`` seats, numbered on, as few as hold everybody.  No more than ``room`` tables stand (0: any
    number).
    Raises ``not_enough_seats`` (entries, seats): the others go on the waiting list.
    """
    chosen = {table.number for table in tables if table.seats or table.number in wanted}
    free = sum(len(table.free) for table in tables if table.number in chosen)
    for table in tables:
        if free < players and table.number not in chosen:
            chosen.add(table.number)
            free += table.capacity
    opened = max(0, -(-(players - free) // size))
    if room and opened and len(tables) + opened > room:
        room_left = free + max(0, room - len(tables)) * size
        raise RuleError("not_enough_seats", entries=players, seats=room_left)
    last = max((table.number for table in tables), default=0)
    new = (TableSeats[K](last + n, size) for n in range(1, opened + 1))
    return (*(table for table in tables if table.number in chosen), *new)


def late_places(
    tables: Sequence[TableSeats[K]], players: int, size: int, *, room: int = 0, wanted: Collection[int] = ()
) -> tuple[TableSeats[K], ...]:
    """The same while play runs, when nobody sits down alone (fault 82): who has no place then waits.

    The free seats of the tables where somebody sits and of those ``wanted``.  Only where they do not hold
    everybody do empty tables open, then new ones, no more than give two players to each.
    Worked example: tables of 9 and 9 of nine seats: one late player waits, two sit down at a third table.
    """
    used = [table for table in tables if table.seats or table.number in wanted]
    empty = [table for table in tables if table not in used and table.capacity > 1]
    free, last = sum(len(table.free) for table in used), max((table.number for table in tables), default=0)
    opened: list[TableSeats[K]] = []
    while free < players and 2 * (len(opened) + 1) <= players:
        news = max(0, len(opened) - len(empty))
        if len(opened) < len(empty):
            opened.append(empty[len(opened)])
        elif size > 1 and (not room or len(tables) + news < room):
            opened.append(TableSeats[K](last + news + 1, size))
        else:
            break
        free += opened[-1].capacity
    return (*used, *opened)


def waits(seat: int, here: Button | None, occupied: Collection[int], direction: str = "clockwise") -> bool:
    """Whether who arrives in ``seat`` is not dealt in until the button has passed (RULES 2.1, T-2.1b).

    ``here`` is the hand being dealt, ``occupied`` the seats of those in it.  It is so strictly between
    the button and the small blind; the blinds and the button themselves are dealt in, and so is
    everybody where nobody knows the button, where there are no blinds and where two are playing.
    Worked example: BTN 3, SB 5: seat 4 waits; at the next hand BTN 5, SB 6 it is dealt in.
    """
    if here is None or here.button is None or here.sb is None or len(set(occupied) - {seat}) < 3:
        return False
    if seat in (here.button, here.sb):
        return False
    return order({seat, here.sb}, here.button, direction)[0] == seat


def still_waits(
    seat: int, here: Button | None, occupied: Collection[int], direction: str = "clockwise"
) -> bool:
    """Whether who waits in ``seat`` goes on waiting now that the hand is ``here``.

    ``occupied`` are those who are dealt in: the button is moved as if nobody sat where somebody waits
    (else a moving button would stop there).  Who waits misses one hand, not more, unless the director
    set the button back.
    """
    return waits(seat, here, occupied, direction)


def _dealt(pool: Sequence[Place], there: Mapping[int, int]) -> list[Place]:
    """The places in the order they are given: always one of the table with the fewest players."""
    first_seen: dict[int, int] = {}
    level = dict(there)
    keyed: list[tuple[int, int, Place]] = []
    for table, seat in pool:
        turn = first_seen.setdefault(table, len(first_seen))
        keyed.append((level.get(table, 0), turn, (table, seat)))
        level[table] = level.get(table, 0) + 1
    # Sorted by level and table only: no two places share both.
    return [place for _, _, place in sorted(keyed)]


def _check_entries(entries: Sequence[K], tables: Sequence[TableSeats[K]]) -> None:
    numbers = Counter(table.number for table in tables)
    for number, times in numbers.items():
        if times > 1:
            raise RuleError("seat_twice", table=number, seat=1)
    if len(set(entries)) < len(entries):
        twice = next(entry for entry, times in Counter(entries).items() if times > 1)
        raise RuleError("already_seated", entry=twice)
    sitting = {entry for table in tables for entry in table.seats.values()}
    for entry in entries:
        if entry in sitting:
            raise RuleError("already_seated", entry=entry)


def _check_kept(kept: Mapping[K, Place], tables: Sequence[TableSeats[K]]) -> None:
    by_number = {table.number: table for table in tables}
    seen: set[Place] = set()
    for entry, (number, seat) in kept.items():
        table = by_number.get(number)
        if table is None or not 1 <= seat <= table.size:
            raise RuleError("no_such_seat", table=number, seat=seat)
        if (number, seat) in seen:
            raise RuleError("seat_twice", table=number, seat=seat)
        if table.seats.get(seat, entry) != entry:
            raise RuleError("seat_taken", table=number, seat=seat)
        if seat in table.blocked:
            raise RuleError("seat_reserved", table=number, seat=seat)
        seen.add((number, seat))
