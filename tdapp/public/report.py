"""What is told about one open, in the viewer's words: the page, the post, the file, the picture, the CSV.

All of them are made from one ``Report``, so they never disagree.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tdapp.cash.prizes import as_of
from tdapp.cash.special_prizes import special_prizes
from tdapp.clock.queries import clock_face
from tdapp.floor.round_queries import rounds_of
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Field, field
from tdapp.public.chart import ChipChart, chip_chart
from tdapp.public.posted import codes_of, in_spanish, long_date
from tdapp.public.sheet import rebuys
from tdapp.rules.levels import Level
from tdapp.rules.places import Place
from tdapp.seasons.queries import (
    ResultLine,
    Results,
    SeasonTable,
    number_in_season,
    results,
    season_table,
)
from tdapp.web import figures, house_words, prize_words, round_words
from tdapp.web.bounty_board import bounties_won
from tdapp.web.deal_words import deal_words

TOP_OF_SEASON = 5
TOLD = ("direction", "level_trigger", "min_raise", "button_rule", "heads_up_button", "end_mode")
"""The house rules that change how a result reads; the rule sheet has all of them."""


@dataclass(frozen=True)
class Line:
    """One line of the classification; ``points`` is "" where they do not count yet."""

    place: Place
    name: str
    code: str
    out_at: str
    points: str
    points_value: Fraction
    prize: str
    prize_units: int
    level: Level | None

    @property
    def won(self) -> bool:
        return self.place.first == 1


@dataclass(frozen=True)
class Standing:
    """One line of the season table as it stood after the open; ``width`` is per cent of the best total."""

    rank: int
    name: str
    code: str
    points: str
    width: int


@dataclass(frozen=True)
class Report:
    """An open as it is told. ``state`` is waiting, running, finished or posted.

    ``costs`` is what left the pool before the prizes (VIV-42), ``overlay`` what then was added to reach the
    guarantee (RULES 4.5), ``unassigned`` what of the pool no place has; "" for nothing.
    """

    open: Open
    state: str
    number: int | None
    players: int
    buy_in: str
    pool: str
    costs: str
    overlay: str
    unassigned: str
    played: str
    prizes: tuple[str, ...]
    prizes_since: str
    deal: str
    special: tuple[str, ...]
    bounties: tuple[str, ...]
    lines: tuple[Line, ...]
    still_in: tuple[str, ...]
    season: tuple[Standing, ...]
    after: int
    chart: ChipChart | None

    @property
    def name(self) -> str:
        return self.open.name

    @property
    def date(self) -> str:
        return long_date(self.open.date)

    @property
    def event(self) -> str:
        """Which event of the season it was, "" outside one."""
        if self.number is None:
            return ""
        # In Spanish it is "la 1.ª prueba": no place of a player, which would be "1.º".
        nth = f"{self.number}.ª" if in_spanish() else figures.ordinal(self.number)
        return _("%(nth)s event of the season") % {"nth": nth}

    @property
    def game(self) -> str:
        return str(house_words.WORDS["game"].choices[house_of(self.open).game])

    @property
    def under_the_name(self) -> str:
        """ "4 January 2008 · 1st event of the season · Texas hold'em, no limit"."""
        return _dotted(self.date, self.event, self.game)

    @property
    def under_the_name_alone(self) -> str:
        """The same where nothing else says that it is not over: in the post and in the picture."""
        return _dotted(self.date, self.event, "" if self.final else _("still playing"))

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The figures above the table, with their labels."""
        known = (
            (_("Buy-in"), self.buy_in),
            (_("Players"), str(self.players) if self.players else ""),
            (_("Prize pool"), self.pool),
            (pgettext("how long", "Played"), self.played),
        )
        return tuple((label, value) for label, value in known if value)

    @property
    def table_name(self) -> str:
        """What the classification is called."""
        return _("Final classification") if self.final else _("Out so far")

    @property
    def has_points(self) -> bool:
        return any(line.points for line in self.lines)

    @property
    def final(self) -> bool:
        """Whether the classification is complete: nothing is shared before."""
        return self.state in ("finished", "posted")

    @property
    def top(self) -> tuple[Standing, ...]:
        """The first five of the season, and who is level with the fifth."""
        return tuple(one for one in self.season if one.rank <= TOP_OF_SEASON)[: TOP_OF_SEASON + 3]

    @property
    def told_rules(self) -> tuple[tuple[str, str], ...]:
        """The house rules worth knowing with the result: what each is called, and how it was."""
        house = house_of(self.open)
        words = house_words.WORDS
        told = tuple((str(words[key].label), str(words[key].choices[getattr(house, key)])) for key in TOLD)
        deal = ((_("Deal"), self.deal),) if self.deal else ()
        special = ((_("Special prizes"), "; ".join(self.special)),) if self.special else ()
        won = ((_("Bounties"), ", ".join(self.bounties)),) if self.bounties else ()
        return (*special, *won, *deal, *told, (_("Rebuys"), rebuys(house)))


