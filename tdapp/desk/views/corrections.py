"""Correcting what is older than undo reaches: an out, a payment, anything else by undoing that one act.

A line of the story says *change*; a choice shows its effect; a tap applies it: three taps at most.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from tdapp.accounts.roles import Role
from tdapp.cash import services as till
from tdapp.desk import changes, refunds
from tdapp.desk.dialogs import night_url, role_of, show, show_refused
from tdapp.desk.forms.corrections import ChoiceForm
from tdapp.desk.night import may
from tdapp.floor import corrections, door
from tdapp.floor.out_order import out_order
from tdapp.journal import kinds
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.web import messages, story
from tdapp.web.access import open_view
from tdapp.web.acts import act, new_seed
from tdapp.web.answers import done
from tdapp.web.numbers import number

HANDS = ("hand_entered", "hand_corrected")
MONEY = ("payment_taken", "payments_taken", "signed_up", "list_signed_up")


@open_view(Role.FLOOR)
@require_GET
def change(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """What may be changed about a line of the story."""
    line = _act(request, open, entry)
    if line.kind in HANDS and not line.undone:
        return redirect("desk:hand_correct", code=open.code, hand=line.params["hand"])
    if line.kind == "bought" and not line.undone:
        return redirect("desk:purchase", code=open.code, pk=line.params["purchase"])
    everyone = field(open)
    outs = _outs_of(everyone, line)
    if outs:
        return _show_outs(request, open, everyone, outs)
    if line.kind in MONEY and not line.undone and refunds.offers(open, line):
        return _show_money(request, open, line, ChoiceForm(words=()))
    context = {"entry": line, "sentence": story.sentence(line, open), "fixed": _is_fixed(line)}
    return show(request, open, "desk/corrections/_undo.html", context)


def _act(request: HttpRequest, open: Open, entry: int) -> JournalEntry:
    line: JournalEntry = get_object_or_404(JournalEntry, stream=open.stream, pk=entry)
    if not may(role_of(request), line):
        raise PermissionDenied
    return line


def _is_fixed(line: JournalEntry) -> bool:
    return line.undone or not kinds.get(line.kind).undoable


def _outs_of(everyone: Field, line: JournalEntry) -> list[int]:
    """The outs that a line recorded or corrected and that still stand; a ruling is taken back whole."""
    if line.undone or line.kind == "disqualified":
        return []
    if line.kind == "out_corrected":
        return [out.id for out in everyone.outs if out.id == line.params.get("out")]
    return [out.id for out in everyone.outs if out.hand == line.pk]


# -- outs --------------------------------------------------------------------------------------------


@open_view(Role.FLOOR)
@require_GET
def change_out(request: HttpRequest, open: Open, out: int) -> HttpResponse:
    """What may be changed about one out."""
    everyone = field(open)
    if out not in {fact.id for fact in everyone.outs}:
        raise Http404
    return _show_outs(request, open, everyone, [out])


def _offers(open: Open, everyone: Field, outs: list[int]) -> list[changes.OutOffer]:
    order = out_order(open, everyone)
    return [changes.offer(everyone, order, fact) for fact in everyone.outs if fact.id in outs]


def _words(offers: list[changes.OutOffer]) -> list[str]:
    return [choice.word for offer in offers for group in offer.groups for choice in group.choices]


def _out_context(open: Open, offers: list[changes.OutOffer], form: ChoiceForm) -> dict[str, Any]:
    chosen = form.data.get("choice", "") if form.is_bound else ""
    fixed = [messages.refusal(offer.fixed, open) for offer in offers if offer.fixed is not None]
    return {
        "offers": offers,
        "form": form,
        "chosen": chosen,
        "outs": [offer.out.id for offer in offers],
        "fixed": {one.text: one for one in fixed}.values(),
    }


def _show_outs(request: HttpRequest, open: Open, everyone: Field, outs: list[int]) -> HttpResponse:
    context = _out_context(open, _offers(open, everyone, outs), ChoiceForm(words=()))
    return show(request, open, "desk/corrections/_out.html", context)


def _numbers(values: list[str]) -> list[int]:
    return [found for value in values if (found := number(value)) is not None]


@open_view(Role.FLOOR)
@require_GET
def out_effect(request: HttpRequest, open: Open) -> HttpResponse:
    """The places, prizes, blinds and seat that a choice would change."""
    everyone = field(open)
    offers = _offers(open, everyone, _numbers(request.GET.getlist("outs")))
    form = ChoiceForm(request.GET, words=_words(offers))
    lines: tuple[changes.Line, ...] = ()
    if form.is_valid():
        wanted = changes.wanted(open, form.cleaned_data["choice"])
        lines = changes.effect_on_places(open, everyone, wanted, timezone.now())
    return _effect(request, open, lines, "desk/corrections/_out.html", _out_context(open, offers, form))


def _effect(
    request: HttpRequest,
    open: Open,
    lines: tuple[changes.Line, ...],
    template: str,
    context: dict[str, Any],
) -> HttpResponse:
    """The lines alone, or without scripts the whole dialog with them."""
    shown = {**context, "open": open, "lines": lines, "seen": context["form"].is_valid()}
    if request.headers.get("HX-Request"):
        return render(request, "desk/corrections/_effect.html", shown)
    return show(request, open, template, shown)


@open_view(Role.FLOOR)
@require_POST
def correct_out(request: HttpRequest, open: Open) -> HttpResponse:
    """Apply a chosen correction of an out (``choice``; ``outs`` are the ids the dialog was about)."""
    everyone = field(open)
    offers = _offers(open, everyone, _numbers(request.POST.getlist("outs")))
    form = ChoiceForm(request.POST, words=_words(offers))
    if not form.is_valid():
        return show(request, open, "desk/corrections/_out.html", _out_context(open, offers, form), status=422)
    wanted = changes.wanted(open, form.cleaned_data["choice"])
    try:
        if wanted.back:
            entry = corrections.reinstate(out=wanted.out, seed=new_seed(), **act(request))
        else:
            entry = corrections.change_out(
                out=wanted.out, correction=wanted.change, seed=new_seed(), **act(request)
            )
    except RuleError as error:
        return show_refused(
            request, open, error, "desk/corrections/_out.html", _out_context(open, offers, form)
        )
    return done(request, open, entry, to=night_url(open))


# -- money -------------------------------------------------------------------------------------------


def _money_context(open: Open, line: JournalEntry, form: ChoiceForm) -> dict[str, Any]:
    groups = refunds.offers(open, line)
    words = [choice.word for group in groups for choice in group.choices]
    only = words[0] if len(words) == 1 else ""
    chosen = form.data.get("choice", "") if form.is_bound else only
    lines: tuple[changes.Line, ...] = ()
    if only:
        lines = refunds.effect(open, field(open), refunds.wanted(open, only))
    return {
        "entry": line,
        "sentence": story.sentence(line, open),
        "groups": groups,
        "form": form,
        "chosen": chosen,
        "lines": lines,
        "seen": bool(only),
    }


def _show_money(
    request: HttpRequest, open: Open, line: JournalEntry, form: ChoiceForm, status: int = 200
) -> HttpResponse:
    context = _money_context(open, line, form)
    return show(request, open, "desk/corrections/_money.html", context, status=status)


def _money_form(data: Any, open: Open, line: JournalEntry) -> ChoiceForm:
    words = [choice.word for group in refunds.offers(open, line) for choice in group.choices]
    return ChoiceForm(data, words=words)


@open_view(Role.DIRECTOR)
@require_GET
def money_effect(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """The pool, house, prizes and debt that a choice would change."""
    line = _act(request, open, entry)
    form = _money_form(request.GET, open, line)
    lines: tuple[changes.Line, ...] = ()
    if form.is_valid():
        lines = refunds.effect(open, field(open), refunds.wanted(open, form.cleaned_data["choice"]))
    return _effect(request, open, lines, "desk/corrections/_money.html", _money_context(open, line, form))


@open_view(Role.DIRECTOR)
@require_POST
def correct_money(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """Void the chosen payment, or withdraw the sign-up with all its payments."""
    line = _act(request, open, entry)
    form = _money_form(request.POST, open, line)
    if not form.is_valid():
        return _show_money(request, open, line, form, status=422)
    refund = refunds.wanted(open, form.cleaned_data["choice"])
    try:
        if refund.withdraw or refund.payment is None:
            saved = door.withdraw(entry=refund.entry, **act(request))
        else:
            saved = till.void_payment(payment=refund.payment, **act(request))
    except RuleError as error:
        context = _money_context(open, line, form)
        return show_refused(request, open, error, "desk/corrections/_money.html", context)
    return done(request, open, saved, to=night_url(open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/change/<int:entry>/", change, name="change"),
    path("desk/<slug:code>/change/out/<int:out>/", change_out, name="change_out"),
    path("desk/<slug:code>/change/out/effect/", out_effect, name="out_effect"),
    path("desk/<slug:code>/change/out/", correct_out, name="correct_out"),
    path("desk/<slug:code>/change/<int:entry>/money/effect/", money_effect, name="money_effect"),
    path("desk/<slug:code>/change/<int:entry>/money/", correct_money, name="correct_money"),
]
