"""Everything the night page shows, read once: the same whatever the number of entries (DESIGN 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tdapp.accounts.models import Device
from tdapp.accounts.roles import Role
from tdapp.cash import queries as cash
from tdapp.cash.dues import bought
from tdapp.cash.dues import dues as cash_dues
from tdapp.cash.queries import Debt, Pool, Prizes, Till
from tdapp.clock.queries import ClockFace, TimeCallView, clock_face, current_round, reminders, time_calls
from tdapp.desk import antes, balance, bounties, purchases, rounds, running
from tdapp.desk import prizes as desk_prizes
from tdapp.desk.absence import Away, away_at
from tdapp.desk.purchases import OnSale
from tdapp.desk.table_list import CARDS, fullest_of
from tdapp.floor import balancing, hand_for_hand
from tdapp.floor import queries as floor
from tdapp.floor.hand_for_hand import HandForHandView
from tdapp.floor.purchases import Shop
from tdapp.floor.purchases import shop as shop_now
from tdapp.floor.queries import SeatView, TableView, next_hand
from tdapp.floor.registration import registration_by
from tdapp.journal import kinds, undo
from tdapp.journal.models import JournalEntry
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant, Field, OutFact, Stack, field
from tdapp.rules.button import may_be_dead
from tdapp.rules.errors import Remark
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level
from tdapp.rules.places import Place
from tdapp.web.clockface import ClockView, clock_view, with_ante

LOW_STACK = 3
"""Big blinds at which a stack is shown as low."""
SIGNED_UP_SHOWN = 150
GONE_SHOWN = 60
"""So many of those who are out stand beside the tables; the results page has them all."""


@dataclass(frozen=True)
class Row:
    """One seat of a table: ``debt`` in minor units, ``low`` where few big blinds are left, ``away`` why he is
    dealt a dead hand, if he is."""

    seat: SeatView
    stack: Stack | None
    debt: int
    away: Away | None = None

    @property
    def low(self) -> bool:
        blinds = self.seat.big_blinds
        return self.seat.sure and blinds is not None and blinds < LOW_STACK


@dataclass(frozen=True)
class Card:
    """One table with its rows; ``next_button`` is where the button lies in the next hand.

    ``call`` is its shot clock while that runs.  ``short`` is how many players the table has fewer than the
    fullest one (RULES 2.3).  ``round`` is what it is in its round, where there are rounds.  ``button_at`` is
    when its button was written down, where that is too long ago to move players by it (RULES 2.3).
    ``dead_button`` says that it may lie at an empty seat (RULES 2.4).
    """

    table: TableView
    rows: tuple[Row, ...]
    next_button: int | None
    call: TimeCallView | None = None
    call_ms: int = 0
    short: int = 0
    round: rounds.Card | None = None
    button_at: datetime | None = None
    dead_button: bool = False

    @property
    def call_seconds(self) -> str:
        """Seconds left of the call, two digits."""
        return f"{-(-self.call_ms // 1000):02d}"


@dataclass(frozen=True)
class SignedUp:
    """One entry before the start: what is owed (minor units) and where he sits."""

    entrant: Entrant
    debt: int
    table: str | None
    seat: int | None


@dataclass(frozen=True)
class Gone:
    """Somebody who is out: place, prize (minor units), who put him out; ``back`` is his way back in,
    ``closed`` that there is one which only the director may still pass."""

    out: OutFact
    entrant: Entrant
    by: Entrant | None
    place: Place | None
    prize: int
    back: OnSale | None = None
    closed: bool = False


@dataclass(frozen=True)
class Suggestion:
    """What to do next: ``key`` names it with its reason, so that "not now" lasts until that changes."""

    remark: Remark
    key: str

    @property
    def code(self) -> str:
        return self.remark.code


@dataclass(frozen=True)
class Night:
    """One look at the night of an open."""

    open: Open
    role: Role
    field: Field
    face: ClockFace
    clock: ClockView
    pool: Pool
    prizes: Prizes
    debts: tuple[Debt, ...]
    till: Till
    cards: tuple[Card, ...]
    waiting: tuple[Entrant, ...]
    suggestions: tuple[Suggestion, ...]
    next_undo: JournalEntry | None
    next_redo: JournalEntry | None
    play: HandForHandView | None
    reminders: tuple[Remark, ...]
    shop: Shop | None = None
    rebuys: int = 0
    separate: bool = False
    """Whether each table plays to its own end (VIV-08): none of them waits for the others."""

    @property
    def many(self) -> bool:
        """Whether there are too many tables to show each with its seats."""
        return len(self.cards) > CARDS

    @property
    def may_direct(self) -> bool:
        return self.role.covers(Role.DIRECTOR)

    @property
    def may_floor(self) -> bool:
        return self.role.covers(Role.FLOOR)

    @property
    def playing(self) -> bool:
        """Whether the open is under way, its countdown over."""
        return self.field.started and not self.field.finished and self.face.state != "countdown"

    @property
    def decided(self) -> bool:
        """Whether one is left of several, so that nobody else can go out."""
        return self.playing and len(self.field.left) == 1 and bool(self.field.outs)

    @property
    def may_synchronise(self) -> bool:
        """Whether hand-for-hand play can begin: there is a clock to stop, and the tables belong together."""
        return self.ticking and self.play is None and not self.separate

    @property
    def ticking(self) -> bool:
        """Whether there is a clock to pause or resume."""
        return self.clock.state in ("running", "paused", "break")

    @property
    def now_ms(self) -> int:
        """The server's time, for clocks of their own."""
        return int(self.face.now.timestamp() * 1000)

    @property
    def undrawn(self) -> bool:
        """Whether a table with players has no dealer yet."""
        return any(card.table.button is None and card.table.players > 1 for card in self.cards)

    @property
    def to_draw(self) -> bool:
        """Whether a seat can be drawn for somebody without one: not in a full room, nor for one alone."""
        tables = [card.table for card in self.cards]
        waiting = len(self.waiting)
        return bool(floor.seats_for(self.open, waiting, tables, started=self.field.started))

    @property
    def may_undo(self) -> bool:
        return self.next_undo is not None and may(self.role, self.next_undo)

    @property
    def may_redo(self) -> bool:
        return self.next_redo is not None and may(self.role, self.next_redo)

    @property
    def next_paid(self) -> int | None:
        """The next place that is paid: as many as are left, from the paid ones on; after a deal the first,
        where something is left to play for."""
        if self.prizes.deal is not None:
            return 1 if self.prizes.deal.left_to_play_for else None
        paid = self.prizes.paid_places
        return min(paid, len(self.field.left) or paid) if paid else None

    @property
    def next_prize(self) -> int:
        """The prize of that place, in minor units."""
        if self.prizes.deal is not None:
            return self.prizes.deal.left_to_play_for
        return self.prizes.of_place(self.next_paid) if self.next_paid else 0

    @property
    def signed_up(self) -> tuple[SignedUp, ...]:
        """Those signed up in order, for the time before the start; of very many the first."""
        seats = {
            row.seat.entrant.id: (card.table.label, row.seat.number)
            for card in self.cards
            for row in card.rows
            if row.seat.entrant
        }
        owing = {debt.entry: debt.amount for debt in self.debts}
        nowhere = (None, None)
        return tuple(
            SignedUp(entrant, owing.get(entrant.id, 0), *seats.get(entrant.id, nowhere))
            for entrant in self.field.entrants[:SIGNED_UP_SHOWN]
        )

    @property
    def signed_up_more(self) -> int:
        """How many more there are; the door has them all."""
        return max(0, len(self.field.entrants) - SIGNED_UP_SHOWN)

    @property
    def gone(self) -> tuple[Gone, ...]:
        """Those who are out, the latest first; of very many the latest ``GONE_SHOWN``."""
        won = cash.won(self.field, self.prizes)
        by_id, places = self.field.by_id, self.field.places
        found = []
        for out in self.field.outs[: -GONE_SHOWN - 1 : -1]:
            back = purchases.offered(self.open, self.shop, out.entry) if self.shop else None
            sold = self.shop is not None and self.shop.buys_back and not out.disqualified
            found.append(
                Gone(
                    out,
                    by_id[out.entry],
                    by_id.get(out.by or 0),
                    places.get(out.entry),
                    won.get(out.entry, 0),
                    back,
                    closed=back is None and sold,
                )
            )
        return tuple(found)

    @property
    def gone_before(self) -> int:
        """How many more are out."""
        return max(0, len(self.field.outs) - GONE_SHOWN)


