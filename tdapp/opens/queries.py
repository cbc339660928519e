"""Who is in an open, who is out, in which place, with how many chips: derived on read."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import groupby, starmap

from django.db.models import BigIntegerField, Value

from tdapp.opens.models import ChipCorrection, ColourUp, Entry, Open, Out, StackChange
from tdapp.players.models import told_apart
from tdapp.rules.chips_in_play import ChipsInPlay
from tdapp.rules.places import Place, count_ranking, places

HANDED_OUT = frozenset({"start", "rebuy", "add_on", "re_entry", "forfeit", "correction"})
"""Lines of a stack that change the chips in play by what they change of the stack."""
STALE_AFTER = timedelta(minutes=20)
"""A stack older than this is shown as unknown: most hands are never entered."""


@dataclass(frozen=True)
class Entrant:
    """One entry as pages show it; ``buy_in`` is the option it signed up for, None for the usual one."""

    id: int
    player_id: int
    nickname: str
    note: str
    order: int
    flight: int = 0
    buy_in: int | None = None

    @property
    def name(self) -> str:
        """The nickname, with the note that tells namesakes apart."""
        return told_apart(self.nickname, self.note)


@dataclass(frozen=True)
class OutFact:
    """An elimination; ``entry`` and ``by`` are entry ids, ``entered`` whether its hand was entered."""

    id: int
    entry: int
    by: int | None
    at: datetime
    order: int
    hand: int
    level: int | None
    stack_before: int | None
    entered: bool
    disqualified: bool = False


@dataclass(frozen=True)
class StackLine:
    """One line of a stack's ledger, with the chips held after it; ``counted`` where they were seen."""

    at: datetime
    order: int
    source: str
    chips: int
    counted: bool


@dataclass(frozen=True)
class Stack:
    """The last figure of a stack, known since ``at``; ``moved`` when it changed unseen since."""

    chips: int
    at: datetime
    order: int
    moved: bool

    def sure(self, now: datetime) -> bool:
        """Whether the figure still decides anything."""
        return not self.moved and now - self.at <= STALE_AFTER


@dataclass(frozen=True)
class ColourUpFact:
    """A chip that left play; ``delta`` is what it changed of the chips in play."""

    chip: int
    into: int
    delta: int
    at: datetime
    order: int


