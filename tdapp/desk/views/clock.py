"""The clock at the desk: pause, resume, a minute more or less, next and previous level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from tdapp.accounts.roles import Role
from tdapp.clock import services
from tdapp.desk.dialogs import acted
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.web.access import open_view
from tdapp.web.acts import act

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


urls: list[URLPattern] = [path("desk/<slug:code>/clock/<slug:verb>/", clock, name="clock")]
