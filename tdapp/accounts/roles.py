"""Roles of a tour's members, from least to most (DESIGN 10).

Each journal kind names the least role that may do and undo it.
"""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a member of a tour may do: one table's hands, the floor, or everything."""

    SCOREKEEPER = "scorekeeper"
    FLOOR = "floor"
    DIRECTOR = "director"

    def covers(self, needed: Role) -> bool:
        """Whether this role may do what ``needed`` may."""
        order = list(Role)
        return order.index(self) >= order.index(needed)
