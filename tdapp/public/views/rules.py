"""The rule sheet of an open: one page, to read on a phone or to print."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tdapp.public.posted import frame
from tdapp.public.sheet import rule_sheet
from tdapp.web.access import public_open


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules as they are now, in the viewer's language."""
    open = public_open(code)
    context = {**frame(open.tour, "rules", open), "open": open, "sheet": rule_sheet(open)}
    return render(request, "public/rules/page.html", context)


urls: list[URLPattern] = [
    path("o/<slug:code>/rules/", rules, name="rules"),
]
