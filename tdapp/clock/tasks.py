"""Celery records that a level began, pushes the screens and backs the night up (DESIGN 4).

The tasks are idempotent: the unique constraint on level starts decides.  With no worker at
all every page still shows the right level and time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from celery import Task
from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from tdapp.celery import app
from tdapp.clock import counts, queries, steps
from tdapp.clock.models import Clock, CountDue, LevelStart
from tdapp.journal import listeners
from tdapp.journal.listeners import Changed
from tdapp.journal.models import Stream
from tdapp.journal.tasks import back_up
from tdapp.rules import clock
from tdapp.rules.levels import Timed

logger = logging.getLogger(__name__)

Seen = TypeVar("Seen")

AHEAD = timedelta(seconds=60)
"""How far ahead a level's beginning is queued."""


@app.task(name="tdapp.clock.tasks.begin_level")
def begin_level(clock_id: int, due: str = "") -> None:
    """Record what began on one clock; queued for the instant ``due`` (ISO 8601)."""
    # A timer may go off some milliseconds early: then this instant is queued once more below.
    if due and _queued.get(clock_id) == datetime.fromisoformat(due):
        del _queued[clock_id]
    for row in _running().filter(pk=clock_id):
        _attend(row, timezone.now())


@app.task(name="tdapp.clock.tasks.sweep")
def sweep() -> None:
    """Record whatever began on any running clock, and queue the next beginnings."""
    for row in _running():
        _attend(row, timezone.now())


def _running() -> QuerySet[Clock]:
    """Clocks on which time passes. One that stands still was attended by the act that stopped it."""
    rows = Clock.objects.filter(running=True, round__open__finished_at=None, round__open__voided=False)
    return rows.select_related("round__open")


def _attend(row: Clock, now: datetime) -> None:
    if record_due(row, now):
        _send(back_up)
    record_counts(row, now)
    queue_next(row, now)


def record_due(row: Clock, now: datetime) -> list[LevelStart]:
    """Record a clock's due level starts and tell the screens; returns the new ones."""
    schedule = queries.schedule_of(row.round.open, row.round)
    if schedule is None or not steps.unrecorded_starts(row=row, schedule=schedule, now=now):
        return []
    return _observe(row, lambda there: steps.record_level_starts(row=there, schedule=schedule, now=now))


def record_counts(row: Clock, now: datetime) -> list[CountDue]:
    """Record that tables of a clock are to be counted, and tell the screens once; returns the new ones."""
    if not row.round.plan:
        return []
    schedule = queries.schedule_of(row.round.open, row.round)
    if schedule is None or not counts.unrecorded_counts(row, schedule, now):
        return []
    return _observe(row, lambda there: counts.record_counts(there, schedule, now))


def _observe(row: Clock, write: Callable[[Clock], list[Seen]]) -> list[Seen]:
    open = row.round.open
    with transaction.atomic():
        # The stream's lock first, as every act takes it: what is read below is the last word.  The
        # new version has no entry; it makes every process, this one or another, render its pages anew.
        Stream.objects.filter(pk=open.stream_id).update(version=F("version") + 1)
        there = Clock.objects.select_related("round__open").filter(pk=row.pk).first()
        fresh = write(there) if there else []
        if not fresh:
            transaction.set_rollback(True)
    if fresh:
        stream = Stream.objects.get(pk=open.stream_id)
        listeners.notify(Changed(stream.pk, stream.epoch, stream.version))
    return fresh


def queue_changed(change: Changed) -> None:
    """Queue the next beginning on the clocks of a stream that an act just changed.

    A journal listener: what is due before the next sweep would otherwise be found by it, late.
    """
    for row in _running().filter(round__open__stream=change.stream_id):
        queue_next(row, timezone.now(), send=_send_aside if settings.REDIS_URL else _send)


_queued: dict[int, datetime] = {}


def queue_next(row: Clock, now: datetime, *, send: Callable[..., None] | None = None) -> None:
    """Have the next beginning, or the end of play at its tables, recorded at its instant, if that is near."""
    schedule = queries.schedule_of(row.round.open, row.round)
    if schedule is None:
        return
    coming = [at for at in counts.count_instants(row, schedule, now).values() if at > now]
    if isinstance(schedule, Timed):
        starts = clock.position(queries.state_of(row, 0), schedule, now).boundaries
        coming += [row.anchor_at] if queries.counts_down(row, now) else [at for at, _index in starts[:1]]
    due = min(coming, default=None)
    # Queued once per due instant in this process; after a restart the sweep queues it again.
    if due is not None and due - now <= AHEAD and _queued.get(row.pk) != due:
        _queued[row.pk] = due
        (send or _send)(begin_level, row.pk, due.isoformat(), eta=due)


def _send(task: Task[..., None], *words: object, **options: Any) -> None:
    """Queue a task; a queue that is down is the sweep's business, never an act's."""
    try:
        task.apply_async(words, retry=False, **options)
    except OperationalError as error:
        logger.warning("%s could not be queued: %s", task.name, error)


def _send_aside(task: Task[..., None], *words: object, **options: Any) -> None:
    """The same without waiting: a Redis that is gone takes six seconds to say so, and an act has none."""
    threading.Thread(target=_send, args=(task, *words), kwargs=options, name="queueing", daemon=True).start()
