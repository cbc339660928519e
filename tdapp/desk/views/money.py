"""The money of the night on one page: where it is, costs, what is handed on or put in, the guarantee."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.cash import expenses
from tdapp.cash.models import Expense
from tdapp.desk import till as till_words
from tdapp.desk.dialogs import show, show_refused
from tdapp.desk.forms.money import ADDED, FIRST, HANDED_ON, GuaranteeForm, SpendForm
from tdapp.desk.money import funds_known, look, spent_line
from tdapp.journal import undo as journal
from tdapp.journal.models import JournalEntry
from tdapp.live.state import Stamp
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web import figures, messages, story
from tdapp.web.access import device_of, open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done

PARTS = ("money-now", "money-side")


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def money(request: HttpRequest, open: Open) -> HttpResponse:
    """Where the money is, for its own refetch only the part that changes; or write a line of expenses."""
    part = request.headers.get("HX-Target")
    if request.method == "GET" and part in PARTS:
        return render(request, f"desk/money/_{part.removeprefix('money-')}.html", _seen(request, open))
    context = _seen(request, open)
    form = SpendForm(request.POST or None, open=open, funds=funds_known(open, context["money"].books))
    if request.method == "GET":
        return _page(request, open, context)
    if not form.is_valid():
        return _page(request, open, context, status=422, form=form)
    try:
        return done(request, open, _spend(request, open, form), to=_url(open))
    except RuleError as error:
        refusal = messages.refusal(error, open)
        return _page(request, open, context, status=422, form=form, refusal=refusal)


def _spend(request: HttpRequest, open: Open, form: SpendForm) -> JournalEntry:
    if form.way == ADDED:
        return expenses.add_money(open=open, **form.said, **act(request))
    service = expenses.hand_on if form.way == HANDED_ON else expenses.record_expense
    return service(open=open, **form.said, overruled=overruled(request), **act(request))


def _seen(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version first: what changes while the rest is read is then fetched once more.
    open.stream.refresh_from_db()
    everyone = field(open)
    till = till_words.look(open, everyone)
    undo = journal.next_undo(open.stream, device_of(request))
    return {
        "open": open,
        "here": "money",
        "version": Stamp(open.stream.epoch, open.stream.version),
        "money": look(open, everyone, till.drawer.opening),
        "till": till,
        "undo": undo,
        "undo_text": story.short(undo, open) if undo else "",
    }


def _page(
    request: HttpRequest, open: Open, context: dict[str, Any], status: int = 200, **more: Any
) -> HttpResponse:
    funds = funds_known(open, context["money"].books)
    guaranteed = figures.amount(open.guarantee, open.minor_digits) if open.guarantee else ""
    forms = {
        "form": SpendForm(open=open, funds=funds, initial={"what": FIRST, "method": "cash"}),
        "guarantee_form": GuaranteeForm(open=open, initial={"guarantee": guaranteed}),
    }
    return render(request, "desk/money/page.html", {**context, **forms, **more}, status=status)


def _url(open: Open) -> str:
    return reverse("desk:money", args=[open.code])


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def line(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """One line of expenses: void it."""
    row = get_object_or_404(Expense.everything, open=open, pk=pk)
    context = {"line": spent_line(row, open), "gone": row.voided}
    template = "desk/money/_line.html"
    if request.method == "GET":
        return show(request, open, template, context)
    try:
        voided = expenses.void_expense(expense=row, overruled=overruled(request), **act(request))
    except RuleError as error:
        return show_refused(request, open, error, template, context)
    return done(request, open, voided, to=_url(open))


@open_view(Role.DIRECTOR)
@require_POST
def guarantee(request: HttpRequest, open: Open) -> HttpResponse:
    """Promise so much for the prizes, or nothing."""
    form = GuaranteeForm(request.POST, open=open)
    if not form.is_valid():
        return _page(request, open, _seen(request, open), status=422, guarantee_form=form)
    try:
        passed = overruled(request)
        set_to = expenses.set_guarantee(open=open, amount=form.amount, overruled=passed, **act(request))
    except RuleError as error:
        open.refresh_from_db()
        more = {"guarantee_form": form, "guarantee_refusal": messages.refusal(error, open)}
        return _page(request, open, _seen(request, open), status=422, **more)
    return done(request, open, set_to, to=_url(open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/money/", money, name="money"),
    path("desk/<slug:code>/money/guarantee/", guarantee, name="money_guarantee"),
    path("desk/<slug:code>/money/<int:pk>/", line, name="money_line"),
]
