"""What holds for any hand (RULES 3.1, point 5): ten thousand random ones of up to ten players.

Every hand is told by its seed: ``random_hands.random_hand(4711)`` is the one that a failure names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from tdapp.rules.hand import HandResult, contributions, settle
from tdapp.rules.house import CHOICES
from tdapp.rules.pots import last_chips_pot
from tests.rules.random_hands import SEATS, RandomHand, random_hand, renumbered

HANDS = 10_000
TENTH = HANDS // 10


def kinds(told: RandomHand, done: HandResult) -> set[str]:
    """What a hand is an example of."""
    hand, house = told.hand, told.house
    parts, pots = hand.parts, done.layout.pots
    assert done.settlement is not None
    facts = {
        f"{len(parts)} players": True,
        house.direction: True,
        house.game: True,
        house.odd_chip: True,
        f"{told.level.ante_form or 'none'} {house.bb_ante_order}": True,
        f"by {told.by}": True,
        "absent": any(part.folded and part.forfeit for part in parts),
        "killed": any(part.forfeit and not part.folded for part in parts),
        "dealer paid": any(part.for_him for part in parts),
        "dead button": hand.button not in told.stacks,
        "short blind": any(seat is not None and told.stacks[seat] < 100 for seat in (told.here.bb,)),
        "ante only": any(part.dead and not part.live for part in parts),
        "side pots": len(pots) > 1,
        "three side pots": len(pots) > 3,
        "returned": bool(sum(done.layout.returned.values())),
        "odd chip": any(len(set(dict(pot.shares).values())) > 1 for pot in done.settlement.pots),
        "out": any(done.gains[seat] == -stack for seat, stack in told.stacks.items()),
        "against the cards": any(one.code == "cards_say_otherwise" for one in done.questions),
        "suits decide": any(one.code == "suits_decide" for one in done.questions),
    }
    return {what for what, so in facts.items() if so}


def check(told: RandomHand, done: HandResult) -> None:
    """Chips are conserved, no pot is negative, nobody out wins, each pot has its owner."""
    hand, settlement = told.hand, done.settlement
    assert settlement is not None
    put_in = sum(part.put_in for part in hand.parts)
    received = settlement.received
    assert sum(done.gains.values()) == 0
    assert sum(received.values()) == put_in
    assert sum(pot.amount for pot in settlement.pots) + sum(done.layout.returned.values()) == put_in
    contenders = [set(pot.contenders) for pot in settlement.pots]
    assert all(above < below for below, above in pairwise(contenders)), "not merged"
    for pot, owners in zip(settlement.pots, done.winners, strict=True):
        assert pot.amount > 0
        assert set(pot.winners) == set(owners) <= set(pot.contenders)
        assert sum(chips for _seat, chips in pot.shares) == pot.amount
        assert pot.winners
        assert all(chips >= 0 for _seat, chips in pot.shares)
    returned = done.layout.returned
    for part in hand.parts:
        got = received.get(part.seat, 0)
        assert got >= returned.get(part.seat, 0) >= 0
        assert not (part.folded or part.forfeit) or got == returned.get(part.seat, 0), "somebody out won"
        assert not part.forfeit or not got, "a forfeit got something back"
        assert told.stacks[part.seat] + done.gains[part.seat] >= 0, "less than nothing"


def by_player(told: RandomHand, done: HandResult) -> list[tuple[object, ...]]:
    """What everybody gained, the pots and the last chips, in the order of the parts: no seat numbers."""
    at = {part.seat: number for number, part in enumerate(told.hand.parts)}
    assert done.settlement is not None
    given = contributions(told.hand, told.house)
    gains = tuple(done.gains[part.seat] for part in told.hand.parts)
    pots = tuple(
        (pot.amount, tuple(at[seat] for seat in pot.contenders), tuple(at[seat] for seat in pot.winners))
        for pot in done.settlement.pots
    )
    lasts = tuple(last_chips_pot(done.settlement, given, part.seat) for part in told.hand.parts)
    return [gains, pots, lasts, tuple(sorted(at[seat] for seat in done.values))]


def elsewhere(told: RandomHand, seed: int) -> RandomHand:
    """The same players spread over more seats, moved round the table, or mirrored to the other direction."""
    if seed % 3 == 0:
        return renumbered(told, lambda seat: 3 * seat + 5)
    if seed % 3 == 1:
        return renumbered(told, lambda seat: (seat + seed) % SEATS + 1)
    other = "clockwise" if told.house.direction == "anticlockwise" else "anticlockwise"
    return replace(
        renumbered(told, lambda seat: SEATS + 1 - seat), house=replace(told.house, direction=other)
    )


@pytest.mark.parametrize("first", range(0, HANDS, TENTH))
def test_ten_thousand_hands_lose_no_chip_and_do_not_ask_which_numbers_the_seats_have(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + TENTH):
        told = random_hand(seed)
        try:
            done = settle(told.hand, told.house)
            check(told, done)
            moved = elsewhere(told, seed)
            assert by_player(moved, settle(moved.hand, moved.house)) == by_player(told, done)
        except Exception as error:
            error.add_note(f"random_hand({seed})")
            raise
        seen.update(kinds(told, done))
    expected = {
        *(f"{many} players" for many in range(2, 11)),
        *CHOICES["direction"],
        *CHOICES["game"],
        *CHOICES["odd_chip"],
        *(f"{form} {first}" for form in CHOICES["ante"] for first in CHOICES["bb_ante_order"]),
        "by cards", "by winners", "by some cards",
        "absent", "killed", "dealer paid", "dead button", "short blind", "ante only",
        "side pots", "three side pots", "returned", "odd chip", "out", "against the cards", "suits decide",
    }  # fmt: skip
    assert expected - set(seen) == set()


def test_hands_decided_by_their_cards_are_settled_the_same_by_the_winners_they_name_VIV_36() -> None:
    decided = 0
    for seed in range(500):
        told = random_hand(seed, with_cards=1)
        done = settle(told.hand, told.house)
        if told.by != "cards":
            continue
        named = settle(replace(told.hand, winners=done.winners), told.house)
        assert (named.gains, named.questions) == (done.gains, ()), f"random_hand({seed}, with_cards=1)"
        suits = told.house.suits == "vivaldi" and told.house.game == "five_card_draw"
        assert not suits or all(len(winners) == 1 for winners in done.winners), "a pot was split (VIV-36)"
        decided += 1
    assert decided > 200
