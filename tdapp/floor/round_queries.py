"""The rounds of an open as pages show them: which tables, who sits there, how each ended, what comes.

Decides nothing by itself: ``rules.rounds`` and ``rules.brackets`` say how a table ends and who meets whom.
Annulled rounds and tables are shown as history and count for nothing (VIV-32).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from tdapp.clock.queries import ClockFace, played_levels
from tdapp.floor.models import Seat
from tdapp.floor.table_faces import TableFace, faces_of, sat_at
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round, Table, TableResult
from tdapp.opens.queries import Entrant, Field
from tdapp.opens.round_plans import plan_of_round, plans_of
from tdapp.rules import brackets, rounds
from tdapp.rules.draw import shuffled
from tdapp.rules.errors import Remark
from tdapp.rules.levels import Level
from tdapp.rules.round_presets import table_sizes
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
    plays down to), limit (VIV-26), levels (so many levels were played), bye (nobody to play against).
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


@dataclass(frozen=True)
class NextRound:
    """What comes after the round that is played: the proposal that a director may edit.

    ``groups`` are entry ids per table, a group of one has a bye; ``names`` those of the tables, "" where
    they go by number.  ``results`` are those who go on, per earlier table, best first; ``seeds`` where each
    comes from.  It cannot begin (``ready``) while ``missing`` tables (ids) still play, or too many are
    left in (``left`` of at most ``until``); ``how`` is what it waits for: tables, field, levels, or "".
    ``repeats`` are the annulled tables (ids) that these take the places of, in a round that stands otherwise
    (VIV-32).
    """

    index: int
    plan: RoundPlan
    number: int
    groups: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    results: tuple[tuple[int, ...], ...]
    seeds: Mapping[int, str] = field(hash=False)
    missing: tuple[int, ...] = ()
    how: str = ""
    left: int = 0
    until: int = 0
    table_seats: int = 0
    repeats: tuple[int, ...] = ()

    @property
    def makes_up(self) -> bool:
        """Whether only tables of a begun round are missing, because they fell."""
        return bool(self.repeats)

    @property
    def plan_index(self) -> int:
        return self.index

    @property
    def name(self) -> str:
        return self.plan.name

    @property
    def size(self) -> int:
        """The most that sit at one table."""
        return self.table_seats

    @property
    def byes(self) -> tuple[int, ...]:
        """Those who go on without playing."""
        return tuple(group[0] for group in self.groups if len(group) == 1)

    @property
    def ready(self) -> bool:
        return not self.how

    @property
    def players(self) -> int:
        return sum(len(table) for table in self.results)


@dataclass(frozen=True)
class Played:
    """What is stored of all rounds of an open, read once."""

    open: Open
    plans: tuple[RoundPlan, ...]
    rounds: tuple[Round, ...]
    tables: Mapping[int, tuple[Table, ...]] = field(hash=False)
    results: Mapping[int, tuple[TableResult, ...]] = field(hash=False)
    seats: Mapping[tuple[int, int], int] = field(hash=False)
    sat: Mapping[int, list[int]] = field(hash=False)

    @cached_property
    def standing(self) -> tuple[Round, ...]:
        """The rounds that were not annulled, in order."""
        return tuple(round for round in self.rounds if round.annulled_at is None)

    @property
    def current(self) -> Round:
        """As ``clock.queries.current_round`` says."""
        return next((one for one in self.standing if one.finished_at is None), self.standing[-1])

    def tables_of(self, round: Round) -> tuple[Table, ...]:
        """Its tables that count: neither broken nor annulled, and not those where nobody ever sat."""
        return tuple(
            table
            for table in self.tables.get(round.pk, ())
            if table.closed_at is None
            and table.annulled_at is None
            and (round.started_at is None or self.sat.get(table.pk))
        )

    def through(self, round: Round) -> tuple[tuple[int, ...], ...]:
        """Those who go on from each of its tables, best first."""
        return tuple(
            tuple(one.entry_id for one in self.results.get(table.pk, ()) if one.through)
            for table in self.tables_of(round)
        )

    def unfinished(self, round: Round) -> tuple[Table, ...]:
        return tuple(table for table in self.tables_of(round) if table.finished_at is None)


def played(open: Open) -> Played:
    """Rounds, tables, results and seats of an open, in four queries."""
    found = tuple(Round.objects.filter(open=open).order_by("number", "pk"))
    tables: dict[int, list[Table]] = {}
    rows = list(Table.objects.filter(round__open=open).order_by("number", "pk"))
    for table in rows:
        tables.setdefault(table.round_id, []).append(table)
    results: dict[int, list[TableResult]] = {}
    for one in TableResult.objects.filter(table__round__open=open).order_by("place", "pk"):
        results.setdefault(one.table_id, []).append(one)
    sat: dict[int, list[int]] = {}
    seats: dict[tuple[int, int], int] = {}
    everybody = Seat.objects.filter(table__round__open=open).order_by("pk")
    places = list(everybody.values_list("table", "entry", "number"))
    for table_id, entry, number in places:
        seats[(table_id, entry)] = number
    for there in tables.values():
        sat |= sat_at(there, places)
    return Played(
        open,
        plans_of(open),
        found,
        {key: tuple(value) for key, value in tables.items()},
        {key: tuple(value) for key, value in results.items()},
        seats,
        sat,
    )


def rounds_of(open: Open, everyone: Field, face: ClockFace, now: datetime) -> tuple[RoundView, ...]:
    """Every round of the open: annulled, played, being played and coming; empty for an open of one round."""
    if not open.round_plans:
        return ()
    stored = played(open)
    shown: list[RoundView] = []
    for round in stored.rounds:
        shown += _views(stored, round, everyone, face, now)
    return (*shown, *_coming(stored, everyone, shown))


def _views(stored: Played, round: Round, everyone: Field, face: ClockFace, now: datetime) -> list[RoundView]:
    """One view of a round, or one for each of its stretches where stages carry everything on."""
    plan = plan_of_round(round) or RoundPlan()
    over = round.finished_at is not None or round.annulled_at is not None
    faces: dict[int, TableFace] = {}
    tables = stored.tables.get(round.pk, ())
    if not over or any(table.finished_at is None and table.annulled_at is None for table in tables):
        sat = {key: list(value) for key, value in stored.sat.items()}
        faces = faces_of(stored.open, round, everyone, now, tables, sat)
    shown = stored.tables_of(round)
    if round.annulled_at is not None:
        shown = tuple(table for table in tables if stored.sat.get(table.pk))
    else:
        fallen = (t for t in tables if t.annulled_at is not None and stored.sat.get(t.pk))
        shown = tuple(sorted((*shown, *fallen), key=lambda t: (t.number, t.pk)))
    seeds = _seeds(stored, round)
    state = _state(stored, round, everyone)
    stretches = _stretches(stored.plans, round.plan_index)
    at = round.plan_index
    if len(stretches) > 1:
        at = rounds.stage_of(stored.plans, played_levels(face) if face.setting else 1, round.plan_index)
    last = rounds.next_plan(stored.plans, stretches[-1], 0 if plan.flight else 2) is None
    views = []
    for place, index in enumerate(stretches):
        stage = stored.plans[index] if index < len(stored.plans) else plan
        if place == 0:
            stage = plan
        whole = (
            state if state in ("annulled", "coming") or index == at else "done" if index < at else "coming"
        )
        made = tuple(
            _table(stored, round, stage, table, everyone, faces.get(table.pk), seeds, face, now)
            for table in (shown if index == at or state == "annulled" else ())
        )
        final = index == stretches[-1] and _is_last(stored, round, everyone, last)
        views.append(
            RoundView(
                round.pk, round.number + place, stage.name, stage, whole, made, (), index, final,
                len({row.entrant.id for table in made for row in table.rows}) or None,
            )
        )  # fmt: skip
    return views


def _is_last(stored: Played, round: Round, everyone: Field, last: bool) -> bool:
    """Whether the open ends with this round."""
    return following(stored, round, everyone) is None if round is stored.current else last


def _stretches(plans: Sequence[RoundPlan], index: int) -> list[int]:
    """The stage of a round and those that carry seats, stacks and clock on in it (SIS-14)."""
    found = [index]
    while found[-1] + 1 < len(plans) and plans[found[-1] + 1].seating == "carry":
        found.append(found[-1] + 1)
    return found


def _state(stored: Played, round: Round, everyone: Field) -> str:
    if round.annulled_at is not None:
        return "annulled"
    if not everyone.started or round.started_at is None:
        return "coming"
    return "done" if round.finished_at is not None or everyone.finished else "playing"


def _seeds(stored: Played, round: Round) -> dict[int, str]:
    """Where those who play a seeded round came from: "A1"."""
    plan = plan_of_round(round)
    if plan is None or plan.seating != "seeded":
        return {}
    found: dict[int, str] = {}
    before = [one for one in stored.rounds if one.number == round.number - 1]
    tables = [table for one in before for table in stored.tables.get(one.pk, ())]
    # Of an annulled table only history was made: what stands comes last and counts.
    fallen_last = round.annulled_at is not None
    for table in sorted(tables, key=lambda t: (t.annulled_at is not None) == fallen_last):
        for one in stored.results.get(table.pk, ()):
            if one.through:
                found[one.entry_id] = brackets.seed_label(table.label, one.place)
    return found


def _table(
    stored: Played,
    round: Round,
    plan: RoundPlan,
    table: Table,
    everyone: Field,
    face: TableFace | None,
    seeds: Mapping[int, str],
    clock: ClockFace,
    now: datetime,
) -> RoundTable:
    results = stored.results.get(table.pk, ())
    if results:
        rows = _rows_done(stored, table, everyone, seeds)
    else:
        rows = _rows_playing(stored, table, everyone, seeds, now)
    left = sum(row.state == "in" for row in rows)
    state, how = _ending(stored, plan, table, left, len(rows), face, clock)
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
    )


def sat_at_table(table: Table) -> list[int]:
    """Who sat at one table last among its round's, in or out: entry ids in order of seats."""
    beside = Table.objects.filter(round=table.round_id)
    return sat_at(beside).get(table.pk, [])


