"""Changes told from process to process through Redis, when ``REDIS_URL`` is set.

The message only says that a stream moved; each process looks at the database itself.  So a
message lost, doubled or made up costs at most a look, and a Redis that is down costs at most the
two seconds until the hub looks anyway.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import asdict

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tdapp.journal.listeners import Changed
from tdapp.live.hub import Hub

logger = logging.getLogger(__name__)

CHANNEL = "tapete:changed"
PATIENCE = 0.5
"""Seconds that an act waits for Redis at most."""
PAUSE = 5.0
"""Seconds without a try after Redis did not answer: the acts of a night never queue up for it."""
RETRY = 0.5
"""Seconds between two tries to subscribe."""


class Publisher:
    """Tells the other processes of each change, in the thread that made it."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._not_before = 0.0

    def __call__(self, change: Changed) -> None:
        """A journal listener; without ``REDIS_URL`` it does nothing."""
        if not settings.REDIS_URL or time.monotonic() < self._not_before:
            return
        try:
            if self._client is None:
                self._client = redis.Redis.from_url(
                    settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
                )
            self._client.publish(CHANNEL, json.dumps(asdict(change)))
        except RedisError as error:
            self._not_before = time.monotonic() + PAUSE
            logger.warning("Redis was not told of a change: %s", error)


publish = Publisher()


def listen(hub: Hub) -> asyncio.Task[None] | None:
    """Begin to tell ``hub`` what other processes publish; None without ``REDIS_URL``."""
    if not settings.REDIS_URL:
        return None
    return asyncio.get_running_loop().create_task(_listen_for_ever(settings.REDIS_URL, hub))


async def _listen_for_ever(url: str, hub: Hub) -> None:
    lost = False
    while True:
        try:
            heard = False
            async for change in _changes(url):
                if not heard:
                    # The subscription stands: what was told before it did, nobody here has heard.
                    await hub.look()
                lost, heard = False, True
                if change is not None:
                    hub.changed(change)
        except (RedisError, OSError) as error:
            if not lost:
                logger.warning("The other processes are out of hearing: %s", error)
            lost = True
        await asyncio.sleep(RETRY)


async def _changes(url: str) -> AsyncIterator[Changed | None]:
    """What is published; None once the subscription stands and for what nobody understands."""
    # One place tries again.  The library would subscribe anew for every error it knows, even without a retry,
    # and then raise the error all the same: who is told through that subscription is not heard.
    once = Retry(NoBackoff(), retries=0, supported_errors=())
    async with (
        redis.asyncio.Redis.from_url(url, health_check_interval=15, retry=once) as client,
        client.pubsub() as channel,
    ):
        await channel.subscribe(CHANNEL)
        async for message in channel.listen():
            yield _read(message["data"]) if message["type"] == "message" else None


def _read(data: bytes) -> Changed | None:
    try:
        return Changed(**json.loads(data))
    except (ValueError, TypeError):
        logger.warning("A message on %s was not understood", CHANNEL)
        return None
