"""The betting of a whole hand, street by street: forced bets, whose turn, what it costs, when it is over.

Decides what a line of acts comes to under RULES 2.6, 2.7 and 2.10 (S10 to S24, S36, S37), SPT-14 to SPT-24,
SA-19 to SA-21, VIV-18 to VIV-20 and T-2.11b; each single street is ``rules.betting``.  Units: chips in their
smallest unit; seats are seat numbers.

Worked example (S12): 50/100, the big blind has 60.  He posts them all-in, a call still costs 100; two call:
live 100, 60, 100, which ``rules.pots`` settles as 180 and 80.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, get_args

from tdapp.rules import betting, forced_bets
from tdapp.rules.betting import Action, Kind, Limits, Options, Street
from tdapp.rules.button import Button, first_street_order, later_street_order
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act, Part
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level
from tdapp.rules.money import LARGEST

DRAW_GAMES = frozenset({"five_card_draw"})
MOST_ACTS = 400
"""Acts of one line; a long hand has thirty."""


@dataclass(frozen=True)
class Start:
    """A hand before its first act.

    ``seats`` are dealt in, ``stacks`` what each had before the antes (None: unknown, no limit), ``absent``
    are dealt in, post, and are dead (RULES 2.11).  ``for_him`` are antes that the dealer paid in a seat's
    place, negative for himself (VIV-15).  ``chip`` is the smallest one in play.
    """

    seats: tuple[int, ...]
    stacks: Mapping[int, int | None]
    button: Button
    level: Level
    absent: frozenset[int] = frozenset()
    for_him: Mapping[int, int] = field(default_factory=dict)
    chip: int = 1


@dataclass(frozen=True)
class Posted:
    """What one seat must put in before the cards: an ``ante`` of its own, a ``blind``, a ``dead`` ante for
    the table; ``left`` is what stays behind, None where unknown."""

    ante: int
    blind: int
    dead: int
    left: int | None


@dataclass(frozen=True)
class Done:
    """An act as it was played: ``kind`` is what the chips came to (never "all_in"), ``added`` what it put in,
    ``to`` what the seat has in on the street, ``raised`` how far above the bet before it; ``breaches`` are
    against the rules, overruled or not."""

    act: Act
    kind: Kind
    added: int
    to: int
    raised: int
    all_in: bool
    breaches: tuple[RuleError, ...]


def posted(start: Start, house: HouseRules) -> dict[int, Posted]:
    """Seat → its forced bets (``rules.forced_bets``); an empty small blind's seat posts nothing."""
    return {seat: _posted(seat, start, house) for seat in start.seats}


def _posted(seat: int, start: Start, house: HouseRules) -> Posted:
    stack, level = start.stacks.get(seat), start.level
    own = None if stack is None else max(0, stack + start.for_him.get(seat, 0))
    due = forced_bets.posted(seat, own, start.button, level, house)
    each = level.ante if forced_bets.ante_form(level, house) == "per_player" else 0
    ante = min(each, due.live)
    return Posted(ante, due.live - ante, due.dead, None if own is None else own - due.chips)


