"""Bullets: an entry that buys itself back in, and the one final place it keeps.

Decides RULES 4.1.6 and 2.1: the place of an entry is that of its last bust, however often it came back, and
nobody has a place who is in again.

Worked example: Ana busts, re-enters and busts again after Bo: Bo is 10th of ten, Ana 9th.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def final_outs(busts: Sequence[Sequence[K]], back_in: Collection[K] = ()) -> tuple[tuple[K, ...], ...]:
    """Of all busts, in order and grouped by hand, those that decide a place: each entry's last one.

    Who is ``back_in`` (a rebuy, a re-entry) has none.  The groups are what ``places.places`` takes; ties
    within a group stay.
    """
    last = {key: at for at, group in enumerate(busts) for key in group}
    found = []
    for at, group in enumerate(busts):
        deciding = tuple(key for key in dict.fromkeys(group) if last[key] == at and key not in back_in)
        if deciding:
            found.append(deciding)
    return tuple(found)
