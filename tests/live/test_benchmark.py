"""The benchmark of the live pages runs, and its counter shows what DESIGN 5 promises."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import programs
from tests.conftest import REPO


@pytest.mark.redis
@pytest.mark.skipif(programs.find_program("redis-server") is None, reason="redis-server is not installed")
def test_there_is_one_rendering_per_process_version_and_language_whoever_looks() -> None:
    small = ["--streams", "12", "12x2", "--rounds", "1", "--changes", "3"]
    done = subprocess.run(
        [sys.executable, "benchmarks/live.py", *small], cwd=REPO, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    _machine, _headings, *table = done.stdout.splitlines()
    assert [line.split()[:2] for line in table[:4]] == [["12", "1"], ["12", "1"], ["12", "2"], ["12", "2"]]
    # Seven versions: the first, three to warm up, three measured.
    assert table[1].endswith("14 for 7 versions x 2 languages; most 1")
    assert table[3].endswith("28 for 7 versions x 2 languages x 2 processes; most 1")
    assert table[4] == "met: at most 1 rendering of a version in a language and process"
