"""The till: count the drawer, close it, open it again, and print its sheet."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.accounts.roles import Role
from tdapp.cash.till_counts import count_till, reopen_till
from tdapp.desk import till as words
from tdapp.desk.dialogs import acted
from tdapp.desk.forms.till import TillForm
from tdapp.desk.money import fund_lines, parts_of
from tdapp.live.state import Stamp
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web import figures, messages, till_words
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def till(request: HttpRequest, open: Open) -> HttpResponse:
    """Count the drawer; ``close`` closes it. For its own refetch only what the books say."""
    open.stream.refresh_from_db()
    seen = words.look(open, field(open))
    if request.headers.get("HX-Target") == "till-books":
        return render(request, "desk/till/_books.html", {"open": open, "till": seen})
    form = TillForm(request.POST or None, open=open, drawer=seen.drawer)
    if request.method == "GET":
        return _page(request, open, seen, form)
    if not form.is_valid():
        return _page(request, open, seen, form, status=422)
    close = "close" in request.POST or "overrule" in request.POST
    passed = overruled(request)
    try:
        entry = count_till(open=open, close=close, overruled=passed, **form.counting, **act(request))
    except RuleError as error:
        more = {"refusal": messages.refusal(error, open), "missing": _difference(open, error)}
        return _page(request, open, words.look(open, field(open)), form, status=422, **more)
    return done(request, open, entry, to=_url(open))


def _difference(open: Open, error: RuleError) -> str:
    """ "2 € missing", for the button that closes the till so."""
    found = error.params.get("difference")
    return till_words.difference(open, found) if isinstance(found, int) else ""


def _page(
    request: HttpRequest, open: Open, seen: words.Look, form: TillForm, status: int = 200, **more: Any
) -> HttpResponse:
    notes, coins = words.lines(form, seen.drawer)
    context = {
        "open": open,
        "here": "money",
        "till": seen,
        "form": form,
        "notes": notes,
        "coins": coins,
        "pattern": figures.money(0, open.currency, 0).replace("0", "#"),
        "mark": figures.decimal_mark(),
        "over": till_words.too_much("#"),
        "short": till_words.missing("#"),
        "agrees": till_words.agrees(),
        "version": Stamp(open.stream.epoch, open.stream.version),
        **more,
    }
    return render(request, "desk/till/page.html", context, status=status)


def _url(open: Open) -> str:
    return reverse("desk:till", args=[open.code])


@open_view(Role.DIRECTOR)
@require_POST
def reopen(request: HttpRequest, open: Open) -> HttpResponse:
    """Open a closed till again."""
    return acted(request, open, lambda: reopen_till(open=open, **act(request)), to=_url(open))


@open_view(Role.DIRECTOR)
@require_safe
def sheet(request: HttpRequest, open: Open) -> HttpResponse:
    """The till on paper: counted, or blank to be filled in by hand; all funds; lines to sign on."""
    seen = words.look(open, field(open))
    notes, coins = words.lines(TillForm(open=open, drawer=seen.drawer), seen.drawer)
    lines = fund_lines(open, seen.books)
    context = {
        "open": open,
        "tour": open.tour,
        "rules_of": open,
        "here": "print",
        "till": seen,
        "notes": notes,
        "coins": coins,
        "funds": lines,
        "moved": any(one.moved for one in lines),
        "parts": parts_of(seen.books),
        "date": figures.long_date(open.date),
        "now": timezone.now(),
    }
    return render(request, "desk/till/sheet.html", context)


urls: list[URLPattern] = [
    path("desk/<slug:code>/till/", till, name="till"),
    path("desk/<slug:code>/till/reopen/", reopen, name="till_reopen"),
    path("desk/<slug:code>/till/sheet/", sheet, name="till_sheet"),
]
