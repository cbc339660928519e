"""Entered hands as pages show them, and the sheet a new one starts from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from tdapp.clock.queries import ClockFace
from tdapp.floor.bounties import to_big_blind
from tdapp.floor.deciding import most_out
from tdapp.floor.queries import TableView
from tdapp.floor.round_steps import first_further
from tdapp.hands.filling import posting
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.reckoning import Part, Reckoning, Sheet, reckon
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round, Ruling, Table
from tdapp.opens.queries import Field, smallest_chip
from tdapp.rules.button import Button
from tdapp.rules.cards import cards
from tdapp.rules.hand import Act
from tdapp.rules.levels import Level, Timed


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


def number_of(hand: Hand) -> int:
    """The number of an entered hand among its table's live ones."""
    return Hand.objects.filter(table=hand.table_id, order__lte=hand.order).count()


def sat_out(open: Open) -> dict[int, int]:
    """Ruling id → the entered hands in which a player was dealt a dead hand since that penalty (T-2.11a).

    Most hands are never entered: whoever counts them at the table says when the penalty is over.
    """
    penalties = list(Ruling.objects.filter(open=open, kind="penalty").values_list("pk", "entry", "order"))
    if not penalties:
        return {}
    rows = HandSeat.objects.filter(entry__in={entry for _, entry, _ in penalties}, absent=True)
    killed = list(rows.filter(hand__voided=False).order_by("hand__order").values_list("entry", "hand__order"))
    return {
        pk: sum(1 for who, hand in killed if who == entry and hand > order) for pk, entry, order in penalties
    }


def fresh_sheet(open: Open, table: TableView, face: ClockFace, level: Level | None = None) -> Sheet | None:
    """A new hand with what everybody must post already there; None without a level or players.

    Nobody is in yet: all are folded with their forced bets, but for those whom these leave without a
    chip; who waits for the button (T-2.1b) is not dealt in, who is absent or sits out a penalty is dealt a
    dead hand (RULES 2.11).  Without a button nobody posts a blind yet: somebody has to say who deals.
    ``level`` where the hand began at another than the one in force.
    """
    if level is None:
        level = next((played for _index, played in levels_played(open, face)), None)
    here = table.button or Button(None, None, None)
    if level is None or len(table.dealt) < 2:
        return None
    rules = house_of(open)
    parts = tuple(
        posting(
            seat.number,
            seat.entrant.id,
            seat.chips if seat.sure else None,
            here,
            level,
            rules,
            absent=seat.dead,
        )
        for seat in table.seats
        if seat.entrant and not seat.waits
    )
    return Sheet(
        here.button or 0,
        level.sb,
        level.bb,
        level.ante,
        parts,
        small_blind=here.sb,
        big_blind=here.bb,
    )


def levels_played(open: Open, face: ClockFace) -> tuple[tuple[int, Level], ...]:
    """The schedule's lines a hand settled now can have been played at, the likeliest first.

    That is the level in force (in a break the one before it, whose hands end late), then the one before:
    a level applies to hands that begin after it (RULES 2.5).  Where the outs decide there is only one.
    """
    if face.position is None:
        return ()
    if not isinstance(face.schedule, Timed):
        return ((face.position.index, face.position.level),)
    begun = enumerate(face.schedule.levels[: face.position.index + 1])
    return tuple((index, level) for index, level in begun if not level.is_break)[:-3:-1]


def sheet_of(hand: Hand) -> Sheet:
    """An entered hand as its sheet, to be corrected. Stacks that were counted then need no second say."""
    rows = list(HandSeat.objects.filter(hand=hand).select_related("stack_change").order_by("seat"))
    counted = {row.seat for row in rows if row.stack_change and row.stack_change.counted is not None}
    sheet, played = as_sheet(hand, rows), open_hand_of(hand)
    return replace(
        sheet,
        parts=tuple(part if part.seat in counted else replace(part, had=None) for part in sheet.parts),
        open_hand=tuple(played.figures["order"]) if played else (),
        shown={int(key): cards(text) for key, text in played.figures.get("cards", {}).items()}
        if played
        else {},
    )


def as_sheet(hand: Hand, rows: Iterable[HandSeat]) -> Sheet:
    """A hand and its players' parts as they stand in the books; ``had`` is what was known before it."""
    parts = tuple(
        Part(
            row.seat,
            row.entry_id,
            row.live,
            row.dead,
            folded=row.folded,
            all_in=row.all_in,
            forfeit=row.forfeit,
            had=row.stack_before,
            cards=cards(row.cards),
            called=row.called,
            for_him=row.for_him,
            absent=row.absent,
        )
        for row in rows
    )
    return Sheet(
        hand.button,
        hand.sb,
        hand.bb,
        hand.ante,
        parts,
        tuple(tuple(seats) for seats in hand.winners),
        hand.small_blind,
        hand.big_blind,
        board=cards(hand.board),
        line=line_of(hand),
        penalty=hand.penalty,
    )


def open_hand_of(hand: Hand) -> Ruling | None:
    """The open hand that parted equal ones who went out in an entered hand (VIV-25)."""
    open = hand.table.round.open_id
    return Ruling.objects.filter(open=open, kind="open_hand", order=hand.order).first()


def line_of(hand: Hand) -> tuple[Act, ...]:
    """The betting of an entered hand street by street, empty where nobody said it."""
    return tuple(
        Act(street, seat, kind, to, tuple(overruled)) for street, seat, kind, to, overruled in hand.line
    )


def reckon_fresh(
    open: Open, field: Field, sheet: Sheet, now: datetime, table: Table | None = None
) -> Reckoning:
    """What a hand would do if it were entered now, at a ``table`` of which some go on (VIV-25).

    RuleError: those of ``reckoning.reckon``, ``table_decided`` (label, left).
    """
    further = None if table is None else first_further(table)
    return reckon(
        sheet,
        house=house_of(open),
        unit=smallest_chip(open, field.colour_ups),
        field=field,
        stacks=field.stacks,
        now=now,
        most_out=None if table is None else most_out(open, table, field, len(sheet.parts)),
        below=None if further is None else further.order,
        blinded_off_by=to_big_blind(open),
    )


def reckon_again(hand: Hand, field: Field, sheet: Sheet) -> Reckoning:
    """What a corrected hand would do: from the stacks known before it, its own outs left aside.

    RuleError: those of ``reckoning.reckon``.
    """
    open, further = hand.table.round.open, first_further(hand.table)
    return reckon(
        sheet,
        house=house_of(open),
        unit=smallest_chip(open, field.colour_ups, hand.order),
        field=field,
        stacks=field.stacks_before(hand.order),
        now=hand.at,
        corrects=hand.order,
        most_out=most_out(open, hand.table, field, len(sheet.parts)),
        below=None if further is None else further.order,
        blinded_off_by=to_big_blind(open),
    )
