"""Players sent to other tables: a balance, a broken table, the final table, a redraw, tables exchanged.

Each is one act: everything is checked again inside its record, and either all of it happens or nothing
(RULES 2.2, 2.3, SIS-16…18).  Seats are drawn twice blind and every draw is kept, so that anyone can
recompute it.  Who has a kept seat stays where he sits, except where his table itself goes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from tdapp.floor import balancing, steps
from tdapp.floor.balancing import Layout
from tdapp.floor.room import apart_pairs
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Table
from tdapp.opens.queries import field
from tdapp.opens.steps import check_running
from tdapp.rules import breaking
from tdapp.rules.balancing import policy_of
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError
from tdapp.rules.seating import TableSeats
from tdapp.rules.table_swap import taken_along
from tdapp.rules.worst_seat import may_take

MORE_AT_FINAL = 2
"""So many more players than seats still sit down at a final table without a question."""


@dataclass(frozen=True)
class Going:
    """One player to be moved: from where he was seen sitting (table id, seat) to where he shall sit."""

    entry: int
    before: tuple[int, int]
    after: tuple[int, int]


@once
def balance_tables(
    *,
    open: Open,
    moves: Sequence[Going],
    buttons: Mapping[int, int] | None = None,
    seed: str = "",
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Move players from table to table; ``buttons`` are the seats of the dealer buttons by table id, 0
    where unknown.

    RuleError: ``nobody_moves``, ``moved_meanwhile`` (entry), ``table_gone`` (table), ``seat_reserved``,
    ``between_blinds`` (RULES 2.3: never where the small blind would fall; may be overruled),
    ``player_stays`` (entry; may be overruled), ``alone_at_table`` (table), those of
    ``steps.move_all``; ``not_started``, ``finished_already``; ``seat_changes_never`` and
    ``tables_play_apart`` may be overruled.
    """
    with record(open.stream, "tables_balanced", **act) as change:
        layout = _layout(change, open, overruled)
        if not moves:
            raise RuleError("nobody_moves")
        _place_buttons(change, open, layout, {table: seat for table, seat in (buttons or {}).items() if seat})
        layout = balancing.layout_of(open, field(open), now=change.now, buttons=buttons)
        for going in moves:
            _check_going(layout, going, overruled)
        between = _check_landings(open, layout, moves, overruled)
        _send(change, layout, [(one.entry, *one.after) for one in moves], why="balance")
        _check_nobody_alone(open, change)
        change.note(moves=[[one.entry, *one.before, *one.after] for one in moves], seed=seed)
        if between:
            change.note(between_blinds=between)
    return change.entry


def _layout(change: Change, open: Open, overruled: Collection[str]) -> Layout:
    """The tables as they are now.

    RuleError: ``not_started``, ``finished_already``; ``seat_changes_never`` and ``tables_play_apart``
    (VIV-05: those of this round exchange no players) may be overruled.
    """
    open.refresh_from_db()
    check_running(open)
    if house_of(open).seat_changes == "never" and "seat_changes_never" not in overruled:
        raise RuleError("seat_changes_never", overrule=True)
    layout = balancing.layout_of(open, field(open), now=change.now)
    if not balancing.exchanges(layout.round) and "tables_play_apart" not in overruled:
        raise RuleError("tables_play_apart", overrule=True)
    return layout


def _place_buttons(change: Change, open: Open, layout: Layout, buttons: Mapping[int, int]) -> None:
    rules = house_of(open)
    for table, seat in buttons.items():
        if table not in layout.by_id:
            raise RuleError("table_gone")
        known = layout.numbered[layout.by_id[table].number].button
        if known is not None and known.button == seat:
            continue  # where the page showed it: its blinds may be dead ones
        row = layout.by_id[table]
        # A dealer who was waiting for the button is dealt in.
        dealt = {*layout.dealt[table], *({seat} & set(layout.sitting(table)))}
        here = balancing.button_said(row, dealt, rules, seat)
        if here is None:
            raise RuleError("seat_empty", seat=seat)
        steps.place_button(change, table=row, here=here)


def _check_going(layout: Layout, going: Going, overruled: Collection[str]) -> None:
    if layout.seats.get(going.entry) != going.before:
        raise RuleError("moved_meanwhile", entry=going.entry)
    if going.after[0] not in layout.by_id:
        raise RuleError("table_gone")
    if going.entry in layout.kept and "player_stays" not in overruled:
        raise RuleError("player_stays", overrule=True, entry=going.entry)


def _check_landings(
    open: Open, layout: Layout, moves: Sequence[Going], overruled: Collection[str]
) -> list[int]:
    """No seat that is kept or blocked; where the button is known none that would be the small blind's.

    The entries sent to such a seat all the same.
    """
    policy, between = policy_of(house_of(open)), []
    for going in moves:
        table = layout.numbered[layout.by_id[going.after[0]].number]
        seat = going.after[1]
        if seat in table.blocked:
            raise RuleError("seat_reserved", table=table.number, seat=seat)
        if table.button is not None and not may_take(seat, table.button, table.seats, policy):
            if "between_blinds" not in overruled:
                raise RuleError("between_blinds", overrule=True, table=table.number, seat=seat)
            between.append(going.entry)
    return between


