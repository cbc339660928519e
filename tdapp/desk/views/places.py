"""One player's place: where he really sits, whether he was seen there, kept there, kept apart, dealt in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import reswap, retarget

from tdapp.accounts.roles import Role
from tdapp.desk import room as pages
from tdapp.desk.dialogs import acted, show, show_refused
from tdapp.desk.forms.seats import PlaceForm
from tdapp.desk.forms.tables import KeepForm
from tdapp.floor import services as floor
from tdapp.floor import tables as services
from tdapp.floor.queries import seats_at
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, KeptApart, KeptSeat, Open, Table
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done
from tdapp.web.numbers import number

TEMPLATE = "desk/tables/_place.html"


@open_view(Role.FLOOR)
@require_GET
def place(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Everything about the player's place; ``table`` is the one whose seats are offered first."""
    return show(request, open, TEMPLATE, _context(request, open, entry))


def _context(request: HttpRequest, open: Open, entry: int, table: int | None = None) -> dict[str, Any]:
    wanted = table or number(request.GET.get("table", ""))
    found = pages.place_of(open, timezone.now(), entry, wanted)
    if found is None:
        raise Http404
    return {"player": found, "keep": KeepForm()}


@open_view(Role.FLOOR)
@require_GET
def first_found(request: HttpRequest, open: Open) -> HttpResponse:
    """The place of the first player whose name has the letters typed (``find``): what Enter opens."""
    text = request.GET.get("find", "")[:60]
    found = pages.found(open, text)
    if found:
        return show(request, open, TEMPLATE, _context(request, open, found[0].entrant.id))
    if not request.headers.get("HX-Request"):
        return redirect(f"{_url(open)}?{urlencode({'find': text})}")
    answer = render(request, "desk/tables/_found.html", {"open": open, "find": text, "found": ()})
    return retarget(reswap(answer, "outerHTML"), "#tables-found")


