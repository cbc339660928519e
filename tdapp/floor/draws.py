"""Draws of seats as they are kept: everything that went in, so that anyone can recompute what came out.

What went in are the entries in order of sign-up, every table with its free, taken and blocked seats, the
seats that were kept for somebody and the pairs kept apart (``rules.seating.draw``).  Draws of earlier
versions hold the entries and the places offered only (``rules.draw.seats``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tdapp.floor.queries import DrawView
from tdapp.rules import draw, seating
from tdapp.rules.seating import Place, TableSeats

Pairs = tuple[tuple[int, Place], ...]
"""Entry ids with (table number, seat)."""


def items_of(
    entries: Sequence[int],
    tables: Sequence[TableSeats[int]],
    kept: Mapping[int, Place],
    apart: Collection[tuple[int, int]],
) -> dict[str, Any]:
    """What went in, as ``Draw.items`` holds it; "places" is the pool of free seats, for people to read."""
    reserved = set(kept.values())
    return {
        "entries": list(entries),
        "places": [list(place) for place in seating.free_places(tables) if place not in reserved],
        "tables": [
            [
                table.number,
                table.size,
                [[n, table.seats[n]] for n in sorted(table.seats)],
                sorted(table.blocked),
            ]
            for table in tables
        ],
        "kept": [[entry, *place] for entry, place in kept.items()],
        "apart": [list(pair) for pair in apart],
    }


def drawn_again(items: Mapping[str, Any], seed: str) -> Pairs:
    """What comes out of a draw of seats with that seed."""
    if "tables" not in items:
        return draw.seats(items["entries"], [(table, seat) for table, seat in items["places"]], seed)
    tables = [
        TableSeats(number, size, dict(taken), blocked=blocked)
        for number, size, taken, blocked in items["tables"]
    ]
    kept = {entry: (table, seat) for entry, table, seat in items["kept"]}
    apart = [(one, other) for one, other in items["apart"]]
    return seating.draw(items["entries"], tables, seed, kept=kept, apart=apart)


def recomputed(view: DrawView) -> bool:
    """Whether a draw comes out of its seed again."""
    if view.purpose == "dealer":
        seats, table = view.items["seats"], view.items["table"]
        return [draw.pick(seats, view.seed, f"first dealer {table}")] == view.result
    return [[entry, *place] for entry, place in drawn_again(view.items, view.seed)] == view.result


def at_kept_tables(
    groups: Sequence[Sequence[int]], kept: Mapping[int, Place], size: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, Place], ...]]:
    """The groups of a later round in the order of its tables, so that who has a kept seat finds it there.

    Nobody plays others for it: whole groups change tables.  The second part are those for whom that cannot
    be: the round has no such table or seat, or somebody who signed up earlier has one that excludes it.
    Worked example: groups (1, 2), (3, 4) with seat 2 of table 1 kept for 4 become (3, 4), (1, 2).
    """
    at: dict[int, int] = {}
    unkept = []
    for entry, (table, seat) in sorted(kept.items()):
        group = next((n for n, one in enumerate(groups) if entry in one and len(one) > 1), None)
        if group is None:
            continue
        known = at.get(group) == table or (group not in at and table not in at.values())
        if not known or not 1 <= table <= len(groups) or not 1 <= seat <= size:
            unkept.append((entry, (table, seat)))
        else:
            at[group] = table
    rest = iter([tuple(one) for n, one in enumerate(groups) if n not in at])
    by_table = {table: tuple(groups[group]) for group, table in at.items()}
    return tuple(by_table.get(n) or next(rest) for n in range(1, len(groups) + 1)), tuple(unkept)
