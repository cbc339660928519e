"""Prizes lock by themselves once registration is over, where the plan of the open asks for it (fault 94).

Idempotent: locked once, they are not locked again after somebody unlocked them or took it back.  With no
worker the page of the prizes offers the same with one tap.
"""

from __future__ import annotations

import logging

from django.utils import timezone

from tdapp.celery import app
from tdapp.floor.registration import lock_at_close
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError

logger = logging.getLogger(__name__)


@app.task(name="tdapp.floor.tasks.lock_prizes")
def lock_prizes() -> None:
    """Lock the prizes of every open under way that asks for it and whose registration closed."""
    rows = Open.objects.filter(prize_plan__at_close=True, prizes_locked_at=None, finished_at=None)
    for open in rows.exclude(started_at=None).select_related("stream"):
        if JournalEntry.objects.filter(stream=open.stream_id, kind="prizes_locked").exists():
            continue
        try:
            lock_at_close(open=open, actor=None, now=timezone.now())
        except RuleError as error:
            if error.code != "registration_open":
                logger.info("Prizes of %s were not locked: %s", open.code, error.code)
