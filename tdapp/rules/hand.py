"""A whole hand settled: who put in what, whose cards are best, who receives how much.

Decides RULES 3 for an entered hand under its house rules: odd-chip order from the button in the direction
of play, the hand's value (cards speak, or the called hand counts: VIV-21), suits (VIV-34), odd chips.
The pots themselves are ``rules.pots``, the values ``rules.ranking``.  Units: chips in their smallest unit;
seats are seat numbers; cards as ``rules.cards`` writes them ("Ah", "Td").

Worked example (S03): seats 1 (200 all-in), 2 and 3 (500 each), seat 1 with AhAd, 2 with KhKd, 3 with QhQd,
the board 2c3d4s9hJs: seat 1 takes 600, seat 2 the other 600.

Questions (RuleError with ``overrule``): ``cards_say_otherwise`` (pot, seats: the winners by the cards),
``suits_decide`` (pot): several winners where no two hands are equal (VIV-36).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tdapp.rules import pots, ranking
from tdapp.rules.button import odd_chip_order
from tdapp.rules.cards import check_different
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.pots import Contribution, Layout, OddChip, Pot, Settlement
from tdapp.rules.ranking import HandValue

ODD_CHIP: Mapping[str, OddChip] = {"one_each_from_left": "one_each", "all_to_nearest": "all_to_nearest"}
HELD: Mapping[str, int] = {"holdem": 2, "omaha": 4, "five_card_draw": 5}
"""Game → cards that a player holds; games that are not here are judged by the director alone."""
WITH_BOARD = frozenset({"holdem", "omaha"})
FROM_HAND: Mapping[str, int] = {"omaha": 2}
WHOLE_BOARD = 5


@dataclass(frozen=True)
class Act:
    """One act of the betting, as it is kept with the hand.

    ``street`` counts from 0 (hold'em: before the flop, flop, turn, river; draw: before it, after it),
    ``kind`` is one of ``betting.Action``'s, ``to`` what the seat has in on this street after a bet or
    raise; ``overruled`` are the codes of the rules that the director let pass.
    """

    street: int
    seat: int
    kind: str
    to: int = 0
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """One seat's part in a hand: ``live`` and ``dead`` chips put in (``rules.pots.Contribution``).

    ``cards`` are those it holds, empty where nobody said; ``called`` the category it called its hand
    (one of ``ranking.CATEGORIES``, VIV-21), "" for what the cards are.  ``for_him`` are chips of ``live``
    that the dealer paid in its place (VIV-15), negative for the dealer: what he paid for others.
    """

    seat: int
    live: int
    dead: int = 0
    folded: bool = False
    all_in: bool = False
    forfeit: bool = False
    cards: tuple[str, ...] = ()
    called: str = ""
    for_him: int = 0

    @property
    def put_in(self) -> int:
        """What lies in the pot for it, whoever paid it."""
        return self.live + self.dead

    @property
    def outlay(self) -> int:
        """What left its own stack."""
        return self.live + self.dead - self.for_him


@dataclass(frozen=True)
class Hand:
    """A complete entered hand. ``button`` is a seat number, an empty one too; ``unit`` the smallest chip.

    ``winners`` are seats per pot, main pot first; a pot that is left out or empty goes by the cards.
    """

    button: int
    parts: tuple[Part, ...]
    board: tuple[str, ...] = ()
    winners: tuple[tuple[int, ...], ...] = ()
    unit: int = 1


@dataclass(frozen=True)
class HandResult:
    """The hand worked out; ``settlement`` is None while a pot lacks its winner (``lacking``, from 0).

    ``winners`` are the seats that take each pot (empty where lacking), ``by_cards`` those that the cards
    name (None where they do not tell); ``values`` the hands that can be read, by seat; ``gains`` what each
    seat has more or less after the hand.
    """

    layout: Layout[int]
    settlement: Settlement[int] | None
    winners: tuple[tuple[int, ...], ...]
    by_cards: tuple[tuple[int, ...] | None, ...]
    lacking: tuple[int, ...] = ()
    values: Mapping[int, HandValue] = field(default_factory=dict)
    gains: Mapping[int, int] = field(default_factory=dict)
    questions: tuple[RuleError, ...] = ()
    warnings: tuple[Remark, ...] = ()


def settle(hand: Hand, house: HouseRules) -> HandResult:
    """Pots, winners, shares and gains of a hand.

    Who is named wins; otherwise the cards decide, if those of every contender are known.  RuleError: those
    of ``pots.build`` and ``pots.settle`` but for ``no_winner`` (which leaves ``settlement`` None),
    ``paid_for_unbalanced`` (chips: what the dealer paid for others is not what they got paid),
    ``card_unknown``, ``card_twice`` (card), ``cards_not_of_game`` (seat, given, needed),
    ``board_not_of_game`` (given).
    """
    _check_paid_for(hand)
    given = contributions(hand, house)
    layout = pots.build(given)
    known = values(hand, house)
    decided = by_cards(layout, known, hand, house)
    winners = chosen(layout, hand.winners, decided)
    lacking = tuple(number for number, seats in enumerate(winners) if not seats)
    questions = tuple(_questions(layout, winners, decided, house))
    if lacking:
        return HandResult(layout, None, winners, decided, lacking, known, {}, questions)
    done = pots.settle(given, unit=hand.unit, odd_chip=ODD_CHIP[house.odd_chip], winners=winners)
    gains = {part.seat: done.received.get(part.seat, 0) - part.outlay for part in hand.parts}
    return HandResult(layout, done, winners, decided, (), known, gains, questions, done.warnings)


def contributions(hand: Hand, house: HouseRules) -> tuple[Contribution[int], ...]:
    """The parts in odd-chip order: from the seat after the button in the direction of play."""
    parts = {part.seat: part for part in hand.parts}
    order = odd_chip_order(hand.button, list(parts), house.direction)
    return tuple(
        Contribution(seat, one.live, one.dead, out=one.folded, forfeit=one.forfeit)
        for seat in order
        for one in (parts[seat],)
    )


def values(hand: Hand, house: HouseRules) -> dict[int, HandValue]:
    """Seat → how good its hand is, of all that can be read: the flop at least, or five cards of a draw.

    Two values compare fairly only on the same board; ``by_cards`` decides on a whole one alone.
    RuleError: ``card_unknown``, ``card_twice`` (card), ``cards_not_of_game``, ``board_not_of_game``.
    """
    check_cards(hand, house)
    if house.game not in HELD:
        return {}
    found = {}
    for part in hand.parts:
        if part.cards and not part.folded and not part.forfeit and _readable(part, hand, house):
            found[part.seat] = _value(part, hand, house)
    return found


def _readable(part: Part, hand: Hand, house: HouseRules) -> bool:
    """A draw hand may lack cards (VIV-30); others need the flop."""
    return house.game not in WITH_BOARD or len(hand.board) >= 3


def check_cards(hand: Hand, house: HouseRules) -> None:
    """RuleError: ``card_unknown``, ``card_twice`` (card), ``cards_not_of_game`` (seat, given, needed),
    ``board_not_of_game`` (given)."""
    check_different((*hand.board, *(card for part in hand.parts for card in part.cards)))
    if house.game not in HELD:
        return
    needed = HELD[house.game]
    for part in hand.parts:
        fewer_play_on = house.game not in WITH_BOARD and len(part.cards) < needed  # VIV-30
        if part.cards and len(part.cards) != needed and not part.folded and not fewer_play_on:
            raise RuleError("cards_not_of_game", seat=part.seat, given=len(part.cards), needed=needed)
    allowed = (0, 3, 4, 5) if house.game in WITH_BOARD else (0,)
    if len(hand.board) not in allowed:
        raise RuleError("board_not_of_game", given=len(hand.board))


def by_cards(
    layout: Layout[int], known: Mapping[int, HandValue], hand: Hand, house: HouseRules
) -> tuple[tuple[int, ...] | None, ...]:
    """Who has the best hand in each pot, None where the cards do not tell: one is unknown, or the board not
    whole."""
    whole = house.game not in WITH_BOARD or len(hand.board) == WHOLE_BOARD
    return tuple(_best(pot, known) if whole else None for pot in layout.pots)


def chosen(
    layout: Layout[int],
    named: tuple[tuple[int, ...], ...],
    decided: tuple[tuple[int, ...] | None, ...],
) -> tuple[tuple[int, ...], ...]:
    """The winners of each pot: its only contender, who was named, or whom the cards name.

    Who was named beyond the last pot is not read: people name a winner of the bet that nobody called.
    """
    given = (*named, *((),) * len(layout.pots))[: len(layout.pots)]
    return tuple(
        pot.contenders if len(pot.contenders) == 1 else tuple(seats) or best or ()
        for pot, seats, best in zip(layout.pots, given, decided, strict=True)
    )


def _check_paid_for(hand: Hand) -> None:
    over = sum(part.for_him for part in hand.parts)
    if over:
        raise RuleError("paid_for_unbalanced", chips=over)


def _value(part: Part, hand: Hand, house: HouseRules) -> HandValue:
    draw, suits = house.game not in WITH_BOARD, house.suits == "vivaldi"
    return ranking.called_value(
        part.cards,
        part.called if house.hand_value == "called" else "",
        vivaldi=draw and suits,
        wheel=house.wheel == "yes",
        flush_above_full=house.hand_order == "flush_above_full",
        board=hand.board,
        from_hand=FROM_HAND.get(house.game),
        short=draw,
    )


def _best(pot: Pot[int], known: Mapping[int, HandValue]) -> tuple[int, ...] | None:
    if not all(seat in known for seat in pot.contenders):
        return None
    best = max(known[seat] for seat in pot.contenders)
    return tuple(seat for seat in pot.contenders if known[seat] == best)


def _questions(
    layout: Layout[int],
    winners: tuple[tuple[int, ...], ...],
    decided: tuple[tuple[int, ...] | None, ...],
    house: HouseRules,
) -> list[RuleError]:
    found = []
    for number, (seats, best) in enumerate(zip(winners, decided, strict=True)):
        if seats and best is not None and set(seats) != set(best):
            found.append(RuleError("cards_say_otherwise", overrule=True, pot=number, seats=best))
        elif len(seats) > 1 and best is None and house.suits == "vivaldi":
            found.append(RuleError("suits_decide", overrule=True, pot=number))
    return found