@dataclass(frozen=True)
class Play:
    """A hand as far as it was bet: made by ``begin`` and ``play``, goes on with ``after``.

    ``streets`` are those begun, the last one being bet; ``done`` the acts so far.
    """

    start: Start
    house: HouseRules
    forced: Mapping[int, Posted]
    streets: tuple[Street, ...]
    done: tuple[Done, ...] = ()

    @property
    def acts(self) -> tuple[Act, ...]:
        return tuple(one.act for one in self.done)

    @property
    def now(self) -> Street:
        """The street that is bet, or was bet last."""
        return self.streets[-1]

    @property
    def street(self) -> int:
        """Its number, from 0."""
        return len(self.streets) - 1

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None where the hand is over."""
        return self.now.turn

    @property
    def over(self) -> bool:
        """All is bet, or one is left (SPT-17)."""
        return self.turn is None

    @property
    def options(self) -> Options | None:
        """What that seat may do."""
        return betting.options(self.now)

    @cached_property
    def live(self) -> dict[int, int]:
        """Seat → live chips put in, its ante included."""
        return {
            seat: one.ante + sum(street.player(seat).paid for street in self.streets)
            for seat, one in self.forced.items()
        }

    @property
    def pot(self) -> int:
        """All chips bet so far, antes and dead chips too (SPT-31)."""
        return sum(self.live.values()) + sum(one.dead for one in self.forced.values())

    @property
    def standing(self) -> tuple[int, ...]:
        """The seats still in, as they act on the last street."""
        return tuple(one.seat for one in self.now.players if not one.folded)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What each seat put in, for ``rules.hand``; the absent ones are folded and forfeit (S36, S37)."""
        return tuple(self._part(seat) for seat in sorted(self.start.seats))

    def _part(self, seat: int) -> Part:
        one, away = self.now.player(seat), seat in self.start.absent
        return Part(
            seat,
            self.live[seat],
            self.forced[seat].dead,
            folded=one.folded,
            all_in=one.all_in,
            forfeit=away,
            for_him=self.start.for_him.get(seat, 0),
        )

    @property
    def run_out(self) -> int:
        """How many streets are dealt without a bet, for nobody can bet them; 0 where one is left."""
        return _last_street(self.house) - self.street if self.over and len(self.standing) > 1 else 0

    @property
    def face_up(self) -> bool:
        """Over with somebody all-in: all hands are shown at once (RULES 2.7)."""
        return self.over and len(self.standing) > 1 and any(one.all_in for one in self.now.players)

    @property
    def shows_first(self) -> int | None:
        """The seat that shows first (RULES 2.7, SPT-24, SA-02, VIV-20).

        By the last street that was bet; the first bettor is the one of the last street with a bet.  None
        while the hand is played, and where one is left, who need not show.
        """
        if not self.over or len(self.standing) < 2 or self.start.button.button is None:
            return None
        bet = [street for street in self.streets if street.opener is not None]
        street = bet[-1] if bet and self.house.show_first == "first_bettor" else self.now
        return betting.shows_first(self._with_folds(street), self.start.button.button, self.house)

    def _with_folds(self, street: Street) -> Street:
        players = (replace(one, folded=one.seat not in self.standing) for one in street.players)
        return replace(street, players=tuple(players))

    @property
    def open_breaches(self) -> tuple[RuleError, ...]:
        """What is against the rules in the line and nobody overruled."""
        return tuple(
            breach for one in self.done for breach in one.breaches if breach.code not in one.act.overruled
        )

    def breaches(self, act: Act) -> tuple[RuleError, ...]:
        """What is against the rules in the next act: ``betting.breaches``.

        RuleError where it cannot be at all: those of ``betting.breaches``, ``act_unknown`` (kind),
        ``act_of_other_street`` (street, now), ``hand_bet_out`` (the hand is over), ``line_too_long`` (most).
        """
        if len(self.done) >= MOST_ACTS:
            raise RuleError("line_too_long", most=MOST_ACTS)
        if self.over:
            raise RuleError("hand_bet_out")
        if act.street != self.street:
            raise RuleError("act_of_other_street", street=act.street, now=self.street)
        return betting.breaches(self.now, _action(act))

    def after(self, act: Act) -> Play:
        """The hand after an act, which was played whatever the rules say.  RuleError: as ``breaches``."""
        found = self.breaches(act)
        street = betting.after(self.now, _action(act), [breach.code for breach in found])
        was, one = self.now.player(act.seat), street.player(act.seat)
        raised = max(0, one.paid - self.now.highest)
        kind: Kind = "fold" if one.folded else "check" if one.paid == was.paid else "call"
        if raised:
            kind = "raise" if self.now.highest else "bet"
        done = Done(act, kind, one.paid - was.paid, one.paid, raised, one.all_in, found)
        return _onward(replace(self, streets=(*self.streets[:-1], street), done=(*self.done, done)))


