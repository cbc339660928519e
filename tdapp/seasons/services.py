"""Posting an open's results to its season, and taking them off again."""

from __future__ import annotations

from typing import Unpack

from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.seasons import queries
from tdapp.seasons.models import Result


@once
def post_results(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Freeze the final classification with its points and prizes; the season table follows.

    RuleError: ``not_finished``, ``posted_already``.
    """
    with record(open.stream, "results_posted", **act) as change:
        open.refresh_from_db()
        if open.finished_at is None:
            raise RuleError("not_finished")
        if open.posted_at is not None:
            raise RuleError("posted_already")
        for line in queries.results(open).lines:
            change.create(
                Result,
                open=open,
                player_id=line.player,
                first=line.place.first,
                last=line.place.last,
                prize=line.prize,
                points=line.points.numerator,
                points_of=line.points.denominator,
            )
        change.update(open, posted_at=change.now)
    return change.entry


@once
def take_results_back(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Take posted results off the season table, to reopen and correct the open. RuleError: ``not_posted``."""
    with record(open.stream, "results_taken_back", **act) as change:
        open.refresh_from_db()
        if open.posted_at is None:
            raise RuleError("not_posted")
        for result in Result.objects.filter(open=open):
            change.void(result)
        change.update(open, posted_at=None)
    return change.entry
