"""The way of Celery's messages through Redis, for a worker that outlives its Redis.

When the connection breaks, kombu 5.7 still has a use for its closed channels: tasks that end later are
acknowledged there, and messages that the worker holds are given back there.  It then looks for the address
in a connection that is gone, and an AttributeError ends the worker.  As an error of the connection, which it
is, celery takes it as it takes all others.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError


class Channel(redis.Channel):
    """One that says so when it was closed. Nothing is lost: the sweep finds what a task should have done."""

    def _connparams(self, *words: Any, **named: Any) -> Any:
        if getattr(self.connection, "client", None) is None:
            raise ConnectionError("The connection to Redis was closed.")
        return super()._connparams(*words, **named)  # type: ignore[misc]


class Transport(redis.Transport):
    """kombu's, with such channels."""

    Channel = Channel