def begin(start: Start, house: HouseRules) -> Play:
    """The hand with its forced bets.  RuleError: ``too_few_players``, ``button_unknown``."""
    forced = posted(start, house)
    blinds = start.level.bb > 0 and start.button.bb is not None
    button = start.button if blinds else Button(start.button.button, None, None)
    street = betting.opened(
        first_street_order(button, start.seats, house.direction),
        {seat: one.left for seat, one in forced.items()},
        _limits(start, house),
        posted={seat: one.blind for seat, one in forced.items()},
        price=start.level.bb if blinds else 0,
        folded=start.absent,
    )
    return _onward(Play(start, house, forced, (street,)))


def play(start: Start, acts: Sequence[Act], house: HouseRules) -> Play:
    """The hand after those acts; what was against the rules was played and stands in ``Play.done``.

    RuleError where an act cannot be at all: as ``Play.breaches``.
    """
    here = begin(start, house)
    for act in acts:
        here = here.after(act)
    return here


def check_line(start: Start, acts: Sequence[Act], house: HouseRules) -> Play:
    """As ``play``; raises the first breach that nobody overruled."""
    here = play(start, acts, house)
    for breach in here.open_breaches:
        raise breach
    return here


def pot_raise(here: Play, part: int, of: int) -> int | None:
    """What a raise of ``part``/``of`` of the pot goes to: the call first, then so much of what lies there.

    In whole chips, not below the least raise nor above the stack; None where no raise is open.
    Worked example: 50/100, all fold to the small blind: a raise of the pot is to 100 + 200 = 300.
    """
    may = here.options
    if may is None or may.least is None:
        return None
    more = (here.pot + may.call) * part // of
    to = (here.now.highest + more) // here.start.chip * here.start.chip
    to = max(to, may.least)
    return to if may.most is None else min(to, may.most)


def as_data(acts: Sequence[Act]) -> list[list[Any]]:
    """A line as JSON holds it: [street, seat, kind, to, [overruled codes]] for each act."""
    return [[act.street, act.seat, act.kind, act.to, list(act.overruled)] for act in acts]


def from_data(data: object) -> tuple[Act, ...]:
    """The line out of ``as_data``, whoever wrote it.  RuleError: ``line_unreadable``."""
    if not isinstance(data, list) or len(data) > MOST_ACTS:
        raise RuleError("line_unreadable")
    return tuple(_read(one) for one in data)


def _read(one: object) -> Act:
    match one:
        case [int(street), int(seat), str(kind), int(to), [*codes]] if (
            not any(isinstance(number, bool) for number in (street, seat, to))
            and 0 <= street < 4
            and 0 <= seat < 1000
            and 0 <= to <= LARGEST
            and kind in get_args(Kind)
            and len(codes) <= 8
            and all(isinstance(code, str) and len(code) <= 40 for code in codes)
        ):
            return Act(street, seat, kind, to, tuple(str(code) for code in codes))
    raise RuleError("line_unreadable")


def _action(act: Act) -> Action:
    for kind in get_args(Kind):
        if kind == act.kind:
            return Action(act.seat, kind, act.to)
    raise RuleError("act_unknown", kind=act.kind)


def _limits(start: Start, house: HouseRules) -> Limits:
    """The least bet: the big blind (SPT-05), without blinds the ante; one chip where there is no minimum."""
    unit = start.level.bb or start.level.ante or start.chip
    return Limits(start.chip if house.min_raise == "one_chip" else unit, house.min_raise, house.bet_step)


def _last_street(house: HouseRules) -> int:
    return 1 if house.game in DRAW_GAMES else 3


def _onward(here: Play) -> Play:
    """The first street on which somebody can act; the same one where none is left to bet."""
    if here.now.turn is not None or len(here.standing) < 2 or here.street == _last_street(here.house):
        return here
    if sum(one.can_act for one in here.now.players) < 2:
        return here
    seats = later_street_order(here.start.button, here.start.seats, here.house.direction)
    players = {one.seat: one for one in here.now.players}
    street = betting.opened(
        seats,
        {seat: players[seat].left for seat in seats},
        _limits(here.start, here.house),
        folded=[seat for seat in seats if players[seat].folded],
    )
    return replace(here, streets=(*here.streets, street))
