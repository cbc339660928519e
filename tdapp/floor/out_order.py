"""Where an out may stand among the others: with those of its round, and as its counted table says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tdapp.floor.models import Seat
from tdapp.floor.played import table_places
from tdapp.journal.models import Stream
from tdapp.journal.recorder import Change
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Out, Round, Table, TableResult
from tdapp.opens.queries import Field, OutFact
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules.errors import RuleError

Stage = tuple[int, bool]
"""A round's number (0 for every flight: they are one stage), and whether he had gone on from it."""
SHIFTS = {"before": -0.5, "same": 0.0, "after": 0.5}
"""What is added to another out's order to stand just before it, level with it, or just after it."""


@dataclass(frozen=True)
class OutOrder:
    """The tables at which everybody of an open sat last, with their results; in opens without rounds nothing.

    ``tables`` and ``results`` are by entry id; annulled tables do not count.
    """

    everyone: Field
    tables: Mapping[int, Table]
    results: Mapping[int, TableResult]
    current: Round | None
    shares: bool

    def check_beside(self, mine: OutFact, entry: int, other: int, where: str) -> None:
        """Whether the out of an entry may stand ``where`` ("before", "same", "after") another out (its id).

        RuleError: ``places_not_shared`` (VIV-25: equal ones play an open hand), ``out_of_other_round``
        (entry, other: places of a later round stand above those of an earlier one), ``result_stands``
        (label: the count of their table says otherwise).
        """
        beside = self._facts.get(other)
        if beside is None or other == mine.id:
            return
        if where == "same" and not self.shares:
            raise RuleError("places_not_shared", entry=entry)
        order = beside.order + SHIFTS[where]
        self._check_round(mine, entry, beside, order)
        self._check_table(mine, entry, order)

    def may_stand(self, mine: OutFact, other: int, where: str) -> bool:
        """Whether ``check_beside`` lets him."""
        try:
            self.check_beside(mine, mine.entry, other, where)
        except RuleError:
            return False
        return True

    def _check_round(self, mine: OutFact, entry: int, beside: OutFact, order: float) -> None:
        """Who is disqualified is paid nothing (VIV-31), so it takes nothing from anybody where he stands."""
        stage = self._stages.get(entry)
        if stage is None or mine.disqualified:
            return
        theirs = self._stages.get(beside.entry)
        if theirs is not None and theirs != stage and not beside.disqualified:
            raise RuleError("out_of_other_round", entry=entry, other=beside.entry)
        below, above = self._bounds.get(stage, (None, None))
        if below is not None and order <= below.order:
            raise RuleError("out_of_other_round", entry=entry, other=below.entry)
        if above is not None and order >= above.order:
            raise RuleError("out_of_other_round", entry=entry, other=above.entry)

    def _check_table(self, mine: OutFact, entry: int, order: float) -> None:
        """At a counted table only those who had gone out before the count change places."""
        result = self.results.get(entry)
        if result is None:
            return
        for other in self._at.get(result.table_id, ()):
            free = went_out(result) and went_out(self.results[other.entry])
            stood, stands = mine.order - other.order, order - other.order
            if other.id != mine.id and not free and (stood > 0, stood < 0) != (stands > 0, stands < 0):
                raise RuleError("result_stands", label=self.tables[entry].label)

    def check_plays(self, entry: int) -> None:
        """Whether his table still plays, so that he may come back to it or go out there.

        RuleError: ``result_stands`` (label), ``next_round_began``.
        """
        table = self.tables.get(entry)
        if table is None or self.current is None:
            return
        # From a broken table one is drawn to another of the round that is played, with what he carries.
        gone = table.finished_at is not None or (table.closed_at is not None and self._fresh)
        if gone and table.round_id != self.current.pk:
            raise RuleError("next_round_began")
        if table.finished_at is not None:
            raise RuleError("result_stands", label=table.label)

    def refusal(self, entry: int) -> RuleError | None:
        """Why ``check_plays`` refuses, None where it does not."""
        try:
            self.check_plays(entry)
        except RuleError as error:
            return error
        return None

    @cached_property
    def _fresh(self) -> bool:
        plan = plan_of_round(self.current) if self.current is not None else None
        return plan is not None and plan.stacks == "fresh"

    @cached_property
    def _facts(self) -> dict[int, OutFact]:
        return {fact.id: fact for fact in self.everyone.outs}

    @cached_property
    def _stages(self) -> dict[int, Stage]:
        return {entry: self._stage(entry, table) for entry, table in self.tables.items()}

    def _stage(self, entry: int, table: Table) -> Stage:
        plan, result = plan_of_round(table.round), self.results.get(entry)
        number = 0 if plan is not None and plan.flight else table.round.number
        return number, result is not None and result.through

    @cached_property
    def _bounds(self) -> dict[Stage, tuple[OutFact | None, OutFact | None]]:
        """The last out of the stages before each, and the first of those after it."""
        told = [
            (self._stages[fact.entry], fact)
            for fact in self.everyone.outs
            if fact.entry in self._stages and not fact.disqualified
        ]
        found = {}
        for stage in set(self._stages.values()):
            below = [fact for their, fact in told if their < stage]
            above = [fact for their, fact in told if their > stage]
            found[stage] = (
                max(below, key=lambda fact: fact.order, default=None),
                min(above, key=lambda fact: fact.order, default=None),
            )
        return found

    @cached_property
    def _at(self) -> dict[int, list[OutFact]]:
        """The outs at each counted table, by the table's id."""
        found: dict[int, list[OutFact]] = {}
        for fact in self.everyone.outs:
            if fact.entry in self.results:
                found.setdefault(self.results[fact.entry].table_id, []).append(fact)
        return found


