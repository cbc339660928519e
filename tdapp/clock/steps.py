"""Parts of larger acts on the clock: starting it, setting it, recording what began."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from tdapp.clock import queries
from tdapp.clock.models import Clock, LevelStart
from tdapp.clock.models import Level as LevelRow
from tdapp.journal.recorder import Change
from tdapp.opens.models import Open, Out, Round
from tdapp.rules import clock
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Schedule


def write_levels(change: Change, *, round: Round, levels: tuple[Level, ...]) -> None:
    """Replace the round's schedule; rows that stay the same are left alone."""
    rows = {row.index: row for row in LevelRow.objects.filter(round=round)}
    for index, level in enumerate(levels):
        values = {
            "sb": level.sb,
            "bb": level.bb,
            "ante": level.ante,
            "seconds": level.seconds,
            "is_break": level.is_break,
        }
        row = rows.pop(index, None)
        if row is None:
            change.create(LevelRow, round=round, index=index, **values)
        else:
            change.update(row, **values)
    for row in rows.values():
        change.void(row)


def start_clock(change: Change, *, round: Round) -> Clock:
    """Begin the first level now. RuleError: ``clock_started``."""
    if Clock.objects.filter(round=round).exists():
        raise RuleError("clock_started")
    state = clock.start(change.now)
    return change.create(
        Clock, round=round, anchor_at=state.anchor_at, elapsed=state.elapsed, running=True, index=state.index
    )


def stop_clock(change: Change, *, round: Round) -> None:
    """Let the clock stand still, if it runs (the end of an open)."""
    row = queries.clock_of(round)
    if row is not None and row.running:
        set_clock(change, row=row, state=clock.pause(queries.state_of(row, 0), change.now), by_hand=False)


def set_clock(change: Change, *, row: Clock, state: clock.State, by_hand: bool) -> None:
    """Store a new setting; ``by_hand`` (a level set) begins a new numbering of level starts."""
    # A number used by a setting that was undone is not used again: its observations stay.
    used = LevelStart.objects.filter(clock=row).aggregate(last=Max("setting"))["last"] or 0
    change.update(
        row,
        anchor_at=state.anchor_at,
        elapsed=state.elapsed,
        running=state.running,
        index=state.index,
        shift=state.shift,
        setting=max(used, row.setting) + 1 if by_hand else row.setting,
    )


def outs_of(open: Open) -> int:
    """How many are out now."""
    return Out.objects.filter(entry__open=open, entry__voided=False).count()


def record_level_starts(*, row: Clock, schedule: Schedule, now: datetime) -> list[LevelStart]:
    """Write down the levels that began under the present setting and are not recorded yet.

    Observations, outside undo (DESIGN 4): idempotent, each with its due instant.  Call it before a
    setting is replaced, or what began since the last sweep is lost.  Returns the new ones.
    """
    if isinstance(schedule, ByOuts):
        return []
    known = LevelStart.objects.filter(clock=row, setting=row.setting)
    recorded = set(known.values_list("index", flat=True))
    state = queries.state_of(row, 0)
    fresh = [
        LevelStart(clock=row, setting=row.setting, index=index, due_at=due_at, recorded_at=now)
        for index, due_at in clock.due(state, schedule, max(recorded, default=-1), now)
        if index not in recorded
    ]
    # A second worker may have been faster: the unique constraint decides, quietly.
    LevelStart.objects.bulk_create(fresh, ignore_conflicts=True)
    return fresh
