"""One street of betting: whose turn it is, what may be bet, what a short all-in reopens.

Decides RULES 2.6 (T-2.6a to T-2.6k), SPT-05, SPT-06, SPT-15 to SPT-22, SPT-28, SPT-29, SA-16 and VIV-19.
Amounts are chips put in **on this street** ("to" amounts: a raise from 600 to 1600 is 1600); seats are seat
numbers; nothing moves chips here, ``rules.betting_line`` does.

Worked example (T-2.6a): 100-200, a bet of 600, to 1600, to 3600: the next raise is to 5600 at least, since
2000 was the last one; where the big blind is always enough (SPT-06) to 3800.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tdapp.rules.button import order
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules

Kind = Literal["fold", "check", "call", "bet", "raise", "all_in"]


@dataclass(frozen=True)
class Action:
    """What a seat did; ``to`` is all it has in on this street after a bet, raise or all-in, else not read.

    All-in is a call, a bet or a raise, as far as the chips go; ``to`` is 0 or right where the stack is known.
    """

    seat: int
    kind: Kind
    to: int = 0


@dataclass(frozen=True)
class Limits:
    """How much may be bet: ``unit`` is the least bet and the first raise (the big blind, SPT-05)."""

    unit: int
    min_raise: str = "last_raise"
    bet_step: str = "none"


@dataclass(frozen=True)
class Player:
    """One seat on a street: chips ``left`` behind (None: unknown, no limit), chips ``paid`` on this street.

    ``faced`` is the highest bet when it last acted, None before its first act: it decides whether it may
    raise again (RULES 2.6).
    """

    seat: int
    left: int | None
    paid: int = 0
    folded: bool = False
    faced: int | None = None

    @property
    def all_in(self) -> bool:
        return not self.folded and self.left == 0

    @property
    def can_act(self) -> bool:
        return not self.folded and self.left != 0

    @property
    def whole(self) -> int | None:
        """The most it can have in on this street; None where its stack is unknown."""
        return None if self.left is None else self.paid + self.left


@dataclass(frozen=True)
class Options:
    """What the seat whose turn it is may do.

    ``call`` is what a call adds (less than the price where it is all-in); ``least`` and ``most`` are the
    amounts a bet or raise goes **to**, None where it may not raise; ``least`` is the all-in where the
    chips do not reach the minimum, ``most`` is None too where nobody knows the stack.
    """

    seat: int
    call: int
    least: int | None
    most: int | None

    @property
    def may_check(self) -> bool:
        return self.call == 0


@dataclass(frozen=True)
class Street:
    """A street while it is bet: players in the order they act, the highest bet, the last full raise.

    ``raiser`` is who bet or raised last, ``opener`` who bet first, None where nobody did.
    """

    players: tuple[Player, ...]
    limits: Limits
    highest: int
    full_raise: int
    last: int | None = None
    raiser: int | None = None
    opener: int | None = None

    def player(self, seat: int) -> Player:
        found = next((one for one in self.players if one.seat == seat), None)
        if found is None:
            raise RuleError("seat_not_in_hand", seat=seat)
        return found

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None where the street is over (SPT-16, SPT-17, SPT-21)."""
        if sum(not one.folded for one in self.players) < 2:
            return None
        seats = [one.seat for one in self.players]
        at = seats.index(self.last) + 1 if self.last is not None else 0
        for one in (*self.players[at:], *self.players[:at]):
            if one.can_act and self._waits(one):
                return one.seat
        return None

    def price(self, one: Player) -> int:
        """What a call costs a seat, whatever it has.

        Where only all-in players are left against it, what they have in is to be matched, no whole big
        blind (S13, SA-20): the rest would come back anyway.
        """
        reach = self.highest
        if not self.rivals(one):
            paid = (other.paid for other in self.players if other.seat != one.seat and not other.folded)
            reach = max(paid, default=0)
        return max(0, reach - one.paid)

    def rivals(self, one: Player) -> bool:
        """Whether somebody else could still answer a bet."""
        return any(other.can_act for other in self.players if other.seat != one.seat)

    def _waits(self, one: Player) -> bool:
        # matched: only who has not spoken yet, and only against somebody who could answer
        return self.price(one) > 0 or (one.faced is None and self.rivals(one))


