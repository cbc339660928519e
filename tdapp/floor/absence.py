"""Absent players: nobody behind the chips, blinds and antes posted all the same (RULES 2.11, T-2.11b)."""

from __future__ import annotations

from typing import Unpack

from tdapp.floor.models import Seat
from tdapp.floor.queries import SeatView, TableView
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import Entry
from tdapp.opens.queries import field
from tdapp.opens.steps import check_unfinished
from tdapp.rules import absence
from tdapp.rules.absence import BlindedOff
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level


def blinded_off(
    table: TableView, seat: SeatView, level: Level | None, house: HouseRules
) -> BlindedOff | None:
    """When an absent player has nothing left, counted from the hand that is played now, level and table
    staying as they are; None where he is there, or where his stack, the level or the button is unknown."""
    if not seat.absent or not seat.sure or seat.chips is None or level is None:
        return None
    here, dealt = table.button, table.dealt
    if here is None or seat.number not in dealt:
        return None
    away = absence.hands_to_big_blind(seat.number, here, dealt, house)
    return absence.blinded_off(
        seat.chips,
        level,
        house,
        players=len(dealt),
        hands_to_big_blind=away,
        small_blind_dead=here.sb is not None and here.sb not in dealt,
    )


@once
def mark_absent(*, entry: Entry, **act: Unpack[Act]) -> JournalEntry:
    """Nobody sits behind the player's chips: he is dealt in, posts, and his hand is dead.

    RuleError: ``not_playing``, ``absent_already``, ``finished_already``.
    """
    with record(entry.open.stream, "player_absent", **act) as change:
        if _fresh(entry).absent_at is not None:
            raise RuleError("absent_already", entry=entry.pk)
        change.update(entry, absent_at=change.now)
        change.note(entry=entry.pk, table=_table(entry))
    return change.entry


@once
def mark_present(*, entry: Entry, **act: Unpack[Act]) -> JournalEntry:
    """The player is back at the table.

    RuleError: ``not_playing``, ``present_already``, ``finished_already``.
    """
    with record(entry.open.stream, "player_back", **act) as change:
        if _fresh(entry).absent_at is None:
            raise RuleError("present_already", entry=entry.pk)
        change.update(entry, absent_at=None)
        change.note(entry=entry.pk, table=_table(entry))
    return change.entry


def _fresh(entry: Entry) -> Entry:
    """The entry as it is now. RuleError: ``not_playing``, ``finished_already``."""
    entry.open.refresh_from_db()
    check_unfinished(entry.open)
    if entry.pk not in {entrant.id for entrant in field(entry.open).left}:
        raise RuleError("not_playing", entry=entry.pk)
    entry.refresh_from_db(fields=["absent_at"])
    return entry


def _table(entry: Entry) -> int | None:
    """The id of the table at which his chips are."""
    return Seat.objects.filter(entry=entry, ended_at=None).values_list("table", flat=True).first()