def report(open: Open, now: datetime) -> Report:
    """Everything told about ``open`` as it stands at ``now``."""
    everyone = field(open)
    found = results(open, everyone)
    table = season_table(open.season, until=open) if open.season and open.posted_at else None
    ids = {line.player for line in found.lines} | {row.player for row in (table.lines if table else ())}
    codes = codes_of(ids)
    rounds = _round_of_each(open, everyone, now) if open.round_plans else {}
    return Report(
        open=open,
        state=_state(open),
        number=number_in_season(open),
        players=found.players,
        buy_in=figures.split_of(open, found.buy_in),
        pool=figures.money_of(open, found.pool.prize),
        costs=figures.money_of(open, found.pool.costs) if found.pool.costs else "",
        overlay=figures.money_of(open, found.pool.overlay) if found.pool.overlay else "",
        unassigned=figures.money_of(open, found.prizes.unassigned) if found.prizes.unassigned > 0 else "",
        played=_played(open, found, now),
        prizes=tuple(figures.money_of(open, amount) for amount in found.prizes.amounts),
        prizes_since=prize_words.since(open, locked=found.prizes.locked, at=as_of(open)),
        deal=deal_words(open, found.prizes.deal) if found.prizes.deal else "",
        special=tuple(
            prize_words.special_line(open, one) for one in special_prizes(open, everyone, found.prizes)
        ),
        bounties=bounties_won(open, everyone),
        lines=_lines(open, found, codes, rounds),
        still_in=_still_in(open, everyone),
        season=_season(table, codes) if table else (),
        after=len(table.meetings) if table else 0,
        chart=chip_chart(open, everyone, now),
    )


def _dotted(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _state(open: Open) -> str:
    if open.posted_at is not None:
        return "posted"
    if open.finished_at is not None:
        return "finished"
    return "running" if open.started_at is not None else "waiting"


def _played(open: Open, found: Results, now: datetime) -> str:
    if found.played is not None:
        return figures.duration(found.played)
    return figures.duration(now - open.started_at) if open.started_at else ""


def _round_of_each(open: Open, everyone: Field, now: datetime) -> dict[int, str]:
    """The last round that each player played, by player: "Round 1", "Final".

    Stages that only carry on the seats, stacks and clock of one round (SIS-14) are none.
    """
    views = rounds_of(open, everyone, clock_face(open, now, everyone), now)
    stages = Counter(view.id for view in views)
    return {
        row.entrant.player_id: round_words.round_title(view)
        for view in views
        if view.state != "annulled" and stages[view.id] == 1
        for table in view.tables
        if table.state != "annulled"
        for row in table.rows
    }


def _lines(open: Open, found: Results, codes: dict[int, str], rounds: dict[int, str]) -> tuple[Line, ...]:
    scored = open.finished_at is not None and open.season_id is not None
    return tuple(
        Line(
            place=line.place,
            name=line.name,
            code=codes[line.player],
            out_at=_out_at(open, line, rounds),
            points=figures.points(line.points) if scored else "",
            points_value=line.points,
            prize=figures.money_of(open, line.prize) if line.prize else "",
            prize_units=line.prize,
            level=line.out_at if line.out_at and not line.out_at.is_break else None,
        )
        for line in found.lines
    )


def _out_at(open: Open, line: ResultLine, rounds: dict[int, str]) -> str:
    """The blinds; in an open of several rounds the round, but not for who won it."""
    if line.player in rounds:
        return "" if line.place.first == 1 else rounds[line.player]
    return _blinds(open, line.out_at)


def _blinds(open: Open, level: Level | None) -> str:
    if level is None or level.is_break:
        return ""
    if not level.bb:
        return _("ante %(ante)s") % {"ante": figures.chips(open, level.ante)}
    return figures.blinds(open, level.sb, level.bb)


def _still_in(open: Open, everyone: Field) -> tuple[str, ...]:
    """Who has no place yet, in the order of sign-up."""
    return tuple(one.name for one in everyone.playing if one.id not in everyone.places)


def _season(table: SeasonTable, codes: dict[int, str]) -> tuple[Standing, ...]:
    best = table.lines[0].total if table.lines else Fraction(1)
    return tuple(
        Standing(
            row.rank,
            row.name,
            codes[row.player],
            figures.points(row.total),
            round(row.total / best * 100) if best else 0,
        )
        for row in table.lines
    )