@open_view(Role.FLOOR)
@require_POST
def sits(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """He really sits in ``place`` ("table id-seat number"), or where ``at`` says ("12/4").

    Tapped where another player was shown ("…-entry id"), the two are exchanged, if that one still sits there.
    """
    there = PlaceForm(request.POST).there

    def corrected(who: Entry, table: Table, seat: int) -> JournalEntry:
        asked = there is not None and there in {s.entry_id for s in seats_at(table) if s.number == seat}
        passed = {*overruled(request), *(("seat_taken_by",) if asked else ())}
        return services.sits_at(entry=who, table=table, number=seat, overruled=passed, **act(request))

    return _to_place(request, open, entry, "sits", corrected)


@open_view(Role.FLOOR)
@require_POST
def send(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Send him to ``place``, or where ``at`` says: a change of seat, which counts."""
    return _to_place(
        request, open, entry, "send",
        lambda who, table, seat: floor.move_player(
            entry=who, table=table, number=seat, overruled=overruled(request), **act(request)
        ),
    )  # fmt: skip


def _to_place(
    request: HttpRequest,
    open: Open,
    entry: int,
    verb: str,
    service: Callable[[Entry, Table, int], JournalEntry],
) -> HttpResponse:
    place = _place_wanted(request, open)
    if place is None:
        context = {**_context(request, open, entry), "at_typed": request.POST.get("at", "")[:40]}
        return show(request, open, TEMPLATE, {**context, "at_unknown": True}, status=422)
    table = get_object_or_404(Table.objects.select_related("round"), round__open=open, pk=place[0])
    who = _entry(open, entry)
    try:
        return done(request, open, service(who, table, place[1]), to=_url(open))
    except RuleError as error:
        wanted = {"verb": verb, "wanted": f"{table.pk}-{place[1]}"}
        context = {**_context(request, open, entry, table.pk), **wanted}
        return show_refused(request, open, error, TEMPLATE, context)


def _place_wanted(request: HttpRequest, open: Open) -> tuple[int, int] | None:
    """The table's id and the seat that were tapped, or typed; None where what was typed names none."""
    if "place" not in request.POST and "at" in request.POST:
        return pages.seat_typed(open, request.POST["at"][:40])
    form = PlaceForm(request.POST)
    if not form.is_valid():
        raise Http404
    tapped: tuple[int, int] = form.cleaned_data["place"]
    return tapped


@open_view(Role.SCOREKEEPER)
@require_POST
def seen(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """He was seen in his seat."""
    who = _entry(open, entry)
    return _acted(request, open, lambda: services.confirm_seats(open=open, entries=[who], **act(request)))


@open_view(Role.SCOREKEEPER)
@require_POST
def deal_in(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """The button has passed him: he is dealt in; from the form of a "hand" (its table) that begins anew."""
    row, table = _entry(open, entry), number(request.POST.get("hand", ""))
    if table is None:
        return _acted(request, open, lambda: services.deal_in(entry=row, **act(request)))
    with suppress(RuleError):  # who is dealt in meanwhile stands in the new form
        services.deal_in(entry=row, **act(request))
    return redirect("desk:hand", code=open.code, table=table)


@open_view(Role.FLOOR)
@require_POST
def keep(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Keep him where he sits, or a seat for him (``table`` and ``seat`` numbers)."""
    who, form = _entry(open, entry), KeepForm(request.POST)
    context = {**_context(request, open, entry), "keep": form, "keeping": True}
    if not form.is_valid():
        return show(request, open, TEMPLATE, context, status=422)
    try:
        return done(
            request, open, services.keep_seat(entry=who, **form.cleaned_data, **act(request)), to=_url(open)
        )
    except RuleError as error:
        return show_refused(request, open, error, TEMPLATE, context)


@open_view(Role.FLOOR)
@require_POST
def release(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """He is drawn and moved like everybody again."""
    rows = KeptSeat.everything.filter(entry=_entry(open, entry)).select_related("entry__open")
    kept = rows.order_by("voided", "-pk").first()
    if kept is None:
        raise Http404
    return _acted(request, open, lambda: services.release_kept(kept=kept, **act(request)))


@open_view(Role.FLOOR)
@require_GET
def partners(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Players whom the letters typed so far may mean, to be kept apart from this one."""
    who = _entry(open, entry)
    found = [one for one in pages.found(open, request.GET.get("other_name", "")[:60]) if not one.out]
    context = {"open": open, "who": who, "found": [one for one in found if one.entrant.id != entry]}
    return render(request, "desk/tables/_partners.html", context)


@open_view(Role.FLOOR)
@require_POST
def apart(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Keep him and ``other`` (an entry id, or a name typed) at different tables."""
    other = _other(request, open)
    context = {**_context(request, open, entry), "apart_typed": request.POST.get("other_name", "")[:60]}
    if other is None:
        return show(request, open, TEMPLATE, {**context, "apart_unknown": True}, status=422)
    try:
        kept = services.keep_apart(one=_entry(open, entry), other=other, **act(request))
    except RuleError as error:
        return show_refused(request, open, error, TEMPLATE, context)
    return done(request, open, kept, to=_url(open))


def _other(request: HttpRequest, open: Open) -> Entry | None:
    """The player tapped, or the only one whom the typed letters mean."""
    chosen = number(request.POST.get("other", ""))
    if chosen is not None:
        return _entry(open, chosen)
    found = [one for one in pages.found(open, request.POST.get("other_name", "")[:60]) if not one.out]
    return _entry(open, found[0].entrant.id) if len(found) == 1 else None


@open_view(Role.FLOOR)
@require_POST
def together(request: HttpRequest, open: Open, entry: int, pk: int) -> HttpResponse:
    """They may sit at one table again."""
    pair = get_object_or_404(KeptApart.everything.select_related("one__open"), one__open=open, pk=pk)
    if entry not in (pair.one_id, pair.other_id):
        raise Http404
    return _acted(request, open, lambda: services.release_apart(apart=pair, **act(request)))


def _url(open: Open) -> str:
    return reverse("desk:tables", args=[open.code])


def _entry(open: Open, pk: int) -> Entry:
    found: Entry = get_object_or_404(Entry.objects.select_related("open__stream"), open=open, pk=pk)
    return found


def _acted(request: HttpRequest, open: Open, service: Callable[[], JournalEntry]) -> HttpResponse:
    """One act that has no form, on this page."""
    return acted(request, open, service, _url(open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/tables/first/", first_found, name="tables_first"),
    path("desk/<slug:code>/seat/<int:entry>/place/", place, name="place"),
    path("desk/<slug:code>/seat/<int:entry>/sits/", sits, name="sits"),
    path("desk/<slug:code>/seat/<int:entry>/send/", send, name="send"),
    path("desk/<slug:code>/seat/<int:entry>/seen/", seen, name="seen"),
    path("desk/<slug:code>/seat/<int:entry>/deal-in/", deal_in, name="deal_in"),
    path("desk/<slug:code>/seat/<int:entry>/keep/", keep, name="keep"),
    path("desk/<slug:code>/seat/<int:entry>/release/", release, name="release"),
    path("desk/<slug:code>/seat/<int:entry>/partners/", partners, name="partners"),
    path("desk/<slug:code>/seat/<int:entry>/apart/", apart, name="apart"),
    path("desk/<slug:code>/seat/<int:entry>/apart/<int:pk>/end/", together, name="together"),
]
