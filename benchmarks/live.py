"""How long a change takes to reach every open page of one process.

    python benchmarks/live.py [--streams 200] [--changes 50] [--bytes 2000]

A server process holds the streams and makes the changes; this process reads all streams over
loopback.  Three kinds, each with the same load:

bare   a bare ASGI application that only writes the bytes: what is the machine's and uvicorn's
live   the live pages with a fragment of so many bytes; a change is a committed version of a stream
night  a real night: a change is an out, the streams are big screens and phones in both languages

Latency runs from just before the transaction to the moment the last byte was read here; both
processes share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REPO = Path(__file__).resolve().parent.parent
PUBLISHED = re.compile(rb"published=(\d+)")
VERSION = re.compile(rb'"version": (\d+)')
KINDS = ("bare", "live", "night")
PATIENCE = 30.0
PAUSE = 0.05


# -- the server process -----------------------------------------------------------------------------


def serve(kind: str, size: int) -> None:
    """Serve ``kind`` on a free port and make a change for each line of standard input."""
    sys.path.insert(0, str(REPO))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tdapp.settings"
    import django

    django.setup()
    from tdapp.live import hub, server

    application, change, paths = {"live": _live, "bare": _bare, "night": _night}[kind](size)
    listener = server.listen("127.0.0.1", 0)
    web = server.make_server()
    web.config.app = application

    def obey() -> None:
        print(json.dumps({"port": listener.getsockname()[1], "paths": paths}), flush=True)
        for _ in sys.stdin:
            at = time.time_ns()
            print(json.dumps({"key": str(change()), "at": at}), flush=True)
        print(json.dumps({"renderings": hub.hub.renderings, "rss_mb": _rss_mb()}), flush=True)
        hub.close_all()
        web.should_exit = True

    threading.Thread(target=obey, daemon=True).start()
    web.run(sockets=[listener])


def _live(size: int) -> tuple[Any, Any, list[str]]:
    from django.conf import settings
    from django.core.management import call_command
    from django.db import transaction
    from django.db.models import F

    from tdapp.asgi import application
    from tdapp.journal import listeners
    from tdapp.journal.models import Stream
    from tdapp.live import registry

    call_command("migrate", verbosity=0)
    settings.LIVE_STREAMS_PER_ADDRESS = 100_000
    stream = Stream.objects.create(kind="open")
    published = {"at": 0}

    def render(stream_id: int, language: str) -> dict[str, str]:
        version = Stream.objects.get(pk=stream_id).version
        return {"bench-board": f"<p>{version} published={published['at']} {'x' * size}</p>"}

    def change() -> int:
        published["at"] = time.time_ns()
        with transaction.atomic():
            Stream.objects.filter(pk=stream.pk).update(version=F("version") + 1)
            stream.refresh_from_db()
        listeners.notify(listeners.Changed(stream.pk, stream.epoch, stream.version))
        return published["at"]

    registry.register(registry.Surface("bench", {"x": stream.pk}.get, render))
    return application, change, ["/live/en/bench/x/"]


def _night(size: int) -> tuple[Any, Any, list[str]]:
    from datetime import UTC, datetime

    from django.conf import settings
    from django.core.management import call_command

    from tdapp.asgi import application
    from tdapp.floor import services as floor
    from tests.builders import make_night, spt_terms

    call_command("migrate", verbosity=0)
    settings.LIVE_STREAMS_PER_ADDRESS = 100_000
    night = make_night(spt_terms())
    night.now = datetime.now(UTC)
    night.sign_up(*(f"Player {number}" for number in range(1, 61)))
    night.start()
    order = iter(list(night.entries.values())[1:])

    def change() -> int:
        entry = floor.record_outs(
            open=night.open, groups=[[next(order)]], actor=night.director, now=datetime.now(UTC)
        )
        return entry.number

    pages = [f"{lang}/{page}" for page in ("screen", "phone") for lang in ("en", "es")]
    return application, change, [f"/live/{page}/{night.open.code}/" for page in pages]


def _bare(size: int) -> tuple[Any, Any, list[str]]:
    queues: set[asyncio.Queue[bytes]] = set()
    loops: list[asyncio.AbstractEventLoop] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"] == "lifespan.shutdown":
                    return
        loops[:] = [asyncio.get_running_loop()]
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        queues.add(queue)
        queue.put_nowait(b"data: published=0\n\n")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while body := await queue.get():
            await send({"type": "http.response.body", "body": body, "more_body": True})

    def push(body: bytes) -> None:
        for queue in queues:
            queue.put_nowait(body)

    def change() -> int:
        at = time.time_ns()
        loops[0].call_soon_threadsafe(push, b"data: published=%d %s\n\n" % (at, b"x" * size))
        return at

    return application, change, ["/"]


def _rss_mb() -> float:
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    return int(re.findall(r"VmRSS:\s+(\d+)", status.read_text())[0]) / 1024


# -- the viewers ------------------------------------------------------------------------------------


@contextlib.contextmanager
def server_process(kind: str, size: int) -> Iterator[subprocess.Popen[str]]:
    with tempfile.TemporaryDirectory() as folder:
        env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        words = [sys.executable, __file__, "--serve", kind, "--bytes", str(size)]
        with subprocess.Popen(
            words,
            env={**env, "TAPETE_DATA": folder},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield process
            finally:
                process.kill()


class Receipts:
    """Which change has reached how many streams, and when; a change goes by its key."""

    def __init__(self, streams: int) -> None:
        self.streams = streams
        self.arrived: dict[str, list[int]] = {}
        self.complete = asyncio.Event()

    def note(self, key: str) -> None:
        times = self.arrived.setdefault(key, [])
        times.append(time.time_ns())
        if len(times) == self.streams:
            self.complete.set()

    def latencies(self, published: dict[str, int]) -> list[float]:
        """In ms, of every change that was made, on every stream."""
        return [(at - made) / 1e6 for key, made in published.items() for at in self.arrived[key]]


async def view(port: int, path: str, receipts: Receipts) -> None:
    """Read one stream: a fragment made here names its instant, a message of a night its version."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    version, parts, expected = "", 0, 4 if "/phone/" in path else 1  # an out changes all parts of a page
    try:
        async for line in reader:
            if found := PUBLISHED.search(line):
                receipts.note(found[1].decode())
            elif found := VERSION.search(line):
                version, parts = found[1].decode(), 0
            elif line.startswith(b"event: ") and not line.startswith(b"event: server"):
                parts += 1
            elif not line.strip() and version and parts == expected:
                receipts.note(version)
                version = ""
    finally:
        writer.close()


