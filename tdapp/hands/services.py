"""Entering a hand and correcting one: stacks, outs, seats and button move in one save (DESIGN 7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Unpack

from tdapp.floor import bounties
from tdapp.floor.dead_hands import there_again
from tdapp.floor.deciding import level_of_outs
from tdapp.floor.queries import dealt_at
from tdapp.floor.round_steps import first_further, first_order
from tdapp.floor.synchronised import place_together
from tdapp.hands import queries, steps
from tdapp.hands.models import Hand
from tdapp.hands.reckoning import Reckoning, Sheet
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Entry, Table
from tdapp.opens.queries import field
from tdapp.opens.steps import ORDER_STEP, check_running, orders_in_hand
from tdapp.rules.errors import RuleError


@once
def enter_hand(
    *, table: Table, sheet: Sheet, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Settle a hand and save all it brings: stacks, outs with places, freed seats, the next button.

    Who was absent and is in it with a live hand is back at the table.
    RuleError: ``not_at_table`` (entry, seat), ``no_winner`` (pot), ``stack_differs`` (may be overruled:
    the chips put in are then the stack, journaled), and those of ``reckoning.reckon`` and
    ``draw_poker.five_cards``.
    """
    open = table.round.open
    with record(open.stream, "hand_entered", **act) as change:
        open.refresh_from_db()
        check_running(open)
        table.refresh_from_db()
        entries = _entries_at(table, sheet, change.now)
        everyone = field(open)
        done = queries.reckon_fresh(open, everyone, sheet, change.now, table)
        _check_settled(done, overruled)
        there_again(change, [entries[part.seat] for part in sheet.parts if not part.absent])
        hand = steps.write_hand(change, table=table, sheet=sheet, at=change.now, order=change.entry.pk)
        level = steps.level_index(hand)
        behind = change.entry.pk * ORDER_STEP
        first = first_order(change, table=table, groups=len(done.out_groups)) or behind
        outs = steps.put_out(
            change,
            done=done,
            entries={entry.pk: entry for entry in entries.values()},
            at=change.now,
            hand=hand.order,
            level=level if level is not None else level_of_outs(open, table, everyone, change),
            orders=range(first, first + len(done.out_groups)),
            kept={},
        )
        place_together(change, open=open)
        steps.write_parts(change, hand=hand, sheet=sheet, done=done, entries=entries, outs=outs)
        steps.keep_open_hand(change, hand=hand, sheet=sheet)
        steps.move_button(change, table=table, sheet=sheet)
        bounties.follow(change, open=open, said=steps.takers_of(open, sheet, done, outs))
        change.touch(table)
        _note(change, hand, sheet, done, entries, overruled)
    return change.entry


