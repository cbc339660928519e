"""The kinds of journal entry: who may do (and so undo) each.

A kind is never renamed: old nights keep it.  Each app registers its kinds in
``AppConfig.ready()``; a record of an unknown kind is a programming error.
"""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.accounts.roles import Role


@dataclass(frozen=True)
class Kind:
    """``name`` is stored; ``role`` is the least role that may do or undo it."""

    name: str
    role: Role = Role.DIRECTOR
    undoable: bool = True


_KINDS: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Make kinds known; registering one twice with other terms is a ValueError."""
    for kind in kinds:
        if _KINDS.setdefault(kind.name, kind) != kind:
            raise ValueError(f"{kind.name} is registered already")


def get(name: str) -> Kind:
    """The kind called ``name``; KeyError if nobody registered it."""
    return _KINDS[name]


def names() -> tuple[str, ...]:
    """All registered kinds, in order of registration."""
    return tuple(_KINDS)


register(Kind("undo", Role.SCOREKEEPER, undoable=False), Kind("redo", Role.SCOREKEEPER, undoable=False))
