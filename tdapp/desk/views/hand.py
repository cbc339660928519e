"""Settling a hand at the desk: entering one, correcting one entered before, voiding one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk import all_in_screen, open_hands
from tdapp.desk.counting import tied_in
from tdapp.desk.dialogs import night_url, role_of, show
from tdapp.desk.forms import hand_line
from tdapp.desk.forms.hand import HandForm
from tdapp.desk.hand_effects import Corrected, effects, in_the_way
from tdapp.desk.settling import Preview, Settling, new_hand, old_hand, preview
from tdapp.hands import services
from tdapp.hands.models import Hand
from tdapp.hands.reckoning import Sheet, with_winners, without
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act
from tdapp.opens.models import Open, Table
from tdapp.opens.steps import check_running
from tdapp.rules.errors import RuleError
from tdapp.web import messages, story
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


@open_view(Role.FLOOR)
@require_POST
def settle_screen(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Put the all-in over the big screens as it stands, or take it off them; the form stays as it is."""
    try:
        row, settling = _new(request, open, table)
    except RuleError as error:
        return refused_lightly(request, error, open, to=night_url(open))
    form = HandForm(request.POST, settling=settling)
    try:
        entry = all_in_screen.turned(row, settling, form, _told(request), on="hide" not in request.POST)
        flash.success(request, story.sentence(entry, open))
    except RuleError as error:
        flash.error(request, messages.refusal(error, open).text)
    return _preview(request, settling)


def _told(request: HttpRequest) -> Act:
    """Who acts, without the request's id: that belongs to the hand."""
    given = act(request)
    return Act(actor=given["actor"], now=given["now"], device=given.get("device"))


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
    change = Corrected(open, row, settling.field, without(settling.field, row.order))
    context |= {"settling": settling, "effects": effects(change, timezone.now()), "stamp": row.stamp}
    context["in_the_way"] = in_the_way(change)
    return show(request, open, "desk/hand/_void.html", context, status=422 if "refusal" in context else 200)


def _new(request: HttpRequest, open: Open, table: int) -> tuple[Table, Settling]:
    """The table and its next hand. RuleError: those of ``check_running`` and ``settling.new_hand``."""
    round = current_round(open)
    row = get_object_or_404(Table, pk=table, round=round)
    round.open, row.round = open, round  # both are asked for again and again
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
    context = _context(request, settling, form, saving=status == 422)
    context["refusal"] = messages.refusal(error, settling.open) if error else None
    context["passed"] = overruled(request)
    return render(request, template, {**context, "alone": alone}, status=status)


def _context(
    request: HttpRequest, settling: Settling, form: HandForm, *, saving: bool = False
) -> dict[str, Any]:
    shown = Preview(problem=form.problem)
    if not shown.problem:
        _sheet, shown = preview(settling, form.sheet, form.picks, timezone.now())
        shown = shown.passing(overruled(request))
    line = _line(form, shown)
    kind, key = ("table", settling.table.pk) if settling.hand is None else ("hand", settling.hand.pk)
    names = ("desk:hand", "desk:hand_preview") if settling.hand is None else _CORRECTION
    save_url, preview_url = (reverse(name, kwargs={"code": settling.open.code, kind: key}) for name in names)
    return {
        "open": settling.open,
        "settling": settling,
        "form": form,
        "rows": [(row, (shown.questions or {}).get(row.seat)) for row in form.rows],
        "preview": shown,
        "say": form.line.text if form.line.error else line,
        "told": form.posted.get("told", "") if form.line.error else line,
        "cards": form.cards.shown(
            {one.seat for one in form.typed if one.state == "fold"}, shown.cards, saving=saving
        ),
        "streets": form.streets.shown(form.sheet),
        "dealer": form.seats.dealer,
        "seats": form.seats,
        "save_url": save_url,
        "preview_url": preview_url,
        **all_in_screen.buttons(settling, role_of(request)),
        "may_void": role_of(request).covers(Role.FLOOR),
    }


def _line(form: HandForm, shown: Preview) -> str:
    """The hand in one line; pots of a single player need no winner."""
    pots = [() if pot.alone else pot.won for pot in shown.pots]
    return hand_line.text_of(form, pots or [pick.seats if pick.named else () for pick in form.picks])


def _who_won(request: HttpRequest, settling: Settling, error: RuleError) -> HttpResponse:
    """Whose open hand it was, with the whole hand as it was sent; nothing is saved yet (VIV-25)."""
    by_id = settling.field.by_id
    context = open_hands.asked(settling.open, request.POST, [by_id[key] for key in tied_in(error)], by_id)
    context |= {"act_url": request.path, "back_url": request.path}
    return show(request, settling.open, "desk/rounds/_open_hand.html", context, status=422)


_CORRECTION = ("desk:hand_correct", "desk:hand_correct_preview")


def _preview(request: HttpRequest, settling: Settling) -> HttpResponse:
    form = HandForm(request.POST, settling=settling)
    if not request.headers.get("HX-Request"):
        return _show(request, settling, form)
    context = _context(request, settling, form)
    response = render(request, "desk/hand/preview.html", context)
    told: dict[str, dict[str, str]] = {"hand:written": form.line.written} if form.line.written else {}
    if not form.line.written and not form.line.error:
        told["hand:line"] = {"say": context["say"]}
    told |= {"hand:quick": form.shortcuts, "hand:filled": form.fills}
    response["HX-Trigger"] = json.dumps(told)
    return response


def _save(request: HttpRequest, settling: Settling, save: Callable[[Sheet], JournalEntry]) -> HttpResponse:
    form = HandForm(request.POST, settling=settling)
    if form.problem or form.cards.problem or form.line.error:
        return _show(request, settling, form, status=422)
    try:
        form.check_seats()
        sheet = open_hands.on_sheet(form.sheet, settling.open, request.POST)
        entry = save(with_winners(sheet, settling.house, form.picks))
    except RuleError as error:
        if error.code == "open_hand_needed":
            return _who_won(request, settling, error)
        return _show(request, settling, form, error, status=422)
    return done(request, settling.open, entry, to=night_url(settling.open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/hand/<int:table>/", settle, name="hand"),
    path("desk/<slug:code>/hand/<int:table>/preview/", settle_preview, name="hand_preview"),
    path("desk/<slug:code>/hand/<int:table>/screen/", settle_screen, name="hand_screen"),
    path("desk/<slug:code>/hands/<int:hand>/", correct, name="hand_correct"),
    path("desk/<slug:code>/hands/<int:hand>/preview/", correct_preview, name="hand_correct_preview"),
    path("desk/<slug:code>/hands/<int:hand>/void/", void, name="hand_void"),
]
