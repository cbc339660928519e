"""``/live/…`` as a raw ASGI application, which asgi.py asks before Django.

A streaming Django view would hold a thread for every viewer; this holds two tasks.  There is no
session and no user here, so only what everybody may see is sent (DESIGN 5).

* ``GET /live/<language>/<surface>/<code>/`` streams server-sent events: ``server`` and all
  fragments on connect, those that changed after each change, ``server`` every 15 seconds.
* ``?poll=1`` answers the same as JSON, 304 when ``If-None-Match`` names the current state.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.translation import gettext

from tdapp.live import registry
from tdapp.live.hub import Subscriber, TooManyStreamsError, UnavailableError, UnknownPageError, hub
from tdapp.live.registry import Address
from tdapp.live.state import State, now_ms

logger = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

RETRY_MS = 2000
"""How long a browser waits before it connects again by itself."""


@dataclass(frozen=True)
class _Asked:
    """What a request wants; the request itself is not kept for the length of the stream."""

    address: Address
    polls: bool
    known: frozenset[str]


class _Refused(Exception):
    """An answer that is not the page: the status and a sentence."""

    def __init__(self, status: int, sentence: str = "", *headers: tuple[bytes, bytes]) -> None:
        super().__init__(status, sentence)
        self.status = status
        self.sentence = sentence
        self.headers = headers


async def app(scope: Message, receive: Receive, send: Send) -> None:
    """Answer one request below ``/live/``."""
    try:
        asked = _read(scope)
        if asked.polls:
            await _answer_poll(asked, send)
        else:
            await _stream(asked.address, scope, receive, send)
    except _Refused as refusal:
        await _answer(
            send, refusal.status, b"text/plain; charset=utf-8", refusal.sentence.encode(), *refusal.headers
        )


def _read(scope: Message) -> _Asked:
    request = ASGIRequest(scope, io.BytesIO())
    try:
        request.get_host()
    except DisallowedHost:
        logger.warning("A live page was asked for under a foreign host name")
        raise _Refused(400, "This server does not answer to that name.") from None
    if request.method != "GET":
        raise _Refused(405, "", (b"allow", b"GET"))
    address = registry.parse(request.path_info)
    if address is None:
        raise _Refused(404)
    known = request.headers.get("If-None-Match", "").split(",")
    tags = frozenset(tag.strip().removeprefix("W/").strip('"') for tag in known)
    return _Asked(address, request.GET.get("poll") == "1", tags)


def _refusal(error: Exception, address: Address) -> _Refused:
    with translation.override(address.language):
        match error:
            case UnknownPageError():
                return _Refused(404, gettext("There is no such page."))
            case TooManyStreamsError():
                sentence = gettext(
                    "Too many live pages are open from this address. Close some, then load this one again."
                )
                return _Refused(429, sentence, (b"retry-after", b"30"))
            case _:
                return _Refused(
                    503, gettext("This page is not available at the moment."), (b"retry-after", b"2")
                )


async def _answer_poll(asked: _Asked, send: Send) -> None:
    try:
        state = await hub.current(asked.address)
    except (UnknownPageError, UnavailableError) as error:
        raise _refusal(error, asked.address) from None
    headers = (b"etag", f'"{state.tag}"'.encode()), (b"x-tapete-now", str(now_ms()).encode())
    if state.tag in asked.known:
        await _answer(send, 304, b"application/json", b"", *headers)
    else:
        await _answer(send, 200, b"application/json", state.polled(), *headers)


async def _stream(address: Address, scope: Message, receive: Receive, send: Send) -> None:
    client = scope.get("client")
    try:
        subscriber = await hub.subscribe(address, client[0] if client else "")
    except (UnknownPageError, TooManyStreamsError, UnavailableError) as error:
        raise _refusal(error, address) from None
    listener = asyncio.create_task(_end_with_the_client(subscriber, receive))
    try:
        await _start(send, 200, b"text/event-stream; charset=utf-8", (b"x-accel-buffering", b"no"))
        await _body(send, f"retry: {RETRY_MS}\n\n".encode(), more=True)
        await _send_states(subscriber, send)
        await _body(send, b"", more=False)
    except asyncio.CancelledError:
        # Let go by the hub because it did not read: nothing more to say.
        if not subscriber.let_go:
            raise
    finally:
        hub.unsubscribe(subscriber)
        listener.cancel()


async def _send_states(subscriber: Subscriber, send: Send) -> None:
    """Send what arrives, until the stream ends; a client gets the fragments it has not seen yet."""
    seen: State | None = None
    while (state := await subscriber.next()) is not None:
        await _body(send, state.message(seen), more=True)
        seen = state


async def _end_with_the_client(subscriber: Subscriber, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    hub.unsubscribe(subscriber)
    subscriber.put(None)


async def _answer(send: Send, status: int, kind: bytes, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    await _start(send, status, kind, (b"content-length", str(len(body)).encode()), *headers)
    await _body(send, body, more=False)


async def _start(send: Send, status: int, kind: bytes, *headers: tuple[bytes, bytes]) -> None:
    fixed = (b"content-type", kind), (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})


async def _body(send: Send, body: bytes, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})
