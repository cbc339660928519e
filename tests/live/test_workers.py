"""Celery in threads of this process, as in a night without Redis (DESIGN 5)."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from queue import SimpleQueue
from typing import Any

import pytest
from celery.signals import before_task_publish

from tdapp.celery import app
from tdapp.live import workers

PATIENCE = 10.0


# What the tasks below report: when they ran, and in which thread.  A worker knows the tasks that were
# there when it started.
reports: SimpleQueue[tuple[float, threading.Thread]] = SimpleQueue()


@app.task(name="tests.live.report")
def report() -> None:
    reports.put((time.time(), threading.current_thread()))


@pytest.fixture
def worker() -> Iterator[Any]:
    """A worker thread like the one of ``manage.py serve``."""
    controller = workers.start_worker()
    yield controller
    controller.stop()


def test_a_task_is_done_at_once_in_a_thread_of_this_process(worker: Any) -> None:
    report.delay()
    _when, where = reports.get(timeout=PATIENCE)
    assert where is not threading.main_thread()


def test_a_task_with_an_instant_is_done_then_within_a_tenth_of_a_second(worker: Any) -> None:
    due = datetime.now(UTC) + timedelta(seconds=1)
    report.apply_async(eta=due)
    when, _where = reports.get(timeout=PATIENCE)
    assert 0 <= when - due.timestamp() < 0.1


def test_a_task_that_nobody_knows_is_logged_and_stops_nothing(
    worker: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        app.send_task("tests.live.nobody_knows_it")
        report.delay()
        reports.get(timeout=PATIENCE)
    assert "tests.live.nobody_knows_it" in caplog.text


def test_beat_sends_what_is_due_and_ends_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = threading.Event()
    entry = {"task": "tests.live.ticking", "schedule": 0.05}
    monkeypatch.setitem(app.conf.beat_schedule, "ticking", entry)

    def heard(sender: str | None = None, **kwargs: object) -> None:
        if sender == "tests.live.ticking":
            sent.set()

    before_task_publish.connect(heard)
    try:
        service = workers.start_beat()
        assert sent.wait(PATIENCE)
        service.stop(wait=True)
    finally:
        before_task_publish.disconnect(heard)
        with app.connection_for_write() as connection:
            connection.default_channel.queue_purge("tapete")


def test_the_first_task_of_a_night_is_a_sweep() -> None:
    sent: list[str | None] = []

    def heard(sender: str | None = None, **kwargs: object) -> None:
        sent.append(sender)

    before_task_publish.connect(heard)
    try:
        workers.sweep_now()
    finally:
        before_task_publish.disconnect(heard)
        with app.connection_for_write() as connection:
            connection.default_channel.queue_purge("tapete")
    assert sent == ["tdapp.clock.tasks.sweep"]
