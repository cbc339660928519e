"""The season table out of the results of its opens.

Decides ranks (RULES 4.7): by total points, compared exactly; equal points share the rank and the next
rank skips.  Players who share a rank are listed by wins, then second places, then as their first
results were given.  With ``best_of`` only each player's best results count, and only counted results
make wins and seconds.

Worked example: totals 14, 9, 9, 8 are ranks 1, 2, 2, 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tdapp.rules.errors import RuleError


@dataclass(frozen=True)
class Result:
    """One player in one open (``meeting``), both by id."""

    player: int
    meeting: int
    points: Fraction | int
    place: int


@dataclass(frozen=True)
class Row:
    """One line of the table.  ``total`` is the sum of ``counted``; ``played`` counts dropped ones too."""

    rank: int
    player: int
    total: Fraction
    played: int
    wins: int
    seconds: int
    counted: tuple[Result, ...]
    dropped: tuple[Result, ...]


def standings(results: Sequence[Result], best_of: int | None = None) -> tuple[Row, ...]:
    """The table, best first.  Raises ``result_twice`` (player, meeting), ``best_of_below_one``."""
    if best_of is not None and best_of < 1:
        raise RuleError("best_of_below_one", best_of=best_of)
    mine: dict[int, list[Result]] = {}
    for result in results:
        others = mine.setdefault(result.player, [])
        if any(other.meeting == result.meeting for other in others):
            raise RuleError("result_twice", player=result.player, meeting=result.meeting)
        others.append(result)
    # Sorting is stable, so equals stay in the order in which they were given.
    rows = sorted((_row(own, best_of) for own in mine.values()), key=_strength, reverse=True)
    return tuple(_ranked(rows))


def _row(own: Sequence[Result], best_of: int | None) -> Row:
    best = sorted(own, key=lambda result: (-result.points, result.place))[:best_of]
    counted = tuple(result for result in own if result in best)
    return Row(
        rank=0,
        player=own[0].player,
        total=sum((Fraction(result.points) for result in counted), Fraction(0)),
        played=len(own),
        wins=sum(result.place == 1 for result in counted),
        seconds=sum(result.place == 2 for result in counted),
        counted=counted,
        dropped=tuple(result for result in own if result not in best),
    )


def _strength(row: Row) -> tuple[Fraction, int, int]:
    return (row.total, row.wins, row.seconds)


def _ranked(rows: Sequence[Row]) -> list[Row]:
    ranked: list[Row] = []
    for position, row in enumerate(rows, start=1):
        shared = ranked[-1].rank if ranked and ranked[-1].total == row.total else position
        ranked.append(replace(row, rank=shared))
    return ranked
