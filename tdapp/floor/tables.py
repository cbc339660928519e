"""Tables and seats set right by hand: names, sizes, blocked seats, who stays, who really sits where.

What is said here of a seat is what somebody saw in the room.  It is never a change of seat in the sense
of SPT-11, and it counts for nobody's moves; sending a player elsewhere is ``services.move_player``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Unpack

from tdapp.clock.queries import current_round
from tdapp.floor import queries, room, steps, waiting
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, living_references, once, record
from tdapp.opens.models import Entry, KeptApart, KeptSeat, Open, Round, Table
from tdapp.opens.queries import field
from tdapp.opens.steps import check_unfinished
from tdapp.rules.errors import RuleError
from tdapp.rules.names import kept as kept_name
from tdapp.rules.names import seen

LEAST_SEATS, MOST_SEATS = 2, 24
LONGEST_NAME = 20


@once
def add_table(
    *,
    open: Open,
    seats: int | None = None,
    name: str = "",
    blocked: Collection[int] = (),
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Set up one more table, which every draw uses; without a name it is called by its number.

    ``seats``: as many as the house's tables have.  RuleError: ``room_tables_reached`` (limit; may be
    overruled), ``table_size_out_of_range``, ``table_name_taken``, ``name_too_long``, ``no_such_seat``,
    ``finished_already``.
    """
    with record(open.stream, "table_added", **act) as change:
        round = _round(open)
        standing = queries.tables_of(round)
        limit = open.room_tables
        if limit and len(standing) >= limit and "room_tables_reached" not in overruled:
            raise RuleError("room_tables_reached", overrule=True, limit=limit)
        size = room.new_table_seats(open, round) if seats is None else seats
        # A broken table of a stage that stood again empty would wait to be counted (SIS-14).
        (table,) = steps.open_tables(change, round, 1, size, anew=bool(open.round_plans))
        called = _name(table, name or table.name) or str(table.number)
        change.update(table, name=called, seats=size, blocked=_blocked(table, size, blocked))
        change.note(table=table.pk)
    return change.entry


