"""A club's look as files: its logo, and a sheet with its colours (the policy allows nothing inline)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tdapp.displays import colours
from tdapp.displays.models import Look
from tdapp.displays.queries import look_of
from tdapp.tours.models import Tour

A_YEAR = 365 * 24 * 3600


@require_safe
def sheet(request: HttpRequest, code: str, stamp: int) -> HttpResponse:
    """The custom properties of the tour's colours; the states of the screen that have their own keep them."""
    tour = Tour.objects.filter(code=code).first()
    if tour is None:
        raise Http404
    look = look_of(tour)
    found = colours.properties(look.background, look.accent)
    lines = "".join(f"  {name}: {value};\n" for name, value in found.items())
    text = f"body.screen-page {{\n{lines}}}\n" if lines else ""
    return _kept(HttpResponse(text, content_type="text/css; charset=utf-8"), look.stamp == stamp)


@require_safe
def logo(request: HttpRequest, code: str, stamp: int) -> HttpResponse:
    """The tour's logo. Http404 without one."""
    row = Look.objects.select_related("logo").filter(tour__code=code, tour__voided=False).first()
    if row is None or row.logo is None:
        raise Http404
    return _kept(HttpResponse(bytes(row.logo.png), content_type="image/png"), row.stamp == stamp)


def _kept(answer: HttpResponse, current: bool) -> HttpResponse:
    """An address with the look's stamp never changes; an old page's must not keep what it gets now."""
    answer["Cache-Control"] = f"public, max-age={A_YEAR}, immutable" if current else "no-cache"
    return answer
