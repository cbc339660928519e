"""The chips that a tour owns, and those that an open is played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Unpack

from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import ChipSet
from tdapp.rules import chips as rules
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Tour

LONGEST_NAME = 60
"""Letters of a saved name."""


@dataclass(frozen=True)
class Chip:
    """One chip: its value in chip units, how many there are, how many each player gets, its colour.

    ``owned`` 0 with ``each`` above it: nobody said how many there are.  ``colour`` is a word of the club.
    """

    value: int
    owned: int = 0
    each: int = 0
    colour: str = ""


def chips_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Chip, ...]:
    """Chips out of what ``Open.chips`` or ``ChipSet.chips`` hold."""
    return tuple(
        Chip(row["value"], row.get("owned", 0), row.get("each", 0), row.get("colour", "")) for row in rows
    )


def rows_of(chips: Iterable[Chip]) -> list[dict[str, Any]]:
    """Chips as JSON holds them, the smallest first."""
    return [asdict(chip) for chip in sorted(chips, key=lambda chip: chip.value)]


def set_of(chips: Iterable[Chip]) -> rules.ChipSet:
    """The set as the rules reckon with it.

    RuleError: ``no_such_chip``, ``chip_twice``, ``chips_negative``.
    """
    return rules.ChipSet(tuple(rules.ChipLine(chip.value, chip.owned, chip.each) for chip in chips))


@once
def save_chip_set(
    *,
    tour: Tour,
    name: str,
    chips: tuple[Chip, ...],
    chip_digits: int = 0,
    chip_set: ChipSet | None = None,
    **act: Unpack[Act],
) -> JournalEntry:
    """Keep a set of chips under a name, or change ``chip_set``; opens keep their own copy.

    RuleError: ``name_missing``, ``name_too_long``, ``saved_name_taken``, ``chips_missing``, and those
    of ``set_of``.
    """
    name = names.kept(name, LONGEST_NAME)
    if not chips:
        raise RuleError("chips_missing")
    set_of(chips)
    values = {"name": name, "chips": rows_of(chips), "chip_digits": chip_digits}
    with record(tour.stream, "chip_set_saved", **act) as change:
        if chip_set is None:
            chip_set = change.create(ChipSet, tour=tour, **values)
        else:
            change.update(chip_set, **values)
        change.note(chip_set=chip_set.pk)
    return change.entry


@once
def delete_chip_set(*, chip_set: ChipSet, **act: Unpack[Act]) -> JournalEntry:
    """Take a set off the list; the opens that use it keep their own copy."""
    with record(chip_set.tour.stream, "chip_set_deleted", **act) as change:
        chip_set.refresh_from_db()
        change.void(chip_set)
        change.note(chip_set=chip_set.pk)
    return change.entry


def chip_sets(tour: Tour) -> list[ChipSet]:
    """The sets a tour owns, by name."""
    return list(ChipSet.objects.filter(tour=tour).order_by("name"))
