"""Random hands of up to ten players: every form of ante, both directions, the absent, cards or winners."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from tdapp.rules import forced_bets, pots
from tdapp.rules.button import Button, order
from tdapp.rules.cards import DECK
from tdapp.rules.hand import HELD, WITH_BOARD, Hand, Part, contributions
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level

SEATS = 12
ANTES = (("none", 0), ("per_player", 25), ("per_player", 100), ("big_blind", 100), ("big_blind", 200))
GAMES = ("holdem", "holdem", "five_card_draw", "omaha", "other")
RARE = 0.06


@dataclass(frozen=True)
class RandomHand:
    """A hand with the rules it is played under; ``here`` are the seats of its button and blinds, ``stacks``
    what everybody had, ``by`` how it is decided: "cards", "winners" or "some cards"."""

    hand: Hand
    house: HouseRules
    level: Level
    here: Button
    stacks: dict[int, int]
    by: str


def random_hand(seed: int, *, with_cards: float = 0.3) -> RandomHand:
    """The hand of that seed; so many of all are decided by their cards."""
    chance = random.Random(seed)
    house = _house(chance)
    ante, chips = chance.choice(ANTES)
    level = Level(50, 100, chips, ante_form="" if ante == "none" else ante)
    here, players = _seated(chance, house)
    stacks = {seat: chance.choice((1, 2, 3, 5, 8, 20, 60, 200)) * 25 for seat in players}
    parts = _put_in(chance, house, level, here, stacks)
    unit = chance.choice((1, 25, 100))
    by = "winners"
    if house.game in HELD and chance.random() < with_cards:
        by = chance.choice(("cards", "cards", "some cards"))
    hand = Hand(here.button or 0, parts, unit=unit)
    if by != "winners":
        hand = _dealt(chance, hand, house, all_known=by == "cards")
    if by != "cards":
        hand = replace(hand, winners=_named(chance, hand, house))
    return RandomHand(hand, house, level, here, stacks, by)


def _house(chance: random.Random) -> HouseRules:
    """Any of the sheets, with the directions, odd chips and orders of the antes mixed."""
    return replace(
        PRESETS[chance.choice(list(PRESETS))],
        game=chance.choice(GAMES),
        direction=chance.choice(("clockwise", "anticlockwise")),
        odd_chip=chance.choice(("one_each_from_left", "all_to_nearest")),
        bb_ante_order=chance.choice(("blind_first", "ante_first")),
    )


def _seated(chance: random.Random, house: HouseRules) -> tuple[Button, list[int]]:
    """Two to ten players, and where the button and the blinds lie; the button may be dead."""
    players = chance.sample(range(1, SEATS + 1), chance.randint(2, 10))
    button = chance.choice([chance.choice(players), chance.randint(1, SEATS)])
    after = order(players, button, house.direction)
    if house.game == "five_card_draw":
        return Button(button, None, None), players
    if len(players) == 2:
        return Button(after[1], after[1], after[0]), players
    return Button(button, after[0], after[1]), players


def _put_in(
    chance: random.Random, house: HouseRules, level: Level, here: Button, stacks: dict[int, int]
) -> tuple[Part, ...]:
    """Forced bets, then calls, raises, folds and all-ins that leave nobody with less than nothing."""
    bet = chance.choice((100, 300, 700, 1500, 5000))
    found = []
    for seat, stack in stacks.items():
        due = forced_bets.posted(seat, stack, here, level, house)
        how = chance.choices(("fold", "call", "some", "absent", "killed"), (40, 40, 12, 4, 4))[0]
        live = due.live
        if how in ("call", "killed"):
            live = max(due.live, min(stack - due.dead, bet))
        elif how == "some":
            live = chance.randint(due.live, max(due.live, min(stack - due.dead, bet)))
        out = how in ("fold", "absent")
        forfeit = how in ("absent", "killed")
        all_in = not out and live + due.dead == stack
        found.append(Part(seat, live, due.dead, folded=out, all_in=all_in, forfeit=forfeit))
    if all(part.folded or part.forfeit for part in found):
        found[0] = replace(found[0], folded=False, forfeit=False)
    if house.ante_penalty == "dealer_pays_all" and chance.random() < 0.3:
        found = _penalty(found, here.button, stacks)
    chance.shuffle(found)
    return tuple(found)


def _penalty(parts: list[Part], dealer: int | None, stacks: dict[int, int]) -> list[Part]:
    """The dealer pays an ante for every other player, if he has it left (VIV-15)."""
    dealing = next((part for part in parts if part.seat == dealer), None)
    each = min(part.live for part in parts)
    owed = each * (len(parts) - 1)
    if dealing is None or stacks[dealing.seat] - dealing.put_in < owed:
        return parts
    return [replace(part, for_him=-owed if part is dealing else each) for part in parts]


def _dealt(chance: random.Random, hand: Hand, house: HouseRules, *, all_known: bool) -> Hand:
    """Cards from one deck; not everybody's where only some are known."""
    deck = chance.sample(DECK, len(DECK))
    held, common = HELD[house.game], 5 if house.game in WITH_BOARD else 0
    parts = []
    for part in hand.parts:
        out = part.folded or part.forfeit
        known = not out if all_known else chance.random() < 0.5
        mine = tuple(deck.pop() for _ in range(held)) if known and len(deck) >= held + common else ()
        parts.append(replace(part, cards=mine))
    return replace(hand, parts=tuple(parts), board=tuple(deck.pop() for _ in range(common)))


def _named(chance: random.Random, hand: Hand, house: HouseRules) -> tuple[tuple[int, ...], ...]:
    """Anybody who contests it, often two or three."""
    layout = pots.build(contributions(hand, house))
    return tuple(
        tuple(chance.sample(pot.contenders, min(len(pot.contenders), chance.choice((1, 1, 1, 2, 3)))))
        for pot in layout.pots
    )


def renumbered(random: RandomHand, number: Callable[[int], int]) -> RandomHand:
    """The same players at other seats."""
    hand, here = random.hand, random.here
    moved = replace(
        hand,
        button=number(hand.button),
        parts=tuple(replace(part, seat=number(part.seat)) for part in hand.parts),
        winners=tuple(tuple(number(seat) for seat in seats) for seats in hand.winners),
    )
    places = (None if seat is None else number(seat) for seat in (here.button, here.sb, here.bb))
    stacks = {number(seat): chips for seat, chips in random.stacks.items()}
    return replace(random, hand=moved, here=Button(*places), stacks=stacks)
