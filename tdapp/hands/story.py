"""The entered hands of an open as they are told afterwards: of a table, of a player, of the whole night.

What is read does not grow with the number of hands: the numbers of all, then one page of them with its
parts.  Chips are in the open's units; a voided hand stays in its place, struck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.db.models import Q

from tdapp.clock.models import Level as LevelRow
from tdapp.clock.queries import level_of, trigger_of
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.queries import as_sheet
from tdapp.hands.reckoning import Part, Sheet, as_hand
from tdapp.journal.models import JournalEntry
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import Field, StackLine, smallest_chip
from tdapp.rules import hand as hand_rules
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import HandResult
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import ByOuts, Timed
from tdapp.rules.places import Place
from tdapp.rules.ranking import HandValue

PER_PAGE = 50
CHANGES = ("hand_corrected", "hand_voided")


@dataclass(frozen=True)
class PartTold:
    """One player's part. ``before`` is None where nobody knew his stack; ``out`` with the place he has now
    (None: he bought himself back) and who put him out; ``value`` where his hand can be read."""

    part: Part
    name: str
    before: int | None
    received: int
    out: bool = False
    place: Place | None = None
    by: str = ""
    value: HandValue | None = None

    @property
    def seat(self) -> int:
        return self.part.seat

    @property
    def entry(self) -> int:
        return self.part.entry

    @property
    def gain(self) -> int:
        """What the hand brought him, negative where it cost him."""
        return self.received - self.part.outlay

    @property
    def after(self) -> int | None:
        return None if self.before is None else self.before + self.gain


@dataclass(frozen=True)
class PotTold:
    """One pot: the seats that contested it, and (seat, name, chips) of who won it."""

    number: int
    amount: int
    contenders: tuple[int, ...]
    shares: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True)
class TableFact:
    """A table that has a hand; ``over`` is "broken", "finished", "annulled" or nothing."""

    id: int
    label: str
    seats: int
    round: int
    over: str


@dataclass(frozen=True)
class HandTold:
    """One hand. ``level`` is the number of the line with its blinds, None where none has them; ``ante_form``
    that line's own word for who pays the ante, "" for the house's (RULES 2.10).
    ``changed_at`` when it was last corrected, ``voided_at`` when it was voided.  ``his`` is the part of the
    player whose hands are listed."""

    id: int
    number: int
    table: TableFact
    order: int
    at: datetime
    sheet: Sheet
    level: int | None
    parts: tuple[PartTold, ...]
    pots: tuple[PotTold, ...]
    returned: tuple[tuple[int, str, int], ...]
    corrections: int
    changed_at: datetime | None
    voided_at: datetime | None
    his: PartTold | None = None
    ante_form: str = ""

    @property
    def voided(self) -> bool:
        return self.voided_at is not None

    @property
    def amount(self) -> int:
        """What was played for: all pots together, uncalled bets aside."""
        return sum(pot.amount for pot in self.pots)

    @property
    def outs(self) -> tuple[PartTold, ...]:
        return tuple(part for part in self.parts if part.out)

    @property
    def contested(self) -> tuple[PartTold, ...]:
        """Those who did not fold."""
        return tuple(one for one in self.parts if not one.part.folded)

    def part_of(self, entry: int) -> PartTold | None:
        return next((part for part in self.parts if part.entry == entry), None)

    def name(self, seat: int) -> str:
        return next((part.name for part in self.parts if part.seat == seat), "")


@dataclass(frozen=True)
class Page:
    """So many hands, newest first. ``tables`` and ``total`` are of the whole list, ``page`` counts from 1;
    ``gain`` is what the player of the list won or lost in all his hands that stand, None without one."""

    hands: tuple[HandTold, ...]
    page: int
    pages: int
    total: int
    tables: tuple[TableFact, ...]
    gain: int | None = None


@dataclass(frozen=True)
class _Line:
    """What numbers a hand: enough to choose a page."""

    id: int
    table: int
    number: int


class Told:
    """All hands of an open, those that were undone left aside; read when first asked for."""

    def __init__(self, open: Open, field: Field) -> None:
        self.open = open
        self.field = field
        self.house: HouseRules = house_of(open)

    def page(self, *, table: int | None = None, entry: int | None = None, page: int = 1) -> Page:
        """One page of the hands of a table, of a player, or of both; past the last one, the last."""
        lines = [line for line in self._lines if table is None or line.table == table]
        gain = None
        if entry is not None:
            his = self._gains(entry)
            lines = [line for line in lines if line.id in his]
            gain = sum(his[line.id] for line in lines)
        pages = max(1, -(-len(lines) // PER_PAGE))
        page = min(max(1, page), pages)
        shown = lines[::-1][(page - 1) * PER_PAGE : page * PER_PAGE]
        hands = self.of(shown)
        if entry is not None:
            hands = tuple(replace(hand, his=hand.part_of(entry)) for hand in hands)
        return Page(hands, page, pages, len(lines), self.tables, gain)

    def hand(self, hand: int) -> HandTold | None:
        """One hand; None where it is none of the open's, or was undone."""
        line = next((one for one in self._lines if one.id == hand), None)
        return self.of([line])[0] if line is not None else None

    def beside(self, hand: HandTold) -> tuple[int | None, int | None]:
        """The hands of the same table before and after it, by id."""
        ids = [line.id for line in self._lines if line.table == hand.table.id]
        here = ids.index(hand.id)
        return ids[here - 1] if here else None, ids[here + 1] if here + 1 < len(ids) else None

    @property
    def tables(self) -> tuple[TableFact, ...]:
        """The tables that have hands, by round and number."""
        played = {line.table for line in self._lines}
        return tuple(fact for key, fact in self._tables.items() if key in played)

    def of(self, lines: Sequence[_Line]) -> tuple[HandTold, ...]:
        """Those hands with all that belongs to them."""
        ids = [line.id for line in lines]
        rows = Hand.everything.select_related("table__round").in_bulk(ids)
        parts = _parts(ids)
        return tuple(self._told(rows[line.id], line.number, parts.get(line.id, [])) for line in lines)

    @cached_property
    def _changes(self) -> dict[int, list[tuple[str, datetime]]]:
        """What was changed of hands afterwards, by hand; few ever are."""
        found: dict[int, list[tuple[str, datetime]]] = {}
        acts = JournalEntry.objects.filter(stream=self.open.stream_id, kind__in=CHANGES, undone=False)
        for kind, at, params in acts.order_by("number").values_list("kind", "at", "params"):
            found.setdefault(params["hand"], []).append((kind, at))
        return found

    @cached_property
    def _lines(self) -> list[_Line]:
        """Every hand in order, numbered per table as the story of the night numbers them."""
        voided = [key for key, acts in self._changes.items() if acts[-1][0] == "hand_voided"]
        numbers: dict[int, int] = {}
        found = []
        rows = Hand.everything.filter(Q(voided=False) | Q(pk__in=voided), table__round__open=self.open)
        for pk, table, gone in rows.order_by("order", "pk").values_list("pk", "table", "voided"):
            here = numbers.get(table, 0) + 1
            if not gone:
                numbers[table] = here
            found.append(_Line(pk, table, here))
        return found

    @cached_property
    def _tables(self) -> dict[int, TableFact]:
        rows = Table.everything.filter(round__open=self.open).select_related("round")
        return {
            row.pk: TableFact(row.pk, row.label, row.seats, row.round.number, _over(row))
            for row in rows.order_by("round__number", "number", "pk")
        }

    @cached_property
    def _levels(self) -> dict[int, dict[tuple[int, int, int], int]]:
        """Round → (small blind, big blind, ante) → the number of that level."""
        return {key: _numbers(self.open, self.house, found) for key, found in self._schedules.items()}

    @cached_property
    def _schedules(self) -> dict[int, list[LevelRow]]:
        """Round → its lines in order."""
        rows: dict[int, list[LevelRow]] = {}
        lines = LevelRow.objects.filter(round__open=self.open).select_related("round__open")
        for row in lines.order_by("round", "index"):
            rows.setdefault(row.round_id, []).append(row)
        return rows

    @cached_property
    def _ante_forms(self) -> dict[tuple[int, int, int, int], str]:
        """(Round, small blind, big blind, ante) → the form of the ante that the first such line says."""
        return {
            (round, row.sb, row.bb, row.ante): row.ante_form
            for round, rows in self._schedules.items()
            for row in reversed(rows)
            if not row.is_break
        }

    def _gains(self, entry: int) -> dict[int, int]:
        """Hand → what it brought that player; 0 where the hand was voided."""
        rows = HandSeat.everything.filter(Q(voided=False) | Q(hand__voided=True), entry=entry)
        return {
            hand: 0 if voided else received - live - dead + for_him
            for hand, voided, received, live, dead, for_him in rows.order_by("stamp").values_list(
                "hand", "hand__voided", "received", "live", "dead", "for_him"
            )
        }

    def _told(self, hand: Hand, number: int, rows: Sequence[HandSeat]) -> HandTold:
        sheet = as_sheet(hand, rows)
        done = as_entered(sheet, self.house, smallest_chip(self.open, self.field.colour_ups, hand.order))
        names = {row.seat: self._name(row.entry_id) for row in rows}
        acts = self._changes.get(hand.pk, [])
        corrected = [at for kind, at in acts if kind == "hand_corrected"]
        levels = self._levels.get(hand.table.round_id, {})
        return HandTold(
            id=hand.pk,
            number=number,
            table=self._tables[hand.table_id],
            order=hand.order,
            at=hand.at,
            sheet=sheet,
            level=levels.get((hand.sb, hand.bb, hand.ante)),
            parts=tuple(
                self._part(part, row, hand, done) for part, row in zip(sheet.parts, rows, strict=True)
            ),
            pots=_pots(done, names),
            returned=_returned(done, names),
            corrections=len(corrected),
            changed_at=corrected[-1] if corrected else None,
            voided_at=acts[-1][1] if acts and hand.voided else None,
            ante_form=self._ante_forms.get((hand.table.round_id, hand.sb, hand.bb, hand.ante), ""),
        )

    def _part(self, part: Part, row: HandSeat, hand: Hand, done: HandResult | None) -> PartTold:
        stands = any(out.entry == row.entry_id and out.hand == hand.order for out in self.field.outs)
        by = row.out.by_id if row.out is not None else None
        return PartTold(
            part=part,
            name=self._name(row.entry_id),
            before=self._before(row, hand),
            received=row.received,
            out=row.out_id is not None,
            place=self.field.places.get(row.entry_id) if row.out_id is not None and stands else None,
            by=self._name(by) if by is not None else "",
            value=done.values.get(row.seat) if done is not None else None,
        )

    def _before(self, row: HandSeat, hand: Hand) -> int | None:
        """The stack he began with: as it was seen, else as the ledger has it, earlier hands corrected."""
        seen = row.stack_change is not None and row.stack_change.counted is not None
        if row.stack_before is None or seen or hand.voided:
            return row.stack_before
        ledger = self.field.ledgers.get(row.entry_id, ())
        return chips_before(ledger, hand.order) if ledger else row.stack_before

    def _name(self, entry: int) -> str:
        entrant = self.field.by_id.get(entry)
        return entrant.name if entrant is not None else ""


