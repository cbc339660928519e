"""Schedules as the club sheets print them, and one schedule scaled to other chips.

Decides SA-24, SA-25, SIS-23 and RULES 5.4.  Amounts are in chip units, lengths in seconds.

Worked example (5.4): San Antonio's 1/2 for 50 chips, scaled to 1000 with chips of 25, is 20 exactly and
25 on the table: 25/50, and the remark says that this is 25 % more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tdapp.rules import levels as schedules
from tdapp.rules.colour_up import last_needed
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.levels import Level, Timed
from tdapp.rules.money import LARGEST

SAN_ANTONIO_STACK = 50
SAN_ANTONIO_BLINDS = (1, 2, 3, 4, 6, 8, 10, 20, 30, 80)
SAN_ANTONIO_EXCHANGE = 4  # SA-08: at 1:20, when the fifth level begins

SISTEMA_STACK = 1500
SISTEMA_CHIPS = (10, 25, 50, 100, 500)
SISTEMA_BLINDS = (
    10,
    20,
    40,
    80,
    160,
    260,
    380,
    550,
    750,
    1000,
    1300,
    1650,
    2000,
    2500,
    3100,
    3750,
    4500,
    6000,
)
SISTEMA_ANTES = (0, 0, 0, 0, 0, 0, 0, 100, 125, 150, 175, 250, 350, 500, 600, 750, 1100, 1250)

# Rounding that moves a blind further than this is said (5.4).
FAR = Fraction(15, 100)


@dataclass(frozen=True)
class Scaled:
    """A schedule for another stack; ``exact`` are its small blinds before rounding, playing levels only.

    ``remarks``: ``level_rounded_far`` (number, sb, percent: + above the exact blind, - below) and those of
    ``levels.remarks``.
    """

    schedule: Timed
    exact: tuple[Fraction, ...]
    remarks: tuple[Remark, ...]


def scale(base_sb: Sequence[int], base_stack: int, stack: int, smallest_chip: int) -> tuple[int, ...]:
    """Small blinds in proportion to the stack, in whole smallest chips, strictly rising (RULES 5.4).

    Half a chip is rounded up; a blind that would not rise gets one chip more than the one before.
    Raises ``stack_without_chips``, ``no_such_chip``.
    """
    found: list[int] = []
    for exact in _exact(base_sb, base_stack, stack, smallest_chip):
        # Half up, where Python's round() would make 4.5 a 4.
        whole = int(exact / smallest_chip + Fraction(1, 2)) * smallest_chip
        least = found[-1] + smallest_chip if found else smallest_chip
        found.append(max(whole, least))
    return tuple(found)


def scaled(base: Timed, base_stack: int, stack: int, smallest_chip: int) -> Scaled:
    """A schedule in proportion to another stack: the small blinds by ``scale``, BB = 2·SB.

    Antes are rounded like blinds, one that stands for the big blind stays equal to it; breaks and
    lengths stay; colour-up marks go, for they belong to other chips.  Raises as ``scale``.
    """
    playing = [level for level in base.levels if not level.is_break]
    exact = _exact([level.sb for level in playing], base_stack, stack, smallest_chip)
    blinds = iter(scale([level.sb for level in playing], base_stack, stack, smallest_chip))
    lines = []
    for level in base.levels:
        if level.is_break:
            lines.append(replace(level, colour_up=()))
            continue
        sb = next(blinds)
        ante = _ante(level, Fraction(stack, base_stack), smallest_chip, 2 * sb)
        lines.append(replace(level, sb=sb, bb=2 * sb, ante=ante, colour_up=()))
    schedule = Timed(tuple(lines))
    far = _rounded_far(schedule, exact)
    return Scaled(schedule, exact, (*far, *schedules.remarks(schedule, smallest_chip)))


def san_antonio(
    stack: int = SAN_ANTONIO_STACK, smallest_chip: int = 1, chips: Iterable[int] = (), minutes: int = 20
) -> Scaled:
    """San Antonio's ten levels for any stack (SA-24, SA-25), with the jump of 2.67 remarked.

    Of ``chips`` those that no later level needs are marked to leave at 1:20 (SA-08).
    """
    sheet = Timed(tuple(Level.of_minutes(sb, 2 * sb, minutes) for sb in SAN_ANTONIO_BLINDS))
    found = scaled(sheet, SAN_ANTONIO_STACK, stack, smallest_chip)
    lines = list(found.schedule.levels)
    leaving = tuple(chip for chip, at in last_needed(lines, chips).items() if at < SAN_ANTONIO_EXCHANGE)
    lines[SAN_ANTONIO_EXCHANGE] = replace(lines[SAN_ANTONIO_EXCHANGE], colour_up=leaving)
    return replace(found, schedule=Timed(tuple(lines)))


def sistema(minutes: int = 20, break_minutes: int = 10) -> Timed:
    """The 18 levels of the Sistema de juego, breaks after 6 and 12, antes per player (SIS-14, SIS-23).

    The 10s and 25s leave in the second break: the first is too early for both (SIS-26).
    """
    lines = [
        Level(sb, 2 * sb, ante, minutes * 60, ante_form="per_player" if ante else "")
        for sb, ante in zip(SISTEMA_BLINDS, SISTEMA_ANTES, strict=True)
    ]
    first = Level.break_of(break_minutes)
    second = replace(first, colour_up=(10, 25))
    return Timed((*lines[:6], first, *lines[6:12], second, *lines[12:]))


def _exact(base_sb: Sequence[int], base_stack: int, stack: int, smallest_chip: int) -> tuple[Fraction, ...]:
    if smallest_chip < 1:
        raise RuleError("no_such_chip", chip=smallest_chip)
    if min(stack, base_stack) < 1 or stack > LARGEST:
        raise RuleError("stack_without_chips", stack=min(stack, base_stack))
    return tuple(Fraction(sb * stack, base_stack) for sb in base_sb)


def _ante(level: Level, ratio: Fraction, chip: int, bb: int) -> int:
    if not level.ante:
        return 0
    if level.ante == level.bb:
        return bb
    return max(chip, int(level.ante * ratio / chip + Fraction(1, 2)) * chip)


def _rounded_far(schedule: Timed, exact: Sequence[Fraction]) -> list[Remark]:
    found = []
    playing = [level for level in schedule.levels if not level.is_break]
    for number, (level, wanted) in enumerate(zip(playing, exact, strict=True), start=1):
        if wanted and abs(level.sb - wanted) > FAR * wanted:
            percent = round((level.sb - wanted) * 100 / wanted)
            found.append(Remark("level_rounded_far", {"number": number, "sb": level.sb, "percent": percent}))
    return found
