"""The clock at the desk: pause and resume, the time left, other levels, and the shot clock of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock import services, time_calls
from tdapp.clock.queries import clock_face
from tdapp.desk.dialogs import acted, night_url, role_of, show, show_refused
from tdapp.desk.forms.clock import TimeLeftForm
from tdapp.desk.running import lines
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.acts import act
from tdapp.web.answers import done
from tdapp.web.clockface import clock_view
from tdapp.web.numbers import number

TEMPLATE = "desk/clock/_dialog.html"

VERBS: Mapping[str, Callable[..., JournalEntry]] = {
    "pause": services.pause_clock,
    "resume": services.resume_clock,
    "plus": partial(services.add_time, seconds=60),
    "minus": partial(services.add_time, seconds=-60),
    "next": services.next_level,
    "previous": services.previous_level,
}


@open_view(Role.FLOOR)
@require_POST
def clock(request: HttpRequest, open: Open, verb: str) -> HttpResponse:
    """Do one act on the clock."""
    service = VERBS.get(verb)
    if service is None:
        raise Http404
    return acted(request, open, lambda: service(open=open, **act(request)))


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def clock_set(request: HttpRequest, open: Open) -> HttpResponse:
    """The levels to go to and the time left; a POST sets the time left."""
    form = TimeLeftForm(request.POST or None)
    context = _context(request, open, form)
    if request.method == "GET" or not form.is_valid():
        return show(request, open, TEMPLATE, context, status=200 if request.method == "GET" else 422)
    try:
        entry = services.set_time(open=open, seconds=form.cleaned_data["left"], **act(request))
    except RuleError as error:
        return show_refused(request, open, error, TEMPLATE, context)
    return done(request, open, entry, to=night_url(open))


def _context(request: HttpRequest, open: Open, form: TimeLeftForm) -> dict[str, Any]:
    face = clock_face(open, timezone.now(), field(open))
    return {
        "form": form,
        "face": face,
        "clock": clock_view(open, face),
        "lines": lines(open, face),
        "may_direct": role_of(request).covers(Role.DIRECTOR),
    }


@open_view(Role.FLOOR)
@require_POST
def clock_go(request: HttpRequest, open: Open) -> HttpResponse:
    """Begin the line ``index`` of the schedule now."""
    index = number(request.POST.get("index", ""))
    if index is None:
        raise Http404
    return acted(request, open, lambda: services.go_to_level(open=open, index=index, **act(request)))


@open_view(Role.SCOREKEEPER)
@require_POST
def time_call(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Call time at a table, or (``ended``) say that the player has acted."""
    row = get_object_or_404(Table.objects.select_related("round__open__stream"), round__open=open, pk=table)
    service = time_calls.end_time_call if request.POST.get("ended") else time_calls.call_time
    return acted(request, open, lambda: service(table=row, **act(request)))


urls: list[URLPattern] = [
    path("desk/<slug:code>/clock/<slug:verb>/", clock, name="clock"),
    path("desk/<slug:code>/time/", clock_set, name="clock_set"),
    path("desk/<slug:code>/time/level/", clock_go, name="clock_go"),
    path("desk/<slug:code>/time/call/<int:table>/", time_call, name="time_call"),
]
