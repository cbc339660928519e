"""The chips counted table by table at a break, against what should be there (RULES 2.8, TDA 71).

What lies on a table changes only when somebody sits down or goes with chips, or chips are handed out or
taken back there: hands and outs move chips, and leave the sum.  So a count stands until one of those
happens, and the counts of all tables, made one after the other, are the count of the room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Unpack

from django.db.models import Q

from tdapp.clock.queries import current_round
from tdapp.floor.models import Move, Seat
from tdapp.floor.played import chips_at, played
from tdapp.floor.queries import tables_shown
from tdapp.floor.table_faces import sat_at
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import ChipCorrection, ChipCount, Open, Round, Table
from tdapp.opens.queries import HANDED_OUT, ColourUpFact, Field, field
from tdapp.opens.steps import check_running
from tdapp.rules import chips_in_play
from tdapp.rules.chips_in_play import RoomCount
from tdapp.rules.errors import Remark, RuleError

GIVEN = HANDED_OUT | {"round", "back", "colour_up"}
"""Lines of a stack that change what lies on the player's table."""


@dataclass(frozen=True)
class TableChips:
    """One table that plays: who sits there (entry ids), what should lie there, None where nobody can know,
    and the last count that stands; ``old`` is one that does not any more."""

    id: int
    label: str
    sitting: tuple[int, ...]
    expected: int | None
    count: ChipCount | None
    old: ChipCount | None = None

    @property
    def difference(self) -> int | None:
        """Counted less expected; None while one of them is missing."""
        if self.count is None or self.expected is None:
            return None
        return self.count.chips - self.expected


@dataclass(frozen=True)
class RoomChips:
    """All tables that play, with the count of the room as the rules see it, by the tables' ids."""

    tables: tuple[TableChips, ...]
    room: RoomCount

    def remarks(self) -> tuple[Remark, ...]:
        """What is said of the counts that stand, by what the tables are called; nothing before the first."""
        if not self.room.tables:
            return ()
        labels = {one.id: one.label for one in self.tables}
        return tuple(replace(one, params=_called(one.params, labels)) for one in self.room.remarks())

    @property
    def counted_since(self) -> datetime | None:
        """When the first of the counts that stand was made."""
        return min((one.count.at for one in self.tables if one.count), default=None)

    @property
    def last(self) -> int:
        """The act of the latest count that stands: what "use as counted" speaks of."""
        return max((one.count.order for one in self.tables if one.count), default=0)


def room_chips(open: Open, everyone: Field, now: datetime) -> RoomChips:
    """What should be on each table and what was counted there, in the open's chip units."""
    tables = tuple(_tables(open, everyone, now))
    counted = {one.id: one.count.chips for one in tables if one.count is not None}
    expected = {one.id: one.expected for one in tables}
    return RoomChips(tables, chips_in_play.count(counted, expected, everyone.chips_in_play))


def _called(params: Mapping[str, Any], labels: Mapping[int, str]) -> dict[str, Any]:
    said = dict(params)
    if "table" in said:
        said["table"] = labels[said["table"]]
    if "tables" in said:
        said["tables"] = tuple(labels[table] for table in said["tables"])
    return said


def _tables(open: Open, everyone: Field, now: datetime) -> Iterable[TableChips]:
    round = current_round(open)
    rows = {table.pk: table for table in tables_shown(open, round) if table.in_play}
    sitting: dict[int, list[int]] = {}
    seats = Seat.objects.filter(table__in=rows, ended_at=None).order_by("table", "number")
    for at, entry in seats.values_list("table", "entry"):
        sitting.setdefault(at, []).append(entry)
    counts: dict[int, ChipCount] = {}
    for one in ChipCount.objects.filter(table__in=rows).order_by("order"):
        counts[one.table_id] = one
    changed = _changed(everyone, rows, sat_at(rows.values()))
    stored = _handed_out(open, everyone, rows, sitting) if everyone.started else {}
    for pk, table in rows.items():
        here = tuple(sitting.get(pk, ()))
        if not here:
            continue
        last = counts.get(pk)
        stands = last is not None and last.order > changed[pk]
        if len(sitting) == 1 and set(here) == {one.id for one in everyone.holding}:
            expected: int | None = everyone.chips_in_play
        elif stands and last is not None:
            # A count that was used is what lies there; before that it is held against what was known then.
            used = any(one.order > last.order for one in everyone.corrections)
            expected = last.chips if used else last.expected
        else:
            expected = _known(everyone, here, now)
            if expected is None:
                expected = stored.get(pk)
        yield TableChips(pk, table.label, here, expected, last if stands else None, None if stands else last)


