"""The night on the floor: draw, start, outs, seats, the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Unpack

from tdapp.cash import queries as cash
from tdapp.cash import steps as cash_steps
from tdapp.clock.queries import clock_of, current_round, schedule_of, state_of
from tdapp.clock.steps import start_clock, stop_clock
from tdapp.floor import bounties, deciding, queries, round_steps, steps, synchronised, waiting
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Round, Table
from tdapp.opens.queries import field
from tdapp.opens.round_plans import plan_of_round
from tdapp.opens.steps import (
    check_running,
    check_unfinished,
    count_stack,
    finish_entry,
    take_chips,
)
from tdapp.rules import button, clock
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Timed


@once
def draw_seats(*, open: Open, seed: str, again: bool = False, **act: Unpack[Act]) -> JournalEntry:
    """Draw seats for those without one; ``again`` redraws everybody before the start.

    In a room that is full the first in order of sign-up get what is free, and the others wait.
    RuleError: ``nobody_to_seat``, ``room_full`` (players: without a seat), ``finished_already``;
    ``seat_changes_never`` (redrawing once play has begun: SPT-11).
    """
    with record(open.stream, "seats_drawn", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        if again and open.started_at is not None:
            raise RuleError("seat_changes_never")
        if again:
            change.update_all(queries.seatings(current_round(open)), ended_at=change.now)
        seated, waiting = steps.seat_all(change, open=open, seed=seed)
        if not seated:
            raise RuleError("room_full", players=len(waiting))
        change.note(seed=seed)
        if waiting:
            change.note(waiting=len(waiting))
    return change.entry


@once
def draw_dealer(*, open: Open, seed: str, **act: Unpack[Act]) -> JournalEntry:
    """Draw the first dealer of each table (SPT-39); once play has begun, of tables without a button.

    RuleError: ``too_few_players`` (players, table), ``started_already``, ``finished_already``.
    """
    with record(open.stream, "dealer_drawn", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        tables = _tables_in_use(open)
        if not tables:
            raise RuleError("too_few_players", players=0)
        if open.started_at is not None:
            tables = [table for table in tables if table.button is None]
        if not tables:
            raise RuleError("started_already")
        for table in tables:
            steps.draw_dealer(change, open=open, table=table, seed=seed)
        change.note(seed=seed)
    return change.entry


def _tables_in_use(open: Open) -> list[Table]:
    round = current_round(open)
    used = {seat.table_id for seat in queries.seatings(round)}
    return [table for table in queries.tables_of(round) if table.pk in used]


@once
def start_play(*, open: Open, seed: str, at: datetime | None = None, **act: Unpack[Act]) -> JournalEntry:
    """Begin: whoever has no seat is drawn one, the first dealer is drawn if none was (or nobody sits
    there any more), stacks are handed out, the clock starts: now, or counts down to ``at``.

    Where the open starts in flights only the first one's players sit down.
    RuleError: ``started_already``, ``finished_already``, ``too_few_players`` (players; table where one
    would play alone).
    """
    with record(open.stream, "play_started", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        if open.started_at is not None:
            raise RuleError("started_already")
        players = Entry.objects.filter(open=open).count()
        if players < 2:
            raise RuleError("too_few_players", players=players)
        if queries.unseated(open, field(open)):
            steps.seat_all(change, open=open, seed=seed)
        round = current_round(open)
        # Who waits for a seat gets chips with it.
        seated = [seat.entry_id for seat in queries.seatings(round)]
        _settle_dealers(change, open, round, seed)
        round_steps.give_round_stacks(change, open=open, round=round, entries=seated)
        begun = start_clock(change, round=round, at=at).anchor_at
        change.update(open, started_at=begun)
        round_steps.begin_first(change, round=round, at=begun)
        change.note(players=len(seated), seed=seed)
        if begun > change.now:
            change.note(at=begun.isoformat())
    return change.entry


def _settle_dealers(change: Change, open: Open, round: Round, seed: str) -> None:
    alone = round_steps.is_bracket(plan_of_round(round))
    for table in _tables_in_use(open):
        if alone and len(queries.seats_at(table)) == 1:
            continue  # a bye
        steps.settle_dealer(change, open=open, table=table, seed=seed)


@once
def record_outs(
    *,
    open: Open,
    groups: Sequence[Sequence[Entry]],
    by: Entry | None = None,
    takers: Sequence[Entry] = (),
    left: bool = False,
    in_order: bool = False,
    open_hand: Sequence[Entry] = (),
    shown: Mapping[int, Sequence[str]] | None = None,
    lack_ante: bool = False,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Put out one player, or several in one hand.

    ``groups`` is who is out; with ``in_order`` they stand in order of elimination, first out first,
    a group being equal.  Otherwise several are ordered by the stacks before the hand (RULES 4.1).
    Hand for hand, those out at other tables in the same hand are placed with them (RULES 2.9).  Where so
    many go on from a table that some of those out in one hand do, the best of them stay in, without a
    chip (VIV-25); ``open_hand`` is the order of equal ones, best first, ``shown`` what they held (by entry
    id).  ``takers`` share the heads of those out, in odd-chip order, where ``by`` did not take them alone;
    ``left``: nobody did, they were blinded off (RULES 4.6).  ``lack_ante``: they cannot pay the ante of the
    hand about to start; the chips they have left rank them and leave play (VIV-22).
    RuleError: ``stack_order_needed`` (players), ``open_hand_needed`` (players, what), ``out_already``,
    ``out_by_himself``, ``by_is_out``, ``taker_twice``, ``nobody_left``, ``not_playing``, ``not_started``,
    ``finished_already``; ``table_decided`` (label, left), in the last round it may be overruled;
    ``chips_handed_in`` (entry: he waits for the next round, and only a ruling puts him out) may be.
    """
    with record(open.stream, "out_recorded", **act) as change:
        open.refresh_from_db()
        check_running(open)
        everyone = field(open)
        entries = [entry for group in groups for entry in group]
        by = takers[0] if len(takers) == 1 else None if takers else by
        for knocker in takers or (by,):
            _check_outs(entries, knocker, {e.id for e in everyone.left}, {e.id for e in everyone.playing})
        heads = bounties.check_takers(everyone, (), takers if by is None else ())
        waiting = [entry.pk for entry in entries if everyone.handed_in(entry.pk)]
        if waiting and "chips_handed_in" not in overruled:
            raise RuleError("chips_handed_in", overrule=True, entry=waiting[0])
        before = synchronised.before_hand(open, everyone)
        known = {entry.pk: before.sure_stack(entry.pk, change.now) for entry in entries}
        if in_order or len(entries) == 1:
            ordered = [list(group) for group in groups]
        else:
            played = [entry.pk for entry in open_hand]
            ordered = synchronised.by_stacks(open=open, entries=entries, known=known, open_hand=played)
        at = deciding.tables_of_outs(open, everyone, entries)
        ordered, kept = deciding.who_stays(open, everyone, at, ordered, overruled)
        for entry in () if lack_ante else kept:
            count_stack(change, entry=entry, chips=0)
        orders = deciding.orders(change, at, ordered)
        levels = deciding.levels(change, open, everyone, at)
        everybody = [entry for group in ordered for entry in group]
        levels = {e.pk: levels[e.pk] if e.pk in levels else out_level(open, change) for e in everybody}
        outs = _put_out(change, everybody, by=by, orders=orders, levels=levels, known=known)
        for entry in everybody if lack_ante else ():
            take_chips(change, entry=entry, chips=everyone.stacks[entry.pk].chips)
        synchronised.place_together(change, open=open)
        if open_hand:
            order = [one.pk for one in open_hand]
            deciding.keep_open_hand(change, open=open, table=None, order=order, cards=shown)
        if lack_ante:
            change.note(lack_ante=True)
        change.note(entries=[entry.pk for entry in everybody], by=by.pk if by else None)
        if kept:
            change.note(kept=[entry.pk for entry in kept])
        head = bounties.nobody() if left and by is None and not heads else bounties.shared(heads)
        bounties.follow(change, open=open, said=dict.fromkeys(outs, head) if by is None else {})
    return change.entry


