"""The big screen: which open it shows, and the page that then lives by itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tdapp.displays.queries import look_of
from tdapp.screen import live
from tdapp.screen.tv import Television, new_television, opens_on, remember, shown_on, television
from tdapp.web import links, televisions
from tdapp.web.access import public_open


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """The open that is on, else the next, else the last: at once, or by a list where there are several."""
    opens = opens_on(timezone.now())
    if len(opens) == 1:
        return redirect(_with_query(request, reverse("screen:screen", args=[opens[0].code])))
    return render(request, "screen/choose.html", {"opens": opens})


def _with_query(request: HttpRequest, address: str, *more: str) -> str:
    query = "&".join(part for part in [request.META.get("QUERY_STRING", ""), *more] if part)
    return f"{address}?{query}" if query else address


@never_cache
@require_safe
def to_tv(request: HttpRequest) -> HttpResponse:
    """The short address that is typed on a television set."""
    return redirect(_with_query(request, reverse("screen:tv")))


@never_cache
@require_safe
def tv(request: HttpRequest) -> HttpResponse:
    """A television set's one address: it keeps or gets its code, and goes to the open it is to show."""
    this = television(request) or new_television()
    opens = shown_on(this, timezone.now())
    if len(opens) == 1:
        address = reverse("screen:screen", args=[opens[0].code])
        marked = "tv" in request.GET
        answer: HttpResponse = redirect(_with_query(request, address, *([] if marked else ["tv=1"])))
    else:
        answer = render(request, "screen/choose.html", {"opens": opens, "tv": this})
    remember(answer, this.code)
    return answer


@never_cache
@require_safe
def where(request: HttpRequest) -> JsonResponse:
    """What a set asks every few seconds: where it belongs, in which colours, and whether its keys count.

    ``at`` is the code of the open on it now.  A set without a code of ours (its cookie was cleared, or is
    another installation's) is sent to the address where it gets one.
    """
    this, now = television(request), timezone.now()
    if this is None:
        return JsonResponse({"address": reverse("screen:tv"), "code": "", "paired": False, "keys": False})
    televisions.seen(this.code, now)
    opens = shown_on(this, now, at=request.GET.get("at", ""))
    told = {"code": this.code, "name": this.name, "paired": this.paired, "keys": this.keys}
    if len(opens) != 1:
        return JsonResponse({**told, "address": reverse("screen:tv"), "look": ""})
    tour = opens[0].tour
    sheet = reverse("screen:look", args=[tour.code, look_of(tour).stamp])
    return JsonResponse({**told, "address": reverse("screen:screen", args=[opens[0].code]), "look": sheet})


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The big screen of one open; with ``tv`` in its address as a television set's page."""
    open = public_open(code)
    base = links.reachable_base(request)
    phone = reverse("public:phone", args=[open.code])
    return render(
        request,
        "screen/page.html",
        {
            **live.context(open, timezone.now()),
            "phone_address": f"{base}{phone}".removeprefix("http://") if base else "",
            "tv": _tv_here(request),
        },
    )


def _tv_here(request: HttpRequest) -> Television | None:
    """The set, where the page was opened as one: a laptop may have been one once and be none today."""
    return television(request) if "tv" in request.GET else None
