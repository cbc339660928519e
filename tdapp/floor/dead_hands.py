"""Who is dealt a dead hand: who is not at the table, and who sits out a penalty (RULES 2.11)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from tdapp.journal.recorder import Change
from tdapp.opens.models import Entry, Ruling

PENALISED = Exists(
    Ruling.objects.filter(entry=OuterRef("entry"), kind="penalty", voided=False, figures__over__isnull=True)
)
"""On rows with an entry: whether a penalty of it still runs.  It ends when the director says so."""


def there_again(change: Change, entries: Iterable[Entry]) -> None:
    """Whoever of them was absent is so no more: he was dealt in and played, or bought himself back in."""
    for entry in entries:
        if entry.absent_at is not None:
            change.update(entry, absent_at=None)
