"""Celery in threads of this process, as in a night without Redis, and as a process with it (DESIGN 5)."""

from __future__ import annotations

import logging
import os
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from celery.signals import before_task_publish
from pytest_django.fixtures import Settings

from tdapp.celery import app
from tdapp.live import workers
from tests.conftest import IN_PROCESS, REPO
from tests.live import reporting
from tests.live.reporting import Desk, report
from tests.modes.installation import CELERY

PATIENCE = 10.0


@pytest.fixture
def desk() -> Iterator[Desk]:
    with reporting.reports(PATIENCE) as desk:
        yield desk


@pytest.fixture
def worker(mode: str, other_process: dict[str, str], settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A worker thread like the one of ``manage.py serve``, or a process of its own with Redis.

    Yields the file with what it says, where it is a process.
    """
    if mode == IN_PROCESS:
        controller = workers.start_worker()
        yield tmp_path
        controller.stop()
        return
    environment = {**other_process, "REDIS_URL": settings.REDIS_URL, "TAPETE_DATA": str(tmp_path)}
    words = [*CELERY, "worker", "--loglevel", "WARNING", "--include", reporting.__name__]
    process = subprocess.Popen(words, env=environment, cwd=REPO, stdout=subprocess.DEVNULL)
    yield tmp_path / "logs" / "tapete.log"
    process.terminate()
    try:
        assert process.wait(20) == 0
    finally:
        process.kill()


def test_a_task_is_done_at_once_by_a_thread_of_this_process_or_by_another_one(
    worker: Path, desk: Desk, mode: str
) -> None:
    report.delay(desk.port)
    done = desk.next()
    assert (done.process == os.getpid()) == (mode == IN_PROCESS)
    assert done.thread != threading.main_thread().name


def test_a_task_with_an_instant_is_done_then_within_a_tenth_of_a_second(worker: Path, desk: Desk) -> None:
    report.delay(desk.port)
    desk.next()  # the worker is awake
    due = datetime.now(UTC) + timedelta(seconds=1)
    report.apply_async([desk.port], eta=due)
    assert 0 <= desk.next().at - due.timestamp() < 0.1


def test_a_task_that_nobody_knows_is_logged_and_stops_nothing(
    worker: Path, desk: Desk, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        app.send_task("tests.live.nobody_knows_it")
        report.delay(desk.port)
        desk.next()
    assert "tests.live.nobody_knows_it" in (caplog.text if mode == IN_PROCESS else worker.read_text("utf-8"))


def test_beat_sends_what_is_due_and_ends_when_told(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_first_task_of_a_night_is_a_sweep(mode: str) -> None:
    sent: list[str | None] = []

    def heard(sender: str | None = None, **kwargs: object) -> None:
        sent.append(sender)

    before_task_publish.connect(heard)
    try:
        workers.sweep_now()
    finally:
        before_task_publish.disconnect(heard)
    assert sent == ["tdapp.clock.tasks.sweep"]
