"""Players kept apart: after a draw, those who may not share a table change seats.

Decides "kept apart" of the seats (RULES 2.1).  Deterministic by the seed: everybody stays at the table he
drew while that can be; who cannot goes to another one, and somebody of that table takes his place, so that
tables stay as even as they were.  Only where that does not help is a free seat taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from tdapp.rules.draw import shuffled

K = TypeVar("K")
Place = tuple[int, int]
STEPS = 20_000
"""How many seatings are tried before a pair counts as not to be helped."""


def separated(
    drawn: Mapping[K, Place],
    spare: Sequence[Place],
    fixed: Mapping[K, int],
    apart: Collection[tuple[K, K]],
    seed: str,
) -> dict[K, Place]:
    """The draw with the pairs at different tables, in the same order of entries.

    ``spare`` are the places nobody drew, ``fixed`` the tables of those who sit already.  All pairs
    without a free seat, else all with one, else as many as can be, the earlier pairs first.
    """
    pairs = _pairs(drawn, fixed, apart)
    if not _conflicts(pairs, {**fixed, **{entry: place[0] for entry, place in drawn.items()}}):
        return dict(drawn)
    tables = shuffled(sorted({table for table, _ in (*drawn.values(), *spare)}), seed, "apart")
    for offered in ((), spare):
        found = _assigned(drawn, offered, fixed, pairs, tables)
        if found is not None:
            return _reseated(drawn, spare if offered else (), found, seed)
    can_be: list[tuple[K, K]] = []
    best: dict[K, int] = {}
    for pair in pairs:
        found = _assigned(drawn, spare, fixed, [*can_be, pair], tables)
        if found is not None:
            can_be.append(pair)
            best = found
    return _reseated(drawn, spare, best, seed)


def _pairs(
    drawn: Mapping[K, Place], fixed: Mapping[K, int], apart: Collection[tuple[K, K]]
) -> list[tuple[K, K]]:
    """The pairs that the draw can do something about."""
    here = {*drawn, *fixed}
    return [
        (one, other)
        for one, other in dict.fromkeys(apart)
        if one != other and {one, other} <= here and (one in drawn or other in drawn)
    ]


def _conflicts(pairs: Collection[tuple[K, K]], at: Mapping[K, int]) -> bool:
    return any(at[one] == at[other] for one, other in pairs)


def _assigned(
    drawn: Mapping[K, Place],
    spare: Sequence[Place],
    fixed: Mapping[K, int],
    pairs: Sequence[tuple[K, K]],
    tables: Sequence[int],
) -> dict[K, int] | None:
    """Table of everybody in a pair, so that no pair shares one; None if there is no such seating.

    A search with steps back: who has the most to avoid comes first, and tries his drawn table first.
    """
    avoids: dict[K, list[K]] = {}
    for one, other in pairs:
        avoids.setdefault(one, []).append(other)
        avoids.setdefault(other, []).append(one)
    ranked = {entry: rank for rank, entry in enumerate(drawn)}
    people = sorted((e for e in avoids if e in drawn), key=lambda e: (-len(avoids[e]), ranked[e]))
    room = Counter(table for table, _ in (*drawn.values(), *spare))
    at: dict[K, int] = dict(fixed)
    choices: list[list[int]] = []
    steps = 0
    while len(choices) <= len(people):
        if len(choices) == len(people):
            return {entry: at[entry] for entry in people}
        entry = people[len(choices)]
        shut = {at[other] for other in avoids[entry] if other in at}
        own = drawn[entry][0]
        open_ = [table for table in tables if table != own and room[table] > 0 and table not in shut]
        choices.append([*open_[::-1], *([own] if room[own] > 0 and own not in shut else [])])
        while not choices[-1]:
            choices.pop()
            if not choices:
                return None
            back = people[len(choices) - 1]
            room[at.pop(back)] += 1
        steps += 1
        if steps > STEPS:
            return None
        entry = people[len(choices) - 1]
        at[entry] = choices[-1].pop()
        room[at[entry]] -= 1
    return None


def _reseated(
    drawn: Mapping[K, Place], spare: Sequence[Place], tables: Mapping[K, int], seed: str
) -> dict[K, Place]:
    """Everybody at the table found for him; who is in the way there takes a place left behind."""
    movers = [entry for entry in drawn if entry in tables and tables[entry] != drawn[entry][0]]
    left: dict[int, list[Place]] = {}
    for entry in movers:
        left.setdefault(drawn[entry][0], []).append(drawn[entry])
    unused: dict[int, list[Place]] = {}
    for place in spare:
        unused.setdefault(place[0], []).append(place)
    result = dict(drawn)
    in_the_way: dict[int, list[K]] = {}
    for entry in shuffled([e for e in drawn if e not in tables], seed, "in the way"):
        in_the_way.setdefault(drawn[entry][0], []).append(entry)
    displaced: list[K] = []
    for entry in movers:
        table = tables[entry]
        if left.get(table):
            result[entry] = left[table].pop(0)
        elif unused.get(table):
            result[entry] = unused[table].pop(0)
        else:
            other = in_the_way[table].pop(0)
            result[entry] = result[other]
            displaced.append(other)
    rest = [place for places in (*left.values(), *unused.values()) for place in places]
    for entry, place in zip(displaced, rest, strict=False):
        result[entry] = place
    return result