def chips_before(ledger: Sequence[StackLine], order: int) -> int:
    """The chips of a ledger before the act with that order."""
    return max(0, next((line.chips for line in reversed(ledger) if line.order < order), 0))


def as_entered(sheet: Sheet, house: HouseRules, unit: int) -> HandResult | None:
    """An entered hand worked out; None where the house's terms do not settle it so any more."""
    try:
        done = hand_rules.settle(as_hand(sheet, unit), house)
    except RuleError:
        return None
    return done if done.settlement is not None else None


def _over(table: Table) -> str:
    if table.annulled_at is not None:
        return "annulled"
    if table.closed_at is not None:
        return "broken"
    return "finished" if table.finished_at is not None else ""


def _parts(hands: Iterable[int]) -> dict[int, list[HandSeat]]:
    """The parts of those hands by seat: the live ones; of a voided hand those it was voided with."""
    rows = HandSeat.everything.filter(Q(voided=False) | Q(hand__voided=True), hand__in=hands)
    by_stamp: dict[int, dict[int, list[HandSeat]]] = {}
    for row in rows.select_related("out", "stack_change").order_by("seat"):
        stamp = row.stamp if row.voided else 0
        by_stamp.setdefault(row.hand_id, {}).setdefault(stamp, []).append(row)
    return {hand: found[max(found)] for hand, found in by_stamp.items()}


