"""The chips that a tour owns: each set with what it makes and whom it serves."""

from __future__ import annotations

from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.desk.chip_words import chips_said
from tdapp.desk.forms.chip_sets import ChipSetForm, chip_rows, chips_in, typed_set
from tdapp.desk.views.kept import CHIP_SETS, last_of
from tdapp.opens import chip_sets as services
from tdapp.opens.chip_sets import chips_of
from tdapp.opens.models import ChipSet, Open
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Tour
from tdapp.web import figures, messages
from tdapp.web.access import tour_view
from tdapp.web.acts import act
from tdapp.web.numbers import number

USUAL_PLAYERS = 9


def written_as(tour: Tour, digits: int) -> Open:
    """An open that is not saved: it only says how the set's values are written."""
    return Open(currency=tour.currency, chip_digits=digits, chips_are_money=bool(digits))


@tour_view(Role.DIRECTOR)
@require_http_methods(["GET"])
def chip_sets(request: HttpRequest, tour: Tour) -> HttpResponse:
    """The sets, each with its use by so many players."""
    players = number(request.GET.get("players", "")) or USUAL_PLAYERS
    rebuys = number(request.GET.get("rebuys", "")) or 0
    found = []
    for one in services.chip_sets(tour):
        chips, written = chips_of(one.chips), written_as(tour, one.chip_digits)
        words = ", ".join(
            f"{figures.chips_plain(written, chip.value)} {chip.colour}".strip() for chip in chips
        )
        found.append((one, words, chips_said(chips, written, players, rebuys)))
    context = {
        "tour": tour,
        "sets": found,
        "players": players,
        "rebuys": rebuys,
        **last_of(tour, CHIP_SETS),
    }
    return render(request, "desk/chip_sets/page.html", context)


@tour_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def chip_set_new(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Type a set."""
    return _edited(request, tour, None)


@tour_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def chip_set(request: HttpRequest, tour: Tour, pk: int) -> HttpResponse:
    """Change a set; opens keep their own copy."""
    return _edited(request, tour, get_object_or_404(ChipSet, tour=tour, pk=pk))


def _edited(request: HttpRequest, tour: Tour, kept: ChipSet | None) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    digits = kept.chip_digits if kept else 0
    first = {"name": kept.name if kept else "", "chip_unit": "money" if digits else "points"}
    form = ChipSetForm(data, initial=first)
    if data is not None:
        digits = tour.minor_digits if data.get("chip_unit") == "money" else 0
    start = typed_set(chips_of(kept.chips), digits) if kept else [{} for _n in range(4)]
    rows = chip_rows("chips", None if data is None else data.dict(), start, digits)
    if data is not None and form.is_valid() & rows.is_valid():
        try:
            services.save_chip_set(
                tour=tour, name=form.cleaned_data["name"], chips=chips_in(rows), chip_digits=digits,
                chip_set=kept, **act(request),
            )  # fmt: skip
            flash.success(request, _("Kept: %(name)s.") % {"name": form.cleaned_data["name"]})
            return redirect("desk:chip_sets", tour.code)
        except RuleError as error:
            field = "name" if error.code in ("name_missing", "name_too_long", "saved_name_taken") else None
            form.add_error(field, messages.refusal(error, written_as(tour, digits)).text)
    context: dict[str, Any] = {"tour": tour, "form": form, "rows": rows, "kept": kept}
    status = 422 if data is not None else 200
    return render(request, "desk/chip_sets/edit.html", context, status=status)


@tour_view(Role.DIRECTOR)
@require_POST
def chip_set_delete(request: HttpRequest, tour: Tour, pk: int) -> HttpResponse:
    """Take a set off the list."""
    kept = get_object_or_404(ChipSet, tour=tour, pk=pk)
    try:
        services.delete_chip_set(chip_set=kept, **act(request))
        flash.success(request, _("Deleted: %(name)s.") % {"name": kept.name})
    except RuleError as error:
        flash.error(request, messages.refusal(error).text)
    return redirect("desk:chip_sets", tour.code)


urls: list[URLPattern] = [
    path("desk/tour/<slug:code>/chips/", chip_sets, name="chip_sets"),
    path("desk/tour/<slug:code>/chips/new/", chip_set_new, name="chip_set_new"),
    path("desk/tour/<slug:code>/chips/<int:pk>/", chip_set, name="chip_set"),
    path("desk/tour/<slug:code>/chips/<int:pk>/delete/", chip_set_delete, name="chip_set_delete"),
]
