"""The level at which each player went out, whichever round and table that was in."""

from __future__ import annotations

from tdapp.clock.queries import current_round, level_in, schedule_of, table_schedule
from tdapp.floor.models import Seat
from tdapp.opens.models import Open, Round
from tdapp.opens.queries import Field, OutFact
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed


def levels_of_outs(open: Open, everyone: Field) -> dict[int, Level | None]:
    """Entry id → the level its last hand was played at; None where nobody knows."""
    if not open.round_plans:
        schedule = schedule_of(open, current_round(open))
        return {out.entry: _level(schedule, everyone, out) for out in everyone.outs}
    last = Seat.objects.filter(entry__open=open, table__annulled_at=None).order_by("pk")
    at = dict(last.values_list("entry", "table__round"))
    schedules: dict[int, Schedule | None] = {}
    own: dict[int, ByOuts | None] = {}
    for round in Round.objects.filter(open=open):
        schedules[round.pk], own[round.pk] = schedule_of(open, round), table_schedule(open, round)
    found: dict[int, Level | None] = {}
    for out in everyone.outs:
        round_id = at.get(out.entry, 0)
        steps = own.get(round_id)
        if steps is not None and out.level is not None:
            found[out.entry] = steps.level(min(out.level, steps.top))
        else:
            found[out.entry] = _level(schedules.get(round_id), everyone, out)
    return found


def _level(schedule: Schedule | None, everyone: Field, out: OutFact) -> Level | None:
    """The level an out was played at; one written down in a break belongs to the level before it."""
    level = level_in(schedule, everyone.outs_before_hand(out.hand), out.level)
    if isinstance(schedule, Timed) and level is not None and level.is_break and out.level:
        return level_in(schedule, 0, out.level - 1)
    return level
