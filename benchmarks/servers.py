"""The server processes that the benchmarks measure, each in a Python of its own.

A process says on standard output where it listens, and then obeys standard input, line by line:
``change`` makes a change, ``tell`` says what the process has used and rendered so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

REPO = Path(__file__).resolve().parent.parent
KINDS = ("bare", "live", "night")
CHANNEL = "benchmark"


class ServerProcess:
    """A running server of one kind; ``paths`` are its pages."""

    def __init__(self, kind: str, size: int, folder: str, redis_url: str) -> None:
        """Start it and wait until it listens; ``folder`` is its data, shared by those of a kind."""
        env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.servers", kind, str(size)],
            cwd=REPO,
            env={**env, "TAPETE_DATA": folder, "REDIS_URL": redis_url},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = self.answer()
        self.port: int = told["port"]
        self.paths: list[str] = told["paths"]

    def ask(self, what: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        return dict(json.loads(self._process.stdout.readline()))

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


class Served(NamedTuple):
    """What a kind serves. ``change()`` returns the new version; ``counts()`` all and most renderings."""

    application: Any
    paths: list[str]
    change: Callable[[], int]
    counts: Callable[[], tuple[int, int]]


def serve(kind: str, size: int) -> None:
    """Serve ``kind`` on a free port until standard input ends or the process is killed."""
    served = {"bare": _bare, "live": _live, "night": _night}[kind](size)
    web, listener = _bare_server(served) if kind == "bare" else _site_server(served)

    def obey() -> None:
        _say(port=listener.getsockname()[1], paths=served.paths)
        for words in sys.stdin:
            if words.strip() == "change":
                at = time.time_ns()
                _say(version=served.change(), at=at)
            else:
                renderings, most = served.counts()
                _say(cpu=time.process_time(), rss=_rss_mb(), renderings=renderings, most=most)
        web.should_exit = True

    threading.Thread(target=obey, daemon=True).start()
    web.run(sockets=[listener])


def _say(**told: Any) -> None:
    print(json.dumps(told), flush=True)


def _rss_mb() -> float:
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    return int(re.findall(r"VmRSS:\s+(\d+)", status.read_text())[0]) / 1024


def _site_server(served: Served) -> tuple[Any, Any]:
    from tdapp.live import server

    web = server.make_server()
    web.config.app = served.application
    return web, server.listen("127.0.0.1", 0)


# -- bare -------------------------------------------------------------------------------------------


def _bare_server(served: Served) -> tuple[Any, Any]:
    """The same uvicorn with the same settings, in a process that has never heard of Django."""
    import socket

    import uvicorn

    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    config = uvicorn.Config(
        served.application, access_log=False, log_config=None, server_header=False, ws="none", lifespan="on"
    )
    return uvicorn.Server(config), listener


def _bare(size: int) -> Served:
    """Whatever is pushed is written to everybody, and nothing else is done."""
    import redis
    import redis.asyncio

    queues: set[asyncio.Queue[bytes]] = set()
    loops: list[asyncio.AbstractEventLoop] = []
    companions: list[asyncio.Task[None]] = []
    url = os.environ["REDIS_URL"]
    client = redis.Redis.from_url(url) if url else None
    version = 0

    def push(message: bytes) -> None:
        for queue in queues:
            queue.put_nowait(message)

    async def hear(channel: Any) -> None:
        async for heard in channel.listen():
            if heard["type"] == "message":
                push(heard["data"])

    async def begin() -> None:
        loops.append(asyncio.get_running_loop())
        if url:
            channel = redis.asyncio.Redis.from_url(url).pubsub()
            await channel.subscribe(CHANNEL)
            companions.append(asyncio.create_task(hear(channel)))

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await begin()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        queue.put_nowait(_message(version, size))
        queues.add(queue)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while True:
            body = await queue.get()
            await send({"type": "http.response.body", "body": body, "more_body": True})

    def change() -> int:
        nonlocal version
        version += 1
        message = _message(version, size)
        if client is not None:
            client.publish(CHANNEL, message)
        else:
            loops[0].call_soon_threadsafe(push, message)
        return version

    return Served(application, ["/"], change, lambda: (0, 0))


def _message(version: int, size: int) -> bytes:
    """As many bytes as the live pages send, and the version where they have it."""
    told = {"now": time.time_ns() // 10**6, "version": version, "epoch": "abcdef123456"}
    data = json.dumps({**told, "fragments": ["bench-board"]})
    return (
        f"id: abcdef123456-{version}-0123456789ab\nevent: server\ndata: {data}\n\n"
        f"event: bench-board\ndata: {_board(version, size)}\n\n"
    ).encode()


def _board(version: int, size: int) -> str:
    return f'<p id="bench-board">{version} {"x" * size}</p>'


# -- the site ---------------------------------------------------------------------------------------


def _set_up() -> None:
    """Django as on any night but the first, whose migrations leave memory behind; with all its pages."""
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=REPO, check=True)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tdapp.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.urls import get_resolver

    settings.LIVE_STREAMS_PER_ADDRESS = 100_000
    assert get_resolver().url_patterns  # a server reads them with its first page


def _live(size: int) -> Served:
    """A page of one fragment that shows the version, in the process and database of a real night."""
    _set_up()
    from functools import partial

    from django.db import transaction
    from django.db.models import F

    from tdapp.asgi import application
    from tdapp.journal import listeners
    from tdapp.journal.models import Stream
    from tdapp.live import registry
    from tdapp.live.hub import hub

    stream = Stream.objects.first() or Stream.objects.create(kind="open")
    rendered: Counter[tuple[int, str]] = Counter()

    def render(stream_id: int, language: str) -> dict[str, str]:
        version = Stream.objects.get(pk=stream_id).version
        rendered[version, language] += 1
        return {"bench-board": _board(version, size)}

    def change() -> int:
        with transaction.atomic():
            Stream.objects.filter(pk=stream.pk).update(version=F("version") + 1)
            stream.refresh_from_db()
            changed = listeners.Changed(stream.pk, stream.epoch, stream.version)
            transaction.on_commit(partial(listeners.notify, changed))
        return stream.version

    registry.register(registry.Surface("bench", {"x": stream.pk}.get, render))
    paths = [f"/live/{language}/bench/x/" for language in ("en", "es")]
    return Served(application, paths, change, lambda: (hub.renderings, max(rendered.values(), default=0)))


def _night(size: int) -> Served:
    """A night of sixty players in which one after the other goes out; ``size`` means nothing here."""
    _set_up()
    from dataclasses import replace
    from datetime import UTC, datetime

    from django.conf import settings

    from tdapp.asgi import application
    from tdapp.floor import services as floor
    from tdapp.live import registry
    from tdapp.live.hub import hub
    from tests.builders import make_night, spt_terms

    night = make_night(spt_terms())
    night.now = datetime.now(UTC)
    night.sign_up(*(f"Player {number}" for number in range(1, 61)))
    night.start()
    order = iter(list(night.entries.values())[1:])
    rendered: Counter[tuple[str, int, str]] = Counter()

    def counted(surface: registry.Surface) -> registry.Surface:
        def render(stream_id: int, language: str) -> Any:
            night.open.stream.refresh_from_db()
            rendered[surface.name, night.open.stream.version, language] += 1
            assert surface.render is not None
            return surface.render(stream_id, language)

        return replace(surface, render=render)

    def change() -> int:
        floor.record_outs(
            open=night.open, groups=[[next(order)]], actor=night.director, now=datetime.now(UTC)
        )
        night.open.stream.refresh_from_db()
        return night.open.stream.version

    for name in ("screen", "phone"):
        surface = registry.surface(name)
        assert surface is not None
        registry.register(counted(surface))
    languages = [language for language, _name in settings.LANGUAGES]
    paths = [f"/live/{lang}/{page}/{night.open.code}/" for page in ("screen", "phone") for lang in languages]
    return Served(application, paths, change, lambda: (hub.renderings, max(rendered.values(), default=0)))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        serve(sys.argv[1], int(sys.argv[2]))
