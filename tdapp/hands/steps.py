"""Parts of entering and correcting hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tdapp.clock.queries import level_rows
from tdapp.floor import deciding
from tdapp.floor.bounties import nobody, shared, to_big_blind
from tdapp.floor.corrections import sit_down_again
from tdapp.floor.heads import Said
from tdapp.floor.queries import dealt_at
from tdapp.floor.steps import free_seat, place_button
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.queries import open_hand_of
from tdapp.hands.reckoning import After, Reckoning, Sheet, contributions
from tdapp.journal.recorder import Change
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Out, StackChange, Table
from tdapp.opens.steps import finish_entry
from tdapp.rules import bounties, button
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError


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
        **_told(table, sheet),
    )


def rewrite_hand(change: Change, *, hand: Hand, sheet: Sheet) -> None:
    """Its own row as it really was. Its moment, order and level stay."""
    change.update(hand, **_told(hand.table, sheet))
    change.touch(hand)


def _told(table: Table, sheet: Sheet) -> dict[str, Any]:
    """Fields of the hand that a correction may change."""
    here = sheet.placed(house_of(table.round.open))
    return {
        "button": sheet.button,
        "small_blind": here.sb,
        "big_blind": here.bb,
        "winners": [list(seats) for seats in sheet.winners],
        "board": "".join(sheet.board),
        "line": [[act.street, act.seat, act.kind, act.to, list(act.overruled)] for act in sheet.line],
        "penalty": sheet.penalty,
    }


def keep_open_hand(change: Change, *, hand: Hand, sheet: Sheet | None) -> None:
    """Keep how equal ones who went out in the hand were parted (VIV-25); nothing where none played, or with
    the hand voided (``sheet`` None)."""
    before = open_hand_of(hand)
    order = list(sheet.open_hand) if sheet else []
    shown = dict(sheet.shown) if sheet else {}
    if before is not None:
        same = before.figures == deciding.open_hand_figures(order, shown)
        if same:
            return
        change.void(before)
    if order:
        deciding.keep_open_hand(
            change,
            open=hand.table.round.open,
            table=hand.table,
            order=order,
            cards=shown,
            at=hand.at,
            hand=hand.order,
        )


def put_out(
    change: Change,
    *,
    done: Reckoning,
    entries: Mapping[int, Entry],
    at: datetime,
    hand: int,
    level: int | None,
    orders: Sequence[int],
    kept: Mapping[int, Out],
) -> dict[int, Out]:
    """Eliminate who lost all, one order per group; outs that stand (``kept``) are brought up to date.

    ``entries`` and ``kept`` are by entry id; the answer too.
    """
    lines = {line.entry: line for line in done.lines}
    outs: dict[int, Out] = {}
    for order, group in zip(orders, done.out_groups, strict=True):
        for key in group:
            by = entries.get(lines[key].by or 0)
            before = lines[key].before
            if key in kept:
                outs[key] = change.update(kept[key], by=by, order=order, stack_before=before)
                continue
            outs[key] = finish_entry(
                change,
                entry=entries[key],
                by=by,
                order=order,
                hand=hand,
                at=at,
                level=level,
                stack_before=before,
            )
            free_seat(change, entry=entries[key])
    return outs


def takers_of(open: Open, sheet: Sheet, done: Reckoning, outs: Mapping[int, Out]) -> dict[int, Said]:
    """Who shares the heads of those out, in odd-chip order, where nobody won the pot of the last chips alone
    (RULES 4.6), and that nobody took the head of who is blinded off; by the out's id."""
    if done.settlement is None or not open.bounties:
        return {}
    seats = {line.entry: line.seat for line in done.lines}
    entries = {line.seat: line.entry for line in done.lines}
    still = {line.seat for line in done.lines if not line.out}
    given = contributions(sheet, house_of(open))
    away = {part.entry for part in sheet.parts if part.absent} if not to_big_blind(open) else set()
    found = {}
    for entry, out in outs.items():
        if entry in away:
            found[out.pk] = nobody()
            continue
        winners = bounties.takers(done.settlement, given, seats[entry], still)
        if out.by_id is None:
            found[out.pk] = shared([entries[seat] for seat in winners])
    return found


def write_parts(
    change: Change,
    *,
    hand: Hand,
    sheet: Sheet,
    done: Reckoning,
    entries: Mapping[int, Entry],
    outs: Mapping[int, Out],
) -> None:
    """Each player's part, and the line of his stack's ledger; ``entries`` by seat, ``outs`` by entry id."""
    lines = {line.seat: line for line in done.lines}
    for part in sheet.parts:
        line = lines[part.seat]
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
            cards="".join(part.cards),
            called=part.called,
            for_him=part.for_him,
            absent=part.absent,
            out=outs.get(part.entry),
            stack_change=_ledger_line(change, hand, entries[part.seat], line),
        )


