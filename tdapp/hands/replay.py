"""An entered hand step by step: what lies where after each, for a table that is drawn.

As far as it is known: without a betting line everybody puts his chips in at once, without cards none are
shown, and a stack that nobody knew stays unknown.  Chips in the open's units; seats are seat numbers.

Worked example: blinds 25/50, three all-in for 1 000, 5 000 and 5 000, no line: deal, forced bets, put in,
two pots of 3 000 and 8 000, the side pot awarded, then the main pot, the stacks after.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from tdapp.hands.story import HandTold, PartTold
from tdapp.rules import betting_line, pots
from tdapp.rules.betting_line import Done, Play, Posted, Start
from tdapp.rules.button import odd_chip_order
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level
from tdapp.rules.pots import Contribution
from tdapp.rules.ranking import HandValue

STREETS = ("preflop", "flop", "turn", "river")
ON_BOARD = {1: 3, 2: 4, 3: 5}
"""Street → how many common cards lie there."""


@dataclass(frozen=True)
class SeatNow:
    """One player as he stands: ``stack`` behind (None: unknown), ``bet`` in front of him, ``cards`` face up,
    ``won`` what he was awarded so far, ``acts`` whether the step is about him."""

    seat: int
    name: str
    stack: int | None
    bet: int = 0
    folded: bool = False
    all_in: bool = False
    absent: bool = False
    cards: tuple[str, ...] = ()
    value: HandValue | None = None
    won: int = 0
    out: bool = False
    acts: bool = False


@dataclass(frozen=True)
class Frame:
    """The table after one step.

    ``kind`` is deal, forced, act, put_in, pots, flop, turn, river, draw, shown, award or after; ``pots`` the
    amounts in the middle, main pot first, ``pot`` which of them is awarded.  Of an act: ``act``.
    """

    kind: str
    seats: tuple[SeatNow, ...]
    pots: tuple[int, ...] = ()
    board: tuple[str, ...] = ()
    pot: int | None = None
    act: Done | None = None
    returned: tuple[tuple[str, int], ...] = ()


@dataclass
class _Table:
    """What is being played back: changed from step to step, shown as a ``Frame``."""

    hand: HandTold
    house: HouseRules
    paid: dict[int, int] = field(default_factory=dict)
    """Seat → live and dead chips that left the stack, all told."""
    bets: dict[int, int] = field(default_factory=dict)
    live: dict[int, int] = field(default_factory=dict)
    dead: dict[int, int] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    all_in: set[int] = field(default_factory=set)
    shown: bool = False
    valued: bool = False
    board: int = 0
    won: dict[int, int] = field(default_factory=dict)
    returned: dict[int, int] = field(default_factory=dict)
    awarded: set[int] = field(default_factory=set)
    over: bool = False

    def frame(
        self,
        kind: str,
        acts: Collection[int] = (),
        *,
        pot: int | None = None,
        act: Done | None = None,
        returned: tuple[tuple[str, int], ...] = (),
    ) -> Frame:
        seats = tuple(self._seat(part, part.seat in acts) for part in self.hand.parts)
        amounts = tuple(
            0 if number in self.awarded else amount for number, amount in enumerate(self._amounts())
        )
        return Frame(kind, seats, amounts, self.hand.sheet.board[: self.board], pot, act, returned)

    def _seat(self, part: PartTold, acts: bool) -> SeatNow:
        seat = part.seat
        back = self.won.get(seat, 0) + self.returned.get(seat, 0)
        stack = None if part.before is None else part.before - self.paid.get(seat, 0) + back
        face_up = self.shown and not part.part.folded
        return SeatNow(
            seat,
            part.name,
            stack,
            self.bets.get(seat, 0),
            folded=seat in self.folded,
            all_in=seat in self.all_in,
            absent=part.part.absent,
            cards=part.part.cards if face_up else (),
            value=part.value if face_up and self.valued else None,
            won=self.won.get(seat, 0),
            out=self.over and part.out,
            acts=acts,
        )

    def _amounts(self) -> tuple[int, ...]:
        """The pots of what was gathered so far; nothing goes back to a hand that was killed (S36, S44)."""
        killed = self.folded & {part.seat for part in self.hand.parts if part.part.forfeit}
        given = [
            Contribution(
                seat,
                self.live.get(seat, 0),
                self.dead.get(seat, 0),
                out=seat in self.folded,
                forfeit=seat in killed,
            )
            for seat in odd_chip_order(
                self.hand.sheet.button, [part.seat for part in self.hand.parts], self.house.direction
            )
        ]
        if not any(one.live or one.dead for one in given):
            return ()
        try:
            layout = pots.build(given)
        except RuleError:
            return (sum(one.live + one.dead for one in given),)
        uncalled = sum(layout.returned.values())
        amounts = [pot.amount for pot in layout.pots]
        return tuple([*amounts, uncalled] if uncalled else amounts)

    def gather(self) -> None:
        """What lies in front of the players goes to the middle."""
        for seat, chips in self.bets.items():
            self.live[seat] = self.live.get(seat, 0) + chips
        self.bets = {}

    def put(self, seat: int, chips: int) -> None:
        self.bets[seat] = self.bets.get(seat, 0) + chips
        self.paid[seat] = self.paid.get(seat, 0) + chips


def frames(hand: HandTold, house: HouseRules) -> tuple[Frame, ...]:
    """The steps of a hand, the first before anybody posted, the last with the stacks after it."""
    table, posted = _Table(hand, house), _posted(hand, house)
    found = [table.frame("deal")]
    if any(one.ante or one.blind or one.dead for one in posted.values()):
        _post(table, posted)
        found.append(table.frame("forced", [seat for seat, one in posted.items() if one.blind or one.dead]))
    play = _play(hand, house)
    found += _betting(table, play) if play is not None else _at_once(table)
    found.append(_pots(table))
    found += _cards(table)
    found += _awards(table)
    table.over = True
    found.append(table.frame("after", [part.seat for part in hand.parts if part.received or part.out]))
    return tuple(found)


def _start(hand: HandTold, house: HouseRules) -> Start:
    sheet = hand.sheet
    dead = any(part.part.dead for part in hand.parts) and sheet.ante
    form = "big_blind" if dead else hand.ante_form
    return Start(
        sheet.seats,
        {part.seat: part.before for part in hand.parts},
        sheet.placed(house),
        Level(sheet.sb, sheet.bb, sheet.ante, ante_form=form),
        absent=frozenset(part.seat for part in hand.parts if part.part.absent),
        for_him={part.seat: part.part.for_him for part in hand.parts if part.part.for_him},
    )


def _posted(hand: HandTold, house: HouseRules) -> dict[int, Posted]:
    """Seat → what it had to post, no more than what it put in: the director may have said less."""
    try:
        owed = betting_line.posted(_start(hand, house), house)
    except RuleError:
        return {}
    found = {}
    for part in hand.parts:
        one, put = owed[part.seat], part.part
        ante = min(one.ante, put.live)
        found[part.seat] = replace(one, ante=ante, blind=min(one.blind, put.live - ante), dead=put.dead)
    return found


def _post(table: _Table, posted: Mapping[int, Posted]) -> None:
    """Antes go to the middle, blinds in front; the dealer pays for others out of his own stack (VIV-15)."""
    for part in table.hand.parts:
        one = posted[part.seat]
        table.live[part.seat], table.dead[part.seat] = one.ante, one.dead
        table.paid[part.seat] = one.ante + one.dead - part.part.for_him
        if one.blind:
            table.put(part.seat, one.blind)
        if part.part.absent:
            table.folded.add(part.seat)


def _play(hand: HandTold, house: HouseRules) -> Play | None:
    """The betting line played; None where there is none, or where it does not fit the hand any more."""
    if not hand.sheet.line:
        return None
    try:
        return betting_line.play(_start(hand, house), hand.sheet.line, house)
    except RuleError:
        return None


def _betting(table: _Table, play: Play) -> Iterator[Frame]:
    """Each act; between two streets what was bet goes to the middle and the next card comes."""
    street = 0
    for done in play.done:
        while street < done.act.street:
            street += 1
            table.gather()
            yield _next_street(table, street)
        seat = done.act.seat
        table.put(seat, done.added)
        if done.kind == "fold":
            table.folded.add(seat)
        if done.all_in:
            table.all_in.add(seat)
        yield table.frame("act", [seat], act=done)


def _next_street(table: _Table, street: int) -> Frame:
    if table.house.game == "five_card_draw":
        return table.frame("draw")
    table.board = min(ON_BOARD.get(street, 5), len(table.hand.sheet.board))
    return table.frame(STREETS[min(street, 3)])


def _at_once(table: _Table) -> Iterator[Frame]:
    """Without a line: everybody puts in what he put in, or folds."""
    for part in table.hand.parts:
        put = part.part
        missing = put.live - table.live.get(part.seat, 0) - table.bets.get(part.seat, 0)
        if missing:
            table.put(part.seat, missing)
        if put.folded or put.forfeit:
            table.folded.add(part.seat)
        if put.all_in:
            table.all_in.add(part.seat)
    yield table.frame("put_in", [part.seat for part in table.hand.parts if not part.part.folded])


def _pots(table: _Table) -> Frame:
    """The pots as they are played for: all that was put in, what nobody called given back."""
    hand = table.hand
    table.bets = {}
    table.folded = {part.seat for part in hand.parts if part.part.folded or part.part.forfeit}
    table.all_in = {part.seat for part in hand.parts if part.part.all_in}
    table.returned = {seat: chips for seat, _name, chips in hand.returned}
    for part in hand.parts:
        table.live[part.seat] = part.part.live - table.returned.get(part.seat, 0)
        table.dead[part.seat] = part.part.dead
        table.paid[part.seat] = part.part.outlay
    back = tuple((name, chips) for _seat, name, chips in hand.returned)
    return table.frame("pots", list(table.returned), returned=back)


def _cards(table: _Table) -> Iterator[Frame]:
    """Known hands and the rest of the board: face up first where somebody is all-in (RULES 2.7)."""
    parts = table.hand.contested
    known = any(part.part.cards for part in parts)
    early = known and any(part.part.all_in for part in parts) and table.board < len(table.hand.sheet.board)
    if early:
        table.shown = True
        yield table.frame("shown", [part.seat for part in parts if part.part.cards])
    for street, cards in ON_BOARD.items():
        if table.board < cards <= len(table.hand.sheet.board):
            table.board = cards
            yield table.frame(STREETS[street])
    table.valued = True
    if known and not early:
        table.shown = True
        yield table.frame("shown", [part.seat for part in parts if part.part.cards])


def _awards(table: _Table) -> Iterator[Frame]:
    """Each pot, the last side pot first (RULES 3.1, 2.7)."""
    for pot in reversed(table.hand.pots):
        table.awarded.add(pot.number)
        for seat, _name, chips in pot.shares:
            table.won[seat] = table.won.get(seat, 0) + chips
        yield table.frame("award", [seat for seat, _name, _chips in pot.shares], pot=pot.number)
