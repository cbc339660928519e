"""Parts of larger acts at the tables: seats, buttons, draws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from tdapp.clock.queries import current_round
from tdapp.floor import draws, queries, room, round_steps, waiting
from tdapp.floor.draws import Pairs
from tdapp.floor.models import Draw, Move, Seat
from tdapp.journal.recorder import Change
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, KeptSeat, Open, Round, StackChange, Table, TableResult
from tdapp.opens.queries import field
from tdapp.opens.round_plans import plan_of_round
from tdapp.opens.steps import give_chips
from tdapp.rules import button, draw, seating
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.seating import Place, TableSeats


def seat_entry(
    change: Change,
    *,
    entry: Entry,
    table: Table,
    number: int,
    arriving: bool = False,
    anyway: bool = False,
    seen: bool = False,
) -> Seat:
    """Give an entry a seat; once play has begun it brings the starting stack along.

    Who is ``arriving`` between the small blind and the button waits until the button has passed (T-2.1b).
    ``anyway``: he sits there, whether the seat is blocked or somebody else's; ``seen`` there just now.
    RuleError: ``no_such_seat``, ``seat_blocked``, ``seat_kept`` (both may be overruled: ``anyway``); the
    constraints ``seat_taken`` and ``already_seated``; those of ``check_standing`` and ``check_plays_on``.
    """
    if Seat.objects.filter(entry=entry, ended_at=None).exists():
        raise RuleError("already_seated", entry=entry.pk)
    places = [(entry, table, number)]
    (seat,) = seat_entries(change, places=places, arriving=arriving, anyway=anyway, seen=seen)
    return seat


def seat_entries(
    change: Change,
    *,
    places: Sequence[tuple[Entry, Table, int]],
    arriving: bool = False,
    anyway: bool = False,
    seen: bool = False,
) -> list[Seat]:
    """The same for several who sit nowhere, in order; a number of queries that does not grow with them."""
    if not places:
        return []
    open, tables = places[0][0].open, {table.pk: table for _, table, _ in places}
    check_standing(tables.values())
    check_plays_on(places)
    kept = () if anyway else room.kept_seats(open)
    there: dict[int, dict[int, bool]] = {key: {} for key in tables}
    sitting: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables, ended_at=None):
        sitting.setdefault(seat.table_id, []).append(seat)
    for key, seats in sitting.items():
        absent = waiting.waiting(seats, change.now)
        there[key] = {seat.number: seat.number in absent for seat in seats}
    rows, seated = [], set()
    for entry, table, number in places:
        if not 1 <= number <= table.seats:
            raise RuleError("no_such_seat", table=table.number, seat=number)
        if not anyway:
            _check_given(kept, table, number, entry)
        if number in there[table.pk]:
            raise RuleError("seat_taken", table=table.number, seat=number)
        if entry.pk in seated:
            raise RuleError("already_seated", entry=entry.pk)
        dealt = [one for one, waits in there[table.pk].items() if not waits]
        waits = arriving and number in queries.waiting_seats(open, table, dealt)
        there[table.pk][number] = waits
        seated.add(entry.pk)
        rows.append({"table": table, "number": number, "entry": entry, "from_at": change.now, "waits": waits})
    made = change.create_all(Seat, ({**row, "confirmed_at": change.now if seen else None} for row in rows))
    if open.started_at is not None:
        _bring_chips(change, open, places)
    return made


def _bring_chips(change: Change, open: Open, places: Sequence[tuple[Entry, Table, int]]) -> None:
    """The starting stack for each of them who never had chips."""
    held = StackChange.objects.filter(entry__in=[entry.pk for entry, _, _ in places])
    having = set(held.values_list("entry", flat=True))
    for entry, table, _ in places:
        if entry.pk not in having:
            chips = round_steps.first_chips(open, table.round, [entry.pk])[entry.pk]
            give_chips(change, entry=entry, source="start", chips=chips)


def check_standing(tables: Iterable[Table]) -> None:
    """Whether anybody can be seated at these tables, as they are stored now.

    RuleError: ``table_gone`` (table: what it is called; it was broken or annulled),
    ``table_finished_already`` (label).
    """
    for row in Table.everything.filter(pk__in=[table.pk for table in tables]).order_by("number", "pk"):
        if row.voided or row.closed_at is not None or row.annulled_at is not None:
            raise RuleError("table_gone", table=row.number)
        if row.finished_at is not None:
            raise RuleError("table_finished_already", label=row.label)


def check_plays_on(places: Sequence[tuple[Entry, Table, int]]) -> None:
    """Whether each of them has something to play at a table of that round.

    RuleError: ``goes_on_already`` (entry, label: of his table, which is over: he waits for the next round),
    ``plays_another_day`` (entry: his flight is still to come).
    """
    by_entry = {entry.pk: table.round_id for entry, table, _ in places}
    over = TableResult.objects.filter(entry__in=by_entry, through=True, table__annulled_at=None)
    for one in over.select_related("table").order_by("pk"):
        if one.table.round_id == by_entry[one.entry_id]:
            raise RuleError("goes_on_already", entry=one.entry_id, label=one.table.label)
    for entry, table, _ in places:
        later = entry.flight > 1 and entry.flight > table.round.number
        plan = plan_of_round(table.round) if later else None
        if plan is not None and plan.flight:
            raise RuleError("plays_another_day", entry=entry.pk)


def check_given(open: Open, table: Table, number: int, entry: Entry) -> None:
    """Whether that seat may be given to the entry. RuleError: ``seat_blocked``, ``seat_kept`` (entry)."""
    _check_given(room.kept_seats(open), table, number, entry)


def _check_given(everybody: Iterable[KeptSeat], table: Table, number: int, entry: Entry) -> None:
    if number in table.blocked:
        raise RuleError("seat_blocked", overrule=True, table=table.number, seat=number)
    for kept in everybody:
        if (kept.table, kept.seat) == (table.number, number) and kept.entry_id != entry.pk:
            raise RuleError("seat_kept", overrule=True, table=table.number, seat=number, entry=kept.entry_id)


def free_seat(change: Change, *, entry: Entry) -> Seat | None:
    """End the entry's assignment; None if it has none."""
    seat = Seat.objects.filter(entry=entry, ended_at=None).first()
    if seat is not None:
        change.update(seat, ended_at=change.now)
    return seat


