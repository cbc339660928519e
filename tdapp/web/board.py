"""The rounds of an open as everybody sees them: who plays where, who goes on, what is still open.

The public page, the big screen and the sheets to print write from this; the words are those of round_words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.floor.queries import TableView
from tdapp.floor.round_queries import RoundRow, RoundTable, RoundView
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules.brackets import seed_label
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.rounds import RoundPlan
from tdapp.web import figures, round_words

LIVE = ("playing", "count_needed")
"""States of a table at which somebody sits."""
TALL = 40
"""Lines of a round from which on columns are no longer centred beside each other."""


@dataclass(frozen=True)
class BoardRow:
    """A line of a table: ``lead`` is a place, a seed or a seat; ``note`` chips or what became of him.

    ``state`` is "on" (goes on, or won), "out" (does not), "open" (nobody known yet) or "" (plays).
    ``player`` is his id, None where nobody is known; ``count`` is the chips alone, "" where not counted;
    ``place`` that at the table, None while he is in.
    """

    lead: str
    name: str
    note: str
    state: str
    player: int | None = None
    entry: int | None = None
    count: str = ""
    place: int | None = None
    seed: str = ""


@dataclass(frozen=True)
class BoardTable:
    """A table: ``state`` is playing, count_needed, done, annulled or coming; ``says`` tells it in words.

    ``blinds`` and ``ante`` are played there now, "" without; ``until`` is when its chips are counted at the
    latest.  ``how`` it is over, as of ``RoundTable``; "bag" where the chips are kept for another day.
    """

    title: str
    label: str
    state: str
    says: str
    ante: str
    until: str
    rows: tuple[BoardRow, ...]
    again: bool = False
    blinds: str = ""
    how: str = ""

    @property
    def to_count(self) -> bool:
        """Whether its chips are counted now: not where a single player is left."""
        return self.state == "count_needed" and self.how != "last"

    @property
    def live(self) -> bool:
        return self.state in LIVE

    @property
    def left(self) -> int:
        """How many still play at it."""
        return sum(1 for row in self.rows if not row.state)

    @property
    def through(self) -> str:
        """Who goes on from it: "Rosa and Iván"."""
        return figures.listed([row.name for row in self.rows if row.state == "on"])


@dataclass(frozen=True)
class BoardRound:
    """A round: ``state`` is coming, playing, done or annulled; ``how`` its players got there, in words.

    ``by_table`` where a table that is played now has a level of its own: by its outs (VIV-17), or by a clock
    of its own (VIV-32).  ``until`` as for a table, where all have it in common; ``note`` is what is said
    of a round without tables.
    """

    number: int
    title: str
    how: str
    state: str
    tables: tuple[BoardTable, ...]
    final: bool = False
    by_table: bool = False
    until: str = ""
    note: str = ""

    @property
    def live(self) -> tuple[BoardTable, ...]:
        """The tables that are not done yet."""
        return tuple(table for table in self.tables if table.live)

    @property
    def counting(self) -> tuple[BoardTable, ...]:
        """The tables whose chips are to be counted now."""
        return tuple(table for table in self.tables if table.to_count)

    @property
    def heading(self) -> str:
        """ "Round 2, two firsts and two seconds each"."""
        return f"{self.title}, {self.how}" if self.how else self.title


@dataclass(frozen=True)
class Board:
    """``rounds`` are those that count, in order; ``history`` the tables that are played again."""

    rounds: tuple[BoardRound, ...]
    history: tuple[BoardRound, ...]

    @property
    def several(self) -> bool:
        return len(self.rounds) > 1

    @property
    def tall(self) -> bool:
        """Whether some round is longer than what is seen at once."""
        return any(sum(len(one.rows) + 2 for one in round.tables) > TALL for round in self.rounds)

    @property
    def now(self) -> BoardRound | None:
        """The round that is played, else the last that was."""
        begun = [one for one in self.rounds if one.state != "coming"]
        return next((one for one in begun if one.state == "playing"), begun[-1] if begun else None)


def board(open: Open, rounds: Sequence[RoundView]) -> Board:
    """The rounds in the viewer's words."""
    standing = [one for one in rounds if one.state != "annulled"]
    holders = seed_holders(standing)
    found = [_round(open, one, standing, holders[one.number]) for one in standing]
    return Board(
        tuple(found),
        tuple(one for one in (_history(open, one) for one in rounds) if one.tables),
    )


