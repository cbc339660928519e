"""The start: now, later with a countdown, or only announced; while it counts down it can be moved."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock import services as clock
from tdapp.clock.queries import clock_face
from tdapp.desk.dialogs import acted, night_url, show, show_refused
from tdapp.desk.forms.start import StartForm
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.acts import act, new_seed
from tdapp.web.answers import done

TEMPLATE = "desk/start/_dialog.html"


@open_view(Role.DIRECTOR)
@require_POST
def start(request: HttpRequest, open: Open) -> HttpResponse:
    """Begin to play."""
    return acted(request, open, lambda: floor.start_play(open=open, seed=new_seed(), **act(request)))


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def start_later(request: HttpRequest, open: Open) -> HttpResponse:
    """Ask when, then count down to it (``how`` = start) or only announce it (announce)."""
    form = StartForm(request.POST or None, open=open, now=timezone.now())
    context: dict[str, Any] = {"form": form, "players": len(field(open).entrants)}
    if request.method == "GET" or not form.is_valid():
        return show(request, open, TEMPLATE, context, status=200 if request.method == "GET" else 422)
    try:
        return done(request, open, _set_start(request, open, form), to=night_url(open))
    except RuleError as error:
        return show_refused(request, open, error, TEMPLATE, context)


def _set_start(request: HttpRequest, open: Open, form: StartForm) -> JournalEntry:
    if request.POST.get("how") == "announce":
        return clock.announce_start(open=open, at=form.at, **act(request))
    return floor.start_play(open=open, seed=new_seed(), at=form.at, **act(request))


@open_view(Role.DIRECTOR)
@require_POST
def start_forget(request: HttpRequest, open: Open) -> HttpResponse:
    """Announce no start any more."""
    return acted(request, open, lambda: clock.announce_start(open=open, at=None, **act(request)))


@open_view(Role.DIRECTOR)
@require_POST
def start_move(request: HttpRequest, open: Open, verb: str) -> HttpResponse:
    """While it counts down: begin now, or a minute sooner or later."""
    by = {"now": None, "plus": timedelta(minutes=1), "minus": timedelta(minutes=-1)}
    if verb not in by:
        raise Http404
    told = act(request)
    face = clock_face(open, told["now"], field(open))
    shift = by[verb]
    at = told["now"] if shift is None else (face.begins_at or told["now"]) + shift
    return acted(request, open, lambda: clock.move_start(open=open, at=at, **told))


urls: list[URLPattern] = [
    path("desk/<slug:code>/start/", start, name="start"),
    path("desk/<slug:code>/start/later/", start_later, name="start_later"),
    path("desk/<slug:code>/start/forget/", start_forget, name="start_forget"),
    path("desk/<slug:code>/start/move/<slug:verb>/", start_move, name="start_move"),
]