def _numbers(open: Open, house: HouseRules, rows: Sequence[LevelRow]) -> dict[tuple[int, int, int], int]:
    lines = tuple(level_of(row) for row in rows)
    if trigger_of(open, rows[0].round) == "outs":
        first = lines[0]
        by_outs = ByOuts(
            first.sb, first.bb, first.ante, every=house.outs_per_level, factor=house.level_factor
        )
        levels = [(step + 1, by_outs.level(step)) for step in range(by_outs.top + 1)]
    else:
        timed = Timed(lines)
        levels = [(number, line) for at, line in enumerate(lines) if (number := timed.number(at)) is not None]
    # The first of two lines with the same blinds: which of them it was is not written down.
    return {(line.sb, line.bb, line.ante): number for number, line in reversed(levels)}


def _pots(done: HandResult | None, names: Mapping[int, str]) -> tuple[PotTold, ...]:
    return tuple(
        PotTold(
            number,
            pot.amount,
            pot.contenders,
            tuple((seat, names.get(seat, ""), chips) for seat, chips in pot.shares),
        )
        for number, pot in enumerate(done.settlement.pots if done and done.settlement else ())
    )


def _returned(done: HandResult | None, names: Mapping[int, str]) -> tuple[tuple[int, str, int], ...]:
    back = done.layout.returned if done is not None else {}
    return tuple((seat, names.get(seat, ""), chips) for seat, chips in back.items() if chips)
