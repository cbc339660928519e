"""What is played at each table of a round: its level or ante, the time left, and when its limit is over.

The level follows from the round's clock, from the table's own clock where it has one (a table played
again: VIV-32), or from who has left that table (VIV-17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tdapp.clock.models import Clock
from tdapp.clock.queries import ClockFace, schedule_of, state_of, table_schedule
from tdapp.floor.models import Seat
from tdapp.opens.models import Open, Round, Table
from tdapp.opens.queries import Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules import clock
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed


@dataclass(frozen=True)
class TableFace:
    """One table's level at ``now``: ``index`` its line (or step), ``number`` what people call it.

    ``left_seconds`` of its level, None without minutes; ``limit_at`` is when the chips are counted
    (VIV-26) while the clock runs, ``limit_over`` once they are due; ``played`` the playing time so far.
    """

    table: int
    level: Level | None
    index: int | None = None
    number: int | None = None
    left_seconds: int | None = None
    limit_at: datetime | None = None
    limit_over: bool = False
    own_clock: bool = False
    running: bool = False
    played: timedelta | None = None

    @property
    def ante(self) -> int | None:
        """Chips each player pays, or the big blind for all; None without a level."""
        return self.level.ante if self.level is not None else None


def table_faces(open: Open, round: Round, field: Field, now: datetime) -> dict[int, TableFace]:
    """The face of each table of the round, by its id; five queries whatever their number."""
    tables = list(Table.objects.filter(round=round).order_by("number"))
    return faces_of(open, round, field, now, tables, sat_at(tables))


def faces_of(
    open: Open,
    round: Round,
    field: Field,
    now: datetime,
    tables: Iterable[Table],
    sat: Mapping[int, Sequence[int]],
) -> dict[int, TableFace]:
    """The same from tables and players that are already at hand."""
    clocks = {row.table_id: row for row in Clock.objects.filter(round=round)}
    schedule, own = schedule_of(open, round), table_schedule(open, round)
    back = _bought_back_at(field) if own is not None else Counter()
    plan = plan_of_round(round)
    minutes = plan.limit_minutes if plan is not None else 0
    return {
        table.pk: _face(
            table,
            clocks.get(table.pk) or clocks.get(None),
            schedule,
            own,
            sum(entry in field.out_ids for entry in sat.get(table.pk, ())) + back[table.pk],
            minutes,
            len(field.busts),
            now,
        )
        for table in tables
    }


def _bought_back_at(field: Field) -> Counter[int]:
    """How often somebody left each table (its id) who bought back in: the ante never sinks again (VIV-17)."""
    left = {(out.entry, out.at) for out in field.bought_back}
    if not left:
        return Counter()
    rows = Seat.objects.filter(entry__in={entry for entry, _ in left}, ended_at__isnull=False)
    told = rows.values_list("table", "entry", "ended_at")
    return Counter(table for table, entry, ended in told if (entry, ended) in left)


def _face(
    table: Table,
    row: Clock | None,
    schedule: Schedule | None,
    own: ByOuts | None,
    outs_here: int,
    minutes: int,
    outs: int,
    now: datetime,
) -> TableFace:
    if schedule is None:
        return TableFace(table.pk, None)
    state = state_of(row, outs) if row is not None else clock.waiting(now)
    here = clock.position(state, schedule, now)
    stands = table.finished_at or table.annulled_at or table.closed_at
    running = row is not None and row.running and stands is None
    index, number, level = here.index, here.number, here.level
    if own is not None:
        step = own.step(outs_here)
        index, number, level = step, step + 1, own.level(step)
    seconds = clock.seconds_shown(here.left) if here.left is not None and row is not None else None
    rest = clock.limit_left(state, schedule, now, minutes) if row is not None else None
    at = clock.limit_at(state, schedule, now, minutes) if running and rest else None
    return TableFace(
        table.pk,
        level,
        index,
        number,
        seconds if stands is None else None,
        at,
        rest is not None and not rest and stands is None,
        row is not None and row.table_id is not None,
        running,
        clock.played(state, schedule, now) if row is not None else None,
    )


def sat_at(
    tables: Iterable[Table], places: Iterable[tuple[int, int, int]] | None = None
) -> dict[int, list[int]]:
    """Who sat at each of a round's tables last, in or out, by the table's id: entry ids in order of seats.

    Who was moved on within the round belongs to the table he sat at last; an annulled table keeps all of
    its own.  ``places`` are (table id, entry id, seat) in the order in which they were given, if at hand.
    """
    fallen = {table.pk: table.annulled_at is not None for table in tables}
    if places is None:
        rows = Seat.objects.filter(table__in=fallen).order_by("pk")
        places = rows.values_list("table", "entry", "number")
    last: dict[tuple[int, int], tuple[int, int]] = {}
    for table, entry, number in places:
        if table in fallen:
            last[(table if fallen[table] else 0, entry)] = (table, number)
    found: dict[int, list[tuple[int, int]]] = {}
    for (_, entry), (table, number) in last.items():
        found.setdefault(table, []).append((number, entry))
    return {table: [entry for _, entry in sorted(there)] for table, there in found.items()}


def clock_at(open: Open, table: Table, field: Field, face: ClockFace) -> ClockFace:
    """The clock as one table has it: of its own (VIV-32), with its own ante (VIV-17), else the open's."""
    round = table.round
    row, own = Clock.objects.filter(table=table).first(), table_schedule(open, round)
    if row is None and own is None:
        return face
    schedule = schedule_of(open, round)
    if own is not None:
        here = table_faces(open, round, field, face.now)[table.pk].level
        schedule = Timed((replace(here, seconds=None),)) if here is not None else schedule
    if schedule is None:
        return face
    state = state_of(row, len(field.busts)) if row is not None else face.setting or clock.waiting(face.now)
    position = clock.position(state if own is None else replace(state, index=0), schedule, face.now)
    return replace(face, position=position, schedule=schedule, setting=state, coming=())
