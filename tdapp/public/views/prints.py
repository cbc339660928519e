"""Paper for the night: seat cards, lists to post on the wall, moves to read out, the rounds to fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tdapp.opens.models import Open
from tdapp.public import prints
from tdapp.public.posted import frame, long_date
from tdapp.web.access import public_open
from tdapp.web.leaves import Leaf

KINDS = {
    "cards": gettext_lazy("Seat cards"),
    "names": gettext_lazy("Seats by name"),
    "tables": gettext_lazy("Seats by table"),
    "moves": gettext_lazy("Moves"),
    "rounds": gettext_lazy("Rounds"),
}
"""What can be printed, and what it is called."""

LEAVES: Mapping[str, Callable[[Open], tuple[Leaf, ...]]] = {
    "names": prints.names,
    "tables": prints.tables,
    "moves": prints.moves,
}


@require_safe
def show(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """One kind of paper, cut into sheets that fit A4 and Letter."""
    if kind not in KINDS:
        raise Http404
    open, now = public_open(code), timezone.now()
    order = "table" if request.GET.get("order") == "table" else "name"
    if kind == "cards":
        leaves = prints.cards(open, order)
    else:
        leaves = prints.rounds(open, now) if kind == "rounds" else LEAVES[kind](open)
    context = {
        **frame(open.tour, "print", open),
        "open": open,
        "kind": kind,
        "kinds": [one for one in KINDS.items() if one[0] != "rounds" or open.round_plans],
        "title": KINDS[kind],
        "leaves": leaves,
        "order": order,
        "date": long_date(open.date),
        "now": now,
    }
    return render(request, f"public/print/{kind}.html", context)


urls: list[URLPattern] = [path("o/<slug:code>/print/<slug:kind>/", show, name="print")]