def tables_board(tables: Sequence[TableView], everyone: Field) -> Board:
    """The tables of an open of one round."""
    found = tuple(
        BoardTable(
            round_words.table_called(table.label),
            table.label,
            "playing" if everyone.started else "coming",
            round_words.people(table.players),
            "",
            "",
            tuple(
                BoardRow(str(seat.number), seat.entrant.name, "", "", seat.entrant.player_id, seat.entrant.id)
                for seat in table.seats
                if seat.entrant
            ),
        )
        for table in tables
        if table.players
    )
    state = "done" if everyone.finished else "playing" if everyone.started else "coming"
    return Board((BoardRound(1, _("Tables"), "", state, found),) if found else (), ())


def seed_holders(standing: Sequence[RoundView]) -> dict[int, dict[str, RoundRow]]:
    """For each round, by its number, who holds which of its seeds already."""
    found: dict[int, dict[str, RoundRow]] = {}
    through: dict[str, RoundRow] = {}
    for one in standing:
        found[one.number] = through
        through = _through(one)
    return found


def _through(round: RoundView) -> dict[str, RoundRow]:
    """Who holds which seed of the next round: those of the tables that are done."""
    return {
        seed_label(table.label, row.place): row
        for table in round.tables
        if table.state == "done"
        for row in table.rows
        if row.state == "through" and row.place
    }


def _round(
    open: Open, round: RoundView, all: Sequence[RoundView], through: Mapping[str, RoundRow]
) -> BoardRound:
    alone, playing = len(all) == 1, [table for table in round.tables if table.state in LIVE]
    final = round_words.is_final(round)
    drawn = [table for table in _standing(round) if table.rows]
    if round.state == "coming" and drawn:
        told = (_table(open, table, round, final=final) for table in drawn)
        tables = tuple(replace(table, state="coming", says="", until="", ante="") for table in told)
    elif round.state == "coming":
        tables = expected_tables(open, round, through)
    else:
        tables = tuple(_table(open, table, round, final=final) for table in _standing(round))
    common = {table.until for table in tables if table.live}
    if len(common) == 1:
        tables = tuple(replace(table, until="") for table in tables)
    return BoardRound(
        round.number,
        round_words.round_title(round),
        "" if alone else round_words.round_how(round),
        round.state,
        tables,
        final,
        bool(playing) and (round.plan.level_trigger == "table" or any(table.own_clock for table in playing)),
        common.pop() if len(common) == 1 else "",
        "" if tables else _said_of(round),
    )


def _said_of(round: RoundView) -> str:
    """What is said of a round of which no tables are shown."""
    if round.state != "coming":
        return _("Played; it went on at the same tables")
    if round.plan.seating == "carry":
        return _("at the same tables")
    return " · ".join([*([round_words.people(round.players)] if round.players else []), _("not drawn yet")])


def _standing(round: RoundView) -> list[RoundTable]:
    return [table for table in round.tables if table.state != "annulled"]


def _history(open: Open, round: RoundView) -> BoardRound:
    gone = [table for table in round.tables if table.state == "annulled"]
    tables = tuple(_table(open, table, round, final=False) for table in gone)
    title = round_words.round_title(round)
    return BoardRound(round.number, title, _("played again"), "annulled", tables)


def _table(open: Open, table: RoundTable, round: RoundView, *, final: bool) -> BoardTable:
    return BoardTable(
        title=_table_title(table.label, final=final),
        label=table.label,
        state=table.state,
        says=round_words.table_state(table, round.plan, open),
        ante=figures.chips_plain(open, table.ante) if table.ante else "",
        until=_until(open, table.limit_at) if table.state in LIVE and not table.limit_over else "",
        rows=tuple(_row(open, row, table, round.plan, final=final) for row in table.rows),
        again=table.replay_of is not None,
        blinds=figures.blinds(open, table.level.sb, table.level.bb) if table.level and table.level.bb else "",
        how="bag" if table.how == "levels" and round.plan.flight else table.how,
    )


def _table_title(label: str, *, final: bool) -> str:
    return round_words.final_table() if final else round_words.table_called(label)


def _until(open: Open, at: datetime | None) -> str:
    return "" if at is None else _("count at %(time)s") % {"time": figures.wall_time(open, at)}


def _row(open: Open, row: RoundRow, table: RoundTable, plan: RoundPlan, *, final: bool) -> BoardRow:
    over = table.state in ("done", "annulled")
    lead = str(row.place or row.seed) if over else row.seed or str(row.seat or "")
    count = figures.chips_plain(open, row.chips) if over and row.chips is not None else ""
    on = row.state == "through" or (final and over and row.place == 1)
    out = row.state in ("out", "disqualified", "stays_out") and not on
    return BoardRow(
        lead=lead,
        name=row.entrant.name,
        note=_note(row, count, over=over),
        state="on" if on and table.state != "annulled" else "out" if out else "",
        player=row.entrant.player_id,
        entry=row.entrant.id,
        count=count,
        place=row.place,
        seed=row.seed,
    )


