"""A player's phone: the clock, my seat, the money, the tables; and the QR code that leads here."""

from __future__ import annotations

import io

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tdapp.public import live
from tdapp.web import links
from tdapp.web.access import public_open
from tdapp.web.night import public_night


@require_safe
def phone(request: HttpRequest, code: str) -> HttpResponse:
    """The clock and everything else a player asks for during the night."""
    return _page(request, code, "public/phone/page.html")


@require_safe
def tables(request: HttpRequest, code: str) -> HttpResponse:
    """Who sits where."""
    return _page(request, code, "public/phone/tables.html")


def _page(request: HttpRequest, code: str, template: str) -> HttpResponse:
    open = public_open(code)
    return render(request, template, live.context(open, public_night(open, timezone.now())))


@require_safe
@cache_control(max_age=60)
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The phone page's address as other devices reach it; a machine on no network gives its own."""
    open = public_open(code)
    base = links.reachable_base(request) or request.build_absolute_uri("/").rstrip("/")
    image = io.BytesIO()
    address = base + reverse("public:phone", args=[open.code])
    segno.make(address, error="m", micro=False).save(image, kind="svg", border=2, scale=4)
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")


urls: list[URLPattern] = [
    path("o/<slug:code>/", phone, name="phone"),
    path("o/<slug:code>/tables/", tables, name="tables"),
    path("o/<slug:code>/qr.svg", qr, name="qr"),
]
