"""Parts of larger acts at the tables: seats, buttons, draws."""

from __future__ import annotations

from collections.abc import Sequence

from tdapp.clock.queries import current_round
from tdapp.floor import queries
from tdapp.floor.models import Draw, Move, Seat
from tdapp.journal.recorder import Change
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Round, StackChange, Table
from tdapp.opens.steps import give_chips
from tdapp.rules import button, draw
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError


def seat_entry(change: Change, *, entry: Entry, table: Table, number: int) -> Seat:
    """Give an entry a seat; once play has begun it brings the starting stack along.

    RuleError: ``no_such_seat``; the constraints ``seat_taken`` and ``already_seated``.
    """
    if not 1 <= number <= table.seats:
        raise RuleError("no_such_seat", table=table.number, seat=number)
    if Seat.objects.filter(table=table, number=number, ended_at=None).exists():
        raise RuleError("seat_taken", table=table.number, seat=number)
    if Seat.objects.filter(entry=entry, ended_at=None).exists():
        raise RuleError("already_seated", entry=entry.pk)
    seat = change.create(Seat, table=table, number=number, entry=entry, from_at=change.now)
    if entry.open.started_at is not None and not StackChange.objects.filter(entry=entry).exists():
        give_chips(change, entry=entry, source="start", chips=entry.open.starting_stack)
    return seat


def free_seat(change: Change, *, entry: Entry) -> Seat | None:
    """End the entry's assignment; None if it has none."""
    seat = Seat.objects.filter(entry=entry, ended_at=None).first()
    if seat is not None:
        change.update(seat, ended_at=change.now)
    return seat


def move_entry(change: Change, *, entry: Entry, table: Table, number: int, why: str) -> Move | None:
    """Send an entry from its seat to another and keep the move (``why``: one of ``Move.REASONS``).

    Both may stand still for somebody else only after he left: for a swap, free both seats first and seat
    them with ``move_all``.  None where he had no seat: that is no move.  RuleErrors of ``seat_entry``.
    """
    before = free_seat(change, entry=entry)
    after = seat_entry(change, entry=entry, table=table, number=number)
    return None if before is None else keep_move(change, entry=entry, before=before, after=after, why=why)


def move_all(change: Change, *, moves: Sequence[tuple[Entry, Table, int]], why: str) -> tuple[Move, ...]:
    """Send several at once, who may take each other's seats. RuleErrors of ``seat_entry``."""
    before = {entry.pk: free_seat(change, entry=entry) for entry, _, _ in moves}
    kept = []
    for entry, table, number in moves:
        after = seat_entry(change, entry=entry, table=table, number=number)
        old = before[entry.pk]
        if old is not None:
            kept.append(keep_move(change, entry=entry, before=old, after=after, why=why))
    return tuple(kept)


def keep_move(change: Change, *, entry: Entry, before: Seat, after: Seat, why: str) -> Move:
    """Write a move down; those of one act share its order."""
    return change.create(
        Move, entry=entry, before=before, after=after, why=why, at=change.now, order=change.entry.pk
    )


def places_for(change: Change, *, open: Open, players: int, arriving: bool = False) -> list[tuple[int, int]]:
    """Free places (table number, seat) for so many more players, opening tables as needed.

    Where nobody ever changes seat (SPT-11) there is one table, as large as the field. While players are
    still ``arriving`` one by one it is taken as large as the smallest field advised (SPT-34), else each
    would sit down beside the one before. Otherwise tables of the house's size, as few as hold everybody,
    which a draw of all fills evenly; latecomers are drawn any free seat (RULES 2.1).
    """
    round, rules = current_round(open), house_of(open)
    tables = queries.tables_of(round)
    taken = {(seat.table.number, seat.number) for seat in queries.seatings(round)}
    needed = len(taken) + players
    if rules.seat_changes == "never":
        tables = [_one_table(change, round, tables, max(rules.table_seats, needed))]
        expected = (rules.advised_from or rules.table_seats) if arriving else 0
        size = max([needed, expected, *(number for _, number in taken)])
        return [(tables[0].number, n) for n in range(1, size + 1) if (tables[0].number, n) not in taken]
    count = -(-needed // rules.table_seats)
    in_use = {number for number, _ in taken}
    for number in range(len(tables) + 1, count + 1):
        tables.append(change.create(Table, round=round, number=number, seats=rules.table_seats))
    return [
        (table.number, n)
        for table in tables
        if table.number <= count or table.number in in_use
        for n in range(1, table.seats + 1)
        if (table.number, n) not in taken
    ]


def _one_table(change: Change, round: Round, tables: list[Table], seats: int) -> Table:
    if not tables:
        return change.create(Table, round=round, number=1, seats=seats)
    if tables[0].seats < seats:
        change.update(tables[0], seats=seats)
    return tables[0]


def draw_seats(
    change: Change, *, open: Open, entries: Sequence[Entry], seed: str, arriving: bool = False
) -> Draw:
    """Seat the entries by lot and keep the draw, so that anyone can recompute it (SPT-39).

    ``arriving``: others are still to come (see ``places_for``).
    """
    round = current_round(open)
    places = places_for(change, open=open, players=len(entries), arriving=arriving)
    pairs = draw.seats([entry.pk for entry in entries], places, seed)
    tables = {table.number: table for table in queries.tables_of(round)}
    by_id = {entry.pk: entry for entry in entries}
    for entry, (table, number) in pairs:
        seat_entry(change, entry=by_id[entry], table=tables[table], number=number)
    return change.create(
        Draw,
        round=round,
        purpose="seats",
        seed=seed,
        items={"entries": [entry.pk for entry in entries], "places": [list(place) for place in places]},
        result=[[entry, *place] for entry, place in pairs],
        at=change.now,
    )


def draw_dealer(change: Change, *, open: Open, table: Table, seed: str) -> Draw:
    """Draw the first dealer among the seats taken (SPT-39). RuleError: ``too_few_players``."""
    round, rules = current_round(open), house_of(open)
    occupied = _occupied(table)
    seat = draw.pick(occupied, seed, f"first dealer {table.number}")
    place_button(
        change, table=table, here=button.first_button(occupied, seat, rules.direction, rules.heads_up_button)
    )
    return change.create(
        Draw,
        round=round,
        purpose="dealer",
        seed=seed,
        items={"table": table.number, "seats": occupied},
        result=[seat],
        at=change.now,
    )


def settle_dealer(change: Change, *, open: Open, table: Table, seed: str) -> None:
    """Make the drawn dealer and his blinds fit those who sit there as play begins; draw one if there is
    none, or if nobody sits there any more. RuleError: ``too_few_players``."""
    occupied, rules = _occupied(table), house_of(open)
    if table.button not in occupied:
        draw_dealer(change, open=open, table=table, seed=seed)
        return
    here = button.first_button(occupied, table.button, rules.direction, rules.heads_up_button)
    place_button(change, table=table, here=here)


def _occupied(table: Table) -> list[int]:
    """The seats taken at a table, in order. RuleError: ``too_few_players`` (players, table)."""
    occupied = [seat.number for seat in queries.seats_at(table)]
    if len(occupied) < 2:
        raise RuleError("too_few_players", players=len(occupied), table=table.number)
    return occupied


def place_button(change: Change, *, table: Table, here: Button) -> None:
    """Store where button and blinds are, as seat numbers."""
    change.update(table, button=here.button, small_blind=here.sb, big_blind=here.bb)
