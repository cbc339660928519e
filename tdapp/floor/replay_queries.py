"""What a round lacks after a replay: tables that were annulled and can be made anew once it is known who
plays there (VIV-32)."""

from __future__ import annotations

from itertools import pairwise

from tdapp.clock.queries import clock_of, current_round
from tdapp.floor.played import NextRound, Played, played, seats_of
from tdapp.opens.models import Open, Round, Table
from tdapp.opens.queries import Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules import brackets, replays
from tdapp.rules.draw import shuffled
from tdapp.rules.rounds import RoundPlan


def lacking(round: Round) -> list[Table]:
    """The annulled tables of a standing round that no other repeats: without them it is not finished."""
    repeated = Table.objects.filter(replay_of__round=round).values("replay_of")
    annulled = Table.objects.filter(round=round, annulled_at__isnull=False)
    return list(annulled.exclude(pk__in=repeated).order_by("number"))


def _gaps(stored: Played, round: Round) -> list[Table]:
    tables = stored.tables.get(round.pk, ())
    repeated = {table.replay_of_id for table in tables}
    return [table for table in tables if table.annulled_at is not None and table.pk not in repeated]


def missing_tables(open: Open, everyone: Field, seed: str) -> NextRound | None:
    """The tables to be made anew in a round that stands partly, as a proposal; None where none is due.

    Who meets whom is decided as for the whole round, among those who have no table there (``repeats`` are
    the ids of the annulled tables they take the places of).
    """
    stored = played(open)
    for before, round in pairwise(stored.standing):
        gaps = _gaps(stored, round)
        if not gaps:
            continue
        if stored.unfinished(before) or _gaps(stored, before):
            return None
        return _proposal(stored, before, round, gaps, everyone, seed)
    return None


def _proposal(
    stored: Played, before: Round, round: Round, gaps: list[Table], everyone: Field, seed: str
) -> NextRound:
    plan = plan_of_round(round) or RoundPlan()
    going_on = [
        [entry for entry in those if entry not in everyone.out_ids] for those in stored.through(before)
    ]
    seated = {entry for table in stored.tables_of(round) for entry in stored.sat.get(table.pk, ())}
    results = replays.unseated(going_on, seated)
    size = seats_of(stored.open, plan)
    labels = [table.label for table in stored.tables_of(before)]
    if plan.seating == "seeded":
        groups = brackets.continue_with(results, size, seed)
        seeds = brackets.seeds_of(stored.through(before), labels)
    else:
        drawn = shuffled(sorted(entry for those in results for entry in those), seed, "groups")
        groups = tuple(tuple(drawn[at :: len(gaps)]) for at in range(len(gaps)))
        seeds = {}
    return NextRound(
        round.plan_index,
        plan,
        round.number,
        groups,
        tuple(table.name for table in gaps),
        results,
        seeds,
        left=len(everyone.left),
        table_seats=size,
        repeats=tuple(table.pk for table in gaps),
    )


def time_passes(open: Open) -> bool:
    """Whether a table that begins now plays at once: not while the director has paused."""
    round = current_round(open)
    row = clock_of(round)
    return row is None or row.running or round.finished_at is not None
