"""Entering a hand and correcting one: stacks, outs, seats and button move in one save (DESIGN 7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Unpack

from tdapp.floor.queries import seatings
from tdapp.floor.services import out_level
from tdapp.hands import steps
from tdapp.hands.models import Hand
from tdapp.hands.reckoning import Reckoning, Sheet, reckon
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Out, Table
from tdapp.opens.queries import field
from tdapp.opens.steps import ORDER_STEP, check_running
from tdapp.rules.errors import RuleError
from tdapp.rules.pots import Pot


@once
def enter_hand(
    *, table: Table, sheet: Sheet, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Settle a hand and save all it brings: stacks, outs with places, freed seats, the next button.

    RuleError: ``not_at_table`` (entry, seat), ``no_winner`` (pot), ``stack_differs`` (may be overruled:
    the chips put in are then the stack, journaled), and those of ``rules.pots``.
    """
    open = table.round.open
    with record(open.stream, "hand_entered", **act) as change:
        open.refresh_from_db()
        check_running(open)
        table.refresh_from_db()
        entries = _entries_at(table, sheet)
        everyone = field(open)
        done = reckon(
            sheet,
            house=house_of(open),
            unit=open.smallest_chip,
            field=everyone,
            stacks=everyone.stacks,
            now=change.now,
        )
        _check_settled(done, overruled)
        hand = steps.write_hand(change, table=table, sheet=sheet, at=change.now, order=change.entry.pk)
        outs = _put_out(change, open, done, entries)
        steps.write_parts(change, hand=hand, sheet=sheet, done=done, entries=entries, outs=outs)
        steps.move_button(change, table=table, sheet=sheet)
        change.touch(table)
        change.note(
            hand=hand.pk,
            table=table.pk,
            overruled=sorted(overruled),
            pots=[[pot.amount, [entries[seat].pk for seat in pot.winners]] for pot in _pots(done)],
            outs=[entry for group in done.out_groups for entry in group],
        )
    return change.entry


def _pots(done: Reckoning) -> tuple[Pot[int], ...]:
    return done.settlement.pots if done.settlement else ()


def _entries_at(table: Table, sheet: Sheet) -> dict[int, Entry]:
    """Seat → entry of those in the hand, each of whom sits there now."""
    sitting = {seat.number: seat.entry for seat in seatings(table.round) if seat.table_id == table.pk}
    for part in sheet.parts:
        if part.seat not in sitting or sitting[part.seat].pk != part.entry:
            raise RuleError("not_at_table", entry=part.entry, seat=part.seat)
    return {part.seat: sitting[part.seat] for part in sheet.parts}


def _check_settled(done: Reckoning, overruled: Collection[str]) -> None:
    if done.settlement is None:
        lacking = next(i for i, pot in enumerate(done.layout.pots) if len(pot.contenders) != 1)
        raise RuleError("no_winner", pot=lacking)
    for question in done.questions:
        if question.code not in overruled:
            raise question


def _put_out(change: Change, open: Open, done: Reckoning, entries: Mapping[int, Entry]) -> dict[int, Out]:
    level = out_level(open, change) if done.out_groups else None
    return steps.put_out(
        change,
        done=done,
        entries={entry.pk: entry for entry in entries.values()},
        at=change.now,
        hand=change.entry.pk,
        level=level,
        first_order=change.entry.pk * ORDER_STEP,
    )


@once
def correct_hand(
    *, hand: Hand, sheet: Sheet, seed: str, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Enter a hand anew as it really went; later stacks follow, wrong outs sit down again.

    The hand keeps its moment and order.  RuleError: as ``enter_hand``; ``played_later`` (somebody
    who would now be out has played a later entered hand), ``hand_voided``, ``finished_already``.
    """
    open = hand.table.round.open
    with record(open.stream, "hand_corrected", **act) as change:
        open.refresh_from_db()
        check_running(open)
        hand.refresh_from_db()
        if hand.voided:
            raise RuleError("hand_voided", hand=hand.pk)
        entries = steps.entries_in(hand, sheet)
        done = reckon_correction(open, hand, sheet)
        _check_settled(done, overruled)
        kept = steps.take_back_outs(change, hand=hand, done=done, seed=seed)
        steps.check_not_played_later(hand=hand, done=done, kept=kept)
        steps.void_parts(change, hand=hand)
        outs = steps.put_out(
            change,
            done=done,
            entries={entry.pk: entry for entry in entries.values()},
            at=hand.at,
            hand=hand.order,
            level=kept.level,
            first_order=hand.order * ORDER_STEP,
            kept=kept.outs,
        )
        change.update(hand, winners=[list(seats) for seats in sheet.winners], button=sheet.button)
        steps.write_parts(change, hand=hand, sheet=sheet, done=done, entries=entries, outs=outs)
        change.touch(hand.table)
        change.note(
            hand=hand.pk,
            table=hand.table_id,
            overruled=sorted(overruled),
            pots=[[pot.amount, [entries[seat].pk for seat in pot.winners]] for pot in _pots(done)],
            outs=[entry for group in done.out_groups for entry in group],
        )
    return change.entry


def reckon_correction(open: Open, hand: Hand, sheet: Sheet) -> Reckoning:
    """What a corrected hand would do: the stacks known before it, its own outs left aside."""
    everyone = field(open)
    mine = [fact.id for fact in everyone.outs if fact.hand == hand.order]
    return reckon(
        sheet,
        house=house_of(open),
        unit=open.smallest_chip,
        field=everyone,
        stacks=everyone.stacks_before(hand.order),
        now=hand.at,
        replaces=mine,
    )


@once
def void_hand(*, hand: Hand, seed: str, **act: Unpack[Act]) -> JournalEntry:
    """Void a hand that never happened so: its stacks and outs are taken back. RuleError: ``hand_voided``."""
    open = hand.table.round.open
    with record(open.stream, "hand_voided", **act) as change:
        open.refresh_from_db()
        check_running(open)
        hand.refresh_from_db()
        if hand.voided:
            raise RuleError("hand_voided", hand=hand.pk)
        steps.take_back_outs(change, hand=hand, done=None, seed=seed)
        steps.void_parts(change, hand=hand)
        change.void(hand)
        change.touch(hand.table)
        change.note(hand=hand.pk, table=hand.table_id)
    return change.entry
