"""A task that reports to a test, from whatever process does it.  Workers that tests start know it."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tdapp.celery import app


@dataclass(frozen=True)
class Report:
    """When a task was done, and by which process and thread."""

    at: float
    process: int
    thread: str


@app.task(name="tests.live.report")
def report(port: int) -> None:
    said = {"at": time.time(), "process": os.getpid(), "thread": threading.current_thread().name}
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(json.dumps(said).encode())


class Desk:
    """Where reports arrive: ``port`` goes to the task."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self.port: int = listener.getsockname()[1]

    def next(self) -> Report:
        """The next report; fails after the listener's patience."""
        line, _address = self._listener.accept()
        with line, line.makefile("rb") as file:
            return Report(**json.load(file))


@contextmanager
def reports(patience: float) -> Iterator[Desk]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(patience)
        yield Desk(listener)
