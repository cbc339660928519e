"""Who sits where, who has the button, what the director should do next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from tdapp.cash.queries import Debt, Prizes
from tdapp.clock.queries import ClockFace, current_round
from tdapp.floor import waiting
from tdapp.floor.dead_hands import PENALISED
from tdapp.floor.models import Draw, Seat
from tdapp.floor.played import need_no_seat
from tdapp.opens.house import house_of
from tdapp.opens.models import IN_PLAY, KeptSeat, Open, Round, Table
from tdapp.opens.queries import Entrant, Field
from tdapp.rules import button, house, seating
from tdapp.rules.button import Button
from tdapp.rules.errors import Remark
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level

MOST_IN_DEAL = 9
"""With more left nobody thinks of a deal yet: it can be made, but is not proposed."""


@dataclass(frozen=True)
class SeatView:
    """One seat: ``mark`` is D, SB, BB, D/SB or empty; ``chips`` None where unknown, ``sure`` where fresh.

    ``confirmed`` once somebody saw the player there; who ``waits`` is not dealt in yet (T-2.1b), until the
    button has passed, at the latest at ``waits_until``; an empty seat that is ``blocked`` or ``kept`` for
    somebody is not given to others.  Who is ``absent`` (``absent_since``) or ``penalised`` is dealt a dead
    hand (RULES 2.11).
    """

    number: int
    entrant: Entrant | None
    mark: str
    chips: int | None
    sure: bool
    big_blinds: float | None
    confirmed: bool = False
    waits: bool = False
    blocked: bool = False
    kept: bool = False
    waits_until: datetime | None = None
    absent_since: datetime | None = None
    penalised: bool = False

    @property
    def absent(self) -> bool:
        """Whether nobody sits behind the chips."""
        return self.absent_since is not None

    @property
    def dead(self) -> bool:
        """Whether he is dealt in, posts, and his hand is killed."""
        return self.absent or self.penalised

    @property
    def free(self) -> bool:
        """Whether it could be given to anybody."""
        return self.entrant is None and not self.blocked and not self.kept


@dataclass(frozen=True)
class TableView:
    """One table with its seats in order, and the button of the hand being played.

    ``name`` is what people call it where that is not its number; pages write ``label``.  ``breaks`` is its
    turn to be broken, None where nobody fixed it.  ``last`` is the hand the next one follows.
    """

    id: int
    number: int
    seats: tuple[SeatView, ...]
    button: Button | None
    name: str = ""
    breaks: int | None = None
    last: Button | None = None

    @property
    def label(self) -> str:
        """What people call it: "A", else its number."""
        return self.name or str(self.number)

    @property
    def players(self) -> int:
        return sum(1 for seat in self.seats if seat.entrant)

    @property
    def occupied(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.seats if seat.entrant)

    @property
    def dealt(self) -> tuple[int, ...]:
        """The seats that are dealt in: those taken but for who waits for the button."""
        return tuple(seat.number for seat in self.seats if seat.entrant and not seat.waits)

    @property
    def confirmed(self) -> int:
        """How many were seen in their seats."""
        return sum(1 for seat in self.seats if seat.entrant and seat.confirmed)


@dataclass(frozen=True)
class DrawView:
    """A draw as anyone can check it: ``items`` and ``result`` as ``Draw`` keeps them."""

    purpose: str
    seed: str
    items: dict[str, Any]
    result: list[object]
    at: datetime


def seatings(round: Round) -> list[Seat]:
    """The live assignments of a round's tables, by table and seat; each knows its table."""
    tables = {table.pk: table for table in Table.objects.filter(round=round)}
    rows = Seat.objects.filter(table__round=round, table__voided=False, ended_at=None)
    found = list(rows.order_by("table__number", "number"))
    for seat in found:
        seat.table = tables[seat.table_id]
    return found


def seats_at(table: Table) -> list[Seat]:
    """The live assignments of one table, by seat, with their entries."""
    return list(Seat.objects.filter(table=table, ended_at=None).select_related("entry").order_by("number"))


def dealt_at(table: Table, now: datetime) -> list[Seat]:
    """Those of one table who are dealt in: all but who waits for the button (T-2.1b)."""
    sitting = seats_at(table)
    absent = waiting.waiting(sitting, now)
    return [seat for seat in sitting if seat.number not in absent]


def tables_of(round: Round) -> list[Table]:
    """The round's tables by number: neither broken nor annulled."""
    standing = Table.objects.filter(round=round, closed_at=None, annulled_at=None)
    return list(standing.order_by("number"))


