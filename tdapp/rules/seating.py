"""Seats: who is drawn where, at tables of any size, with blocked and kept seats and players kept apart.

Decides RULES 2.1 and 2.2 (random seats, the double-blind draw), SPT-39, VIV-10, SIS-16.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tdapp.rules.button import Button

K = TypeVar("K")


@dataclass(frozen=True)
class TableSeats(Generic[K]):
    """One table as the draw, the balancing and the breaking see it.

    ``seats`` maps the taken seat numbers (1 to ``size``, clockwise) to their players; ``blocked`` are
    seats nobody may get; ``kept`` are players who are not moved; ``button`` is that of the last hand dealt,
    None where nobody knows; ``break_order`` says which tables break first (lowest), None: not fixed.
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
