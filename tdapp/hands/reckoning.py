"""What a hand does: pots, stacks, who is out and where. One reckoning for preview and save (DESIGN 7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from tdapp.opens.queries import Field, Stack
from tdapp.rules import button, pots
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.places import Place, same_hand_order
from tdapp.rules.pots import Contribution, Layout, Settlement

ODD_CHIP = {"one_each_from_left": "one_each", "all_to_nearest": "all_to_nearest"}


@dataclass(frozen=True)
class Part:
    """One player's part in a hand: ``live`` and ``dead`` chips put in; seat and entry id."""

    seat: int
    entry: int
    live: int
    dead: int = 0
    folded: bool = False
    all_in: bool = False
    forfeit: bool = False

    @property
    def put_in(self) -> int:
        return self.live + self.dead


@dataclass(frozen=True)
class Sheet:
    """A hand as it is entered; ``winners`` are seats per pot, main pot first."""

    button: int
    sb: int
    bb: int
    ante: int
    parts: tuple[Part, ...]
    winners: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class After:
    """One player after the hand; stacks None where unknown, ``gain`` what the hand brought."""

    seat: int
    entry: int
    before: int | None
    received: int
    gain: int
    after: int | None
    out: bool
    place: Place | None
    by: int | None


@dataclass(frozen=True)
class Reckoning:
    """The hand worked out. ``settlement`` is None while a pot lacks its winner."""

    layout: Layout[int]
    settlement: Settlement[int] | None
    lines: tuple[After, ...]
    out_groups: tuple[tuple[int, ...], ...]
    questions: tuple[RuleError, ...]
    warnings: tuple[Remark, ...]

    @property
    def put_in(self) -> int:
        """All chips put in by everybody."""
        return sum(pot.amount for pot in self.layout.pots) + sum(self.layout.returned.values())


def contributions(sheet: Sheet, house: HouseRules) -> tuple[Contribution[int], ...]:
    """The parts in odd-chip order: from the seat after the button in the direction of play."""
    by_seat = {part.seat: part for part in sheet.parts}
    order = button.odd_chip_order(sheet.button, list(by_seat), house.direction)
    return tuple(
        Contribution(
            seat,
            by_seat[seat].live,
            by_seat[seat].dead,
            out=by_seat[seat].folded,
            forfeit=by_seat[seat].forfeit,
        )
        for seat in order
    )


def reckon(
    sheet: Sheet,
    *,
    house: HouseRules,
    unit: int,
    field: Field,
    stacks: Mapping[int, Stack],
    now: datetime,
    replaces: Collection[int] = (),
) -> Reckoning:
    """Work a hand out; ``stacks`` are those known before it, ``replaces`` the outs of a hand it corrects.

    ``questions`` are refusals that the director may overrule (``stack_differs``).  RuleError: those of
    ``pots.build`` and ``pots.settle`` but for ``no_winner``, which leaves the settlement None.
    """
    given = contributions(sheet, house)
    layout = pots.build(given)
    settlement = _settled(sheet, given, layout, house, unit)
    before = {part.seat: _before(part, stacks.get(part.entry), now) for part in sheet.parts}
    questions = tuple(
        question for part in sheet.parts if (question := _question(part, stacks.get(part.entry), now))
    )
    if settlement is None:
        return Reckoning(layout, None, (), (), questions, ())
    busted = [p for p in sheet.parts if p.all_in and not settlement.received.get(p.seat, 0)]
    if len(busted) == len({p.entry for p in sheet.parts}):
        raise RuleError("nobody_left")
    groups = same_hand_order({p.entry: before[p.seat] for p in busted})
    places = _places(field, groups, replaces)
    seat_of = {p.seat: p.entry for p in sheet.parts}
    lines = tuple(_after(part, before[part.seat], settlement, given, places, seat_of) for part in sheet.parts)
    return Reckoning(layout, settlement, lines, groups, questions, settlement.warnings)


def _settled(
    sheet: Sheet,
    given: tuple[Contribution[int], ...],
    layout: Layout[int],
    house: HouseRules,
    unit: int,
) -> Settlement[int] | None:
    winners = [
        pot.contenders
        if len(pot.contenders) == 1
        else tuple(sheet.winners[i])
        if i < len(sheet.winners)
        else ()
        for i, pot in enumerate(layout.pots)
    ]
    if not all(winners):
        return None
    return pots.settle(given, unit=unit, odd_chip=ODD_CHIP[house.odd_chip], winners=winners)  # type: ignore[arg-type]


def _before(part: Part, stack: Stack | None, now: datetime) -> int | None:
    if part.all_in:
        return part.put_in
    if stack is None or not stack.sure(now):
        return None
    return max(stack.chips, part.put_in)


def _question(part: Part, stack: Stack | None, now: datetime) -> RuleError | None:
    """More put in than the known stack, or an all-in that is not the known stack: which is right?"""
    if stack is None or not stack.sure(now):
        return None
    wrong = part.put_in != stack.chips if part.all_in else part.put_in > stack.chips
    if not wrong:
        return None
    return RuleError(
        "stack_differs",
        overrule=True,
        entry=part.entry,
        seat=part.seat,
        known=stack.chips,
        put_in=part.put_in,
    )


def _places(field: Field, groups: tuple[tuple[int, ...], ...], replaces: Collection[int]) -> dict[int, Place]:
    gone = {fact.entry for fact in field.outs if fact.id in replaces}
    earlier = [tuple(key for key in group if key not in gone) for group in field.out_groups]
    return field.places_with([*(group for group in earlier if group), *groups])


def _after(
    part: Part,
    before: int | None,
    settlement: Settlement[int],
    given: tuple[Contribution[int], ...],
    places: Mapping[int, Place],
    seat_of: Mapping[int, int],
) -> After:
    received = settlement.received.get(part.seat, 0)
    out = part.all_in and not received
    winners: tuple[int, ...] = ()
    if out:
        pot = pots.last_chips_pot(settlement, given, part.seat)
        winners = settlement.pots[pot].winners if pot is not None else ()
    return After(
        seat=part.seat,
        entry=part.entry,
        before=before,
        received=received,
        gain=received - part.put_in,
        after=None if before is None else before - part.put_in + received,
        out=out,
        place=places.get(part.entry) if out else None,
        by=seat_of[winners[0]] if len(winners) == 1 else None,
    )
