"""Schedules that a tour keeps under a name, to be used again."""

from __future__ import annotations

from typing import Unpack

from tdapp.clock.models import SavedSchedule
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level, Timed, check_schedule
from tdapp.tours.models import Tour

LONGEST_NAME = 60
"""Letters of a saved name."""


@once
def save_schedule(
    *,
    tour: Tour,
    name: str,
    levels: tuple[Level, ...],
    stack: int,
    smallest_chip: int = 1,
    chip_digits: int = 0,
    **act: Unpack[Act],
) -> JournalEntry:
    """Keep a schedule under a name. Amounts in units of chips with ``chip_digits`` decimals.

    RuleError: ``name_missing``, ``name_too_long``, ``saved_name_taken``, ``stack_not_positive``,
    ``smallest_chip_not_positive``, and those of ``levels.check_schedule``.
    """
    name = names.kept(name, LONGEST_NAME)
    check_schedule(Timed(levels))
    if stack <= 0:
        raise RuleError("stack_not_positive")
    if smallest_chip <= 0:
        raise RuleError("smallest_chip_not_positive")
    with record(tour.stream, "schedule_saved", **act) as change:
        saved = change.create(
            SavedSchedule,
            tour=tour,
            name=name,
            lines=[level.as_line() for level in levels],
            chip_digits=chip_digits,
            stack=stack,
            smallest_chip=smallest_chip,
        )
        change.note(schedule=saved.pk)
    return change.entry


@once
def rename_schedule(*, schedule: SavedSchedule, name: str, **act: Unpack[Act]) -> JournalEntry:
    """Give a saved schedule another name.

    RuleError: ``name_missing``, ``name_too_long``, ``saved_name_taken``.
    """
    name = names.kept(name, LONGEST_NAME)
    with record(schedule.tour.stream, "schedule_renamed", **act) as change:
        change.update(schedule, name=name)
        change.note(schedule=schedule.pk)
    return change.entry


@once
def delete_schedule(*, schedule: SavedSchedule, **act: Unpack[Act]) -> JournalEntry:
    """Take a saved schedule off the list; the opens that used it keep their own copy."""
    with record(schedule.tour.stream, "schedule_deleted", **act) as change:
        schedule.refresh_from_db()
        change.void(schedule)
        change.note(schedule=schedule.pk)
    return change.entry


def levels_in(schedule: SavedSchedule) -> tuple[Level, ...]:
    """The levels that a saved schedule holds."""
    return tuple(Level.from_line(line) for line in schedule.lines)


def saved_schedules(tour: Tour) -> list[SavedSchedule]:
    """The schedules a tour keeps, by name."""
    return list(SavedSchedule.objects.filter(tour=tour).order_by("name"))
