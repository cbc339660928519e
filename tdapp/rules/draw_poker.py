"""Five-card draw as Vivaldi plays it: the ante and who pays it, the draw, misdeals, open hands.

Decides VIV-08, VIV-14, VIV-15, VIV-22, VIV-25, VIV-26, VIV-29 and VIV-30.  Units: chips in their smallest
unit, cards counted; ``dealer`` and the keys are seat numbers unless a docstring says otherwise.

Worked example (S43): ante 100 at a table of four, the dealer did not call it: he pays 400, and every player
has 100 in the pot.

Readings where the sheet is silent.  A dealer who cannot pay for all pays his own ante first (he is all-in,
so he is in), then the others' in the order of the deal, the last of them in part; the rest pay themselves.
Whoever plays on with fewer than five cards has what these cards are: no straight, no flush, no full, and a
card that is missing is lower than any other (``ranking.vivaldi`` with ``short``).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeVar

from tdapp.rules import ranking
from tdapp.rules.button import order
from tdapp.rules.cards import cards, check_different
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.ranking import HandValue

S = TypeVar("S", bound=Hashable)
Standing = Literal["plays", "plays_short", "too_many"]

HAND = 5
"""Cards of a hand."""


@dataclass(frozen=True)
class Ante:
    """One seat's ante: ``live`` chips in the pot, ``for_him`` of them paid by the dealer in his place.

    The dealer's ``for_him`` is negative: what he paid for others.  All of them together are 0.
    """

    live: int
    for_him: int = 0

    @property
    def outlay(self) -> int:
        """What left the seat's own stack."""
        return self.live - self.for_him


@dataclass(frozen=True)
class Misdeal:
    """What a misdeal leaves: the antes in the pot, each bet with its owner (seats that had bet only)."""

    pot: int
    refunds: Mapping[int, int]


def antes(
    dealer: int,
    stacks: Mapping[int, int | None],
    ante: int,
    direction: str = "anticlockwise",
    *,
    called: bool = True,
) -> dict[int, Ante]:
    """Seat → ante of everybody dealt in; ``called`` by the dealer, or paid by him for all (VIV-15).

    ``stacks`` are those before the hand, None where nobody knows: then it is enough.  A stack that does not
    reach pays what it has.  RuleError: ``seat_empty`` (the dealer's, where he has to pay),
    ``negative_chips`` (seat).
    """
    for seat, stack in stacks.items():
        if ante < 0 or (stack is not None and stack < 0):
            raise RuleError("negative_chips", seat=seat)
    paid = {} if called else _paid_by(dealer, stacks, ante, direction)
    found = {}
    for seat, stack in stacks.items():
        for_him = paid.get(seat, 0)
        own = _at_most(stack, ante - for_him)
        found[seat] = Ante(own + for_him, for_him)
    if not called:
        found[dealer] = Ante(_at_most(stacks[dealer], ante), -sum(paid.values()))
    return found


def lack_ante(stacks: Mapping[S, int | None], ante: int, house: HouseRules) -> tuple[S, ...]:
    """Who is out before the deal, because the whole ante of the hand about to start is more than he has
    (VIV-22); keys in their order.

    What he has left leaves play and only ranks him.  Nobody where the house lets the short go all-in, and
    nobody whose stack is not known.
    """
    if house.short_forced_bet != "eliminate":
        return ()
    return tuple(who for who, stack in stacks.items() if stack is not None and stack < ante)


def cards_after_draw(thrown: int, taken: int, house: HouseRules, *, held: int = HAND) -> int:
    """How many cards somebody has who threw and took so many (VIV-14).

    RuleError: ``draw_impossible`` (thrown, held); ``draw_too_many`` (thrown, most), to be overruled.
    """
    if not 0 <= thrown <= held or taken < 0:
        raise RuleError("draw_impossible", thrown=thrown, held=held)
    if thrown > house.draw_cards:
        raise RuleError("draw_too_many", overrule=True, thrown=thrown, most=house.draw_cards)
    return held - thrown + taken


def standing(count: int) -> Standing:
    """Whether so many cards may be played on with (VIV-30).

    "plays_short": with fewer than five one may continue and take no more.  "too_many": the hand is dead and
    its bets are lost, nothing goes back (S44).
    """
    if count > HAND:
        return "too_many"
    return "plays" if count == HAND else "plays_short"


def misdeal(live: Mapping[int, int], antes: Mapping[int, int], dead: int = 0) -> Misdeal:
    """An irreparable misdeal: the antes stay for the next deal, which has no new one; bets go back (VIV-29).

    ``live`` and ``antes`` are chips in the pot by seat, whoever paid them; ``dead`` chips stay too.
    Worked example: four antes of 100 and two bets of 300 are a pot of 400 and refunds of 300 each.
    """
    stays = {seat: min(chips, antes.get(seat, 0)) for seat, chips in live.items()}
    refunds = {seat: chips - stays[seat] for seat, chips in live.items() if chips > stays[seat]}
    return Misdeal(sum(stays.values()) + dead, refunds)


def open_hand(hands: Mapping[S, str | Sequence[str]], house: HouseRules) -> dict[S, HandValue]:
    """Who has what in an open hand without draw that breaks a tie: the best first (VIV-08, VIV-25, VIV-26).

    Five cards each, in the house's order of hands; ``hands`` by whoever plays.  RuleError:
    ``card_unknown``, ``card_twice`` (card), ``cards_not_five`` (given), ``open_hand_equal`` (players:
    their hands are equal, which only a house without an order of suits knows; they play again).
    """
    held = {who: cards(typed) for who, typed in hands.items()}
    check_different(card for five in held.values() for card in five)
    for five in held.values():
        five_cards(five)
    value = ranking.vivaldi if house.suits == "vivaldi" else ranking.standard
    wheel, lifted = house.wheel == "yes", house.hand_order == "flush_above_full"
    found = {who: value(five, wheel=wheel, flush_above_full=lifted) for who, five in held.items()}
    ordered = sorted(found, key=lambda who: found[who], reverse=True)
    for better, worse in pairwise(ordered):
        if found[better] == found[worse]:
            equal = tuple(who for who in ordered if found[who] == found[better])
            raise RuleError("open_hand_equal", players=equal)
    return {who: found[who] for who in ordered}


def five_cards(typed: str | Sequence[str]) -> tuple[str, ...]:
    """Five cards as they were typed. RuleError: ``card_unknown``, ``card_twice``, ``cards_not_five``."""
    found = cards(typed)
    if len(found) != HAND:
        raise RuleError("cards_not_five", given=len(found))
    return found


def _paid_by(dealer: int, stacks: Mapping[int, int | None], ante: int, direction: str) -> dict[int, int]:
    """Seat → what the dealer pays for it, in the order of the deal, after his own ante."""
    if dealer not in stacks:
        raise RuleError("seat_empty", seat=dealer)
    has = stacks[dealer]
    left = None if has is None else has - _at_most(has, ante)
    found = {}
    for seat in order(stacks, dealer, direction):
        if seat == dealer:
            continue
        found[seat] = _at_most(left, ante)
        left = None if left is None else left - found[seat]
    return found


def _at_most(stack: int | None, chips: int) -> int:
    return chips if stack is None else min(stack, chips)
