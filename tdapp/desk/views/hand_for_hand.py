"""Hand-for-hand play at the desk (RULES 2.9): begin, a tick for each table, the next hand, the bubble."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from tdapp.accounts.roles import Role
from tdapp.desk.dialogs import acted, night_url, show_refused
from tdapp.floor import hand_for_hand as floor
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open, Table
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number

PLAIN: Mapping[str, Callable[..., JournalEntry]] = {
    "begin": floor.begin_hand_for_hand,
    "end": floor.end_hand_for_hand,
}
COUNTED: Mapping[str, Callable[..., JournalEntry]] = {
    "next": floor.next_hand,
    "bubble": floor.confirm_bubble,
}


@open_view(Role.FLOOR)
@require_POST
def hand_for_hand(request: HttpRequest, open: Open, verb: str) -> HttpResponse:
    """Begin it, end it, begin the next hand, confirm the bubble; what may be passed is asked about."""
    if verb in PLAIN:
        return acted(request, open, lambda: PLAIN[verb](open=open, **act(request)))
    if verb not in COUNTED:
        raise Http404
    counted = number(request.POST.get("left", "").strip())
    try:
        entry = COUNTED[verb](open=open, left=counted, overruled=overruled(request), **act(request))
    except RuleError as error:
        return _asked(request, open, verb, error)
    return done(request, open, entry, to=night_url(open))


def _asked(request: HttpRequest, open: Open, verb: str, error: RuleError) -> HttpResponse:
    if not error.overrule:
        return refused_lightly(request, error, open, to=night_url(open))
    context = {"verb": verb, "left": request.POST.get("left", ""), "passed": overruled(request)}
    response = show_refused(request, open, error, "desk/hand_for_hand/_ask.html", context)
    response["HX-Retarget"], response["HX-Reswap"] = "#dialog", "innerHTML"
    return response


@open_view(Role.SCOREKEEPER)
@require_POST
def table_tick(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """A table has finished the hand."""
    row = get_object_or_404(Table.objects.select_related("round__open__stream"), round__open=open, pk=table)
    return acted(request, open, lambda: floor.tick_table(table=row, **act(request)))


urls: list[URLPattern] = [
    path("desk/<slug:code>/hand-for-hand/<slug:verb>/", hand_for_hand, name="hand_for_hand"),
    path("desk/<slug:code>/hand-for-hand/table/<int:table>/", table_tick, name="table_tick"),
]
