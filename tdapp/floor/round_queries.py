"""The rounds of an open as pages show them: which tables, who sits there, how each ended, what comes.

Decides nothing by itself: ``rules.rounds`` and ``rules.brackets`` say how a table ends and who meets whom.
Annulled rounds and tables are shown as history and count for nothing (VIV-32).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from tdapp.clock.queries import ClockFace, played_levels
from tdapp.floor.played import (
    NextRound as NextRound,
)
from tdapp.floor.played import (
    Played as Played,
)
from tdapp.floor.played import (
    chips_at as chips_at,
)
from tdapp.floor.played import (
    first_sizes as first_sizes,
)
from tdapp.floor.played import (
    following as following,
)
from tdapp.floor.played import (
    leaves,
    leaves_of,
    stretches,
)
from tdapp.floor.played import (
    played as played,
)
from tdapp.floor.played import (
    seats_of as seats_of,
)
from tdapp.floor.played import (
    table_names as table_names,
)
from tdapp.floor.played import (
    table_places as table_places,
)
from tdapp.floor.table_faces import TableFace, faces_of
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round, Table
from tdapp.opens.queries import Entrant, Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules import brackets, rounds
from tdapp.rules.levels import Level
from tdapp.rules.rounds import RoundPlan


@dataclass(frozen=True)
class RoundRow:
    """One player at a table of a round.

    ``seed`` is where he came from ("A1"), "" where the lot sent him; ``place`` his place at this table,
    None while in; ``chips`` the count, or the stack known for sure.  ``state``: in, out, through,
    stays_out (counted, and does not go on), disqualified.
    """

    entrant: Entrant
    seed: str
    seat: int | None
    place: int | None
    chips: int | None
    state: str


@dataclass(frozen=True)
class RoundTable:
    """One table of a round; ``state``: playing, count_needed, done, annulled.

    ``how`` it ended, or is about to: "" (not yet), last (one is left), two_left (as few as the stage
    plays down to), limit (VIV-26), early (counted while it still played), levels (so many levels were
    played), bye (nobody to play against).
    ``left_seconds`` are those of its level, ``limit_at`` the instant at which the chips are counted while
    its clock runs.  ``replay_of`` is the id of the table it repeats.  ``chips`` must be at the table
    together, None where players were moved.
    """

    id: int
    number: int
    name: str
    label: str
    state: str
    how: str
    ante: int | None
    level: Level | None
    left_seconds: int | None
    limit_at: datetime | None
    limit_over: bool
    rows: tuple[RoundRow, ...]
    replay_of: int | None = None
    own_clock: bool = False
    chips: int | None = None
    fell: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[RoundRow, ...]:
        """Those still in at the table."""
        return tuple(row for row in self.rows if row.state == "in")


@dataclass(frozen=True)
class RoundView:
    """One round; ``state``: coming, playing, done, annulled; ``id`` None where nothing of it exists yet.

    ``expected`` are the seeds per table of a coming round ("A1", "B1", "C2", "D2"), empty where the lot
    decides.  ``index`` is that of its stage; ``last`` where the open ends with it.  ``players`` is how many
    begin it, as far as that is known.
    """

    id: int | None
    number: int
    name: str
    plan: RoundPlan
    state: str
    tables: tuple[RoundTable, ...]
    expected: tuple[tuple[str, ...], ...] = ()
    index: int = 0
    last: bool = False
    players: int | None = None


def rounds_of(open: Open, everyone: Field, face: ClockFace, now: datetime) -> tuple[RoundView, ...]:
    """Every round of the open: annulled, played, being played and coming; empty for an open of one round."""
    if not open.round_plans:
        return ()
    stored = played(open)
    shown: list[RoundView] = []
    before = 0
    for round in stored.rounds:
        shown += _views(stored, round, everyone, face, now, round.number + before)
        if round.annulled_at is None:
            before += len(stretches(stored.plans, round.plan_index)) - 1
    return (*shown, *_coming(stored, everyone, shown))


def _views(
    stored: Played, round: Round, everyone: Field, face: ClockFace, now: datetime, number: int
) -> list[RoundView]:
    """One view of a round, or one for each of its stretches where stages carry everything on; ``number``
    is that of the first."""
    plan = plan_of_round(round) or RoundPlan()
    carried = stretches(stored.plans, round.plan_index)
    at = round.plan_index
    if len(carried) > 1:
        at = rounds.stage_of(stored.plans, played_levels(face) if face.setting else 1, round.plan_index)
    state = _state(stored, round, everyone)
    shown = _tables_shown(stored, round)
    faces, seeds = _faces(stored, round, everyone, now), _seeds(stored, round)
    views = []
    for place, index in enumerate(carried):
        stage = plan if place == 0 or index >= len(stored.plans) else stored.plans[index]
        here = index == at or state in ("annulled", "coming")
        made = tuple(
            _table(stored, round, (index, stage), table, everyone, faces.get(table.pk), seeds, face, now)
            for table in (shown if index == at or state == "annulled" else ())
        )
        views.append(
            RoundView(
                round.pk,
                number + place,
                stage.name,
                stage,
                state if here else "done" if index < at else "coming",
                made,
                index=index,
                last=index == carried[-1] and _is_last(stored, round, everyone, carried[-1]),
                players=len({row.entrant.id for table in made for row in table.rows}) or None,
            )
        )
    return views


def _tables_shown(stored: Played, round: Round) -> tuple[Table, ...]:
    """Its tables that count, and those that fell, as history."""
    tables = stored.tables.get(round.pk, ())
    if round.annulled_at is not None:
        return tuple(table for table in tables if stored.sat.get(table.pk))
    fallen = (table for table in tables if table.annulled_at is not None and stored.sat.get(table.pk))
    return tuple(sorted((*stored.tables_of(round), *fallen), key=lambda table: (table.number, table.pk)))


def _faces(stored: Played, round: Round, everyone: Field, now: datetime) -> dict[int, TableFace]:
    """What its tables play; none are needed once all are over."""
    tables = stored.tables.get(round.pk, ())
    over = round.finished_at is not None or round.annulled_at is not None
    if over and all(table.finished_at or table.annulled_at for table in tables):
        return {}
    return faces_of(stored.open, round, everyone, now, tables, stored.sat)


def _is_last(stored: Played, round: Round, everyone: Field, stage: int) -> bool:
    """Whether the open ends with this round, whose last stage is ``stage``."""
    if round is stored.current:
        return following(stored, round, everyone) is None
    flight = stage < len(stored.plans) and stored.plans[stage].flight
    return rounds.next_plan(stored.plans, stage, 0 if flight else 2) is None


def _state(stored: Played, round: Round, everyone: Field) -> str:
    if round.annulled_at is not None:
        return "annulled"
    if not everyone.started or round.started_at is None:
        return "coming"
    return "done" if round.finished_at is not None or everyone.finished else "playing"


class Seed(NamedTuple):
    """Where somebody came from ("A1"), and his place in the order in which a table of them is drawn."""

    label: str = ""
    order: int = 0


NO_SEED = Seed()
"""That of a player whom the lot sent to his table."""


def _seeds(stored: Played, round: Round) -> dict[int, Seed]:
    """Where those who play a seeded round came from; at an only table all firsts stand before all seconds,
    as ``brackets.continue_with`` draws it."""
    plan = plan_of_round(round)
    if plan is None or plan.seating != "seeded":
        return {}
    came: dict[int, tuple[int, int, str]] = {}
    before = [one for one in stored.rounds if one.number == round.number - 1]
    tables = [table for one in before for table in stored.tables.get(one.pk, ())]
    # Of an annulled table only history was made: what stands comes last and counts.
    fallen_last = round.annulled_at is not None
    for table in sorted(tables, key=lambda t: (t.annulled_at is not None) == fallen_last):
        for one in stored.results.get(table.pk, ()):
            if one.through:
                label = brackets.seed_label(table.label, one.place)
                came[one.entry_id] = table.number, one.place, label
    alone = len(stored.tables_of(round)) <= 1
    order = sorted(came, key=lambda entry: came[entry][1::-1] if alone else came[entry])
    return {entry: Seed(came[entry][2], at) for at, entry in enumerate(order, start=1)}


def _table(
    stored: Played,
    round: Round,
    stage: tuple[int, RoundPlan],
    table: Table,
    everyone: Field,
    face: TableFace | None,
    seeds: Mapping[int, Seed],
    clock: ClockFace,
    now: datetime,
) -> RoundTable:
    results = stored.results.get(table.pk, ())
    if table.annulled_at is not None and table.finished_at is None:
        rows = _rows_annulled(stored, table, everyone, seeds)
    elif results:
        rows = _rows_done(stored, table, everyone, seeds)
    else:
        rows = _rows_playing(stored, table, everyone, seeds, now)
    left = sum(row.state == "in" for row in rows)
    alone = len(stored.unfinished(round)) <= 1
    state, how = _ending(stored, stage, table, left, len(rows), face, clock, alone=alone)
    if table.annulled_at is not None or round.annulled_at is not None:
        state = "annulled"
    elif everyone.finished:
        state = "done"
    return RoundTable(
        table.pk,
        table.number,
        table.name,
        table.label,
        state,
        how,
        face.ante if face is not None and state in ("playing", "count_needed") else None,
        face.level if face is not None and state in ("playing", "count_needed") else None,
        face.left_seconds if face is not None else None,
        face.limit_at if face is not None else None,
        face.limit_over if face is not None else False,
        rows,
        table.replay_of_id,
        face.own_clock if face is not None else False,
        chips_at(stored, round, table, everyone) if state in ("playing", "count_needed") else None,
        _fell_with(stored, table.replay_of_id) if table.replay_of_id else (),
    )


def _fell_with(stored: Played, key: int) -> tuple[str, ...]:
    """The label of an annulled table, and of the others that fell with it, in the order they were played."""
    tables = [table for those in stored.tables.values() for table in those]
    old = next((table for table in tables if table.pk == key), None)
    if old is None:
        return ()
    others = [one.label for one in tables if one.annulled_at == old.annulled_at and one.pk != old.pk]
    return (old.label, *others)


def _rows_done(
    stored: Played, table: Table, everyone: Field, seeds: Mapping[int, Seed]
) -> tuple[RoundRow, ...]:
    disqualified = {out.entry for out in everyone.outs if out.disqualified}
    found = []
    for one in stored.results.get(table.pk, ()):
        entrant = everyone.by_id.get(one.entry_id)
        if entrant is None:
            continue
        state = "through" if one.through else "out" if one.chips is None else "stays_out"
        if one.entry_id in disqualified and not (one.through and _played_on(stored, table, one.entry_id)):
            state = "disqualified"
        seat = stored.seats.get((table.pk, one.entry_id))
        found.append(
            RoundRow(entrant, seeds.get(one.entry_id, NO_SEED).label, seat, one.place, one.chips, state)
        )
    return tuple(found)


def _played_on(stored: Played, table: Table, entry: int) -> bool:
    """Whether somebody sat at a table of a later round than this one's."""
    number = next(round.number for round in stored.rounds if round.pk == table.round_id)
    return any(
        entry in stored.sat.get(later.pk, ())
        for round in stored.rounds
        if round.number > number
        for later in stored.tables.get(round.pk, ())
    )


