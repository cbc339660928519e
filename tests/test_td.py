"""The starter that needs nothing but Python."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import REPO

TD = REPO / "td.py"


@pytest.fixture
def td() -> ModuleType:
    """td.py as a module."""
    spec = importlib.util.spec_from_file_location("td", TD)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(TD.read_text("ascii"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names <= set(sys.stdlib_module_names)


def test_a_very_old_python_can_read_it_to_the_end() -> None:
    tree = ast.parse(TD.read_text("ascii"), feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.Match, ast.Starred)
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, newer)] == []
    assert [n.lineno for n in ast.walk(tree) if isinstance(n, ast.Raise) and n.cause] == []
    assert [f.lineno for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and f.returns] == []


@pytest.mark.parametrize("name", ["python2.7", "python3.6", "python3.8", "python3.10"])
def test_an_old_python_is_told_which_one_is_needed(name: str) -> None:
    program = shutil.which(name)
    if program is None or subprocess.run([program, "-c", ""], capture_output=True).returncode:
        pytest.skip(f"{name} is not installed")
    done = subprocess.run([program, str(TD)], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(
        f"This is Python {name.removeprefix('python')}; Python 3.11 or newer is needed."
    )


def test_a_python_without_venv_is_a_sentence_that_names_the_package(tmp_path: Path) -> None:
    for name in ("td.py", "requirements.txt"):
        shutil.copy(REPO / name, tmp_path)
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "ensurepip.py").write_text("raise ImportError('as on a bare Debian')")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "td.py")],
        env={**os.environ, "PYTHONPATH": str(blocked)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "sudo apt install python3-venv" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_the_fingerprint_changes_with_the_file_and_with_those_it_names(
    td: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("django\n")
    (tmp_path / "b.txt").write_text("-r a.txt\npytest\n")
    first = td.fingerprint(str(tmp_path / "b.txt"))
    assert td.fingerprint(str(tmp_path / "b.txt")) == first
    (tmp_path / "a.txt").write_text("django>5\n")
    assert td.fingerprint(str(tmp_path / "b.txt")) != first


def test_it_explains_itself_without_installing_anything() -> None:
    done = subprocess.run([sys.executable, str(TD), "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    for words in ("td.py --demo", "td.py backup [FILE]", "td.py restore FILE", "td.py test"):
        assert words in done.stdout


def test_the_child_gets_nothing_of_another_pythons_environment(
    td: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setenv("PYTHONHOME", "/somewhere")
    environment = td.child_environment()
    assert "PYTHONPATH" not in environment
    assert "PYTHONHOME" not in environment
    assert environment["PYTHONUTF8"] == "1"
