"""Rulings: the list, and notes, penalties, misdeals, votes; a disqualification says first what falls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk.dialogs import role_of, show
from tdapp.desk.forms.rulings import DisqualifyForm, MisdealForm, NoteForm, PenaltyForm, VoteForm
from tdapp.floor import replays, rulings
from tdapp.floor.queries import seatings, tables_of
from tdapp.hands.queries import sat_out
from tdapp.journal.models import JournalEntry
from tdapp.live.state import Stamp
from tdapp.opens.models import Entry, Open, Ruling, Table
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.rules.rulings import SIDES
from tdapp.web import figures, messages
from tdapp.web.access import open_view
from tdapp.web.acts import act, new_seed, overruled
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number
from tdapp.web.round_words import round_called

LONGEST_HELD = 60
"""How much of typed cards is read."""


def rulings_url(open: Open) -> str:
    """The page about the rulings."""
    return reverse("desk:rulings", args=[open.code])


@open_view(Role.FLOOR)
@require_GET
def page(request: HttpRequest, open: Open) -> HttpResponse:
    """All rulings of the night, and what can be ruled."""
    return render(request, "desk/rulings/page.html", _context(request, open))


@open_view(Role.FLOOR)
@require_GET
def parts(request: HttpRequest, open: Open) -> HttpResponse:
    """The list, when something changed."""
    context = _context(request, open)
    response = render(request, "desk/rulings/_list.html", {**context, "oob": True})
    response["HX-Trigger"] = f'{{"tapete:shown": "{context["version"]}"}}'
    return response


def _context(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version is read first, as on the night's page.
    open.stream.refresh_from_db()
    everyone = field(open)
    return {
        "open": open,
        "version": Stamp(open.stream.epoch, open.stream.version),
        "may_direct": role_of(request).covers(Role.DIRECTOR),
        "rulings": rulings.rulings(open, everyone),
        "sat_out": sat_out(open),
        "playing": everyone.started and not everyone.finished,
        "finished": everyone.finished,
        "several": len(_tables(open)) > 1,
    }


def _tables(open: Open) -> list[tuple[int, str]]:
    return [(table.pk, table.label) for table in tables_of(current_round(open))]


def _given(open: Open, key: str, value: int | None) -> dict[str, Any]:
    """The row that a form named, by its id."""
    if value is None:
        return {key: None}
    rows = Entry.objects.filter(open=open) if key == "entry" else Table.objects.filter(round__open=open)
    return {key: get_object_or_404(rows, pk=value)}


def _answer(
    request: HttpRequest, open: Open, form: Any, template: str, service: Callable[[], JournalEntry]
) -> HttpResponse:
    """The dialog, the dialog with what is wrong, or done."""
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            return done(request, open, service(), to=rulings_url(open))
        except RuleError as error:
            refusal = messages.refusal(error, open)
    context = {"form": form, "refusal": refusal}
    return show(request, open, template, context, status=422 if request.method == "POST" else 200)


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def note(request: HttpRequest, open: Open) -> HttpResponse:
    """Write down what happened."""
    initial = {"entry": request.GET.get("entry")}
    players, tables = field(open).entrants, _tables(open)
    form = NoteForm(request.POST or None, players=players, tables=tables, initial=initial)

    def service() -> JournalEntry:
        told = form.cleaned_data
        about = {**_given(open, "entry", told["entry"]), **_given(open, "table", told["table"])}
        return rulings.note(open=open, text=told["text"], **about, **act(request))

    return _answer(request, open, form, "desk/rulings/_note.html", service)


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def penalty(request: HttpRequest, open: Open) -> HttpResponse:
    """Have somebody sit out rounds."""
    everyone = field(open)
    seated = {seat.entry_id for seat in seatings(current_round(open))}
    players = [one for one in everyone.left if one.id in seated]
    form = PenaltyForm(request.POST or None, players=players, initial={"entry": request.GET.get("entry")})

    def service() -> JournalEntry:
        told = form.cleaned_data
        entry = get_object_or_404(Entry.objects.select_related("open__stream"), open=open, pk=told["entry"])
        return rulings.penalty(entry=entry, rounds=told["rounds"], text=told["text"], **act(request))

    return _answer(request, open, form, "desk/rulings/_penalty.html", service)


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def misdeal(request: HttpRequest, open: Open) -> HttpResponse:
    """Keep that a hand was dealt again."""
    form = MisdealForm(request.POST or None, tables=_tables(open))

    def service() -> JournalEntry:
        told = form.cleaned_data
        table = _given(open, "table", told["table"])["table"]
        return rulings.misdeal(table=table, text=told["text"], **act(request))

    return _answer(request, open, form, "desk/rulings/_misdeal.html", service)


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def vote(request: HttpRequest, open: Open) -> HttpResponse:
    """Keep the totals of a vote."""
    form = VoteForm(request.POST or None, tables=_tables(open))

    def service() -> JournalEntry:
        told = dict(form.cleaned_data)
        told |= _given(open, "table", told.pop("table"))
        return rulings.vote(open=open, **told, overruled=overruled(request), **act(request))

    return _answer(request, open, form, "desk/rulings/_vote.html", service)


def _acted(request: HttpRequest, open: Open, service: Callable[[], JournalEntry]) -> HttpResponse:
    """One act without a form."""
    try:
        return done(request, open, service(), to=rulings_url(open))
    except RuleError as error:
        return refused_lightly(request, error, open, to=rulings_url(open))


@open_view(Role.FLOOR)
@require_POST
def over(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """A penalty was sat out."""
    row = get_object_or_404(Ruling.objects.select_related("open__stream"), open=open, pk=pk, kind="penalty")
    return _acted(request, open, lambda: rulings.penalty_over(ruling=row, **act(request)))


@open_view(Role.FLOOR)
@require_POST
def decide(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """The open hand of a tied vote was won by one ``side``, or by the cards of both."""
    row = get_object_or_404(Ruling.objects.select_related("open__stream"), open=open, pk=pk, kind="vote")
    side = request.POST.get("side", "")
    shown = {one: request.POST.get(f"o_{one}", "")[:LONGEST_HELD] for one in SIDES}
    return _acted(
        request, open, lambda: rulings.decide_vote(ruling=row, side=side, shown=shown, **act(request))
    )


# -- disqualification ----------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def disqualify(request: HttpRequest, open: Open) -> HttpResponse:
    """Whom (``entry``), then what it brings, then one confirmation."""
    everyone = field(open)
    chosen = number(request.POST.get("entry", "") or request.GET.get("entry", ""))
    if chosen is None or chosen not in everyone.by_id:
        players = {"players": _who_may_be(everyone)}
        return show(request, open, "desk/rulings/_who.html", players)
    form = DisqualifyForm(request.POST or None, open=open)
    refusal = None
    if request.method == "POST" and form.is_valid():
        entry = get_object_or_404(Entry.objects.select_related("open__stream"), open=open, pk=chosen)
        try:
            saved = replays.disqualify(
                entry=entry,
                seed=new_seed(),
                text=form.cleaned_data["text"],
                replay=form.replay,
                shown=form.confirmed if form.replay else None,
                chips=form.cleaned_data["chips"],
                **act(request),
            )
            return done(request, open, saved, to=rulings_url(open))
        except RuleError as error:
            refusal = messages.refusal(error, open)
    context = {"form": form, "refusal": refusal, **_what_falls(open, everyone, chosen)}
    status = 422 if request.method == "POST" else 200
    return show(request, open, "desk/rulings/_disqualify.html", context, status=status)


def _who_may_be(everyone: Field) -> list[tuple[int, str]]:
    """Everybody who has played and is not disqualified yet."""
    gone = {out.entry for out in everyone.outs if out.disqualified}
    playing = everyone.playing if everyone.started else ()
    return sorted(
        ((one.id, one.name) for one in playing if one.id not in gone), key=lambda one: one[1].casefold()
    )


def _what_falls(open: Open, everyone: Field, chosen: int) -> dict[str, Any]:
    """What a disqualification brings: the replay where one is possible, else why it is not."""
    who = everyone.by_id.get(chosen)
    if who is None:
        raise Http404
    shown: dict[str, Any] = {
        "who": who,
        "out": next((one for one in everyone.outs if one.entry == chosen), None),
        "holds": chosen in {one.id for one in everyone.holding},
        "place": everyone.places.get(chosen),
        "left": len([one for one in everyone.left if one.id != chosen]),
    }
    try:
        view = replays.preview(open, everyone, chosen)
    except RuleError as error:
        return {**shown, "no_replay": messages.refusal(error, open).text}
    now = {one.id for one in view.now}
    return {
        **shown,
        "replay": view,
        "falls": [(table, round_called(open, table.round)) for table in view.tables],
        "shown": ",".join(map(str, view.ids)),
        "void": figures.listed([table.label for table in view.tables]),
        "names": figures.listed([one.name for one in view.now]),
        "later": figures.listed([one.name for one in view.players if one.id not in now]),
        "limit": _span(view.minutes),
    }


def _span(minutes: int | None) -> str:
    """ "3 h", "2 h 30 min", "45 min"; "" without a limit."""
    hours, rest = divmod(minutes or 0, 60)
    parts = [*([f"{hours}\u00a0h"] if hours else []), *([f"{rest}\u00a0min"] if rest else [])]
    return " ".join(parts)


urls: list[URLPattern] = [
    path("desk/<slug:code>/rulings/", page, name="rulings"),
    path("desk/<slug:code>/rulings/parts/", parts, name="rulings_parts"),
    path("desk/<slug:code>/rulings/note/", note, name="ruling_note"),
    path("desk/<slug:code>/rulings/penalty/", penalty, name="ruling_penalty"),
    path("desk/<slug:code>/rulings/misdeal/", misdeal, name="ruling_misdeal"),
    path("desk/<slug:code>/rulings/vote/", vote, name="ruling_vote"),
    path("desk/<slug:code>/rulings/<int:pk>/over/", over, name="ruling_over"),
    path("desk/<slug:code>/rulings/<int:pk>/decide/", decide, name="ruling_decide"),
    path("desk/<slug:code>/rulings/disqualify/", disqualify, name="disqualify"),
]
