"""Forced bets: what a seat must post before the cards, and what a short stack posts of it.

Decides RULES 2.10, S10 to S24, SPT-30, SIS-21 and SIS-25.  Units: chips in their smallest unit.  A blind and
an ante of every player are live (they are matched and layered), the ante that the big blind pays for the
table is dead: it belongs to the main pot whole (RULES 3.1).  What comes first where a stack does not reach:
of antes per player the ante, then the blind; of a big-blind ante what the house says.

Worked example (S20): big blind 1000 with an ante of 1000, 1100 left: blind first 1000 live and 100 dead,
ante first (S21) 100 live and 1000 dead.
"""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.rules.button import Button
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level


@dataclass(frozen=True)
class Posted:
    """What one seat posts: ``live`` and ``dead`` chips."""

    live: int = 0
    dead: int = 0

    @property
    def chips(self) -> int:
        return self.live + self.dead


def ante_form(level: Level, house: HouseRules) -> str:
    """Who pays the level's ante: the level's own word for it, else the house's."""
    return level.ante_form or house.ante


def button_decides(level: Level, house: HouseRules) -> bool:
    """Whether it matters in a hand where the button is: for blinds, the ante of the big blind, odd chips.

    Not in a game of antes whose pots are never split (VIV-34), unless the dealer pays for all (VIV-15).
    """
    single_payer = level.ante > 0 and ante_form(level, house) == "big_blind"
    return level.sb > 0 or level.bb > 0 or single_payer or house.suits == "never"


def owed(seat: int, here: Button, level: Level, house: HouseRules) -> Posted:
    """What a seat with chips enough posts; whoever has both blinds' seats posts the big one."""
    form = ante_form(level, house)
    blind = level.bb if seat == here.bb else level.sb if seat == here.sb else 0
    each = level.ante if form == "per_player" else 0
    return Posted(blind + each, level.ante if form == "big_blind" and seat == here.bb else 0)


def price(here: Button, level: Level, house: HouseRules) -> int:
    """What it costs to be in without a raise, an ante of every player included.

    That is the whole big blind even where it was posted for less (RULES 2.6, S11, S12).
    """
    if here.bb is not None:
        return owed(here.bb, here, level, house).live
    return level.ante if ante_form(level, house) == "per_player" else 0


def posted(seat: int, stack: int | None, here: Button, level: Level, house: HouseRules) -> Posted:
    """What a seat posts out of its ``stack``; all it owes where nobody knows that (None)."""
    due = owed(seat, here, level, house)
    if stack is None:
        return due
    if house.bb_ante_order == "blind_first":
        live = min(stack, due.live)
        return Posted(live, min(stack - live, due.dead))
    dead = min(stack, due.dead)
    return Posted(min(stack - dead, due.live), dead)
