"""Results of an open and the season table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction

from django.db.models import Count

from tdapp.cash.agreed import DealFact
from tdapp.cash.dues import dues
from tdapp.cash.queries import Debt, Pool, Prizes, debts, pool, prices, prizes, winnings
from tdapp.floor.out_levels import levels_of_outs
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Field, field
from tdapp.players.models import Player
from tdapp.rules import points, standings
from tdapp.rules.levels import Level
from tdapp.rules.places import Place, count_ranking, places
from tdapp.seasons.models import Result
from tdapp.tours.models import Season


@dataclass(frozen=True)
class ResultLine:
    """One line of the final classification; money in minor units, ``out_at`` the level they went out at."""

    entry: int
    player: int
    name: str
    place: Place
    points: Fraction
    prize: int
    paid_out: bool
    out_at: Level | None
    owes: int


@dataclass(frozen=True)
class Results:
    """An open's final classification and the figures above it."""

    lines: tuple[ResultLine, ...]
    players: int
    buy_in: tuple[tuple[str, int], ...]
    pool: Pool
    prizes: Prizes
    debts: tuple[Debt, ...]
    played: timedelta | None

    @property
    def complete(self) -> bool:
        """Whether everybody who played has a place."""
        return len(self.lines) == self.players


@dataclass(frozen=True)
class Meeting:
    """One posted open of a season."""

    open: int
    code: str
    name: str
    date: date


@dataclass(frozen=True)
class SeasonLine:
    """A player's line of the season table; ``by_open`` points per open id, absent where not played."""

    rank: int
    player: int
    name: str
    total: Fraction
    played: int
    wins: int
    by_open: dict[int, Fraction]


@dataclass(frozen=True)
class SeasonTable:
    """The standings of a season over its posted opens, in order of date."""

    season: Season
    meetings: tuple[Meeting, ...]
    lines: tuple[SeasonLine, ...]


def results(open: Open, everyone: Field | None = None) -> Results:
    """The final classification, derived from outs, counts and prizes; best place first."""
    everyone = everyone or field(open)
    owed = dues(open, everyone)
    money = pool(open, everyone, owed)
    locked = prizes(open, money)
    won = winnings(open, everyone, locked)
    owing = debts(open, everyone, owed)
    owes = {debt.entry: debt.amount for debt in owing}
    out_at = levels_of_outs(open, everyone)
    scored = places_scored(open, everyone, locked.deal)
    lines = []
    for entrant in everyone.playing:
        place = everyone.places.get(entrant.id)
        if place is None:
            continue
        lines.append(
            ResultLine(
                entrant.id,
                entrant.player_id,
                entrant.name,
                place,
                points_for(open, scored[entrant.id], len(everyone.playing)),
                won[entrant.id].amount if entrant.id in won else 0,
                won[entrant.id].paid if entrant.id in won else False,
                out_at.get(entrant.id),
                owes.get(entrant.id, 0),
            )
        )
    price = prices(open).get("buy_in")
    return Results(
        tuple(sorted(lines, key=lambda line: (line.place.first, line.entry))),
        len(everyone.playing),
        price.splits if price else (),
        money,
        locked,
        owing,
        _played(open.started_at, open.finished_at),
    )


def _played(started_at: datetime | None, finished_at: datetime | None) -> timedelta | None:
    return finished_at - started_at if started_at and finished_at else None


def places_scored(open: Open, everyone: Field, deal: DealFact | None) -> Mapping[int, Place]:
    """The places that points are given for: those of play, or of the chips that a deal counted where the
    house says so (RULES 4.4)."""
    if deal is None or house_of(open).deal_points != "count" or not all(deal.stacks.values()):
        return everyone.places
    counted = places(list(deal.stacks), (), count_ranking(deal.stacks))
    return {key: counted.get(key, place) for key, place in everyone.places.items()}


def points_for(open: Open, place: Place, players: int) -> Fraction:
    """A place's points by the season's formula (RULES 4.7); ties as the season says."""
    mode = open.season.tied_points if open.season else "average"
    return points.for_tie(place.first, place.last, players, mode)


IN_SEASON = ("date", "meeting", "pk")
"""The order of a season's opens."""


def number_in_season(open: Open) -> int | None:
    """Which event of its season an open is: the number it was given, else its place by date."""
    if open.season_id is None or open.meeting is not None:
        return open.meeting
    ordered = Open.objects.filter(season=open.season_id).order_by(*IN_SEASON).values_list("pk", flat=True)
    return list(ordered).index(open.pk) + 1


def season_table(season: Season, *, until: Open | None = None) -> SeasonTable:
    """The standings of what was posted: equal points share the rank; ``until`` an open, as after it."""
    opens = list(Open.objects.filter(season=season, posted_at__isnull=False).order_by(*IN_SEASON))
    if until in opens:
        opens = opens[: opens.index(until) + 1]
    meetings = tuple(Meeting(open.pk, open.code, open.name, open.date) for open in opens)
    # Where totals tie, players stand as their first results do; the database promises no order by itself.
    rows = list(
        Result.objects.filter(open__in=[m.open for m in meetings])
        .select_related("player")
        .order_by("open__date", "open__meeting", "open", "first", "pk")
    )
    given = [
        standings.Result(row.player_id, row.open_id, Fraction(row.points, row.points_of), row.first)
        for row in rows
    ]
    by_open: dict[int, dict[int, Fraction]] = {}
    for one in given:
        by_open.setdefault(int(one.player), {})[int(one.meeting)] = Fraction(one.points)
    names = {row.player_id: str(row.player) for row in rows}
    lines = tuple(
        SeasonLine(
            row.rank,
            int(row.player),
            names[int(row.player)],
            row.total,
            row.played,
            row.wins,
            by_open[int(row.player)],
        )
        for row in standings.standings(given)
    )
    return SeasonTable(season, meetings, lines)


@dataclass(frozen=True)
class PlayerMeeting:
    """One posted open in a player's history."""

    name: str
    code: str
    date: date
    place: Place
    players: int
    points: Fraction
    prize: int
    currency: str
    minor_digits: int


def history(player: Player) -> tuple[PlayerMeeting, ...]:
    """A player's posted opens, the latest first."""
    rows = Result.objects.filter(player=player, open__posted_at__isnull=False, open__voided=False)
    fields = Result.objects.filter(open__in=rows.values("open")).values("open").annotate(players=Count("pk"))
    players = {row["open"]: row["players"] for row in fields}
    return tuple(
        PlayerMeeting(
            row.open.name,
            row.open.code,
            row.open.date,
            Place(row.first, row.last),
            players[row.open_id],
            Fraction(row.points, row.points_of),
            row.prize,
            row.open.currency,
            row.open.minor_digits,
        )
        for row in rows.select_related("open").order_by("-open__date", "-pk")
    )