def need_no_seat(open: Open, everyone: Field, round: Round) -> frozenset[int]:
    """Who is in and sits nowhere, and rightly so: entries of another flight, who went on from a table that
    is over, who came in a round that seats everybody as it begins."""
    plan = plan_of_round(round)
    if plan is None:
        return frozenset()
    ids = {entrant.id for entrant in everyone.entrants}
    if plan.flight:
        mine = {round.number} | ({0} if round.number == 1 else set())
        here = {entrant.id for entrant in everyone.entrants if entrant.flight in mine}
    else:
        here = ids if round.number == 1 else set()
    over = TableResult.objects.filter(table__round=round, table__annulled_at=None)
    return frozenset(ids - here) | frozenset(over.values_list("entry", flat=True))


def flights_of(open: Open) -> int:
    """In how many flights the open begins, 0 where it does not."""
    return sum(plan.flight for plan in plans_of(open))


def chips_at(stored: Played, round: Round, table: Table, everyone: Field) -> int | None:
    """The chips that were handed to those who sit, or sat, at a table; None where somebody was moved."""
    sat = set(stored.sat.get(table.pk, ()))
    here = [one.pk for one in stored.tables.get(round.pk, ()) if one.annulled_at is None]
    elsewhere = {entry for (at, entry) in stored.seats if at in here and at != table.pk}
    once = {entry for (at, entry) in stored.seats if at == table.pk}
    if sat & elsewhere or once - sat or not everyone.started:
        return None
    return sum(handed_out(everyone, entry) for entry in sat)


