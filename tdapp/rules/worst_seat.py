"""The worst position: which free seat has the big blind soonest, found by stepping the button.

Decides the worst-position algorithm of RULES 2.3 (T-2.3a–c) for every button rule and both directions.
Hands are counted from the next one: 0 means the big blind at once.

Worked example (T-2.3a): nine seats, 1 2 4 5 7 9 taken, last BTN 1, SB 2, BB 4.  Seat 6 has the big blind
after 1 hand, seat 8 after 2; seat 3 would lie between the button and the big blind: seat 6.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tdapp.rules.button import Button, next_button, order
from tdapp.rules.table_policy import Policy


@dataclass(frozen=True)
class Worst:
    """The seats that are worst, ``hands`` before their big blind, after ``wait`` hands have been dealt.

    ``single``: the big blind is theirs at once and nobody posts a small blind.
    """

    seats: tuple[int, ...]
    hands: int
    wait: int = 0
    single: bool = False


def next_hand(last: Button | None, occupied: Collection[int], policy: Policy) -> Button | None:
    """The hand after ``last``, None where the button is unknown, blinds are not played or fewer than two are
    left."""
    if last is None or last.button is None or last.bb is None or len(set(occupied)) < 2:
        return None
    return next_button(
        last,
        occupied,
        rule=policy.button_rule,
        direction=policy.direction,
        heads_up_button=policy.heads_up_button,
    )


def hands_until_big_blind(
    last: Button | None, occupied: Collection[int], policy: Policy, seats: Iterable[int]
) -> dict[int, int]:
    """Seat → hands dealt before the one in which it has the big blind; nothing where that is unknown."""
    wanted, found = set(seats) & set(occupied), dict[int, int]()
    here = last
    for hands in range(2 * len(set(occupied)) + 2):
        here = next_hand(here, occupied, policy)
        if here is None or len(found) == len(wanted):
            break
        if here.bb in wanted and here.bb not in found:
            found[here.bb] = hands
    return found


def may_take(seat: int, last: Button, occupied: Collection[int], policy: Policy) -> bool:
    """Whether a newcomer may be put in ``seat`` for the next hand: not between its button and its big blind.

    So he never has the small blind, and never sits where he would not be dealt in.
    """
    here = next_hand(last, {*occupied, seat}, policy)
    if here is None or here.button is None or here.bb is None:
        return True
    if seat == here.bb:
        return True
    if seat == here.sb:
        return False
    between = seat != here.button and here.bb != here.button
    return not (between and order({seat, here.bb}, here.button, policy.direction)[0] == seat)


def worst(
    last: Button | None, occupied: Collection[int], free: Collection[int], policy: Policy
) -> Worst | None:
    """The worst of the free seats for one newcomer; None where the button is unknown or no seat is free.

    Where every free seat is forbidden he waits as many hands as it takes until one is not.
    """
    here = last
    for wait in range(2 * len(set(occupied)) + 2):
        if here is None or here.button is None or here.bb is None:
            return None
        hands: dict[int, int] = {}
        for seat in free:
            if may_take(seat, here, occupied, policy):
                hands |= hands_until_big_blind(here, {*occupied, seat}, policy, [seat])
        if hands:
            fewest = min(hands.values())
            seats = tuple(seat for seat in sorted(hands) if hands[seat] == fewest)
            return Worst(seats, fewest, wait, fewest == 0 and _single(here, occupied, seats[0], policy))
        here = next_hand(here, occupied, policy)
    return None


def after_hands(last: Button | None, occupied: Collection[int], policy: Policy, hands: int) -> Button | None:
    """The last hand dealt once so many more have been, with the same players."""
    here = last
    for _ in range(hands):
        following = next_hand(here, occupied, policy)
        if following is None:
            return here
        here = following
    return here


def _single(last: Button, occupied: Collection[int], seat: int, policy: Policy) -> bool:
    here = next_hand(last, {*occupied, seat}, policy)
    return here is not None and here.sb not in {*occupied, seat}
