"""The rounds of an open: who plays where, who goes on, and who meets whom next."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tdapp.public import live
from tdapp.public.posted import frame
from tdapp.web.access import public_open
from tdapp.web.night import public_night


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Every round of the open, and as history the tables that are played again."""
    open = public_open(code)
    context = live.rounds_context(open, public_night(open, timezone.now()))
    return render(request, "public/rounds/page.html", {**frame(open.tour, "opens", open), **context})


urls: list[URLPattern] = [path("o/<slug:code>/rounds/", show, name="rounds")]
