"""What a hand means where an amount was left empty: forced bets, calls, whole stacks (DESIGN 7).

Units: chips in their smallest unit.  Worked example: blinds 50/100, seat 4 in for 300 and seat 6 "in"
without an amount: seat 6 called, so 300.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tdapp.hands.reckoning import Part
from tdapp.rules.button import Button
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level

State = Literal["fold", "in", "all_in"]


@dataclass(frozen=True)
class Typed:
    """What was said of one player; amounts are None where nothing was typed."""

    seat: int
    entry: int
    state: State
    live: int | None = None
    dead: int | None = None
    had: int | None = None
    forfeit: bool = False


@dataclass(frozen=True)
class Filled:
    """The parts with every amount filled in; ``missing`` seats are all-in and nobody knows for how much."""

    parts: tuple[Part, ...]
    missing: tuple[int, ...]


def posting(seat: int, entry: int, stack: int | None, here: Button, level: Level, rules: HouseRules) -> Part:
    """What a player must post, folded with it, or all-in where it takes the whole stack (SIS-21, S10-S24)."""
    blind = level.bb if seat == here.bb else level.sb if seat == here.sb else 0
    form = level.ante_form or rules.ante
    each = level.ante if form == "per_player" else 0
    dead = level.ante if form == "big_blind" and seat == here.bb else 0
    if stack is None:
        return Part(seat, entry, live=blind + each, dead=dead, folded=True)
    if rules.bb_ante_order == "blind_first":
        live = min(stack, blind + each)
        dead = min(stack - live, dead)
    else:
        dead = min(stack, dead)
        live = min(stack - dead, blind + each)
    all_in = 0 < stack == live + dead
    return Part(seat, entry, live=live, dead=dead, folded=not all_in, all_in=all_in)


def filled(typed: Sequence[Typed], posted: Mapping[int, Part], stacks: Mapping[int, int | None]) -> Filled:
    """Fill what was left empty.

    Folded: what was posted.  All-in: the stack (``had``, else the known one).  In: the highest bet, or
    the whole stack if that is less.  ``posted`` and ``stacks`` (before the hand) are by seat.
    """
    dead = {one.seat: posted[one.seat].dead if one.dead is None else one.dead for one in typed}
    live = {one.seat: _own(one, posted[one.seat], dead[one.seat], stacks.get(one.seat)) for one in typed}
    bets = [chips for chips in live.values() if chips is not None]
    highest = max([*bets, *(part.live for part in posted.values())], default=0)
    missing = tuple(one.seat for one in typed if live[one.seat] is None and one.state == "all_in")
    for one in typed:
        if live[one.seat] is None:
            left = _left(one, dead[one.seat], stacks.get(one.seat))
            live[one.seat] = highest if left is None else min(highest, left)
    return Filled(tuple(_part(one, live[one.seat] or 0, dead[one.seat]) for one in typed), missing)


def _own(one: Typed, posted: Part, dead: int, stack: int | None) -> int | None:
    """What a player put in whatever the others did; None where that decides or is unknown."""
    if one.live is not None:
        return one.live
    if one.state == "fold":
        return posted.live
    return _left(one, dead, stack) if one.state == "all_in" else None


def _left(one: Typed, dead: int, stack: int | None) -> int | None:
    known = stack if one.had is None else one.had
    return None if known is None else max(0, known - dead)


def _part(one: Typed, live: int, dead: int) -> Part:
    return Part(
        one.seat,
        one.entry,
        live,
        dead,
        folded=one.state == "fold",
        all_in=one.state == "all_in",
        forfeit=one.forfeit,
        had=one.had,
    )
