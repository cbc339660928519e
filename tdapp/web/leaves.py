"""Paper cut into sheets: each holds what fits both A4 and Letter.

186 by 252 mm in margins of 12 mm, of which the head of a list takes 20.  Heights are in millimetres and agree
with static/css/prints.css; a block is anything with a ``height``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

WHOLE = 250
"""Millimetres of a sheet without a head."""
ROOM = 230
"""Millimetres under the head of a sheet."""
LONG, LONGER, LONGEST = 22, 34, 56
"""Letters from which on a name is written smaller."""


@dataclass(frozen=True)
class Leaf:
    """One sheet of paper: its columns, each with what stands in it from top to bottom."""

    columns: tuple[tuple[Any, ...], ...]


def size_of(name: str) -> str:
    """How small a name is written: "", "long", "longer" or "longest"."""
    sizes = {"": LONG, "long": LONGER, "longer": LONGEST}
    return next((size for size, letters in sizes.items() if len(name) <= letters), "longest")


def in_columns(items: Sequence[Any], lines: int, columns: int) -> tuple[Leaf, ...]:
    """The items from top to bottom, column after column, so many lines each; the last sheet's are level."""
    leaves = []
    for start in range(0, len(items), lines * columns):
        page = items[start : start + lines * columns]
        each = max(1, -(-len(page) // columns))
        leaves.append(Leaf(tuple(tuple(page[i : i + each]) for i in range(0, len(page), each))))
    return tuple(leaves)


def packed(blocks: Sequence[Any], columns: int, room: int = ROOM) -> tuple[Leaf, ...]:
    """Blocks of different ``height`` from top to bottom, none cut in two; the last sheet's are level."""
    full = _piled(blocks, room)
    leaves = [full[i : i + columns] for i in range(0, len(full), columns)]
    if leaves:
        rest = [block for column in leaves[-1] for block in column]
        leaves[-1] = next(piled for high in range(room + 1) if len(piled := _piled(rest, high)) <= columns)
    return tuple(Leaf(tuple(tuple(column) for column in leaf)) for leaf in leaves)


def _piled(blocks: Sequence[Any], room: float) -> list[list[Any]]:
    """The blocks in columns of that height; one that is higher stands alone."""
    full: list[list[Any]] = []
    left = 0.0
    for block in blocks:
        if not full or block.height > left:
            full.append([])
            left = room
        full[-1].append(block)
        left -= block.height
    return full