def _rows_annulled(
    stored: Played, table: Table, everyone: Field, seeds: Mapping[int, Seed]
) -> tuple[RoundRow, ...]:
    """A table that fell while it was played: those still in without a place, behind them who was out."""
    gone = _rows_done(stored, table, everyone, seeds)
    told = {row.entrant.id for row in gone}
    disqualified = {out.entry for out in everyone.outs if out.disqualified}
    inside = [
        RoundRow(
            everyone.by_id[entry],
            seeds.get(entry, NO_SEED).label,
            stored.seats.get((table.pk, entry)),
            None,
            None,
            "disqualified" if entry in disqualified else "in",
        )
        for entry in stored.sat.get(table.pk, ())
        if entry in everyone.by_id and entry not in told
    ]
    inside.sort(key=lambda row: (seeds.get(row.entrant.id, NO_SEED).order, row.seat or 0))
    return (*inside, *gone)


def _rows_playing(
    stored: Played, table: Table, everyone: Field, seeds: Mapping[int, Seed], now: datetime
) -> tuple[RoundRow, ...]:
    sat = [entry for entry in stored.sat.get(table.pk, ()) if entry in everyone.by_id]
    outs = {out.entry: out for out in everyone.outs}
    inside = [entry for entry in sat if entry not in outs]
    inside.sort(key=lambda entry: (seeds.get(entry, NO_SEED).order, stored.seats.get((table.pk, entry), 0)))
    final = everyone.places if everyone.finished else {}
    inside.sort(key=lambda entry: final[entry].first if entry in final else 0)
    places = table_places(len(inside), [(e, outs[e].order) for e in sat if e in outs])
    found = []
    for entry in inside:
        chips = everyone.sure_stack(entry, now)
        seat, place = stored.seats.get((table.pk, entry)), final[entry].first if entry in final else None
        found.append(
            RoundRow(everyone.by_id[entry], seeds.get(entry, NO_SEED).label, seat, place, chips, "in")
        )
    for entry, place in sorted(places.items(), key=lambda one: one[1]):
        state = "disqualified" if outs[entry].disqualified else "out"
        seat = stored.seats.get((table.pk, entry))
        found.append(
            RoundRow(everyone.by_id[entry], seeds.get(entry, NO_SEED).label, seat, place, None, state)
        )
    return tuple(found)


