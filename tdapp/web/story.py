"""The night's journal as a story: one sentence for each entry, in the viewer's language."""

from __future__ import annotations

from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open


def sentence(entry: JournalEntry, open: Open) -> str:
    """What an entry did."""
    return entry.kind
