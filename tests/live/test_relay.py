"""Several processes: what one writes, the pages of another show, with Redis and without."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
import redis
from pytest_django.fixtures import Settings

from tdapp.journal.listeners import Changed
from tdapp.journal.models import Stream
from tdapp.live import relay
from tests import programs
from tests.live.conftest import Board, Server, advance

pytestmark = pytest.mark.redis
EN = "/live/en/board/k3x9/"

WRITE = """
import sys, django
django.setup()
from django.db import transaction
from django.db.models import F
from tdapp.journal import listeners
from tdapp.journal.models import Stream

with transaction.atomic():
    Stream.objects.filter(pk=sys.argv[1]).update(version=F("version") + 1)
    stream = Stream.objects.get(pk=sys.argv[1])
listeners.notify(listeners.Changed(stream.pk, stream.epoch, stream.version))
"""


@pytest.fixture
def connected(settings: Settings, redis_url: str, board: Board, never_compared: None) -> Iterator[Server]:
    """A site that hears the others through Redis, and in no other way."""
    settings.REDIS_URL = redis_url
    with programs.serve_in_thread() as site:
        server = Server(site)
        yield server
    for viewer in server.viewers:
        viewer.close()


def wait_for_listeners(client: redis.Redis, number: int) -> None:
    deadline = time.monotonic() + 5
    while client.pubsub_numsub(relay.CHANNEL)[0][1] != number:
        assert time.monotonic() < deadline


def test_a_change_of_another_process_arrives_through_redis(
    connected: Server, stream: Stream, redis_url: str, other_process: dict[str, str]
) -> None:
    viewer = connected.open(EN)
    assert viewer.version() == 7
    with redis.Redis.from_url(redis_url) as client:
        wait_for_listeners(client, 1)
    env = {**other_process, "REDIS_URL": redis_url, "DJANGO_SETTINGS_MODULE": "tdapp.settings"}
    words = [sys.executable, "-c", WRITE, str(stream.pk)]
    subprocess.run(words, env=env, check=True)
    assert viewer.version() == 8


def test_one_subscription_serves_all_viewers_of_a_process(
    connected: Server, stream: Stream, redis_url: str
) -> None:
    viewers = [connected.open(EN) for _ in range(10)]
    assert [viewer.version() for viewer in viewers] == [7] * 10
    with redis.Redis.from_url(redis_url) as client:
        wait_for_listeners(client, 1)


def test_a_lost_connection_to_redis_is_taken_up_again(
    connected: Server, stream: Stream, redis_url: str
) -> None:
    viewer = connected.open(EN)
    assert viewer.version() == 7
    with redis.Redis.from_url(redis_url) as client:
        wait_for_listeners(client, 1)
        client.client_kill_filter(_type="pubsub")
        wait_for_listeners(client, 0)
        wait_for_listeners(client, 1)
    Stream.objects.filter(pk=stream.pk).update(version=8)
    relay.Publisher()(Changed(stream.pk, stream.epoch, 8))
    assert viewer.version() == 8


def test_what_was_told_while_redis_was_out_of_hearing_is_looked_up_when_it_is_back(
    connected: Server, stream: Stream, redis_url: str
) -> None:
    viewer = connected.open(EN)
    assert viewer.version() == 7
    with redis.Redis.from_url(redis_url) as client:
        wait_for_listeners(client, 1)
        client.client_kill_filter(_type="pubsub")
        wait_for_listeners(client, 0)
        Stream.objects.filter(pk=stream.pk).update(version=8)
        relay.Publisher()(Changed(stream.pk, stream.epoch, 8))
        assert client.pubsub_numsub(relay.CHANNEL)[0][1] == 0, "nobody heard it"
    assert viewer.version() == 8


def test_what_nobody_understands_on_the_channel_is_passed_over(
    connected: Server, stream: Stream, redis_url: str
) -> None:
    viewer = connected.open(EN)
    assert viewer.version() == 7
    with redis.Redis.from_url(redis_url) as client:
        wait_for_listeners(client, 1)
        client.publish(relay.CHANNEL, b"\xff{")
        client.publish(relay.CHANNEL, b'{"stream_id": 1}')
    Stream.objects.filter(pk=stream.pk).update(version=8)
    relay.Publisher()(Changed(stream.pk, stream.epoch, 8))
    assert viewer.version() == 8


def test_a_redis_that_is_down_holds_up_no_act_and_no_page(
    server: Server,
    board: Board,
    stream: Stream,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    viewer = server.open(EN)
    assert viewer.version() == 7
    settings.REDIS_URL = f"redis://127.0.0.1:{programs.free_port()}/0"
    monkeypatch.setattr(relay, "PAUSE", 3600.0)
    publisher = relay.Publisher()
    for version in range(8, 58):
        publisher(Changed(stream.pk, stream.epoch, version))
    assert caplog.text.count("Redis was not told of a change") == 1  # and then nobody waited for it
    advance(stream)
    assert viewer.version() == 8
