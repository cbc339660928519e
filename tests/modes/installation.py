"""The processes of a night: one for everything, or two of pages, a worker and a beat joined by Redis."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import redis

from tests import programs
from tests.conftest import REPO

PATIENCE = 30.0
CELERY = [sys.executable, "-m", "celery", "-A", "tdapp"]


def wait_until(true: Callable[[], object], patience: float = PATIENCE) -> None:
    """Look again and again until it is so; fail after ``patience`` seconds."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, f"not within {patience} s"
        time.sleep(0.02)


class Redis:
    """A redis-server that keeps nothing, so that what was queued dies with it; always on one port.

    ``with Redis(folder) as redis`` has it running.
    """

    def __init__(self, folder: Path) -> None:
        program = programs.find_program("redis-server")
        assert program is not None
        self._program, self._folder, self._port = program, folder, programs.free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.client = redis.Redis.from_url(self.url)
        self._running = ExitStack()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        server = programs.redis_server(self._program, self._folder, port=self._port)
        self._running.enter_context(server)

    def kill(self) -> None:
        """kill -9: nothing is written down, every connection breaks."""
        os.kill(self.client.info("server")["process_id"], signal.SIGKILL)
        self._running.close()

    def working(self) -> int:
        """How many workers wait for work here."""
        try:
            return sum(client["cmd"] == "brpop" for client in self.client.client_list())
        except redis.RedisError:
            return 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._running.close()
        self.client.close()


@dataclass
class Web:
    """A web process and its port."""

    process: subprocess.Popen[str]
    port: int


@dataclass
class Installation:
    """A served night on this test's database; ``redis`` None: everything in one process."""

    environment: dict[str, str]
    redis: Redis | None = None
    webs: list[Web] = field(default_factory=list)
    workers: list[subprocess.Popen[str]] = field(default_factory=list)
    beats: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self) -> None:
        """Start every process that such a night has, and wait until it is up."""
        if self.redis is None:
            self.start_web()
            return
        self.start_beat()
        self.start_worker(wait=False)
        self.start_web()
        self.start_web()
        self._worker_is_ready()

    def start_web(self, port: int = 0) -> Web:
        """Start one more web process."""
        process = self._popen(
            [sys.executable, str(REPO / "manage.py"), "serve", "--host", "127.0.0.1", "--port", str(port)]
        )
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://127\.0\.0\.1:(\d+)/screen/", said)
        assert found, said
        threading.Thread(target=process.stdout.read, daemon=True).start()
        self.webs.append(Web(process, int(found[1])))
        return self.webs[-1]

    def start_worker(self, *, wait: bool = True) -> None:
        """Start one more worker, and wait until it takes work."""
        name = f"worker{len(self.workers)}@%h"
        self.workers.append(self._popen([*CELERY, "worker", "--loglevel", "WARNING", "-n", name]))
        if wait:
            self._worker_is_ready()

    def start_beat(self) -> None:
        """Start one more beat."""
        self.beats.append(self._popen([*CELERY, "beat", "--loglevel", "WARNING"]))

    def kill_worker(self) -> None:
        """kill -9 of the oldest worker."""
        _kill(self.workers.pop(0))

    def kill_web(self, web: Web) -> None:
        """kill -9 of one web process."""
        self.webs.remove(web)
        _kill(web.process)

    def kill(self) -> None:
        """kill -9 of everything but Redis."""
        for process in [*self.workers, *self.beats, *(web.process for web in self.webs)]:
            _kill(process)
        self.workers, self.beats, self.webs = [], [], []

    def ended(self) -> list[int]:
        """The exit codes of the processes that ended by themselves."""
        everything = [*self.workers, *self.beats, *(web.process for web in self.webs)]
        return [process.returncode for process in everything if process.poll() is not None]

    def _worker_is_ready(self) -> None:
        known = self.redis
        if known is not None:
            wait_until(lambda: known.working() >= len(self.workers))

    def _popen(self, words: list[str]) -> subprocess.Popen[str]:
        url = self.redis.url if self.redis else ""
        environment = {**self.environment, "REDIS_URL": url, "PYTHONUTF8": "1"}
        quiet = "serve" not in words
        return subprocess.Popen(
            words,
            env=environment,
            cwd=REPO,
            stdout=subprocess.DEVNULL if quiet else subprocess.PIPE,
            text=True,
        )


def _kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    if process.stdout is not None:
        process.stdout.close()


@contextmanager
def installed(environment: dict[str, str], redis: Redis | None) -> Iterator[Installation]:
    """An installation whose processes are all gone at the end; none is started yet."""
    installation = Installation(environment, redis)
    try:
        yield installation
    finally:
        installation.kill()
