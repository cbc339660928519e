"""The copy of every quarter of an hour, on the databases that there are."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.db import connection

from tdapp.celery import app
from tdapp.journal import backups, tasks
from tdapp.rules.errors import RuleError


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_postgresql_is_left_to_pg_dump_and_the_log_is_not_filled(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        tasks.back_up()
    assert caplog.records == []
    if connection.vendor == "postgresql":
        with pytest.raises(RuleError, match="backup_needs_pg_dump"):
            backups.by_hand(now=datetime(2026, 11, 30, tzinfo=UTC))


def test_beat_sends_the_sweep_every_two_seconds_and_the_rest_less_often() -> None:
    schedule = app.conf.beat_schedule
    known = {name: (entry["task"], entry["schedule"]) for name, entry in schedule.items()}
    assert known == {
        "clock-sweep": ("tdapp.clock.tasks.sweep", 2.0),
        "lock-prizes": ("tdapp.floor.tasks.lock_prizes", 10.0),
        "backup": ("tdapp.journal.tasks.back_up", 900.0),
    }
    app.loader.import_default_modules()
    assert {task for task, _seconds in known.values()} <= set(app.tasks)


def test_without_redis_tasks_travel_within_the_process() -> None:
    assert (settings.REDIS_URL, app.conf.broker_url) == ("", "memory://")
