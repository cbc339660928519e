"""Parts of entering and correcting hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tdapp.floor.corrections import sit_down_again
from tdapp.floor.queries import seatings, standing_button
from tdapp.floor.steps import free_seat, place_button
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.reckoning import Reckoning, Sheet
from tdapp.journal.recorder import Change
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Out, StackChange, Table
from tdapp.opens.steps import finish_entry
from tdapp.rules import button
from tdapp.rules.errors import RuleError


@dataclass(frozen=True)
class Kept:
    """Outs of a hand under correction that stand: entry id → out; and the level they were played at."""

    outs: Mapping[int, Out]
    level: int | None


def write_hand(change: Change, *, table: Table, sheet: Sheet, at: datetime, order: int) -> Hand:
    """The hand's own row."""
    return change.create(
        Hand,
        table=table,
        order=order,
        at=at,
        sb=sheet.sb,
        bb=sheet.bb,
        ante=sheet.ante,
        button=sheet.button,
        winners=[list(seats) for seats in sheet.winners],
    )


def put_out(
    change: Change,
    *,
    done: Reckoning,
    entries: Mapping[int, Entry],
    at: datetime,
    hand: int,
    level: int | None,
    first_order: int,
    kept: Mapping[int, Out] | None = None,
) -> dict[int, Out]:
    """Eliminate who lost all, in order of their stacks; outs that stand are brought up to date."""
    lines = {line.entry: line for line in done.lines}
    outs: dict[int, Out] = {}
    for place, group in enumerate(done.out_groups):
        for key in group:
            by = entries[lines[key].by or 0] if lines[key].by in entries else None
            values = {"by": by, "order": first_order + place, "stack_before": lines[key].before}
            if kept and key in kept:
                outs[key] = change.update(kept[key], **values)
                continue
            outs[key] = finish_entry(change, entry=entries[key], hand=hand, at=at, level=level, **values)  # type: ignore[arg-type]
            free_seat(change, entry=entries[key])
    return outs


def write_parts(
    change: Change,
    *,
    hand: Hand,
    sheet: Sheet,
    done: Reckoning,
    entries: Mapping[int, Entry],
    outs: Mapping[int, Out],
) -> None:
    """Each player's part, and the line of his stack's ledger."""
    lines = {line.seat: line for line in done.lines}
    for part in sheet.parts:
        line = lines[part.seat]
        known = part.all_in or any(q.params["seat"] == part.seat for q in done.questions)
        stack = _ledger_line(change, hand, entries[part.seat], line.gain, line.after if known else None)
        change.create(
            HandSeat,
            hand=hand,
            seat=part.seat,
            entry=entries[part.seat],
            stack_before=line.before,
            live=part.live,
            dead=part.dead,
            folded=part.folded,
            all_in=part.all_in,
            forfeit=part.forfeit,
            received=line.received,
            out=outs.get(part.entry),
            stack_change=stack,
        )


def _ledger_line(
    change: Change, hand: Hand, entry: Entry, gain: int, counted: int | None
) -> StackChange | None:
    """All-in or corrected: the stack was seen, so it is counted; otherwise what the hand brought."""
    if counted is None and gain == 0:
        return None
    values = {"delta": gain} if counted is None else {"counted": counted}
    return change.create(StackChange, entry=entry, source="hand", at=hand.at, order=hand.order, **values)


def move_button(change: Change, *, table: Table, sheet: Sheet) -> None:
    """The next hand's button and blinds (RULES 2.4, SPT-09, SPT-43); nothing with one player left."""
    rules = house_of(table.round.open)
    before = [part.seat for part in sheet.parts]
    here = standing_button(table, tuple(before), rules)
    if here is None or here.button != sheet.button:
        here = button.first_button(before, sheet.button, rules.direction, rules.heads_up_button)
    occupied = [seat.number for seat in seatings(table.round) if seat.table_id == table.pk]
    if len(occupied) < 2:
        return
    following = button.next_button(
        here,
        occupied,
        rule=rules.button_rule,
        direction=rules.direction,
        heads_up_button=rules.heads_up_button,
    )
    place_button(change, table=table, here=following)


def entries_in(hand: Hand, sheet: Sheet) -> dict[int, Entry]:
    """Seat → entry of a hand that was entered. RuleError: ``not_at_table``."""
    known = {part.seat: part.entry for part in HandSeat.objects.filter(hand=hand).select_related("entry")}
    for part in sheet.parts:
        if part.seat not in known or known[part.seat].pk != part.entry:
            raise RuleError("not_at_table", entry=part.entry, seat=part.seat)
    return known


def take_back_outs(change: Change, *, hand: Hand, done: Reckoning | None, seed: str) -> Kept:
    """Bring back whoever the corrected hand does not put out; the others' outs stand."""
    still = {key for group in done.out_groups for key in group} if done else set()
    kept: dict[int, Out] = {}
    level = None
    for out in Out.objects.filter(hand=hand.order, entry__open_id=hand.table.round.open_id):
        level = out.level
        if out.entry_id in still:
            kept[out.entry_id] = out
        else:
            sit_down_again(change, entry=out.entry, out=out, seed=seed)
            change.void(out)
    return Kept(kept, level)


def check_not_played_later(*, hand: Hand, done: Reckoning, kept: Kept) -> None:
    """RuleError ``played_later``: a later entered hand shows that the player was still in."""
    fresh = [key for group in done.out_groups for key in group if key not in kept.outs]
    later = HandSeat.objects.filter(entry__in=fresh, hand__order__gt=hand.order, hand__voided=False)
    found = later.filter(folded=False).select_related("hand").first()
    if found is not None:
        raise RuleError("played_later", entry=found.entry_id, hand=found.hand_id)


def void_parts(change: Change, *, hand: Hand) -> None:
    """Void the players' parts with their ledger lines."""
    for part in HandSeat.objects.filter(hand=hand).select_related("stack_change"):
        change.void(part)
        if part.stack_change is not None:
            change.void(part.stack_change)
