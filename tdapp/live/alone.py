"""One web process for each data folder, unless Redis joins several; and upgrades one after the other.

Without Redis a second process would have a task queue and streams of its own, and half the screens would
miss what happens.  So it is refused however it was started: by ``manage.py serve``, by
``uvicorn --workers 2`` or by any other server of ``tdapp.asgi``.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection

from tdapp.web.starting import CannotStart

UPGRADES = 20080104
"""The number of PostgreSQL's advisory lock for upgrades."""


@dataclass
class _Hold:
    """A lock on a folder that this process has; ``times`` it was asked for."""

    file: IO[str]
    process: int
    times: int = 1


_holds: dict[Path, _Hold] = {}
_holding = threading.Lock()


def hold(folder: Path) -> None:
    """Take ``folder`` for this process, once more if it has it; CannotStart if another process has it.

    Ends with as many ``release``, and with the process however that ends.
    """
    with _holding:
        known = _holds.get(folder)
        # A child that inherited the file shares its parent's lock, and has to ask for one of its own.
        if known is not None and known.process == os.getpid():
            known.times += 1
            return
        file = (folder / "serve.lock").open("a+", encoding="ascii")
        if not _lock(file, wait=False):
            file.close()
            raise CannotStart(
                f"This night is already being served from {folder} by another window or worker of this "
                "program. Use that one, or stop it with Ctrl-C first. More than one web process needs Redis: "
                "set REDIS_URL, or start one worker only."
            )
        _holds[folder] = _Hold(file, os.getpid())


def release(folder: Path) -> None:
    """Give ``folder`` back, if it was taken."""
    with _holding:
        known = _holds.get(folder)
        if known is None:
            return
        known.times -= 1
        if not known.times:
            del _holds[folder]
            known.file.close()


@contextmanager
def only_web_process(folder: Path) -> Iterator[None]:
    """Hold the data folder for this web process; CannotStart if another one has it."""
    hold(folder)
    try:
        yield
    finally:
        release(folder)


def refusal() -> str:
    """Why this process may not answer requests, or ""; for servers that never said that they start."""
    folder = settings.DATA_DIR
    if settings.REDIS_URL or folder in _holds:
        return ""
    try:
        hold(folder)
    except CannotStart as reason:
        return str(reason)
    return ""


@contextmanager
def upgrading(folder: Path) -> Iterator[None]:
    """Wait until no other process brings the same database up to date, and keep others waiting meanwhile."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [UPGRADES])
            try:
                yield
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [UPGRADES])
    else:
        with (folder / "upgrade.lock").open("a+", encoding="ascii") as file:
            _lock(file, wait=True)
            yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str], *, wait: bool) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[str], *, wait: bool) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
