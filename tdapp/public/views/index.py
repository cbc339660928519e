"""The front door: tonight's open, what comes, and what was played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tdapp.cash.queries import prices
from tdapp.opens.models import Open
from tdapp.public.posted import frame, long_date
from tdapp.seasons.models import Result
from tdapp.tours.models import Tour
from tdapp.web import figures
from tdapp.web.access import user_of

FEW = 30
"""So many past opens are listed; the standings lead to every open of a season."""


@dataclass(frozen=True)
class Item:
    """An open in the list. ``state`` is running, tonight, coming, played, posted or missed."""

    name: str
    code: str
    tour: str
    date: str
    state: str
    players: int
    buy_in: str
    winners: str

    @property
    def is_now(self) -> bool:
        return self.state in ("running", "tonight")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Everything there is to see, the nearest first."""
    items = _items(timezone.now())
    tours = list(Tour.objects.order_by("pk"))
    alone = tours[0] if len(tours) == 1 else None
    context = {
        **(frame(alone, "opens") if alone else {"here": "opens"}),
        "tours": tours,
        "now": [one for one in items if one.is_now],
        "coming": [one for one in reversed(items) if one.state == "coming"],
        "past": [one for one in items if one.state in ("played", "posted", "missed")][:FEW],
        "is_member": user_of(request) is not None,
    }
    return render(request, "public/index/page.html", context)


def _items(now: datetime) -> list[Item]:
    """Every open, the latest first."""
    inside = Count("entries", filter=Q(entries__voided=False))
    opens = Open.objects.select_related("tour").annotate(players=inside).order_by("-date", "-pk")
    winners: dict[int, list[str]] = {}
    for row in Result.objects.filter(first=1, open__in=opens).select_related("player").order_by("pk"):
        winners.setdefault(row.open_id, []).append(str(row.player))
    return [_item(open, winners.get(open.pk, []), now) for open in opens]


def _item(open: Open, winners: list[str], now: datetime) -> Item:
    state = _state(open, now)
    price = prices(open).get("buy_in") if state in ("running", "tonight", "coming") else None
    return Item(
        name=open.name,
        code=open.code,
        tour=open.tour.name,
        date=long_date(open.date),
        state=state,
        players=getattr(open, "players", 0),
        buy_in=figures.split_of(open, price.splits) if price else "",
        winners=figures.listed(winners),
    )


def _state(open: Open, now: datetime) -> str:
    if open.finished_at is not None:
        return "posted" if open.posted_at is not None else "played"
    if open.started_at is not None:
        return "running"
    today = now.astimezone(ZoneInfo(open.time_zone)).date()
    if open.date == today:
        return "tonight"
    return "coming" if open.date > today else "missed"


urls: list[URLPattern] = [
    path("", index, name="index"),
]