def _ending(
    stored: Played,
    stage: tuple[int, RoundPlan],
    table: Table,
    left: int,
    sat: int,
    face: TableFace | None,
    clock: ClockFace,
    *,
    alone: bool,
) -> tuple[str, str]:
    """The state of a table that stands, and how it ended or is about to."""
    results = stored.results.get(table.pk, ())
    plan = stage[1]
    if table.finished_at is not None:
        counted = sum(one.chips is not None or one.through for one in results)
        if not results:
            return "done", ""
        if len(results) == 1 and not results[0].chips:
            return "done", "bye"
        if plan.ends == "levels":
            return "done", "levels"
        if counted > plan.left:
            return "done", "limit" if _limit_reached(table, plan) else "early"
        return "done", "last" if counted == 1 else "two_left"
    if table.started_at is None or not sat:
        return "playing", ""
    how = due(stored, stage, left, sat, face, clock, alone=alone)
    return ("count_needed", how) if how else ("playing", "")


def _limit_reached(table: Table, plan: RoundPlan) -> bool:
    """Whether a table that is over can have played as long as its stage lasts at most (VIV-26): no longer
    than the time that went by."""
    if not plan.limit_minutes or table.started_at is None or table.finished_at is None:
        return False
    return table.finished_at - table.started_at >= timedelta(minutes=plan.limit_minutes)


