"""The hands of a night as they were entered: all of them, a table's, a player's; nothing here writes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tdapp.accounts.roles import Role
from tdapp.desk.chip_chart import LINES, chart, page_of, said
from tdapp.desk.dialogs import role_of
from tdapp.hands.chip_history import ChipHistory
from tdapp.hands.story import Told
from tdapp.live.state import Stamp
from tdapp.opens.models import Entry, Open, Table
from tdapp.opens.queries import field
from tdapp.web.access import open_view
from tdapp.web.numbers import number

LIST, CHART = "hands-list", "hands-chart"


@open_view(Role.SCOREKEEPER)
@require_safe
def hands(request: HttpRequest, open: Open) -> HttpResponse:
    """Every hand, the newest first; ``table`` and ``player`` narrow the list."""
    table = number(request.GET.get("table", ""))
    return _listed(request, open, table, number(request.GET.get("player", "")))


@open_view(Role.SCOREKEEPER)
@require_safe
def of_table(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """The hands of one table through its life, also of one that is broken, finished or annulled."""
    row = get_object_or_404(Table.everything, pk=table, round__open=open)
    return _listed(request, open, row.pk, None)


@open_view(Role.SCOREKEEPER)
@require_safe
def of_player(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """The hands that one player was dealt, wherever he sat, and what each brought him."""
    row = get_object_or_404(Entry, pk=entry, open=open)
    return _listed(request, open, None, row.pk)


def _listed(request: HttpRequest, open: Open, table: int | None, player: int | None) -> HttpResponse:
    """The page, or for its own refetch the list alone."""
    # The version first: what changes while the rest is read is then fetched once more.
    open.stream.refresh_from_db()
    version = Stamp(open.stream.epoch, open.stream.version)
    everyone = field(open)
    page = Told(open, everyone).page(table=table, entry=player, page=number(request.GET.get("page", "")) or 1)
    context: dict[str, Any] = {
        "open": open,
        "version": version,
        "may_direct": role_of(request).covers(Role.DIRECTOR),
        "list": page,
        "several": len(page.tables) > 1,
        "rounds": len({one.round for one in page.tables}) > 1,
        "players": everyone.playing,
        "table": next((one for one in page.tables if one.id == table), None),
        "who": everyone.by_id.get(player or 0),
    }
    part = request.headers.get("HX-Target") == LIST
    return render(request, "desk/hands/_list.html" if part else "desk/hands/page.html", context)


@open_view(Role.SCOREKEEPER)
@require_safe
def chips(request: HttpRequest, open: Open) -> HttpResponse:
    """Every stack through the night as far as it was known; ten players at a time, ``player`` among them."""
    open.stream.refresh_from_db()
    version = Stamp(open.stream.epoch, open.stream.version)
    history = ChipHistory(open, field(open), timezone.now())
    player = number(request.GET.get("player", ""))
    first = number(request.GET.get("from", "")) or 0 if player is None else page_of(history, player)
    found = chart(open, history, first)
    context: dict[str, Any] = {
        "open": open,
        "version": version,
        "may_direct": role_of(request).covers(Role.DIRECTOR),
        "chart": found,
        "rows": [(row, said(row.total, open)) for row in found.rows] if found else [],
        "before": found.first - LINES if found and found.first else None,
        "after": found.last if found and found.last < found.players else None,
    }
    part = request.headers.get("HX-Target") == CHART
    return render(request, "desk/hands/_chart.html" if part else "desk/hands/chips.html", context)


urls: list[URLPattern] = [
    path("desk/<slug:code>/hands/", hands, name="hands"),
    path("desk/<slug:code>/hands/table/<int:table>/", of_table, name="hands_table"),
    path("desk/<slug:code>/hands/chips/", chips, name="hands_chips"),
    path("desk/<slug:code>/hands/player/<int:entry>/", of_player, name="hands_player"),
]
