"""Random hold'em hands bet under our rules, and the same hands played by pokerkit.

Where pokerkit is known to pay otherwise (RULES 3.2, end) the cause is looked for in the hand itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tdapp.rules.betting_line import Play, Start, begin
from tdapp.rules.button import Button, odd_chip_order
from tdapp.rules.cards import DECK
from tdapp.rules.hand import Act, Hand, HandResult, Part
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level

SB, BB = 50, 100
SHORT_BLIND = "the price of a call beside a short big blind"
ODD_CHIPS = "all odd chips to the first winner"
MERGED = "pots merged once a losing hand is mucked"
ANTE_ORDER = "the big blind before its ante"


@dataclass(frozen=True)
class Told:
    """A hand that was bet to its end: ``order`` are the seats from the one after the button."""

    play: Play
    holes: dict[int, tuple[str, str]]
    board: tuple[str, ...]
    order: tuple[int, ...]

    @property
    def house(self) -> HouseRules:
        return self.play.house

    def hand(self, parts: Iterable[Part] | None = None) -> Hand:
        """The hand with everybody's cards."""
        parts = self.play.parts if parts is None else parts
        dealt = tuple(replace(part, cards=self.holes[part.seat]) for part in parts)
        return Hand(self.play.start.button.button or 0, dealt, self.board)


def told(seed: int) -> Told:
    """The hand of that seed: two to nine players, antes of every form and order, stacks of any depth."""
    chance = random.Random(seed)
    form, ante = chance.choice((("", 0), ("per_player", 25), ("big_blind", 100)))
    order = chance.choice(("blind_first", "ante_first"))
    house = replace(PRESETS["tda"], ante=form or "none", bb_ante_order=order)
    seats = tuple(sorted(chance.sample(range(1, 10), chance.randint(2, 9))))
    button = chance.choice(seats)
    left = odd_chip_order(button, seats)
    here = Button(button, button, left[0]) if len(seats) == 2 else Button(button, left[0], left[1])
    stacks = {seat: chance.choice((chance.randint(20, 200), chance.randint(200, 3000))) for seat in seats}
    start = Start(seats, stacks, here, Level(SB, BB, ante, ante_form=form))
    holes, board = _dealt(chance, left)
    return Told(_bet(chance, begin(start, house)), holes, board, left)


def _dealt(chance: random.Random, order: Sequence[int]) -> tuple[dict[int, tuple[str, str]], tuple[str, ...]]:
    """Any cards; in two of three hands up to three players hold the same ranks, for pots to be split."""
    deck = list(chance.sample(DECK, len(DECK)))
    holes: dict[int, tuple[str, str]] = {}
    if chance.random() < 0.67:
        high, low = chance.choice(("AK", "AQ", "KQ", "QJ"))
        twins = chance.sample(order, min(len(order), chance.choice((2, 3))))
        for seat, (one, other) in zip(twins, ("sh", "dc", "hd"), strict=False):
            holes[seat] = (high + one, low + other)
            deck = [card for card in deck if card not in holes[seat]]
    for seat in order:
        if seat not in holes:
            holes[seat] = (deck.pop(), deck.pop())
    return holes, tuple(deck.pop() for _ in range(5))


def _bet(chance: random.Random, play: Play) -> Play:
    """Legal acts until the hand is over."""
    eager = chance.choice((0.2, 0.5))
    while (can := play.options) is not None:
        roll, to = chance.random(), 0
        if can.least is not None and can.most is not None and roll < eager and _sense(play, can.seat):
            kind = "raise" if play.now.highest else "bet"
            to = can.most if roll < eager / 2 else chance.randint(can.least, min(can.most, 3 * can.least))
        elif can.call and roll > 0.85:
            kind = "fold"
        else:
            kind = "call" if can.call else "check"
        play = play.after(Act(play.street, can.seat, kind, to))
    assert not play.open_breaches
    return play


def _sense(play: Play, seat: int) -> bool:
    """Whether somebody else could call more than the highest bet; else pokerkit lets nobody raise."""
    return any(
        not one.folded and one.paid + (one.left or 0) > play.now.highest
        for one in play.now.players
        if one.seat != seat
    )


# -- pokerkit -------------------------------------------------------------------------------------------


def short_big_blind(told: Told) -> bool:
    """Whether the big blind could not post all of it: pokerkit then lets others call for less (S11, S12)."""
    here = told.play.start.button.bb
    return here is not None and told.play.forced[here].blind < BB


def ante_shortened(told: Told) -> bool:
    """Whether the order of blind and ante decides: pokerkit has the ante first alone (S20, S21)."""
    start, big = told.play.start, told.play.start.button.bb or 0
    stack = start.stacks[big] or 0
    return (
        told.house.ante == "big_blind"
        and told.house.bb_ante_order == "blind_first"
        and stack < start.level.ante + BB
    )


