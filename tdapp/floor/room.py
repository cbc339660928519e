"""The room: which seats can be given, whose seat is kept, who is kept apart, who waits for a seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tdapp.floor.models import Move, Seat
from tdapp.floor.queries import TableView, free_seats, is_full, seatings, tables_of, unseated
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, KeptApart, KeptSeat, Open, Out, Round
from tdapp.opens.queries import Entrant, Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.players.names import folded
from tdapp.rules.seating import Place, TableSeats

FOUND = 12
"""How many players a search shows."""


@dataclass(frozen=True)
class KeptView:
    """A player who stays: in the seat reserved for him, or (None) where he sits; ``label`` is what people
    call the table."""

    id: int
    entrant: Entrant
    table: int | None
    seat: int | None
    label: str = ""


@dataclass(frozen=True)
class ApartView:
    """Two players who are not drawn to one table while that can be helped."""

    id: int
    one: Entrant
    other: Entrant


@dataclass(frozen=True)
class Waiting:
    """Somebody without a seat: ``place`` in the queue counts from 1, in order of sign-up."""

    place: int
    entrant: Entrant


@dataclass(frozen=True)
class RoomView:
    """The room of an open: ``limit`` tables at most (0: as many as it takes), ``free`` seats to be given.

    ``waiting`` have no seat; ``full`` once no table can be opened for them.
    """

    kept: tuple[KeptView, ...]
    apart: tuple[ApartView, ...]
    waiting: tuple[Waiting, ...]
    limit: int
    free: int
    full: bool

    @cached_property
    def kept_of(self) -> dict[int, KeptView]:
        """Entry id → how he is kept."""
        return {one.entrant.id: one for one in self.kept}

    @cached_property
    def reserved(self) -> dict[Place, KeptView]:
        """(table number, seat) → for whom it is kept."""
        return {(one.table, one.seat): one for one in self.kept if one.table and one.seat}


def kept_seats(open: Open) -> list[KeptSeat]:
    """The kept seats of those still in."""
    out = Out.objects.filter(entry__open=open).values("entry")
    return list(KeptSeat.objects.filter(entry__open=open, entry__voided=False).exclude(entry__in=out))


def reserved(rows: Iterable[KeptSeat]) -> dict[int, Place]:
    """Entry id → the (table number, seat) that is kept for him."""
    return {row.entry_id: (row.table, row.seat) for row in rows if row.table and row.seat}


def apart_pairs(open: Open) -> tuple[tuple[int, int], ...]:
    """The pairs of entry ids that are kept apart, in order."""
    rows = KeptApart.objects.filter(one__open=open, one__voided=False, other__voided=False)
    return tuple(rows.order_by("pk").values_list("one", "other"))


def table_seats(round: Round, held: Collection[Place] = ()) -> tuple[TableSeats[int], ...]:
    """The round's tables at which somebody can be seated, as the draw sees them; ``held`` are places
    (table number, seat) that are kept for somebody who is not drawn now."""
    sitting: dict[int, dict[int, int]] = {}
    for seat in seatings(round):
        sitting.setdefault(seat.table_id, {})[seat.number] = seat.entry_id
    return tuple(
        TableSeats(
            row.number,
            row.seats,
            sitting.get(row.pk, {}),
            blocked=(*row.blocked, *(seat for table, seat in held if table == row.number)),
            break_order=row.break_order,
        )
        for row in tables_of(round)
        if row.finished_at is None and row.round_id == round.pk
    )


def new_table_seats(open: Open, round: Round) -> int:
    """How many seats a table has that is opened now: as the round's plan or the house says."""
    plan = plan_of_round(round)
    return (plan.table_seats if plan is not None else 0) or house_of(open).table_seats


def room(open: Open, everyone: Field, tables: Sequence[TableView]) -> RoomView:
    """The room now, in two queries more than the tables."""
    by_id = everyone.by_id
    labels = {table.number: table.label for table in tables}
    kept = tuple(
        KeptView(
            row.pk, by_id[row.entry_id], row.table, row.seat, labels.get(row.table or 0, str(row.table or ""))
        )
        for row in KeptSeat.objects.filter(entry__open=open).order_by("pk")
        if row.entry_id in by_id and row.entry_id not in everyone.out_ids
    )
    pairs = KeptApart.objects.filter(one__open=open).order_by("pk")
    apart = tuple(
        ApartView(row.pk, by_id[row.one_id], by_id[row.other_id])
        for row in pairs
        if row.one_id in by_id and row.other_id in by_id
    )
    waiting = tuple(Waiting(place, one) for place, one in enumerate(unseated(open, everyone), start=1))
    return RoomView(kept, apart, waiting, open.room_tables, free_seats(tables), is_full(open, tables))


def find(open: Open, text: str, *, limit: int = FOUND) -> tuple[Entrant, ...]:
    """Players of the open whose name begins like ``text``, then those that contain it; accents and case
    do not matter, nor how many there are."""
    wanted = folded(text)
    if not wanted:
        return ()
    rows = Entry.objects.filter(open=open, player__folded__contains=wanted).select_related("player")
    rows = rows.order_by("player__folded", "pk")[: 40 * limit]
    found = sorted(rows, key=lambda row: (not row.player.folded.startswith(wanted), row.player.folded))
    return tuple(
        Entrant(row.pk, row.player_id, row.player.nickname, row.player.note, row.order, row.flight)
        for row in found[:limit]
    )


def places_of(open: Open, entries: Collection[int]) -> dict[int, tuple[str, int]]:
    """Entry id → (what the table is called, seat) of those of them who sit."""
    rows = Seat.objects.filter(entry__in=entries, ended_at=None, table__round__open=open)
    return {row.entry_id: (row.table.label, row.number) for row in rows.select_related("table")}


def came_from(entry: int) -> int | None:
    """The id of the table at which the player sat before the last move of his; None if there was none."""
    moves = Move.objects.filter(entry=entry).order_by("-order", "-pk")
    return moves.values_list("before__table", flat=True).first()


def sat_with(entry: int, at: datetime) -> frozenset[int]:
    """Who sat at the player's last table at that moment, the player included."""
    last = Seat.objects.filter(entry=entry, from_at__lte=at).order_by("-from_at", "-pk").first()
    if last is None:
        return frozenset()
    there = Seat.objects.filter(table=last.table_id, from_at__lte=at).exclude(ended_at__lt=at)
    return frozenset(there.values_list("entry", flat=True))


def out_of(open: Open, entries: Collection[int]) -> frozenset[int]:
    """Those of them who are out."""
    rows = Out.objects.filter(entry__in=entries, entry__open=open)
    return frozenset(rows.values_list("entry", flat=True))
