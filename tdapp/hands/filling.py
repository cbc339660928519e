"""What a hand means where an amount was left empty: forced bets, calls, whole stacks (DESIGN 7).

Units: chips in their smallest unit.  Worked example: blinds 50/100, seat 4 in for 300 and seat 6 "in"
without an amount: seat 6 called, so 300.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tdapp.hands.reckoning import Part
from tdapp.rules import forced_bets
from tdapp.rules.button import Button
from tdapp.rules.draw_poker import lack_ante
from tdapp.rules.forced_bets import ante_form
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level

State = Literal["fold", "in", "all_in"]


@dataclass(frozen=True)
class Typed:
    """What was said of one player; amounts are None where nothing was typed.

    Who is ``absent`` was dealt in, posted, and his hand was killed; in or all-in he was there after all.
    ``called`` is the category he called his hand, "" where nobody said (VIV-21).
    """

    seat: int
    entry: int
    state: State
    live: int | None = None
    dead: int | None = None
    had: int | None = None
    forfeit: bool = False
    absent: bool = False
    called: str = ""


@dataclass(frozen=True)
class Filled:
    """The parts with every amount filled in; ``missing`` seats are all-in and nobody knows for how much."""

    parts: tuple[Part, ...]
    missing: tuple[int, ...]


def posting(
    seat: int,
    entry: int,
    stack: int | None,
    here: Button,
    level: Level,
    rules: HouseRules,
    *,
    absent: bool = False,
) -> Part:
    """What a player must post, folded with it, or all-in where it takes the whole stack (SIS-21, S10-S24).

    The hand of who is ``absent`` or sits out a penalty is killed, be it all-in or not (RULES 2.11).  Who
    lacks the whole ante posts nothing where the house has him out before the deal (VIV-22).
    """
    if ante_form(level, rules) == "per_player" and lack_ante({seat: stack}, level.ante, rules):
        return Part(seat, entry, live=0, folded=True, forfeit=absent, absent=absent)
    due = forced_bets.posted(seat, stack, here, level, rules)
    all_in = stack is not None and 0 < stack == due.chips and not absent
    return Part(
        seat,
        entry,
        due.live,
        due.dead,
        folded=not all_in,
        all_in=all_in,
        forfeit=absent,
        absent=absent,
    )


def filled(
    typed: Sequence[Typed], posted: Mapping[int, Part], stacks: Mapping[int, int | None], price: int = 0
) -> Filled:
    """Fill what was left empty.

    Folded: what was posted.  All-in: the stack (``had``, else the known one).  In: the highest bet, or
    the whole stack if that is less.  ``posted`` and ``stacks`` (before the hand) are by seat; ``price`` is
    what a call costs at least (``rules.forced_bets.price``), for a big blind may be short (S11, S12).
    """
    dead = {one.seat: posted[one.seat].dead if one.dead is None else one.dead for one in typed}
    live = {one.seat: _own(one, posted[one.seat], dead[one.seat], stacks.get(one.seat)) for one in typed}
    bets = [chips for chips in live.values() if chips is not None]
    highest = max([price, *bets, *(part.live for part in posted.values())])
    missing = tuple(one.seat for one in typed if live[one.seat] is None and one.state == "all_in")
    for one in typed:
        if live[one.seat] is None:
            left = _left(one, posted[one.seat], dead[one.seat], stacks.get(one.seat))
            live[one.seat] = highest if left is None else min(highest, left)
    parts = (_part(one, posted[one.seat], live[one.seat] or 0, dead[one.seat]) for one in typed)
    return Filled(tuple(parts), missing)


def _own(one: Typed, posted: Part, dead: int, stack: int | None) -> int | None:
    """What a player put in whatever the others did; None where that decides or is unknown."""
    if one.live is not None:
        return one.live
    if one.state == "fold":
        return posted.live
    return _left(one, posted, dead, stack) if one.state == "all_in" else None


def _left(one: Typed, posted: Part, dead: int, stack: int | None) -> int | None:
    """The whole stack as live chips, with what the dealer paid for him, or without what he paid (VIV-15)."""
    known = stack if one.had is None else one.had
    return None if known is None else max(0, known - dead + posted.for_him)


def _part(one: Typed, posted: Part, live: int, dead: int) -> Part:
    absent = one.absent and one.state == "fold"
    return Part(
        one.seat,
        one.entry,
        live,
        dead,
        folded=one.state == "fold",
        all_in=one.state == "all_in",
        forfeit=one.forfeit or absent,
        had=one.had,
        called=one.called,
        for_him=posted.for_him,
        absent=absent,
    )
