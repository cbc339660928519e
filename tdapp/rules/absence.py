"""Blinding off: in which hand somebody who is not at the table has posted his last chip.

Decides RULES 2.11 (T-2.11b).  An absent player is dealt in, posts blinds and antes, and his hand is dead: it
cannot win, so a forced all-in puts him out at once, whatever the order of blind and ante.  The others are
taken to stay as they are, and so is the level.  Which way play runs does not matter: a big blind is always
followed by the small blind.  Units: chips, hands; the next hand is number 1.

Worked example (T-2.11b): 3 000 chips, 100/200 with a big-blind ante of 200, nine players, the next hand his
big blind: each orbit costs 200 + 200 + 100 = 500, so he is out after the small blind of the sixth orbit,
which is hand 47.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from tdapp.rules.button import Button, next_button
from tdapp.rules.errors import RuleError
from tdapp.rules.forced_bets import ante_form
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level

Bet = Literal["big_blind", "small_blind", "ante"]


@dataclass(frozen=True)
class BlindedOff:
    """When an absent player has nothing left: in which hand from now, in which of his orbits (one begins
    with his big blind; 0: before the first), and the bet that takes his last chip.

    ``before`` where nobody plays who lacks the whole ante (VIV-22): he is out before that hand.
    """

    hand: int
    orbit: int
    bet: Bet
    before: bool = False


def blinded_off(
    stack: int,
    level: Level,
    house: HouseRules,
    *,
    players: int,
    hands_to_big_blind: int = 0,
    small_blind_dead: bool = False,
) -> BlindedOff | None:
    """When ``stack`` is gone at a table of so many ``players``, the absent one included.

    ``hands_to_big_blind`` is 0 where the next hand is his big blind, 1 where it is the one after;
    ``small_blind_dead`` where nobody posts the small one in the next hand (T-2.4c), so not he either who
    comes last to the big one.  None where he has no chips, or nobody is made to post any.  RuleError:
    ``too_few_players``, ``negative_chips``.
    """
    if players < 2:
        raise RuleError("too_few_players", players=players)
    if stack < 0:
        raise RuleError("negative_chips")
    form = ante_form(level, house)
    each = level.ante if form == "per_player" else 0
    big = level.bb + (level.ante if form == "big_blind" else 0)
    orbit_costs = each * players + big + level.sb
    if not orbit_costs or not stack:
        return None
    if small_blind_dead and hands_to_big_blind == players - 1 and stack > each:
        later = blinded_off(
            stack - each, level, house, players=players, hands_to_big_blind=hands_to_big_blind - 1
        )
        return replace(later, hand=later.hand + 1) if later is not None else None
    out_before = house.short_forced_bet == "eliminate"
    # Whole orbits cost the same wherever they begin, so only the last one is played hand by hand.
    whole = max(0, stack // orbit_costs - 1)
    left, hand = stack - whole * orbit_costs, whole * players
    while True:
        hand += 1
        orbit, place = divmod(hand - 1 - hands_to_big_blind, players)
        if left < each and out_before:
            return BlindedOff(hand, orbit + 1, "ante", before=True)
        if left <= each:
            return BlindedOff(hand, orbit + 1, "ante")
        left -= each + (big if place == 0 else level.sb if place == 1 else 0)
        if left <= 0:
            return BlindedOff(hand, orbit + 1, "big_blind" if place == 0 else "small_blind")


def hands_to_big_blind(seat: int, here: Button, dealt: Collection[int], house: HouseRules) -> int:
    """How many hands pass before ``seat`` has the big blind; 0 where it is ``here``, the hand that comes now.

    In a game without blinds, before he deals.  ``dealt`` are the seats dealt in; the others stay as they
    are.  RuleError: ``seat_empty``, ``too_few_players``, ``button_unknown``, ``unknown_choice``.
    """
    if seat not in dealt:
        raise RuleError("seat_empty", seat=seat)
    hands = 0
    while seat != (here.button if here.bb is None else here.bb):
        hands += 1
        here = next_button(
            here,
            dealt,
            rule=house.button_rule,
            direction=house.direction,
            heads_up_button=house.heads_up_button,
        )
    return hands
