"""Poker Hand History files: hands of the night to take away, files of others to look at; nothing is saved."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from tdapp.accounts.roles import Role
from tdapp.clock.queries import clock_face
from tdapp.desk.dialogs import role_of
from tdapp.desk.forms.phh import PhhForm
from tdapp.desk.phh_offers import Offer, offers
from tdapp.desk.phh_reading import Heading, Reading, heading, reading
from tdapp.floor.queries import seat_map
from tdapp.hands.phh import Files
from tdapp.hands.story import HandTold, Told
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.opens.steps import check_running
from tdapp.rules.errors import RuleError
from tdapp.rules.phh import Phh
from tdapp.rules.phh_read import read_each
from tdapp.web import messages
from tdapp.web.access import open_view
from tdapp.web.numbers import number
from tdapp.web.phh_words import place


@open_view(Role.SCOREKEEPER)
@require_safe
def hand_phh(request: HttpRequest, open: Open, hand: int) -> HttpResponse:
    """One hand's file as text, with what must be said about it and the way to download it."""
    files, row = _hand(open, hand)
    context: dict[str, Any] = {"hand": row, "several": len(files.told.tables) > 1}
    try:
        written = files.of(row)
        context |= {"text": written.text, "lines": written.text.count("\n") + 1}
        context["remarks"] = [messages.remark(remark, open) for remark in written.remarks]
    except RuleError as error:
        context["refusal"] = messages.refusal(error, open)
    return _page(request, open, "desk/phh/hand.html", context)


@open_view(Role.SCOREKEEPER)
@require_safe
def hand_phh_file(request: HttpRequest, open: Open, hand: int) -> HttpResponse:
    """One hand's file. 404 where no file can tell it: its page says why."""
    files, row = _hand(open, hand)
    try:
        text = files.of(row).text
    except RuleError as error:
        raise Http404 from error
    return _download(open, text, f"table-{row.table.label}-hand-{row.number}.phh")


@open_view(Role.SCOREKEEPER)
@require_safe
def night_phhs(request: HttpRequest, open: Open) -> HttpResponse:
    """All hands of the open that a file can tell, in one."""
    return _download(open, Files(Told(open, field(open))).night().text, "hands.phhs")


@open_view(Role.SCOREKEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def phh(request: HttpRequest, open: Open) -> HttpResponse:
    """A file of another program: chosen or pasted, then shown as our rules pay it."""
    if request.method != "POST":
        return _import(request, open, PhhForm())
    form = PhhForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import(request, open, form, status=422)
    text = form.cleaned_data["text"]
    typed = PhhForm(initial={"text": text})
    try:
        found = read_each(text)
    except RuleError as error:
        return _import(request, open, typed, {"refusal": _says(open, error)}, status=422)
    which = 0 if len(found) == 1 else number(request.POST.get("which", "")) or 0
    one = found[which - 1] if 0 < which <= len(found) else found[0] if len(found) == 1 else None
    if one is None:
        return _import(request, open, typed, {"found": _listed(open, found), "text": text})
    if isinstance(one, RuleError):
        return _import(request, open, typed, {"refusal": _says(open, one)}, status=422)
    shown = {"reading": reading(open, house_of(open), one), "several_hands": len(found) > 1, "text": text}
    return _import(request, open, typed, shown)


def _hand(open: Open, hand: int) -> tuple[Files, HandTold]:
    """A hand that stands. Http404."""
    told = Told(open, field(open))
    row = told.hand(hand)
    if row is None or row.voided:
        raise Http404
    return Files(told), row


def _says(open: Open, error: RuleError) -> str:
    """A refusal with the place in the file, where it is about one."""
    text = messages.refusal(error, open).text
    at = error.params.get("at")
    return f"{text} ({place(at, open)})" if isinstance(at, tuple) else text


def _listed(open: Open, found: tuple[Phh | RuleError, ...]) -> list[tuple[int, Heading | None, str]]:
    """The hands of a file to choose from: (number, what it is, why it cannot be read)."""
    return [
        (at, None, _says(open, one)) if isinstance(one, RuleError) else (at, heading(one), "")
        for at, one in enumerate(found, start=1)
    ]


def _import(
    request: HttpRequest, open: Open, form: PhhForm, context: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    shown: dict[str, Any] = {"form": form, **(context or {})}
    seen = shown.get("reading")
    if isinstance(seen, Reading):
        shown["offers"] = _offers(open, seen)
    elif "found" not in shown:
        night = Files(Told(open, field(open))).night()
        left_out = [(hand, _says(open, error)) for hand, error in night.left_out]
        shown |= {"hands": night.hands, "left_out": left_out}
    return _page(request, open, "desk/phh/page.html", shown, status)


def _offers(open: Open, seen: Reading) -> tuple[Offer, ...]:
    """The tables into whose next hand it may go; none while nothing is played."""
    now, everyone = timezone.now(), field(open)
    try:
        check_running(open)
    except RuleError:
        return ()
    tables = seat_map(open, everyone, clock_face(open, now, everyone), now)
    return offers(open, tables, seen.phh, seen.result)


def _page(
    request: HttpRequest, open: Open, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    whole = {"open": open, "may_direct": role_of(request).covers(Role.DIRECTOR), **context}
    return render(request, template, whole, status=status)


def _download(open: Open, text: str, ending: str) -> HttpResponse:
    name = f"{slugify(open.name) or 'open'}-{open.date.isoformat()}-{ending}"
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


urls: list[URLPattern] = [
    path("desk/<slug:code>/hands/phh/", phh, name="phh"),
    path("desk/<slug:code>/hands/phhs/", night_phhs, name="phhs"),
    path("desk/<slug:code>/hands/<int:hand>/phh/", hand_phh, name="hand_phh"),
    path("desk/<slug:code>/hands/<int:hand>/phh/file/", hand_phh_file, name="hand_phh_file"),
]