def move_entry(
    change: Change,
    *,
    entry: Entry,
    table: Table,
    number: int,
    why: str,
    arriving: bool = False,
    anyway: bool = False,
    seen: bool = False,
) -> Move | None:
    """Send an entry from its seat to a free one and keep the move (``why``: one of ``Move.REASONS``).

    None where he had no seat: that is no move.  The rest as in ``seat_entry``; players who take each
    other's seats go together, with ``move_all``.
    """
    going = [(entry, table, number)]
    moves = move_all(change, moves=going, why=why, arriving=arriving, anyway=anyway, seen=seen)
    return moves[0] if moves else None


def move_all(
    change: Change,
    *,
    moves: Sequence[tuple[Entry, Table, int]],
    why: str,
    arriving: bool = False,
    anyway: bool = False,
    seen: bool = False,
) -> tuple[Move, ...]:
    """Send several at once, who may take each other's seats; the same number of queries for any number.

    RuleErrors of ``seat_entry``, and ``other_round`` (entry, table): the table belongs to another round
    than the one he sits in.
    """
    sitting = Seat.objects.filter(entry__in=[entry.pk for entry, _, _ in moves], ended_at=None)
    before = {seat.entry_id: seat for seat in sitting.select_related("table")}
    for entry, table, _ in moves:
        if entry.pk in before and before[entry.pk].table.round_id != table.round_id:
            raise RuleError("other_round", entry=entry.pk, table=table.number)
    change.update_all(list(before.values()), ended_at=change.now)
    made = seat_entries(change, places=moves, arriving=arriving, anyway=anyway, seen=seen)
    told = {"why": why, "at": change.now, "order": change.entry.pk}
    rows = (
        {"entry": entry, "before": before[entry.pk], "after": after, **told}
        for (entry, _, _), after in zip(moves, made, strict=True)
        if entry.pk in before
    )
    return tuple(change.create_all(Move, rows))


