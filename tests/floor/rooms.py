"""What tests of tables and seats look at: who sits where, the room, its draws."""

from __future__ import annotations

from tdapp.clock.queries import clock_face, current_round
from tdapp.floor import services as floor
from tdapp.floor import tables
from tdapp.floor.draws import recomputed
from tdapp.floor.queries import TableView, draws, seat_map, seatings, tables_of
from tdapp.floor.room import room
from tdapp.opens.models import Table
from tests.builders import Night


def draw_seats(night: Night, seed: str = "s", **more):
    return floor.draw_seats(open=night.open, seed=seed, **more, **night.act)


def views(night: Night) -> tuple[TableView, ...]:
    everyone = night.field()
    return seat_map(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)


def room_of(night: Night):
    return room(night.open, night.field(), views(night))


def sitting(night: Night) -> dict[str, tuple[str, int]]:
    rows = seatings(current_round(night.open))
    return {row.entry.player.nickname: (row.table.label, row.number) for row in rows}


def free_seat(night: Night) -> int:
    """The one seat of nine that eight players leave."""
    [free] = {*range(1, 10)} - {place[1] for place in sitting(night).values()}
    return free


def table(night: Night, number: int = 1) -> Table:
    return next(row for row in tables_of(current_round(night.open)) if row.number == number)


def all_draws_come_out_again(night: Night) -> bool:
    return all(recomputed(view) for view in draws(current_round(night.open)))


def limit_room(night: Night, count: int) -> None:
    night.open.room_tables = count
    night.open.save(update_fields=["room_tables"])


def add_table(night: Night, **more):
    return tables.add_table(open=night.open, **more, **night.act)
