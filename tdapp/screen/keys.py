"""The keys of a television set: they run the clock where the director allowed it (DESIGN 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdapp.clock import services
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act
from tdapp.rules.errors import RuleError
from tdapp.screen.tv import Television, shown_on, television
from tdapp.web import messages, story, televisions
from tdapp.web.access import public_open
from tdapp.web.acts import request_id

KEYS: Mapping[str, Callable[..., JournalEntry]] = {
    "pause": services.pause_clock,
    "resume": services.resume_clock,
    "next": services.next_level,
    "previous": services.previous_level,
    "plus": partial(services.add_time, seconds=60),
    "minus": partial(services.add_time, seconds=-60),
}


@require_POST
def key(request: HttpRequest) -> JsonResponse:
    """Do what a key of a paired set asks (``key``) to the open on it (``open``), and say it.

    403 for whoever is no set whose keys were allowed, and for an open that it does not show; 422 with the
    sentence where the clock refuses; 429 beyond twenty in ten seconds.
    """
    this = television(request)
    if this is None or not this.keys:
        raise PermissionDenied
    service = KEYS.get(request.POST.get("key", ""))
    if service is None:
        raise Http404
    if televisions.too_fast(this.code):
        return JsonResponse({"said": _("Too many keys at once: wait ten seconds.")}, status=429)
    open = public_open(request.POST.get("open", ""))
    if [one.pk for one in shown_on(this, timezone.now(), at=open.code)] != [open.pk]:
        raise PermissionDenied
    try:
        entry = service(open=open, **_act(request, this))
    except RuleError as error:
        return JsonResponse({"said": messages.refusal(error, open).text}, status=422)
    said = messages.repeated(entry) if entry.repeated else story.sentence(entry, open)
    return JsonResponse({"said": said})


def _act(request: HttpRequest, tv: Television) -> Act:
    """Nobody is signed in at a set: the entry names the set instead."""
    assert tv.display is not None
    return Act(
        actor=None,
        device=None,
        now=timezone.now(),
        request_id=request_id(request),
        by_display=tv.display.pk,
    )
