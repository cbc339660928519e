"""Taking a chip out of play (RULES 2.8): just done, with a difference in all, or the race of each table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tdapp.accounts.roles import Role
from tdapp.clock.queries import clock_face, current_round, next_colour_up
from tdapp.desk.dialogs import night_url, show, show_refused
from tdapp.desk.forms.colour_up import ColourUpForm
from tdapp.floor import colour_ups
from tdapp.floor.queries import seatings
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.rules.names import seen
from tdapp.web import figures
from tdapp.web.access import open_view
from tdapp.web.acts import act, new_seed
from tdapp.web.answers import done

TEMPLATE = "desk/colour_up/_dialog.html"


@dataclass(frozen=True)
class Change:
    """What the colour-up makes of one player: chips more or less, the cards dealt, won or rescued."""

    name: str
    table: str
    seat: int
    delta: int
    cards: tuple[str, ...]
    won: bool
    rescued: bool


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def colour_up(request: HttpRequest, open: Open) -> HttpResponse:
    """Ask how it went; a race is shown before it is saved, with the cards that were drawn."""
    everyone = field(open)
    form = _form(request, open, everyone)
    seed = seen(request.POST.get("seed", ""))[:40] or new_seed()
    context = {"form": form, "seed": seed, "house": house_of(open)}
    if request.method == "GET" or not form.is_valid():
        return show(request, open, TEMPLATE, context, status=200 if request.method == "GET" else 422)
    told = {name: form.cleaned_data[name] for name in ("chip", "into")}
    word = hashlib.sha256(f"{seed} {form.typed}".encode()).hexdigest()[:16]
    try:
        if form.tables and request.POST.get("shown") != word:
            shown = {"result": _result(open, everyone, form, seed), "shown": word}
            return show(request, open, TEMPLATE, {**context, **shown})
        delta = form.cleaned_data.get("delta") if form.cleaned_data["how"] == "total" else 0
        entry = colour_ups.colour_up(
            open=open, **told, delta=delta or 0, tables=form.tables, seed=seed, **act(request)
        )
    except RuleError as error:
        return show_refused(request, open, error, TEMPLATE, context)
    return done(request, open, entry, to=night_url(open))


def _form(request: HttpRequest, open: Open, everyone: Field) -> ColourUpForm:
    left = {entrant.id for entrant in everyone.left}
    seats = [seat for seat in seatings(current_round(open)) if seat.entry_id in left]
    names = {entrant.id: entrant.name for entrant in everyone.left}
    return ColourUpForm(
        request.POST or None, open=open, seats=seats, names=names, initial=_proposed(open, everyone)
    )


def _proposed(open: Open, everyone: Field) -> dict[str, Any]:
    """The chip that is marked or planned to leave next, else the smallest one; and what it is changed for."""
    face = clock_face(open, timezone.now(), everyone)
    coming = next_colour_up(open, face, everyone)
    leaving = coming.chips if coming is not None else ()
    chip = leaving[0] if leaving else colour_ups.chips_in_play(open, everyone)[0]
    into = colour_ups.larger_chip(open, everyone, chip, leaving)
    return {
        "chip": figures.chips_plain(open, chip),
        "into": "" if into is None else figures.chips_plain(open, into),
    }


def _result(open: Open, everyone: Field, form: ColourUpForm, seed: str) -> dict[str, Any]:
    """The race as it would be saved: every player whose stack changes, and the chips in play."""
    told = {name: form.cleaned_data[name] for name in ("chip", "into")}
    raced = colour_ups.race_tables(open, everyone, form.tables, **told, seed=seed, now=timezone.now())
    labels = {seat.table_id: seat.table.label for seat in form.seats}
    changes = [
        Change(
            form.names.get(one.entries[seat], ""),
            labels[one.table],
            seat,
            by,
            tuple(_shown(card) for card in one.race.cards.get(seat, ())),
            seat in one.race.winners,
            seat in one.race.rescued,
        )
        for one in raced
        for seat, by in one.race.deltas.items()
    ]
    total = sum(one.race.in_play for one in raced)
    before = everyone.chips_in_play
    return {"changes": changes, "delta": total, "before": before, "after": before + total}


def _shown(card: str) -> str:
    """ "Ks" as K♠."""
    return card[0].replace("T", "10") + dict(zip("cdhs", "♣♦♥♠", strict=True))[card[1]]


urls: list[URLPattern] = [path("desk/<slug:code>/colour-up/", colour_up, name="colour_up")]