@dataclass(frozen=True)
class Field:
    """All entries of an open with what happened to them.

    ``corrections`` are of the chips in play, from counts of the room: the "chips" 0 that left "into" 0.
    ``bought_back`` are the outs that a rebuy or re-entry took back: they moved chips and made
    blinds by outs rise, and decide no place.
    """

    entrants: tuple[Entrant, ...]
    outs: tuple[OutFact, ...]
    ledgers: Mapping[int, tuple[StackLine, ...]]
    started: bool
    finished: bool
    colour_ups: tuple[ColourUpFact, ...] = ()
    bought_back: tuple[OutFact, ...] = ()
    corrections: tuple[ColourUpFact, ...] = ()

    @cached_property
    def by_id(self) -> dict[int, Entrant]:
        return {entrant.id: entrant for entrant in self.entrants}

    @cached_property
    def playing(self) -> tuple[Entrant, ...]:
        """Those who got chips; before the start everybody signed up."""
        if not self.started:
            return self.entrants
        return tuple(entrant for entrant in self.entrants if entrant.id in self.ledgers)

    @cached_property
    def out_ids(self) -> frozenset[int]:
        return frozenset(out.entry for out in self.outs)

    @cached_property
    def left(self) -> tuple[Entrant, ...]:
        """Those still in."""
        return tuple(entrant for entrant in self.playing if entrant.id not in self.out_ids)

    @cached_property
    def stacks(self) -> dict[int, Stack]:
        """The last known stack of each entry that has one."""
        return {key: self._stack(key, lines, None) for key, lines in self.ledgers.items()}

    def sure_stack(self, entry: int, now: datetime) -> int | None:
        """The entry's chips where the last figure still decides something, else None."""
        lines = self.ledgers.get(entry)
        stack = self._stack(entry, lines, None) if lines else None
        return stack.chips if stack is not None and stack.sure(now) else None

    def stacks_before(self, order: int) -> dict[int, Stack]:
        """The stacks as they were known before the act with that order."""
        earlier = {
            key: tuple(line for line in lines if line.order < order) for key, lines in self.ledgers.items()
        }
        return {key: self._stack(key, lines, order) for key, lines in earlier.items() if lines}

    def _stack(self, entry: int, lines: tuple[StackLine, ...], until: int | None) -> Stack:
        """A gain or loss keeps a stack known only if it was known when it came, and covered it."""
        at, order = lines[0].at, lines[0].order
        short = False
        for line in lines:
            short = not line.counted and (short or line.chips < 0)
            fresh = line.at - at <= STALE_AFTER and not self._moved(entry, order, line.order)
            if line.counted or fresh:
                at, order = line.at, line.order
        return Stack(max(0, lines[-1].chips), at, order, short or self._moved(entry, order, until))

    def _moved(self, entry: int, after: int, until: int | None) -> bool:
        """Whether an out by tap moved chips nobody wrote down: to who put him out, or to anybody."""
        for hands in (self._hands_tapped.get(None, []), self._hands_tapped.get(entry, [])):
            later = bisect_right(hands, after)
            if later < len(hands) and (until is None or hands[later] < until):
                return True
        return False

    @cached_property
    def _hands_tapped(self) -> dict[int | None, list[int]]:
        """The hands of outs by tap, rising, by who put them out (None: nobody said)."""
        found: dict[int | None, list[int]] = {}
        busts = (*self.outs, *self.bought_back)
        tapped = [out for out in busts if not out.entered and not self.took_chips_along(out)]
        for hand, by in sorted((out.hand, out.by or 0) for out in tapped):
            found.setdefault(by or None, []).append(hand)
        return found

    def took_chips_along(self, out: OutFact) -> bool:
        """Whether nobody won his chips: he is disqualified while he holds some (TDA 71), does not go on from
        a counted table (VIV-26), or had handed them in before."""
        until = [line for line in self.ledgers.get(out.entry, ()) if line.order <= out.hand]
        return bool(until) and until[-1].source == "back"

    def handed_in(self, entry: int) -> bool:
        """Whether an entry's chips were handed in and none handed out to it since: who waits between two
        tables, whatever was counted meanwhile."""
        for line in reversed(self.ledgers.get(entry, ())):
            if line.source == "back":
                return line.counted
            if line.source == "round" or line.source in HANDED_OUT:
                return False
        return False

    @cached_property
    def holding(self) -> tuple[Entrant, ...]:
        """Those still in who hold chips: not who waits for the next round with chips handed in."""
        return tuple(entrant for entrant in self.left if not self.handed_in(entrant.id))

    @cached_property
    def chip_ledger(self) -> ChipsInPlay:
        """The chips in play by where they came from (RULES 2.1, 2.8), in the open's chip units.

        What was handed out (start, rebuys, add-ons, fresh stacks of a round), what left (forfeited, T-2.1a;
        handed in), and what colour-ups and counts of the room changed.  A table's chips are handed in at 0
        for everybody who sat there, with what had changed of them; who is disqualified takes away what he
        holds and no more.
        """
        found: Counter[str] = Counter()
        last_back = 0
        for lines in self.ledgers.values():
            out_now = before = 0
            for line in lines:
                gained, before = line.chips - before, line.chips
                if line.source == "back" and line.counted:
                    found["handed_in"] -= out_now
                    out_now, last_back = 0, max(last_back, line.order)
                elif line.source == "back":
                    found["forfeit"] += gained
                    out_now += gained
                elif line.source == "round":
                    # Whoever got a fresh stack for another one handed that in.
                    found["handed_in"] -= out_now
                    found["round"] += line.chips
                    out_now = line.chips
                elif line.source in HANDED_OUT:
                    found["buy_in" if line.source == "start" else line.source] += gained
                    out_now += gained
        for kind, changes in (("colour_up", self.colour_ups), ("correction", self.corrections)):
            for one in changes:
                found[kind] += one.delta
                found["handed_in"] -= 0 if one.order > last_back else one.delta
        return ChipsInPlay({kind: chips for kind, chips in found.items() if chips})

    @cached_property
    def chips_in_play(self) -> int:
        """What should be in play: the total of the ledger."""
        return self.chip_ledger.total

    @property
    def average(self) -> int | None:
        """Chips per player holding some, rounded down; None before the start."""
        return self.chips_in_play // len(self.holding) if self.started and self.holding else None

    @cached_property
    def out_groups(self) -> tuple[tuple[int, ...], ...]:
        """Entry ids in order of elimination; a group is tied."""
        return grouped_outs(self.outs)

    @cached_property
    def places(self) -> dict[int, Place]:
        """The place of everybody who has one (RULES 4.1, SPT-41)."""
        return self.places_with(self.out_groups)

    def places_with(self, out_groups: Iterable[tuple[int, ...]]) -> dict[int, Place]:
        """The places that another order of outs would give: what a correction shows first."""
        groups = tuple(out_groups)
        gone = {key for group in groups for key in group}
        ids = [entrant.id for entrant in self.playing]
        survivors = [key for key in ids if key not in gone]
        ranking: tuple[tuple[int, ...], ...] = ()
        if self.finished and len(survivors) > 1:
            ranking = count_ranking({key: self.stacks[key].chips for key in survivors})
        return places(ids, groups, ranking)

    @cached_property
    def busts(self) -> tuple[OutFact, ...]:
        """Every out that happened, in order, also those bought back since: what makes blinds by outs rise
        (SPT-38), which never sink again."""
        return tuple(sorted((*self.outs, *self.bought_back), key=lambda out: (out.order, out.id)))

    def outs_before_hand(self, hand: int) -> int:
        """How many had gone before that hand: what decides the level it was played at (SPT-38)."""
        first = min((out.order for out in self.busts if out.hand == hand), default=0)
        return sum(1 for out in self.busts if out.order < first and out.hand != hand)


