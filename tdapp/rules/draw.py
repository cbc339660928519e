"""The draw: seats, first dealers and open hands by lot, from a seed that anybody can check.

Decides SPT-39 (seats and first dealer at random), VIV-10 and RULES 2.2 (seats and players are shuffled
apart, then paired).  The seed is rolled outside, kept in the journal and shown, so a draw can be
recomputed by hand or in a spreadsheet:

1. Numbers: for counter = 0, 1, 2, … take SHA-256 of the UTF-8 text ``seed|purpose|counter`` and read
   its first 16 hex digits as a whole number w, 0 ≤ w < 2^64.
2. A number below n: the next w that is smaller than 2^64 − (2^64 mod n), modulo n (larger ones are
   thrown away, so that every result is equally likely).
3. Shuffle (Fisher–Yates): for i from the last position down to 1 draw j below i + 1 and exchange
   positions i and j (counted from 0).

Worked example: ``shuffled("ABCD", "tapete")`` is D, C, A, B.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

from tdapp.rules.errors import RuleError

T = TypeVar("T")
WORDS = 2**64


def shuffled(items: Sequence[T], seed: str, purpose: str = "") -> tuple[T, ...]:
    """The items in drawn order; the same seed, purpose and items always give the same order.

    ``purpose`` keeps two draws of one seed apart ("players", "seats", "first dealer").
    """
    words = _words(seed, purpose)
    drawn = list(items)
    for i in range(len(drawn) - 1, 0, -1):
        j = below(i + 1, words)
        drawn[i], drawn[j] = drawn[j], drawn[i]
    return tuple(drawn)


def pick(items: Sequence[T], seed: str, purpose: str = "") -> T:
    """One of the items by lot: the one at "a number below their count".  Raises ``nothing_to_draw``."""
    if not items:
        raise RuleError("nothing_to_draw")
    return items[below(len(items), _words(seed, purpose))]


def seats(
    entries: Sequence[T], seats: Sequence[tuple[int, int]], seed: str
) -> tuple[tuple[T, tuple[int, int]], ...]:
    """Pair entries with (table, seat) places by lot, in drawn order of the entries.

    Entries are shuffled for the purpose "players".  The places are shuffled for "seats" and then dealt
    one table after the other, in the order in which the tables first come up, so that with more places
    than entries the tables fill evenly.  Raises ``seat_twice``, ``not_enough_seats``.
    """
    if len(set(seats)) < len(seats):
        twice = next(place for place in seats if seats.count(place) > 1)
        raise RuleError("seat_twice", table=twice[0], seat=twice[1])
    if len(entries) > len(seats):
        raise RuleError("not_enough_seats", entries=len(entries), seats=len(seats))
    players = shuffled(entries, seed, "players")
    return tuple(zip(players, _dealt(shuffled(seats, seed, "seats")), strict=False))


def _dealt(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places table by table in turn, each table's own order kept."""
    turn: dict[int, int] = {}
    rounds: list[tuple[int, tuple[int, int]]] = []
    tables = list(dict.fromkeys(table for table, _ in places))
    for table, seat in places:
        turn[table] = turn.get(table, -1) + 1
        rounds.append((turn[table] * len(tables) + tables.index(table), (table, seat)))
    return [place for _, place in sorted(rounds)]


def below(bound: int, words: Iterator[int]) -> int:
    """An unbiased number from 0 to ``bound`` - 1 out of words below 2^64."""
    limit = WORDS - WORDS % bound
    return next(word for word in words if word < limit) % bound


def _words(seed: str, purpose: str) -> Iterator[int]:
    for counter in count():
        digest = sha256(f"{seed}|{purpose}|{counter}".encode()).hexdigest()
        yield int(digest[:16], 16)