@once
def change_table(
    *, table: Table, name: str, seats: int, blocked: Collection[int] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Give a table its name, its number of seats and the seats nobody may get.

    RuleError: ``table_gone``, ``table_size_out_of_range`` (seats, least, most), ``seats_taken_above``
    (table, seat: the highest taken), ``blocked_seat_taken`` (table, seat), ``table_name_taken`` (name),
    ``name_too_long``, ``no_such_seat``, ``finished_already``.
    """
    with record(table.round.open.stream, "table_changed", **act) as change:
        _standing(table)
        taken = {seat.number for seat in queries.seats_at(table)}
        barred = _blocked(table, seats, blocked)
        if taken and max(taken) > seats:
            raise RuleError("seats_taken_above", table=table.number, seat=max(taken))
        if both := taken & set(barred):
            raise RuleError("blocked_seat_taken", table=table.number, seat=min(both))
        change.update(table, name=_name(table, name) or str(table.number), seats=seats, blocked=barred)
        change.note(table=table.pk)
    return change.entry


@once
def remove_table(*, table: Table, **act: Unpack[Act]) -> JournalEntry:
    """Take away a table where nobody sits. RuleError: ``table_not_empty`` (table, players), ``table_gone``,
    ``finished_already``."""
    with record(table.round.open.stream, "table_removed", **act) as change:
        _standing(table)
        sitting = len(queries.seats_at(table))
        if sitting:
            raise RuleError("table_not_empty", table=table.number, players=sitting)
        if any(living_references([table])):
            change.update(table, closed_at=change.now)
        else:
            change.void(table)
        change.note(table=table.pk)
    return change.entry


@once
def set_break_order(*, open: Open, tables: Sequence[Table], **act: Unpack[Act]) -> JournalEntry:
    """Fix which tables break first: in this order, the others after them as the house says.

    RuleError: ``table_gone``, ``finished_already``.
    """
    with record(open.stream, "break_order_set", **act) as change:
        standing = {row.pk: row for row in queries.tables_of(_round(open))}
        if any(table.pk not in standing for table in tables):
            raise RuleError("table_gone")
        order = {table.pk: place for place, table in enumerate(tables, start=1)}
        for key, row in standing.items():
            change.update(row, break_order=order.get(key))
        change.note(tables=[table.pk for table in tables])
    return change.entry


@once
def keep_seat(
    *, entry: Entry, table: int | None = None, seat: int | None = None, **act: Unpack[Act]
) -> JournalEntry:
    """Keep a player where he sits, or a seat (table and seat number) for him that is nobody else's.

    RuleError: ``not_playing``, ``no_such_seat``, ``seat_blocked``, ``seat_taken``, ``seat_kept`` (entry:
    for whom), ``seat_kept_already``, ``finished_already``.
    """
    open = entry.open
    with record(open.stream, "seat_kept", **act) as change:
        round = _round(open)
        _check_in(open, entry)
        if table is not None or seat is not None:
            _check_reservable(open, entry, table or 0, seat or 0)
        row = KeptSeat.objects.filter(entry=entry).first()
        if row is None:
            change.create(KeptSeat, entry=entry, table=table, seat=seat)
        elif (row.table, row.seat) == (table, seat):
            raise RuleError("seat_kept_already", entry=entry.pk)
        else:
            change.update(row, table=table, seat=seat)
        standing = next((one for one in queries.tables_of(round) if one.number == table), None)
        change.note(entry=entry.pk, table=standing.pk if standing else None, number=table, seat=seat)
    return change.entry


def _check_reservable(open: Open, entry: Entry, table: int, seat: int) -> None:
    """A seat can be kept before its table stands; once it does, it must be one that could be given."""
    row = next((one for one in queries.tables_of(current_round(open)) if one.number == table), None)
    if not 1 <= seat <= (row.seats if row else MOST_SEATS) or table < 1:
        raise RuleError("no_such_seat", table=table, seat=seat)
    for kept in room.kept_seats(open):
        if (kept.table, kept.seat) == (table, seat) and kept.entry_id != entry.pk:
            raise RuleError("seat_kept", table=table, seat=seat, entry=kept.entry_id)
    if row is None:
        return
    if seat in row.blocked:
        raise RuleError("seat_blocked", table=table, seat=seat)
    if any(one.number == seat and one.entry_id != entry.pk for one in queries.seats_at(row)):
        raise RuleError("seat_taken", table=table, seat=seat)


@once
def release_kept(*, kept: KeptSeat, **act: Unpack[Act]) -> JournalEntry:
    """Let a player be drawn and moved like everybody. RuleError: ``kept_no_more``."""
    with record(kept.entry.open.stream, "kept_seat_released", **act) as change:
        kept.refresh_from_db()
        if kept.voided:
            raise RuleError("kept_no_more")
        change.void(kept)
        change.note(entry=kept.entry_id)
    return change.entry


@once
def keep_apart(*, one: Entry, other: Entry, **act: Unpack[Act]) -> JournalEntry:
    """Draw two players to different tables while that can be helped.

    RuleError: ``apart_needs_two``, ``not_playing``, ``kept_apart_already``, ``finished_already``.
    """
    open = one.open
    with record(open.stream, "kept_apart", **act) as change:
        _round(open)
        if one.pk == other.pk:
            raise RuleError("apart_needs_two")
        for entry in (one, other):
            _check_in(open, entry)
        first, second = sorted((one, other), key=lambda entry: entry.pk)
        if KeptApart.objects.filter(one=first, other=second).exists():
            raise RuleError("kept_apart_already")
        change.create(KeptApart, one=first, other=second)
        change.note(entries=[one.pk, other.pk])
    return change.entry


@once
def release_apart(*, apart: KeptApart, **act: Unpack[Act]) -> JournalEntry:
    """Let two players sit at one table again. RuleError: ``kept_no_more``."""
    with record(apart.one.open.stream, "apart_released", **act) as change:
        apart.refresh_from_db()
        if apart.voided:
            raise RuleError("kept_no_more")
        change.void(apart)
        change.note(entries=[apart.one_id, apart.other_id])
    return change.entry


@once
def confirm_seats(*, open: Open, entries: Sequence[Entry], **act: Unpack[Act]) -> JournalEntry:
    """Write down that players were seen in their seats: one, or a whole table.

    RuleError: ``not_seated`` (entry), ``seats_confirmed_already``, ``finished_already``.
    """
    with record(open.stream, "seats_confirmed", **act) as change:
        _round(open)
        rows = {row.entry_id: row for row in Seat.objects.filter(entry__in=entries, ended_at=None)}
        missing = [entry.pk for entry in entries if entry.pk not in rows]
        if missing:
            raise RuleError("not_seated", entry=missing[0])
        fresh = [row for row in rows.values() if row.confirmed_at is None]
        if not fresh:
            raise RuleError("seats_confirmed_already")
        for row in fresh:
            change.update(row, confirmed_at=change.now)
        tables = {row.table_id for row in fresh}
        change.note(entries=[row.entry_id for row in fresh], table=tables.pop() if len(tables) == 1 else None)
    return change.entry


@once
def sits_at(
    *, entry: Entry, table: Table, number: int, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """ "Actually sits at …": put right who is in a seat, and keep what was written before as history.

    It is a correction, not a change of seat (SPT-11).  If the seat is another player's on paper,
    ``seat_taken_by`` (entry: the other, who: this one; may be overruled) offers the swap: the other gets
    this one's seat, or none if he had none.  RuleError: ``not_playing``, ``table_gone``, ``no_such_seat``,
    ``sits_there_already``, ``finished_already``, those of ``steps.move_all``.
    """
    open = entry.open
    with record(open.stream, "seat_corrected", **act) as change:
        _round(open)
        _check_in(open, entry)
        if table.round.open_id != open.pk:
            raise RuleError("table_gone")
        _standing(table)
        old = Seat.objects.filter(entry=entry, ended_at=None).select_related("table").first()
        if old is not None and (old.table_id, old.number) == (table.pk, number):
            raise RuleError("sits_there_already", entry=entry.pk)
        if old is None:
            steps.check_plays_on([(entry, table, number)])
        there = Seat.objects.filter(table=table, number=number, ended_at=None).select_related("entry").first()
        if there is not None and "seat_taken_by" not in overruled:
            raise RuleError(
                "seat_taken_by",
                overrule=True,
                entry=there.entry_id,
                who=entry.pk,
                table=table.number,
                seat=number,
            )
        if there is not None:
            steps.free_seat(change, entry=there.entry)
        steps.move_entry(
            change, entry=entry, table=table, number=number, why="correction", anyway=True, seen=True,
            arriving=old is None or _waits(old, change.now),
        )  # fmt: skip
        if there is not None and old is not None:
            _take_over(change, there, old)
        change.note(entry=entry.pk, table=table.pk, seat=number, swapped=there.entry_id if there else None)
    return change.entry


def _take_over(change: Change, there: Seat, old: Seat) -> None:
    """Who was on paper in the seat goes where the other one came from; nobody has seen him there yet."""
    after = steps.seat_entry(change, entry=there.entry, table=old.table, number=old.number, anyway=True)
    steps.keep_move(change, entry=there.entry, before=there, after=after, why="correction")


@once
def give_seat(
    *,
    open: Open,
    seed: str,
    entry: Entry | None = None,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Draw a seat for the first on the waiting list (in order of sign-up), or for ``entry``.

    RuleError: ``nobody_to_seat``, ``no_seat_free``, ``not_first_waiting`` (entry: who is; may be
    overruled), ``finished_already``.
    """
    with record(open.stream, "seat_given", **act) as change:
        _round(open)
        queue = [entrant.id for entrant in queries.unseated(open, field(open))]
        wanted = entry.pk if entry is not None else next(iter(queue), None)
        if wanted not in queue:
            raise RuleError("nobody_to_seat")
        if wanted != queue[0] and "not_first_waiting" not in overruled:
            raise RuleError("not_first_waiting", overrule=True, entry=queue[0])
        row = Entry.objects.select_related("open").get(pk=wanted)
        drawn = steps.draw_seats(change, open=open, entries=[row], seed=seed)
        if not drawn:
            raise RuleError("no_seat_free")
        seat = Seat.objects.get(entry=row, ended_at=None)
        change.note(entry=row.pk, table=seat.table_id, seat=seat.number, seed=seed)
    return change.entry


@once
def deal_in(*, entry: Entry, **act: Unpack[Act]) -> JournalEntry:
    """Deal in somebody who waited for the button (T-2.1b). RuleError: ``dealt_in_already``."""
    with record(entry.open.stream, "player_dealt_in", **act) as change:
        seat = Seat.objects.filter(entry=entry, ended_at=None, waits=True).first()
        if seat is None or not _waits(seat, change.now):
            raise RuleError("dealt_in_already", entry=entry.pk)
        change.update(seat, waits=False)
        change.note(entry=entry.pk)
    return change.entry


def _waits(seat: Seat, now: datetime) -> bool:
    return seat.number in waiting.waiting(queries.seats_at(seat.table), now)


def _round(open: Open) -> Round:
    open.refresh_from_db()
    check_unfinished(open)
    return current_round(open)


def _standing(table: Table) -> None:
    """RuleError: ``table_gone``, ``finished_already``."""
    check_unfinished(table.round.open)
    table.refresh_from_db()
    if table.voided or table.closed_at or table.annulled_at:
        raise RuleError("table_gone")


def _check_in(open: Open, entry: Entry) -> None:
    everyone = field(open)
    if entry.pk not in everyone.by_id or entry.pk in everyone.out_ids:
        raise RuleError("not_playing", entry=entry.pk)


def _name(table: Table, name: str) -> str:
    """What the table is called, "" if nobody said. RuleError: ``name_too_long``, ``table_name_taken``."""
    if not seen(name):
        return ""
    called = kept_name(name, LONGEST_NAME)
    others = (row for row in queries.tables_of(table.round) if row.pk != table.pk)
    if any(row.label.casefold() == called.casefold() for row in others):
        raise RuleError("table_name_taken", name=called)
    return called


def _blocked(table: Table, seats: int, blocked: Collection[int]) -> list[int]:
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise RuleError("table_size_out_of_range", seats=seats, least=LEAST_SEATS, most=MOST_SEATS)
    wrong = [number for number in blocked if not 1 <= number <= seats]
    if wrong:
        raise RuleError("no_such_seat", table=table.number, seat=min(wrong))
    return sorted(set(blocked))
