"""A night served for real: beginnings recorded on time, and after a crash (DESIGN 4)."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tdapp.clock.models import LevelStart
from tdapp.clock.queries import clock_face
from tdapp.rules.levels import Level
from tests.builders import Night, make_night, timed_terms
from tests.conftest import REPO

PATIENCE = 20.0
SECONDS = (3, 1, 1, 1, 1, 1, 1, 3600)


@contextmanager
def served(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Pages, worker and beat in a process of their own, on this test's database."""
    words = [sys.executable, str(REPO / "manage.py"), "serve", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert any("Ctrl-C" in line for line in process.stdout)
        yield process
    finally:
        process.kill()
        process.communicate(timeout=10)


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def begin() -> Night:
    """A night whose clock starts now, with levels of seconds."""
    levels = tuple(Level(25 * 2**i, 50 * 2**i, seconds=length) for i, length in enumerate(SECONDS))
    night = make_night(replace(timed_terms(), levels=levels))
    night.sign_up("Canadá", "Kosovo")
    night.now = datetime.now(UTC)
    night.start()
    return night


def starts() -> list[LevelStart]:
    return list(LevelStart.objects.order_by("pk"))


def level_shown(night: Night) -> int:
    face = clock_face(night.open, datetime.now(UTC), night.field())
    assert face.position is not None
    return face.position.index


def test_beginnings_are_recorded_within_100_ms_and_those_missed_by_a_killed_process_once_each(
    other_process: dict[str, str],
) -> None:
    with served(other_process) as process:
        night = begin()
        wait_until(lambda: len(starts()) == 4)
        process.kill()
        process.wait(10)
    late = [one.recorded_at - one.due_at for one in starts()]
    assert [one.index for one in starts()] == [0, 1, 2, 3]
    assert max(late) < timedelta(milliseconds=100)
    wait_until(lambda: level_shown(night) == 6)
    assert len(starts()) == 4
    with served(other_process):
        wait_until(lambda: len(starts()) == 8)
        restarted = [one for one in starts() if one.index in (4, 5, 6)]
    due = [night.now + timedelta(seconds=sum(SECONDS[:index])) for index in range(8)]
    assert [(one.index, one.due_at) for one in starts()] == list(enumerate(due))
    assert len({one.recorded_at for one in restarted}) == 1
