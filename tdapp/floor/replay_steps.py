"""Parts of playing tables again (VIV-32): what falls is annulled and kept as history, what is played again
begins anew."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tdapp.cash.models import BountyPrize
from tdapp.clock.models import Clock
from tdapp.clock.steps import start_table_clock, stop_clocks
from tdapp.floor import room, round_steps, steps
from tdapp.floor.played import NextRound, Played, table_places
from tdapp.floor.replay_queries import time_passes
from tdapp.journal.models import Journaled
from tdapp.journal.recorder import Change
from tdapp.opens.models import Open, Out, Round, Table, TableResult
from tdapp.opens.queries import Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules.rounds import RoundPlan


def void_out(change: Change, *, out: Out) -> None:
    """Take an out back; an entered hand that put him out stays, and refers to it no more."""
    for head in BountyPrize.objects.filter(out=out):
        change.void(head)
    for relation in Out._meta.related_objects:
        model = relation.related_model
        if isinstance(model, type) and issubclass(model, Journaled):
            for row in model.objects.filter(**{relation.field.name: out.pk}):
                change.update(row, **{relation.field.name: None})
    change.void(out)


def annul(
    change: Change, *, stored: Played, everyone: Field, tables: Sequence[Table], gone: Collection[int]
) -> None:
    """Make ``tables`` void: what happened there is history, and all who sat there are back in, but for
    those ``gone`` (disqualified before).

    Chips are handed in, seats end, clocks stand still.  A round of which nothing is left is annulled too;
    another one that loses a table is not finished any more.
    """
    void = {table.pk for table in tables}
    sat = {entry for table in tables for entry in stored.sat.get(table.pk, ())}
    for table in tables:
        if table.finished_at is None:
            _keep_results(change, table, stored.sat.get(table.pk, ()), everyone)
    for out in Out.objects.filter(entry__in=sat - set(gone)).order_by("pk"):
        void_out(change, out=out)
    round_steps.end_seats(change, tables=void)
    round_steps.hand_in(change, entries=[one for one in sorted(sat) if not everyone.handed_in(one)])
    stop_clocks(change, rows=Clock.objects.filter(table__in=void).select_related("round__open"))
    for table in tables:
        change.update(table, annulled_at=change.now)
    _settle_rounds(change, stored, void)


def _keep_results(change: Change, table: Table, sat: Sequence[int], everyone: Field) -> None:
    """Where those stood who were out already when their table was annulled."""
    orders = {out.entry: out.order for out in everyone.outs}
    gone = [(entry, orders[entry]) for entry in sat if entry in orders]
    for entry, place in table_places(len(sat) - len(gone), gone).items():
        change.create(TableResult, table=table, entry_id=entry, place=place)


def _settle_rounds(change: Change, stored: Played, void: Collection[int]) -> None:
    touched = [round for round in stored.standing if _holds(stored, round, void)]
    for round in touched:
        left = [table for table in stored.tables_of(round) if table.pk not in void]
        if not left and round != touched[0]:
            rows = Clock.objects.filter(round=round).select_related("round__open")
            stop_clocks(change, rows=rows)
            change.update(round, annulled_at=change.now)
        elif round.finished_at is not None:
            change.update(round, finished_at=None)


def _holds(stored: Played, round: Round, void: Collection[int]) -> bool:
    return any(table.pk in void for table in stored.tables.get(round.pk, ()))


def play_again(change: Change, *, old: Table, players: Sequence[int], seed: str, running: bool) -> Table:
    """A new table in the place of ``old``: fresh stacks, seats and dealer by lot, a clock of its own.

    Without players it is over at once, and stands for the fact that nobody is left to play it.
    """
    table = change.create(
        Table,
        round=old.round,
        number=old.number,
        name=old.name,
        seats=old.seats,
        blocked=old.blocked,
        break_order=old.break_order,
        replay_of=old,
        started_at=change.now,
        finished_at=None if players else change.now,
    )
    if players:
        _begin(change, table, players, seed, running)
    return table


def _begin(change: Change, table: Table, players: Sequence[int], seed: str, running: bool) -> None:
    open, plan = table.round.open, plan_of_round(table.round) or RoundPlan()
    kept = room.reserved(room.kept_seats(open))
    round_steps.seat_group(change, round=table.round, table=table, group=players, seed=seed, kept=kept)
    if plan.stacks != "carry":
        round_steps.give_round_stacks(change, open=open, round=table.round, entries=players)
    if len(players) > 1:
        steps.draw_dealer(change, open=open, table=table, seed=seed)
    start_table_clock(change, table=table, running=running)


def make_missing(
    change: Change, *, open: Open, coming: NextRound, groups: Sequence[Sequence[int]], seed: str
) -> list[Table]:
    """The tables that ``replay_queries.missing_tables`` found, in the round that lacks them.

    ``groups`` (entry ids) take the places of the annulled tables in their order; one that nobody comes to
    is over at once.
    """
    round = Round.objects.select_related("open").get(open=open, number=coming.number, annulled_at=None)
    gaps = [Table.objects.select_related("round__open").get(pk=key) for key in coming.repeats]
    running = time_passes(open)
    made = []
    for at, old in enumerate(gaps):
        players = groups[at] if at < len(groups) else ()
        made.append(play_again(change, old=old, players=players, seed=seed, running=running))
    numbers = Table.objects.filter(round=round, annulled_at=None).values_list("number", flat=True)
    free = max(numbers, default=0) + 1
    for number, players in enumerate(groups[len(gaps) :], start=free):
        seats = max(coming.table_seats, len(players))
        table = change.create(Table, round=round, number=number, seats=seats, started_at=change.now)
        _begin(change, table, players, seed, running)
        made.append(table)
    return made
