"""Tables and seats: names and sizes, who was seen where, who is kept, the waiting list, finding somebody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk import room as pages
from tdapp.desk.dialogs import acted, role_of, show, show_refused
from tdapp.desk.forms.tables import OrderForm, TableForm
from tdapp.desk.night import may
from tdapp.floor import tables as services
from tdapp.floor.queries import seats_at, tables_of
from tdapp.floor.room import new_table_seats
from tdapp.journal import undo as journal
from tdapp.journal.models import JournalEntry
from tdapp.live.state import Stamp
from tdapp.opens.models import Entry, Open, Table
from tdapp.rules.errors import RuleError
from tdapp.web import story
from tdapp.web.access import device_of, open_view
from tdapp.web.acts import act, new_seed, overruled
from tdapp.web.answers import done
from tdapp.web.numbers import number

EDIT, ORDER = "desk/tables/_edit.html", "desk/tables/_order.html"


@open_view(Role.FLOOR)
@require_GET
def tables(request: HttpRequest, open: Open) -> HttpResponse:
    """The page, or for its own refetch only what changes.

    ``table`` is the one open in a long list, ``only`` narrows that list, ``list=all`` shows every line.
    """
    context = _context(request, open)
    if request.headers.get("HX-Target") == "tables-now":
        response = render(request, "desk/tables/_now.html", context)
        response["HX-Trigger"] = f'{{"tapete:shown": "{context["version"]}"}}'
        return response
    return render(request, "desk/tables/page.html", context)


def _context(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version first: what changes while the rest is read is then fetched once more.
    open.stream.refresh_from_db()
    text, only = request.GET.get("find", "")[:60], request.GET.get("only", "")[:60]
    chosen, whole = number(request.GET.get("table", "")), request.GET.get("list") == "all"
    undo = journal.next_undo(open.stream, device_of(request))
    again = journal.next_redo(open.stream, device_of(request))
    return {
        "open": open,
        "here": "tables",
        "version": Stamp(open.stream.epoch, open.stream.version),
        "room_page": pages.look(open, timezone.now(), chosen, only, whole=whole),
        "only": only,
        "find": text,
        "found": pages.found(open, text),
        "undo": undo,
        "undo_text": story.short(undo, open) if undo else "",
        "next_redo": again,
        "redo_text": story.short(again, open) if again and may(role_of(request), again) else "",
    }


@open_view(Role.FLOOR)
@require_GET
def listed(request: HttpRequest, open: Open) -> HttpResponse:
    """The list of many tables, narrowed to what is typed in ``only``; opened by itself the page with it."""
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(_with_query(request, open))
    return render(request, "desk/tables/_list.html", _context(request, open))


def _with_query(request: HttpRequest, open: Open) -> str:
    """The page with what was asked of a part of it."""
    asked = request.GET.urlencode()
    return f"{_url(open)}?{asked}" if asked else _url(open)


def _url(open: Open) -> str:
    return reverse("desk:tables", args=[open.code])


@open_view(Role.FLOOR)
@require_GET
def find(request: HttpRequest, open: Open) -> HttpResponse:
    """Players whose name has the letters typed so far, and where they sit."""
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(_with_query(request, open))
    text = request.GET.get("find", "")[:60]
    context = {"open": open, "find": text, "found": pages.found(open, text)}
    return render(request, "desk/tables/_found.html", context)


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, open: Open) -> HttpResponse:
    """Set up one more table."""
    size = new_table_seats(open, current_round(open))
    form = TableForm(request.POST or None, initial={"seats": size})
    if request.method == "GET" or not form.is_valid():
        return show(request, open, EDIT, {"form": form}, status=422 if form.is_bound else 200)
    return _saved(
        request, open, EDIT, {"form": form},
        lambda: services.add_table(
            open=open, **form.cleaned_data, overruled=overruled(request), **act(request)
        ),
    )  # fmt: skip


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """A table's name, size and blocked seats."""
    row = _table(open, table)
    kept = {"name": row.name, "seats": row.seats, "blocked": ", ".join(map(str, row.blocked))}
    form = TableForm(request.POST or None, initial=kept)
    context = {"form": form, "row": row, "empty": not seats_at(row)}
    if request.method == "GET" or not form.is_valid():
        return show(request, open, EDIT, context, status=422 if form.is_bound else 200)
    return _saved(
        request, open, EDIT, context,
        lambda: services.change_table(table=row, **form.cleaned_data, **act(request)),
    )  # fmt: skip


