"""Counting chips: every stack in one form, its total against the chips in play said while typing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk.dialogs import night_url, show, show_refused
from tdapp.desk.forms.chips import CountForm
from tdapp.floor import queries as floor
from tdapp.floor import services
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Entrant, Field, Stack, field, smallest_chip
from tdapp.rules.chips import check_multiple
from tdapp.rules.errors import RuleError
from tdapp.web import messages
from tdapp.web.access import open_view
from tdapp.web.acts import act
from tdapp.web.answers import done
from tdapp.web.numbers import number

TEMPLATE = "desk/chips/_dialog.html"


@dataclass(frozen=True)
class Total:
    """What was counted against what is in play, in chip units; ``odd`` are sentences about single stacks."""

    counted: int
    in_play: int
    done: int
    all: int
    odd: tuple[str, ...]

    @property
    def complete(self) -> bool:
        return self.done == self.all

    @property
    def missing(self) -> int:
        """Chips in play that were not counted; negative where more were counted than there are."""
        return self.in_play - self.counted

    @property
    def above(self) -> int:
        """How many more were counted than are in play, at least 0."""
        return max(0, -self.missing)


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def count(request: HttpRequest, open: Open) -> HttpResponse:
    """Ask for stacks, or write down those that were typed; the total never stops anything."""
    everyone = field(open)
    form = CountForm(request.POST or None, open=open, left=everyone.holding)
    context = _context(open, form, everyone)
    if request.method == "GET":
        wanted = number(request.GET.get("entry", ""))
        return show(request, open, TEMPLATE, {**context, "wanted": wanted or 0})
    if not form.is_valid():
        return show(request, open, TEMPLATE, context, status=422)
    rows = Entry.objects.filter(open=open, pk__in=form.counts).select_related("open")
    counts = {row: form.counts[row.pk] for row in rows}
    try:
        return done(
            request, open, services.count_chips(open=open, counts=counts, **act(request)), to=night_url(open)
        )
    except RuleError as error:
        return show_refused(request, open, error, TEMPLATE, context)


@open_view(Role.FLOOR)
@require_GET
def count_total(request: HttpRequest, open: Open) -> HttpResponse:
    """What the typed stacks add up to, as part of the dialog."""
    everyone = field(open)
    form = CountForm(request.GET, open=open, left=everyone.holding)
    form.is_valid()
    return render(
        request, "desk/chips/_total.html", {"open": open, "total": total_of(open, everyone, form.counts)}
    )


def _context(open: Open, form: CountForm, everyone: Field) -> dict[str, object]:
    seats = {seat.entry_id: seat for seat in floor.seatings(current_round(open))}
    now = timezone.now()

    def order(entrant: Entrant) -> tuple[int, int]:
        seat = seats.get(entrant.id)
        return (seat.table.number, seat.number) if seat is not None else (10**6, entrant.id)

    counts = form.counts if form.is_bound and form.is_valid() else {}
    groups: dict[str, list[tuple[Entrant, BoundField, int | None, Stack | None]]] = {}
    for entrant, bound in form.bound(order):
        seat = seats.get(entrant.id)
        row = (entrant, bound, seat.number if seat else None, everyone.stacks.get(entrant.id))
        groups.setdefault(seat.table.label if seat else "", []).append(row)
    sure = {key for key, stack in everyone.stacks.items() if stack.sure(now)}
    total = total_of(open, everyone, counts)
    return {"form": form, "groups": list(groups.items()), "sure": sure, "total": total}


def odd_counts(open: Open, everyone: Field, counts: Mapping[int, int]) -> list[str]:
    """What is said of counts that the chips in play cannot make."""
    odd = []
    for entry, chips in counts.items():
        try:
            check_multiple(chips, smallest_chip(open, everyone.colour_ups))
        except RuleError as error:
            odd.append(f"{everyone.by_id[entry].name}: {messages.refusal(error, open).text}")
    return odd


def total_of(open: Open, everyone: Field, counts: Mapping[int, int]) -> Total:
    """The counted stacks against the chips in play."""
    odd = odd_counts(open, everyone, counts)
    all = len(everyone.holding)
    return Total(sum(counts.values()), everyone.chips_in_play, len(counts), all, tuple(odd))


urls: list[URLPattern] = [
    path("desk/<slug:code>/count/", count, name="count"),
    path("desk/<slug:code>/count/total/", count_total, name="count_total"),
]