def due(
    stored: Played,
    stage: tuple[int, RoundPlan],
    left: int,
    sat: int,
    face: TableFace | None,
    clock: ClockFace,
    *,
    alone: bool = True,
) -> str:
    """Why a table with ``left`` of ``sat`` players is to be counted now; "" while it plays on.

    ``stage`` is what is played there, with its index; ``alone`` where no other table of the round plays.
    A stage that is carried on (SIS-14) ends without anybody being counted.
    """
    index, plan = stage
    if plan.ends == "table" and left <= plan.left:
        return "last" if left == 1 else "two_left"
    by_count = plan.ends == "last_player" and house_of(stored.open).end_mode == "two_left_count"
    if by_count and alone and left <= 2 < sat:
        return "last" if left == 1 else "two_left"
    if face is not None and face.limit_over:
        return "limit"
    carried_on = len(stretches(stored.plans, index)) > 1
    if plan.ends == "levels" and not carried_on and levels_over(stored.plans, stage, clock):
        return "levels"
    return ""


def levels_over(plans: Sequence[RoundPlan], stage: tuple[int, RoundPlan], face: ClockFace) -> bool:
    """Whether a stage of so many playing levels has had them (a break behind the last one included)."""
    here = face.position
    if here is None or face.setting is None or here.left is None:
        return False
    reached = played_levels(face) - rounds.levels_before(plans, stage[0])
    done = here.is_break or not here.left
    last = stage[1].level_count
    return reached > last or (reached == last and done)


def _coming(stored: Played, everyone: Field, shown: Sequence[RoundView]) -> list[RoundView]:
    """The rounds after the current one, as far as anybody can know."""
    if everyone.finished or not stored.standing:
        return []
    round = stored.current
    number = max((view.number for view in shown if view.state != "annulled"), default=0)
    index = stretches(stored.plans, round.plan_index)[-1]
    plan = stored.plans[index] if index < len(stored.plans) else RoundPlan()
    tables, left = leaves(stored, round, everyone)
    names = tuple(table.label for table in stored.tables_of(round))
    flights = plan.flight and round.finished_at is None
    found: list[RoundView] = []
    while len(found) < 2 * rounds.MOST_PLANS:
        coming = rounds.next_plan(stored.plans, index, left)
        if coming is None:
            break
        through = plan.advance or plan.left
        index, plan = coming
        flights = flights or plan.flight
        number += 1
        size = seats_of(stored.open, plan)
        expected = (
            brackets.expected_seeds(tables, through, size, names)
            if plan.seating == "seeded" and tables
            else ()
        )
        players = left if not plan.flight else sum(e.flight == number for e in everyone.entrants)
        known = 0 if flights and plan.seating == "merge" else players
        tables = plan.tables or -(-players // size)
        names = table_names(stored.plans, index, tables) if index else ()
        names = tuple(name or str(at) for at, name in enumerate(names, start=1))
        found.append(
            RoundView(None, number, plan.name, plan, "coming", (), expected, index, False, known or None)
        )
        # How many come out of flights nobody knows before all of them were played.
        left = len(everyone.left) if plan.flight else leaves_of(plan, tables, players)
    if found:
        found[-1] = replace(found[-1], last=True)
    return found