@open_view(Role.FLOOR)
@require_POST
def remove(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Take a table away where nobody sits."""
    return _acted(request, open, lambda: services.remove_table(table=_table(open, table), **act(request)))


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def order(request: HttpRequest, open: Open) -> HttpResponse:
    """Which tables break first."""
    rows = [row for row in tables_of(current_round(open)) if row.finished_at is None]
    fixed = sorted((row for row in rows if row.break_order), key=lambda row: row.break_order or 0)
    form = OrderForm(request.POST or None, rows=rows, initial={"order": ", ".join(r.label for r in fixed)})
    if request.method == "GET" or not form.is_valid():
        return show(request, open, ORDER, {"form": form}, status=422 if form.is_bound else 200)
    return _saved(
        request, open, ORDER, {"form": form},
        lambda: services.set_break_order(open=open, tables=form.cleaned_data["order"], **act(request)),
    )  # fmt: skip


@open_view(Role.SCOREKEEPER)
@require_POST
def seen(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Everybody at the table was seen there."""
    sitting = [seat.entry for seat in seats_at(_table(open, table))]
    return _acted(
        request, open, lambda: services.confirm_seats(open=open, entries=sitting, **act(request))
    )  # fmt: skip


@open_view(Role.FLOOR)
@require_POST
def give(request: HttpRequest, open: Open) -> HttpResponse:
    """Draw a seat for the next on the waiting list, or for ``entry`` out of turn."""
    wanted = number(request.POST.get("entry", ""))
    entry = get_object_or_404(Entry, open=open, pk=wanted) if wanted else None
    return _saved(
        request, open, "desk/tables/_turn.html", {"entry": entry},
        lambda: services.give_seat(
            open=open, entry=entry, seed=new_seed(), overruled=overruled(request), **act(request)
        ),
    )  # fmt: skip


def _table(open: Open, pk: int) -> Table:
    found: Table = get_object_or_404(
        Table.objects.select_related("round__open__stream"),
        round__open=open, closed_at=None, annulled_at=None, pk=pk,
    )  # fmt: skip
    return found


def _saved(
    request: HttpRequest,
    open: Open,
    template: str,
    context: dict[str, Any],
    service: Callable[[], JournalEntry],
) -> HttpResponse:
    """Done, or the dialog again with the sentence and what was typed."""
    try:
        return done(request, open, service(), to=_url(open))
    except RuleError as error:
        return show_refused(request, open, error, template, context)


def _acted(request: HttpRequest, open: Open, service: Callable[[], JournalEntry]) -> HttpResponse:
    """One act that has no form, on this page."""
    return acted(request, open, service, _url(open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/tables/", tables, name="tables"),
    path("desk/<slug:code>/tables/find/", find, name="tables_find"),
    path("desk/<slug:code>/tables/list/", listed, name="tables_list"),
    path("desk/<slug:code>/tables/add/", add, name="table_add"),
    path("desk/<slug:code>/tables/order/", order, name="table_order"),
    path("desk/<slug:code>/tables/give/", give, name="seat_give"),
    path("desk/<slug:code>/tables/<int:table>/", edit, name="table_edit"),
    path("desk/<slug:code>/tables/<int:table>/remove/", remove, name="table_remove"),
    path("desk/<slug:code>/tables/<int:table>/seen/", seen, name="table_seen"),
]
