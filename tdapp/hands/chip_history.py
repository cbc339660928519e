"""Every stack through the night as far as it was known: each figure with where it came from and for how long
it was sure, and whether all stacks together were what was in play.

Most hands are never entered, so a figure is sure only for a while (``opens.queries.STALE_AFTER``), and no
longer than until an out by tap moved chips unseen.  Nothing is guessed between two figures.  Chips in the
open's units.

Worked example: dealt 5 000 at 21:00, counted 7 200 at 22:00: 5 000 is sure until 21:20, then nobody knows,
from 22:00 it is 7 200.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from tdapp.clock.queries import all_level_starts, clock_of, current_round, schedule_of
from tdapp.opens.models import Open
from tdapp.opens.queries import STALE_AFTER, Entrant, Field, OutFact, StackLine
from tdapp.rules.levels import ByOuts
from tdapp.rules.places import Place


@dataclass(frozen=True)
class Point:
    """A stack of ``chips`` from ``at`` on, sure until ``until``; ``seen`` where it was counted, not summed.

    ``source`` is a line of the ledger (``StackChange.SOURCES``), "out" or "end"; a sum on a stack that
    nobody knew is not ``sure`` at all; ``moved``: at ``until`` chips were moved that nobody wrote down.
    """

    at: datetime
    order: int
    source: str
    chips: int
    seen: bool
    sure: bool
    until: datetime
    moved: bool = False

    def sure_at(self, at: datetime) -> bool:
        """Whether the figure was sure at a moment of its own stretch."""
        return self.sure and (at == self.at or at < self.until or (at == self.until and not self.moved))


@dataclass(frozen=True)
class History:
    """One player's stack through the night; ``ends`` when he went out, or the last moment shown."""

    who: Entrant
    place: Place | None
    out: bool
    points: tuple[Point, ...]
    ends: datetime

    @property
    def last(self) -> Point:
        return self.points[-1]

    def known_at(self, at: datetime) -> Point | None:
        """The figure in force then, whether it was still sure or not; None before he had chips."""
        return next((point for point in reversed(self.points) if point.at <= at), None)


@dataclass(frozen=True)
class Total:
    """All stacks at one moment: what is ``known`` of how many, against the chips in play then."""

    at: datetime
    known: int
    players: int
    chips: int
    in_play: int

    @property
    def complete(self) -> bool:
        return self.known == self.players

    @property
    def difference(self) -> int:
        """What is too much or missing, where every stack is known."""
        return self.chips - self.in_play if self.complete else 0


@dataclass(frozen=True)
class LevelMark:
    """A level that began; ``number`` is None for a break."""

    at: datetime
    number: int | None


