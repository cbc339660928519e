"""House rules that a reader counts on: sizes, names, and what is never in the repository."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.packages import REPO, TDAPP, imports_of, modules

LONGEST = 500
WITHOUT_A_SUBJECT = {"utils", "util", "helpers", "helper", "common", "misc", "signals", "base", "tools"}
NOT_OURS = {".git", ".venv", "var", "var-demo", "__pycache__", "node_modules", "test-results"}
TEXT = {
    *(".py", ".md", ".toml", ".txt", ".html", ".css", ".js", ".po"),
    *(".yml", ".yaml", ".sh", ".conf", ".service"),
}
# Each with a gap that is closed below, or this file would find itself.
PLACES = ("/w~ork/", "/r~oot/", "/o~pt/pypi", "/h~ome/[a-z]", r"\.p~yenv/")
# A folder called "home" below another one, as of templates, is no such place.
MACHINE_PATHS = re.compile(rf"(?<!\w)(?:{'|'.join(PLACES)})".replace("~", ""))


def texts() -> Iterator[Path]:
    """Every text file of the repository."""
    for path in sorted(REPO.rglob("*")):
        parts = path.relative_to(REPO).parts
        hidden_tools = any(part.startswith(".") and part.endswith("_cache") for part in parts)
        if path.is_file() and path.suffix in TEXT and not hidden_tools and not NOT_OURS & set(parts):
            yield path


@pytest.mark.parametrize("folder", ["tdapp", "tests"])
def test_no_module_is_longer_than_five_hundred_lines(folder: str) -> None:
    lengths = {
        str(path.relative_to(REPO)): len(path.read_text("utf-8").splitlines())
        for path in modules(REPO / folder)
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_every_module_has_a_subject() -> None:
    vague = [path for path in modules() if path.stem in WITHOUT_A_SUBJECT]
    assert [str(path.relative_to(REPO)) for path in vague] == []


def test_the_package_itself_is_empty() -> None:
    assert (TDAPP / "__init__.py").read_bytes() == b""


def test_every_module_says_what_it_is_about() -> None:
    silent = [
        str(path.relative_to(REPO))
        for path in modules()
        if path.name != "__init__.py" and ast.get_docstring(ast.parse(path.read_text("utf-8"))) is None
    ]
    assert silent == []


def test_there_are_no_signals_and_no_generic_views() -> None:
    forbidden = ("django.dispatch", "django.db.models.signals", "django.views.generic")
    users = [
        f"{path.relative_to(REPO)}: {name}"
        for path in modules()
        for name in imports_of(ast.parse(path.read_text("utf-8")))
        if name.startswith(forbidden)
    ]
    assert users == []


def test_no_model_overrides_save_or_delete() -> None:
    overrides = [
        f"{path.relative_to(REPO)}: {node.name}"
        for path in TDAPP.glob("*/models.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name in ("save", "delete", "asave", "adelete")
    ]
    assert overrides == []


def test_no_file_names_a_place_of_somebodys_machine() -> None:
    found = [
        f"{path.relative_to(REPO)}:{number}"
        for path in texts()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if MACHINE_PATHS.search(line)
    ]
    assert found == []