def opened(
    seats: Sequence[int],
    stacks: Mapping[int, int | None],
    limits: Limits,
    *,
    posted: Mapping[int, int] | None = None,
    price: int = 0,
    folded: Collection[int] = (),
) -> Street:
    """A street before its first act.

    ``seats`` stand as they act, ``stacks`` what each has left behind (None: unknown), ``posted`` the blinds;
    ``price`` is what a call costs before the flop: the whole big blind, even where it was posted for less
    (RULES 2.6, S11, S12).  RuleError: ``too_few_players``.
    """
    if len(seats) < 2:
        raise RuleError("too_few_players", players=len(seats))
    blinds = posted or {}
    players = tuple(Player(seat, stacks[seat], blinds.get(seat, 0), seat in folded) for seat in seats)
    highest = max([price, *blinds.values()])
    return Street(players, limits, highest, limits.unit)


def options(street: Street, seat: int | None = None) -> Options | None:
    """What may be done by the seat whose turn it is, or by another one if it were; None where nobody acts.

    RuleError: ``seat_not_in_hand``.
    """
    turn = street.turn
    one = None if turn is None else street.player(turn if seat is None else seat)
    if one is None or not one.can_act:
        return None
    price, whole, least = street.price(one), one.whole, _least(street)
    reaches = whole is None or whole > street.highest
    if not reaches or not street.rivals(one) or not _is_open(street, one):
        return Options(one.seat, price if one.left is None else min(price, one.left), None, None)
    return Options(one.seat, price, least if whole is None else min(least, whole), whole)


def breaches(street: Street, action: Action) -> tuple[RuleError, ...]:
    """What is against the rules in an act; each may be overruled, for the table has played it.

    ``not_in_turn`` (seat, turn), ``check_facing_bet`` (price), ``nothing_to_call``, ``bet_not_above``
    (to, highest), ``raise_too_small`` (to, least), ``raise_not_open`` (seat), ``nobody_to_answer``,
    ``bet_not_in_steps`` (to, step).  Raised, for it cannot be: ``bet_above_stack`` (to, most),
    ``all_in_below_stack`` (seat, to, most), ``all_in_without_amount`` (seat), ``street_over``,
    ``seat_not_in_hand``, ``seat_has_folded`` (seat), ``seat_all_in`` (seat).
    """
    one, turn = street.player(action.seat), street.turn
    if one.folded:
        raise RuleError("seat_has_folded", seat=action.seat)
    if turn is None:
        raise RuleError("street_over")
    if one.all_in:
        raise RuleError("seat_all_in", seat=action.seat)
    found = [] if turn == action.seat else [RuleError("not_in_turn", overrule=True, seat=one.seat, turn=turn)]
    price = street.price(one)
    if action.kind == "check" and price:
        found.append(RuleError("check_facing_bet", overrule=True, price=price))
    if action.kind == "call" and not price:
        found.append(RuleError("nothing_to_call", overrule=True))
    if action.kind in ("bet", "raise"):
        _check_stack(one, action.to)
        found += _raise_breaches(street, one, action.to)
    if action.kind == "all_in" and _all_in(one, action.to) > street.highest:
        found += _closed(street, one)
    return tuple(found)


def after(street: Street, action: Action, overruled: Collection[str] = ()) -> Street:
    """The street after an act. Raises the first of ``breaches`` that is not ``overruled``."""
    for breach in breaches(street, action):
        if breach.code not in overruled:
            raise breach
    one = street.player(action.seat)
    paid = _paid(street, one, action)
    left = None if one.left is None else one.left - (paid - one.paid)
    mine = replace(
        one,
        left=0 if action.kind == "all_in" else left,
        paid=paid,
        folded=action.kind == "fold",
        faced=max(street.highest, paid),
    )
    players = tuple(mine if other.seat == one.seat else other for other in street.players)
    raised = paid - street.highest
    if raised <= 0:
        return replace(street, players=players, last=one.seat)
    full = max(street.full_raise, raised) if street.limits.min_raise == "last_raise" else street.limits.unit
    return replace(
        street,
        players=players,
        highest=paid,
        full_raise=full,
        last=one.seat,
        raiser=one.seat,
        opener=one.seat if street.opener is None else street.opener,
    )


