"""Who waits for the button, and until when (RULES 2.1, T-2.1b).

Who came in between the small blind and the button misses the hand that is being dealt, and no other.  Most
hands are never entered, so nobody says when that one is over: the waiting ends with the button's next move,
when the director deals him in, or by itself once any hand would be over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from tdapp.floor.models import Seat

A_PLAYER_TAKES = timedelta(seconds=40)
"""A hand is surely over after so long for each player at the table: six minutes where nine sit, who take
two or three for a hand."""


def until(since: datetime, players: int) -> datetime:
    """When the button has surely passed who sat down ``since`` then at a table of so many players."""
    return since + players * A_PLAYER_TAKES


def still_waits(since: datetime, players: int, now: datetime) -> bool:
    """Whether who waits since then is not dealt in yet."""
    return now < until(since, players)


def waiting(seats: Iterable[Seat], now: datetime) -> frozenset[int]:
    """The seats, of all those taken at a table, that are not dealt in at ``now``."""
    sitting = list(seats)
    players = len(sitting)
    return frozenset(
        seat.number for seat in sitting if seat.waits and still_waits(seat.from_at, players, now)
    )
