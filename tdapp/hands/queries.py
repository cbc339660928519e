"""Entered hands as pages show them, and the sheet a new one starts from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tdapp.clock.queries import ClockFace
from tdapp.floor.queries import TableView
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.reckoning import Part, Sheet
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level


@dataclass(frozen=True)
class HandView:
    """One entered hand in a list."""

    id: int
    table: int
    number: int
    at: datetime


def hands_of(round: Round) -> tuple[HandView, ...]:
    """The round's live hands in order, numbered per table."""
    numbers: dict[int, int] = {}
    found = []
    for hand in Hand.objects.filter(table__round=round).order_by("order"):
        numbers[hand.table_id] = numbers.get(hand.table_id, 0) + 1
        found.append(HandView(hand.pk, hand.table_id, numbers[hand.table_id], hand.at))
    return tuple(found)


def next_number(table: TableView) -> int:
    """The number of the table's next entered hand."""
    return Hand.objects.filter(table=table.id).count() + 1


def fresh_sheet(open: Open, table: TableView, face: ClockFace) -> Sheet | None:
    """A new hand with what everybody must post already there; None without a button or players.

    Nobody is in yet: all are folded with their forced bets.
    """
    level = face.position.level if face.position else None
    if table.button is None or table.button.button is None or level is None:
        return None
    rules = house_of(open)
    parts = tuple(
        _posting(seat.number, seat.entrant.id, table, seat.chips if seat.sure else None, level, rules)
        for seat in table.seats
        if seat.entrant
    )
    return Sheet(table.button.button, level.sb, level.bb, level.ante, parts)


def _posting(
    seat: int, entry: int, table: TableView, stack: int | None, level: Level, rules: HouseRules
) -> Part:
    sb, bb, ante = level.sb, level.bb, level.ante
    assert table.button is not None
    blind = bb if seat == table.button.bb else sb if seat == table.button.sb else 0
    each = ante if rules.ante == "per_player" else 0
    dead = ante if rules.ante == "big_blind" and seat == table.button.bb else 0
    if stack is None:
        return Part(seat, entry, live=blind + each, dead=dead, folded=True)
    if rules.bb_ante_order == "blind_first":
        live = min(stack, blind + each)
        return Part(seat, entry, live=live, dead=min(stack - live, dead), folded=True)
    dead = min(stack, dead)
    return Part(seat, entry, live=min(stack - dead, blind + each), dead=dead, folded=True)


def sheet_of(hand: Hand) -> Sheet:
    """An entered hand as its sheet, to be corrected."""
    parts = tuple(
        Part(p.seat, p.entry_id, p.live, p.dead, folded=p.folded, all_in=p.all_in, forfeit=p.forfeit)
        for p in HandSeat.objects.filter(hand=hand).order_by("seat")
    )
    return Sheet(
        hand.button, hand.sb, hand.bb, hand.ante, parts, tuple(tuple(seats) for seats in hand.winners)
    )
