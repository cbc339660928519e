"""What everybody has in when the dealer did not call the ante and pays it for the table (VIV-15, S43).

Units: chips in their smallest unit.  Worked example: ante 100, four players, seat 4 deals: each has 100 in
the pot, nobody but the dealer paid for it, and he paid 400.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tdapp.hands.reckoning import Part
from tdapp.rules import draw_poker
from tdapp.rules.button import Button
from tdapp.rules.forced_bets import ante_form, owed
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level


def may_be_forgotten(level: Level, rules: HouseRules) -> bool:
    """Whether the house makes the dealer pay for an ante he did not call, and there is one to call."""
    pays = rules.ante_penalty == "dealer_pays_all"
    return pays and bool(level.ante) and ante_form(level, rules) == "per_player"


def paid_by_dealer(
    posted: Mapping[int, Part],
    stacks: Mapping[int, int | None],
    here: Button,
    level: Level,
    rules: HouseRules,
) -> dict[int, Part]:
    """``posted`` (by seat: what each posts by himself) with the ante paid by the dealer.

    ``stacks`` are those before the hand, by seat.  Whoever is all-in by what he paid himself is so, the
    dealer too; for who is out before the deal nobody pays, nor does a dealer who is (VIV-22).  RuleError:
    ``seat_empty`` (the dealer's), ``negative_chips`` (seat).
    """
    dealer = here.button if here.button is not None else 0
    had = {seat: stacks.get(seat) for seat in posted}
    out = draw_poker.lack_ante(had, level.ante, rules)
    if dealer in out:
        return dict(posted)
    dealt = {seat: stack for seat, stack in had.items() if seat not in out}
    antes = draw_poker.antes(dealer, dealt, level.ante, rules.direction, called=False)
    return {
        seat: _part(part, antes[seat], had[seat], here, level, rules) if seat in antes else part
        for seat, part in posted.items()
    }


def _part(
    part: Part, ante: draw_poker.Ante, stack: int | None, here: Button, level: Level, rules: HouseRules
) -> Part:
    blind = owed(part.seat, here, level, rules).live - level.ante
    live = ante.live + (blind if stack is None else min(blind, stack - ante.outlay))
    paid = live - ante.for_him + part.dead
    all_in = stack is not None and 0 < stack <= paid and not part.absent
    return replace(part, live=live, for_him=ante.for_him, folded=not all_in, all_in=all_in)
