"""The night at the desk: the page with clock, acts, tables, figures and story, and its one-tap acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk.bands import bands
from tdapp.desk.dialogs import acted, night_url, role_of, show, show_refused
from tdapp.desk.night import Night, look, may
from tdapp.desk.table_list import TableLine, TableList, table_list
from tdapp.desk.views.seats import TEMPLATE as SEAT_MENU
from tdapp.desk.views.seats import seat_menu
from tdapp.floor import services as floor
from tdapp.floor.queries import seatings
from tdapp.journal import kinds
from tdapp.journal import undo as journal
from tdapp.journal.models import JournalEntry
from tdapp.live.state import Stamp
from tdapp.opens.models import Open
from tdapp.players.names import folded
from tdapp.rules.errors import RuleError
from tdapp.web import messages, story
from tdapp.web.access import device_of, open_view
from tdapp.web.acts import act, new_seed
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number

NOT_NOW = "not_now"
KEYS_KEPT = 40
STORY_LINES = 30
ALL_LINES = 2000


@open_view(Role.SCOREKEEPER)
@require_GET
def page(request: HttpRequest, open: Open) -> HttpResponse:
    """The whole page; ``story=all`` tells the night from its beginning."""
    return render(request, "desk/night/page.html", _context(request, open))


@open_view(Role.SCOREKEEPER)
@require_GET
def parts(request: HttpRequest, open: Open) -> HttpResponse:
    """Every part that can change, to be swapped by its id; ``tables`` is how many the page has tabs for."""
    context = _context(request, open)
    context["new_tabs"] = request.GET.get("tables") != str(len(context["night"].cards))
    response = render(request, "desk/night/parts.html", context)
    response["HX-Trigger"] = f'{{"tapete:shown": "{context["version"]}"}}'
    return response


@open_view(Role.SCOREKEEPER)
@require_GET
def listed(request: HttpRequest, open: Open) -> HttpResponse:
    """The list of many tables, narrowed to what is typed in ``find``."""
    return render(request, "desk/night/_table_list.html", _context(request, open))


@open_view(Role.SCOREKEEPER)
@require_GET
def one_table(request: HttpRequest, open: Open, number: int) -> HttpResponse:
    """One table of many with its seats and their acts, in a dialog."""
    night = look(open, role=role_of(request), device=device_of(request), now=timezone.now())
    card = next((card for card in night.cards if card.table.number == number), None)
    if card is None:
        raise Http404
    return show(request, open, "desk/night/_one_table.html", {"night": night, "card": card})


@open_view(Role.SCOREKEEPER)
@require_GET
def first_listed(request: HttpRequest, open: Open) -> HttpResponse:
    """What Enter opens: the first table that ``find`` names, else the seat of the first such player."""
    night = look(open, role=role_of(request), device=device_of(request), now=timezone.now())
    lines = _listed(request, night).lines
    if not lines:
        return _nothing_found(request, open)
    who = _first_of(lines, request.GET.get("find", ""))
    if who is not None and night.may_floor:
        return show(request, open, SEAT_MENU, seat_menu(request, open, who))
    card = next(card for card in night.cards if card.table.id == lines[0].table.id)
    return show(request, open, "desk/night/_one_table.html", {"night": night, "card": card})


def _first_of(lines: Sequence[TableLine], word: str) -> int | None:
    """The player meant by the word: whose name begins so, else the first; None where a table is meant."""
    if not lines[0].found:
        return None
    found = [seat.entrant for line in lines for seat in line.found if seat.entrant is not None]
    return min(found, key=lambda one: (not folded(one.name).startswith(folded(word)), folded(one.name))).id


def _nothing_found(request: HttpRequest, open: Open) -> HttpResponse:
    """The list as it is, which says that nobody is called so."""
    if not request.headers.get("HX-Request"):
        return redirect(f"{night_url(open)}?{urlencode({'find': request.GET.get('find', '')[:60]})}")
    answer = render(request, "desk/night/_table_list.html", _context(request, open))
    return retarget(reswap(answer, "outerHTML"), "#night-table_list")


def _context(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version is read first: what changes while the rest is read is then fetched once more, never missed.
    open.stream.refresh_from_db()
    version = Stamp(open.stream.epoch, open.stream.version)
    night = look(open, role=role_of(request), device=device_of(request), now=timezone.now())
    passed = request.session.get(NOT_NOW, {}).get(open.code, [])
    whole = request.GET.get("story") == "all"
    lines = story.story(open, limit=ALL_LINES if whole else STORY_LINES)
    return {
        "open": open,
        "night": night,
        "version": version,
        "bands": bands(open, [one for one in night.suggestions if one.key not in passed]),
        "reminders": [messages.remark(one, open) for one in night.reminders],
        "remarks": [messages.remark(one, open) for one in night.prizes.remarks] if night.may_direct else [],
        "undo_text": story.short(night.next_undo, open) if night.next_undo and night.may_undo else "",
        "redo_text": story.short(night.next_redo, open) if night.next_redo and night.may_redo else "",
        "story": lines,
        "changeable": {line.entry for line in lines if _changeable(line, night.role)},
        "whole_story": whole,
        "listed": _listed(request, night),
        "story_lines": STORY_LINES,
    }


def _listed(request: HttpRequest, night: Night) -> TableList:
    """The list of the tables where there are many; ``list=all`` shows every one."""
    tables = [card.table for card in night.cards] if night.many else []
    whole = request.GET.get("list") == "all"
    return table_list(tables, request.GET.get("find", "")[:60], whole=whole)


def _changeable(line: story.Line, role: Role) -> bool:
    if line.entry is None or line.undone or not role.covers(Role.FLOOR):
        return False
    kind = kinds.get(line.kind)
    return kind.undoable and role.covers(kind.role)


@open_view(Role.FLOOR)
@require_POST
def not_now(request: HttpRequest, open: Open) -> HttpResponse:
    """Put a suggestion away on this device until its reason changes."""
    passed = request.session.setdefault(NOT_NOW, {})
    keys = [key[:200] for key in request.POST.getlist("key")[:KEYS_KEPT]]
    passed[open.code] = [*passed.get(open.code, []), *keys][-KEYS_KEPT:]
    request.session.modified = True
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(night_url(open))
    return HttpResponse(status=204, headers={"HX-Trigger": "changed"})


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def draw_seats(request: HttpRequest, open: Open) -> HttpResponse:
    """Draw seats for those without one; ``again`` draws everybody anew (before the start).

    GET asks about the latter, and says how many get other seats.
    """
    if request.method == "GET":
        players = len(seatings(current_round(open)))
        return show(request, open, "desk/night/_draw_again.html", {"players": players})
    again = request.POST.get("again") == "1"
    return acted(
        request, open, lambda: floor.draw_seats(open=open, seed=new_seed(), again=again, **act(request))
    )


@open_view(Role.FLOOR)
@require_POST
def draw_dealer(request: HttpRequest, open: Open) -> HttpResponse:
    """Draw the first dealer of each table."""
    return acted(request, open, lambda: floor.draw_dealer(open=open, seed=new_seed(), **act(request)))


@open_view(Role.SCOREKEEPER)
@require_POST
def undo(request: HttpRequest, open: Open) -> HttpResponse:
    """Take back the act that the button named (``entry``), and never another.

    A field ``dialog`` says that the question came from a dialog, which then shows a refusal.
    """
    return _take_back(request, open, journal.undo)


@open_view(Role.SCOREKEEPER)
@require_POST
def redo(request: HttpRequest, open: Open) -> HttpResponse:
    """Put back what the undo ``entry`` took back."""
    return _take_back(request, open, journal.redo)


def _take_back(request: HttpRequest, open: Open, service: Any) -> HttpResponse:
    entry = get_object_or_404(JournalEntry, stream=open.stream, pk=number(request.POST.get("entry", "")) or 0)
    if not may(role_of(request), entry):
        raise PermissionDenied
    told = {name: value for name, value in act(request).items() if name != "expected"}
    try:
        undone = service(entry=entry, **told)
    except RuleError as error:
        if request.POST.get("dialog"):
            context = {"entry": entry, "sentence": story.sentence(entry, open), "by": error.params.get("by")}
            return show_refused(request, open, error, "desk/corrections/_undo.html", context)
        return _in_the_way(request, open, entry, error)
    return done(request, open, undone, to=night_url(open))


def _in_the_way(request: HttpRequest, open: Open, entry: JournalEntry, error: RuleError) -> HttpResponse:
    """What cannot be undone may still be corrected: the sentence, with the way there."""
    if error.code != "undo_in_the_way":
        return refused_lightly(request, error, open, to=night_url(open))
    link = format_html(
        '{} <a href="{}" hx-get="{}" hx-target="#dialog">{}</a>',
        messages.refusal(error, open).text,
        *[reverse("desk:change", args=[open.code, entry.pk])] * 2,
        _("Correct it instead"),
    )
    return refused_lightly(request, error, open, to=night_url(open), said=link)


urls: list[URLPattern] = [
    path("desk/<slug:code>/", page, name="night"),
    path("desk/<slug:code>/parts/", parts, name="parts"),
    path("desk/<slug:code>/table-list/", listed, name="table_list"),
    path("desk/<slug:code>/table-list/first/", first_listed, name="first_listed"),
    path("desk/<slug:code>/table/<int:number>/", one_table, name="one_table"),
    path("desk/<slug:code>/not-now/", not_now, name="not_now"),
    path("desk/<slug:code>/draw-seats/", draw_seats, name="draw_seats"),
    path("desk/<slug:code>/draw-dealer/", draw_dealer, name="draw_dealer"),
    path("desk/<slug:code>/undo/", undo, name="undo"),
    path("desk/<slug:code>/redo/", redo, name="redo"),
]