def _check_nobody_alone(open: Open, change: Change) -> None:
    """RuleError: ``alone_at_table`` (table): a player never sits alone while there is another table."""
    layout = balancing.layout_of(open, field(open), now=change.now)
    used = {table.number: len(table.seats) for table in layout.tables if table.seats}
    alone = [number for number, players in used.items() if players == 1]
    if alone and len(used) > 1:
        raise RuleError("alone_at_table", table=alone[0])


@once
def break_table(
    *, open: Open, table: Table, seed: str, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Break a table: its players are drawn to free seats of the others, twice blind (RULES 2.2).

    RuleError: ``table_gone``, ``last_table``, ``no_room_elsewhere`` (players, seats), ``player_stays``
    (entry; may be overruled), ``alone_at_table``, those of ``balance_tables`` about the open.
    """
    with record(open.stream, "table_broken", **act) as change:
        layout = _layout(change, open, overruled)
        if table.pk not in layout.by_id:
            raise RuleError("table_gone")
        going = layout.numbered[layout.by_id[table.pk].number]
        staying = [one for one in layout.tables if one.number != going.number and one.seats]
        if not staying:
            raise RuleError("last_table")
        _disperse(change, open, layout, [going], staying, seed=seed, why="break", overruled=overruled)
        change.note(table=table.pk, players=len(going.seats), seed=seed)
    return change.entry


@once
def compress(*, open: Open, seed: str, overruled: Collection[str] = (), **act: Unpack[Act]) -> JournalEntry:
    """Break as many tables as can go at once, in their order, so that as few as possible are left.

    RuleError: ``nothing_to_break``, those of ``break_table``.
    """
    with record(open.stream, "tables_compressed", **act) as change:
        layout = _layout(change, open, overruled)
        going = breaking.breaking(layout.tables, policy_of(house_of(open)), compress=True)
        if not going:
            raise RuleError("nothing_to_break")
        numbers = {table.number for table in going}
        staying = [one for one in layout.tables if one.number not in numbers and one.seats]
        _disperse(change, open, layout, going, staying, seed=seed, why="compress", overruled=overruled)
        change.note(tables=[layout.by_number[one.number].pk for one in going], seed=seed)
    return change.entry


def _disperse(
    change: Change,
    open: Open,
    layout: Layout,
    going: Sequence[TableSeats[int]],
    staying: Sequence[TableSeats[int]],
    *,
    seed: str,
    why: str,
    overruled: Collection[str],
) -> None:
    """Draw everybody of the tables that go to seats of those that stay, and close the former."""
    for table in going:
        if table.kept and "player_stays" not in overruled:
            raise RuleError("player_stays", overrule=True, entry=min(table.kept))
    entries = [entry for table in going for _, entry in sorted(table.seats.items())]
    free = sum(len(table.free) for table in staying)
    if len(entries) > free:
        raise RuleError("no_room_elsewhere", players=len(entries), seats=free)
    _seat_by_lot(change, open, layout, entries, staying, seed=seed, why=why, purpose="break")
    for table in going:
        change.update(layout.by_number[table.number], closed_at=change.now)
    _check_nobody_alone(open, change)


@once
def combine_final(
    *, open: Open, seed: str, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Bring everybody to one table: new seats by lot, the button drawn anew (RULES 2.2).

    The table that would break last stays, with one seat more than it has where that is needed.
    RuleError: ``one_table_already``, ``final_too_large`` (players, seats; may be overruled), those of
    ``balance_tables`` about the open.
    """
    with record(open.stream, "final_table_made", **act) as change:
        layout = _layout(change, open, overruled)
        used = [table for table in layout.tables if table.seats]
        if len(used) < 2:
            raise RuleError("one_table_already")
        players = sum(len(table.seats) for table in used)
        final = breaking.break_list(used)[-1]
        if players > final.capacity + MORE_AT_FINAL and "final_too_large" not in overruled:
            raise RuleError("final_too_large", overrule=True, players=players, seats=final.capacity)
        row = layout.by_number[final.number]
        change.update(row, seats=max(row.seats, *breaking.final_seats(final, players)))
        _redraw(change, open, layout, used, [replace(final, size=row.seats)], seed=seed, why="final")
        for table in used:
            if table.number != final.number:
                change.update(layout.by_number[table.number], closed_at=change.now)
        steps.draw_dealer(change, open=open, table=row, seed=seed)
        change.note(table=row.pk, players=players, seed=seed)
    return change.entry


@once
def redraw(
    *,
    open: Open,
    seed: str,
    tables: Sequence[Table] = (),
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Draw the seats of these tables anew among them (of all where none is named), and their buttons.

    RuleError: ``table_gone``, ``nobody_to_seat``, those of ``balance_tables`` about the open.
    """
    with record(open.stream, "seats_redrawn", **act) as change:
        layout = _layout(change, open, overruled)
        if any(table.pk not in layout.by_id for table in tables):
            raise RuleError("table_gone")
        wanted = {table.number for table in tables}
        used = [one for one in layout.tables if one.seats and (not wanted or one.number in wanted)]
        if not used:
            raise RuleError("nobody_to_seat")
        _redraw(change, open, layout, used, used, seed=seed, why="redraw")
        steps.draw_dealers(
            change, open=open, tables=[layout.by_number[one.number] for one in used], seed=seed
        )
        change.note(tables=[layout.by_number[one.number].pk for one in used], seed=seed)
    return change.entry


def _redraw(
    change: Change,
    open: Open,
    layout: Layout,
    used: Sequence[TableSeats[int]],
    to: Sequence[TableSeats[int]],
    *,
    seed: str,
    why: str,
) -> None:
    """Draw everybody of ``used`` to the seats of ``to``; who has a kept seat there stays in it."""
    numbers = {table.number for table in to}
    stays = {
        e: n for table in used if table.number in numbers for n, e in table.seats.items() if e in layout.kept
    }
    entries = [entry for table in used for _, entry in sorted(table.seats.items()) if entry not in stays]
    empty = [replace(table, seats={n: e for n, e in table.seats.items() if e in stays}) for table in to]
    _seat_by_lot(change, open, layout, entries, empty, seed=seed, why=why, purpose="redraw")


def _seat_by_lot(
    change: Change,
    open: Open,
    layout: Layout,
    entries: Sequence[int],
    tables: Sequence[TableSeats[int]],
    *,
    seed: str,
    why: str,
    purpose: str,
) -> None:
    """Draw the entries to free seats of the tables, send them there and keep the draw.

    Who comes from a broken table between the small blind and the button waits like a late entry (T-2.1b).
    """
    drawn = steps.draw_places(
        change,
        round=layout.round,
        entries=entries,
        tables=tables,
        seed=seed,
        purpose=purpose,
        apart=apart_pairs(open),
    )
    sent = [(entry, layout.by_number[number].pk, seat) for entry, (number, seat) in drawn]
    going = [(entry, table, seat) for entry, table, seat in sent if layout.seats[entry] != (table, seat)]
    _send(change, layout, going, why=why, arriving=purpose == "break")


def _send(
    change: Change, layout: Layout, sent: Sequence[tuple[int, int, int]], *, why: str, arriving: bool = False
) -> None:
    """Send entries, by id, to the seats of tables, by id."""
    entries = Entry.objects.select_related("open").in_bulk([entry for entry, _, _ in sent])
    moves = [(entries[entry], layout.by_id[table], seat) for entry, table, seat in sent]
    steps.move_all(change, moves=moves, why=why, arriving=arriving)


@once
def swap_tables(
    *, one: Table, other: Table, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Let two whole tables change places: everybody keeps the seat number, the buttons go along.

    Whose number is blocked or kept there, or is one that the table does not have, takes the next seat that
    can be taken, and all stay in the same order round the table (``rules.table_swap``): blinds and button
    are whose they were.  RuleError: ``table_gone``, ``same_table``, ``table_holds_fewer`` (table, players,
    seats), ``player_stays`` (entry; may be overruled), those of ``balance_tables`` about the open.
    """
    open = one.round.open
    with record(open.stream, "tables_swapped", **act) as change:
        layout = _layout(change, open, overruled)
        if one.pk == other.pk:
            raise RuleError("same_table")
        if one.pk not in layout.by_id or other.pk not in layout.by_id:
            raise RuleError("table_gone")
        first, second = layout.by_id[one.pk], layout.by_id[other.pk]
        sent, buttons = [], []
        for row, to in ((first, second), (second, first)):
            going = layout.numbered[row.number]
            if going.kept and "player_stays" not in overruled:
                raise RuleError("player_stays", overrule=True, entry=min(going.kept))
            there, here = _taken_along(going, row, layout.numbered[to.number], to)
            sent += [(entry, to.pk, there[seat]) for seat, entry in sorted(going.seats.items())]
            buttons.append((to, here))
        _send(change, layout, sent, why="swap")
        for row, here in buttons:
            steps.place_button(change, table=row, here=here)
        change.note(tables=[first.pk, second.pk])
    return change.entry


def _taken_along(
    going: TableSeats[int], row: Table, there: TableSeats[int], to: Table
) -> tuple[dict[int, int], Button]:
    """Seat here → seat there of all who sit here, and button and blinds there."""
    last = Button(row.button, row.small_blind, row.big_blind)
    return taken_along(going.seats, last, table=to.number, size=to.seats, blocked=there.blocked)
