"""Which test holds which numbered rule of play, and on which page it is met: makes docs/rules.md.

    python -m tests.rules_table

Tests say their rules in their names (``…_SPT_06``, ``…_S20_to_S24``, ``…_T_2_4a_b``, ``…_RULES_2_7``) or in
the ids of their parameters ("S27", "T-2.6a").  They are read, not run.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.rule_numbers import PAGES, Rule, rules

REPO = Path(__file__).resolve().parent.parent
DOCUMENT = REPO / "docs" / "rules.md"
COMMAND = "python -m tests.rules_table"
SHOWN = 3
"""Tests named for each rule, the rules' own first; more of them change nothing in the document."""

_SHEET = re.compile(r"(?<![A-Za-z0-9])(SPT|SA|VIV|SIS)_(\d\d)(?:_to_(?:\1_)?(\d\d))?(?!\d)")
_EXAMPLE = re.compile(r"(?<![A-Za-z0-9])S(\d\d)(?:_to_S?(\d\d))?(?!\d)")
_LETTERED = re.compile(r"(?<![A-Za-z0-9])T_2_(4|6|11)((?:_?[a-k](?![A-Za-z0-9]))+)")
_SECTION = re.compile(r"(?<![A-Za-z0-9])RULES_2_(10|11|4|6|7)(?!\d)")


def numbers_in(text: str) -> set[str]:
    """The rules that a name or an id gives, written as RULES writes them."""
    plain = re.sub(r"[-.\s]", "_", text)
    found = set()
    for sheet, first, last in _SHEET.findall(plain):
        found |= {f"{sheet}-{number:02}" for number in range(int(first), int(last or first) + 1)}
    for first, last in _EXAMPLE.findall(plain):
        found |= {f"S{number:02}" for number in range(int(first), int(last or first) + 1)}
    for section, letters in _LETTERED.findall(plain):
        found |= {f"T-2.{section}{letter}" for letter in letters.replace("_", "")}
    found |= {f"2.{section}" for section in _SECTION.findall(plain)}
    return found


# -- the tests as they are written -----------------------------------------------------------------------


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _told(node: ast.AST, path: Path, depth: int = 2) -> Iterator[str]:
    """The texts of a decorator, and of what it takes from the head of its module or of another test's."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value
        elif isinstance(one, ast.Name) and depth:
            yield from _named(one.id, path, depth - 1)


def _named(name: str, path: Path, depth: int) -> Iterator[str]:
    """What stands at the head of a module under that name."""
    for one in _tree(path).body:
        if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None:
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                yield from _keys(one.value, path, depth)
        elif isinstance(one, ast.ImportFrom) and name in {alias.name for alias in one.names}:
            module = one.module or ""
            if module.startswith("tests."):
                yield from _named(name, REPO / f"{module.replace('.', '/')}.py", depth)


def _keys(value: ast.AST, path: Path, depth: int) -> Iterator[str]:
    """Of a dictionary its keys are the ids, of anything else its texts."""
    if isinstance(value, ast.Dict):
        for key in value.keys:
            if key is not None:
                yield from _told(key, path, depth)
        return
    yield from _told(value, path, depth)


def tests_of(path: Path) -> Iterator[tuple[str, set[str]]]:
    """Each test of a module with the rules that it gives."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found = numbers_in(node.name)
            for decorator in node.decorator_list:
                for text in _told(decorator, path):
                    # Only what looks like an id: longer texts tell something else.
                    found |= numbers_in(text) if len(text) <= 40 else set()
            yield node.name, found


ORDER = ("rules", "hands", "floor", "opens", "clock", "nights", "desk", "browser")


def by_rule() -> dict[str, list[tuple[str, str]]]:
    """Number → (file, test), the rules' own tests first."""
    found: dict[str, list[tuple[str, str]]] = {}

    def place(path: Path) -> tuple[int, str]:
        folder = path.relative_to(REPO / "tests").parts[0]
        return ORDER.index(folder) if folder in ORDER else len(ORDER), str(path)

    about_tests = REPO / "tests" / "architecture"
    paths = [path for path in (REPO / "tests").rglob("test_*.py") if about_tests not in path.parents]
    for path in sorted(paths, key=place):
        for name, numbers in tests_of(path):
            for number in numbers:
                found.setdefault(number, []).append((str(path.relative_to(REPO)), name))
    return found


# -- the document ----------------------------------------------------------------------------------------

HEAD = f"""# Rules of play and their tests

Each numbered rule that touches a hand, the tests that hold it, and the page where the director meets it.
S01 to S48 are the worked examples of settlement. Made from the tests by `{COMMAND}`; do not edit it.

"""


def document() -> str:
    """The whole text of docs/rules.md."""
    found, addresses = by_rule(), _addresses()
    lines = ["| rule | what it says | tests | page |", "|---|---|---|---|"]
    lines += [_row(rule, found.get(rule.number, [])) for rule in rules()]
    without = [rule for rule in rules() if rule.number not in found]
    lines += ["", "## Rules without a test", ""]
    lines += [f"- {rule.number}, {rule.words}: {rule.silent or 'MISSING'}" for rule in without] or ["none"]
    lines += ["", "## Pages", "", "| page | address |", "|---|---|"]
    lines += [f"| {PAGES[key][0]} | `/{addresses[PAGES[key][1]]}` |" for key in PAGES]
    return HEAD + "\n".join(lines) + "\n"


def _row(rule: Rule, tests: list[tuple[str, str]]) -> str:
    told = [f"`{path.removeprefix('tests/')}` {_sentence(name)}" for path, name in tests[:SHOWN]]
    if len(tests) > SHOWN:
        told.append("and others")
    pages = ", ".join(PAGES[key][0] for key in rule.pages)
    return f"| {rule.number} | {rule.words} | {'<br>'.join(told) or '—'} | {pages or '—'} |"


def _sentence(name: str) -> str:
    """A test's name as the sentence it is, without the numbers at its end."""
    words = re.split(r"_(?=(?:RULES|SPT|SA|VIV|SIS|TDA|T|S\d\d|F\d|fault)(?:_|\d|$))", name, maxsplit=1)[0]
    return words.removeprefix("test_").replace("_", " ")


def _addresses() -> dict[str, str]:
    """Name → address of every page, as the site has them."""
    from django.urls import URLPattern, URLResolver, get_resolver

    found = {}

    def walk(patterns: list[URLPattern | URLResolver], before: str, space: str) -> None:
        for one in patterns:
            here = before + re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", str(one.pattern))
            if isinstance(one, URLResolver):
                walk(one.url_patterns, here, f"{one.namespace}:" if one.namespace else space)
            elif one.name:
                found[space + one.name] = here

    walk(get_resolver().url_patterns, "", "")
    return found


def main() -> int:
    """Write docs/rules.md; 1 if a rule lacks its test."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    import django

    django.setup()
    DOCUMENT.write_text(document(), encoding="utf-8")
    missing = [rule.number for rule in rules() if not rule.silent and rule.number not in by_rule()]
    print(
        f"{DOCUMENT.relative_to(REPO)}: {len(rules())} rules, without a test: {', '.join(missing) or 'none'}"
    )
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