def tables_shown(open: Open, round: Round) -> list[Table]:
    """The round's tables, and those of other rounds at which somebody plays meanwhile (VIV-32)."""
    found = tables_of(round)
    if open.round_plans:
        playing = Table.objects.filter(IN_PLAY, round__open=open, round__annulled_at=None)
        found += playing.exclude(round=round).order_by("round__number", "number")
    return found


def seat_map(
    open: Open, field: Field, face: ClockFace, now: datetime, round: Round | None = None
) -> tuple[TableView, ...]:
    """Every table with who sits there, their marks and stacks. ``round``: the current one, if it was read."""
    round = round or current_round(open)
    house = house_of(open)
    by_table: dict[int, dict[int, Sitting]] = {}
    shown = tables_shown(open, round)
    rows = Seat.objects.filter(table__in=[table.pk for table in shown], ended_at=None)
    columns = ("table", "number", "entry", "confirmed_at", "waits", "from_at", "entry__absent_at")
    for table_id, number, *one in rows.values_list(*columns, PENALISED):
        by_table.setdefault(table_id, {})[number] = Sitting(*one)
    kept = KeptSeat.objects.filter(entry__open=open, entry__voided=False)
    held = {
        (table, seat): entry
        for table, seat, entry in kept.values_list("table", "seat", "entry")
        if table is not None and seat is not None and entry not in field.out_ids
    }
    level = face.position.level if face.position else None
    return tuple(
        _table_view(table, by_table.get(table.pk, {}), held, field, house, level, now) for table in shown
    )


class Sitting(NamedTuple):
    """Who sits in a seat: the entry's id, when he was seen there, whether he waits for the button, since
    when he sits there; since when he is absent, whether he sits out a penalty."""

    entry: int
    confirmed_at: datetime | None
    waits: bool
    from_at: datetime
    absent_at: datetime | None = None
    penalised: bool = False


def _table_view(
    table: Table,
    sitting: Mapping[int, Sitting],
    held: Mapping[tuple[int, int], int],
    field: Field,
    house: HouseRules,
    level: Level | None,
    now: datetime,
) -> TableView:
    players, bb = len(sitting), level.bb if level else 0
    absent = {n for n, one in sitting.items() if one.waits and waiting.still_waits(one.from_at, players, now)}
    dealt = tuple(number for number in sitting if number not in absent)
    here = standing_button(table, dealt, house, begun=field.started)
    marks = marks_of(here, blinds=posts_blinds(level))
    numbers = sorted({*range(1, table.seats + 1), *sitting})
    seats = []
    for number in numbers:
        there = sitting.get(number)
        entrant = field.by_id.get(there.entry) if there else None
        stack = field.stacks.get(entrant.id) if entrant else None
        seats.append(
            SeatView(
                number,
                entrant,
                marks.get(number, ""),
                stack.chips if stack else None,
                stack.sure(now) if stack else False,
                round_to_tenth(stack.chips, bb) if stack and bb else None,
                there is not None and there.confirmed_at is not None,
                number in absent,
                number in table.blocked,
                (table.number, number) in held,
                waiting.until(there.from_at, players) if there and number in absent else None,
                there.absent_at if there else None,
                there is not None and there.penalised,
            )
        )
    last = last_button(table) if field.started else here
    return TableView(table.pk, table.number, tuple(seats), here, table.name, table.break_order, last)


def round_to_tenth(chips: int, bb: int) -> float:
    """How many big blinds a stack is, to one decimal: for reading, never for reckoning."""
    return round(chips / bb, 1)


def last_button(table: Table) -> Button | None:
    """Button and blinds of the last hand anybody told of, as seat numbers that may be empty by now."""
    if table.button is None:
        return None
    return Button(table.button, table.small_blind, table.big_blind)


def next_hand(last: Button, dealt: Collection[int], house: HouseRules) -> Button:
    """The hand after ``last`` as the house's rule has it (RULES 2.4). RuleError: ``too_few_players``."""
    return button.next_button(
        last,
        dealt,
        rule=house.button_rule,
        direction=house.direction,
        heads_up_button=house.heads_up_button,
    )


