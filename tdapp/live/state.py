"""What a live page looked like at one version, and the bytes that tell it to a browser."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils import translation

from tdapp.journal.models import Stream
from tdapp.live import registry

ATTEMPTS = 5
"""Renderings tried while the stream moves; after that the hub's next look repeats it anyway."""

SHARED_MS = 10
"""How old the server's time in a message may be when it is sent, in milliseconds."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class Stamp(NamedTuple):
    """Where a stream stands. Two stamps are only equal or different: a restored backup goes back."""

    epoch: str
    version: int

    def __str__(self) -> str:
        return f"{self.epoch}-{self.version}"


@dataclass(frozen=True, eq=False)
class State:
    """The fragments of one page at ``stamp``; shared by everybody who looks at that page."""

    stamp: Stamp
    fragments: Mapping[str, str]
    digest: str = field(init=False)
    tag: str = field(init=False)
    """Names this state: the id of its events and, in quotes, its ETag."""
    _events: dict[str, bytes] = field(init=False, repr=False)
    _polled: str = field(init=False, repr=False)
    _messages: dict[str, tuple[int, bytes]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        registry.check_names(self.fragments)
        events = {name: _event(name, html) for name, html in self.fragments.items()}
        # The digest instead of a name of the process: it is the same in every web process, and a
        # restart with other templates still changes it.
        digest = hashlib.blake2s(b"".join(events.values()), digest_size=6).hexdigest()
        object.__setattr__(self, "_events", events)
        object.__setattr__(self, "_polled", json.dumps(self.fragments))
        object.__setattr__(self, "digest", digest)
        object.__setattr__(self, "tag", f"{self.stamp}-{digest}")

    def message(self, seen: State | None = None) -> bytes:
        """Server-sent events for a page that shows ``seen``: ``server``, and the fragments that differ.

        All who saw the same share the bytes while the time in them is new.  A page that shows this
        state already gets a ping.
        """
        key, now = seen.tag if seen else "", now_ms()
        made, message = self._messages.get(key, (0, b""))
        if not 0 <= now - made <= SHARED_MS:
            known = seen._events if seen else {}
            differing = [event for name, event in self._events.items() if known.get(name) != event]
            # The comment is for proxies, the event for the page: a browser does not report comments.
            message = b"".join([b": ping\n" if seen is self else b"", self.server_event(), *differing])
            self._messages[key] = now, message
        return message

    def server_event(self) -> bytes:
        """The server's clock (ms since 1970) and the version; also what keeps a quiet stream alive.

        It comes first, so that a clock that is swapped in already knows how wrong the laptop's is,
        and it lists the events that may follow, because a browser listens to them by name.
        """
        data = json.dumps(
            {
                "now": now_ms(),
                "version": self.stamp.version,
                "epoch": self.stamp.epoch,
                "fragments": list(self.fragments),
            }
        )
        return f"id: {self.tag}\nevent: server\ndata: {data}\n\n".encode()

    def polled(self) -> bytes:
        """The whole state as JSON: now, version, epoch, and fragments by name."""
        stamp = f'"version": {self.stamp.version}, "epoch": {json.dumps(self.stamp.epoch)}'
        return f'{{"now": {now_ms()}, {stamp}, "fragments": {self._polled}}}'.encode()


def now_ms() -> int:
    """The server's clock in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def _event(name: str, html: str) -> bytes:
    # Only these three end a line of an event stream; str.splitlines knows more and would eat them.
    lines = "".join(f"data: {line}\n" for line in _LINE_END.split(html))
    return f"event: {name}\n{lines}\n".encode()


def stamp_of(stream_id: int) -> Stamp | None:
    """Where the stream stands in the database, or None if there is none. One query."""
    row = Stream.objects.filter(pk=stream_id).values_list("epoch", "version").first()
    return Stamp(*row) if row else None


def stamps_of(stream_ids: set[int]) -> dict[int, Stamp]:
    """Where each of the streams stands. One query."""
    rows = Stream.objects.filter(pk__in=stream_ids).values_list("pk", "epoch", "version")
    return {pk: Stamp(epoch, version) for pk, epoch, version in rows}


def render(
    surface: registry.Surface, stream_id: int, language: str, count: Callable[[], None]
) -> State | None:
    """The page at one version: rendered, and again if the stream moved meanwhile.

    ``count`` is called for each rendering.  None if the stream is gone.
    """
    last: State | None = None
    before = stamp_of(stream_id)
    for _ in range(ATTEMPTS):
        if before is None:
            return None
        if surface.render is None:
            return State(before, {"changed": str(before)})
        with translation.override(language):
            fragments = dict(surface.render(stream_id, language))
        count()
        after = stamp_of(stream_id)
        last = State(before, fragments)
        if after == before:
            break
        before = after
    return last
