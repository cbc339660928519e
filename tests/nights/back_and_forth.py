"""An act done, taken back and put back: everything a page could show must agree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tests.builders import Night
from tests.nights.random_night import everything_shown


def back_and_forth(night: Night, act: Callable[[], JournalEntry]) -> JournalEntry:
    """Do ``act``, undo it and redo it, comparing all views at each step; returns its entry."""
    later = night.now + timedelta(hours=30)
    before = everything_shown(night, later)
    entry = act()
    after = everything_shown(night, later)
    assert after != before, f"{entry.kind} changes nothing that anybody sees"
    back = undo(entry=entry, actor=night.director, now=night.now)
    assert everything_shown(night, later) == before, f"after undoing {entry.kind}"
    redo(entry=back, actor=night.director, now=night.now)
    assert everything_shown(night, later) == after, f"after redoing {entry.kind}"
    return entry
