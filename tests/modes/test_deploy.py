"""The samples for a bigger installation: what they name exists, and what they start runs."""

from __future__ import annotations

import http.client
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml

from tdapp import settings as settings_module
from tests import programs
from tests.conftest import REPO
from tests.modes.installation import Redis, wait_until

DEPLOY = REPO / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
HOME = "/srv/tapete"


def words_of(unit: Path) -> list[str]:
    """What a unit starts, after the Python."""
    found = re.search(rf"^ExecStart={HOME}/\.venv/bin/python (.+)$", unit.read_text("utf-8"), re.M)
    assert found, unit
    return shlex.split(found[1])


def unit(name: str) -> Path:
    return DEPLOY / "systemd" / f"tapete-{name}.service"


def started(name: str, environment: dict[str, str], port: int = 0) -> subprocess.Popen[str]:
    words = [word.replace("%i", str(port)) for word in words_of(unit(name))]
    return subprocess.Popen(
        [sys.executable, *words], env=environment, cwd=REPO, stdout=subprocess.PIPE, text=True
    )


@pytest.fixture
def compose() -> dict[str, dict[str, dict[str, object]]]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8")))


@pytest.fixture
def running() -> Iterator[ExitStack]:
    """Processes that end with the test."""
    with ExitStack() as stack:
        yield stack


@pytest.mark.redis
def test_the_commands_of_the_units_run_together(
    running: ExitStack, redis_url: str, other_process: dict[str, str], tmp_path: Path
) -> None:
    """Beat's sweep waits in Redis, the worker takes it, the page answers, and all end when told."""
    redis = running.enter_context(Redis(tmp_path))
    environment = {**other_process, "REDIS_URL": redis.url, "TAPETE_DATA": str(tmp_path / "var")}
    processes = []

    def start(name: str, port: int = 0) -> subprocess.Popen[str]:
        process = started(name, environment, port)
        running.callback(process.communicate)
        running.callback(process.kill)
        processes.append(process)
        return process

    start("beat")
    wait_until(lambda: redis.client.llen("tapete"))
    start("worker")
    wait_until(lambda: redis.working() == 1 and not redis.client.llen("tapete"))
    port = programs.free_port()
    web = start("web@", port)
    assert web.stdout is not None
    said = ""
    while "Ctrl-C" not in said:
        line = web.stdout.readline()
        assert line, said
        said += line
    assert "/sign-in/" not in said  # what it prints is kept in the system's log
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/sign-in/")
    assert connection.getresponse().status == 200
    connection.close()
    for process in processes:
        process.terminate()
    assert [process.wait(20) for process in processes] == [0, 0, 0]


def test_a_link_to_sign_in_can_be_asked_for(other_process: dict[str, str]) -> None:
    words = [sys.executable, "manage.py", "link", "--site", "https://poker.example.org/"]
    done = subprocess.run(words, env=other_process, cwd=REPO, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"https://poker\.example\.org/sign-in/[\w-]{20,}/\n", done.stdout)


def test_containers_and_units_start_the_same(compose: dict[str, dict[str, dict[str, object]]]) -> None:
    def bare(words: list[str]) -> list[str]:
        """Without the address, which differs."""
        return [re.sub(r"^(%i|8000|127\.0\.0\.1|0\.0\.0\.0)$", "…", word) for word in words]

    services = compose["services"]
    commands = {name: shlex.split(str(one["command"])) for name, one in services.items() if "command" in one}
    assert {words[0] for words in commands.values()} == {"python"}
    units = {name: bare(words_of(unit(name))) for name in ("web@", "worker", "beat")}
    assert {name: bare(words[1:]) for name, words in commands.items()} == {
        "web1": units["web@"],
        "web2": units["web@"],
        "worker": units["worker"],
        "beat": units["beat"],
    }


def test_every_variable_is_one_that_the_settings_know(
    compose: dict[str, dict[str, dict[str, object]]],
) -> None:
    known = set(re.findall(r"^([A-Z_]+) ", settings_module.__doc__ or "", re.M))
    lines = (DEPLOY / "systemd" / "tapete.env").read_text("utf-8").splitlines()
    named = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    environment = compose["services"]["worker"]["environment"]
    assert isinstance(environment, dict)
    assert named <= known
    assert set(environment) - known == {"FORWARDED_ALLOW_IPS"}  # uvicorn's
    assert named == set(environment) & known


def test_what_the_image_copies_is_there() -> None:
    copied = re.findall(r"^COPY (.+) \S+$", (DEPLOY / "Dockerfile").read_text("utf-8"), re.M)
    names = [name for line in copied for name in line.split()]
    assert names
    assert [name for name in names if not (REPO / name).exists()] == []


def test_nginx_knows_every_web_process_of_the_samples_and_buffers_no_stream(
    compose: dict[str, dict[str, dict[str, object]]],
) -> None:
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    served = sorted(re.findall(r"^    server (127\.0\.0\.1:\d+);", site, re.M))
    ports = [str(port) for one in compose["services"].values() for port in one.get("ports", [])]  # type: ignore[attr-defined]
    assert served == sorted(port.rpartition(":")[0] for port in ports)
    readme = (DEPLOY / "README.md").read_text("utf-8")
    enabled = re.findall(r"systemctl enable --now (tapete-web@\d+ .*)", readme)[0]
    assert [f"127.0.0.1:{port}" for port in re.findall(r"web@(\d+)", enabled)] == served
    assert site.count("access_log off;") == site.count("server_name")  # sign-in tokens are kept nowhere
    live = site[site.index("location /live/") :]
    assert "proxy_buffering off;" in live


def test_the_units_are_sound(tmp_path: Path) -> None:
    analyze = programs.find_program("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    for path in UNITS:
        text = path.read_text("utf-8").replace(f"{HOME}/.venv/bin/python", sys.executable)
        text = (
            text.replace(HOME, str(REPO)).replace("User=tapete", "User=root").replace("=tapete\n", "=root\n")
        )
        (tmp_path / path.name.replace("@", "@8001")).write_text(text.replace("%i", "8001"), "utf-8")
    words = [analyze, "verify", "--man=no", "--recursive-errors=no", *map(str, tmp_path.iterdir())]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "tapete" not in done.stderr


def test_nginx_accepts_the_site(tmp_path: Path) -> None:
    nginx, openssl = programs.find_program("nginx"), programs.find_program("openssl")
    if nginx is None or openssl is None:
        pytest.skip("nginx or openssl is not installed")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=poker.example.org"]
    subprocess.run(
        [openssl, *words, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True
    )
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    site = re.sub(r"/etc/letsencrypt/live/[^/]+", str(tmp_path), site)
    whole = tmp_path / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)
    whole.write_text(
        f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{places}{site}\n}}\n", "utf-8"
    )
    done = subprocess.run(
        [nginx, "-t", "-c", str(whole), "-p", str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
