"""What is stored of the rounds of an open, and what follows from it: who goes on, which stage comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from tdapp.floor.models import Seat
from tdapp.floor.table_faces import sat_at
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round, Table, TableResult
from tdapp.opens.queries import HANDED_OUT, Field, StackLine
from tdapp.opens.round_plans import plan_of_round, plans_of
from tdapp.rules import brackets, rounds
from tdapp.rules.round_presets import table_sizes
from tdapp.rules.rounds import RoundPlan
from tdapp.rules.seating import Place


@dataclass(frozen=True)
class NextRound:
    """What comes after the round that is played: the proposal that a director may edit.

    ``groups`` are entry ids per table, a group of one has a bye; ``names`` those of the tables, "" where
    they go by number.  ``results`` are those who go on, per earlier table, best first; ``seeds`` where each
    comes from.  It cannot begin (``ready``) while ``missing`` tables (ids) still play, or too many are
    left in (``left`` of at most ``until``); ``how`` is what it waits for: tables, field, levels, or "".
    ``unkept`` are entries whose kept (table, seat) this round cannot give.
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
    unkept: tuple[tuple[int, Place], ...] = ()

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

    @cached_property
    def ever(self) -> dict[int, frozenset[int]]:
        """Everybody who sat at each table since its round began, by the table's id."""
        found: dict[int, set[int]] = {}
        for table, entry in self.seats:
            found.setdefault(table, set()).add(entry)
        return {table: frozenset(entries) for table, entries in found.items()}

    def moved(self, round: Round) -> frozenset[int]:
        """Those who sat at several of the round's tables that count."""
        if round.pk not in self._moved:
            tables = [one.pk for one in self.tables.get(round.pk, ()) if one.annulled_at is None]
            times = Counter(entry for table in tables for entry in self.ever.get(table, ()))
            self._moved[round.pk] = frozenset(entry for entry, count in times.items() if count > 1)
        return self._moved[round.pk]

    @cached_property
    def _moved(self) -> dict[int, frozenset[int]]:
        return {}

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
    begun = {table.pk: one.started_at for one in found for table in tables.get(one.pk, ())}
    places = [
        (table_id, entry, number)
        for table_id, entry, number, ended in everybody.values_list("table", "entry", "number", "ended_at")
        if not _left_before(ended, begun.get(table_id))
    ]
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


def following(stored: Played, round: Round, everyone: Field) -> tuple[int, RoundPlan] | None:
    """The stage after a round, by who is in now or goes on from it."""
    last = stretches(stored.plans, round.plan_index)[-1]
    _tables, left = leaves(stored, round, everyone)
    return rounds.next_plan(stored.plans, last, left)


def hands_in(plan: RoundPlan, coming: tuple[int, RoundPlan] | None) -> bool:
    """Whether a table's chips are handed in as it ends: the stage that comes has fresh stacks, and this one
    is no day of several, whose stacks wait for the day on which all meet (T-2.1)."""
    return coming is not None and coming[1].stacks == "fresh" and not plan.flight


def stretches(plans: Sequence[RoundPlan], index: int) -> list[int]:
    """The stage of a round and those that carry seats, stacks and clock on in it (SIS-14)."""
    found = [index]
    while found[-1] + 1 < len(plans) and plans[found[-1] + 1].seating == "carry":
        found.append(found[-1] + 1)
    return found


def last_stage(stored: Played, round: Round) -> tuple[int, RoundPlan]:
    """The stage that ends a round, and its index: the last of those that carry everything on in it."""
    index = stretches(stored.plans, round.plan_index)[-1]
    if index == round.plan_index or index >= len(stored.plans):
        return round.plan_index, plan_of_round(round) or RoundPlan()
    return index, stored.plans[index]


