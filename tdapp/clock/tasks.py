"""Celery records that a level began, pushes the screens and backs the night up (DESIGN 4).

The tasks are idempotent: the unique constraint on level starts decides.  With no worker at
all every page still shows the right level and time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import shared_task
from django.db.models import F
from django.utils import timezone

from tdapp.clock import queries, steps
from tdapp.clock.models import Clock, LevelStart
from tdapp.journal import listeners
from tdapp.journal.models import Stream
from tdapp.rules import clock
from tdapp.rules.levels import Timed

AHEAD = timedelta(seconds=60)
"""How far ahead a level's beginning is queued; the sweep queues it again, so a lost one is no loss."""


@shared_task(name="tdapp.clock.tasks.begin_level", ignore_result=True)
def begin_level(clock_id: int) -> None:
    """Record what began on one clock; queued for the instant it is due."""
    for row in Clock.objects.filter(pk=clock_id):
        record_due(row, timezone.now())


@shared_task(name="tdapp.clock.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Record whatever began on any running clock, and queue the next beginnings."""
    now = timezone.now()
    rows = Clock.objects.filter(round__open__finished_at=None, round__open__voided=False)
    for row in rows.select_related("round__open__stream"):
        record_due(row, now)
        _queue_next(row, now)


def record_due(row: Clock, now: datetime) -> list[LevelStart]:
    """Record a clock's due level starts and tell the screens; returns the new ones."""
    open = row.round.open
    schedule = queries.schedule_of(open, row.round)
    if schedule is None:
        return []
    fresh = steps.record_level_starts(row=row, schedule=schedule, now=now)
    if fresh:
        # A new version without an entry: every process, this one or another, renders its pages anew.
        Stream.objects.filter(pk=open.stream_id).update(version=F("version") + 1)
        stream = Stream.objects.get(pk=open.stream_id)
        listeners.notify(listeners.Changed(stream.pk, stream.epoch, stream.version))
    return fresh


_queued: dict[int, datetime] = {}


def _queue_next(row: Clock, now: datetime) -> None:
    schedule = queries.schedule_of(row.round.open, row.round)
    if not isinstance(schedule, Timed) or not row.running:
        return
    coming = clock.position(queries.state_of(row, 0), schedule, now).boundaries
    # Queued once per due instant in this process; after a restart the sweep queues it again.
    if coming and coming[0][0] - now <= AHEAD and _queued.get(row.pk) != coming[0][0]:
        _queued[row.pk] = coming[0][0]
        begin_level.apply_async((row.pk,), eta=coming[0][0])
