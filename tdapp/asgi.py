"""The door for every request: live streams to their own coroutine, everything else to Django.

A Django view that streams would hold a thread for each client (DESIGN 5).
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http.request import split_domain_port, validate_host

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

pages = get_asgi_application()

# After Django is ready: the stream reads models.
from tdapp.live import alone, stream  # noqa: E402
from tdapp.web.memory import spare_collections  # noqa: E402
from tdapp.web.starting import CannotStart  # noqa: E402

LIVE = "/live/"
logger = logging.getLogger(__name__)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route one connection; a foreign Host gets nothing: no page, no stream, no static file."""
    match scope["type"]:
        case "lifespan":
            await _lifespan(receive, send)
        case "websocket":
            await send({"type": "websocket.close", "code": 1000})
        case _ if not _host_is_ours(scope):
            await _refuse(send, 400, "Not an address of this site.")
        case _ if reason := alone.refusal():
            await _refuse(send, 503, reason)
        case _ if scope["path"].startswith(LIVE):
            await stream.app(scope, receive, send)
        case _:
            await pages(scope, receive, send)


def _host_is_ours(scope: Scope) -> bool:
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    domain, _port = split_domain_port(hosts[0]) if hosts else ("", "")
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


async def _refuse(send: Send, status: int, sentence: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})


async def _lifespan(receive: Receive, send: Send) -> None:
    """Start unless another process serves the same data without Redis (DESIGN 5); then say so, and end."""
    await receive()
    try:
        if not settings.REDIS_URL:
            alone.hold(settings.DATA_DIR)
    except CannotStart as reason:
        # The settings took uvicorn's own words off the console: this one has to be read there.
        print(reason, file=sys.stderr, flush=True)
        logger.error("%s", reason)
        await send({"type": "lifespan.startup.failed", "message": ""})
        return
    folder = settings.DATA_DIR
    spare_collections()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    alone.release(folder)
    await send({"type": "lifespan.shutdown.complete"})
