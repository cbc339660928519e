"""Whatever dies in a night: no level is recorded twice, none is lost, and every page is right throughout.

Real processes and a real Redis; a page's level is compared with ``rules.clock.position`` all the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tdapp.celery import app
from tdapp.clock import services
from tdapp.clock.models import Clock, LevelStart
from tdapp.journal.undo import undo
from tdapp.live import relay
from tests.builders import Night
from tests.conftest import broker
from tests.modes.installation import Installation, Redis, installed, wait_until
from tests.modes.nights import Room, due_instants, quick_night, recorded

pytestmark = pytest.mark.redis
# Twelve lines: a page knows the eight that come, and shows them whoever is dead.
SECONDS = (2, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 3600)
BREAKS = (3, 8)


@pytest.fixture
def redis(redis_url: str, tmp_path: Path) -> Iterator[Redis]:
    """A Redis of the test's own, to be killed; skipped where ``redis_url`` finds none."""
    with Redis(tmp_path) as redis:
        yield redis


@pytest.fixture
def installation(redis: Redis, other_process: dict[str, str], settings: Settings) -> Iterator[Installation]:
    """Two web processes, a worker and a beat; the test acts as a third web process does."""
    settings.REDIS_URL = redis.url
    relay.publish._client = None  # it belongs to another Redis
    relay.publish._not_before = 0.0
    with broker(redis.url), installed(other_process, redis) as installation:
        installation.start()
        yield installation


@pytest.fixture
def night(installation: Installation) -> Night:
    return quick_night(SECONDS, BREAKS)


@pytest.fixture
def room(night: Night, installation: Installation) -> Iterator[Room]:
    room = Room(night, installation)
    yield room
    room.close()


def version(night: Night) -> int:
    night.open.stream.refresh_from_db()
    return night.open.stream.version


def recorded_by_tasks() -> int:
    """How often a task found something to record: the first level was recorded by the act."""
    return LevelStart.objects.exclude(index=0).values("recorded_at").distinct().count()


def test_redis_killed_and_started_again_loses_no_level_and_misleads_no_page(
    room: Room, night: Night, redis: Redis
) -> None:
    room.until(lambda: len(recorded()) == 4)
    redis.kill()
    seen = len(recorded())
    gone_at = datetime.now(UTC)
    room.until(lambda: datetime.now(UTC) - gone_at > timedelta(seconds=2.5))
    assert len(recorded()) <= seen + 1  # but for one that was under way
    assert room.freshly_loaded() == []
    redis.start()
    room.until(lambda: len(recorded()) == len(SECONDS))
    assert recorded() == due_instants(night, SECONDS)
    assert room.freshly_loaded() == []


def test_an_act_while_redis_is_gone_reaches_every_page_and_undoing_it_too(
    room: Room, night: Night, redis: Redis
) -> None:
    room.until(lambda: len(recorded()) == 3)
    redis.kill()
    night.now = datetime.now(UTC)
    paused = services.pause_clock(open=night.open, **night.act)
    room.until_all_agree()
    assert room.right(datetime.now(UTC)) == "paused"
    night.now = datetime.now(UTC)
    undo(entry=paused, **night.act)
    room.until_all_agree()
    redis.start()
    room.until(lambda: recorded()[-1][0] == len(SECONDS) - 1)
    indices = [index for index, _due in recorded()]
    assert indices == list(range(len(SECONDS)))


def test_a_worker_killed_and_started_again_records_what_was_missed_once_each(
    room: Room, night: Night, installation: Installation
) -> None:
    room.until(lambda: len(recorded()) == 4)
    installation.kill_worker()
    gone_at = datetime.now(UTC)
    seen = len(recorded())
    room.until(lambda: datetime.now(UTC) - gone_at > timedelta(seconds=3.5))
    assert len(recorded()) == seen
    installation.start_worker(wait=False)
    room.until(lambda: len(recorded()) == len(SECONDS))
    assert recorded() == due_instants(night, SECONDS)
    assert room.freshly_loaded() == []


def test_a_web_process_killed_leaves_its_pages_counting_and_they_come_back_to_it(
    room: Room, night: Night, installation: Installation
) -> None:
    web = installation.webs[0]
    orphans = [one for one in room.onlookers if one.name.endswith(str(web.port))]
    room.until(lambda: len(recorded()) == 3 and all(one.connections == 1 for one in room.onlookers))
    installation.kill_web(web)
    room.until(lambda: len(recorded()) == 6)
    assert room.freshly_loaded() == []
    installation.start_web(web.port)
    room.until(lambda: all(one.connections == 2 for one in orphans))
    room.until(lambda: len(recorded()) == len(SECONDS))
    assert recorded() == due_instants(night, SECONDS)


def test_two_beats_two_workers_and_every_task_delivered_seven_times_record_each_level_once(
    room: Room, night: Night, installation: Installation
) -> None:
    installation.start_beat()
    installation.start_worker(wait=False)
    clock = Clock.objects.get()
    before = version(night) - recorded_by_tasks()
    for _index, due in due_instants(night, SECONDS)[1:]:
        for _ in range(7):
            app.send_task("tdapp.clock.tasks.begin_level", [clock.pk, due.isoformat()], eta=due)
    wait_until(lambda: installation.redis is not None and installation.redis.working() == 2)
    room.until(lambda: len(recorded()) == len(SECONDS))
    last = due_instants(night, SECONDS)[-1][1]
    room.until(lambda: datetime.now(UTC) - last > timedelta(seconds=1))
    assert recorded() == due_instants(night, SECONDS)
    # Each time that something was recorded the screens were told once, and not seven times.
    assert version(night) == before + recorded_by_tasks()
