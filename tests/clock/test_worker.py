"""A night served for real, in both modes: beginnings recorded on time, and after a crash (DESIGN 4)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tdapp.clock.models import LevelStart
from tdapp.clock.queries import clock_face
from tests.builders import Night
from tests.conftest import IN_PROCESS, WITH_REDIS
from tests.modes.installation import Installation, Redis, installed, wait_until
from tests.modes.nights import due_instants, quick_night

SECONDS = (4, 1, 1, 1, 1, 1, 1, 3600)


@pytest.fixture(params=[IN_PROCESS, pytest.param(WITH_REDIS, marks=pytest.mark.redis)])
def installation(
    request: pytest.FixtureRequest, other_process: dict[str, str], tmp_path: Path
) -> Iterator[Installation]:
    """Pages, worker and beat on this test's database: in one process, or in four that Redis joins."""
    if request.param == IN_PROCESS:
        with installed(other_process, None) as alone:
            yield alone
        return
    request.getfixturevalue("redis_url")  # skips where there is none
    with Redis(tmp_path) as redis, installed(other_process, redis) as several:
        yield several


def starts() -> list[LevelStart]:
    return list(LevelStart.objects.order_by("pk"))


def level_shown(night: Night) -> int:
    face = clock_face(night.open, datetime.now(UTC), night.field())
    assert face.position is not None
    return face.position.index


def test_beginnings_are_recorded_within_100_ms_and_those_missed_by_killed_processes_once_each(
    installation: Installation,
) -> None:
    installation.start()
    night = quick_night(SECONDS)
    wait_until(lambda: len(starts()) == 4)
    installation.kill()
    late = [one.recorded_at - one.due_at for one in starts()]
    assert [one.index for one in starts()] == [0, 1, 2, 3]
    assert max(late) < timedelta(milliseconds=100)
    wait_until(lambda: level_shown(night) == 6)
    assert len(starts()) == 4
    installation.start()
    wait_until(lambda: len(starts()) == 8)
    restarted = [one for one in starts() if one.index in (4, 5, 6)]
    assert [(one.index, one.due_at) for one in starts()] == due_instants(night, SECONDS)
    assert len({one.recorded_at for one in restarted}) == 1