def standing_button(
    table: Table, occupied: tuple[int, ...], house: HouseRules, *, begun: bool = True
) -> Button | None:
    """The button of the hand being played.

    Most hands are never entered, so the stored one may point at a seat left since: under a moving
    button whose dealer left (SPT-43), and with two left under any, it is then the next hand's, so that
    nobody is shown with the big blind twice running (RULES 2.4); a dead button stays, but somebody always
    has the big blind: once who had it left, the next hand is played (T-2.4c).  Before play has ``begun``
    the blinds follow whoever sits down beside the drawn dealer.
    """
    stored = last_button(table)
    if stored is None or stored.button is None or len(occupied) < 2:
        return None
    if begun and {stored.button, stored.sb, stored.bb} <= {*occupied, None}:
        return stored
    moving = house.button_rule == "moving"
    if begun and (len(occupied) == 2 or (moving and stored.button not in occupied)):
        return next_hand(stored, occupied, house)
    if begun and not moving:
        left = stored.bb is not None and stored.bb not in occupied
        return next_hand(stored, occupied, house) if left else stored
    after = button.order(occupied, stored.button, house.direction)
    seat = stored.button if stored.button in occupied else after[0]
    return button.first_button(occupied, seat, house.direction, house.heads_up_button)


def waiting_seats(open: Open, table: Table, dealt: Collection[int]) -> frozenset[int]:
    """The seats in which who comes now is not dealt in yet (T-2.1b); ``dealt`` are those that are."""
    if open.started_at is None:
        return frozenset()
    rules = house_of(open)
    here = standing_button(table, tuple(sorted(dealt)), rules)
    seats = range(1, table.seats + 1)
    return frozenset(n for n in seats if seating.waits(n, here, set(dealt), rules.direction))


def posts_blinds(level: Level | None) -> bool:
    """Whether blinds are posted: not where everybody pays an ante alone (VIV-15); a break changes nothing."""
    return level is None or level.bb > 0 or not level.ante


def marks_of(here: Button | None, *, blinds: bool = True) -> dict[int, str]:
    """What stands beside each seat: D, SB, BB, or D/SB heads-up; D alone where no ``blinds`` are posted.

    Nobody posts both blinds: where a dead one has come to lie with the other, it is the big blind's seat.
    """
    marks: dict[int, list[str]] = {}
    if here is not None:
        sb, bb = (here.sb, here.bb) if blinds else (None, None)
        for seat, mark in ((here.button, "D"), (None if sb == bb else sb, "SB"), (bb, "BB")):
            if seat is not None:
                marks.setdefault(seat, []).append(mark)
    return {seat: "/".join(words) for seat, words in marks.items()}


def unseated(open: Open, field: Field) -> tuple[Entrant, ...]:
    """Those still in (or signed up) without a seat who need one in the round being played."""
    round = current_round(open)
    sitting = Seat.objects.filter(entry__open=open, table__voided=False, ended_at=None)
    seated = set(sitting.values_list("entry", flat=True)) | need_no_seat(open, field, round)
    return tuple(e for e in field.entrants if e.id not in seated and e.id not in field.out_ids)


def free_seats(tables: Iterable[TableView]) -> int:
    """How many seats could be given to anybody: neither taken nor blocked nor kept."""
    return sum(1 for table in tables for seat in table.seats if seat.free)


def is_full(open: Open, tables: Sequence[TableView]) -> bool:
    """Whether the room holds as many tables as it can."""
    return bool(open.room_tables) and len(tables) >= open.room_tables


def seats_for(open: Open, waiting: int, tables: Sequence[TableView], *, started: bool) -> int:
    """How many of so many without a seat can be drawn one now; nobody alone once play has ``started``."""
    used = [table for table in tables if table.players or not started]
    if not used:
        used, started = list(tables), False
    free = free_seats(used)
    if free >= waiting or (started and waiting < 2):
        return min(free, waiting)
    return min(free_seats(tables), waiting) if is_full(open, tables) else waiting


def seat_remark(
    open: Open, waiting: Sequence[Entrant], tables: Sequence[TableView], *, started: bool
) -> Remark | None:
    """What to offer those without a seat.

    ``draw`` (players) while they can all be drawn; in a full room ``seat_free`` (entry: the first in the
    queue; free, waiting), or nothing while no seat is free.  While play runs one player alone gets no
    table: ``needs_company`` (entry; table, the fullest).
    """
    free = seats_for(open, len(waiting), tables, started=started)
    if not waiting:
        return None
    if free >= len(waiting):
        return Remark("draw", {"players": len(waiting)})
    if not free:
        fullest = max(tables, key=lambda table: (table.players, -table.number), default=None)
        if is_full(open, tables) or fullest is None:
            return None
        return Remark("needs_company", {"entry": waiting[0].id, "table": fullest.number})
    if not started:
        return Remark("draw", {"players": free})
    return Remark("seat_free", {"entry": waiting[0].id, "free": free, "waiting": len(waiting)})


def draws(round: Round) -> tuple[DrawView, ...]:
    """The round's draws, the latest first."""
    return tuple(
        DrawView(draw.purpose, draw.seed, draw.items, draw.result, draw.at)
        for draw in Draw.objects.filter(round=round).order_by("-pk")
    )


