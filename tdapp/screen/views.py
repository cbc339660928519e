"""The big screen: which open it shows, and the page that then lives by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tdapp.opens.models import Open
from tdapp.web import links
from tdapp.web.access import public_open
from tdapp.web.night import public_night

OVER_FOR = timedelta(hours=12)
"""How long an open that is over is shown where nothing else is on."""


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """The open that is on, else the next, else the last: at once, or by a list where there are several."""
    opens = opens_on(timezone.now())
    if len(opens) == 1:
        query = request.META.get("QUERY_STRING", "")
        address = reverse("screen:screen", args=[opens[0].code])
        return redirect(f"{address}?{query}" if query else address)
    return render(request, "screen/choose.html", {"opens": opens})


def opens_on(now: datetime) -> list[Open]:
    """What a screen without an address would show at ``now``; several if nobody can know."""
    opens = Open.objects.select_related("tour").order_by("date", "pk")
    running = list(opens.filter(started_at__isnull=False, finished_at=None))
    if running:
        return running
    waiting = list(opens.filter(started_at=None))
    if waiting:
        # A night lasts over midnight, and an open may be set up with an old date: the nearest counts.
        today = now.date()
        nearest = min(abs(open.date - today) for open in waiting)
        return [open for open in waiting if abs(open.date - today) == nearest]
    return list(opens.filter(finished_at__gte=now - OVER_FOR).order_by("-finished_at")[:1])


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The big screen of one open."""
    open = public_open(code)
    base = links.reachable_base(request)
    phone = reverse("public:phone", args=[open.code])
    return render(
        request,
        "screen/page.html",
        {
            "open": open,
            "night": public_night(open, timezone.now()),
            "phone_address": f"{base}{phone}".removeprefix("http://") if base else "",
        },
    )