def _changed(
    everyone: Field, rows: Mapping[int, Table], sat: Mapping[int, Collection[int]]
) -> dict[int, int]:
    """Table id → the last act that changed what lies there, 0 for none."""
    found = dict.fromkeys(rows, 0)
    moves = Move.objects.filter(Q(before__table__in=rows) | Q(after__table__in=rows))
    for before, after, order in moves.values_list("before__table", "after__table", "order"):
        for table in (before, after):
            if table in found and before != after:
                found[table] = max(found[table], order)
    swapped = max((one.order for one in _unsaid(everyone)), default=0)
    for table in rows:
        lines = (line for entry in sat.get(table, ()) for line in everyone.ledgers.get(entry, ()))
        given = max((line.order for line in lines if line.source in GIVEN), default=0)
        found[table] = max(found[table], given, swapped)
    return found


def _raced(everyone: Field) -> dict[int, dict[int, int]]:
    """What colour-ups changed of single stacks: the act → entry → chips."""
    found: dict[int, dict[int, int]] = {}
    for entry, lines in everyone.ledgers.items():
        before = 0
        for line in lines:
            if line.source == "colour_up":
                found.setdefault(line.order, {})[entry] = line.chips - before
            before = line.chips
    return found


def _unsaid(everyone: Field) -> list[ColourUpFact]:
    """Colour-ups that changed the chips in play nobody said at which seats."""
    raced = _raced(everyone)
    return [one for one in everyone.colour_ups if one.delta != sum(raced.get(one.order, {}).values())]


def _known(everyone: Field, here: Iterable[int], now: datetime) -> int | None:
    """The sum of stacks that are all known for sure, and were seen after what changed all of them."""
    since = max((one.order for one in _unsaid(everyone)), default=0)
    stacks = [everyone.stacks.get(entry) for entry in here]
    known = [one.chips for one in stacks if one is not None and one.sure(now) and one.order > since]
    return sum(known) if len(known) == len(stacks) else None


def _handed_out(
    open: Open, everyone: Field, rows: Mapping[int, Table], sitting: Mapping[int, object]
) -> dict[int, int | None]:
    """What was handed out, and raced, at tables that nobody joined or left; nothing once the sum was changed
    for all."""
    if everyone.corrections or _unsaid(everyone):
        return {}
    stored = played(open)
    rounds: dict[int, Round] = {one.pk: one for one in stored.standing}
    raced: Counter[int] = Counter()
    for changes in _raced(everyone).values():
        raced.update(changes)
    found: dict[int, int | None] = {}
    for pk, table in rows.items():
        if pk in sitting and table.round_id in rounds:
            given = chips_at(stored, rounds[table.round_id], table, everyone)
            exchanged = sum(raced[entry] for entry in stored.sat.get(pk, ()))
            found[pk] = None if given is None else given + exchanged
    return found


# -- acts --------------------------------------------------------------------------------------------------


@once
def count_tables(*, open: Open, counts: Mapping[Table, int], **act: Unpack[Act]) -> JournalEntry:
    """Write down what was counted at tables, in the open's chip units; what differs is said, never refused.

    RuleError: ``nothing_counted``, ``negative_chips``, ``no_such_table`` (table: it does not play),
    ``not_started``, ``finished_already``.
    """
    with record(open.stream, "table_chips_counted", **act) as change:
        open.refresh_from_db()
        check_running(open)
        if not counts:
            raise RuleError("nothing_counted")
        here = {one.id: one for one in room_chips(open, field(open), change.now).tables}
        for table, chips in counts.items():
            if chips < 0:
                raise RuleError("negative_chips")
            if table.pk not in here:
                raise RuleError("no_such_table", table=table.number)
            change.create(
                ChipCount,
                table=table,
                chips=chips,
                expected=here[table.pk].expected,
                at=change.now,
                order=change.entry.pk,
            )
        change.note(
            counts={str(table.pk): chips for table, chips in counts.items()},
            expected={str(table.pk): here[table.pk].expected for table in counts},
        )
    return change.entry


@once
def use_counted(*, open: Open, reason: str = "", seen: int | None = None, **act: Unpack[Act]) -> JournalEntry:
    """Put the chips in play right by the counts of all tables, and say why.

    ``seen`` is ``RoomChips.last`` as the page showed it.  RuleError: ``tables_uncounted`` (tables),
    ``chips_agree``, ``counts_changed`` (counted again since, or chips moved), ``negative_chips`` where
    nothing would be left; ``not_started``, ``finished_already``.
    """
    with record(open.stream, "chips_corrected", **act) as change:
        open.refresh_from_db()
        check_running(open)
        found = room_chips(open, field(open), change.now)
        if found.room.missing or not found.tables:
            labels = {one.id: one.label for one in found.tables}
            raise RuleError("tables_uncounted", tables=tuple(labels[pk] for pk in found.room.missing))
        if seen is not None and seen != found.last:
            raise RuleError("counts_changed")
        difference = found.room.counted - found.room.expected
        if not difference:
            raise RuleError("chips_agree")
        if not found.room.counted:
            raise RuleError("negative_chips")
        row = change.create(
            ChipCorrection,
            open=open,
            delta=difference,
            text=reason.strip()[:120],
            at=change.now,
            order=change.entry.pk,
        )
        change.note(
            correction=row.pk, delta=difference, counted=found.room.counted, expected=found.room.expected
        )
    return change.entry