def suggestions(
    open: Open, field: Field, prizes: Prizes, debts: tuple[Debt, ...], tables: tuple[TableView, ...]
) -> tuple[Remark, ...]:
    """What to do next, with its reason; offered, never executed unasked (DESIGN 9).

    Codes: those of ``seat_remark`` (players without a seat), ``start``, ``finish`` (winner), ``count``
    (left, as many as are paid: SPT-41), ``deal`` (left), ``deal_stands`` (amount: left to play for),
    ``sits_in_blocked`` (entry, table, seat: an undone out or a correction brought him back to it), ``post``,
    ``debts``, and the remarks of prizes and field.
    """
    found: list[Remark] = []
    rules = house_of(open)
    offered = seat_remark(open, unseated(open, field), tables, started=field.started)
    seated = sum(table.players for table in tables)
    if open.finished_at is not None:
        if open.posted_at is None:
            found.append(Remark("post"))
    elif field.started:
        found += [*_ending(field, rules, prizes), *_in_blocked_seats(tables), *([offered] if offered else [])]
    elif len(field.entrants) >= 2:
        if offered:
            found.append(offered)
        elif seated >= 2:
            found.append(Remark("start", {"players": seated}))
    if debts:
        found.append(Remark("debts", {"entries": tuple(d.entry for d in debts)}))
    if not field.started and field.entrants:
        found += house.remarks(rules, len(field.entrants))
    return tuple(found)


def _in_blocked_seats(tables: Iterable[TableView]) -> list[Remark]:
    return [
        Remark("sits_in_blocked", {"entry": seat.entrant.id, "table": table.number, "seat": seat.number})
        for table in tables
        for seat in table.seats
        if seat.entrant is not None and seat.blocked
    ]


def _ending(field: Field, rules: HouseRules, prizes: Prizes) -> list[Remark]:
    left = len(field.left)
    if left == 1 and field.outs:
        return [Remark("finish", {"entry": field.left[0].id})]
    if prizes.deal is not None:
        return [Remark("deal_stands", {"amount": prizes.deal.left_to_play_for})]
    by_count = {"paid_places_count": prizes.paid_places, "two_left_count": 2}.get(rules.end_mode)
    if by_count is not None and 1 < left <= by_count and field.outs:
        return [Remark("count", {"left": left})]
    # A house that counts as soon as all are paid has no use for deals.
    if 1 < left <= min(prizes.paid_places, MOST_IN_DEAL) and field.outs:
        return [Remark("deal", {"left": left})]
    return []


@dataclass(frozen=True)
class Move:
    """Somebody who changed seat: where to (the table's label), and since when; ``id`` is that of the
    seat's row.

    ``seen`` once somebody saw him there: nobody calls him any more (a mistake put right is seen at once).
    Who ``waits`` is dealt in once the button has passed (T-2.1b).
    """

    entrant: Entrant
    table: str
    seat: int
    at: datetime
    id: int
    seen: bool = False
    waits: bool = False


def moves_since(open: Open, field: Field, since: datetime, now: datetime) -> tuple[Move, ...]:
    """Who has been sent to another seat since then, the latest first (not those who got their first)."""
    recent = Seat.objects.filter(table__round=current_round(open), table__voided=False, ended_at=None)
    sitting = list(
        recent.filter(from_at__gte=since).select_related("table").order_by("table__number", "number")
    )
    if not sitting or not field.started:
        return ()
    before = Seat.objects.filter(entry__in=[seat.entry_id for seat in sitting], ended_at__isnull=False)
    moved = set(before.values_list("entry", flat=True))
    absent = waiting_at({seat.table_id for seat in sitting if seat.waits}, now)
    found = [
        Move(
            field.by_id[seat.entry_id],
            seat.table.label,
            seat.number,
            seat.from_at,
            seat.pk,
            seat.confirmed_at is not None,
            seat.pk in absent,
        )
        for seat in sitting
        if seat.entry_id in moved and seat.entry_id in field.by_id
    ]
    return tuple(sorted(found, key=lambda move: move.at, reverse=True))


def waiting_at(tables: Collection[int], now: datetime) -> frozenset[int]:
    """The rows of those who sit at these tables and wait for the button (T-2.1b); one query, or none."""
    there: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables, ended_at=None) if tables else ():
        there.setdefault(seat.table_id, []).append(seat)
    absent = {table: waiting.waiting(seats, now) for table, seats in there.items()}
    return frozenset(s.pk for table, seats in there.items() for s in seats if s.number in absent[table])