def out_order(open: Open, everyone: Field) -> OutOrder:
    """Read it: in an open without rounds nothing, else in three queries."""
    shares = house_of(open).same_hand_outs != "stack_before_open_hand"
    if not open.round_plans:
        return OutOrder(everyone, {}, {}, None, shares)
    seats = Seat.objects.filter(
        table__round__open=open, table__annulled_at=None, table__round__annulled_at=None
    ).order_by("pk")
    last = dict(seats.values_list("entry", "table"))
    rows = Table.objects.select_related("round").in_bulk(set(last.values()))
    results = {
        one.entry_id: one
        for one in TableResult.objects.filter(table__in=rows)
        if last.get(one.entry_id) == one.table_id
    }
    current = Round.objects.filter(open=open, annulled_at=None).order_by("number").last()
    return OutOrder(everyone, {entry: rows[key] for entry, key in last.items()}, results, current, shares)


def went_out(result: TableResult) -> bool:
    """Whether he had gone out before his table was counted."""
    return not result.through and result.chips is None


def follow_result(change: Change, *, order: OutOrder, entry: int) -> None:
    """Write the places of those who went out at an entry's counted table anew, as their outs stand now."""
    mine = order.results.get(entry)
    if mine is not None:
        for result, place in _other_places(TableResult.objects.filter(table=mine.table_id).order_by("pk")):
            change.update(result, place=place)


def check_results(stream: Stream, kind: str) -> None:
    """After an act is taken back or put back each counted table still has the order of its outs.

    RuleError: ``play_has_gone_on``.
    """
    open = Open.objects.filter(stream=stream).first()
    if open is None or not open.round_plans:
        return
    counted: dict[int, list[TableResult]] = {}
    standing = TableResult.objects.filter(
        table__round__open=open, table__annulled_at=None, table__round__annulled_at=None
    )
    for result in standing.order_by("pk"):
        counted.setdefault(result.table_id, []).append(result)
    outs = dict(Out.objects.filter(entry__open=open).values_list("entry", "order"))
    for results in counted.values():
        if _other_places(results, outs):
            raise RuleError("play_has_gone_on")


def _other_places(
    results: Iterable[TableResult], outs: Mapping[int, int] | None = None
) -> list[tuple[TableResult, int]]:
    """Who went out at a table and has another place there by his out, with that place.

    ``results`` are all of the table, ``outs`` the orders of outs by entry id, read where not at hand.
    """
    there = list(results)
    gone = {one.entry_id: one for one in there if went_out(one)}
    if outs is None:
        outs = dict(Out.objects.filter(entry__in=gone).values_list("entry", "order"))
    if not outs.keys() >= gone.keys():
        return []
    places = table_places(len(there) - len(gone), [(entry, outs[entry]) for entry in gone])
    return [(gone[entry], place) for entry, place in places.items() if gone[entry].place != place]