def _note(row: RoundRow, count: str, *, over: bool) -> str:
    if row.state == "disqualified":
        return round_words.disqualified()
    if over:
        return count
    return round_words.out() if row.state in ("out", "stays_out") else ""


def expected_tables(open: Open, round: RoundView, through: Mapping[str, RoundRow]) -> tuple[BoardTable, ...]:
    """The tables of a round to come, in the order in which they will be seated; ``through`` of its seeds."""
    final = round_words.is_final(round)
    return tuple(
        _expected(open, seeds, number, through, final=final)
        for number, seeds in enumerate(round.expected, start=1)
    )


def _expected(
    open: Open, seeds: Sequence[str], number: int, through: Mapping[str, RoundRow], *, final: bool
) -> BoardTable:
    """A table to come: its seeds, with the names of those who hold them already."""
    title = _table_title(str(number), final=final)
    rows = []
    for place, seed in enumerate(seeds, start=1):
        row = through.get(seed)
        if row is None:
            rows.append(BoardRow(str(place), round_words.seed_words(seed), "", "open", seed=seed))
        else:
            who = row.entrant
            rows.append(BoardRow(seed, who.name, "", "", who.player_id, who.id, seed=seed))
    return BoardTable(title, str(number), "coming", shares(open) if final else "", "", "", tuple(rows))


def shares(open: Open) -> str:
    """ "60 / 20 / 15 / 5 %" where the prizes are shares of the pool, else "": amounts stand elsewhere."""
    plan = PrizePlan.from_dict(open.prize_plan)
    if plan.kind != "percent" or not plan.values:
        return ""
    return " / ".join(str(value).replace(".", figures.decimal_mark()) for value in plan.values) + "\u00a0%"


def summary(open: Open, everyone: Field, rounds: Sequence[RoundView], tables: int) -> str:
    """ "16 players · 3 rounds · the two best of each table go on · 5 000 points each round"."""
    standing = [one for one in rounds if one.state != "annulled"]
    parts = [round_words.people(len(everyone.playing))]
    if len(standing) > 1:
        parts.append(round_words.rounds_called(len(standing)))
        parts += _first_plan(open, standing)
    elif tables:
        parts.append(ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables})
    return " · ".join(parts)


def _first_plan(open: Open, rounds: Sequence[RoundView]) -> list[str]:
    """Who goes on and with what, where all the rounds say the same."""
    plan = rounds[0].plan
    found = []
    if plan.advance:
        found.append(round_words.going_on(plan.advance))
    stacks = {one.plan.stack or open.starting_stack for one in rounds}
    if all(one.plan.stacks == "fresh" for one in rounds) and len(stacks) == 1:
        found.append(round_words.each_round(figures.chips(open, stacks.pop())))
    return found


def lines(found: Board) -> dict[int, str]:
    """What the rounds say to each player, by entry: the ante of his table, or that he goes on, and where."""
    now = found.now
    if now is None:
        return {}
    said = {}
    for table in now.tables:
        for row in table.rows:
            if row.entry is not None and (line := _line(found, now, table, row)):
                said[row.entry] = line
    return said


def _line(found: Board, now: BoardRound, table: BoardTable, row: BoardRow) -> str:
    if table.live and not row.state:
        if table.to_count:
            return _("bag your chips") if table.how == "bag" else _("count your chips")
        if table.state == "count_needed":
            return ""
        return _("ante %(ante)s") % {"ante": table.ante} if now.by_table and table.ante else ""
    if row.state != "on" or now.final:
        return ""
    coming = next((one for one in found.rounds if one.number > now.number), None)
    if coming is None:
        return _("through")
    if coming.final:
        return _("through to the final")
    where = [one.label for one in coming.tables if any(seed.entry == row.entry for seed in one.rows)]
    if not where:
        return _through_to(coming)
    return f"{_through_to(coming)} · " + _("you play at table %(table)s next") % {"table": where[0]}


def _through_to(coming: BoardRound) -> str:
    number = {"number": coming.number}
    if coming.title == _("Round %(number)s") % number:
        return _("through to round %(number)s") % number
    return _("through to %(round)s") % {"round": coming.title}