def _put_out(
    change: Change,
    entries: Sequence[Entry],
    *,
    by: Entry | None,
    orders: Mapping[int, int],
    levels: Mapping[int, int | None],
    known: Mapping[int, int | None],
) -> list[int]:
    """The ids of their outs, in that order; their seats are free."""
    outs = []
    for entry in entries:
        out = finish_entry(
            change,
            entry=entry,
            by=by,
            order=orders[entry.pk],
            hand=change.entry.pk,
            level=levels[entry.pk],
            stack_before=known[entry.pk],
        )
        outs.append(out.pk)
        steps.free_seat(change, entry=entry)
    return outs


def _check_outs(entries: list[Entry], by: Entry | None, left: set[int], playing: set[int]) -> None:
    for entry in entries:
        if entry.pk not in playing:
            raise RuleError("not_playing", entry=entry.pk)
        if entry.pk not in left:
            raise RuleError("out_already", entry=entry.pk)
    ids = {entry.pk for entry in entries}
    if len(ids) < len(entries):
        raise RuleError("out_already", entry=entries[0].pk)
    if ids == left or not ids:
        raise RuleError("nobody_left")
    if by is not None and by.pk in ids:
        raise RuleError("out_by_himself", entry=by.pk)
    if by is not None and by.pk not in left:
        raise RuleError("by_is_out", entry=by.pk)


