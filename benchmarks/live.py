"""How long a change takes to reach every open page, beside a bare application under the same load.

    python benchmarks/live.py [--streams 100 1000 2000 5000x2] [--rounds 5] [--changes 10]
                              [--bytes 2000] [--kinds bare live]

``5000x2`` is 5,000 streams on two server processes with a Redis between them.  The kinds:

bare   an ASGI application that only writes the bytes (on several processes: what Redis publishes)
live   the live pages in two languages; a change is a committed version of a stream
night  a real night: a change is an out, the streams are big screens and phones in two languages

The kinds take turns, change by change, so that what else the machine does strikes all of them.
Latency runs from just before the change (with its transaction) to the last byte of its message.
p50 and p99 are the medians of those of the rounds.  One process reads all streams: on two cores it
and the servers share them.  The memory is that of the largest server process, CPU that of all of
them for one change.  A rendering is counted where it happens: "versions x languages" are those that
were needed, "most" is how often the same version and language was rendered in the same process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO))

from benchmarks.servers import KINDS, ServerProcess  # noqa: E402
from benchmarks.viewers import Receipts, open_streams  # noqa: E402
from tests import programs  # noqa: E402

TARGET_STREAMS = 1000
TARGET_RATIO, TARGET_MB = 1.5, 100.0
WARM_UP = 3
"""Changes that are not measured, before those that are."""
PATIENCE = 60.0
PAUSE = 0.05
"""Seconds of quiet between two changes."""


class Case(NamedTuple):
    """So many streams of each kind, on so many server processes."""

    streams: int
    processes: int

    @classmethod
    def read(cls, text: str) -> Case:
        """``1000`` or ``5000x2``."""
        streams, _, processes = text.partition("x")
        return cls(int(streams), int(processes or 1))


class Load(NamedTuple):
    """What every case is measured with."""

    kinds: list[str]
    rounds: int
    changes: int
    size: int


@dataclass
class Side:
    """One kind under load: its servers, its receipts, and the rounds measured so far (ms)."""

    kind: str
    servers: list[ServerProcess]
    receipts: Receipts
    connected: float = 0.0
    cpu_before: float = 0.0
    rounds: list[list[float]] = field(default_factory=list)

    async def change(self) -> list[float]:
        """Make a change in the first process; its latency on every stream, in ms."""
        self.receipts.expect()
        self.servers[0].ask("change")
        await self.receipts.wait(PATIENCE)
        made = self.servers[0].answer()
        return [(at - made["at"]) / 1e6 for at in self.receipts.of(made["version"])]

    def tell(self) -> list[dict[str, float]]:
        """What each server process says of itself."""
        for server in self.servers:
            server.ask("tell")
        return [server.answer() for server in self.servers]


@contextlib.contextmanager
def redis_for(processes: int) -> Iterator[str]:
    """The URL of a Redis of our own, or "" where one process needs none."""
    if processes == 1:
        yield ""
        return
    program = programs.find_program("redis-server")
    if program is None:
        raise SystemExit("Several processes need a redis-server, and none is installed.")
    with tempfile.TemporaryDirectory() as folder, programs.redis_server(program, Path(folder)) as url:
        yield url


@contextlib.contextmanager
def side(kind: str, case: Case, size: int, redis_url: str) -> Iterator[Side]:
    """The server processes of one kind, on data of their own."""
    folder = tempfile.mkdtemp()
    servers: list[ServerProcess] = []
    try:
        for _ in range(case.processes):
            # One after the other: the first makes the database.
            servers.append(ServerProcess(kind, size, folder, redis_url))
        yield Side(kind, servers, Receipts(case.streams))
    finally:
        for server in servers:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


async def connect(side: Side) -> list[asyncio.Transport]:
    """Open the streams, spread over the processes and the pages; all have got their first message."""
    started = time.monotonic()
    side.receipts.expect()
    places = []
    for number in range(side.receipts.streams):
        server = side.servers[number % len(side.servers)]
        places.append((server.port, server.paths[number // len(side.servers) % len(server.paths)]))
    opened = await open_streams(places, side.receipts)
    await side.receipts.wait(PATIENCE)
    side.connected = time.monotonic() - started
    return opened


async def measure(sides: list[Side], load: Load) -> list[dict[str, float]]:
    """Changes of each kind in turn, and then the figures of each kind."""
    opened = [await connect(side) for side in sides]
    for _ in range(WARM_UP):
        for side in sides:
            await side.change()
    for side in sides:
        side.cpu_before = sum(told["cpu"] for told in side.tell())
    for _ in range(load.rounds):
        latencies: dict[str, list[float]] = {side.kind: [] for side in sides}
        for _ in range(load.changes):
            for side in sides:
                latencies[side.kind] += await side.change()
                await asyncio.sleep(PAUSE)
        for side in sides:
            side.rounds.append(latencies[side.kind])
    figures = [figures_of(side, load) for side in sides]
    for transport in (transport for transports in opened for transport in transports):
        transport.abort()
    return figures


def figures_of(side: Side, load: Load) -> dict[str, float]:
    """The figures of one kind; latencies in ms, memory in MB."""
    told = side.tell()
    cuts = [statistics.quantiles(latencies, n=100) for latencies in side.rounds]
    cpu = sum(process["cpu"] for process in told) - side.cpu_before
    return {
        "connect": side.connected,
        "bytes": side.receipts.bytes_each,
        "p50": statistics.median(cut[49] for cut in cuts),
        "p99": statistics.median(cut[98] for cut in cuts),
        "max": max(map(max, side.rounds)),
        "rss": max(process["rss"] for process in told),
        "cpu": cpu * 1000 / (load.rounds * load.changes),
        "renderings": sum(process["renderings"] for process in told),
        "versions": 1 + WARM_UP + load.rounds * load.changes,
        "pages": len(side.servers[0].paths),
        "most": max(process["most"] for process in told),
    }


# -- the table --------------------------------------------------------------------------------------

HEADINGS = (
    f"{'streams':>7}  {'processes':9}  {'kind':5}  {'connect s':>9}  {'bytes':>6}  {'p50 ms':>7}  "
    f"{'p99 ms':>7}  {'max ms':>7}  {'p99/bare':>8}  {'RSS MB':>6}  {'CPU ms':>6}  renderings"
)


def line(case: Case, kind: str, found: dict[str, float], bare: dict[str, float] | None) -> str:
    """One line of the table, ``found`` beside ``bare`` if that was measured."""
    on = f"{case.processes} + Redis" if case.processes > 1 else "1"
    ratio = f"{found['p99'] / bare['p99']:.2f}" if bare else ""
    said = (
        f"{case.streams:7}  {on:9}  {kind:5}  {found['connect']:9.2f}  {found['bytes']:6.0f}  "
        f"{found['p50']:7.1f}  {found['p99']:7.1f}  {found['max']:7.1f}  {ratio:>8}  {found['rss']:6.1f}  "
        f"{found['cpu']:6.1f}  "
    )
    if kind == "bare":
        return said.rstrip() + "       -"
    pages, versions = int(found["pages"]), int(found["versions"])
    languages = f"{versions} versions x {pages} {'pages' if kind == 'night' else 'languages'}"
    processes = f" x {case.processes} processes" if case.processes > 1 else ""
    return said + f"{found['renderings']:.0f} for {languages}{processes}; most {found['most']:.0f}"


def verdict(results: dict[tuple[Case, str], dict[str, float]]) -> list[str]:
    """Whether the targets are met, one sentence each."""
    said = []
    for (case, kind), found in results.items():
        bare = results.get((case, "bare"))
        if kind == "live" and case == (TARGET_STREAMS, 1):
            if bare:
                ratio = found["p99"] / bare["p99"]
                met = _met(ratio <= TARGET_RATIO)
                said.append(f"{met}: p99 is {ratio:.2f} x bare, at most {TARGET_RATIO}")
            said.append(f"{_met(found['rss'] <= TARGET_MB)}: {found['rss']:.0f} MB, at most {TARGET_MB:.0f}")
    live = [found for (_case, kind), found in results.items() if kind != "bare"]
    if live:
        most = max(found["most"] for found in live)
        said.append(f"{_met(most <= 1)}: at most {most:.0f} rendering of a version in a language and process")
    return said


def _met(met: bool) -> str:
    return "met" if met else "NOT MET"


def headline(load: Load) -> str:
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    busy = f"load average {os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{machine}, {busy}; {load.rounds} rounds of {load.changes} changes, "
        f"fragment of {load.size} bytes; bytes: one message"
    )


def allow_files(needed: int) -> bool:
    """Let this process and those it starts open so many files; says so where it may not."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return True
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        room = hard if hard == resource.RLIM_INFINITY or hard >= needed else needed
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, room))
        except (ValueError, OSError):
            print(f"Left out: it needs {needed} open files, and only {hard} are allowed (ulimit -n).")
            return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--streams", nargs="+", type=Case.read, help="1000, or 5000x2 for two processes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--changes", type=int, default=10, help="changes of each kind in a round")
    parser.add_argument("--bytes", type=int, default=2000, help="size of the pushed fragment")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=["bare", "live"])
    asked = parser.parse_args()
    load = Load(asked.kinds, asked.rounds, asked.changes, asked.bytes)
    results: dict[tuple[Case, str], dict[str, float]] = {}
    print(headline(load), HEADINGS, sep="\n", flush=True)
    for case in asked.streams or [Case(100, 1), Case(1000, 1), Case(2000, 1), Case(5000, 2)]:
        if not allow_files(case.streams * len(load.kinds) + 200):
            continue
        with contextlib.ExitStack() as stack:
            redis_url = stack.enter_context(redis_for(case.processes))
            sides = [stack.enter_context(side(kind, case, load.size, redis_url)) for kind in load.kinds]
            found = asyncio.run(measure(sides, load))
        results |= {(case, kind): figures for kind, figures in zip(load.kinds, found, strict=True)}
        for kind in load.kinds:
            print(line(case, kind, results[case, kind], results.get((case, "bare"))), flush=True)
    for sentence in verdict(results):
        print(sentence)


if __name__ == "__main__":
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    main()
