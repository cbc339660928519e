"""The rounds of an open as the desk shows them: columns of table cards, and what each waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.forms.utils import flatatt
from django.utils.safestring import SafeString

from tdapp.cash.queries import plan_of
from tdapp.clock.queries import ClockFace, clock_face
from tdapp.desk.forms.prizes import plan_said
from tdapp.floor import next_rounds, round_queries
from tdapp.floor.round_queries import NextRound, RoundRow, RoundTable, RoundView
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant, Field, field
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.round_presets import table_sizes
from tdapp.web import board as web_board
from tdapp.web import clockface, figures
from tdapp.web import round_words as words

PEEK = "-"
"""A seed for looking whether a round comes next; what is confirmed has one of its own."""


@dataclass(frozen=True)
class Line:
    """One player of a table, or the place of one who is not known yet.

    ``lead`` is his seed, place or seat; ``tail`` his count, or that he is out; ``kind`` "on" (goes on),
    "out", "open" (nobody yet) or "".
    """

    lead: str
    name: str
    tail: str
    kind: str


@dataclass(frozen=True)
class Card:
    """One table: its heading, what stands at the right of it, its lines.

    ``ask`` is "count" where its chips are due, "finish" where one is left, "early" where both may be done
    before that, "" where nothing may; ``ends`` where the open ends with its count instead, ``single`` where
    only one is left for that; ``again`` says which table it repeats (VIV-32); ``until`` is when its time ends
    (HH:MM), ``left`` of its level, both the table's alone where it has its ``own_clock``; clock.js counts by
    ``attributes``.  Tables that are ``coupled`` exchange players.
    """

    id: int
    label: str
    title: str
    state: str
    kind: str
    lines: tuple[Line, ...]
    ask: str = ""
    ends: bool = False
    single: bool = False
    again: str = ""
    may_reopen: bool = False
    until: str = ""
    left: str = ""
    own_clock: bool = False
    coupled: bool = False
    attributes: str = ""


@dataclass(frozen=True)
class Column:
    """One round: its heading and its tables, ``state`` coming, playing, done or annulled.

    ``note`` says how many tables there will be where nobody knows yet who sits there.
    """

    title: str
    how: str
    state: str
    cards: tuple[Card, ...]
    note: str = ""

    @property
    def clock(self) -> Card | None:
        """A table that plays by the round's clock, to say once what is left."""
        timed = (card for card in self.cards if card.left or card.until)
        return next((card for card in timed if not card.own_clock), None)


@dataclass(frozen=True)
class Days:
    """Who begins on which day, where the open starts in flights.

    ``titles`` by the number of the flight, ``counts`` how many begin then, ``waiting`` those who have not
    played yet, with their flight (0: not said, which is the first).
    """

    titles: tuple[tuple[int, str, int], ...]
    waiting: tuple[tuple[Entrant, int], ...]


@dataclass(frozen=True)
class Board:
    """All rounds of an open.

    ``history`` are the tables played again, each with the round it belongs to; ``following`` is the round
    that can begin, as it would be drawn by ``PEEK``, ``stuck`` why none can be drawn; ``first_ask`` is the
    id of the first table that waits for a count.
    """

    open: Open
    field: Field
    rounds: tuple[RoundView, ...]
    columns: tuple[Column, ...]
    history: tuple[tuple[str, Card], ...]
    following: NextRound | None
    remarks: tuple[Remark, ...]
    now: datetime
    stuck: RuleError | None = None

    @property
    def days(self) -> Days | None:
        """Who begins on which day; None without flights, and once everybody has begun."""
        flights = [one for one in self.rounds if one.plan.flight and one.state != "annulled"]
        played = self.field.ledgers
        waiting = tuple((one, one.flight) for one in self.field.entrants if one.id not in played)
        if not flights or not waiting or self.open.finished_at:
            return None
        count = Counter(max(1, one.flight) for one in self.field.entrants)
        titles = tuple((one.number, words.round_title(one), count[one.number]) for one in flights)
        return Days(titles, waiting)

    @property
    def final_due(self) -> Card | None:
        """The table with whose count the open ends, once it is due."""
        return next((card for column in self.columns for card in column.cards if card.ends), None)

    @property
    def final_title(self) -> str:
        """What the last round is called."""
        return self.columns[-1].title

    @property
    def may_count_all(self) -> bool:
        """Whether stacks can be counted though no table is about to end."""
        under_way = self.field.started and not self.open.finished_at
        return under_way and self.first_ask is None and self.final_due is None and bool(self.field.holding)

    @property
    def cards(self) -> dict[int, Card]:
        """The cards of the tables there are, by id."""
        return {card.id: card for column in self.columns for card in column.cards if card.id}

    @property
    def first_ask(self) -> int | None:
        return next((key for key, card in self.cards.items() if card.ask in ("count", "finish")), None)


