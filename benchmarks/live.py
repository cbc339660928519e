"""How long a change takes to reach every open page of one process.

    python benchmarks/live.py [--streams 200] [--changes 50] [--bytes 2000]

A server process holds the streams and makes the changes (a committed journal version each time);
this process reads all streams over loopback.  The same load on a bare ASGI application, which only
writes the bytes, says what of it is the machine's and uvicorn's.  Latency runs from just before the
transaction to the moment the last byte was read here; both processes share the machine.
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

    application, change, path = _live(size) if kind == "live" else _bare(size)
    listener = server.listen("127.0.0.1", 0)
    web = server.make_server()
    web.config.app = application

    def obey() -> None:
        print(json.dumps({"port": listener.getsockname()[1], "path": path}), flush=True)
        for _ in sys.stdin:
            change()
        print(json.dumps({"renderings": hub.hub.renderings, "rss_mb": _rss_mb()}), flush=True)
        hub.close_all()
        web.should_exit = True

    threading.Thread(target=obey, daemon=True).start()
    web.run(sockets=[listener])


def _live(size: int) -> tuple[Any, Any, str]:
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

    def change() -> None:
        published["at"] = time.time_ns()
        with transaction.atomic():
            Stream.objects.filter(pk=stream.pk).update(version=F("version") + 1)
            stream.refresh_from_db()
        listeners.notify(listeners.Changed(stream.pk, stream.epoch, stream.version))

    registry.register(registry.Surface("bench", {"x": stream.pk}.get, render))
    return application, change, "/live/en/bench/x/"


def _bare(size: int) -> tuple[Any, Any, str]:
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

    def change() -> None:
        body = b"data: published=%d %s\n\n" % (time.time_ns(), b"x" * size)
        loops[0].call_soon_threadsafe(push, body)

    return application, change, "/"


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
    """How many streams have received which change, and how long each took, in ms."""

    def __init__(self, streams: int) -> None:
        self.streams = streams
        self.latencies: list[float] = []
        self._seen: dict[bytes, int] = {}
        self.complete = asyncio.Event()

    def note(self, published: bytes) -> None:
        if published != b"0":
            self.latencies.append((time.time_ns() - int(published)) / 1e6)
        self._seen[published] = self._seen.get(published, 0) + 1
        if self._seen[published] == self.streams:
            self.complete.set()


async def view(port: int, path: str, receipts: Receipts) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    try:
        async for line in reader:
            if found := PUBLISHED.search(line):
                receipts.note(found[1])
    finally:
        writer.close()


async def measure(kind: str, streams: int, changes: int, size: int) -> dict[str, float]:
    with server_process(kind, size) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        receipts = Receipts(streams)
        started = time.monotonic()
        viewers = [asyncio.create_task(view(told["port"], told["path"], receipts)) for _ in range(streams)]
        await asyncio.wait_for(receipts.complete.wait(), PATIENCE)
        connected = time.monotonic() - started
        for _ in range(changes):
            receipts.complete.clear()
            process.stdin.write("change\n")
            process.stdin.flush()
            await asyncio.wait_for(receipts.complete.wait(), PATIENCE)
            await asyncio.sleep(PAUSE)
        process.stdin.close()
        told = json.loads(process.stdout.readline())
        asked_to_stop = time.monotonic()
        # Kept open until the server ends them: that is measured too.
        await asyncio.wait(viewers, timeout=5 if kind == "live" else 0)
        ended = time.monotonic() - asked_to_stop
        for viewer in viewers:
            viewer.cancel()
    cuts = statistics.quantiles(receipts.latencies, n=100)
    figures = {
        "connect s": connected,
        "p50 ms": cuts[49],
        "p99 ms": cuts[98],
        "max ms": max(receipts.latencies),
    }
    return {**figures, "RSS MB": told["rss_mb"], "renderings": told["renderings"], "end s": ended}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--changes", type=int, default=50)
    parser.add_argument("--bytes", type=int, default=2000, help="size of the pushed fragment")
    parser.add_argument("--serve", choices=["live", "bare"], help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve, asked.bytes)
        return
    print(f"{asked.streams} streams on one process, {asked.changes} changes of {asked.bytes} bytes")
    for kind in ("bare", "live"):
        figures = asyncio.run(measure(kind, asked.streams, asked.changes, asked.bytes))
        shown = "  ".join(f"{name} {value:.2f}".rstrip("0").rstrip(".") for name, value in figures.items())
        print(f"{kind}:  {shown}")


if __name__ == "__main__":
    main()
