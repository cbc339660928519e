"""How many players leave and reach each table: the fewest moves that make tables even.

Decides the number of moves of RULES 2.3.  Tables are even when no two differ by more than the gap, unless
the smaller one is full or the larger one holds only players who are kept; where it can be helped nobody
sits alone.

The fewest, by exhaustion: even tables all lie in some window of m to m + gap players.  For a window the
players above it must leave (E) and those missing below it must come (D); those of broken tables (P) come
anyway, so max(E, D − P) players leave a table that stays.  The best m is tried out.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from tdapp.rules.errors import RuleError


@dataclass(frozen=True)
class Load:
    """A table: how many sit there, how many can, how many of them are kept and do not move."""

    number: int
    players: int
    capacity: int
    kept: int = 0


@dataclass(frozen=True)
class Levels:
    """The table numbers that players leave and then reach, one entry per player, in order.

    ``arrivals`` begin with a seat for each of ``leaves``; the rest are for the players of broken tables.
    """

    leaves: tuple[int, ...]
    arrivals: tuple[int, ...]


def level(
    loads: Sequence[Load], arriving: int, gap: int, *, source: str = "fullest", after: int = 0
) -> Levels:
    """Who leaves where, with as few moves as possible: from the fullest to the shortest, ties in order.

    ``arriving`` players of broken tables need a seat.  ``source`` ``next_number`` takes from the next of
    the fullest tables by number after table ``after``.  Raises ``not_enough_seats`` (entries, seats).
    """
    capacity = sum(load.capacity for load in loads)
    players = arriving + sum(load.players for load in loads)
    if players > capacity:
        raise RuleError("not_enough_seats", entries=players, seats=capacity)
    low, moves = _best_window(loads, players, arriving, gap)
    leaves = _fullest_first(loads, low, moves, source, after)
    here = {load.number: load.players for load in loads}
    for number in leaves:
        here[number] -= 1
    return Levels(tuple(leaves), _shortest_first(loads, here, moves + arriving))


def _best_window(loads: Sequence[Load], players: int, arriving: int, gap: int) -> tuple[int, int]:
    """The least number of players at a table, and how many must leave one."""
    top = max((load.capacity for load in loads), default=0)
    best: tuple[int, int] | None = None
    for low in (*range(2, top + 1), 1, 0):
        if best is not None and low < 2:
            break  # only where somebody must sit alone
        lows = [_low(load, low) for load in loads]
        highs = [min(load.capacity, max(low + gap, load.kept)) for load in loads]
        if not sum(lows) <= players <= sum(highs):
            continue
        excess = sum(max(0, load.players - high) for load, high in zip(loads, highs, strict=True))
        missing = sum(max(0, least - load.players) for load, least in zip(loads, lows, strict=True))
        moves = max(excess, missing - arriving)
        if best is None or moves < best[1]:
            best = (low, moves)
    return best or (0, 0)


def _low(load: Load, low: int) -> int:
    return max(load.kept, min(low, load.capacity))


def _fullest_first(loads: Sequence[Load], low: int, moves: int, source: str, after: int) -> list[int]:
    """The tables that so many players leave, always one of the fullest that can spare somebody."""
    by_number = source == "next_number"
    spare: dict[int, list[tuple[int, int]]] = {}
    for turn, load in enumerate(loads):
        if load.players > _low(load, low):
            key = (load.number if by_number else turn, turn)
            spare.setdefault(load.players, []).append(key)
    for keys in spare.values():
        keys.sort()
    found: list[int] = []
    for _ in range(moves):
        most = max(players for players, keys in spare.items() if keys)
        keys = spare[most]
        index = bisect_right(keys, (after, len(loads))) % len(keys) if by_number else 0
        key = keys.pop(index)
        load = loads[key[1]]
        found.append(load.number)
        after = load.number
        if most - 1 > _low(load, low):
            insort(spare.setdefault(most - 1, []), key)
    return found


def _shortest_first(loads: Sequence[Load], here: dict[int, int], arrivals: int) -> tuple[int, ...]:
    """The tables of so many arrivals, always the one with the fewest players that has a seat."""
    order = {load.number: index for index, load in enumerate(loads)}
    room = {load.number: load.capacity - here[load.number] for load in loads}
    heap = [(here[number], order[number], number) for number in order if room[number] > 0]
    heapify(heap)
    found: list[int] = []
    for _ in range(arrivals):
        players, turn, number = heappop(heap)
        found.append(number)
        room[number] -= 1
        if room[number] > 0:
            heappush(heap, (players + 1, turn, number))
    return tuple(found)