def handed_out(everyone: Field, entry: int) -> int:
    """The chips that were handed to an entry for what he plays now: his stack, and rebuys since."""
    chips = before = 0
    for line in everyone.ledgers.get(entry, ()):
        if line.source == "back" and line.counted:
            chips = 0
        elif line.source == "round":
            chips = line.chips
        elif line.source in ("start", "rebuy", "back"):
            chips += line.chips - before
        before = line.chips
    return chips


def _rows_done(
    stored: Played, table: Table, everyone: Field, seeds: Mapping[int, str]
) -> tuple[RoundRow, ...]:
    disqualified = {out.entry for out in everyone.outs if out.disqualified}
    found = []
    for one in stored.results.get(table.pk, ()):
        entrant = everyone.by_id.get(one.entry_id)
        if entrant is None:
            continue
        state = "through" if one.through else "out" if one.chips is None else "stays_out"
        if one.entry_id in disqualified and not one.through:
            state = "disqualified"
        seat = stored.seats.get((table.pk, one.entry_id))
        found.append(RoundRow(entrant, seeds.get(one.entry_id, ""), seat, one.place, one.chips, state))
    return tuple(found)


def _rows_playing(
    stored: Played, table: Table, everyone: Field, seeds: Mapping[int, str], now: datetime
) -> tuple[RoundRow, ...]:
    sat = [entry for entry in stored.sat.get(table.pk, ()) if entry in everyone.by_id]
    outs = {out.entry: out for out in everyone.outs}
    inside = [entry for entry in sat if entry not in outs]
    inside.sort(key=lambda entry: (seeds.get(entry, ""), stored.seats.get((table.pk, entry), 0)))
    final = everyone.places if everyone.finished else {}
    inside.sort(key=lambda entry: final[entry].first if entry in final else 0)
    places = table_places(len(inside), [(e, outs[e].order) for e in sat if e in outs])
    found = []
    for entry in inside:
        chips = everyone.sure_stack(entry, now)
        seat, place = stored.seats.get((table.pk, entry)), final[entry].first if entry in final else None
        found.append(RoundRow(everyone.by_id[entry], seeds.get(entry, ""), seat, place, chips, "in"))
    for entry, place in sorted(places.items(), key=lambda one: one[1]):
        state = "disqualified" if outs[entry].disqualified else "out"
        seat = stored.seats.get((table.pk, entry))
        found.append(RoundRow(everyone.by_id[entry], seeds.get(entry, ""), seat, place, None, state))
    return tuple(found)


