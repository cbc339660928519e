"""The prizes on paper, with a line for each signature."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tdapp.accounts.roles import Role
from tdapp.desk import prize_sheet as words
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.web import figures
from tdapp.web.access import open_view


@open_view(Role.DIRECTOR)
@require_safe
def prize_sheet(request: HttpRequest, open: Open) -> HttpResponse:
    """Places and prizes before the end, names and signatures after it."""
    found = words.sheet(open, field(open))
    context = {
        "open": open,
        "tour": open.tour,
        "rules_of": open,
        "here": "print",
        "sheet": found,
        "leaves": found.leaves,
        "date": figures.long_date(open.date),
        "now": timezone.now(),
    }
    return render(request, "desk/prize_sheet/page.html", context)


urls: list[URLPattern] = [path("desk/<slug:code>/prizes/sheet/", prize_sheet, name="prize_sheet")]