def leaves(stored: Played, round: Round, everyone: Field) -> tuple[int, int]:
    """How many tables the round has, and how many players it is going to leave in."""
    first, (_index, plan) = plan_of_round(round) or RoundPlan(), last_stage(stored, round)
    tables = stored.tables_of(round)
    going_on = stored.through(round)
    sizes = [len(stored.sat.get(table.pk, ())) for table in tables]
    if not everyone.started or not sum(sizes):
        from_field = first_sizes(stored.open, first, len(everyone.entrants))
        return len(from_field), leaves_of(plan, len(from_field), len(everyone.entrants))
    if plan.ends != "table":
        return len(tables), leaves_of(plan, len(tables), len(everyone.left))
    through = plan.advance or plan.left
    return len(tables), sum(
        len(those) if table.finished_at is not None else min(through, size)
        for table, those, size in zip(tables, going_on, sizes, strict=True)
    )


def leaves_of(plan: RoundPlan, tables: int, players: int) -> int:
    if plan.ends == "table":
        return min(players, tables * (plan.advance or plan.left))
    return min(players, plan.left) if plan.ends in ("field", "last_player") else players


def seats_of(open: Open, plan: RoundPlan) -> int:
    """How many sit at a table of a stage."""
    return plan.table_seats or house_of(open).table_seats


def table_names(plans: Sequence[RoundPlan], index: int, count: int) -> tuple[str, ...]:
    """Letters for the first tables where later seats follow from them (A1, B2), else numbers ("")."""
    seeded = index == 0 and any(plan.seating == "seeded" for plan in plans[1:])
    return tuple(brackets.letter(at) if seeded and count > 1 else "" for at in range(1, count + 1))


def first_sizes(open: Open, plan: RoundPlan, players: int) -> tuple[int, ...]:
    """How many sit at each table of a drawn round: as even as can be, nobody alone."""
    if not players:
        return ()
    tables = plan.tables or -(-players // seats_of(open, plan))
    return table_sizes(players, min(tables, max(1, players // 2)))


def flights_of(open: Open) -> int:
    """In how many flights the open begins, 0 where it does not."""
    return sum(plan.flight for plan in plans_of(open))


def _left_before(ended: datetime | None, begun: datetime | None) -> bool:
    """Whether a seat was given up before its round began: drawn again, or put right; nobody played there."""
    return ended is not None and begun is not None and ended < begun


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


def sat_at_table(table: Table) -> list[int]:
    """Who sat at one table last among its round's, in or out: entry ids in order of seats."""
    beside = Table.objects.filter(round=table.round_id)
    return sat_at(beside).get(table.pk, [])


def chips_at(stored: Played, round: Round, table: Table, everyone: Field) -> int | None:
    """The chips that were handed to those who sit, or sat, at a table; None where somebody was moved."""
    if not everyone.started or stored.ever.get(table.pk, frozenset()) & stored.moved(round):
        return None
    return sum(handed_out(everyone, entry) for entry in stored.sat.get(table.pk, ()))


def handed_out(everyone: Field, entry: int) -> int:
    """The chips that were handed to an entry for what he plays now: his stack, and what was bought since."""
    return handed_out_by(everyone.ledgers.get(entry, ()))


def handed_out_until_end(everyone: Field, entry: int) -> int:
    """The same, but at a table that is over what it was there: before the chips were handed in."""
    lines = everyone.ledgers.get(entry, ())
    if everyone.handed_in(entry):
        last = max(i for i, line in enumerate(lines) if line.source == "back")
        lines = lines[:last]
    return handed_out_by(lines)


def handed_out_by(lines: Sequence[StackLine]) -> int:
    """The chips handed out for what was played as these lines of a ledger end."""
    chips = before = 0
    for line in lines:
        if line.source == "back" and line.counted:
            chips = 0
        elif line.source == "round":
            chips = line.chips
        elif line.source == "back" or line.source in HANDED_OUT:
            chips += line.chips - before
        before = line.chips
    return chips


def table_places(still_in: int, outs: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The places at a table of those who are out, given as (entry, order); equal orders share the better."""
    found: dict[int, int] = {}
    for entry, order in outs:
        found[entry] = still_in + 1 + sum(other > order for _, other in outs)
    return found
