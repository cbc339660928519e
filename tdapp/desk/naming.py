"""Players by what is typed: a name, its beginning or a part of it, a seat number, or table/seat ("12/4")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tdapp.players.names import folded
from tdapp.web.numbers import number


@dataclass(frozen=True)
class Known:
    """Somebody who can be named: entry id, name, seat and what the table is called (None without a seat)."""

    entry: int
    name: str
    seat: int | None = None
    table: str | None = None


@dataclass(frozen=True)
class Found:
    """``entries`` in the order typed; else ``unclear``, the word that names nobody or (``several``) more."""

    entries: tuple[int, ...]
    unclear: str = ""
    several: tuple[str, ...] = ()


def find(text: str, known: Sequence[Known]) -> Found:
    """Whom ``text`` names: words separated by commas; a word that names nobody may be several by spaces."""
    found: list[int] = []
    for word in _words(text, known):
        matches = _matching(word, known)
        if len(matches) != 1:
            return Found((), word, tuple(one.name for one in matches))
        found.append(matches[0].entry)
    return Found(tuple(dict.fromkeys(found)))


def alike(text: str, known: Sequence[Known], most: int = 24) -> list[Known]:
    """Those whom the last word of ``text`` may mean, for a list to tap on; at most so many."""
    words = [" ".join(part.split()) for part in re.split(r"[,;]", text)]
    return _matching(words[-1], known)[:most] if words[-1] else []


def _words(text: str, known: Sequence[Known]) -> Iterable[str]:
    for part in re.split(r"[,;]", text):
        part = " ".join(part.split())
        if part and not _matching(part, known):
            yield from part.split()
        elif part:
            yield part


def _matching(word: str, known: Sequence[Known]) -> list[Known]:
    """Those the word means: by table and seat, by seat, else by whole name, else by its beginning, else by
    a part."""
    placed = re.fullmatch(r"(.+)[/.-](\d{1,2})", word)
    if placed:
        table, there = folded(placed[1]), int(placed[2])
        sitting = [one for one in known if one.seat == there and folded(one.table or "") == table]
        if sitting:
            return sitting
    seat = number(word)
    seated = [one for one in known if seat is not None and one.seat == seat]
    if seated:
        return seated
    wanted = folded(word)
    tests = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name,
    )
    for test in tests:
        matches = [one for one in known if test(folded(one.name))]
        if matches:
            return matches
    return []
