"""What must hold of a stream's facts after an act is taken back (DESIGN 3, undo (c))."""

from __future__ import annotations

from collections.abc import Callable

from tdapp.journal.models import Stream

Check = Callable[[Stream, str], None]
_checks: dict[str, list[Check]] = {}


def register(stream_kind: str, check: Check) -> None:
    """Have ``check(stream, kind)`` raise a RuleError when taking back an act of that kind leaves
    a stream inconsistent."""
    checks = _checks.setdefault(stream_kind, [])
    if check not in checks:
        checks.append(check)


def check(stream: Stream, kind: str) -> None:
    """Run every check of the stream after an act of ``kind`` was taken back or put back."""
    for one in _checks.get(stream.kind, []):
        one(stream, kind)