def state_of(told: Told) -> Any:
    """A fresh pokerkit state of the hand; index 0 sits after the button, heads-up he is the big blind.

    Where the big blind comes before its ante only what is left is told: pokerkit takes the ante first.
    Heads-up it reads the antes the other way round, so that of the big blind always stands second.
    """
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    dealt_by_us = {Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING}
    start, count = told.play.start, len(told.order)
    ante, payer = start.level.ante, start.stacks[start.button.bb or 0] or 0
    if told.house.ante == "big_blind":
        if told.house.bb_ante_order == "blind_first":
            ante = max(0, min(ante, payer - BB))
        antes = (0, ante, *(0,) * (count - 2))
    else:
        antes = (ante,) * count
    return NoLimitTexasHoldem.create_state(
        tuple(one for one in Automation if one not in dealt_by_us),
        told.house.ante != "big_blind",
        antes,
        (SB, BB),
        BB,
        tuple(start.stacks[seat] for seat in told.order),
        count,
        mode=Mode.CASH_GAME,
    )


def played(told: Told, state: Any) -> None:
    """The hand on pokerkit's table: our cards, and each seat's acts where it is asked for them."""
    holes = iter(told.order)
    board = iter(told.board)
    acts: dict[tuple[int, int], list[Act]] = {}
    for act in told.play.acts:
        acts.setdefault((act.street, act.seat), []).append(act)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole("".join(told.holes[next(holes)]))
        elif state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board("".join(next(board) for _ in range(3 if state.street_index == 1 else 1)))
        else:
            seat = told.order[state.actor_index]
            queue = acts.get((state.street_index, seat))
            _acted(state, queue.pop(0) if queue else None, lenient=short_big_blind(told))


def _acted(state: Any, act: Act | None, *, lenient: bool) -> None:
    """One act; ``lenient`` where the prices differ: what cannot be done then is a call or a check."""
    if act is not None and act.kind == "fold" and (not lenient or state.checking_or_calling_amount):
        state.fold()
    elif act is not None and act.to and (not lenient or state.can_complete_bet_or_raise_to(act.to)):
        state.complete_bet_or_raise_to(act.to)
    else:
        # It also asks a big blind who faces nothing but shorter all-ins.
        assert lenient or act is not None or not state.checking_or_calling_amount
        state.check_or_call()


def parts_of(told: Told, state: Any) -> tuple[Part, ...]:
    """What each seat put in at pokerkit's table, out of its record of the hand."""
    live: Counter[int] = Counter()
    dead: Counter[int] = Counter()
    street: Counter[int] = Counter()
    folded = set()
    for one in state.operations:
        name = type(one).__name__
        if name == "AntePosting":
            (dead if told.house.ante == "big_blind" else live)[one.player_index] += one.amount
        elif name in ("BlindOrStraddlePosting", "CheckingOrCalling"):
            street[one.player_index] += one.amount
        elif name == "CompletionBettingOrRaisingTo":
            street[one.player_index] = one.amount
        elif name == "Folding":
            folded.add(one.player_index)
        elif name == "BoardDealing":
            live.update(street)
            street.clear()
    live.update(street)
    found = [Part(seat, live[i], dead[i], folded=i in folded) for i, seat in enumerate(told.order)]
    return tuple(sorted(found, key=lambda part: part.seat))


# -- what pokerkit pays otherwise ------------------------------------------------------------------------

Pots = list[tuple[int, tuple[int, ...]]]


def our_pots(done: HandResult) -> Pots:
    """Amount and winners of each pot, the winners in odd-chip order."""
    assert done.settlement is not None
    return [(pot.amount, pot.winners) for pot in done.settlement.pots]


def merged_pots(done: HandResult) -> Pots:
    """The pots as pokerkit has them once the hands that win nothing are mucked: neighbours with the same
    contenders left are one."""
    assert done.settlement is not None
    left = {seat for pot in done.settlement.pots for seat in pot.winners}
    found: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
    for pot in done.settlement.pots:
        still = tuple(seat for seat in pot.contenders if seat in left)
        amount = found.pop()[0] if found and found[-1][1] == still else 0
        found.append((amount + pot.amount, still, pot.winners))
    return [(amount, winners) for amount, _still, winners in found]


def paid(pots: Pots, *, odd_to_first: bool) -> dict[int, int]:
    """Seat → chips of the pots, odd chips one each or all to the first."""
    found: Counter[int] = Counter()
    for amount, winners in pots:
        each, odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            extra = (odd if place == 0 else 0) if odd_to_first else (place < odd)
            found[seat] += each + extra
    return dict(found)


def causes(done: HandResult) -> set[str]:
    """Why pokerkit parts the pots of this hand otherwise; empty where it does not."""
    apart, together = our_pots(done), merged_pots(done)
    found = set()
    if any(amount % len(winners) > 1 for amount, winners in together):
        found.add(ODD_CHIPS)
    if paid(apart, odd_to_first=True) != paid(together, odd_to_first=True):
        found.add(MERGED)
    return found
