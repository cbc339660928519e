"""What a set of chips comes to, in words: the stack, whom it serves, what is missing, what may leave when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.level_notes import in_hand
from tdapp.opens.chip_sets import Chip, set_of
from tdapp.opens.models import Open
from tdapp.rules import colour_up
from tdapp.rules.chips import Use
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Timed
from tdapp.web import figures


@dataclass(frozen=True)
class ChipsSaid:
    """A set for so many players: "12×25 + 12×100 = 1 500", whom it serves, each chip's use."""

    stack: int
    sum: str
    serves: str
    uses: tuple[tuple[str, Use], ...]
    short: tuple[str, ...]


def chips_said(
    chips: Sequence[Chip], written: Open, players: int, rebuys: int = 0, schedule: Timed | None = None
) -> ChipsSaid | None:
    """The set in words; None where nobody gets any chip.  ``written`` says how amounts are written."""
    given = set_of(chips)
    if not given.a_head:
        return None
    parts = [f"{line.each}×{_plain(written, line.value)}" for line in given.lines if line.each]
    counted = all(chip.owned for chip in chips if chip.each)
    serves = given.serves if counted else None
    uses = given.uses(players, rebuys, _colour_ups(schedule, in_hand(chips))) if counted else ()
    lacking = _("%(count)s of %(chip)s")
    return ChipsSaid(
        stack=given.stack,
        sum=f"{' + '.join(parts)} = {_plain(written, given.stack)}",
        serves=""
        if serves is None
        else ngettext("enough for %(count)s player", "enough for %(count)s players", serves)
        % {"count": serves},
        uses=tuple((_plain(written, use.value), use) for use in uses),
        short=tuple(
            lacking % {"count": figures.grouped(-use.over), "chip": _plain(written, use.value)}
            for use in uses
            if use.over < 0
        ),
    )


def _plain(written: Open, units: int) -> str:
    return figures.chips_plain(written, units)


def _colour_ups(schedule: Timed | None, values: tuple[int, ...]) -> list[tuple[int, int]]:
    """(chip, into) of the marked colour-ups, in their order."""
    found: list[tuple[int, int]] = []
    for index, level in enumerate(schedule.levels if schedule else ()):
        left = colour_up.in_play(schedule.levels, values, index) if schedule else ()
        for chip in sorted(level.colour_up):
            try:
                found.append((chip, colour_up.into(chip, left)))
            except RuleError:
                continue  # nothing larger is left: the remark beside its row says so
    return found


def planned(schedule: Timed, chips: Sequence[Chip]) -> tuple[colour_up.ColourUp, ...]:
    """The colour-ups to propose: in breaks (RULES 5.1), or between levels where there is no break at all."""
    has_breaks = any(level.is_break for level in schedule.levels)
    return colour_up.plan(schedule, in_hand(chips), breaks_only=has_breaks)


def plan_words(schedule: Timed, chips: Sequence[Chip], written: Open) -> tuple[str, ...]:
    """When each chip may leave, looking ahead at every level that remains (SA-08, SIS-26)."""
    values = in_hand(chips)
    needed = colour_up.last_needed(schedule.levels, values)
    leaving = {one.chip: one for one in planned(schedule, chips)}
    words = []
    for chip in values[:-1]:
        last, one = needed[chip], leaving.get(chip)
        params = {"chip": _plain(written, chip), "number": schedule.number(last) if last >= 0 else 0}
        if one is None:
            words.append(_("%(chip)s: stays to the end.") % params)
            continue
        params |= {"into": _plain(written, one.into), "when": _when(schedule, one.index)}
        if last < 0:
            words.append(_("%(chip)s: no level needs it; can leave %(when)s, into %(into)s.") % params)
        else:
            words.append(
                _("%(chip)s: needed up to level %(number)s; can leave %(when)s, into %(into)s.") % params
            )
    return tuple(words)


def _when(schedule: Timed, index: int) -> str:
    number = schedule.number(index)
    if number is not None:
        return _("when level %(number)s begins") % {"number": number}
    before = next((n for at in range(index - 1, -1, -1) if (n := schedule.number(at))), 0)
    return _("at the break after level %(number)s") % {"number": before}


def marks_differ(schedule: Timed, chips: Sequence[Chip]) -> bool:
    """Whether the planner would mark other colour-ups than the rows do."""
    wanted: dict[int, set[int]] = {}
    for one in planned(schedule, chips):
        wanted.setdefault(one.index, set()).add(one.chip)
    return any(
        set(level.colour_up) != wanted.get(index, set()) for index, level in enumerate(schedule.levels)
    )