def table_places(still_in: int, outs: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The places at a table of those who are out, given as (entry, order); equal orders share the better."""
    found: dict[int, int] = {}
    for entry, order in outs:
        found[entry] = still_in + 1 + sum(other > order for _, other in outs)
    return found


def _ending(
    stored: Played,
    plan: RoundPlan,
    table: Table,
    left: int,
    sat: int,
    face: TableFace | None,
    clock: ClockFace,
) -> tuple[str, str]:
    """The state of a table that stands, and how it ended or is about to."""
    results = stored.results.get(table.pk, ())
    if table.finished_at is not None:
        counted = sum(one.chips is not None or one.through for one in results)
        if not results:
            return "done", ""
        if len(results) == 1 and not results[0].chips:
            return "done", "bye"
        if plan.ends == "levels":
            return "done", "levels"
        return "done", "last" if counted == 1 else "two_left" if counted <= plan.left else "limit"
    if table.started_at is None or not sat:
        return "playing", ""
    how = due(stored.open, plan, left, sat, face, clock, stored.plans)
    return ("count_needed", how) if how else ("playing", "")


def due(
    open: Open,
    plan: RoundPlan,
    left: int,
    sat: int,
    face: TableFace | None,
    clock: ClockFace,
    plans: Sequence[RoundPlan] = (),
) -> str:
    """Why a table with ``left`` of ``sat`` players is to be counted now; "" while it plays on."""
    if plan.ends == "table" and left <= plan.left:
        return "last" if left == 1 else "two_left"
    if plan.ends == "last_player" and house_of(open).end_mode == "two_left_count" and left <= 2 < sat:
        return "last" if left == 1 else "two_left"
    if face is not None and face.limit_over:
        return "limit"
    if plan.ends == "levels" and levels_over(plan, clock):
        return "levels"
    return ""


def levels_over(plan: RoundPlan, face: ClockFace) -> bool:
    """Whether a stage of so many playing levels has had them (a break behind the last one included)."""
    here = face.position
    if here is None or face.setting is None or here.left is None:
        return False
    reached = played_levels(face)
    done = here.is_break or not here.left
    return reached > plan.level_count or (reached == plan.level_count and done)


# -- what comes -----------------------------------------------------------------------------------------


def seats_of(open: Open, plan: RoundPlan) -> int:
    """How many sit at a table of a stage."""
    return plan.table_seats or house_of(open).table_seats


def table_names(plans: Sequence[RoundPlan], index: int, count: int) -> tuple[str, ...]:
    """Letters for the first tables where later seats follow from them (A1, B2), else numbers ("")."""
    seeded = index == 0 and any(plan.seating == "seeded" for plan in plans[1:])
    return tuple(brackets.letter(at) if seeded and count > 1 else "" for at in range(1, count + 1))


def _coming(stored: Played, everyone: Field, shown: Sequence[RoundView]) -> list[RoundView]:
    """The rounds after the current one, as far as anybody can know."""
    if everyone.finished or not stored.standing:
        return []
    round = stored.current
    number = max((view.number for view in shown if view.state != "annulled"), default=0)
    index = _stretches(stored.plans, round.plan_index)[-1]
    plan = stored.plans[index] if index < len(stored.plans) else RoundPlan()
    tables, left = _leaves(stored, round, everyone)
    names = tuple(table.label for table in stored.tables_of(round))
    found: list[RoundView] = []
    while len(found) < 2 * rounds.MOST_PLANS:
        coming = rounds.next_plan(stored.plans, index, left)
        if coming is None:
            break
        through = plan.advance or plan.left
        index, plan = coming
        number += 1
        size = seats_of(stored.open, plan)
        expected = (
            brackets.expected_seeds(tables, through, size, names)
            if plan.seating == "seeded" and tables
            else ()
        )
        players = left if not plan.flight else sum(e.flight == number for e in everyone.entrants)
        tables = plan.tables or -(-players // size)
        names = table_names(stored.plans, index, tables) if index else ()
        names = tuple(name or str(at) for at, name in enumerate(names, start=1))
        found.append(
            RoundView(None, number, plan.name, plan, "coming", (), expected, index, False, players or None)
        )
        left = _leaves_of(plan, tables, players)
    if found:
        found[-1] = replace(found[-1], last=True)
    return found


def _leaves(stored: Played, round: Round, everyone: Field) -> tuple[int, int]:
    """How many tables the round has, and how many players it is going to leave in."""
    plan = plan_of_round(round) or RoundPlan()
    tables = stored.tables_of(round)
    going_on = stored.through(round)
    sizes = [len(stored.sat.get(table.pk, ())) for table in tables]
    if not everyone.started or not sum(sizes):
        from_field = first_sizes(stored.open, plan, len(everyone.entrants))
        return len(from_field), _leaves_of(plan, len(from_field), len(everyone.entrants))
    if plan.ends != "table":
        return len(tables), _leaves_of(plan, len(tables), len(everyone.left))
    through = plan.advance or plan.left
    return len(tables), sum(
        len(those) if table.finished_at is not None else min(through, size)
        for table, those, size in zip(tables, going_on, sizes, strict=True)
    )


def _leaves_of(plan: RoundPlan, tables: int, players: int) -> int:
    if plan.ends == "table":
        return min(players, tables * (plan.advance or plan.left))
    return min(players, plan.left) if plan.ends in ("field", "last_player") else players


def first_sizes(open: Open, plan: RoundPlan, players: int) -> tuple[int, ...]:
    """How many sit at each table of a drawn round: as even as can be, nobody alone."""
    if not players:
        return ()
    tables = plan.tables or -(-players // seats_of(open, plan))
    return table_sizes(players, min(tables, max(1, players // 2)))


def following(stored: Played, round: Round, everyone: Field) -> tuple[int, RoundPlan] | None:
    """The stage after a round, by who is in now or goes on from it."""
    last = _stretches(stored.plans, round.plan_index)[-1]
    _tables, left = _leaves(stored, round, everyone)
    return rounds.next_plan(stored.plans, last, left)


def next_round(open: Open, everyone: Field, seed: str, tables: int = 0) -> NextRound | None:
    """The round to be played next, with a proposal of its tables; None where the open ends with this one.

    ``tables`` is another number of them that the director chose, 0 as the plan says.
    """
    if not open.round_plans or everyone.finished or not everyone.started:
        return None
    stored = played(open)
    round = stored.current
    plan = plan_of_round(round) or RoundPlan()
    coming = following(stored, round, everyone)
    if coming is None:
        return None
    index, stage = coming
    how, missing = _waits(stored, round, plan, everyone)
    results = _going_on(stored, round, plan, stage, everyone)
    size = _size(open, stage, sum(map(len, results)), tables)
    groups = () if how else _groups(stored, stage, results, size, seed)
    count = sum(len(group) > 1 for group in groups)
    labels = [table.label for table in stored.tables_of(round)]
    seeds = brackets.seeds_of(results, labels) if stage.seating == "seeded" else {}
    names = table_names(stored.plans, index, count)
    return NextRound(
        index, stage, round.number + 1, groups, names, results, seeds, missing, how,
        len(everyone.left), plan.left if plan.ends == "field" else 0, size,
    )  # fmt: skip


def _waits(stored: Played, round: Round, plan: RoundPlan, everyone: Field) -> tuple[str, tuple[int, ...]]:
    """What the next round waits for, and the tables that still play."""
    if round.finished_at is not None:
        return "", ()
    if plan.ends == "field":
        return ("field", ()) if len(everyone.left) > plan.left else ("", ())
    missing = tuple(table.pk for table in stored.unfinished(round))
    return ("levels" if plan.ends == "levels" else "tables", missing) if missing else ("", ())


def _going_on(
    stored: Played, round: Round, plan: RoundPlan, stage: RoundPlan, everyone: Field
) -> tuple[tuple[int, ...], ...]:
    """Who plays the next stage, per earlier table, best first."""
    if stage.flight:
        flight = round.number + 1
        return (tuple(entrant.id for entrant in everyone.entrants if entrant.flight == flight),)
    if plan.ends == "table":
        return tuple(
            tuple(entry for entry in those if entry not in everyone.out_ids)
            for those in stored.through(round)
        )
    left = {entrant.id for entrant in everyone.left}
    there = [
        tuple(entry for entry in stored.sat.get(table.pk, ()) if entry in left)
        for table in stored.tables_of(round)
    ]
    seated = {entry for table in there for entry in table}
    elsewhere = tuple(entrant.id for entrant in everyone.left if entrant.id not in seated)
    return tuple(table for table in (*there, elsewhere) if table)


def _size(open: Open, stage: RoundPlan, players: int, tables: int) -> int:
    """The most that sit at a table of the stage, by its own number of tables or another."""
    tables = tables or stage.tables
    return max(2, -(-players // tables)) if tables else seats_of(open, stage)


def _groups(
    stored: Played, stage: RoundPlan, results: tuple[tuple[int, ...], ...], size: int, seed: str
) -> tuple[tuple[int, ...], ...]:
    everybody = [entry for table in results for entry in table]
    if not everybody:
        return ()
    if stage.seating == "seeded":
        rested = [entry for entry in everybody if _had_bye(stored, entry)]
        return brackets.continue_with(results, size, seed, rested)
    drawn = shuffled(sorted(everybody), seed, "groups")
    tables = -(-len(everybody) // size)
    return tuple(tuple(drawn[at::tables]) for at in range(tables))


def _had_bye(stored: Played, entry: int) -> bool:
    """Whether somebody sat alone at a table, which is how a bye is kept."""
    return any(
        len(results) == 1 and results[0].entry_id == entry and len(stored.sat.get(table, ())) == 1
        for table, results in stored.results.items()
    )


def suggestions(views: Iterable[RoundView], coming: NextRound | None) -> tuple[Remark, ...]:
    """What a director should do about the rounds, with its reason.

    Codes: ``table_count`` (table: id, label, how, left) for each table to be counted, ``round_next``
    (number, name, players, tables) once the next round can begin.  The last round is ended by the floor's.
    """
    found = [
        Remark("table_count", {"table": one.id, "label": one.label, "how": one.how, "left": len(one.left)})
        for view in views
        if view.state == "playing" and not view.last
        for one in view.tables
        if one.state == "count_needed"
    ]
    if coming is not None and coming.ready and coming.groups:
        tables = sum(len(group) > 1 for group in coming.groups)
        words = {"number": coming.number, "name": coming.plan.name, "players": coming.players}
        found.append(Remark("round_next", {**words, "tables": tables}))
    return tuple(found)
