"""The rules load no framework and ask neither a clock nor chance (DESIGN 2)."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

from tests.architecture.packages import REPO, TDAPP, imports_of, modules

RULES = TDAPP / "rules"

# Run in a fresh interpreter: what importing every module of the rules loads that was not there before.
LOADED = """
import importlib, json, pkgutil, sys
before = set(sys.modules)
import tdapp.rules
names = [module.name for module in pkgutil.walk_packages(tdapp.rules.__path__, "tdapp.rules.")]
for name in names:
    importlib.import_module(name)
print(json.dumps([names, sorted(set(sys.modules) - before)]))
"""
NEVER_LOADED = (
    "django",
    "asgiref",
    "celery",
    "redis",
    "uvicorn",
    "pokerkit",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "asyncio",
    "logging",
)
NEVER_IMPORTED = ("time", "random", "secrets", "os", "io", "pathlib", "socket", "zoneinfo", "uuid")
NEVER_CALLED = {"now", "utcnow", "today", "open", "print", "input", "sleep"}


def test_a_fresh_process_that_imports_every_rule_loads_no_framework_and_no_chance() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=REPO, capture_output=True, text=True, check=True, timeout=60
    )
    names, loaded = json.loads(done.stdout)
    assert "tdapp.rules.errors" in names
    assert [name for name in loaded if name.split(".")[0] in NEVER_LOADED] == []
    assert [name for name in loaded if name.startswith("tdapp.") and not name.startswith("tdapp.rules")] == []


@pytest.mark.parametrize("path", list(modules(RULES)), ids=lambda path: path.stem)
def test_no_rule_reads_a_clock_rolls_a_die_or_touches_a_file(path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    imported = [name for name in imports_of(tree) if name.split(".")[0] in NEVER_IMPORTED]
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = [f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "") for f in calls]
    assert imported == []
    assert [name for name in names if name in NEVER_CALLED] == []
