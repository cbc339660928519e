"""When the chips of a table are counted because time is up: the limit is over, the last level has run out.

Every page reckons that by itself; here are the instants, so that it is also told to those that are open
(VIV-26).  The instants of a table that is played again are those of its own clock (VIV-32).
"""

from __future__ import annotations

from datetime import datetime

from tdapp.clock import queries
from tdapp.clock.models import Clock, CountDue
from tdapp.opens.models import Open
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules import clock
from tdapp.rules.levels import Schedule


def count_instants(row: Clock, schedule: Schedule, now: datetime) -> dict[int, datetime]:
    """When the tables of a running clock are counted, or were: by the minutes of the limit, and by 0 where
    the schedule of a round that ends by levels runs out."""
    plan = plan_of_round(row.round)
    if plan is None:
        return {}
    state = queries.state_of(row, 0)
    limit = clock.limit_at(state, schedule, now, plan.limit_minutes)
    end = clock.runs_out_at(state, schedule, now) if plan.ends == "levels" else None
    return {after: at for after, at in ((plan.limit_minutes, limit), (0, end)) if at is not None}


def unrecorded_counts(row: Clock, schedule: Schedule, now: datetime) -> list[CountDue]:
    """What the present setting brought up to ``now`` and nobody wrote down, unsaved."""
    due = [after for after, at in count_instants(row, schedule, now).items() if at <= now]
    known = CountDue.objects.filter(clock=row, setting=row.setting).values_list("after", flat=True)
    recorded = set(known) if due else set()
    return [
        CountDue(clock=row, setting=row.setting, after=after, recorded_at=now)
        for after in due
        if after not in recorded
    ]


def record_counts(row: Clock, schedule: Schedule, now: datetime) -> list[CountDue]:
    """Write down that it is due; an observation, outside undo, idempotent. Returns the new ones."""
    fresh = unrecorded_counts(row, schedule, now)
    CountDue.objects.bulk_create(fresh, ignore_conflicts=True)
    return fresh


def next_count_at(open: Open, now: datetime) -> datetime | None:
    """The next instant at which some table of the open is to be counted, as its clocks run; None where none
    is known. No query where no stage has such an end."""
    if not any(line.get("limit_minutes") or line.get("ends") == "levels" for line in open.round_plans):
        return None
    rows = Clock.objects.filter(round__open=open, round__annulled_at=None, running=True)
    coming: list[datetime] = []
    schedules: dict[int, Schedule | None] = {}
    for row in rows.select_related("round__open"):
        if row.round_id not in schedules:
            schedules[row.round_id] = queries.schedule_of(open, row.round)
        schedule = schedules[row.round_id]
        if schedule is not None:
            coming += [at for at in count_instants(row, schedule, now).values() if at > now]
    return min(coming, default=None)