def out_level(open: Open, change: Change) -> int | None:
    """The schedule's index in force, None where the blinds follow the outs."""
    round = current_round(open)
    schedule, row = schedule_of(open, round), clock_of(round)
    if not isinstance(schedule, Timed):
        return None
    setting = state_of(row, 0) if row else clock.waiting(change.now)
    return clock.position(setting, schedule, change.now).index


@once
def count_chips(*, open: Open, counts: Mapping[Entry, int], **act: Unpack[Act]) -> JournalEntry:
    """Write counted stacks down.

    RuleError: ``chips_negative``, ``not_playing``, ``nothing_counted``, ``chips_handed_in`` (entry: he waits
    for the next round, and holds none).
    """
    with record(open.stream, "chips_counted", **act) as change:
        open.refresh_from_db()
        check_running(open)
        everyone = field(open)
        left = {entrant.id for entrant in everyone.left}
        if not counts:
            raise RuleError("nothing_counted")
        for entry, chips in counts.items():
            if entry.pk not in left:
                raise RuleError("not_playing", entry=entry.pk)
            if everyone.handed_in(entry.pk):
                raise RuleError("chips_handed_in", entry=entry.pk, overrule=False)
            count_stack(change, entry=entry, chips=chips)
        change.note(counts={str(entry.pk): chips for entry, chips in counts.items()})
    return change.entry


