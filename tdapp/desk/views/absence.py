"""Absent players: one tap says that nobody sits there, one that he is back (RULES 2.11)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from tdapp.accounts.roles import Role
from tdapp.desk.dialogs import acted
from tdapp.floor import absence as services
from tdapp.opens.models import Entry, Open
from tdapp.web.access import open_view
from tdapp.web.acts import act


@open_view(Role.FLOOR)
@require_POST
def absent(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Nobody sits behind the player's chips."""
    row = _entry(open, entry)
    return acted(request, open, lambda: services.mark_absent(entry=row, **act(request)))


@open_view(Role.FLOOR)
@require_POST
def back(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """The player is back at the table."""
    row = _entry(open, entry)
    return acted(request, open, lambda: services.mark_present(entry=row, **act(request)))


def _entry(open: Open, pk: int) -> Entry:
    found: Entry = get_object_or_404(Entry.objects.select_related("open__stream"), open=open, pk=pk)
    return found


urls: list[URLPattern] = [
    path("desk/<slug:code>/seat/<int:entry>/absent/", absent, name="absent"),
    path("desk/<slug:code>/seat/<int:entry>/back/", back, name="present"),
]
