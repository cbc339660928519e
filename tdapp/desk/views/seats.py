"""One seat's menu: out, count, the button here, a swap."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.queries import ClockFace, clock_face
from tdapp.desk.absence import Away, away_at
from tdapp.desk.dialogs import acted, night_url, role_of, show, show_refused
from tdapp.desk.forms.seats import PlaceForm, SwapForm
from tdapp.desk.purchases import accounts
from tdapp.floor import queries as floor
from tdapp.floor import services
from tdapp.floor.queries import TableView
from tdapp.floor.table_faces import clock_at
from tdapp.opens.house import house_of
from tdapp.opens.models import BuyInOption, Entry, Open, Table
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done
from tdapp.web.numbers import number

TEMPLATE = "desk/night/_seat.html"


@open_view(Role.FLOOR)
@require_GET
def seat(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Everything that can be done with the player in a seat."""
    return show(request, open, TEMPLATE, seat_menu(request, open, entry))


def seat_menu(request: HttpRequest, open: Open, entry: int) -> dict[str, Any]:
    """What the menu of a player's seat shows; Http404 where there is no such player."""
    everyone = field(open)
    who = everyone.by_id.get(entry)
    if who is None:
        raise Http404
    now = timezone.now()
    face = clock_face(open, now, everyone)
    tables = floor.seat_map(open, everyone, face, now)
    seats = [(table, seat) for table in tables for seat in table.seats]
    mine = next(((table, seat) for table, seat in seats if seat.entrant and seat.entrant.id == entry), None)
    here = mine[0].seats if mine else ()
    mine_to_pay = accounts(open, everyone).get(entry, ())
    return {
        "who": who,
        "table": mine[0] if mine else None,
        "seat": mine[1] if mine else None,
        "several": len(tables) > 1,
        "away": _away(open, everyone, face, mine[0], entry) if mine and mine[1].dead else None,
        "debt": sum(one.due.owed for one in mine_to_pay),
        "bought": [one for one in mine_to_pay if one.due.purchase],
        "sells": everyone.started and not everyone.finished and _sells(open),
        # Those of his own table; the others, however many, are behind "At another table".
        "others": [seat for seat in here if seat.entrant and seat.entrant.id != entry],
        "free": [seat for seat in here if seat.entrant is None],
        "playing": everyone.started and not everyone.finished and entry not in everyone.out_ids,
        "may_direct": role_of(request).covers(Role.DIRECTOR),
    }


def _away(open: Open, everyone: Field, face: ClockFace, table: TableView, entry: int) -> Away | None:
    """Why the player is dealt a dead hand, at the level of his own table."""
    row = Table.objects.select_related("round__open").get(pk=table.id)
    position = clock_at(open, row, everyone, face).position
    levels = {table.id: position.level if position else None}
    return away_at(open, [table], levels, house_of(open)).get(entry)


def _sells(open: Open) -> bool:
    """Whether anything but the buy-in is sold in this open."""
    return BuyInOption.objects.filter(open=open, retired=False).exclude(kind="buy_in").exists()


@open_view(Role.FLOOR)
@require_POST
def swap(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Exchange the seats of the player and of ``other``."""
    form = SwapForm(request.POST)
    if not form.is_valid():
        raise Http404
    first, second = (_entry(open, pk) for pk in (entry, form.cleaned_data["other"]))
    try:
        swapped = services.swap_seats(
            first=first, second=second, overruled=overruled(request), **act(request)
        )
        return done(request, open, swapped, to=night_url(open))
    except RuleError as error:
        context = {**seat_menu(request, open, entry), "swap_with": second.pk}
        return show_refused(request, open, error, TEMPLATE, context)


@open_view(Role.SCOREKEEPER)
@require_POST
def button(request: HttpRequest, open: Open) -> HttpResponse:
    """Say where the dealer button is: ``place`` is "table id-seat number"; with ``after`` (the seat where it
    was shown) the next hand begins, and it moves as the house says."""
    form = PlaceForm(request.POST)
    if not form.is_valid():
        raise Http404
    table_id, seat = form.cleaned_data["place"]
    table = get_object_or_404(Table.objects.select_related("round__open"), round__open=open, pk=table_id)
    after = number(request.POST.get("after", ""))
    if after is not None:
        return acted(request, open, lambda: services.move_button(table=table, after=after, **act(request)))
    return acted(request, open, lambda: services.set_button(table=table, seat=seat, **act(request)))


def _entry(open: Open, pk: int) -> Entry:
    found: Entry = get_object_or_404(Entry.objects.select_related("open"), open=open, pk=pk)
    return found


urls: list[URLPattern] = [
    path("desk/<slug:code>/seat/<int:entry>/", seat, name="seat"),
    path("desk/<slug:code>/seat/<int:entry>/swap/", swap, name="swap"),
    path("desk/<slug:code>/button/", button, name="button"),
]
