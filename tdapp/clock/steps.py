"""Parts of larger acts on the clock: starting it, setting it, recording what began."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import datetime

from tdapp.clock import queries
from tdapp.clock.models import Clock, LevelStart
from tdapp.clock.models import Level as LevelRow
from tdapp.journal.recorder import Change
from tdapp.opens.models import Open, Out, Round, Table
from tdapp.rules import clock
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed


def write_levels(change: Change, *, round: Round, levels: tuple[Level, ...]) -> int | None:
    """Replace the round's schedule; rows that stay the same are left alone.

    Returns the index of the first line that is another one now, None where all stay.
    """
    before = queries.lines_of(round)
    rows = {row.index: row for row in LevelRow.objects.filter(round=round)}
    for index, level in enumerate(levels):
        values = {**asdict(level), "colour_up": list(level.colour_up)}
        row = rows.pop(index, None)
        if row is None:
            change.create(LevelRow, round=round, index=index, **values)
        else:
            change.update(row, **values)
    for row in rows.values():
        change.void(row)
    longest = max(len(before), len(levels))
    return next((at for at in range(longest) if before[at : at + 1] != levels[at : at + 1]), None)


def start_clock(change: Change, *, round: Round, at: datetime | None = None, index: int = 0) -> Clock:
    """Begin the first level (or line ``index``) now, or let it begin at a later instant.

    RuleError: ``clock_started``.

    Until then the clock runs and no time passes (``rules.clock``: the anchor lies ahead).
    """
    if queries.clock_of(round) is not None:
        raise RuleError("clock_started")
    state = replace(clock.start(max(change.now, at or change.now)), index=index)
    row = change.create(
        Clock,
        round=round,
        anchor_at=state.anchor_at,
        elapsed=state.elapsed,
        running=True,
        index=state.index,
        setting=change.entry.pk,
    )
    if state.anchor_at <= change.now:
        _write_beginning(row, queries.schedule_of(round.open, round), state.anchor_at)
    return row


def start_table_clock(change: Change, *, table: Table, running: bool = True) -> Clock:
    """A clock of its own for a table that is played again: the round's first level begins now (VIV-32).

    Not ``running`` where the open is paused: it begins with the next resume.
    """
    state = clock.start(change.now)
    row = change.create(
        Clock,
        round=table.round,
        table=table,
        anchor_at=state.anchor_at,
        elapsed=state.elapsed,
        running=running,
        index=state.index,
        setting=change.entry.pk,
    )
    _write_beginning(row, queries.schedule_of(table.round.open, table.round), state.anchor_at)
    return row


def stop_clocks(change: Change, *, rows: Iterable[Clock]) -> None:
    """Let these clocks stand still, where they run."""
    for row in rows:
        if row.running:
            schedule = queries.schedule_of(row.round.open, row.round)
            state = clock.pause(queries.state_of(row, 0), change.now)
            set_clock(change, row=row, schedule=schedule, state=state)


def stop_clock(change: Change, *, round: Round) -> None:
    """Let the clock stand still, if it runs (the end of an open)."""
    row = queries.clock_of(round)
    if row is not None and row.running:
        schedule = queries.schedule_of(round.open, round)
        state = clock.pause(queries.state_of(row, 0), change.now)
        set_clock(change, row=row, schedule=schedule, state=state)


def set_clock(
    change: Change, *, row: Clock, schedule: Schedule | None, state: clock.State, begins: bool = False
) -> None:
    """Store a new setting; with ``begins`` its level begins at this moment (a level set by hand).

    What the old setting brought and nobody recorded yet is recorded first.
    """
    if schedule is not None:
        record_level_starts(row=row, schedule=schedule, now=change.now)
    change.update(
        row,
        anchor_at=state.anchor_at,
        elapsed=state.elapsed,
        running=state.running,
        index=state.index,
        shift=state.shift,
        setting=change.entry.pk,
    )
    if begins:
        _write_beginning(row, schedule, change.now)


def outs_of(open: Open) -> int:
    """How many have gone out, also who bought back in: blinds by outs never sink (SPT-38)."""
    return Out.everything.filter(voided=False, entry__open=open, entry__voided=False).count()


def unrecorded_starts(*, row: Clock, schedule: Schedule, now: datetime) -> list[LevelStart]:
    """The levels that the present setting brought up to ``now`` and nobody wrote down, unsaved.

    The level in force at the anchor is among them only where play began by itself, after a countdown:
    otherwise whoever set it wrote it down.
    """
    if isinstance(schedule, ByOuts):
        return []
    state = queries.state_of(row, 0)
    at_anchor = clock.position(state, schedule, row.anchor_at).index
    by_itself = row.running and not row.index and not row.elapsed and row.anchor_at <= now
    due = clock.due(state, schedule, at_anchor - 1 if by_itself else at_anchor, now)
    known = LevelStart.objects.filter(clock=row, setting=row.setting).values_list("index", flat=True)
    recorded = set(known) if due else set()
    return [
        LevelStart(clock=row, setting=row.setting, index=index, due_at=due_at, recorded_at=now)
        for index, due_at in due
        if index not in recorded
    ]


def record_level_starts(*, row: Clock, schedule: Schedule, now: datetime) -> list[LevelStart]:
    """Write down what began under the present setting; observations, outside undo (DESIGN 4).

    Idempotent, each with its due instant.  Returns the new ones.
    """
    fresh = unrecorded_starts(row=row, schedule=schedule, now=now)
    # A second worker may have been faster: the unique constraint decides, quietly.
    LevelStart.objects.bulk_create(fresh, ignore_conflicts=True)
    return fresh


def _write_beginning(row: Clock, schedule: Schedule | None, now: datetime) -> None:
    """The level that an act began itself. Not a journaled row: undone with its setting, never voided."""
    if isinstance(schedule, Timed):
        LevelStart.objects.create(
            clock=row, setting=row.setting, index=row.index, due_at=now, recorded_at=now
        )
