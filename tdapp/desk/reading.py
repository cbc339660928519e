"""A schedule that was read from a file or is kept by a tour, in words, with what is odd about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from tdapp.clock import schedules as saved
from tdapp.clock.models import SavedSchedule
from tdapp.desk.builder_words import level_words
from tdapp.desk.forms.schedules import Found, Unreadable, digits_of, first_guess, levels_in, oddities
from tdapp.desk.level_notes import hours
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level, Timed, check_schedule
from tdapp.tours.models import Tour
from tdapp.web import figures, messages


@dataclass(frozen=True)
class Reading:
    """What was understood: the levels and, as sentences, what was not, what was assumed, what is odd.

    ``lines`` are (number, words, start) as the page lists them.
    """

    name: str
    levels: tuple[Level, ...]
    stack: int
    smallest_chip: int
    digits: int
    lines: tuple[tuple[str, str, str], ...]
    total: str
    strange: tuple[str, ...]
    wrong: tuple[str, ...]
    taken: tuple[str, ...]
    odd: tuple[str, ...]


def reading(found: Found, tour: Tour) -> Reading:
    """A structure that was read, ready to be looked at. Raises ``Unreadable``."""
    digits = digits_of(found, tour.minor_digits)
    levels, wrong = levels_in(found, digits)
    try:
        check_schedule(Timed(levels))
    except RuleError as error:
        raise Unreadable(messages.refusal(error, written_as(tour, digits)).text) from error
    stack, smallest = first_guess(found, levels)
    written = written_as(tour, digits)
    return Reading(
        name=found.name,
        levels=levels,
        stack=stack,
        smallest_chip=smallest,
        digits=digits,
        lines=lines_in(levels, written),
        total=_length(levels),
        strange=found.strange,
        wrong=tuple(wrong),
        taken=found.taken,
        odd=tuple(messages.remark(one, written) for one in oddities(levels, smallest)),
    )


def lines_in(levels: Sequence[Level], written: Open) -> tuple[tuple[str, str, str], ...]:
    """The lines as (number, words, start)."""
    schedule = Timed(tuple(levels))
    return tuple(
        (
            str(schedule.number(index) or ""),
            " · ".join(part for part in (level_words(level, written), level.game, level.note) if part),
            "" if start is None else hours(start),
        )
        for index, (level, start) in enumerate(zip(schedule.levels, schedule.starts(), strict=True))
    )


def in_words(schedule: SavedSchedule, tour: Tour) -> str:
    """ "18 levels, 6:20, for 1 500"."""
    levels = saved.levels_in(schedule)
    count = sum(not level.is_break for level in levels)
    parts = [ngettext("%(count)s level", "%(count)s levels", count) % {"count": count}, _length(levels)]
    parts.append(figures.chips(written_as(tour, schedule.chip_digits), schedule.stack))
    return " · ".join(part for part in parts if part)


def _length(levels: Sequence[Level]) -> str:
    length = Timed(tuple(levels)).length
    return hours(length) if length else ""


def written_as(tour: Tour, digits: int) -> Open:
    """An open that is not saved: it only says how amounts are written."""
    return Open(currency=tour.currency, chip_digits=digits, chips_are_money=bool(digits))