def board(open: Open, now: datetime) -> Board:
    """The rounds at ``now``."""
    everyone = field(open)
    return board_of(open, everyone, clock_face(open, now, everyone), now)


def board_of(open: Open, everyone: Field, face: ClockFace, now: datetime) -> Board:
    """The same from what is already at hand."""
    rounds = round_queries.rounds_of(open, everyone, face, now)
    following, stuck = _following(open, everyone)
    standing = [one for one in rounds if one.state != "annulled"]
    running = face.state in ("running", "break")
    columns = tuple(_column(open, one, standing, now, running, len(everyone.entrants)) for one in standing)
    history = tuple(
        (words.round_title(one), _card(open, one, table, standing, now, running))
        for one in rounds
        for table in one.tables
        if table.state == "annulled" or one.state == "annulled"
    )
    remarks = tuple(next_rounds.suggestions(rounds, following))
    return Board(open, everyone, rounds, columns, history, following, remarks, now, stuck)


def _following(open: Open, everyone: Field) -> tuple[NextRound | None, RuleError | None]:
    """The round that comes, or why none can be proposed: what is stored must not take the pages down."""
    try:
        return next_rounds.next_round(open, everyone, PEEK), None
    except RuleError as error:
        return None, error


def card_of(board: Board, round: RoundView, table: RoundTable) -> Card:
    """One table's card, as the board has it."""
    standing = [one for one in board.rounds if one.state != "annulled"]
    return _card(board.open, round, table, standing, board.now, True)


def about(board: Board) -> str:
    """What the rounds are in one line: players, how many go on, points each round."""
    standing = [one for one in board.rounds if one.state != "annulled"]
    said = [words.people(len(board.field.playing))]
    if len(standing) > 1:
        said.append(words.rounds_called(len(standing)))
    advance = {one.plan.advance for one in standing[:-1]}
    if len(advance) == 1 and (going := advance.pop()):
        said.append(words.going_on(going))
    stacks = {one.plan.stack for one in standing}
    if len(stacks) == 1 and all(one.plan.stacks == "fresh" for one in standing) and len(standing) > 1:
        stack = stacks.pop() or board.open.starting_stack
        said.append(words.each_round(figures.chips(board.open, stack)))
    return " · ".join(said)


