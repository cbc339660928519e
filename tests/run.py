"""Every check and every test in one go: ``python3 td.py test`` calls this with the Python of .venv.

``--postgres`` runs the whole suite on PostgreSQL too, not only what is marked both_databases.
Any other words go to pytest, which then runs alone: ``python3 td.py test tests/rules -x``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO))

from tests import programs  # noqa: E402

BIN = Path(sys.executable).parent
IN_CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")

CHECKS = {
    "style": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "imports": ["lint-imports"],
    "templates": ["djlint", "--lint", "--quiet", "templates"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
}

# Package of Debian and Ubuntu -> whether what it brings is there.
PACKAGES: dict[str, Callable[[], bool]] = {
    "chromium": lambda: programs.find_chromium() is not None,
    "redis-server": lambda: programs.find_program("redis-server") is not None,
    "postgresql": lambda: programs.find_program("initdb") is not None,
}
WITHOUT = {
    "chromium": "the browser tests",
    "redis-server": "the tests with Redis",
    "postgresql": "the tests on PostgreSQL",
}


@dataclass(frozen=True)
class Result:
    """How one step went; ``passed`` is None if it was not run."""

    name: str
    passed: bool | None
    line: str


def main(words: list[str]) -> int:
    """Run what ``words`` ask for and return the exit code."""
    os.chdir(REPO)
    everything_on_postgres = "--postgres" in words
    words = [word for word in words if word != "--postgres"]
    with tempfile.TemporaryDirectory(prefix="tapete-tests-") as data:
        # Nothing here touches the data of a night, whatever the shell has set for it.
        environment = {**os.environ, "TAPETE_DATA": data}
        for name in ("DATABASE_URL", "REDIS_URL", "TAPETE_HOSTS", "TAPETE_HTTPS", "TAPETE_DEBUG"):
            environment.pop(name, None)
        if words:
            return pytest("pytest", words, environment).passed is not True
        missing = install_missing()
        results = run_checks(environment)
        results += run_tests(environment, missing, everything_on_postgres)
    return report(results, missing)


# -- what the tests need beside Python -----------------------------------------------------------------


def install_missing() -> list[str]:
    """Install through apt-get what is missing where that can be done; returns what is still missing."""
    missing = [package for package, there in PACKAGES.items() if not there()]
    if missing and may_install():
        print(f"Installing {', '.join(missing)} ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
            done = subprocess.run(
                ["apt-get", "-q", *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
            if done.returncode:
                print(done.stdout.decode(errors="replace")[-2000:])
        missing = [package for package in missing if not PACKAGES[package]()]
    return missing


def may_install() -> bool:
    """Whether this is root on Debian or Ubuntu."""
    return (
        sys.platform == "linux"
        and os.getuid() == 0
        and shutil.which("apt-get") is not None
        and Path("/etc/debian_version").exists()
    )


def how_to_install(missing: list[str]) -> str:
    """The command that brings what is missing."""
    if sys.platform == "darwin":
        names = {"chromium": "--cask google-chrome", "redis-server": "redis", "postgresql": "postgresql@17"}
        return "; ".join(f"brew install {names[package]}" for package in missing)
    if sys.platform == "win32":
        return "winget install Google.Chrome (Redis and PostgreSQL: run the tests under WSL)"
    return f"sudo apt-get install {' '.join(missing)}"


# -- the steps -----------------------------------------------------------------------------------------


def run_checks(environment: Mapping[str, str]) -> list[Result]:
    """The linters and type checks, two at a time; what one of them says is shown if it fails."""

    def check(name: str) -> Result:
        program, *words = CHECKS[name]
        start = time.monotonic()
        done = subprocess.run(
            [str(BIN / program), *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        took = time.monotonic() - start
        return Result(name, done.returncode == 0, done.stdout if done.returncode else f"{took:.1f} s")

    results = []
    with ThreadPoolExecutor(2) as pool:
        for result in pool.map(check, CHECKS):
            print(f"{'ok  ' if result.passed else 'FAIL'} {result.name}", flush=True)
            if not result.passed:
                print(result.line)
            results.append(Result(result.name, result.passed, result.line if result.passed else "see above"))
    return results


def run_tests(environment: Mapping[str, str], missing: list[str], everything: bool) -> list[Result]:
    """Everything on SQLite, the browser tests after it, and the journal's again on PostgreSQL."""
    results = [pytest("tests on SQLite", ["-n", "2", "-m", "not browser"], environment)]
    if "chromium" in missing:
        results.append(Result("browser tests", None, "Chromium is missing"))
    else:
        results.append(browser_tests("browser tests", environment))
    if "postgresql" in missing:
        results.append(Result("tests on PostgreSQL", None, "PostgreSQL is missing"))
        return results
    wanted = ["-n", "2", "-m", "not browser"] if everything else ["-m", "both_databases and not browser"]
    with programs.postgres_server() as url:
        there = {**environment, "DATABASE_URL": url}
        results.append(pytest("tests on PostgreSQL", wanted, there))
        if everything and "chromium" not in missing:
            results.append(browser_tests("browser tests on PostgreSQL", there))
    return results


def browser_tests(name: str, environment: Mapping[str, str]) -> Result:
    """The browser tests; those that fail are run once more, alone, and both closing lines are told.

    They watch real clocks beside a browser, a server and whatever else a small machine does.
    """
    first = pytest(name, ["-m", "browser"], environment)
    if first.passed:
        return first
    words = ["-m", "browser", "--last-failed", "--last-failed-no-failures", "none"]
    again = pytest(f"{name}: what failed, once more", words, environment)
    return Result(name, again.passed, f"{first.line}; what failed, once more: {again.line}")


def pytest(name: str, words: list[str], environment: Mapping[str, str]) -> Result:
    """Run pytest, showing what it prints as it comes; its closing line is the result's."""
    print(f"\n-- {name} --", flush=True)
    colour = "yes" if sys.stdout.isatty() else "no"
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", f"--color={colour}", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdout is not None
    said = b""
    while chunk := os.read(process.stdout.fileno(), 65536):
        said = (said + chunk)[-4000:]
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
    lines = re.sub(r"\x1b\[[0-9;]*m", "", said.decode(errors="replace")).split("\n")
    closing = [line.strip(" =") for line in lines if line.strip(" =")]
    return Result(name, process.wait() == 0, closing[-1] if closing else "said nothing")


def report(results: list[Result], missing: list[str]) -> int:
    """The last lines: every step, then what was not run and how it can be."""
    print()
    for result in results:
        mark = {True: "ok  ", False: "FAIL", None: "--  "}[result.passed]
        print(f"{mark} {result.name:<28} {result.line}")
    failed = [result.name for result in results if result.passed is False]
    if missing:
        parts = ", ".join(WITHOUT[package] for package in missing)
        print(f"Not run: {parts}. To run them too: {how_to_install(missing)}")
        if IN_CI:
            failed += missing
    print(f"Failed: {', '.join(failed)}" if failed else "All that was run passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
