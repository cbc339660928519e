"""What must hold of a stream's facts after an act is taken back (DESIGN 3, undo (c))."""

from __future__ import annotations

from collections.abc import Callable

from tdapp.journal.models import Stream

Check = Callable[[Stream], None]
_checks: dict[str, list[Check]] = {}


def register(stream_kind: str, check: Check) -> None:
    """Have ``check`` raise a RuleError when a stream of that kind is left inconsistent."""
    _checks.setdefault(stream_kind, []).append(check)


def check(stream: Stream) -> None:
    """Run every check of the stream's kind."""
    for one in _checks.get(stream.kind, []):
        one(stream)
