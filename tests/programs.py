"""Programs that tests start and stop: the site itself, Redis, PostgreSQL, Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_program(name: str) -> str | None:
    """A program on PATH or where Debian keeps those that are not on it."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *map(str, places)])
    return shutil.which(name, path=path)


def find_chromium() -> str | None:
    """The browser for the tests: TAPETE_CHROMIUM, or an installed one."""
    given = [os.environ.get("TAPETE_CHROMIUM"), *map(find_program, CHROMIUM_NAMES)]
    if sys.platform == "darwin":
        given += [path for path in MAC_BROWSERS if Path(path).exists()]
    return next(filter(None, given), None)


def free_port() -> int:
    """A port that nothing listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# -- the site ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LiveSite:
    """The site as browsers reach it, without a slash at the end."""

    url: str
    port: int


@contextmanager
def serve_in_thread(port: int = 0) -> Iterator[LiveSite]:
    """Serve the pages and streams of this process's database on ``port`` (0: a free one)."""
    from tdapp.live import hub, server

    ready = threading.Event()

    class Announced(server.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            ready.set()

    listener = server.listen("127.0.0.1", port)
    port = listener.getsockname()[1]
    web = Announced(server.make_server().config)
    thread = threading.Thread(target=web.run, kwargs={"sockets": [listener]}, name="site", daemon=True)
    thread.start()
    if not ready.wait(15):
        raise RuntimeError("The site did not start within 15 seconds")
    try:
        yield LiveSite(f"http://localhost:{port}", port)
    finally:
        hub.close_all()
        web.should_exit = True
        thread.join(10)


def test_database_url() -> str:
    """DATABASE_URL of the database that Django made for the tests."""
    from django.db import connection

    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(str(known['NAME']))}"
    host = quote(str(known["HOST"]), safe="")
    return f"postgres://{quote(known['USER'])}@/{known['NAME']}?host={host}&port={known['PORT']}"


test_database_url.__test__ = False  # type: ignore[attr-defined]  # a name for readers, not for pytest


# -- Redis ---------------------------------------------------------------------------------------------


@contextmanager
def redis_server(program: str, folder: Path, port: int = 0) -> Iterator[str]:
    """A Redis on ``port`` (0: a free one) that keeps nothing; yields its URL."""
    port = port or free_port()
    words = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        if not any("eady to accept connections" in line for line in process.stdout):
            raise RuntimeError("redis-server did not start")
        # Its log is read to the end, or the pipe would fill up and stop it.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(10)


# -- PostgreSQL ----------------------------------------------------------------------------------------


@contextmanager
def postgres_server() -> Iterator[str]:
    """A throw-away PostgreSQL in a temporary folder; yields a DATABASE_URL that may create databases.

    PostgreSQL refuses to run as root, so root lends it to the user postgres (or nobody).
    """
    folder = Path(tempfile.mkdtemp(prefix="tapete-pg-"))
    become = _other_user(folder)
    data, port = folder / "data", free_port()
    initdb, pg_ctl = _needed("initdb"), _needed("pg_ctl")
    fast = f"-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c listen_addresses= -k {folder}"

    def run(*words: str) -> None:
        done = subprocess.run(
            [*become, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if done.returncode:
            raise RuntimeError(f"PostgreSQL did not start: {done.stdout[-2000:]}")

    try:
        run(initdb, "-D", str(data), "-U", "tapete", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        log = str(folder / "log")
        run(pg_ctl, "-D", str(data), "-o", f"{fast} -p {port}", "-l", log, "-w", "-t", "30", "start")
        try:
            yield f"postgres://tapete@/postgres?host={quote(str(folder), safe='')}&port={port}"
        finally:
            with suppress(RuntimeError):
                run(pg_ctl, "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _needed(name: str) -> str:
    program = find_program(name)
    if program is None:
        raise RuntimeError(f"{name} is not installed")
    return program


def _other_user(folder: Path) -> list[str]:
    """The words that run a command as somebody who is not root, and the folder made theirs."""
    if sys.platform == "win32" or os.getuid() != 0:
        return []
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    user = next(name for name in ("postgres", "nobody") if name in known)
    shutil.chown(folder, user)
    folder.chmod(0o755)
    return ["runuser", "-u", user, "--"]
