"""The one process that serves a night: what it says, what it refuses, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tdapp.live import greeting
from tests import programs
from tests.conftest import REPO


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder of its own."""
    return tmp_path / "var"


def environment(folder: Path) -> dict[str, str]:
    left = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return {**left, "TAPETE_DATA": str(folder), "PYTHONUTF8": "1"}


def command(*words: str) -> list[str]:
    return [sys.executable, str(REPO / "manage.py"), "serve", *words]


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A night being served; yields the process and what it said before it was ready."""
    process = subprocess.Popen(
        command(*words), env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        yield process, said
    finally:
        process.kill()
        process.communicate(timeout=10)


def refused(folder: Path, *words: str) -> str:
    """What the process says when it does not start."""
    done = subprocess.run(
        command(*words), env=environment(folder), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_it_says_where_to_sign_in_and_where_the_screen_is_and_keeps_the_link_as_a_hash_only(
    folder: Path,
) -> None:
    port = programs.free_port()
    with serving(folder, "--port", str(port), "--host", "127.0.0.1") as (_process, said):
        link = re.search(rf"Director +http://127\.0\.0\.1:{port}/sign-in/([\w-]+)/", said)
        assert link
        assert f"Big screen   http://127.0.0.1:{port}/screen/" in said
        assert status(f"http://127.0.0.1:{port}/static/django_htmx/htmx-2.min.js") == 200
        with closing(sqlite3.connect(folder / "tapete.sqlite3")) as there:
            rows = there.execute("SELECT purpose, token_hash FROM accounts_signinlink").fetchall()
        assert [purpose for purpose, _hash in rows] == ["first"]
        status(f"http://127.0.0.1:{port}/sign-in/{link[1]}/")
    kept = [path for path in folder.rglob("*") if path.is_file()]
    assert [path for path in kept if link[1].encode() in path.read_bytes()] == []


def test_the_log_file_does_not_list_every_request(folder: Path) -> None:
    with serving(folder, "--host", "127.0.0.1", "--port", "0") as (_process, said):
        base = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert base
        assert status(f"{base[0]}/desk/") == 200
        assert status(f"{base[0]}/o/nobody/") == 404
    log = (folder / "logs" / "tapete.log").read_text("utf-8")
    assert "WARNING django.request: Not Found: /o/nobody/" in log
    assert "GET " not in log


def test_phones_get_a_qr_code_where_the_console_can_show_one() -> None:
    here, lan = greeting.base_addresses("0.0.0.0", 8000)
    assert here == "http://localhost:8000"
    assert lan is None or re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8000", lan)
    assert "▀" in greeting.qr_code("http://192.168.1.20:8000/", "utf-8")
    assert greeting.qr_code("http://192.168.1.20:8000/", "ascii") == ""
    assert greeting.base_addresses("::1", 8000) == ("http://[::1]:8000", None)


def test_a_taken_port_is_a_sentence_that_names_another_one(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused(folder, "--port", str(port), "--host", "127.0.0.1")
    assert said.startswith(f"Port {port} is taken")
    assert said.endswith(f"python3 td.py --port {port + 1}")


def test_a_number_that_is_no_port_and_a_foreign_address_are_sentences(folder: Path) -> None:
    assert refused(folder, "--port", "80000").startswith("80000 is not a port.")
    assert refused(folder, "--host", "203.0.113.9").startswith(
        "The address 203.0.113.9 does not belong to this machine"
    )


def test_a_second_web_process_on_the_same_data_is_refused_until_the_first_one_is_gone(folder: Path) -> None:
    with serving(folder, "--port", "0") as (process, _said):
        assert refused(folder, "--port", "0").startswith("This night is already being served from")
        process.kill()
        process.wait(10)
    with serving(folder, "--port", "0") as (_process, said):
        assert "Ctrl-C" in said


def test_an_unreadable_database_is_a_sentence(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / "tapete.sqlite3").write_text("a letter to nobody, long enough to be looked at as a page" * 20)
    assert refused(folder, "--port", "0").startswith("The database cannot be used: file is not a database")


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_without_waiting_for_open_connections(folder: Path, how: signal.Signals) -> None:
    port = programs.free_port()
    with serving(folder, "--port", str(port)) as (process, _said):
        with socket.create_connection(("127.0.0.1", port)) as page:
            page.sendall(b"GET /static/django_htmx/htmx-2.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert page.recv(12) == b"HTTP/1.1 200"
            process.send_signal(how)
            # The page stays open meanwhile; benchmarks/live.py says how long it takes.
            code = process.wait(10)
        assert process.stdout is not None
        assert process.stdout.read().strip().endswith("Stopped. Everything is saved.")
    assert code == 0


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_a_sentence(folder: Path) -> None:
    folder.mkdir(mode=0o500)
    assert refused(folder, "--port", "0").startswith(f"The data folder cannot be used: {folder}")