class ChipHistory:
    """The stacks of an open from its start until ``now`` or its end."""

    def __init__(self, open: Open, field: Field, now: datetime) -> None:
        self.open = open
        self.field = field
        lines = [line.at for ledger in field.ledgers.values() for line in ledger]
        latest = max([*lines, *(out.at for out in field.busts)], default=now)
        self.ends = open.finished_at or max(now, latest)

    @property
    def begins(self) -> datetime:
        return self.open.started_at or self.ends

    @cached_property
    def all(self) -> tuple[History, ...]:
        """Everybody who got chips: who is in by his chips, then the others by their places."""
        found = [self._history(who) for who in self.field.playing if self.field.ledgers.get(who.id)]
        return tuple(sorted(found, key=self._rank))

    def _rank(self, one: History) -> tuple[int, int, int]:
        first = one.place.first if one.place is not None else 0
        return (first, 0 if one.out else -one.last.chips, one.who.order)

    def _history(self, who: Entrant) -> History:
        out = self._outs.get(who.id)
        ends = out.at if out is not None else self.ends
        points = tuple(self._points(who.id, ends))
        if out is None and self.open.finished_at is not None and len(self.field.left) == 1:
            everything = self.field.chips_in_play
            points = (*points, Point(ends, points[-1].order + 1, "end", everything, False, True, ends))
        return History(who, self.field.places.get(who.id), out is not None, points, ends)

    @cached_property
    def _outs(self) -> dict[int, OutFact]:
        return {fact.entry: fact for fact in self.field.outs}

    def _points(self, entry: int, ends: datetime) -> Iterator[Point]:
        """The lines of his ledger and his outs, in order, each with how long it was sure."""
        lines = sorted([*self.field.ledgers[entry], *self._busts.get(entry, ())], key=lambda line: line.order)
        known_at, known_order, short = lines[0].at, lines[0].order, False
        for number, line in enumerate(lines):
            unseen = self._unseen(entry, known_order)
            moved = unseen is not None and unseen[0] < line.order
            fresh = line.at - known_at <= STALE_AFTER and not moved
            short = not line.counted and (short or line.chips < 0)
            if line.counted or fresh:
                known_at, known_order = line.at, line.order
            sure = line.counted or (fresh and not short)
            until = lines[number + 1].at if number + 1 < len(lines) else ends
            lasts = until if line.source == "out" else min(until, line.at + STALE_AFTER)
            gone = self._unseen(entry, line.order)
            moves = gone is not None and gone[1] <= lasts
            lasts = max(line.at, gone[1] if gone is not None and moves else lasts)
            chips, lasts = max(0, line.chips), lasts if sure else line.at
            yield Point(line.at, line.order, line.source, chips, line.counted, sure, lasts, moves)

    @cached_property
    def _busts(self) -> dict[int, list[StackLine]]:
        """Entry → its outs that no line of the ledger tells: nothing was left."""
        found: dict[int, list[StackLine]] = {}
        for out in self.field.busts:
            told = (line.order for line in self.field.ledgers.get(out.entry, ()) if line.chips == 0)
            if out.hand not in told:
                found.setdefault(out.entry, []).append(StackLine(out.at, out.hand, "out", 0, True))
        return found

    def _unseen(self, entry: int, after: int) -> tuple[int, datetime] | None:
        """Order and moment of the next out by tap that may have brought him chips nobody wrote down."""
        found = []
        for tapped in (self._tapped.get(None, []), self._tapped.get(entry, [])):
            at = bisect_right(tapped, after, key=lambda one: one[0])
            found += tapped[at : at + 1]
        return min(found, default=None)

    @cached_property
    def _tapped(self) -> dict[int | None, list[tuple[int, datetime]]]:
        """The outs whose hands nobody entered, rising, by who put them out (None: nobody said)."""
        found: dict[int | None, list[tuple[int, datetime]]] = {}
        for out in sorted(self.field.busts, key=lambda out: out.hand):
            if not out.entered and not self.field.took_chips_along(out):
                found.setdefault(out.by, []).append((out.hand, out.at))
        return found

    # -- together -----------------------------------------------------------------------------------

    def total(self, at: datetime) -> Total:
        """All stacks as they were known at a moment, against what was in play."""
        here = [(one, one.known_at(at)) for one in self.all if not (one.out and one.ends <= at)]
        holding = [point for _one, point in here if point is not None and (point.chips or not point.sure)]
        sure = [point for point in holding if point.sure_at(at)]
        return Total(at, len(sure), len(holding), sum(point.chips for point in sure), self._in_play(at))

    def _in_play(self, at: datetime) -> int:
        """The chips in play then, by what had been handed out and taken away until that moment."""
        field = self.field
        ledgers = {
            key: tuple(line for line in lines if line.at <= at) for key, lines in field.ledgers.items()
        }
        then = replace(
            field,
            ledgers={key: lines for key, lines in ledgers.items() if lines},
            colour_ups=tuple(one for one in field.colour_ups if one.at <= at),
            corrections=tuple(one for one in field.corrections if one.at <= at),
        )
        return then.chips_in_play

    # -- levels -------------------------------------------------------------------------------------

    @cached_property
    def levels(self) -> tuple[LevelMark, ...]:
        """When each level began: by the clock, or by the outs that made the blinds rise (SPT-38)."""
        round = current_round(self.open)
        schedule, row = schedule_of(self.open, round), clock_of(round)
        if not isinstance(schedule, ByOuts):
            return tuple(LevelMark(began.due_at, began.number) for began in all_level_starts(self.open))
        shift = row.shift if row is not None else 0
        return (
            LevelMark(self.begins, schedule.step(0, shift) + 1),
            *_rises(schedule, shift, self.field.busts),
        )


def _rises(schedule: ByOuts, shift: int, busts: Sequence[OutFact]) -> Iterator[LevelMark]:
    before = schedule.step(0, shift)
    for number, out in enumerate(busts, start=1):
        step = schedule.step(number, shift)
        if step > before:
            yield LevelMark(out.at, step + 1)
        before = step
