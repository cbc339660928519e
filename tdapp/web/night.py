"""What everybody may see of a night, read once: the big screen and the phones write from this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as field_of
from datetime import datetime, timedelta
from functools import cached_property

from django.utils.translation import gettext as _

from tdapp.cash import queries as cash
from tdapp.cash.dues import bought, dues
from tdapp.cash.prizes import as_of
from tdapp.cash.queries import Pool, Prizes
from tdapp.cash.special_prizes import SpecialFact, special_prizes
from tdapp.clock.queries import ClockFace, clock_face
from tdapp.floor import queries as floor
from tdapp.floor.queries import Move, SeatView, TableView
from tdapp.floor.round_queries import RoundView, rounds_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant, Field, field
from tdapp.rules.places import Place
from tdapp.seasons.queries import ResultLine, results
from tdapp.web import figures, prize_words
from tdapp.web.board import Board, BoardRound, board, lines, tables_board
from tdapp.web.bounty_board import BountyBoard, bounty_board
from tdapp.web.clockface import ClockView, clock_view

FRESH_FOR = timedelta(seconds=30)
"""How long something counts as having just happened."""
MOVING_FOR = timedelta(seconds=90)
"""How long somebody who was sent to another seat is told so."""
NEW_LEVEL_FOR = timedelta(seconds=10)


@dataclass(frozen=True)
class PaidPlace:
    """A prize: its place in words, and the amount in minor units; ``name`` instead of the place, whose it
    is by agreement."""

    number: int
    amount: int
    name: str = ""

    @property
    def mark(self) -> str:
        """The bare number, or the name."""
        return self.name or str(self.number)

    @property
    def ordinal(self) -> str:
        return self.name or figures.ordinal(self.number)

    @property
    def label(self) -> str:
        """ "First", "Second", "Third", then "4th"."""
        words = {1: _("First"), 2: _("Second"), 3: _("Third")}
        return self.name or words.get(self.number, self.ordinal)


@dataclass(frozen=True)
class Person:
    """An entry as the room sees it.

    ``table`` (what people call it) and ``seat`` are None without a seat, ``chips`` None where not known
    for sure, ``place`` None while in; ``prize`` in minor units, 0 without; ``fresh`` if that just happened.
    Who ``waits`` is dealt in once the button has passed (T-2.1b).
    """

    entrant: Entrant
    table: str | None
    seat: int | None
    chips: int | None
    place: Place | None
    prize: int
    fresh: bool
    moving: bool
    waits: bool = False

    @property
    def name(self) -> str:
        return self.entrant.name

    @property
    def ordinal(self) -> str:
        """The place in words; a tie says so."""
        return figures.place(self.place) if self.place else ""


@dataclass(frozen=True)
class PublicNight:
    """One look at an open from the room."""

    open: Open
    now: datetime
    field: Field
    face: ClockFace
    clock: ClockView
    pool: Pool
    prizes: Prizes
    buy_in: tuple[tuple[str, int], ...]
    tables: tuple[TableView, ...]
    moves: tuple[Move, ...]
    bought: Mapping[str, int] = field_of(default_factory=dict)
    prizes_at: datetime | None = None
    special: tuple[SpecialFact, ...] = ()
    bounties: BountyBoard | None = None

    @property
    def prizes_since(self) -> str:
        """Since when the prizes are as they are: "as of 22:40", "final since 23:05"."""
        return prize_words.since(self.open, locked=self.prizes.locked, at=self.prizes_at)

    @property
    def special_lines(self) -> tuple[str, ...]:
        """The prizes beside those of the places: "Best hand: 20 € (Pau)"."""
        return tuple(prize_words.special_line(self.open, one) for one in self.special)

    @property
    def rebuys(self) -> int:
        """Rebuys and re-entries so far."""
        return self.bought.get("rebuy", 0) + self.bought.get("re_entry", 0)

    @property
    def state(self) -> str:
        """signup, running, paused, break, between (two rounds) or winner, also before the open was ended."""
        if self.field.finished or (self.field.outs and len(self.field.left) == 1):
            return "winner"
        if self.face.state == "paused" and self.coming is not None and not self.playing_round:
            return "between"
        return {"waiting": "signup", "finished": "winner"}.get(self.face.state, self.face.state)

    @property
    def tour_line(self) -> str:
        """ "Somontano Poker Tour · 2nd event"."""
        tour, meeting = self.open.tour.name, self.open.meeting
        if meeting is None:
            return tour
        # Spanish counts events in the feminine, so its text takes the bare number.
        event = _("%(ordinal)s event") % {"ordinal": figures.ordinal(meeting), "number": meeting}
        return f"{tour} · {event}"

    @property
    def new_blinds(self) -> bool:
        """Whether the blinds went up just now."""
        here = self.face.position
        if here is None or not here.running or not here.index:
            return False
        if self.clock.by_outs:
            return self.clock.outs_done == 0 and any(person.fresh for person in self.outs)
        return here.elapsed_in_level < NEW_LEVEL_FOR

    @property
    def breaking(self) -> tuple[TableView, ...]:
        """The tables in the order in which they break, where the director fixed it beforehand."""
        fixed = [table for table in self.tables if table.breaks is not None and table.players]
        return tuple(sorted(fixed, key=lambda table: table.breaks or 0)) if len(self.tables) > 1 else ()

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everybody in the open, in order of sign-up."""
        seats = {
            seat.entrant.id: (table.label, seat)
            for table in self.tables
            for seat in table.seats
            if seat.entrant
        }
        won = cash.won(self.field, self.prizes)
        gone_at = {out.entry: out.at for out in self.field.outs}
        moving = {move.entrant.id for move in self.moves}
        return tuple(
            self._person(entrant, seats.get(entrant.id), won, gone_at.get(entrant.id), moving)
            for entrant in self.field.entrants
        )

    def _person(
        self,
        entrant: Entrant,
        sitting: tuple[str, SeatView] | None,
        won: dict[int, int],
        gone_at: datetime | None,
        moving: set[int],
    ) -> Person:
        table, seat = sitting or (None, None)
        return Person(
            entrant,
            table,
            seat.number if seat else None,
            seat.chips if seat and seat.sure else None,
            self.field.places.get(entrant.id),
            won.get(entrant.id, 0),
            gone_at is not None and abs(self.now - gone_at) <= FRESH_FOR,
            entrant.id in moving,
            seat is not None and seat.waits,
        )

    @cached_property
    def queue(self) -> dict[int, int]:
        """Entry id → place in the queue for a seat, while the room is full; nobody has chips before that."""
        if not self.field.started or not floor.is_full(self.open, self.tables):
            return {}
        never = (e.id for e in self.field.entrants if e.id not in self.field.ledgers)
        return {key: place for place, key in enumerate(never, start=1)}

    @property
    def still_in(self) -> tuple[Person, ...]:
        """Those at the tables: the known stacks first, from the biggest down."""
        left = {entrant.id for entrant in self.field.left}
        people = [person for person in self.people if person.entrant.id in left]
        return tuple(sorted(people, key=lambda person: (person.chips is None, -(person.chips or 0))))

    @property
    def outs(self) -> tuple[Person, ...]:
        """Those who are out, the latest first."""
        by_id = {person.entrant.id: person for person in self.people}
        return tuple(by_id[out.entry] for out in reversed(self.field.outs))

    @property
    def biggest(self) -> Person | None:
        """Who leads, as far as is known."""
        return next((person for person in self.still_in if person.chips is not None), None)

    @property
    def paid(self) -> tuple[PaidPlace, ...]:
        """The prizes, best first; where a deal stands what is left to play for, who gets what by it, and
        the prizes of the places below."""
        places = tuple(
            PaidPlace(number, amount) for number, amount in enumerate(self.prizes.amounts, start=1)
        )
        deal = self.prizes.deal
        if deal is None:
            return places
        by_id = self.field.by_id
        agreed = [PaidPlace(0, amount, by_id[key].name) for key, amount in deal.amounts.items()]
        return (*self._to_win, *agreed, *places[len(agreed) :])

    @property
    def _to_win(self) -> tuple[PaidPlace, ...]:
        """What the winner gets besides what was agreed."""
        deal = self.prizes.deal
        if deal is None or not deal.left_to_play_for:
            return ()
        return (PaidPlace(1, deal.left_to_play_for, _("Winner")),)

    @property
    def paid_length(self) -> int:
        """How many characters the longest prize of the list takes, with the name of whose it is."""
        written = (figures.money_of(self.open, one.amount) + one.name for one in self.paid)
        return max((len(text) for text in written), default=0)

    @property
    def next_prize(self) -> PaidPlace | None:
        """The lowest prize that is still to be won."""
        if self.prizes.deal is not None:
            return self._to_win[0] if self._to_win else None
        open_places = self.paid[: len(self.field.left)] if self.field.started else self.paid
        return open_places[-1] if open_places else None

    @property
    def price(self) -> str:
        """What the entry costs: "10 € + 2 €"."""
        return figures.split_of(self.open, self.buy_in)

    @cached_property
    def classification(self) -> tuple[ResultLine, ...]:
        """The final classification as far as it stands, best place first."""
        return results(self.open, self.field).lines

    @property
    def champions(self) -> tuple[ResultLine, ...]:
        """Who won: one, or those who tie."""
        return tuple(line for line in self.classification if line.place.first == 1)

    @property
    def champion_names(self) -> str:
        """ "Canadá", or "Canadá and Inglaterra"."""
        return figures.listed([line.name for line in self.champions])

    @property
    def podium(self) -> tuple[ResultLine, ...]:
        """The other paid places."""
        return tuple(line for line in self.classification if line.prize and line.place.first > 1)

    @property
    def played(self) -> timedelta | None:
        """From the start to the end, or to now."""
        return (
            None
            if self.open.started_at is None
            else (self.open.finished_at or self.now) - self.open.started_at
        )

    @cached_property
    def rounds(self) -> tuple[RoundView, ...]:
        """The rounds with who plays where, those to come as far as they are known; none in an open of one."""
        return rounds_of(self.open, self.field, self.face, self.now)

    @cached_property
    def board(self) -> Board:
        """The rounds, or the tables of the only one, in the viewer's words."""
        return board(self.open, self.rounds) if self.rounds else tables_board(self.tables, self.field)

    @property
    def round(self) -> BoardRound | None:
        """The round that is played, in an open of several; None elsewhere."""
        return self.board.now if self.field.started and self.rounds else None

    @property
    def playing_round(self) -> bool:
        """Whether some round is being played, in an open of several."""
        return self.round is not None and self.round.state == "playing"

    @property
    def coming(self) -> BoardRound | None:
        """The round after the one that is played or over, in an open of several."""
        if self.round is None:
            return None
        return next((one for one in self.board.rounds if one.state == "coming"), None)

    @cached_property
    def lines(self) -> dict[int, str]:
        """What the rounds say to each player, by entry."""
        return lines(self.board) if self.rounds else {}

    @property
    def has_rounds(self) -> bool:
        """Whether the rounds are worth a page: several, or several tables."""
        return bool(self.open.round_plans) or self.several_tables

    @property
    def several_tables(self) -> bool:
        return len(self.tables) > 1

    @property
    def then_level(self) -> int | None:
        """The number of the level behind a break."""
        return self.face.coming[0].number if self.face.coming else None

    @property
    def break_after(self) -> int | None:
        """The number of the level before a break; None if it is the first thing of all."""
        return self.then_level - 1 if self.then_level and self.then_level > 1 else None


def public_night(open: Open, now: datetime) -> PublicNight:
    """The night at ``now``; nothing in it is anybody's secret."""
    everyone = field(open)
    face = clock_face(open, now, everyone)
    owed = dues(open, everyone)
    money = cash.pool(open, everyone, owed)
    prizes = cash.prizes(open, money)
    price = cash.prices(open).get("buy_in")
    return PublicNight(
        open=open,
        now=now,
        field=everyone,
        face=face,
        clock=clock_view(open, face),
        pool=money,
        prizes=prizes,
        buy_in=price.splits if price else (),
        tables=floor.seat_map(open, everyone, face, now),
        moves=tuple(one for one in floor.moves_since(open, everyone, now - MOVING_FOR, now) if not one.seen),
        bought=bought(owed),
        prizes_at=as_of(open),
        special=special_prizes(open, everyone, prizes),
        bounties=bounty_board(open, everyone),
    )
