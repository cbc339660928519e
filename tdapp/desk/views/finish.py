"""The end of the night, what is handed over, and posting the results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.cash import services as till
from tdapp.desk import ending, open_hands
from tdapp.desk.counting import entries_of, tied_in
from tdapp.desk.forms.door import method_of
from tdapp.desk.forms.finish import CountForm
from tdapp.desk.prizes import specials
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.seasons import services as seasons
from tdapp.seasons.queries import results
from tdapp.web import messages
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done, refused_lightly


def _act(
    request: HttpRequest, open: Open, service: Callable[[], JournalEntry], to: Callable[[Open], str]
) -> HttpResponse:
    """One act without a form: done or refused, it is said where messages appear."""
    try:
        return done(request, open, service(), to=to(open))
    except RuleError as error:
        return refused_lightly(request, error, open, to=to(open))


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def finish(request: HttpRequest, open: Open) -> HttpResponse:
    """End the open, with one player left or by count; afterwards, what is left to do."""
    if open.finished_at is not None:
        return _afterwards(request, open)
    everyone = field(open)
    end = ending.look(open, everyone, timezone.now())
    known = ending.counted_in_deal(everyone, end.prizes)
    form = CountForm(request.POST or None, open=open, left=end.left if end.by_count else (), known=known)
    if request.method == "GET":
        return _ending_page(request, open, end, form)
    if end.by_count and not form.is_valid():
        return _ending_page(request, open, end, form, status=422)
    played = open_hands.Answers()
    try:
        played = open_hands.answers(open, request.POST)
        entries = Entry.objects.in_bulk(form.counts) if end.by_count else {}
        counts = {entries[key]: chips for key, chips in form.counts.items()} if end.by_count else None
        entry = floor.finish_open(
            open=open,
            counts=counts,
            open_hand=entries_of(open, played.order),
            shown=played.shown,
            overruled=overruled(request),
            **act(request),
        )
    except RuleError as error:
        more: dict[str, Any] = {"passed": overruled(request), "answers": played.order}
        if error.code == "open_hand_needed":
            tied = [one for one in end.left if one.id in tied_in(error)]
            more["asked"] = open_hands.question(open, request.POST, tied, ())
        else:
            more["refusal"] = messages.refusal(error, open)
        return _ending_page(request, open, end, form, status=422, **more)
    return done(request, open, entry, to=_finish_url(open))


def _finish_url(open: Open) -> str:
    return reverse("desk:finish", args=[open.code])


def _ending_page(
    request: HttpRequest,
    open: Open,
    end: ending.Ending,
    form: CountForm,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = {"open": open, "here": "finish", "end": end, "form": form, **more}
    counts = form.counts if form.is_bound and form.is_valid() else form.known
    if end.by_count and len(counts) == len(end.left):
        context |= _counted(open, end, counts)
    return render(request, "desk/finish/page.html", context, status=status)


def _counted(open: Open, end: ending.Ending, counts: Mapping[int, int]) -> dict[str, Any]:
    total = sum(counts.values())
    return {
        "standings": ending.by_count(field(open), end.prizes, counts),
        "total": total,
        "difference": total - end.in_play,
    }


@open_view(Role.DIRECTOR)
@require_POST
def count_preview(request: HttpRequest, open: Open) -> HttpResponse:
    """What the counts typed so far come to; nothing is saved."""
    end = ending.look(open, field(open), timezone.now())
    form = CountForm(request.POST, open=open, left=end.left)
    context: dict[str, Any] = {"open": open, "end": end}
    if form.is_valid():
        context |= _counted(open, end, form.counts)
    return render(request, "desk/finish/_count.html", context)


def _afterwards(request: HttpRequest, open: Open) -> HttpResponse:
    everyone = field(open)
    final = results(open, everyone)
    context = {
        "open": open,
        "here": "finish",
        "results": final,
        "winners": [line for line in final.lines if line.prize],
        "left_over": final.prizes.unassigned,
        "over": -final.prizes.unassigned,
        "special": specials(open, everyone, final.prizes),
        "agreed": final.prizes.deal.amounts if final.prizes.deal else {},
    }
    return render(request, "desk/finish/done.html", context)


@open_view(Role.DIRECTOR)
@require_POST
def pay_out(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Tick a prize as handed over, or untick it."""
    entry = get_object_or_404(Entry.objects.select_related("open", "player"), open=open, pk=pk)
    service = till.take_prize_back if request.POST.get("back") else till.pay_out
    return _act(request, open, lambda: service(entry=entry, **act(request)), _finish_url)


@open_view(Role.DIRECTOR)
@require_POST
def settle_debt(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Take what an entry still owed when the open ended."""
    entry = get_object_or_404(Entry.objects.select_related("open", "player"), open=open, pk=pk)
    method = method_of(request.POST.get("method", ""))
    return _act(
        request, open, lambda: till.settle_debts(entry=entry, method=method, **act(request)), _finish_url
    )


@open_view(Role.DIRECTOR)
@require_POST
def post(request: HttpRequest, open: Open) -> HttpResponse:
    """Post the results: the season table follows."""
    return _act(request, open, lambda: seasons.post_results(open=open, **act(request)), _finish_url)


@open_view(Role.DIRECTOR)
@require_POST
def take_back(request: HttpRequest, open: Open) -> HttpResponse:
    """Take posted results off the season table again."""
    return _act(request, open, lambda: seasons.take_results_back(open=open, **act(request)), _finish_url)


@open_view(Role.DIRECTOR)
@require_POST
def reopen(request: HttpRequest, open: Open) -> HttpResponse:
    """Make a finished open changeable again."""
    return _act(
        request,
        open,
        lambda: floor.reopen_open(open=open, **act(request)),
        lambda one: reverse("desk:night", args=[one.code]),
    )


urls: list[URLPattern] = [
    path("desk/<slug:code>/finish/", finish, name="finish"),
    path("desk/<slug:code>/finish/count/", count_preview, name="finish_count"),
    path("desk/<slug:code>/finish/<int:pk>/handed-over/", pay_out, name="pay_out"),
    path("desk/<slug:code>/finish/<int:pk>/owed/", settle_debt, name="settle_debt"),
    path("desk/<slug:code>/finish/post/", post, name="post_results"),
    path("desk/<slug:code>/finish/take-back/", take_back, name="take_results_back"),
    path("desk/<slug:code>/finish/reopen/", reopen, name="reopen"),
]
