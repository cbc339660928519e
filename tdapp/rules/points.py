"""Season points of one open.

Decides the linear formula of RULES 4.7 and what tied places get.  Points are exact: integers, or
fractions where places are shared; floats never.

Worked example: eight entries give 8, 7, … 1; two who tie for 3rd and 4th get (6 + 5) / 2 = 11/2 each.
"""

from __future__ import annotations

from fractions import Fraction

from tdapp.rules.errors import RuleError


def linear(entries: int, place: int) -> int:
    """Entries − place + 1.  Raises ``no_such_place``."""
    if not 1 <= place <= entries:
        raise RuleError("no_such_place", place=place, entries=entries)
    return entries - place + 1


def for_tie(first: int, last: int, entries: int, mode: str = "average") -> Fraction:
    """Points of each player who shares the places ``first`` to ``last``.

    ``average`` of the points of those places, or those of the ``better`` place.
    Raises ``no_such_place``, ``places_reversed``, ``unknown_choice``.
    """
    if first > last:
        raise RuleError("places_reversed", first=first, last=last)
    best, worst = linear(entries, first), linear(entries, last)
    if mode == "better":
        return Fraction(best)
    if mode == "average":
        return Fraction(best + worst, 2)
    raise RuleError("unknown_choice", setting="tie_points", choice=mode)
