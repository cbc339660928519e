"""How seats and first dealer were drawn, so that anybody can recompute it (SPT-39)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tdapp.clock.queries import current_round
from tdapp.floor.queries import DrawView, draws
from tdapp.opens.models import Entry
from tdapp.public.posted import frame
from tdapp.rules import draw as rules
from tdapp.web.access import public_open


@dataclass(frozen=True)
class Told:
    """A draw in words: what went in, in order; what came out; whether it comes out again."""

    purpose: str
    seed: str
    at: datetime
    table: int | None
    given: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    drawn: tuple[tuple[str, int, int], ...]
    dealer: int | None
    again: bool


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Every draw of the open, the latest first."""
    open = public_open(code)
    round = current_round(open)
    names = {entry.pk: str(entry.player) for entry in _entries(open.pk)}
    told = [_told(draw, names) for draw in draws(round)]
    context = {**frame(open.tour, "draw", open), "open": open, "draws": told}
    return render(request, "public/draw/page.html", context)


def _entries(open: int) -> list[Entry]:
    # Also those withdrawn since: they were drawn.
    return list(Entry.everything.filter(open=open).select_related("player"))


def _told(draw: DrawView, names: Mapping[int, str]) -> Told:
    items: Any = draw.items
    result: Any = draw.result
    if draw.purpose == "dealer":
        seats = tuple(str(seat) for seat in items["seats"])
        again = rules.pick(items["seats"], draw.seed, f"first dealer {items['table']}") == result[0]
        return Told("dealer", draw.seed, draw.at, items["table"], seats, (), (), result[0], again)
    places = tuple((table, seat) for table, seat in items["places"])
    pairs = rules.seats(items["entries"], places, draw.seed)
    return Told(
        "seats",
        draw.seed,
        draw.at,
        None,
        tuple(names.get(entry, "?") for entry in items["entries"]),
        places,
        tuple((names.get(entry, "?"), table, seat) for entry, table, seat in result),
        None,
        [[entry, *place] for entry, place in pairs] == result,
    )


urls: list[URLPattern] = [path("o/<slug:code>/draw/", show, name="draw")]
