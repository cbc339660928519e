"""Without Redis a night has one web process, however the second one is started (DESIGN 5)."""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tdapp.live import alone
from tests import programs
from tests.conftest import REPO
from tests.modes.installation import Redis, installed, wait_until

UVICORN = [sys.executable, "-m", "uvicorn", "tdapp.asgi:application", "--host", "127.0.0.1"]
GUNICORN = [sys.executable, "-m", "gunicorn", "-k", "asgi", "tdapp.asgi:application"]
SENTENCE = "This night is already being served from"
WAY_OUT = "set REDIS_URL, or start one worker only."


@pytest.fixture
def environment(other_process: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """A data folder of its own, with the database of this test."""
    return {**other_process, "TAPETE_DATA": str(tmp_path / "var"), "REDIS_URL": ""}


@contextmanager
def started(words: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(words, env=environment, cwd=REPO, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=10)


def answer(port: int) -> tuple[int, str]:
    """The status of the sign-in page, 0 while nobody listens, and its text."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/sign-in/")
        got = connection.getresponse()
        return got.status, got.read().decode()
    except OSError:
        return 0, ""
    finally:
        connection.close()


def refused(words: list[str], environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(words, env=environment, cwd=REPO, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def test_two_workers_of_uvicorn_stop_with_a_sentence(environment: dict[str, str]) -> None:
    port = programs.free_port()
    _code, said = refused([*UVICORN, "--port", str(port), "--workers", "2"], environment)
    assert said.count(SENTENCE) == 1
    assert WAY_OUT in said
    assert "Traceback" not in said
    assert answer(port) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn runs on Unix")
@pytest.mark.parametrize("preload", [[], ["--preload"]], ids=["", "preloaded"])
def test_two_workers_of_gunicorn_stop_with_a_sentence(
    environment: dict[str, str], preload: list[str]
) -> None:
    port = programs.free_port()
    code, said = refused([*GUNICORN, "-b", f"127.0.0.1:{port}", "-w", "2", *preload], environment)
    assert code == 3
    assert SENTENCE in said
    assert answer(port) == (0, "")


def test_a_second_server_is_refused_and_one_that_tells_nobody_of_its_start_answers_with_the_sentence(
    environment: dict[str, str],
) -> None:
    first, silent = programs.free_port(), programs.free_port()
    with started([*UVICORN, "--port", str(first)], environment) as process:
        wait_until(lambda: answer(first)[0] == 200)
        code, said = refused([*UVICORN, "--port", str(programs.free_port())], environment)
        assert code == 3
        assert said.startswith(SENTENCE)
        code, said = refused([sys.executable, "manage.py", "serve", "--port", "0"], environment)
        assert code == 1
        assert said.startswith(SENTENCE)
        with started([*UVICORN, "--port", str(silent), "--lifespan", "off"], environment):
            wait_until(lambda: answer(silent)[0])
            status, text = answer(silent)
            assert status == 503
            assert text.startswith(SENTENCE)
            process.kill()
            process.wait(10)
            assert answer(silent)[0] == 200


@pytest.mark.redis
def test_with_redis_two_workers_serve(environment: dict[str, str], redis_url: str) -> None:
    port = programs.free_port()
    words = [*UVICORN, "--port", str(port), "--workers", "2"]
    with started(words, {**environment, "REDIS_URL": redis_url}) as process:
        wait_until(lambda: answer(port)[0] == 200)
        process.terminate()
        assert process.wait(20) == 0


@pytest.mark.redis
def test_two_web_processes_may_bring_an_empty_database_up_to_date_at_once(
    redis_url: str, environment: dict[str, str], tmp_path: Path
) -> None:
    """Each migrates at its start: the second one waits for the first."""
    folder = tmp_path / "new"
    new = {**environment, "TAPETE_DATA": str(folder), "DATABASE_URL": ""}
    with Redis(tmp_path) as redis, installed(new, redis) as installation:
        threads = [threading.Thread(target=installation.start_web) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert len(installation.webs) == 2
        assert [answer(web.port)[0] for web in installation.webs] == [200, 200]


def test_a_process_may_hold_its_folder_twice_and_gives_it_back_the_second_time(
    tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR, settings.REDIS_URL = tmp_path, ""
    asks = "import sys, pathlib; from tdapp.live import alone; alone.hold(pathlib.Path(sys.argv[1]))"

    def other() -> int:
        words = [sys.executable, "-c", asks, str(tmp_path)]
        return subprocess.run(words, cwd=REPO, capture_output=True, timeout=30).returncode

    with alone.only_web_process(tmp_path):
        assert alone.refusal() == ""
        with alone.only_web_process(tmp_path):
            assert other() == 1
        assert other() == 1
    assert other() == 0
