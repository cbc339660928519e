"""Receipts to print: everybody's, or one player's, on sheets or on an 80 mm roll."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tdapp.accounts.roles import Role
from tdapp.desk.receipts import Receipt, sheets
from tdapp.desk.receipts import receipts as every_receipt
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.web import figures
from tdapp.web.access import open_view


@open_view(Role.DIRECTOR)
@require_safe
def receipts(request: HttpRequest, open: Open) -> HttpResponse:
    """All receipts, in order of number or name."""
    order = "name" if request.GET.get("order") == "name" else "number"
    return _page(request, open, every_receipt(open, field(open), order), order)


@open_view(Role.DIRECTOR)
@require_safe
def receipt(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """The receipt of one entry."""
    found = [one for one in every_receipt(open, field(open)) if one.entrant.id == entry]
    if not found:
        raise Http404
    return _page(request, open, found, "")


def _page(request: HttpRequest, open: Open, found: Sequence[Receipt], order: str) -> HttpResponse:
    roll = request.GET.get("paper") == "roll"
    context = {
        "open": open,
        "tour": open.tour,
        "rules_of": open,
        "here": "print",
        "receipts": found,
        "one": found[0].entrant if not order else None,
        "leaves": () if roll else sheets(found),
        "roll": roll,
        "order": order,
        "date": figures.long_date(open.date),
        "now": timezone.now(),
    }
    return render(request, "desk/receipts/page.html", context)


urls: list[URLPattern] = [
    path("desk/<slug:code>/receipts/", receipts, name="receipts"),
    path("desk/<slug:code>/receipts/<int:entry>/", receipt, name="receipt"),
]
