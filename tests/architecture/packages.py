"""The packages of tdapp from the lowest to the highest, as DESIGN 2 orders them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent.parent
TDAPP = REPO / "tdapp"

LOWEST_FIRST = (
    "rules",
    "accounts",
    "journal",
    "players",
    "tours",
    "opens",
    "clock",
    "cash",
    "floor",
    "hands",
    "seasons",
    "displays",
    "web",
    "live",
    "desk",
    "screen",
    "public",
)


def modules(folder: Path = TDAPP) -> Iterator[Path]:
    """Every module below ``folder`` but the generated migrations."""
    for path in sorted(folder.rglob("*.py")):
        if "migrations" not in path.parts:
            yield path


def imports_of(tree: ast.AST) -> Iterator[str]:
    """Full names of what a module imports, inside its functions too: ``a``, ``a.b``, ``a.b.name``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