def may(role: Role, entry: JournalEntry) -> bool:
    """Whether that role may take an act back: the rights follow the kind that is undone (DESIGN 3)."""
    kind = entry.params.get("kind_undone", entry.kind) if entry.kind == "undo" else entry.kind
    return role.covers(kinds.get(kind).role)


def look(open: Open, *, role: Role, device: Device | None, now: datetime) -> Night:
    """The night at ``now``, as that role sees it from that device."""
    everyone = field(open)
    face = clock_face(open, now, everyone)
    owed = cash_dues(open, everyone)
    pool = cash.pool(open, everyone, owed)
    prizes, debts = cash.prizes(open, pool), cash.debts(open, everyone, owed)
    shop = _shop(open, everyone, face, pool)
    tables = floor.seat_map(open, everyone, face, now)
    play = hand_for_hand.view(open, everyone, prizes.paid_places)
    board = rounds.board_of(open, everyone, face, now) if open.round_plans else None
    separate = (
        any(one.state == "playing" and one.plan.ends == "table" for one in board.rounds) if board else False
    )
    found = _balance(open, everyone, face, now)
    suggested = [
        *(board.remarks if board is not None and face.state != "countdown" else ()),
        *antes.suggestions(tables, antes.levels(board, _levels(tables, face)), house_of(open)),
        *floor.suggestions(open, everyone, prizes, debts, tables),
        *running.suggestions(open, everyone, face, prizes, () if separate else tables, play),
        *purchases.suggestions(shop),
        *bounties.suggestions(open, everyone),
        *desk_prizes.to_lock(open, prizes, registration_by(everyone, face, pool, shop)),
        *desk_prizes.handed_too_much(open, everyone, prizes),
        *(balancing.remarks(found) if found else ()),
    ]
    return Night(
        open=open,
        role=role,
        field=everyone,
        face=face,
        clock=_clock(open, face, board),
        pool=pool,
        prizes=prizes,
        debts=debts,
        till=cash.till(open, pool),
        cards=_cards(
            tables,
            everyone,
            debts,
            house_of(open),
            _calls(open, everyone, now),
            now,
            board,
            found,
            away_at(open, tables, _levels(tables, face), house_of(open)),
        ),
        waiting=floor.unseated(open, everyone),
        suggestions=tuple(Suggestion(one, key_of(one)) for one in suggested if one.code != "debts"),
        next_undo=undo.next_undo(open.stream, device),
        next_redo=undo.next_redo(open.stream, device),
        play=play,
        reminders=reminders(open, face, everyone),
        shop=shop,
        rebuys=sum(bought(owed).get(kind, 0) for kind in ("rebuy", "re_entry")),
        separate=separate,
    )