def keep_move(change: Change, *, entry: Entry, before: Seat, after: Seat, why: str) -> Move:
    """Write a move down; those of one act share its order."""
    return change.create(
        Move, entry=entry, before=before, after=after, why=why, at=change.now, order=change.entry.pk
    )


def draw_seats(
    change: Change, *, open: Open, entries: Sequence[Entry], seed: str, arriving: bool = False
) -> Pairs:
    """Seat the entries by lot and keep the draw, so that anyone can recompute it (SPT-39).

    ``arriving``: others are still to come (see ``tables_for``).  Who has a kept seat gets it.  In a room
    that is full the first of the others get the free seats, and the rest wait; so does who would sit alone
    at a table while play runs (fault 82).
    """
    round, ids = current_round(open), [entry.pk for entry in entries]
    if not arriving and open.started_at is None and round_steps.is_bracket(plan_of_round(round)):
        return round_steps.draw_pairs(change, round=round, entries=ids, seed=seed)
    places = room.reserved(room.kept_seats(open))
    mine = {key: place for key, place in places.items() if key in set(ids)}
    others = set(places.values()) - set(mine.values())
    tables = tables_for(
        change, open=open, round=round, players=len(ids), mine=mine, others=others, arriving=arriving
    )
    free = set(seating.free_places(tables))
    kept = {key: place for key, place in mine.items() if place in free}
    lucky = [key for key in ids if key not in kept][: len(free) - len(kept)]
    seated = {*kept, *lucky}
    if not seated:
        return ()
    made = draw_places(
        change, round=round, entries=[key for key in ids if key in seated], tables=tables, seed=seed,
        purpose="seats", kept=kept, apart=room.apart_pairs(open),
    )  # fmt: skip
    seat_drawn(change, open=open, round=round, entries=entries, made=made)
    return made


def draw_places(
    change: Change,
    *,
    round: Round,
    entries: Sequence[int],
    tables: Sequence[TableSeats[int]],
    seed: str,
    purpose: str,
    kept: Mapping[int, Place] | None = None,
    apart: Collection[tuple[int, int]] = (),
) -> Pairs:
    """Draw (table number, seat) places for entry ids twice blind (RULES 2.2) and keep the draw.

    Nobody is seated by it.  RuleErrors of ``seating.draw``.
    """
    pairs = seating.draw(entries, tables, seed, kept=kept, apart=apart)
    change.create(
        Draw,
        round=round,
        purpose=purpose,
        seed=seed,
        items=draws.items_of(entries, tables, kept or {}, apart),
        result=[[entry, *place] for entry, place in pairs],
        at=change.now,
    )
    return pairs


def seat_drawn(change: Change, *, open: Open, round: Round, entries: Iterable[Entry], made: Pairs) -> None:
    """Seat who was drawn, all at once; once play has begun each brings the starting stack along.

    RuleErrors of ``check_plays_on``.
    """
    rows, by_id = {table.number: table for table in queries.tables_of(round)}, {e.pk: e for e in entries}
    check_plays_on([(by_id[entry], rows[table], number) for entry, (table, number) in made])
    waits = {
        number: queries.waiting_seats(
            open, rows[number], [seat.number for seat in queries.dealt_at(rows[number], change.now)]
        )
        for number in ({table for _, (table, _) in made} if open.started_at else ())
    }
    change.create_all(
        Seat,
        (
            {
                "table": rows[table],
                "number": number,
                "entry": by_id[entry],
                "from_at": change.now,
                "waits": number in waits.get(table, ()),
            }
            for entry, (table, number) in made
        ),
    )
    if open.started_at is not None:
        held = StackChange.objects.filter(entry__in=[entry for entry, _ in made])
        having = set(held.values_list("entry", flat=True))
        fresh = [entry for entry, _ in made if entry not in having]
        for entry, chips in round_steps.first_chips(open, round, fresh).items():
            give_chips(change, entry=by_id[entry], source="start", chips=chips)