def _ledger_line(change: Change, hand: Hand, entry: Entry, line: After) -> StackChange | None:
    """A stack that was seen is a count; otherwise the line says what the hand brought, if anything."""
    if not line.seen and line.gain == 0:
        return None
    values = {"counted": line.after} if line.seen else {"delta": line.gain}
    return change.create(StackChange, entry=entry, source="hand", at=hand.at, order=hand.order, **values)


def level_index(hand: Hand) -> int | None:
    """The schedule's line the hand was played at, by its blinds; None if none has them or the outs decide."""
    round = hand.table.round
    if house_of(round.open).level_trigger == "outs":
        return None
    played = (hand.sb, hand.bb, hand.ante)
    rows = (row for row in level_rows(round) if not row.is_break and (row.sb, row.bb, row.ante) == played)
    return next((row.index for row in rows), None)


def move_button(change: Change, *, table: Table, sheet: Sheet) -> None:
    """The next hand's button and blinds (RULES 2.4, SPT-09, SPT-43); nothing with one player left, nor where
    nobody said who dealt."""
    rules = house_of(table.round.open)
    occupied = [seat.number for seat in dealt_at(table, change.now)]
    if len(occupied) < 2 or not sheet.button:
        return
    following = button.next_button(
        sheet.placed(rules),
        occupied,
        rule=rules.button_rule,
        direction=rules.direction,
        heads_up_button=rules.heads_up_button,
    )
    place_button(change, table=table, here=following)


def put_button_back(change: Change, *, hand: Hand) -> None:
    """Let the button lie where it did in a hand that never was."""
    if not hand.button:
        return
    place_button(change, table=hand.table, here=Button(hand.button, hand.small_blind, hand.big_blind))


def entries_in(hand: Hand, sheet: Sheet) -> dict[int, Entry]:
    """Seat → entry of a hand that was entered. RuleError: ``not_at_table``."""
    known = {part.seat: part.entry for part in HandSeat.objects.filter(hand=hand).select_related("entry")}
    for part in sheet.parts:
        if part.seat not in known or known[part.seat].pk != part.entry:
            raise RuleError("not_at_table", entry=part.entry, seat=part.seat)
    return known


def take_back_outs(change: Change, *, hand: Hand, done: Reckoning | None, seed: str) -> dict[int, Out]:
    """Bring back whoever the corrected hand does not put out; the outs that stand, by entry id.

    RuleError: ``out_by_ruling`` (disqualified since: undo that first), ``out_bought_back`` (entry: he
    bought himself back in since: void that first).
    """
    still = {key for group in done.out_groups for key in group} if done else set()
    kept: dict[int, Out] = {}
    for out in outs_of(hand):
        if out.entry_id in still:
            kept[out.entry_id] = out
        elif out.disqualified:
            raise RuleError("out_by_ruling", entry=out.entry_id)
        elif out.bought_back:
            raise RuleError("out_bought_back", entry=out.entry_id)
        else:
            sit_down_again(change, entry=out.entry, out=out, seed=seed)
            change.void(out)
    return kept


def outs_of(hand: Hand) -> list[Out]:
    """The live outs of an entered hand, those that were bought back included: they happened."""
    return list(
        Out.everything.filter(voided=False, hand=hand.order, entry__open=hand.table.round.open_id)
        .select_related("entry")
        .order_by("order", "pk")
    )


def check_not_played_later(*, hand: Hand, done: Reckoning, kept: Mapping[int, Out]) -> None:
    """RuleError ``played_later``: a later entered hand shows that the player was still in."""
    fresh = [key for group in done.out_groups for key in group if key not in kept]
    later = HandSeat.objects.filter(entry__in=fresh, hand__order__gt=hand.order, hand__voided=False)
    found = later.filter(folded=False).select_related("hand").order_by("hand__order").first()
    if found is not None:
        raise RuleError("played_later", entry=found.entry_id, hand=found.hand_id)


def void_parts(change: Change, *, hand: Hand) -> None:
    """Void the players' parts with their ledger lines."""
    for part in HandSeat.objects.filter(hand=hand).select_related("stack_change"):
        change.void(part)
        if part.stack_change is not None:
            change.void(part.stack_change)
