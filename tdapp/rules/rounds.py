"""Rounds: the stages of an open, how each of their tables ends, and who meets whom in the next one.

Decides DESIGN 8 and VIV-05…11, VIV-16…18, VIV-25, VIV-26 with the table of round-1 counts of RULES 1.3.
Units: chips, minutes of playing time, places at a table counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.rules.levels import Level


@dataclass(frozen=True)
class RoundPlan:
    """The settings of one stage of an open.

    ``seating``: ``draw`` (by lot), ``seeded`` (from the places at the tables before: VIV-11), ``carry``
    (everybody stays where he sits; such a stage begins by itself when its first level does) or ``merge``
    (everybody left of all flights, by lot).
    ``tables`` is their number, 0 for as few as hold everybody; ``table_seats`` their size, 0 as the house
    says.  ``stacks`` are ``fresh`` (``stack`` chips, 0: the open's starting stack) or ``carry``.
    ``levels`` is its own schedule, empty where it goes on with the one before; ``level_trigger`` is "" as
    the house says, else ``time``, ``outs`` or ``table`` (each table by its own outs: VIV-17).
    ``ends``: ``last_player``; ``table`` (each table by itself, with ``left`` players left: VIV-08);
    ``field`` (once no more than ``left`` are in); ``levels`` (after ``level_count`` playing levels).
    ``advance`` is how many of each table go on, best first, 0 for everybody left.  After
    ``limit_minutes`` of play the chips are counted (VIV-26), 0 for no limit.
    A stage is repeated while more than ``until`` players are left, and passed over when no more are; 0:
    played once.  ``flight``: only the entries of this flight play it (Day 1A).  ``coupled``: its tables
    are balanced and broken (SIS-17).
    """

    name: str = ""
    seating: str = "draw"
    tables: int = 0
    table_seats: int = 0
    stacks: str = "fresh"
    stack: int = 0
    levels: tuple[Level, ...] = ()
    level_trigger: str = ""
    ends: str = "last_player"
    left: int = 1
    level_count: int = 0
    advance: int = 0
    limit_minutes: int = 0
    until: int = 0
    flight: bool = False
    coupled: bool = True
