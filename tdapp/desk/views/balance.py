"""Balancing tables: the proposal with its reasons, and what else is done with whole tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tdapp.accounts.roles import Role
from tdapp.desk import balance as pages
from tdapp.desk.dialogs import night_url, show, show_refused
from tdapp.desk.forms import balance as forms
from tdapp.desk.views.night import NOT_NOW
from tdapp.desk.whole_tables import question
from tdapp.displays.services import announce
from tdapp.floor import balancing, rearranging
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import Entrant, field
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.acts import act, new_seed, overruled
from tdapp.web.answers import done
from tdapp.web.numbers import number

TEMPLATE = "desk/balance/_dialog.html"
SAID = {"break": "table_breaks", "compress": "table_breaks", "final": "final_table"}
"""What the screens can be told with an act, by its verb."""
SAID_SECONDS = 90
MOST_TABLES = 2000
Wanted = dict[str, Any]
"""``table`` and ``other`` (rows or None), ``tables`` (rows), ``say``."""


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def balance(request: HttpRequest, open: Open) -> HttpResponse:
    """What the tables need, with a tick for each move; ``button_…`` in the address recomputes it."""
    if request.method == "GET":
        return show(request, open, TEMPLATE, _context(request, open))
    try:
        entry = rearranging.balance_tables(
            open=open,
            moves=forms.going(request.POST),
            buttons=forms.buttons(request.POST.dict()),
            seed=forms.seed(request.POST.dict()),
            overruled=overruled(request),
            **act(request),
        )
    except RuleError as error:
        sent = {"passed": overruled(request), "sent": forms.sent(request.POST)}
        return show_refused(request, open, error, TEMPLATE, {**_context(request, open), **sent})
    return done(request, open, entry, to=night_url(open))


def _context(request: HttpRequest, open: Open) -> dict[str, Any]:
    everyone = field(open)
    sent = (request.POST or request.GET).dict()
    seed = forms.seed(sent) or pages.lot_seed(open, everyone)
    found = balancing.proposal(
        open, everyone, now=timezone.now(), seed=seed, buttons=forms.buttons(sent) or None
    )
    typed = None
    if request.POST.getlist("move"):
        typed = {**sent, **{f"move_{key}": "1" for key in request.POST.getlist("move")}}
    house = house_of(open)
    return {
        "found": found,
        "lines": pages.lines(found, house.balance_who, typed),
        "buttons": pages.button_fields(found, house.button_rule),
        "last": balancing.last_moves(open, everyone, timezone.now()),
        "keys": [pages.key_of(one) for one in balancing.remarks(found)],
        "most_moved": _most_moved(found, everyone.by_id),
        "house": house,
    }


def _most_moved(found: balancing.Proposal, by_id: Mapping[int, Entrant]) -> list[tuple[str, int]]:
    """Who still sits somewhere and was moved, most often first."""
    here = {entrant.id for table in found.tables for _seat, entrant in table.sitting}
    counted = [(by_id[key].name, times) for key, times in found.times.items() if key in here]
    return sorted(counted, key=lambda one: (-one[1], one[0].casefold()))


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def with_tables(request: HttpRequest, open: Open, verb: str) -> HttpResponse:
    """Break a table, make the final table, draw seats anew, compress, let two tables change places.

    GET asks first, and says who gets another seat.
    """
    asked = request.method == "GET"
    if verb == "nobody" and not asked:
        return _nobody_moves(request, open)
    form = forms.TablesForm(request.GET if asked else request.POST)
    if verb not in VERBS or not form.is_valid():
        raise Http404
    if asked:
        return _ask(request, open, verb, form.cleaned_data)
    wanted = {**form.cleaned_data, "tables": _tables(open, request.POST.getlist("tables"))}
    for name in ("table", "other"):
        wanted[name] = _table(open, wanted[name])
    try:
        entry = VERBS[verb](request, open, wanted)
    except RuleError as error:
        passed = overruled(request)
        context = {**_context(request, open), "verb": verb, "wanted": wanted, "passed": passed}
        return show_refused(request, open, error, TEMPLATE, context)
    if wanted["say"] and verb in SAID and not entry.repeated:
        gone = entry.params.get("tables") if verb == "compress" else None
        _announce(request, open, verb, _table(open, gone[0]) if gone else wanted["table"])
    return done(request, open, entry, to=night_url(open))


def _ask(request: HttpRequest, open: Open, verb: str, told: Wanted) -> HttpResponse:
    """What the act would change, before anything is; what it cannot be done for is said at once."""
    several = [key for key in map(number, request.GET.getlist("tables")[:MOST_TABLES]) if key is not None]
    wanted = {*several, *(told[name] for name in ("table", "other") if told[name])}
    try:
        asked = question(open, field(open), timezone.now(), verb, wanted)
    except RuleError as error:
        return show_refused(request, open, error, TEMPLATE, {**_context(request, open), "verb": ""})
    return show(request, open, "desk/balance/_sure.html", {"asked": asked, "told": told, "several": several})


def _nobody_moves(request: HttpRequest, open: Open) -> HttpResponse:
    """Put the proposal away on this device until the tables are different ones."""
    passed = request.session.setdefault(NOT_NOW, {})
    keys = [key[:200] for key in request.POST.getlist("key")[:20]]
    passed[open.code] = [*passed.get(open.code, []), *keys][-20:]
    request.session.modified = True
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(night_url(open))
    closing = json.dumps({"changed": {}, "tapete:close": {}})
    return HttpResponse(status=204, headers={"HX-Trigger": closing})


def _table(open: Open, key: int | None) -> Table | None:
    tables = Table.objects.filter(round__open=open).select_related("round__open")
    return tables.filter(pk=key).first() if key else None


def _tables(open: Open, keys: list[str]) -> list[Table]:
    wanted = [key for key in map(number, keys[:MOST_TABLES]) if key is not None]
    return list(Table.objects.filter(round__open=open, pk__in=wanted).order_by("number"))


def _announce(request: HttpRequest, open: Open, verb: str, table: Table | None) -> None:
    """Tell the screens what was done; only once it was, so that a refusal leaves nothing behind."""
    announce(open=open, kind=SAID[verb], table=table, seconds=SAID_SECONDS, **_told(request))


def _told(request: HttpRequest) -> Act:
    """Who acts, without the request's id: that belongs to the act on the tables."""
    given = act(request)
    return Act(actor=given["actor"], now=given["now"], device=given.get("device"))


