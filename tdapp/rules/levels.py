"""Levels and schedules: which blinds are played, and what makes them rise.

Decides what a schedule is (SPT-03, SPT-04, SPT-37, SPT-38, SA-06, SA-24, VIV-16, VIV-17, SIS-14,
SIS-23), which ones cannot be played at all (``check_schedule``) and which ones are merely odd
(``remarks``).  Blinds and antes are integers in the open's smallest chip unit: 0.25 € is 25.
Lengths are whole seconds, so that a test may play an open in a minute.

Worked example (SPT-38): ``ByOuts(25, 50)`` with five out is step 5 // 2 = 2, so 100/200.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any

from tdapp.rules.chips import payable
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import LARGEST

MOST_LINES = 200
"""Lines of a schedule, breaks included."""


@dataclass(frozen=True)
class Level:
    """One line of a schedule: blinds and ante in chip units, or a break.

    ``seconds`` is the length; None means that the level has no end of its own.  ``ante_form`` is
    "per_player", "big_blind" or "" (as the house says).  ``game`` is what is played where that changes
    by level, "" the game of the open.  ``colour_up`` are the chips (units) that leave when the line
    begins: in a break, or before the level's first hand.  ``rebuys_end`` and ``entry_ends``: no
    rebuy, no late entry after this line.
    """

    sb: int
    bb: int
    ante: int = 0
    seconds: int | None = None
    is_break: bool = False
    note: str = ""
    ante_form: str = ""
    game: str = ""
    colour_up: tuple[int, ...] = ()
    rebuys_end: bool = False
    entry_ends: bool = False

    @classmethod
    def of_minutes(cls, sb: int, bb: int, minutes: int, ante: int = 0) -> Level:
        """A playing level of so many minutes."""
        return cls(sb, bb, ante, minutes * 60)

    @classmethod
    def break_of(cls, minutes: int, note: str = "") -> Level:
        """A break of so many minutes."""
        return cls(0, 0, 0, minutes * 60, is_break=True, note=note)

    def as_line(self) -> dict[str, Any]:
        """The level as JSON can hold it: only what differs from an empty line."""
        line = asdict(self) | {"colour_up": list(self.colour_up)}
        return {name: value for name, value in line.items() if value not in (0, "", None, False, [])}

    @classmethod
    def from_line(cls, line: Mapping[str, Any]) -> Level:
        """A level out of ``as_line``; names it does not know are passed over."""
        known = {field.name: line[field.name] for field in fields(cls) if field.name in line}
        return cls(**{"sb": 0, "bb": 0, **known, "colour_up": tuple(line.get("colour_up", ()))})

    @property
    def minutes(self) -> int | None:
        """Length in whole minutes, a begun minute counted whole; None without a length."""
        return None if self.seconds is None else -(-self.seconds // 60)

    @property
    def length(self) -> timedelta | None:
        return None if self.seconds is None else timedelta(seconds=self.seconds)


@dataclass(frozen=True)
class Timed:
    """A schedule that rises with the clock.  Indexes count breaks too, from 0; numbers do not, from 1."""

    levels: tuple[Level, ...]

    @property
    def count(self) -> int:
        """How many playing levels there are."""
        return sum(not level.is_break for level in self.levels)

    def number(self, index: int) -> int | None:
        """The number people call the level by; None for a break."""
        if self.levels[index].is_break:
            return None
        return sum(not level.is_break for level in self.levels[: index + 1])

    def index_of(self, number: int) -> int:
        """Where playing level ``number`` stands.  Raises ``no_such_level``."""
        for index in range(len(self.levels)):
            if self.number(index) == number:
                return index
        raise RuleError("no_such_level", number=number)

    def starts(self) -> tuple[timedelta | None, ...]:
        """When each level begins, counted from the start (SIS-23); None after one without a length."""
        at: timedelta | None = timedelta(0)
        found = []
        for level in self.levels:
            found.append(at)
            at = at + level.length if at is not None and level.length is not None else None
        return tuple(found)

    @property
    def length(self) -> timedelta | None:
        """The whole schedule, breaks included; None when some level has no length."""
        lengths = [level.length for level in self.levels]
        known = [length for length in lengths if length is not None]
        return sum(known, timedelta(0)) if len(known) == len(lengths) else None


@dataclass(frozen=True)
class ByOuts:
    """A schedule that rises with eliminations: times ``factor`` after every ``every`` outs (SPT-38).

    With no blinds and an ante it also says what a later Vivaldi table antes (VIV-17:
    ``ByOuts(0, 0, ante=100, every=1, last_step=1)``).  ``last_step`` ends the rise; None: no end.
    """

    sb: int
    bb: int
    ante: int = 0
    every: int = 2
    factor: int = 2
    last_step: int | None = None

    @property
    def top(self) -> int:
        """The highest step: ``last_step``, and none whose blinds are more than any amount may be."""
        step, most = 0, max(self.sb, self.bb, self.ante, 1)
        while self.factor > 1 and most * self.factor <= LARGEST:
            step, most = step + 1, most * self.factor
        return step if self.last_step is None else min(step, self.last_step)

    def step(self, outs: int, shift: int = 0) -> int:
        """The step in force: ``outs // every``, plus the steps that the director added, up to ``top``."""
        return min(max(0, outs // self.every + shift), self.top)

    def level(self, step: int) -> Level:
        """The blinds of a step, 0 the first.  No length: nobody knows when the next player goes."""
        times = self.factor**step
        return Level(self.sb * times, self.bb * times, self.ante * times)


Schedule = Timed | ByOuts


def is_half(level: Level) -> bool:
    """Whether the small blind is exactly half of the big blind (SPT-03, SA-10, SIS-20)."""
    return level.bb == 2 * level.sb


def check_half(level: Level) -> None:
    """SPT-03.  Raises ``small_blind_not_half`` (the director may pass it)."""
    if not is_half(level):
        raise RuleError("small_blind_not_half", overrule=True, sb=level.sb, bb=level.bb)


def check_schedule(schedule: Schedule) -> None:
    """Refuse a schedule that cannot be played.

    Raises ``schedule_empty``, ``schedule_too_long`` (most), ``schedule_without_play``,
    ``level_negative``, ``level_empty``, ``small_blind_above_big``,
    ``break_with_blinds``, ``level_length``, ``level_without_length``,
    ``outs_per_level``, ``level_factor``.  ``index`` counts lines from 0, breaks included.
    """
    if isinstance(schedule, ByOuts):
        _check_by_outs(schedule)
        return
    if not schedule.levels:
        raise RuleError("schedule_empty")
    if len(schedule.levels) > MOST_LINES:
        raise RuleError("schedule_too_long", most=MOST_LINES)
    if not schedule.count:
        raise RuleError("schedule_without_play")
    last = len(schedule.levels) - 1
    for index, level in enumerate(schedule.levels):
        _check_level(index, level)
        if level.seconds is None and (index < last or level.is_break):
            raise RuleError("level_without_length", index=index)


def _check_by_outs(schedule: ByOuts) -> None:
    if schedule.every < 1:
        raise RuleError("outs_per_level", every=schedule.every)
    if schedule.factor < 2:
        raise RuleError("level_factor", factor=schedule.factor)
    if schedule.last_step is not None and schedule.last_step < 0:
        raise RuleError("no_such_level", index=schedule.last_step)
    _check_level(0, schedule.level(0))


def _check_level(index: int, level: Level) -> None:
    for name, amount in (("sb", level.sb), ("bb", level.bb), ("ante", level.ante)):
        if amount < 0:
            raise RuleError("level_negative", index=index, field=name, amount=amount)
    amounts = level.sb or level.bb or level.ante
    if level.is_break and amounts:
        raise RuleError("break_with_blinds", index=index)
    if not level.is_break and not amounts:
        raise RuleError("level_empty", index=index)
    if level.sb > level.bb:
        raise RuleError("small_blind_above_big", index=index, sb=level.sb, bb=level.bb)
    if level.seconds is not None and level.seconds <= 0:
        raise RuleError("level_length", index=index, seconds=level.seconds)


def remarks(schedule: Schedule, smallest_chip: int = 1, chips: Sequence[int] = ()) -> tuple[Remark, ...]:
    """What is odd in a playable schedule, in the order of its levels; ``number`` is the playing level.

    Where the set of ``chips`` is known, amounts must be payable with it, else with ``smallest_chip``: an
    ante of 125 needs no 5s beside 10s and 25s.  Whether a chip left too early says ``colour_up.remarks``.

    Codes: ``small_blind_not_half`` (SPT-03), ``level_not_payable`` with the smallest chip (SIS-26),
    ``level_jump_above_double`` (SA-24), ``level_sinks``, ``level_repeats``, ``blinds_repeat`` (only the
    ante or the small blind rises), ``ante_sinks``, ``ante_above_blind``.
    """
    in_set = tuple(chips) or ((smallest_chip,) if smallest_chip > 0 else ())
    if isinstance(schedule, ByOuts):
        first, second = schedule.level(0), schedule.level(1)
        # Every step is the first one times a whole number, so the first two say it all.
        return (*_alone(1, first, in_set), *_rise(first, 2, second))
    playing = [level for level in schedule.levels if not level.is_break]
    found: list[Remark] = []
    for number, level in enumerate(playing, start=1):
        found.extend(_alone(number, level, in_set))
        if number > 1:
            found.extend(_rise(playing[number - 2], number, level))
    return tuple(found)


def _alone(number: int, level: Level, chips: tuple[int, ...]) -> Iterator[Remark]:
    if not is_half(level):
        yield Remark("small_blind_not_half", {"number": number, "sb": level.sb, "bb": level.bb})
    if level.ante > level.bb > 0:
        yield Remark("ante_above_blind", {"number": number, "ante": level.ante, "bb": level.bb})
    for name, amount in (("sb", level.sb), ("bb", level.bb), ("ante", level.ante)):
        if chips and not payable(amount, chips):
            params = {"number": number, "field": name, "amount": amount, "chip": min(chips)}
            yield Remark("level_not_payable", params)


def _rise(before: Level, number: int, level: Level) -> Iterator[Remark]:
    # A game without blinds (Vivaldi) rises by its ante.
    old, new = (before.bb, level.bb) if before.bb or level.bb else (before.ante, level.ante)
    params = {"number": number, "before": old, "after": new}
    if new < old:
        yield Remark("level_sinks", params)
    elif new > 2 * old > 0:
        yield Remark("level_jump_above_double", params)
    elif new == old and level.ante <= before.ante and level.sb <= before.sb:
        yield Remark("level_repeats", params)
    elif new == old and level.bb:
        yield Remark("blinds_repeat", {"number": number, "bb": level.bb})
    if before.bb and level.ante < before.ante:
        yield Remark("ante_sinks", {"number": number, "before": before.ante, "after": level.ante})
