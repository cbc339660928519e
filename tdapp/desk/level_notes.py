"""What stands beside the rows of a schedule: when each begins, and what is odd about it.

A remark stands beside the row it is about: an amount that the chips in play cannot lay down, a chip
that leaves too early (RULES 2.8, SIS-26), a jump, a fall (SA-24), a small blind that is not half (SPT-03).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tdapp.opens.chip_sets import Chip
from tdapp.opens.models import Open
from tdapp.rules import colour_up, levels
from tdapp.rules.chips import payable
from tdapp.rules.errors import Remark
from tdapp.rules.levels import Level, Timed
from tdapp.web import messages


@dataclass(frozen=True)
class RowNote:
    """What is said of one row: its start ("0:40"), its number ("7", none for a break), its remarks."""

    start: str = ""
    number: str = ""
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notes:
    """The rows' notes in their order, and the length of the whole ("6:20", empty where nobody can know)."""

    rows: tuple[RowNote, ...]
    total: str = ""


def hours(span: timedelta) -> str:
    """ "0:40"."""
    minutes = span // timedelta(minutes=1)
    return f"{minutes // 60}:{minutes % 60:02d}"


def in_hand(chips: Sequence[Chip]) -> tuple[int, ...]:
    """The chips that are in play at the start: those given out and every larger one."""
    given = [chip.value for chip in chips if chip.each]
    return tuple(sorted(chip.value for chip in chips if not given or chip.value >= min(given)))


def remarks_by_line(schedule: Timed, smallest_chip: int, chips: Sequence[Chip]) -> dict[int, list[Remark]]:
    """The remarks of a schedule by the line they stand beside (from 0, breaks included).

    Where no set is known, the chips marked to leave are in play beside the smallest one: an ante of 125
    can be paid with 10s where 25s leave later (SIS-26).
    """
    found: dict[int, list[Remark]] = {}
    values = in_hand(chips)
    marked = {chip for line in schedule.levels for chip in line.colour_up}
    known = (smallest_chip, *sorted(marked)) if marked and smallest_chip > 0 and not values else ()
    said = levels.remarks(schedule, 1 if values else smallest_chip, known)
    for remark in said:
        beside = found.setdefault(schedule.index_of(int(str(remark.params["number"]))), [])
        if remark.code != "level_not_payable" or remark.code not in (one.code for one in beside):
            beside.append(remark)  # one amount that cannot be paid says enough
    if values:
        for index, remark in _unpayable(schedule, values):
            found.setdefault(index, []).append(remark)
        for remark in colour_up.remarks(schedule, values):
            leaving = remark.params["chip"]
            index = next(at for at, line in enumerate(schedule.levels) if leaving in line.colour_up)
            found.setdefault(index, []).append(remark)
    return found


def _unpayable(schedule: Timed, values: tuple[int, ...]) -> Iterator[tuple[int, Remark]]:
    for index, level in enumerate(schedule.levels):
        left = colour_up.in_play(schedule.levels, values, index)
        for name, amount in (("sb", level.sb), ("bb", level.bb), ("ante", level.ante)):
            if amount and not level.is_break and not payable(amount, left):
                params = {"number": schedule.number(index), "field": name, "amount": amount}
                yield index, Remark("level_not_payable", {**params, "chip": min(left, default=0)})
                break


def notes(
    lines: Sequence[Level | None], broken: Sequence[int], written: Open, chips: Sequence[Chip]
) -> Notes:
    """The notes for rows as typed; None is an empty row, ``broken`` are those that say no level yet.

    ``written`` says how amounts are written and which chip is the smallest.
    """
    at = [index for index, line in enumerate(lines) if line is not None]
    schedule = Timed(tuple(line for line in lines if line is not None))
    said = {} if broken else remarks_by_line(schedule, written.smallest_chip, chips)
    starts = schedule.starts()
    rows = [RowNote() for _line in lines]
    for index, row in enumerate(at):
        start = starts[index] if not broken or row < min(broken) else None
        rows[row] = RowNote(
            "" if start is None else hours(start),
            str(schedule.number(index) or ""),
            tuple(dict.fromkeys(messages.remark(one, written) for one in said.get(index, ()))),
        )
    length = None if broken else schedule.length
    return Notes(tuple(rows), hours(length) if length else "")
