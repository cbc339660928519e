"""Screens follow the stream of their open: what changes for a whole tour is told to its opens."""

from __future__ import annotations

from tdapp.journal.listeners import Changed
from tdapp.journal.models import Stream
from tdapp.journal.recorder import announce

KINDS = ("display_added", "display_changed", "display_removed", "look_changed")
"""Acts in a tour's stream that its screens show."""


def tell_opens(change: Changed) -> None:
    """After an act on a tour's sets or look, or its undo: a new version for each open not over."""
    stream = Stream.objects.filter(pk=change.stream_id, kind="tour").first()
    if stream is None:
        return
    last = stream.entries.filter(number=change.version).first()
    if last is None or not {last.kind, last.params.get("kind_undone"), last.params.get("kind_redone")} & {
        *KINDS
    }:
        return
    for shown in Stream.objects.filter(kind="open", open__tour__stream=stream, open__voided=False):
        if shown.open.finished_at is None:
            announce(shown)