def as_total(street: Street, number: int, raise_number: str) -> int:
    """What "raise n" goes to: n above the call (SPT-29), or n in all (TDA 43-B)."""
    return street.highest + number if raise_number == "increment" else number


def as_silent(street: Street, chips: int) -> Action:
    """What chips put in without a word are (RULES 2.6): half of a full raise or more must be completed.

    ``chips`` is all that the seat whose turn it is then has in on this street.  RuleError: ``street_over``.
    """
    may = options(street)
    if may is None:
        raise RuleError("street_over")
    if may.least is None or chips <= street.highest:
        return Action(may.seat, "call" if may.call else "check")
    kind: Kind = "raise" if street.highest else "bet"
    least = _least(street)
    all_in = may.most is not None and chips >= may.most
    if chips >= least or all_in or not street.highest:
        return Action(may.seat, kind, max(chips, may.least) if not all_in else chips)
    if 2 * (chips - street.highest) >= least - street.highest:
        return Action(may.seat, kind, may.least)
    return Action(may.seat, "call")


def shows_first(street: Street, dealer: int, house: HouseRules) -> int:
    """The seat that shows first (SPT-24, SA-02, VIV-20, RULES 2.7), of the last street; ``dealer`` is the
    button's seat, an empty one too.  Who folded shows nothing: the next in order does.
    """
    still = [one.seat for one in street.players if not one.folded]
    named = {
        "last_aggressor": street.raiser,
        "first_bettor": street.opener,
        "first_to_act": None,
        "dealer_left": order(still, dealer, "clockwise")[0],
    }[house.show_first]
    return named if named in still else order(still, dealer, house.direction)[0]


def _least(street: Street) -> int:
    """The least that a bet or raise goes to; the first bet is one unit (SPT-05)."""
    return street.highest + street.full_raise if street.highest else street.limits.unit


def _is_open(street: Street, one: Player) -> bool:
    """A first act may always raise; later only against a full raise since the last one (T-2.6f to T-2.6k)."""
    return one.faced is None or street.highest - one.faced >= street.full_raise


def _paid(street: Street, one: Player, action: Action) -> int:
    if action.kind in ("bet", "raise"):
        return max(action.to, one.paid)
    if action.kind == "all_in":
        return _all_in(one, action.to)
    if action.kind == "call":
        matched = one.paid + street.price(one)
        return matched if one.whole is None else min(matched, one.whole)
    return one.paid


def _all_in(one: Player, to: int) -> int:
    """What an all-in goes to: the whole stack; where nobody knows it, what was said."""
    if one.whole is None and to < max(one.paid, 1):
        raise RuleError("all_in_without_amount", seat=one.seat)
    if one.whole is None:
        return to
    if to:
        _check_stack(one, to)
    if 0 < to < one.whole:
        raise RuleError("all_in_below_stack", seat=one.seat, to=to, most=one.whole)
    return one.whole


def _check_stack(one: Player, to: int) -> None:
    if one.whole is not None and to > one.whole:
        raise RuleError("bet_above_stack", to=to, most=one.whole)


def _closed(street: Street, one: Player) -> list[RuleError]:
    """Why this seat may not raise now."""
    if not street.rivals(one):
        return [RuleError("nobody_to_answer", overrule=True)]
    return [] if _is_open(street, one) else [RuleError("raise_not_open", overrule=True, seat=one.seat)]


def _raise_breaches(street: Street, one: Player, to: int) -> list[RuleError]:
    if to <= street.highest:
        return [RuleError("bet_not_above", overrule=True, to=to, highest=street.highest)]
    found = _closed(street, one)
    least, whole, step = _least(street), one.whole, street.limits.unit
    if to == whole:
        return found
    if to < least:
        found.append(
            RuleError(
                "raise_too_small", overrule=True, to=to, least=least if whole is None else min(least, whole)
            )
        )
    if street.limits.bet_step == "big_blind" and to % step:
        found.append(RuleError("bet_not_in_steps", overrule=True, to=to, step=step))
    return found
