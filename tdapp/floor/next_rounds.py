"""The round to be played next, as a proposal; and what a director should do about rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tdapp.floor import draws
from tdapp.floor.played import NextRound, Played, following, last_stage, played, seats_of, table_names
from tdapp.floor.replay_queries import missing_tables
from tdapp.floor.room import apart_pairs, kept_seats, reserved
from tdapp.floor.round_queries import RoundView
from tdapp.opens.models import Open, Round
from tdapp.opens.queries import Field
from tdapp.rules import brackets, seating
from tdapp.rules.errors import Remark
from tdapp.rules.rounds import RoundPlan
from tdapp.rules.seating import Place, TableSeats


def next_round(open: Open, everyone: Field, seed: str, tables: int = 0) -> NextRound | None:
    """The round to be played next, with a proposal of its tables; None where the open ends with this one.

    ``tables`` is another number of them that the director chose, 0 as the plan says.
    """
    if not open.round_plans or everyone.finished or not everyone.started:
        return None
    made_up = missing_tables(open, everyone, seed)
    if made_up is not None:
        return made_up
    stored = played(open)
    round = stored.current
    plan = last_stage(stored, round)[1]
    coming = following(stored, round, everyone)
    if coming is None:
        return None
    index, stage = coming
    how, missing = _waits(stored, round, plan, everyone)
    results = _going_on(stored, round, plan, stage, everyone)
    size = _size(open, stage, sum(map(len, results)), tables)
    kept = reserved(kept_seats(open))
    groups = () if how else _groups(stored, stage, results, size, seed, kept)
    groups, unkept = draws.at_kept_tables(groups, kept, size)
    count = sum(len(group) > 1 for group in groups)
    labels = [table.label for table in stored.tables_of(round)]
    seeds = brackets.seeds_of(results, labels) if stage.seating == "seeded" else {}
    names = table_names(stored.plans, index, count)
    return NextRound(
        index, stage, round.number + 1, groups, names, results, seeds, missing, how,
        len(everyone.left), plan.left if plan.ends == "field" else 0, size, unkept=unkept,
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
    stored: Played,
    stage: RoundPlan,
    results: tuple[tuple[int, ...], ...],
    size: int,
    seed: str,
    kept: Mapping[int, Place],
) -> tuple[tuple[int, ...], ...]:
    everybody = [entry for table in results for entry in table]
    if not everybody:
        return ()
    if stage.seating == "seeded":
        rested = [entry for entry in everybody if _had_bye(stored, entry)]
        return brackets.continue_with(results, size, seed, rested)
    tables = [TableSeats[int](number, size) for number in range(1, -(-len(everybody) // size) + 1)]
    apart = [(a, b) for a, b in apart_pairs(stored.open) if {a, b} <= set(everybody)]
    numbers = {table.number for table in tables}
    here = {e: (n, seat) for e, (n, seat) in kept.items() if e in everybody and n in numbers and seat <= size}
    drawn = seating.draw(sorted(everybody), tables, seed, kept=here, apart=apart)
    return tuple(tuple(entry for entry, (number, _) in drawn if number == table.number) for table in tables)


def _had_bye(stored: Played, entry: int) -> bool:
    """Whether somebody sat alone at a table, which is how a bye is kept."""
    return any(
        len(results) == 1 and results[0].entry_id == entry and len(stored.sat.get(table, ())) == 1
        for table, results in stored.results.items()
    )


def suggestions(views: Iterable[RoundView], coming: NextRound | None) -> tuple[Remark, ...]:
    """What a director should do about the rounds, with its reason.

    Codes: ``table_count`` (table: id, label, how, left) for each table to be counted, ``round_next``
    (number, name, players, tables, flight: whether others begin that day) once the next round can begin,
    and then ``kept_seat_not_there`` (entry, table, seat) for whoever has a kept seat that no table of it can
    give.  The last round is ended by the floor's.
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
        found.append(Remark("round_next", {**words, "tables": tables, "flight": coming.plan.flight}))
        found += [
            Remark("kept_seat_not_there", {"entry": entry, "table": table, "seat": seat})
            for entry, (table, seat) in coming.unkept
        ]
    return tuple(found)
