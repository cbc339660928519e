"""Settling a hand at the desk: entering one, correcting one entered before, voiding one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk.dialogs import night_url, role_of, show
from tdapp.desk.forms.hand import HandForm
from tdapp.desk.settling import Preview, Settling, effects, new_hand, old_hand, preview
from tdapp.hands import services
from tdapp.hands.models import Hand
from tdapp.hands.reckoning import Sheet, with_winners, without
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open, Table
from tdapp.opens.steps import check_running
from tdapp.rules.errors import RuleError
from tdapp.web import messages
from tdapp.web.access import open_view
from tdapp.web.acts import act, expected, new_seed, overruled
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number


@open_view(Role.SCOREKEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """The table's next hand: the form, and its save."""
    try:
        row, settling = _new(request, open, table)
    except RuleError as error:
        return refused_lightly(request, error, open, to=night_url(open))
    if request.method != "POST":
        return _show(request, settling, HandForm(settling=settling))

    def save(sheet: Sheet) -> JournalEntry:
        return services.enter_hand(
            table=row, sheet=sheet, overruled=overruled(request), **act(request, expected(row, request))
        )

    return _save(request, settling, save)


@open_view(Role.SCOREKEEPER)
@require_POST
def settle_preview(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """What the hand would do as it stands; changes nothing."""
    try:
        _row, settling = _new(request, open, table)
    except RuleError as error:
        return refused_lightly(request, error, open, to=night_url(open))
    return _preview(request, settling)


@open_view(Role.SCOREKEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, open: Open, hand: int) -> HttpResponse:
    """A hand entered before, as it was, to be saved as it really went."""
    row = _hand(open, hand)
    if row.voided:
        return refused_lightly(request, RuleError("hand_voided", hand=row.pk), open, to=night_url(open))
    settling = old_hand(open, row, timezone.now())
    if request.method != "POST":
        return _show(request, settling, HandForm(settling=settling))

    def save(sheet: Sheet) -> JournalEntry:
        return services.correct_hand(
            hand=row,
            sheet=sheet,
            seed=new_seed(),
            overruled=overruled(request),
            **act(request, expected(row, request)),
        )

    return _save(request, settling, save)


@open_view(Role.SCOREKEEPER)
@require_POST
def correct_preview(request: HttpRequest, open: Open, hand: int) -> HttpResponse:
    """What the correction would change; changes nothing."""
    row = _hand(open, hand)
    if row.voided:
        return refused_lightly(request, RuleError("hand_voided", hand=row.pk), open, to=night_url(open))
    return _preview(request, old_hand(open, row, timezone.now()))


@open_view(Role.FLOOR)
@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, open: Open, hand: int) -> HttpResponse:
    """Void a hand that never was: what that changes, and the act."""
    row = _hand(open, hand)
    if row.voided:
        return refused_lightly(request, RuleError("hand_voided", hand=row.pk), open, to=night_url(open))
    context: dict[str, Any] = {}
    if request.method == "POST":
        try:
            entry = services.void_hand(hand=row, seed=new_seed(), **act(request, expected(row, request)))
            return done(request, open, entry, to=night_url(open))
        except RuleError as error:
            context["refusal"] = messages.refusal(error, open)
    settling = old_hand(open, row, timezone.now())
    then = without(settling.field, row.order)
    changed = effects(settling, then, timezone.now())
    context |= {"settling": settling, "effects": changed, "stamp": row.stamp}
    return show(request, open, "desk/hand/_void.html", context, status=422 if "refusal" in context else 200)


def _new(request: HttpRequest, open: Open, table: int) -> tuple[Table, Settling]:
    """The table and its next hand. RuleError: those of ``check_running`` and ``settling.new_hand``."""
    row = get_object_or_404(Table, pk=table, round=current_round(open))
    check_running(open)
    level = request.POST.get("level") or request.GET.get("level") or ""
    return row, new_hand(open, row, timezone.now(), number(level))


def _hand(open: Open, hand: int) -> Hand:
    """A hand of the open, voided ones too."""
    rows = Hand.everything.select_related("table__round__open")
    return get_object_or_404(rows, pk=hand, table__round__open=open)


def _show(
    request: HttpRequest,
    settling: Settling,
    form: HandForm,
    error: RuleError | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The whole dialog, or for a browser without scripts the page."""
    alone = not request.headers.get("HX-Request")
    template = "desk/hand/page.html" if alone else "desk/hand/_dialog.html"
    context = _context(request, settling, form)
    context["refusal"] = messages.refusal(error, settling.open) if error else None
    return render(request, template, {**context, "alone": alone}, status=status)


def _context(request: HttpRequest, settling: Settling, form: HandForm) -> dict[str, Any]:
    shown = Preview(problem=form.problem)
    if not shown.problem:
        _sheet, shown = preview(settling, form.sheet, form.picks, timezone.now())
    kind, key = ("table", settling.table.pk) if settling.hand is None else ("hand", settling.hand.pk)
    names = ("desk:hand", "desk:hand_preview") if settling.hand is None else _CORRECTION
    save_url, preview_url = (reverse(name, kwargs={"code": settling.open.code, kind: key}) for name in names)
    return {
        "open": settling.open,
        "settling": settling,
        "form": form,
        "rows": [(row, (shown.questions or {}).get(row.seat)) for row in form.rows],
        "preview": shown,
        "dealer": settling.names.get(form.button, ""),
        "save_url": save_url,
        "preview_url": preview_url,
        "may_void": role_of(request).covers(Role.FLOOR),
    }


_CORRECTION = ("desk:hand_correct", "desk:hand_correct_preview")


def _preview(request: HttpRequest, settling: Settling) -> HttpResponse:
    form = HandForm(request.POST, settling=settling)
    if not request.headers.get("HX-Request"):
        return _show(request, settling, form)
    response = render(request, "desk/hand/preview.html", _context(request, settling, form))
    response["HX-Trigger"] = json.dumps({"hand:filled": form.fills})
    return response


def _save(request: HttpRequest, settling: Settling, save: Callable[[Sheet], JournalEntry]) -> HttpResponse:
    form = HandForm(request.POST, settling=settling)
    if form.problem:
        return _show(request, settling, form, status=422)
    try:
        form.check_seats()
        entry = save(with_winners(form.sheet, settling.house, form.picks))
    except RuleError as error:
        return _show(request, settling, form, error, status=422)
    return done(request, settling.open, entry, to=night_url(settling.open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/hand/<int:table>/", settle, name="hand"),
    path("desk/<slug:code>/hand/<int:table>/preview/", settle_preview, name="hand_preview"),
    path("desk/<slug:code>/hands/<int:hand>/", correct, name="hand_correct"),
    path("desk/<slug:code>/hands/<int:hand>/preview/", correct_preview, name="hand_correct_preview"),
    path("desk/<slug:code>/hands/<int:hand>/void/", void, name="hand_void"),
]