def grouped_outs(outs: Iterable[OutFact]) -> tuple[tuple[int, ...], ...]:
    """Entry ids in order of elimination; equal orders are one tied group."""
    ordered = sorted(outs, key=lambda out: (out.order, out.id))
    return tuple(
        tuple(out.entry for out in group) for _, group in groupby(ordered, key=lambda out: out.order)
    )


def smallest_chip(open: Open, colour_ups: Iterable[ColourUpFact], order: int | None = None) -> int:
    """The smallest chip in play, in the open's chip units: now, or before the act with ``order``."""
    gone = [one for one in colour_ups if order is None or one.order < order]
    left = {int(line["value"]) for line in open.chips} - {one.chip for one in gone}
    if left:
        return min(left)
    return max([open.smallest_chip, *(one.into for one in gone)])


def field(open: Open) -> Field:
    """Everything about who is in and out, in four queries whatever the field.

    Columns, not rows: with ten thousand entries every page and every act waits for this.
    """
    entrants = tuple(
        starmap(
            Entrant,
            Entry.objects.filter(open=open)
            .order_by("order", "pk")
            .values_list("pk", "player", "player__nickname", "player__note", "order", "flight", "buy_in"),
        )
    )
    ledgers = _ledgers(open)
    entered = {line.order for lines in ledgers.values() for line in lines if line.source == "hand"}
    columns = ("pk", "entry", "by", "at", "order", "hand", "level", "stack_before", "disqualified")
    busts = Out.everything.filter(voided=False, entry__open=open, entry__voided=False).order_by("order", "pk")
    outs: tuple[list[OutFact], list[OutFact]] = ([], [])
    for pk, entry, by, at, order, hand, level, before, disqualified, back in busts.values_list(
        *columns, "bought_back"
    ):
        fact = OutFact(pk, entry, by, at, order, hand, level, before, hand in entered, disqualified)
        outs[back].append(fact)
    colour_ups, corrections = _changes(open)
    started, finished = open.started_at is not None, open.finished_at is not None
    return Field(
        entrants, tuple(outs[0]), ledgers, started, finished, colour_ups, tuple(outs[1]), corrections
    )


def _changes(open: Open) -> tuple[tuple[ColourUpFact, ...], tuple[ColourUpFact, ...]]:
    """What changed the chips in play without being handed out: colour-ups and corrections, in one query."""
    columns = ("chip", "into", "delta", "at", "order")
    none = Value(0, BigIntegerField())
    corrected = ChipCorrection.objects.filter(open=open).annotate(chip=none, into=none)
    rows = (
        ColourUp.objects.filter(open=open)
        .values_list(*columns)
        .union(corrected.values_list(*columns), all=True)
    )
    found = sorted((ColourUpFact(*row) for row in rows), key=lambda one: (one.order, one.chip))
    return tuple(one for one in found if one.chip), tuple(one for one in found if not one.chip)


def _ledgers(open: Open) -> dict[int, tuple[StackLine, ...]]:
    ledgers: dict[int, list[StackLine]] = {}
    changes = (
        StackChange.objects.filter(entry__open=open, entry__voided=False)
        .order_by("order", "pk")
        .values_list("entry", "at", "order", "source", "delta", "counted")
    )
    for entry, at, order, source, delta, counted in changes:
        lines = ledgers.setdefault(entry, [])
        before = lines[-1].chips if lines else 0
        chips = counted if counted is not None else before + (delta or 0)
        seen = counted is not None or source == "start"
        lines.append(StackLine(at, order, source, chips, seen))
    return {key: tuple(lines) for key, lines in ledgers.items()}