def _break(request: HttpRequest, open: Open, wanted: Wanted) -> JournalEntry:
    if wanted["table"] is None:
        raise RuleError("table_gone")
    return rearranging.break_table(
        open=open, table=wanted["table"], seed=new_seed(), overruled=overruled(request), **act(request)
    )


def _final(request: HttpRequest, open: Open, wanted: Wanted) -> JournalEntry:
    return rearranging.combine_final(open=open, seed=new_seed(), overruled=overruled(request), **act(request))


def _redraw(request: HttpRequest, open: Open, wanted: Wanted) -> JournalEntry:
    return rearranging.redraw(
        open=open, seed=new_seed(), tables=wanted["tables"], overruled=overruled(request), **act(request)
    )


def _compress(request: HttpRequest, open: Open, wanted: Wanted) -> JournalEntry:
    return rearranging.compress(open=open, seed=new_seed(), overruled=overruled(request), **act(request))


def _swap(request: HttpRequest, open: Open, wanted: Wanted) -> JournalEntry:
    if wanted["table"] is None or wanted["other"] is None:
        raise RuleError("table_gone")
    return rearranging.swap_tables(
        one=wanted["table"], other=wanted["other"], overruled=overruled(request), **act(request)
    )


VERBS: dict[str, Callable[[HttpRequest, Open, Wanted], JournalEntry]] = {
    "break": _break,
    "final": _final,
    "redraw": _redraw,
    "compress": _compress,
    "swap": _swap,
}

urls: list[URLPattern] = [
    path("desk/<slug:code>/balance/", balance, name="balance"),
    path("desk/<slug:code>/balance/<str:verb>/", with_tables, name="with_tables"),
]