@once
def correct_hand(
    *, hand: Hand, sheet: Sheet, seed: str, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Enter a hand anew as it really went; later stacks follow, wrong outs sit down again.

    The hand keeps its moment and order; the button follows if nobody touched the table since.
    RuleError: as ``enter_hand``; ``played_later`` (somebody who would now be out has played a later
    entered hand), ``out_already`` (or went out in another), ``hand_voided``, ``finished_already``.
    """
    open = hand.table.round.open
    with record(open.stream, "hand_corrected", **act) as change:
        untouched = _checked(hand)
        entries = steps.entries_in(hand, sheet)
        done = queries.reckon_again(hand, field(open), sheet)
        _check_settled(done, overruled)
        before = steps.outs_of(hand)
        orders = orders_in_hand(
            change,
            open=open,
            hand=hand.order,
            groups=len(done.out_groups),
            below=first_further(hand.table),
        )
        kept = steps.take_back_outs(change, hand=hand, done=done, seed=seed)
        steps.check_not_played_later(hand=hand, done=done, kept=kept)
        steps.void_parts(change, hand=hand)
        steps.rewrite_hand(change, hand=hand, sheet=sheet)
        outs = steps.put_out(
            change,
            done=done,
            entries={entry.pk: entry for entry in entries.values()},
            at=hand.at,
            hand=hand.order,
            level=before[0].level if before else steps.level_index(hand),
            orders=orders,
            kept=kept,
        )
        place_together(change, open=open)
        steps.write_parts(change, hand=hand, sheet=sheet, done=done, entries=entries, outs=outs)
        steps.keep_open_hand(change, hand=hand, sheet=sheet)
        if untouched:
            steps.move_button(change, table=hand.table, sheet=sheet)
        bounties.follow(change, open=open, said=steps.takers_of(open, sheet, done, outs))
        change.touch(hand.table)
        _note(change, hand, sheet, done, entries, overruled)
    return change.entry


@once
def void_hand(*, hand: Hand, seed: str, **act: Unpack[Act]) -> JournalEntry:
    """Void a hand that never happened so: its stacks and outs are taken back, and the button if nobody
    touched the table since. RuleError: ``hand_voided``, ``finished_already``."""
    open = hand.table.round.open
    with record(open.stream, "hand_voided", **act) as change:
        untouched = _checked(hand)
        steps.take_back_outs(change, hand=hand, done=None, seed=seed)
        steps.void_parts(change, hand=hand)
        steps.keep_open_hand(change, hand=hand, sheet=None)
        change.void(hand)
        if untouched:
            steps.put_button_back(change, hand=hand)
        bounties.follow(change, open=open)
        change.touch(hand.table)
        change.note(hand=hand.pk, table=hand.table_id)
    return change.entry


def _entries_at(table: Table, sheet: Sheet, now: datetime) -> dict[int, Entry]:
    """Seat → entry of those in the hand, each of whom sits there now and is dealt in."""
    sitting = {seat.number: seat.entry for seat in dealt_at(table, now)}
    for part in sheet.parts:
        if part.seat not in sitting or sitting[part.seat].pk != part.entry:
            raise RuleError("not_at_table", entry=part.entry, seat=part.seat)
    return {part.seat: sitting[part.seat] for part in sheet.parts}


def _checked(hand: Hand) -> bool:
    """Whether the table is as this hand left it.

    RuleError: ``hand_voided``, ``table_void`` (it is played again: VIV-32), those of ``check_running``.
    """
    open = hand.table.round.open
    open.refresh_from_db()
    check_running(open)
    hand.refresh_from_db()
    hand.table.refresh_from_db()
    if hand.voided:
        raise RuleError("hand_voided", hand=hand.pk)
    if hand.table.finished_at is not None:
        raise RuleError("table_finished_already", label=hand.table.label)
    if hand.table.annulled_at is not None:
        raise RuleError("table_void")
    return hand.table.stamp == hand.stamp


def _check_settled(done: Reckoning, overruled: Collection[str]) -> None:
    if done.lacking:
        raise RuleError("no_winner", pot=done.lacking[0])
    for question in done.questions:
        if question.code not in overruled:
            raise question


def _note(
    change: Change,
    hand: Hand,
    sheet: Sheet,
    done: Reckoning,
    entries: Mapping[int, Entry],
    overruled: Collection[str],
) -> None:
    """What the story tells; ``stacks`` are those before the hand that the director said."""
    pots = done.settlement.pots if done.settlement else ()
    asked = {one.params["seat"] for one in done.questions if "seat" in one.params}
    said = {part.entry for part in sheet.parts if part.had is not None or part.seat in asked}
    passed = {question.code for question in done.questions} & set(overruled)
    passed |= {code for played in sheet.line for code in played.overruled}
    change.note(
        hand=hand.pk,
        table=hand.table_id,
        overruled=sorted(passed),
        stacks={str(line.entry): line.before for line in done.lines if line.entry in said},
        pots=[[pot.amount, [entries[seat].pk for seat in pot.winners]] for pot in pots],
        outs=[entry for group in done.out_groups for entry in group],
    )
