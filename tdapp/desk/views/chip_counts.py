"""The chips in play: the ledger, the counts of the tables at a break, and the ledger put right by them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.accounts.roles import Role
from tdapp.desk import chip_ledger
from tdapp.desk.dialogs import role_of
from tdapp.desk.forms.chip_counts import TablesForm, UseCountedForm
from tdapp.floor import chip_counts
from tdapp.live.state import Stamp
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web import figures, messages
from tdapp.web.access import open_view
from tdapp.web.acts import act
from tdapp.web.answers import done


def chips_url(open: Open) -> str:
    """The page about the chips in play."""
    return reverse("desk:chips", args=[open.code])


@open_view(Role.SCOREKEEPER)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, open: Open) -> HttpResponse:
    """Ledger and counts; what somebody typed for his table is written down, whatever it is."""
    seen = _seen(request, open)
    form = TablesForm(request.POST or None, open=open, tables=seen["counted"].tables)
    if request.method == "GET":
        return _page(request, seen, form)
    if not form.is_valid():
        return _page(request, seen, form, status=422)
    rows = Table.objects.in_bulk(list(form.counts))
    counts = {rows[pk]: chips for pk, chips in form.counts.items()}
    try:
        entry = chip_counts.count_tables(open=open, counts=counts, **act(request))
    except RuleError as error:
        return _page(request, seen, form, status=422, refusal=messages.refusal(error, open))
    return done(request, open, entry, to=chips_url(open))


@open_view(Role.SCOREKEEPER)
@require_safe
def parts(request: HttpRequest, open: Open) -> HttpResponse:
    """Ledger, tables and the room, when something changed; what is being typed stays."""
    seen = _seen(request, open)
    response = render(request, "desk/chips/_parts.html", {**seen, "oob": True, "use": UseCountedForm()})
    response["HX-Trigger"] = f'{{"tapete:shown": "{seen["version"]}"}}'
    return response


@open_view(Role.FLOOR)
@require_POST
def use(request: HttpRequest, open: Open) -> HttpResponse:
    """Put the chips in play right by the counts, with the reason."""
    form = UseCountedForm(request.POST)
    try:
        data = form.cleaned_data if form.is_valid() else {"reason": "", "seen": 0}
        entry = chip_counts.use_counted(open=open, **data, **act(request))
    except RuleError as error:
        seen = _seen(request, open)
        tables = TablesForm(open=open, tables=seen["counted"].tables)
        refusal = messages.refusal(error, open)
        return _page(request, seen, tables, status=422, use=form, refusal_of_use=refusal)
    return done(request, open, entry, to=chips_url(open))


def _seen(request: HttpRequest, open: Open) -> dict[str, Any]:
    """What the page shows of now. The version is read first, as on the night's page."""
    open.stream.refresh_from_db()
    version = Stamp(open.stream.epoch, open.stream.version)
    everyone = field(open)
    counted = chip_counts.room_chips(open, everyone, timezone.now())
    said = [messages.remark(one, open) for one in counted.remarks()]
    difference = counted.room.difference if counted.room.tables else None
    return {
        "open": open,
        "version": version,
        "may_direct": role_of(request).covers(Role.DIRECTOR),
        "may_floor": role_of(request).covers(Role.FLOOR),
        "playing": everyone.started and not everyone.finished,
        "lines": chip_ledger.lines(open, everyone),
        "total": everyone.chips_in_play,
        "counted": counted,
        "said": said,
        "agrees": difference == 0,
        "difference": figures.chips_signed(open, difference) if difference else "",
    }


def _page(
    request: HttpRequest, seen: dict[str, Any], form: TablesForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    rows = [(one, form[f"chips_{one.id}"]) for one in seen["counted"].tables]
    context = {"use": UseCountedForm(), **seen, "form": form, "rows": rows, **more}
    return render(request, "desk/chips/page.html", context, status=status)


urls: list[URLPattern] = [
    path("desk/<slug:code>/chips/", page, name="chips"),
    path("desk/<slug:code>/chips/parts/", parts, name="chips_parts"),
    path("desk/<slug:code>/chips/use/", use, name="chips_use"),
]
