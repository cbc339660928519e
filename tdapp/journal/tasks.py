"""What the journal does by itself: the copy of every quarter of an hour."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from celery import shared_task

from tdapp.journal import backups
from tdapp.rules.errors import RuleError

logger = logging.getLogger(__name__)


@shared_task
def back_up() -> None:
    """Copy the database if something changed; what goes wrong is logged and tried again next time."""
    try:
        backups.automatic(now=datetime.now(UTC))
    except RuleError as error:
        if error.code != "backup_needs_pg_dump":
            logger.error("No backup was made: %s", error)
