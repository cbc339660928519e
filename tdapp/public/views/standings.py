"""The season table, the players of a tour, and each player's page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tdapp.players.models import Player
from tdapp.public.posted import codes_of, frame, latest_season, long_date, seasons_of
from tdapp.seasons.models import Result
from tdapp.seasons.queries import PlayerMeeting, SeasonTable, history, season_table
from tdapp.tours.models import Season, Tour
from tdapp.web import figures
from tdapp.web.numbers import number

FIRST_WORD = re.compile(
    r"^(?:open|torneo|prueba)\s+(?:de la\s+|del\s+|de\s+|of the\s+|of\s+)?", re.IGNORECASE
)


@dataclass(frozen=True)
class Column:
    """One open of the season table: its name, and the short one that fits a column."""

    code: str
    name: str
    short: str
    date: date


@dataclass(frozen=True)
class Row:
    """One player of the season table; ``cells`` are points per open, "" where not played."""

    rank: int
    name: str
    code: str
    cells: tuple[str, ...]
    wins: int
    total: str


@require_safe
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """The table of the season with that number (``?season=2``), else of the last one with results."""
    tour = get_object_or_404(Tour, code=code)
    seasons = seasons_of(tour)
    season = _wanted(seasons, request.GET.get("season", ""))
    table = season_table(season) if season else None
    context = {
        **frame(tour, "standings"),
        "season": season,
        "seasons": list(enumerate(seasons, start=1)),
        "columns": _columns(table) if table else (),
        "rows": _rows(table) if table else (),
    }
    return render(request, "public/standings/page.html", context)


def _wanted(seasons: list[Season], typed: str) -> Season | None:
    if not typed:
        return latest_season(seasons)
    wanted = number(typed)
    if wanted is None or not 1 <= wanted <= len(seasons):
        raise Http404
    return seasons[wanted - 1]


def _columns(table: SeasonTable) -> tuple[Column, ...]:
    return tuple(Column(one.code, one.name, short_name(one.name), one.date) for one in table.meetings)


def short_name(name: str) -> str:
    """A name that fits a column: "Open del Barbarismo" is "Barbarismo" there."""
    short = FIRST_WORD.sub("", name) or name
    return short if len(short) <= 14 else short[:13].rstrip() + "…"


def _rows(table: SeasonTable) -> tuple[Row, ...]:
    codes = codes_of({line.player for line in table.lines})
    return tuple(
        Row(
            line.rank,
            line.name,
            codes[line.player],
            tuple(_points(line.by_open.get(meeting.open)) for meeting in table.meetings),
            line.wins,
            figures.points(line.total),
        )
        for line in table.lines
    )


def _points(value: Fraction | None) -> str:
    return "" if value is None else figures.points(value)


@require_safe
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody who played a posted open of the tour, by name."""
    tour = get_object_or_404(Tour, code=code)
    played: dict[Player, int] = {}
    won: dict[Player, int] = {}
    rows = Result.objects.filter(open__tour=tour, open__posted_at__isnull=False).select_related("player")
    for row in rows:
        played[row.player] = played.get(row.player, 0) + 1
        won[row.player] = won.get(row.player, 0) + (row.first == 1)
    listed = [
        {"name": str(one), "code": one.code, "opens": played[one], "wins": won[one]}
        for one in sorted(played, key=lambda one: (one.folded, one.note))
    ]
    return render(request, "public/standings/players.html", {**frame(tour, "players"), "players": listed})


@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """A player's opens, places, points and prizes."""
    who = get_object_or_404(Player, code=code)
    meetings = history(who)
    tour = Tour.objects.filter(opens__code=meetings[0].code).first() if meetings else Tour.objects.first()
    context = {
        **(frame(tour, "players") if tour else {}),
        "player": who,
        "lines": [_line(meeting) for meeting in meetings],
        "opens": len(meetings),
        "wins": sum(meeting.place.first == 1 for meeting in meetings),
        "points": figures.points(sum((meeting.points for meeting in meetings), Fraction(0))),
        "prizes": _prizes(meetings),
        "ranks": _ranks(who),
    }
    return render(request, "public/standings/player.html", context)


def _line(meeting: PlayerMeeting) -> dict[str, object]:
    return {
        "name": meeting.name,
        "code": meeting.code,
        "date": long_date(meeting.date),
        "place": meeting.place,
        "players": meeting.players,
        "points": figures.points(meeting.points),
        "prize": _money(meeting, meeting.prize),
    }


def _money(meeting: PlayerMeeting, units: int) -> str:
    return figures.money(units, meeting.currency, meeting.minor_digits) if units else ""


def _prizes(meetings: tuple[PlayerMeeting, ...]) -> str:
    """What was won, in each currency."""
    sums: dict[tuple[str, int], int] = {}
    for meeting in meetings:
        kind = (meeting.currency, meeting.minor_digits)
        sums[kind] = sums.get(kind, 0) + meeting.prize
    return " + ".join(figures.money(units, *kind) for kind, units in sums.items() if units)


def _ranks(who: Player) -> list[tuple[Season, int, str]]:
    """The player's rank and points in each season played, the latest first."""
    seasons = Season.objects.filter(opens__results__player=who, opens__posted_at__isnull=False).distinct()
    found = []
    for season in seasons.order_by("-pk"):
        for line in season_table(season).lines:
            if line.player == who.pk:
                found.append((season, line.rank, figures.points(line.total)))
    return found


urls: list[URLPattern] = [
    path("t/<slug:code>/standings/", standings, name="standings"),
    path("t/<slug:code>/players/", players, name="players"),
    path("p/<slug:code>/", player, name="player"),
]
