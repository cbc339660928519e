"""The prizes: how the pool is shared, fixed places, locking, a table of the club, special prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.cash import services as till
from tdapp.cash import special_prizes as special
from tdapp.cash.models import SpecialPrize
from tdapp.cash.queries import plan_of
from tdapp.desk.forms.prizes import PrizesForm, SpecialForm, TableForm, field_of, plan_text
from tdapp.desk.prizes import look, tables_of
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import field
from tdapp.rules import payouts
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import FOLLOWING, PrizePlan
from tdapp.web import amounts, messages
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def prizes(request: HttpRequest, open: Open) -> HttpResponse:
    """How the pool is shared; what is unassigned is said."""
    form = PrizesForm(request.POST or None, open=open, tables=tables_of(open))
    if request.method == "POST" and form.is_valid() and form.plan is not None:
        try:
            entry = till.set_prizes(open=open, plan=form.plan, **act(request))
            return done(request, open, entry, to=_url(open))
        except RuleError as error:
            form.add_error(None, messages.refusal(error, open).text)
    status = 422 if request.method == "POST" else 200
    return _page(request, open, form=form, status=status)


def _page(request: HttpRequest, open: Open, *, status: int = 200, **more: Any) -> HttpResponse:
    everyone = field(open)
    players = len(everyone.playing) or len(everyone.entrants)
    context = {
        "open": open,
        "here": "prizes",
        "page": look(open, everyone, timezone.now()),
        "everyone": everyone,
        "players": players,
        "plans": [plan_text(plan, open.minor_digits) for plan in payouts.common(players)[:4]],
        **more,
    }
    context.setdefault("form", PrizesForm(open=open, tables=tables_of(open)))
    context.setdefault("special_form", SpecialForm(open=open))
    return render(request, "desk/prizes/page.html", context, status=status)


def _url(open: Open) -> str:
    return reverse("desk:prizes", args=[open.code])


def _act(request: HttpRequest, open: Open, service: Callable[[], JournalEntry]) -> HttpResponse:
    """One act without a form: done or refused, it is said where messages appear."""
    try:
        return done(request, open, service(), to=_url(open))
    except RuleError as error:
        return refused_lightly(request, error, open, to=_url(open))


@open_view(Role.DIRECTOR)
@require_POST
def take_plan(request: HttpRequest, open: Open) -> HttpResponse:
    """Take over one of the usual plans with one tap."""
    everyone = field(open)
    players = len(everyone.playing) or len(everyone.entrants)
    plans = {plan_text(plan, open.minor_digits): plan for plan in payouts.common(players)}
    plan = plans.get(request.POST.get("plan", ""))
    if plan is None:
        return _page(request, open, status=422)
    stored = plan_of(open)
    unit = stored.unit if stored.kind in FOLLOWING else 10**open.minor_digits
    chosen = PrizePlan("percent", plan.values, unit, at_close=stored.at_close)
    return _act(request, open, lambda: till.set_prizes(open=open, plan=chosen, **act(request)))


# -- fixed and locked --------------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_POST
def fix(request: HttpRequest, open: Open) -> HttpResponse:
    """Fix one place to an amount, whatever comes, or free it again."""
    place = number(request.POST.get("place", "")) or 0
    if request.POST.get("free"):
        return _act(request, open, lambda: till.free_prize(open=open, place=place, **act(request)))
    typed = request.POST.get("amount", "")
    try:
        amount = amounts.read(typed, open.minor_digits, open.currency)
        entry = till.fix_prize(open=open, place=place, amount=amount, **act(request))
    except RuleError as error:
        said = messages.refusal(error, open).text
        return _page(request, open, status=422, fix_said=said, fix_place=place, fix_amount=typed)
    return done(request, open, entry, to=_url(open))


@open_view(Role.DIRECTOR)
@require_POST
def lock(request: HttpRequest, open: Open) -> HttpResponse:
    """Freeze the prizes; short of the pool only on purpose."""
    try:
        entry = till.lock_prizes(open=open, overruled=overruled(request), **act(request))
    except RuleError as error:
        return _page(request, open, status=422, refusal=messages.refusal(error, open))
    return done(request, open, entry, to=_url(open))


@open_view(Role.DIRECTOR)
@require_POST
def unlock(request: HttpRequest, open: Open) -> HttpResponse:
    """Let the prizes follow the pool again."""
    return _act(request, open, lambda: till.unlock_prizes(open=open, **act(request)))


# -- a payout table of the club ----------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def table(request: HttpRequest, open: Open) -> HttpResponse:
    """Take over a payout table out of a file or pasted; of several one is chosen first."""
    form = TableForm(request.POST or None, request.FILES or None)
    if request.method == "GET":
        return _table_page(request, open, form)
    if not form.is_valid() or form.table is None:
        return _table_page(request, open, form, status=422)
    stored = plan_of(open)
    unit = stored.unit if stored.kind in FOLLOWING else 10**open.minor_digits
    kept = stored.fixed if stored.kind in FOLLOWING else ()
    plan = PrizePlan("field", unit=unit, table=form.table.to_dict(), fixed=kept, at_close=stored.at_close)
    try:
        entry = till.set_prizes(open=open, plan=plan, **act(request))
    except RuleError as error:
        form.add_error(None, messages.refusal(error, open).text)
        return _table_page(request, open, form, status=422)
    odd = " ".join(messages.remark(one, open) for one in form.table.remarks)
    return done(request, open, entry, to=_url(open), more=odd)


def _table_page(request: HttpRequest, open: Open, form: TableForm, status: int = 200) -> HttpResponse:
    found = list(enumerate(form.found)) if form.is_bound and len(form.found) > 1 else []
    typed = form.cleaned_data.get("text", "") if found else ""
    context = {"open": open, "here": "prizes", "form": form, "found": found, "typed": typed}
    return render(request, "desk/prizes/table.html", context, status=status)


# -- prizes beside the places ------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_POST
def special_add(request: HttpRequest, open: Open) -> HttpResponse:
    """Set a prize for the best hand, the first out, the bubble, or a thing for a place."""
    form = SpecialForm(request.POST, open=open)
    if form.is_valid():
        typed = form.cleaned_data
        try:
            entry = special.add_special_prize(
                open=open,
                kind=typed["kind"],
                text=typed["text"],
                amount=form.amount,
                fund=typed["fund"],
                place=typed["place"],
                overruled=overruled(request),
                **act(request),
            )
            return done(request, open, entry, to=_url(open))
        except RuleError as error:
            refusal = messages.refusal(error, open)
            if refusal.overrule:
                return _page(request, open, status=422, special_form=form, special_refusal=refusal)
            form.add_error(field_of(error), refusal.text)
    return _page(request, open, status=422, special_form=form)


@open_view(Role.DIRECTOR)
@require_POST
def special_give(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Give it to the entry that was named, or take it back."""
    prize = get_object_or_404(SpecialPrize.everything.select_related("open"), open=open, pk=pk)
    if request.POST.get("back"):
        return _act(request, open, lambda: special.take_special_prize_back(prize=prize, **act(request)))
    key = number(request.POST.get("entry", "")) or 0
    entry = get_object_or_404(Entry.objects.select_related("open", "player"), open=open, pk=key)
    return _act(request, open, lambda: special.give_special_prize(prize=prize, entry=entry, **act(request)))


@open_view(Role.DIRECTOR)
@require_POST
def special_void(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Take it off the list."""
    prize = get_object_or_404(SpecialPrize.everything.select_related("open"), open=open, pk=pk)
    return _act(request, open, lambda: special.void_special_prize(prize=prize, **act(request)))


urls: list[URLPattern] = [
    path("desk/<slug:code>/prizes/", prizes, name="prizes"),
    path("desk/<slug:code>/prizes/plan/", take_plan, name="prizes_plan"),
    path("desk/<slug:code>/prizes/fix/", fix, name="prizes_fix"),
    path("desk/<slug:code>/prizes/lock/", lock, name="prizes_lock"),
    path("desk/<slug:code>/prizes/unlock/", unlock, name="prizes_unlock"),
    path("desk/<slug:code>/prizes/table/", table, name="prizes_table"),
    path("desk/<slug:code>/prizes/special/", special_add, name="special_add"),
    path("desk/<slug:code>/prizes/special/<int:pk>/", special_give, name="special_give"),
    path("desk/<slug:code>/prizes/special/<int:pk>/void/", special_void, name="special_void"),
]
