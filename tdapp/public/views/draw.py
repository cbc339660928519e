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

from tdapp.floor.draws import recomputed
from tdapp.floor.queries import DrawView, draws
from tdapp.opens.models import Entry, Round, Table
from tdapp.public.posted import frame
from tdapp.web.access import public_open
from tdapp.web.figures import listed


@dataclass(frozen=True)
class Told:
    """A draw in words: what went in, in order; what came out; whether it comes out again.

    ``places`` and ``dealer_table`` are numbers, as the draw takes them; ``drawn`` and ``table`` name the
    tables as people call them.  ``there`` says who sat where already: (table, players, seats).
    """

    purpose: str
    seed: str
    at: datetime
    table: str
    dealer_table: int | None
    given: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    there: tuple[tuple[int, int, str], ...]
    kept: tuple[tuple[str, str, int], ...]
    apart: tuple[str, ...]
    drawn: tuple[tuple[str, str, int], ...]
    dealer: int | None
    again: bool


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Every draw of the open, the latest first."""
    open = public_open(code)
    names = {entry.pk: str(entry.player) for entry in _entries(open.pk)}
    told = [
        _told(draw, names, labels)
        for round in Round.objects.filter(open=open).order_by("-pk")
        for labels in [_labels(round)]
        for draw in draws(round)
    ]
    context = {**frame(open.tour, "draw", open), "open": open, "draws": told}
    return render(request, "public/draw/page.html", context)


def _entries(open: int) -> list[Entry]:
    # Also those withdrawn since: they were drawn.
    return list(Entry.everything.filter(open=open).select_related("player"))


def _labels(round: Round) -> dict[int, str]:
    """What the round's tables are called, by number."""
    return {table.number: table.label for table in Table.everything.filter(round=round).order_by("pk")}


def _told(draw: DrawView, names: Mapping[int, str], labels: Mapping[int, str]) -> Told:
    items: Any = draw.items
    result: Any = draw.result
    at, again = draw.at, recomputed(draw)

    def called(table: int) -> str:
        return labels.get(table, str(table))

    if draw.purpose == "dealer":
        seats = tuple(str(seat) for seat in items["seats"])
        table = items["table"]
        return Told(
            "dealer", draw.seed, at, called(table), table, seats, (), (), (), (), (), result[0], again
        )
    return Told(
        draw.purpose,
        draw.seed,
        at,
        "",
        None,
        tuple(names.get(entry, "?") for entry in items["entries"]),
        tuple((table, seat) for table, seat in items["places"]),
        tuple(
            (number, len(taken), ", ".join(str(seat) for seat, _ in taken))
            for number, _size, taken, _blocked in items.get("tables", ())
            if taken
        ),
        tuple(
            (names.get(entry, "?"), called(table), seat)
            for entry, table, seat in items.get("kept", ())
            if entry in items["entries"]
        ),
        tuple(listed([names.get(entry, "?") for entry in pair]) for pair in items.get("apart", ())),
        tuple((names.get(entry, "?"), called(table), seat) for entry, table, seat in result),
        None,
        again,
    )


urls: list[URLPattern] = [path("o/<slug:code>/draw/", show, name="draw")]