def _clock(open: Open, face: ClockFace, board: rounds.Board | None) -> ClockView:
    """The clock; where each table has its own ante (VIV-17) with that of the last table that plays."""
    view = clock_view(open, face)
    if not face.by_table or board is None:
        return view
    tables = [one for round in board.rounds if round.state == "playing" for one in round.tables]
    playing = [one for one in tables if one.state in ("playing", "count_needed")]
    antes = [one.ante or 0 for one in playing]
    return with_ante(open, view, antes)


def _shop(open: Open, everyone: Field, face: ClockFace, pool: Pool) -> Shop | None:
    """What is sold while play is on; None before, after, and where only the buy-in is."""
    if not everyone.started or everyone.finished or face.state == "countdown":
        return None
    found = shop_now(open, everyone, face, pool.after_costs)
    return found if any(offer.kind != "buy_in" for offer in found.offers) else None


def _balance(open: Open, everyone: Field, face: ClockFace, now: datetime) -> balancing.Proposal | None:
    """Moves, breaks and the final table, while play is on."""
    if not everyone.started or everyone.finished or face.state == "countdown":
        return None
    if house_of(open).seat_changes != "balance":
        return None
    return balancing.proposal(open, everyone, now=now, seed=balance.lot_seed(open, everyone))


def key_of(remark: Remark) -> str:
    """A remark with its reason as one word."""
    if remark.code in balance.CODES:
        return balance.key_of(remark)
    return ":".join([remark.code, *(f"{name}={value}" for name, value in sorted(remark.params.items()))])


def _calls(open: Open, everyone: Field, now: datetime) -> dict[int, TimeCallView]:
    """The shot clocks that run, by table."""
    if not everyone.started or everyone.finished:
        return {}
    return {call.table: call for call in time_calls(current_round(open), now) if not call.over}


def _levels(tables: tuple[TableView, ...], face: ClockFace) -> dict[int, Level | None]:
    """What is played at each table, by its id; None where each has its own ante (VIV-17): its seats' menus
    reckon with that."""
    here = face.position.level if face.position and not face.by_table else None
    return {table.id: here for table in tables}


def _cards(
    tables: tuple[TableView, ...],
    everyone: Field,
    debts: tuple[Debt, ...],
    house: HouseRules,
    calls: dict[int, TimeCallView],
    now: datetime,
    board: rounds.Board | None,
    proposal: balancing.Proposal | None,
    away: Mapping[int, Away],
) -> tuple[Card, ...]:
    several = proposal.tables if proposal is not None and len(proposal.tables) > 1 else ()
    old = {one.id: one.button_before[1] for one in several if one.button_before is not None}
    owing = {debt.entry: debt.amount for debt in debts}

    def row(seat: SeatView) -> Row:
        if seat.entrant is None:
            return Row(seat, None, 0)
        key = seat.entrant.id
        return Row(seat, everyone.stacks.get(key), owing.get(key, 0), away.get(key))

    most = fullest_of(tables)
    found = []
    for table in tables:
        in_round = board.cards.get(table.id) if board is not None else None
        if in_round is not None and in_round.kind == "done" and not table.players:
            continue
        # Seats behind the last player are left out; one between players keeps its row.
        last = max(table.occupied, default=0)
        rows = tuple(row(seat) for seat in table.seats if seat.number <= last)
        call = calls.get(table.id)
        call_ms = int((call.ends_at - now).total_seconds() * 1000) if call else 0
        coupled = in_round is None or in_round.coupled
        short = most - table.players if table.players and coupled else 0
        next_button = _next_button(table, house)
        dead = may_be_dead(len(table.dealt), house.button_rule)
        found.append(Card(table, rows, next_button, call, call_ms, short, in_round, old.get(table.id), dead))
    return tuple(found)


def _next_button(table: TableView, house: HouseRules) -> int | None:
    """Where the button lies in the next hand, dead at an empty seat (RULES 2.4, SPT-09, SPT-43)."""
    if table.button is None or table.last is None:
        return None
    return next_hand(table.last, table.dealt, house).button