async def measure(kind: str, streams: int, changes: int, size: int) -> dict[str, float]:
    with server_process(kind, size) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        receipts, published = Receipts(streams), {}
        started = time.monotonic()
        paths = [told["paths"][number % len(told["paths"])] for number in range(streams)]
        viewers = [asyncio.create_task(view(told["port"], path, receipts)) for path in paths]
        await asyncio.wait_for(receipts.complete.wait(), PATIENCE)
        connected = time.monotonic() - started
        for _ in range(changes):
            receipts.complete.clear()
            process.stdin.write("change\n")
            process.stdin.flush()
            await asyncio.wait_for(receipts.complete.wait(), PATIENCE)
            made = json.loads(process.stdout.readline())
            published[made["key"]] = made["at"]
            await asyncio.sleep(PAUSE)
        process.stdin.close()
        told = json.loads(process.stdout.readline())
        asked_to_stop = time.monotonic()
        # Kept open until the server ends them: that is measured too.
        await asyncio.wait(viewers, timeout=0 if kind == "bare" else 5)
        ended = time.monotonic() - asked_to_stop
        for viewer in viewers:
            viewer.cancel()
    latencies = receipts.latencies(published)
    cuts = statistics.quantiles(latencies, n=100)
    figures = {
        "connect s": connected,
        "p50 ms": cuts[49],
        "p99 ms": cuts[98],
        "max ms": max(latencies),
    }
    return {**figures, "RSS MB": told["rss_mb"], "renderings": told["renderings"], "end s": ended}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--changes", type=int, default=50)
    parser.add_argument("--bytes", type=int, default=2000, help="size of the pushed fragment")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--serve", choices=KINDS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve, asked.bytes)
        return
    print(f"{asked.streams} streams on one process, {asked.changes} changes of {asked.bytes} bytes")
    for kind in asked.kinds:
        figures = asyncio.run(measure(kind, asked.streams, asked.changes, asked.bytes))
        shown = "  ".join(f"{name} {value:.2f}".rstrip("0").rstrip(".") for name, value in figures.items())
        print(f"{kind}:  {shown}")


if __name__ == "__main__":
    main()
