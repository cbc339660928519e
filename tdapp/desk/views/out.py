"""Who is out: one tap in a row, or a dialog for a typed name, for several, and for who had more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tdapp.accounts.roles import Role
from tdapp.cash import queries as cash
from tdapp.clock.queries import clock_face, current_round
from tdapp.desk import open_hands, purchases
from tdapp.desk import prizes as desk_prizes
from tdapp.desk.bounties import Stake, at_stake
from tdapp.desk.counting import tied_in
from tdapp.desk.dialogs import night_url, show, show_refused
from tdapp.desk.forms.out import OutForm
from tdapp.desk.naming import Known, alike
from tdapp.floor import queries as floor
from tdapp.floor import services
from tdapp.floor.purchases import shop
from tdapp.journal.models import JournalEntry
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.web import figures
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done
from tdapp.web.recall import Recall


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def out(request: HttpRequest, open: Open) -> HttpResponse:
    """Ask who is out, or put them out; several without known stacks are asked about first."""
    everyone = field(open)
    left, known = _nameable(open, everyone)
    if request.method == "GET":
        return _ask(request, open, OutForm(known=known, left=left, initial={"by": ""}), everyone)
    form = OutForm(request.POST, known=known, left=left)
    if not form.is_valid():
        return _ask(request, open, form, everyone, status=422)
    if form.answers and not form.ranking.complete:
        return _who_had_more(request, open, form, everyone)
    try:
        played = open_hands.answers(open, request.POST, "won")
    except RuleError as error:
        return show_refused(request, open, error, "desk/out/_dialog.html", _context(open, form, everyone))
    form.played = played.order
    if tied := _still_tied(open, form):
        return _who_won(request, open, form, everyone, tied)
    if form.asks_taker and (stake := at_stake(open, everyone, form.entries)):
        return _who_took(request, open, form, stake)
    try:
        entry = _record(request, open, form, played.shown)
        recall = Recall(open, [entry])
        won = " ".join(filter(None, _said_after(open, recall.field, form.entries)))
        return done(request, open, entry, to=night_url(open), more=won, recall=recall)
    except RuleError as error:
        if error.code == "stack_order_needed":
            return _who_had_more(request, open, form, everyone)
        if error.code == "open_hand_needed":
            return _who_won(request, open, form, everyone, tied_in(error))
        return show_refused(request, open, error, "desk/out/_dialog.html", _context(open, form, everyone))


def _nameable(open: Open, everyone: Field) -> tuple[list[Known], list[Known]]:
    """Those still in, and everybody."""
    seatings = floor.seatings(current_round(open))
    left_ids = {one.id for one in everyone.left}
    seated = [
        Known(seat.entry_id, everyone.by_id[seat.entry_id].name, seat.number, seat.table.label)
        for seat in seatings
        if seat.entry_id in left_ids
    ]
    sitting = {one.entry for one in seated}
    left = seated + [Known(one.id, one.name) for one in everyone.left if one.id not in sitting]
    gone = [Known(one.id, one.name) for one in everyone.entrants if one.id in everyone.out_ids]
    return left, left + gone


def _record(
    request: HttpRequest, open: Open, form: OutForm, shown: Mapping[int, Sequence[str]]
) -> JournalEntry:
    by = form.cleaned_data.get("by")
    named = Entry.objects.filter(open=open, pk__in=[*form.entries, *form.takers, by or 0])
    rows = {row.pk: row for row in named.select_related("open")}
    order = form.order if form.answers else [(key,) for key in form.entries]
    return services.record_outs(
        open=open,
        groups=[[rows[key] for key in group] for group in order],
        by=rows.get(by) if by else None,
        takers=[rows[key] for key in form.takers],
        left=form.head == "left",
        in_order=bool(form.answers),
        open_hand=[rows[key] for key in form.won],
        shown=shown,
        overruled=overruled(request),
        **act(request),
    )


def _said_after(open: Open, everyone: Field, entries: tuple[int, ...]) -> tuple[str, ...]:
    """What they have won, also beside the places, and whether they are out for good (RULES 4.1)."""
    pool = cash.pool(open, everyone)
    gone = tuple(entry for entry in entries if entry in everyone.out_ids)
    counter = shop(open, everyone, clock_face(open, timezone.now(), everyone), pool.after_costs)
    prizes = cash.prizes(open, pool)
    special = desk_prizes.after_out(open, everyone, prizes, gone)
    return _won(open, everyone, entries, prizes), special, purchases.after_out(open, counter, gone)


def _won(open: Open, everyone: Field, entries: tuple[int, ...], prizes: cash.Prizes) -> str:
    """What those who are out have won, as far as any of them has."""
    won = {key: won.amount for key, won in cash.winnings(open, everyone, prizes).items() if key in entries}
    told = [f"{everyone.by_id[key].name} {figures.money_of(open, amount)}" for key, amount in won.items()]
    if len(entries) == 1 and won:
        return _("Prize: %(amount)s") % {"amount": figures.money_of(open, won[entries[0]])}
    return _("Prizes: %(prizes)s") % {"prizes": figures.listed(told)} if told else ""


def _context(open: Open, form: OutForm, everyone: Field) -> dict[str, Any]:
    now = timezone.now()
    stacks = {key: stack.chips if stack.sure(now) else None for key, stack in everyone.stacks.items()}
    offered = _offered(form)
    rows = [(one, stacks.get(one.entry), str(one.entry) in form.picked) for one in offered]
    several = len({one.table for one in form.left if one.table}) > 1
    return {"form": form, "rows": rows, "several": several, "next_place": len(everyone.left)}


def _offered(form: OutForm) -> list[Known]:
    """Those to tap on: everybody still in; of very many those ticked and those the typed word may mean."""
    if not form.many:
        return list(form.left)
    picked = [one for one in form.left if str(one.entry) in form.picked]
    meant = alike(str(form.data.get("who", "")), form.left)
    return picked + [one for one in meant if one not in picked]


@open_view(Role.FLOOR)
@require_GET
def picks(request: HttpRequest, open: Open) -> HttpResponse:
    """Among many players: those whom the typed word may mean, to tap on; ticked ones stay."""
    everyone = field(open)
    left, known = _nameable(open, everyone)
    form = OutForm(request.GET, known=known, left=left)
    return show(request, open, "desk/out/_picks.html", _context(open, form, everyone))


@open_view(Role.FLOOR)
@require_GET
def by_whom(request: HttpRequest, open: Open) -> HttpResponse:
    """The question who did it, again for those ticked: their table first."""
    everyone = field(open)
    left, known = _nameable(open, everyone)
    form = OutForm(request.GET, known=known, left=left)
    return show(request, open, "desk/out/_by.html", _context(open, form, everyone))


def _ask(request: HttpRequest, open: Open, form: OutForm, everyone: Field, status: int = 200) -> HttpResponse:
    return show(request, open, "desk/out/_dialog.html", _context(open, form, everyone), status=status)


def _still_tied(open: Open, form: OutForm) -> tuple[int, ...]:
    """Those said to have had as much, where the house has them play an open hand (VIV-25)."""
    if not form.answers or not _plays_out(open):
        return ()
    return next((group for group in form.order if len(group) > 1), ())


def _plays_out(open: Open) -> bool:
    return house_of(open).same_hand_outs == "stack_before_open_hand"


def _who_won(
    request: HttpRequest, open: Open, form: OutForm, everyone: Field, tied: tuple[int, ...]
) -> HttpResponse:
    """Whose open hand it was, with everything said so far; nothing is recorded yet."""
    entries = [("entry", key) for key in form.entries]
    said = [("by", form.cleaned_data.get("by") or ""), *(("ranked", answer) for answer in form.answers)]
    said += [("head", form.head), *(("taker", key) for key in form.takers)]
    rest = [everyone.by_id[key] for key in tied if key not in form.won]
    ranked = [everyone.by_id[key] for key in form.won]
    context = {
        "asked": open_hands.question(open, request.POST, rest, ranked),
        "answers": form.won,
        "field": "won",
        "typed": [*entries, *said],
        "act_url": reverse("desk:out", args=[open.code]),
        "back_url": night_url(open),
    }
    return show(request, open, "desk/rounds/_open_hand.html", context, status=422)


def _who_took(request: HttpRequest, open: Open, form: OutForm, stake: Stake) -> HttpResponse:
    """Whose the bounty is, with everything said so far; nothing is recorded yet, so the status is 422."""
    return show(request, open, "desk/out/_taker.html", {"form": form, "stake": stake}, status=422)


def _who_had_more(request: HttpRequest, open: Open, form: OutForm, everyone: Field) -> HttpResponse:
    """The question, with the answers so far; nothing is recorded yet, so the status is 422."""
    ranking, by_id = form.ranking, everyone.by_id
    context = {
        "form": form,
        "plays_out": _plays_out(open),
        "ranked": [[by_id[key] for key in group] for group in ranking.groups],
        "rest": [by_id[key] for key in ranking.rest],
        "last_ranked": by_id[ranking.groups[-1][0]] if ranking.groups else None,
    }
    return show(request, open, "desk/out/_order.html", context, status=422)


urls: list[URLPattern] = [
    path("desk/<slug:code>/out/", out, name="out"),
    path("desk/<slug:code>/out/picks/", picks, name="out_picks"),
    path("desk/<slug:code>/out/by/", by_whom, name="out_by"),
]
