"""The rounds at the desk: every round with its tables, the count that ends a table, the next round."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.desk import counting, rounds, seating
from tdapp.desk.dialogs import role_of, show, show_refused
from tdapp.desk.night import may
from tdapp.desk.preview import round_remarks
from tdapp.desk.rounds import Board
from tdapp.floor import rounds as services
from tdapp.floor.set_up import terms_of
from tdapp.journal import undo as journal
from tdapp.live.state import Stamp
from tdapp.opens.models import Entry, Open, Table
from tdapp.rules.errors import Remark, RuleError
from tdapp.web import messages, story
from tdapp.web.access import device_of, open_view
from tdapp.web.acts import act, new_seed, overruled
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number

COUNT, OPEN_HAND = "desk/rounds/_count.html", "desk/rounds/_open_hand.html"


def rounds_url(open: Open) -> str:
    """The page with all rounds."""
    return reverse("desk:rounds", args=[open.code])


@open_view(Role.SCOREKEEPER)
@require_GET
def page(request: HttpRequest, open: Open) -> HttpResponse:
    """All rounds with their tables."""
    return render(request, "desk/rounds/page.html", _context(request, open))


@open_view(Role.SCOREKEEPER)
@require_GET
def parts(request: HttpRequest, open: Open) -> HttpResponse:
    """What can change, to be swapped by its id."""
    context = _context(request, open)
    response = render(request, "desk/rounds/parts.html", context)
    response["HX-Trigger"] = f'{{"tapete:shown": "{context["version"]}"}}'
    return response


def _context(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version is read first: what changes while the rest is read is then fetched once more, never missed.
    open.stream.refresh_from_db()
    version = Stamp(open.stream.epoch, open.stream.version)
    role = role_of(request)
    board = rounds.board(open, timezone.now())
    device = device_of(request)
    last, again = journal.next_undo(open.stream, device), journal.next_redo(open.stream, device)
    return {
        "open": open,
        "here": "rounds",
        "board": board,
        "version": version,
        "about": rounds.about(board),
        "odd": [messages.remark(one, open) for one in _odd(board)],
        "stuck": messages.refusal(board.stuck, open).text if board.stuck else "",
        "remarks": [(one, messages.remark(one, open)) for one in board.remarks],
        "next_undo": last,
        "undo_text": story.short(last, open) if last and may(role, last) else "",
        "next_redo": again,
        "redo_text": story.short(again, open) if again and may(role, again) else "",
        **_rights(request),
    }


def _odd(board: Board) -> tuple[Remark, ...]:
    """Before the start: whether the first tables are those for the players there are."""
    players = len(board.field.entrants)
    if board.field.started or not players or not board.columns:
        return ()
    return round_remarks(terms_of(board.open), players)


def _rights(request: HttpRequest) -> dict[str, bool]:
    role = role_of(request)
    return {"may_floor": role.covers(Role.FLOOR), "may_direct": role.covers(Role.DIRECTOR)}


# -- the end of one table ----------------------------------------------------------------------------------


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def count(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Ask for the chips of those left at a table, or end it by them; ties that matter are asked about."""
    row = _table(open, table)
    counting_of = counting.look(open, row, timezone.now(), request.POST or None)
    if request.method == "GET":
        return show(request, open, COUNT, counting_of.context)
    if not counting_of.form.is_valid():
        return show(request, open, COUNT, counting_of.context, status=422)
    try:
        entry = services.finish_table(
            table=row,
            counts=counting_of.counts,
            open_hand=counting_of.open_hand,
            shown=counting_of.played.shown,
            overruled=overruled(request),
            **act(request),
        )
    except RuleError as error:
        if error.code == "open_hand_needed":
            return show(request, open, OPEN_HAND, counting_of.asked(error), status=422)
        passed = {"passed": overruled(request)}
        return show_refused(request, open, error, COUNT, {**counting_of.context, **passed})
    return done(request, open, entry, to=rounds_url(open))


@open_view(Role.FLOOR)
@require_GET
def total(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """What the typed stacks of a table come to, as part of the dialog."""
    seen = counting.look(open, _table(open, table), timezone.now(), request.GET)
    seen.form.is_valid()
    return render(request, "desk/rounds/_total.html", {**seen.context, "open": open})


@open_view(Role.FLOOR)
@require_POST
def reopen(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Take the result of a table back, so that it plays on or is counted again."""
    try:
        entry = services.reopen_table(table=_table(open, table), **act(request))
    except RuleError as error:
        return refused_lightly(request, error, open, to=rounds_url(open))
    return done(request, open, entry, to=rounds_url(open))


def _table(open: Open, pk: int) -> Table:
    rows = Table.objects.select_related("round", "round__open", "round__open__stream")
    return get_object_or_404(rows, pk=pk, round__open=open)


@open_view(Role.FLOOR)
@require_POST
def flight(request: HttpRequest, open: Open) -> HttpResponse:
    """Say on which day somebody begins: ``day`` is "entry-flight"."""
    who, _dash, number_of = request.POST.get("day", "").partition("-")
    entry = get_object_or_404(Entry.objects.select_related("open"), open=open, pk=number(who) or 0)
    try:
        done_by = services.assign_flight(
            open=open, entries=[entry], flight=number(number_of) or 0, **act(request)
        )
    except RuleError as error:
        return refused_lightly(request, error, open, to=rounds_url(open))
    return done(request, open, done_by, to=rounds_url(open))


# -- the next round ----------------------------------------------------------------------------------------


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def following(request: HttpRequest, open: Open) -> HttpResponse:
    """The next round as it would be seated; changed by hand, drawn anew, or begun."""
    try:
        proposal = seating.proposal(open, request.POST, new_seed())
    except RuleError as error:  # what is stored, or the number of tables that was typed, allows none
        return refused_lightly(request, error, open, to=rounds_url(open))
    if proposal is None:
        return refused_lightly(request, RuleError("no_next_round"), open, to=rounds_url(open))
    if request.method == "GET" or "redraw" in request.POST:
        return _proposed(request, open, proposal)
    try:
        entry = services.begin_round(
            open=open,
            seed=proposal.seed,
            groups=proposal.entries(Entry.objects.filter(open=open)),
            overruled=overruled(request),
            **act(request),
        )
    except RuleError as error:
        return _proposed(request, open, proposal, status=422, refusal=messages.refusal(error, open))
    return done(request, open, entry, to=rounds_url(open))


def _proposed(
    request: HttpRequest, open: Open, proposal: seating.Proposal, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"open": open, "here": "rounds", **proposal.context, **_rights(request), **more}
    part = bool(request.headers.get("HX-Request"))
    template = "desk/rounds/_proposal.html" if part else "desk/rounds/next.html"
    return render(request, template, context, status=status)


urls: list[URLPattern] = [
    path("desk/<slug:code>/rounds/", page, name="rounds"),
    path("desk/<slug:code>/rounds/parts/", parts, name="rounds_parts"),
    path("desk/<slug:code>/rounds/next/", following, name="round_next"),
    path("desk/<slug:code>/rounds/flight/", flight, name="round_flight"),
    path("desk/<slug:code>/rounds/table/<int:table>/", count, name="round_count"),
    path("desk/<slug:code>/rounds/table/<int:table>/total/", total, name="round_total"),
    path("desk/<slug:code>/rounds/table/<int:table>/reopen/", reopen, name="round_reopen"),
]
