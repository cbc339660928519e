"""The shot clock of a table (RULES 2.5): called, ended by the player's act, or run out by itself.

Outside the undo stack: a call is over before anybody could take it back.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Unpack

from tdapp.clock.models import TimeCall
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Entry, Open, Table
from tdapp.opens.steps import check_running
from tdapp.rules.errors import RuleError

SECONDS = 30
"""To think, the countdown included."""
COUNTDOWN = 5
"""The last seconds, counted aloud."""


@once
def call_time(
    *,
    table: Table,
    entry: Entry | None = None,
    seconds: int = SECONDS,
    countdown: int = COUNTDOWN,
    **act: Unpack[Act],
) -> JournalEntry:
    """Call time at a table, on ``entry`` where it is said who thinks: 25 seconds, then 5 aloud.

    RuleError: ``time_called_already`` (table) while a call runs, ``not_started``, ``finished_already``.
    """
    open = table.round.open
    with record(open.stream, "time_called", **act) as change:
        _check_playing(open)
        before = _standing(table)
        if before is not None and not _run_out(before, change.now):
            raise RuleError("time_called_already", table=table.number)
        if before is not None:
            change.update(before, ended_at=_end_of(before))
        call = change.create(
            TimeCall, table=table, entry=entry, called_at=change.now, seconds=seconds, countdown=countdown
        )
        change.note(call=call.pk, table=table.pk, entry=entry.pk if entry else None, seconds=seconds)
    return change.entry


@once
def end_time_call(*, table: Table, **act: Unpack[Act]) -> JournalEntry:
    """The player has acted. RuleError: ``no_time_call`` (table) where none runs any more."""
    with record(table.round.open.stream, "time_call_ended", **act) as change:
        call = _standing(table)
        if call is None or _run_out(call, change.now):
            raise RuleError("no_time_call", table=table.number)
        _end(change, call, change.now)
    return change.entry


def _end(change: Change, call: TimeCall, at: datetime) -> None:
    change.update(call, ended_at=at)
    change.note(call=call.pk, table=call.table_id, entry=call.entry_id)


def _check_playing(open: Open) -> None:
    open.refresh_from_db()
    check_running(open)


def _standing(table: Table) -> TimeCall | None:
    return TimeCall.objects.filter(table=table, ended_at=None).first()


def _end_of(call: TimeCall) -> datetime:
    return call.called_at + timedelta(seconds=call.seconds)


def _run_out(call: TimeCall, now: datetime) -> bool:
    return _end_of(call) <= now