@once
def set_button(*, table: Table, seat: int, **act: Unpack[Act]) -> JournalEntry:
    """Say where the dealer button really is: at an empty seat only where the house has a dead button there.

    Where that is the next hand's, its blinds are as the rule has them (RULES 2.4), else the next two
    players'.  RuleError: ``seat_empty``, ``no_such_seat`` (table, seat), ``too_few_players``.
    """
    open = table.round.open
    with record(open.stream, "button_set", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        rules = house_of(open)
        # A dealer who was waiting for the button is dealt in.
        sitting = queries.seats_at(table)
        absent = waiting.waiting(sitting, change.now) - {seat}
        occupied = {one.number for one in sitting if one.number not in absent}
        if not 1 <= seat <= max(table.seats, *occupied, 1):
            raise RuleError("no_such_seat", table=table.number, seat=seat)
        here = button.button_seen(
            occupied,
            seat,
            rule=rules.button_rule,
            direction=rules.direction,
            heads_up_button=rules.heads_up_button,
            last=queries.last_button(table) if open.started_at else None,
        )
        steps.place_button(change, table=table, here=here)
        change.note(table=table.pk, seat=seat)
    return change.entry


@once
def move_button(*, table: Table, after: int, **act: Unpack[Act]) -> JournalEntry:
    """The next hand at a table: button and blinds move as the house's rule says (RULES 2.4, SA-07, SPT-43).

    A dead button or small blind may come to an empty seat.  ``after`` is the button's seat in the hand that
    this one follows (``TableView.last``), so that two taps are one hand.
    RuleError: ``changed_meanwhile``, ``not_started``, ``finished_already``.
    """
    open = table.round.open
    with record(open.stream, "button_set", **act) as change:
        open.refresh_from_db()
        check_running(open)
        table.refresh_from_db()
        dealt = [seat.number for seat in queries.dealt_at(table, change.now)]
        last = queries.last_button(table)
        if last is None or last.button != after or len(dealt) < 2:
            raise RuleError("changed_meanwhile", model=table._meta.label_lower, row=table.pk, by=table.stamp)
        following = queries.next_hand(last, dealt, house_of(open))
        steps.place_button(change, table=table, here=following)
        change.note(table=table.pk, seat=following.button, next_hand=True)
    return change.entry


@once
def swap_seats(
    *, first: Entry, second: Entry, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Exchange two players' seats in one step.

    RuleError: ``not_seated``, ``same_seat``; ``seat_changes_never`` (SPT-11) may be overruled.
    """
    open = first.open
    with record(open.stream, "seats_swapped", **act) as change:
        _check_seat_change(open, overruled)
        one, other = (
            Seat.objects.filter(entry=e, ended_at=None).select_related("table").first()
            for e in (first, second)
        )
        if one is None or other is None or second.open_id != open.pk:
            raise RuleError("not_seated", entry=(second if one else first).pk)
        if one.pk == other.pk:
            raise RuleError("same_seat")
        places = [(first, other.table, other.number), (second, one.table, one.number)]
        steps.move_all(change, moves=places, why="swap", anyway=True)
        change.note(entries=[first.pk, second.pk])
    return change.entry


@once
def move_player(
    *, entry: Entry, table: Table, number: int, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Send a player to another seat.

    RuleError: ``seat_taken``, ``no_such_seat``, ``not_playing``; ``seat_blocked``, ``seat_kept`` and
    ``seat_changes_never`` (SPT-11) may be overruled; those of ``steps.move_all``.
    """
    open = entry.open
    with record(open.stream, "player_moved", **act) as change:
        _check_seat_change(open, overruled)
        everyone = field(open)
        if entry.pk not in everyone.by_id or entry.pk in everyone.out_ids:
            raise RuleError("not_playing", entry=entry.pk)
        if table.round.open_id != open.pk:
            raise RuleError("no_such_seat", table=table.number, seat=number)
        if Seat.objects.filter(entry=entry, table=table, number=number, ended_at=None).exists():
            raise RuleError("seat_taken", table=table.number, seat=number)
        anyway = bool({"seat_blocked", "seat_kept"} & set(overruled))
        steps.move_entry(change, entry=entry, table=table, number=number, why="moved", anyway=anyway)
        change.note(entry=entry.pk, table=table.pk, seat=number)
    return change.entry


def _check_seat_change(open: Open, overruled: Collection[str]) -> None:
    open.refresh_from_db()
    check_unfinished(open)
    never = house_of(open).seat_changes == "never" and open.started_at is not None
    if never and "seat_changes_never" not in overruled:
        raise RuleError("seat_changes_never", overrule=True)


@once
def finish_open(
    *,
    open: Open,
    counts: Mapping[Entry, int] | None = None,
    open_hand: Sequence[Entry] = (),
    shown: Mapping[int, Sequence[str]] | None = None,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """End the open: with one player left (SPT-40), or with every survivor's chips counted (SPT-41).

    Where the house counts with two left (VIV-09), equal ones play an open hand and share no place:
    ``open_hand`` is their order, best first, and who lost it is out; ``shown`` what they held, by entry id.
    Prizes are locked if they were not.
    RuleError: ``count_needed`` (entries), ``open_hand_needed`` (players, what, place), ``not_started``,
    ``finished_already``, those of ``payouts.check_lock``; ``debts_open`` (entries) and ``rounds_to_come``
    (number: of the round that would be the last) may be overruled.
    """
    with record(open.stream, "open_finished", **act) as change:
        open.refresh_from_db()
        check_running(open)
        everyone = field(open)
        counted = {entry.pk: (entry, chips) for entry, chips in (counts or {}).items()}
        left = {entrant.id for entrant in everyone.left}
        if (counted or len(left) > 1) and left != set(counted):
            raise RuleError("count_needed", entries=tuple(e.id for e in everyone.left))
        deciding.check_last_round(open, everyone, overruled)
        owing = cash.debts(open, everyone)
        if owing and "debts_open" not in overruled:
            raise RuleError("debts_open", overrule=True, entries=tuple(debt.entry for debt in owing))
        for entry, chips in counted.values():
            count_stack(change, entry=entry, chips=chips)
        played = [entry.pk for entry in open_hand]
        deciding.play_out(change, open=open, counts=dict(counted.values()), open_hand=played, cards=shown)
        if open.prizes_locked_at is None:
            pool = cash.pool(open, everyone)
            cash_steps.lock_prizes(change, open=open, pool=pool, overruled=tuple(overruled))
        stop_clock(change, round=current_round(open))
        change.update(open, finished_at=change.now)
        change.note(
            counts={str(key): chips for key, (_, chips) in counted.items()}, overruled=sorted(overruled)
        )
        if played:
            change.note(open_hand=played)
        bounties.follow(change, open=open)
    return change.entry


@once
def reopen_open(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Make a finished open changeable again; prizes stay locked and the clock stands.

    RuleError: ``not_finished``, ``posted_already``.
    """
    with record(open.stream, "open_reopened", **act) as change:
        open.refresh_from_db()
        if open.finished_at is None:
            raise RuleError("not_finished")
        if open.posted_at is not None:
            raise RuleError("posted_already")
        change.update(open, finished_at=None)
        bounties.follow(change, open=open)
    return change.entry
