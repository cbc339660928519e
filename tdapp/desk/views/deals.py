"""A deal: the methods compared, one picked, everybody's consent, and the sheet they sign."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.accounts.roles import Role
from tdapp.cash import queries as cash
from tdapp.cash.models import Deal
from tdapp.desk import deals, ending
from tdapp.desk.forms.deals import DealForm
from tdapp.floor.deals import NEEDS_STACKS, agree_deal, last_moved
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.web import deal_words, figures, messages
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done
from tdapp.web.numbers import number


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def deal(request: HttpRequest, open: Open) -> HttpResponse:
    """Compare deals and make one; once one stands, what was agreed."""
    everyone = field(open)
    prizes = cash.prizes(open, cash.pool(open, everyone))
    if prizes.deal is not None and request.method == "GET":
        return render(request, "desk/deals/agreed.html", _agreed(open, everyone, prizes))
    form = _form(request, open, everyone)
    if request.method == "GET" or "compare" in request.POST:
        form.is_valid()
        return _page(request, open, everyone, prizes, form)
    if not form.is_valid():
        return _page(request, open, everyone, prizes, form, status=422)
    try:
        entry = _agree(request, open, form)
    except RuleError as error:
        more = {"refusal": messages.refusal(error, open), "passed": overruled(request)}
        return _page(request, open, everyone, prizes, form, status=422, **more)
    return done(request, open, entry, to=reverse("desk:deal", args=[open.code]))


def _form(request: HttpRequest, open: Open, everyone: Field) -> DealForm:
    now = timezone.now()
    known = {one.id: everyone.sure_stack(one.id, now) for one in everyone.left}
    sure = {key: chips for key, chips in known.items() if chips is not None}
    return DealForm(request.POST or None, open=open, left=everyone.left, known=sure)


def _agree(request: HttpRequest, open: Open, form: DealForm) -> JournalEntry:
    """Make the deal that was picked; a stack that is missing counts nobody where none is needed."""
    method = form.cleaned_data["method"]
    rows = Entry.objects.in_bulk([one.id for one in form.left])
    whole = len(form.stacks) == len(form.left) or method in NEEDS_STACKS
    own = form.amounts if method == "custom" else {}
    return agree_deal(
        open=open,
        method=method,
        agreed=[rows[key] for key in form.agreeing if key in rows],
        stacks={rows[key]: chips for key, chips in form.stacks.items()} if whole else None,
        left_to_play=form.figure("left_to_play", 0),
        unit=form.figure("unit", 1),
        amounts={rows[key]: amount for key, amount in own.items()},
        seen=number(request.POST.get("seen", "")),
        overruled=overruled(request),
        **act(request),
    )


def _page(
    request: HttpRequest,
    open: Open,
    everyone: Field,
    prizes: cash.Prizes,
    form: DealForm,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    found = deals.comparison(open, everyone, prizes, form)
    context = {"open": open, "here": "prizes", "form": form, "deal": found, "sent": status == 422, **more}
    context["seen"] = last_moved(everyone)
    return render(request, "desk/deals/page.html", context, status=status)


@open_view(Role.DIRECTOR)
@require_POST
def compared(request: HttpRequest, open: Open) -> HttpResponse:
    """The columns for what is typed so far; nothing is saved."""
    everyone = field(open)
    form = _form(request, open, everyone)
    form.is_valid()
    found = deals.comparison(open, everyone, cash.prizes(open, cash.pool(open, everyone)), form)
    context = {"open": open, "form": form, "deal": found, "live": True}
    return render(request, "desk/deals/_compare.html", context)


@open_view(Role.DIRECTOR)
@require_safe
def sheet(request: HttpRequest, open: Open) -> HttpResponse:
    """The agreed sheet, to be printed and signed."""
    everyone = field(open)
    prizes = cash.prizes(open, cash.pool(open, everyone))
    if prizes.deal is None:
        return redirect("desk:deal", open.code)
    context = {
        **_agreed(open, everyone, prizes),
        "tour": open.tour,
        "rules_of": open,
        "here": "print",
        "date": figures.long_date(open.date),
    }
    return render(request, "desk/deals/sheet.html", context)


def _agreed(open: Open, everyone: Field, prizes: cash.Prizes) -> dict[str, Any]:
    found = prizes.deal
    assert found is not None, "only where a deal stands"
    return {
        "open": open,
        "here": "prizes",
        "found": found,
        "lines": ending.agreed_lines(everyone, prizes),
        "counted": sum(found.stacks.values()),
        "method": deal_words.method(found.method),
        "how": deal_words.HOW[found.method],
        "made": get_object_or_404(Deal, open=open),
    }


urls: list[URLPattern] = [
    path("desk/<slug:code>/deal/", deal, name="deal"),
    path("desk/<slug:code>/deal/compare/", compared, name="deal_compare"),
    path("desk/<slug:code>/deal/sheet/", sheet, name="deal_sheet"),
]