def seat_all(change: Change, *, open: Open, seed: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw seats for everybody without one, in order of sign-up: the entry ids of those who got one, and
    of those who wait because the room is full. RuleError: ``nobody_to_seat``."""
    nowhere = [entrant.id for entrant in queries.unseated(open, field(open))]
    if not nowhere:
        raise RuleError("nobody_to_seat")
    entries = list(Entry.objects.filter(pk__in=nowhere).select_related("open").order_by("order", "pk"))
    made = draw_seats(change, open=open, entries=entries, seed=seed)
    drawn = dict(made)
    return tuple(drawn), tuple(key for key in nowhere if key not in drawn)


def tables_for(
    change: Change,
    *,
    open: Open,
    round: Round,
    players: int,
    mine: Mapping[int, Place],
    others: Collection[Place],
    arriving: bool = False,
) -> tuple[TableSeats[int], ...]:
    """The tables among which so many more players are drawn, with those that open as the field grows.

    ``mine`` are the seats kept for some of them, ``others`` those kept for somebody else.  Where nobody
    ever changes seat (SPT-11) there is one table, as large as the field. While players are still
    ``arriving`` one by one it is taken as large as the smallest field advised (SPT-34), else each would
    sit down beside the one before. Otherwise as few tables as hold everybody, besides those set up by
    hand (they have a name) and as many as the round's plan says, but no more than the room holds. While
    play runs nobody sits down alone (``seating.late_places``).
    """
    rules, there = house_of(open), room.table_seats(round, others)
    if rules.seat_changes == "never" and len(there) < 2:
        kept = {seat for _, seat in mine.values()}
        return (_one_table(change, open, round, players, others, kept, arriving=arriving),)
    size, plan = room.new_table_seats(open, round), plan_of_round(round)
    wanted = {row.number for row in queries.tables_of(round) if row.name} | {
        table for table, _ in mine.values()
    }
    if plan is not None and open.started_at is None:
        everybody = players + sum(len(table.seats) for table in there)
        laid = round_steps.lay_tables(change, open=open, round=round, players=everybody)
        known = {table.number for table in there}
        planned = [*there, *_as_seen((row for row in laid if row.number not in known), others)]
        there, wanted = tuple(planned), wanted | {table.number for table in planned}
    limit = open.room_tables
    if round.started_at is not None and any(table.seats for table in there):
        places = {table for table, _ in mine.values()}
        late = seating.late_places(there, players, size, room=limit, wanted=places)
        return _standing(change, round, there, late, size, others)
    # Seats kept at tables that do not stand yet are nobody else's either.
    players += sum(1 for table, _ in others if table not in {one.number for one in there})
    try:
        found = seating.places(there, players, size, room=limit, wanted=wanted)
    except RuleError as error:
        fit = error.params.get("seats")
        if error.code != "not_enough_seats" or not isinstance(fit, int):
            raise
        found = seating.places(there, fit, size, room=limit, wanted=wanted)
    return _standing(change, round, there, found, size, others)


def _standing(
    change: Change,
    round: Round,
    there: Sequence[TableSeats[int]],
    found: Sequence[TableSeats[int]],
    size: int,
    others: Collection[Place],
) -> tuple[TableSeats[int], ...]:
    """The tables ``found`` as they stand, with those opened that do not stand yet."""
    chosen = {table.number for table in found}
    standing = tuple(table for table in there if table.number in chosen)
    opened = open_tables(change, round, len(found) - len(standing), size)
    return (*standing, *_as_seen(opened, others))


def _as_seen(rows: Iterable[Table], held: Collection[Place]) -> list[TableSeats[int]]:
    """Empty tables as the draw sees them; ``held`` are places kept for somebody who is not drawn now."""
    return [
        TableSeats(
            row.number,
            row.seats,
            blocked=(*row.blocked, *(seat for table, seat in held if table == row.number)),
        )
        for row in rows
    ]


def open_tables(change: Change, round: Round, count: int, size: int, *, anew: bool = False) -> list[Table]:
    """So many more tables: broken ones that are large enough stand again, unless all are to be ``anew``, then
    new ones are numbered on."""
    rows = list(Table.objects.filter(round=round, annulled_at=None).order_by("number"))
    broken = [row for row in rows if row.closed_at and not row.finished_at and row.seats >= size]
    again = [] if anew else broken[: max(0, count)]
    for row in again:
        change.update(row, closed_at=None, button=None, small_blind=None, big_blind=None)
    last = max((row.number for row in rows), default=0)
    new = range(last + 1, last + 1 + max(0, count - len(again)))
    rows_of = ({"round": round, "number": number, "seats": size} for number in new)
    return [*again, *change.create_all(Table, rows_of)]


def _one_table(
    change: Change,
    open: Open,
    round: Round,
    players: int,
    others: Collection[Place],
    kept: Collection[int],
    *,
    arriving: bool,
) -> TableSeats[int]:
    """The one table, with as many seats as it takes; ``kept`` are those kept for who is drawn now."""
    rules, rows = house_of(open), queries.tables_of(round)
    taken = {seat.number: seat.entry_id for seat in queries.seatings(round)}
    barred = {seat for _, seat in others} | set(rows[0].blocked if rows else ())
    expected = (rules.advised_from or rules.table_seats) if arriving else 0
    needed, size = max(len(taken) + players, expected), max([*taken, *kept], default=0)
    while size - len([n for n in barred - set(taken) if n <= size]) < needed:
        size += 1
    if not rows:
        rows = [change.create(Table, round=round, number=1, seats=max(rules.table_seats, size))]
    elif rows[0].seats < size:
        change.update(rows[0], seats=size)
    return TableSeats(rows[0].number, size, taken, blocked=tuple(barred - set(taken)))


def draw_dealer(change: Change, *, open: Open, table: Table, seed: str) -> Draw:
    """Draw the first dealer among the seats taken (SPT-39). RuleError: ``too_few_players``."""
    return draw_dealers(change, open=open, tables=[table], seed=seed)[0]


def draw_dealers(change: Change, *, open: Open, tables: Sequence[Table], seed: str) -> list[Draw]:
    """The same for several tables. RuleError: ``too_few_players`` (players, table)."""
    round, rules = current_round(open), house_of(open)
    sitting: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for seat in Seat.objects.filter(table__in=sitting, ended_at=None).order_by("number"):
        sitting[seat.table_id].append(seat)
    rows = []
    for table in tables:
        occupied = _dealt(table, sitting[table.pk], change.now)
        number = draw.pick(occupied, seed, f"first dealer {table.number}")
        here = button.first_button(occupied, number, rules.direction, rules.heads_up_button)
        _place_button(change, table, here, sitting[table.pk], rules)
        items = {"table": table.number, "seats": occupied}
        told = {"round": round, "purpose": "dealer", "seed": seed, "at": change.now}
        rows.append({**told, "items": items, "result": [number]})
    return change.create_all(Draw, rows)


def settle_dealer(change: Change, *, open: Open, table: Table, seed: str) -> None:
    """Make the drawn dealer and his blinds fit those who sit there as play begins; draw one if there is
    none, or if nobody sits there any more. RuleError: ``too_few_players``."""
    occupied, rules = _dealt(table, queries.seats_at(table), change.now), house_of(open)
    if table.button not in occupied:
        draw_dealer(change, open=open, table=table, seed=seed)
        return
    here = button.first_button(occupied, table.button, rules.direction, rules.heads_up_button)
    place_button(change, table=table, here=here)


def _dealt(table: Table, sitting: Sequence[Seat], now: datetime) -> list[int]:
    """The seats dealt in at a table, in order. RuleError: ``too_few_players`` (players, table)."""
    absent = waiting.waiting(sitting, now)
    occupied = [seat.number for seat in sitting if seat.number not in absent]
    if len(occupied) < 2:
        raise RuleError("too_few_players", players=len(occupied), table=table.number)
    return occupied


def place_button(change: Change, *, table: Table, here: Button) -> None:
    """Store where button and blinds are, as seat numbers; whom the button has passed is dealt in."""
    _place_button(change, table, here, queries.seats_at(table), house_of(table.round.open))


def _place_button(
    change: Change, table: Table, here: Button, sitting: Sequence[Seat], rules: HouseRules
) -> None:
    change.update(table, button=here.button, small_blind=here.sb, big_blind=here.bb)
    absent = waiting.waiting(sitting, change.now)
    dealt = {seat.number for seat in sitting if seat.number not in absent}
    for seat in sitting:
        waits_on = seat.number in absent and seating.still_waits(seat.number, here, dealt, rules.direction)
        if seat.waits and not waits_on:
            change.update(seat, waits=False)
