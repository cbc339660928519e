"""Balancing: who moves from which table to which seat, which table breaks, which one waits.

Decides RULES 2.2 and 2.3 (TDA 11), SIS-16…18 ("acoplamiento"), the final table and two-table rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K")


@dataclass(frozen=True)
class Policy:
    """How tables are kept even; every club has its own, so each is a setting.

    ``max_gap`` is the largest difference allowed between two tables (0: 1 up to four tables, 2 above:
    RULES 2.3); ``who`` moves: ``next_big_blind`` (TDA 11), ``lot``, or ``same_position`` (as many seats
    from the button as the one who went out); ``source`` is the table to take from: ``fullest`` (ties in
    table order) or ``next_number`` (the next full table by number).  ``break_tables`` as soon as the others
    hold everybody; ``final_table`` is the number at which two tables become one (0: RULES 2.2 by table
    size).  ``halt_at`` is how many short of the fullest a table stops (3; 0: never).
    """

    max_gap: int = 0
    who: str = "next_big_blind"
    source: str = "fullest"
    break_tables: bool = True
    final_table: int = 0
    halt_at: int = 3
    direction: str = "clockwise"
    button_rule: str = "tda_dead"
    heads_up_button: str = "small_blind"


@dataclass(frozen=True)
class Move(Generic[K]):
    """One player sent to another seat.

    ``player`` and ``from_seat`` are None, and ``to_seat`` too, where buttons are unknown and the rule is
    applied at the table ("the next big blind of table 3 takes the worst seat of table 1").  ``why`` is
    ``balance``, ``break`` or ``final``; ``reason`` is a code for people: ``next_big_blind``, ``lot``,
    ``table_breaks``, …; ``hands`` is how many hands until the new seat has the big blind, None if unknown.
    """

    player: K | None
    from_table: int
    from_seat: int | None
    to_table: int
    to_seat: int | None
    why: str
    reason: str
    hands: int | None = None