def _note(open: Open, round: RoundView, entrants: int) -> str:
    """How many tables a drawn round will have."""
    players = round.players or (entrants if round.number == 1 and not round.plan.flight else 0)
    if (
        any(table.rows for table in round.tables)
        or round.expected
        or not players
        or round.plan.seating == "carry"
    ):
        return ""
    seats = round.plan.table_seats or house_of(open).table_seats
    tables = round.plan.tables or -(-players // seats)
    return words.tables_words(table_sizes(players, max(1, min(tables, players))))


def _column(
    open: Open,
    round: RoundView,
    standing: Sequence[RoundView],
    now: datetime,
    running: bool,
    entrants: int,
) -> Column:
    tables = [table for table in round.tables if table.state != "annulled"]
    if round.state == "coming":  # those without a seat yet are only how many there may be
        tables = [table for table in tables if table.rows]
    cards = [_card(open, round, table, standing, now, running) for table in tables]
    if not tables:
        cards = _coming(open, round, standing)
    title, how = words.round_title(round), words.round_how(round)
    return Column(title, how, round.state, tuple(cards), _note(open, round, entrants))


def _coming(open: Open, round: RoundView, standing: Sequence[RoundView]) -> list[Card]:
    """The tables of a round to come, as everybody else sees them: names where they are known already, else
    "first of table A"."""
    holders = web_board.seed_holders(standing)[round.number]
    prizes = plan_said(plan_of(open), open.minor_digits) if words.is_final(round) else ""
    return [
        Card(
            0,
            table.label,
            table.title,
            prizes,
            "coming",
            tuple(Line(row.lead, row.name, "", row.state) for row in table.rows),
        )
        for table in web_board.expected_tables(open, round, holders)
    ]


def _card(
    open: Open,
    round: RoundView,
    table: RoundTable,
    standing: Sequence[RoundView],
    now: datetime,
    running: bool,
) -> Card:
    final, coming = words.is_final(round), round.state == "coming"
    live = table.state == "playing" and not coming
    begun = max((one.number for one in standing if one.state != "coming"), default=0)
    current = round.number == begun and not open.finished_at
    return Card(
        id=table.id,
        label=table.label,
        title=words.final_table() if final else words.table_called(table.label),
        state="" if coming else words.table_state(table, round.plan, open),
        kind="coming" if coming else table.state,
        lines=tuple(_line(open, row, table) for row in table.rows),
        ask=_ask(round, table) if current else "",
        ends=current and round.last and round.state == "playing" and table.state == "count_needed",
        single=table.how == "last",
        again=words.replay_words(table),
        may_reopen=current and table.state == "done" and table.how != "bye",
        until=figures.wall_time(open, table.limit_at) if table.limit_at and live else "",
        left=clockface.spell(table.left_seconds) if live else "",
        coupled=round.plan.exchanges,
        own_clock=table.own_clock,
        attributes=_ticking(table, now, running) if live else SafeString(""),
    )


def _ask(round: RoundView, table: RoundTable) -> str:
    if round.last or table.state not in ("playing", "count_needed"):
        return ""
    if table.state == "count_needed":
        return "finish" if table.how == "last" else "count"
    ends_early = round.plan.ends == "table" or round.plan.flight
    return "early" if round.state == "playing" and ends_early else ""


def _line(open: Open, row: RoundRow, table: RoundTable) -> Line:
    over = table.state in ("done", "annulled")
    lead = str(row.place) if over and row.place else row.seed or str(row.seat or "")
    tail = figures.chips_plain(open, row.chips) if row.chips is not None else ""
    if row.state == "through" or (table.state == "done" and row.state == "in"):
        return Line(lead, row.entrant.name, tail, "on")
    if row.state in ("out", "stays_out"):
        said = "" if over else words.out()
        return Line(lead, row.entrant.name, tail or said, "out")
    if row.state == "disqualified":
        return Line(lead, row.entrant.name, words.disqualified(), "out")
    return Line(lead, row.entrant.name, tail, "")


def _ticking(table: RoundTable, now: datetime, running: bool) -> SafeString:
    """What clock.js counts by; nothing for a table without minutes."""
    if table.left_seconds is None:
        return SafeString("")
    data = {
        "data-clock": "",
        "data-running": "1" if running else "0",
        "data-server-ms": str(int(now.timestamp() * 1000)),
        "data-left-ms": str(table.left_seconds * 1000),
        "data-length-ms": "",
        "data-boundaries": "[]",
    }
    if table.limit_at is not None:
        data["data-count-ms"] = str(int(table.limit_at.timestamp() * 1000))
    return SafeString(flatatt(data))
