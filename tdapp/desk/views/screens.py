"""The screens at the desk: what each television set shows, the turn of the pages, messages, the look."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk.dialogs import role_of, show
from tdapp.desk.forms.screens import SHOWN, DisplayForm, LookForm, MessageForm, ShowForm, presets
from tdapp.displays import services
from tdapp.displays.following import KINDS
from tdapp.displays.models import Announcement, Display
from tdapp.displays.queries import CLOCK, PAGES, ShowView, announcements, look_of, show_of, view_of
from tdapp.journal import undo as journal
from tdapp.journal.models import JournalEntry
from tdapp.live.state import Stamp
from tdapp.opens.models import Open, Table
from tdapp.rules.errors import RuleError
from tdapp.web import links, messages, story, televisions
from tdapp.web.access import open_view
from tdapp.web.acts import act
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number
from tdapp.web.tellers.displays import announcement_words, page_name

FIELD_OF = {
    "display_code_unreadable": "code",
    "display_taken": "code",
    "display_open_elsewhere": "open",
    "message_missing": "text",
    "message_too_long": "text",
    "volume_out_of_range": "volume",
    "background_too_light": "background",
    "accent_too_dark": "accent",
}


@open_view(Role.FLOOR)
@require_GET
def page(request: HttpRequest, open: Open) -> HttpResponse:
    """The whole page."""
    return _page(request, open)


@open_view(Role.FLOOR)
@require_GET
def parts(request: HttpRequest, open: Open) -> HttpResponse:
    """What changes by itself or by an act: never the forms somebody is typing in."""
    context = _moving(request, open)
    response = render(request, "desk/screens/parts.html", context)
    response["HX-Trigger"] = f'{{"tapete:shown": "{context["version"]}"}}'
    return response


def _page(request: HttpRequest, open: Open, status: int = 200, **more: Any) -> HttpResponse:
    context = _moving(request, open)
    look = look_of(open.tour)
    context |= {
        "here": "screens",
        "show_form": ShowForm(show=context["show"]),
        "look_form": LookForm(look=look),
        "look": look,
        **more,
    }
    return render(request, "desk/screens/page.html", context, status=status)


def _moving(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version is read first, as on the night's page.
    open.stream.refresh_from_db()
    now, shown = timezone.now(), show_of(open)
    last = _last_of_tour(open)
    jumping = bool(shown.jumped_at and now < shown.jumped_at + _jump_lasts(shown))
    return {
        "open": open,
        "version": Stamp(open.stream.epoch, open.stream.version),
        "may_direct": role_of(request).covers(Role.DIRECTOR),
        "show": shown,
        "jump": shown.jump if jumping else "",
        "turn": [(one, page_name(one)) for one in shown.pages],
        "resting": [(one, page_name(one)) for one in PAGES if one not in shown.pages],
        "choices": [(one, page_name(one)) for one in (CLOCK, *PAGES)],
        "said": [
            (one, announcement_words(one.kind, one.text, one.table)) for one in announcements(open, now)
        ],
        "televisions": _televisions(open),
        "undo": last,
        "undo_text": story.short(last, open) if last else "",
        "base": links.reachable_base(request),
    }


def _jump_lasts(shown: ShowView) -> timedelta:
    return timedelta(seconds=shown.clock_seconds if shown.jump == CLOCK else shown.seconds)


def _televisions(open: Open) -> list[dict[str, Any]]:
    rows = Display.objects.filter(tour=open.tour).select_related("open").order_by("pk")
    return [
        {
            "row": row,
            "open": row.open if view_of(row).open_code else None,
            "shows": SHOWN[row.shows],
            "on": televisions.last_seen(row.code) is not None,
        }
        for row in rows
    ]


def _last_of_tour(open: Open) -> JournalEntry | None:
    """The last act on the tour's sets or look, which is in no open's story: it is undone here."""
    return open.tour.stream.entries.filter(kind__in=KINDS, undone=False).order_by("-number").first()


def screens_url(open: Open) -> str:
    """The page about the screens."""
    return reverse("desk:screens", args=[open.code])


def _acted(request: HttpRequest, open: Open, service: Callable[[], JournalEntry]) -> HttpResponse:
    """One act without a form."""
    try:
        return done(request, open, service(), to=screens_url(open))
    except RuleError as error:
        return refused_lightly(request, error, open, to=screens_url(open))


# -- the turn of the pages -----------------------------------------------------------------------------


@open_view(Role.FLOOR)
@require_POST
def move(request: HttpRequest, open: Open) -> HttpResponse:
    """Move one page up or down in the turn, or take it off or on (``move``, ``page``)."""
    page, where = request.POST.get("page", ""), request.POST.get("move", "")
    pages = list(show_of(open).pages)
    if page not in PAGES or (page in pages) == (where == "on"):
        return redirect(screens_url(open))  # somebody else did it already
    at = len(pages) if where == "on" else pages.index(page)
    if where != "on":
        pages.pop(at)
    if where != "off":
        pages.insert(max(0, at + {"up": -1, "down": 1}.get(where, 0)), page)
    wanted = services.ShowChange(pages=pages)
    return _acted(request, open, lambda: services.change_show(open=open, wanted=wanted, **act(request)))


@open_view(Role.FLOOR)
@require_POST
def turn(request: HttpRequest, open: Open) -> HttpResponse:
    """Stay on one page (``only``), or show one at once for its time (``jump``); empty ends it."""
    wanted = services.ShowChange()
    if "only" in request.POST:
        wanted["only"] = request.POST["only"]
    if "jump" in request.POST:
        wanted["jump"] = request.POST["jump"]
    return _acted(request, open, lambda: services.change_show(open=open, wanted=wanted, **act(request)))


@open_view(Role.FLOOR)
@require_POST
def change_show(request: HttpRequest, open: Open) -> HttpResponse:
    """How long pages stay, and the sounds."""
    form = ShowForm(request.POST, show=show_of(open))
    if form.is_valid():
        try:
            entry = services.change_show(open=open, wanted=form.wanted(), **act(request))
            return done(request, open, entry, to=screens_url(open))
        except RuleError as error:
            form.add_error(FIELD_OF.get(error.code), messages.refusal(error, open).text)
    if request.headers.get("HX-Request"):
        return render(request, "desk/screens/_sounds.html", {"open": open, "show_form": form}, status=422)
    return _page(request, open, status=422, show_form=form)


# -- messages ------------------------------------------------------------------------------------------


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def message(request: HttpRequest, open: Open) -> HttpResponse:
    """Say something over the whole screen: one tap for what is said often."""
    form = MessageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            entry = services.announce(open=open, **form.wanted(open), **act(request))
            return done(request, open, entry, to=screens_url(open))
        except RuleError as error:
            form.add_error(FIELD_OF.get(error.code), messages.refusal(error, open).text)
    context = {
        "form": form,
        "presets": presets(open.language),
        "tables": Table.objects.filter(round=current_round(open)).order_by("number"),
    }
    status = 422 if request.method == "POST" else 200
    return show(request, open, "desk/screens/_message.html", context, status=status)


@open_view(Role.FLOOR)
@require_POST
def message_end(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Take something off the screens."""
    row = get_object_or_404(Announcement, open=open, pk=pk)
    return _acted(request, open, lambda: services.end_announcement(announcement=row, **act(request)))


# -- the sets ------------------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def tv_add(request: HttpRequest, open: Open) -> HttpResponse:
    """Give a set that shows its code a name, an open and something to show."""
    form = DisplayForm(request.POST or None, tour=open.tour)
    if request.method == "POST" and form.is_valid():
        try:
            code, terms = form.cleaned_data["code"], form.terms()
            entry = services.add_display(tour=open.tour, code=code, terms=terms, **act(request))
            return done(request, open, entry, to=screens_url(open))
        except RuleError as error:
            form.add_error(FIELD_OF.get(error.code), messages.refusal(error, open).text)
    return _tv(request, open, form, None)


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def tv_change(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Let a set show something else."""
    display = get_object_or_404(Display.objects.select_related("tour__stream", "open"), tour=open.tour, pk=pk)
    form = DisplayForm(request.POST or None, tour=open.tour, display=display)
    if request.method == "POST" and form.is_valid():
        try:
            entry = services.change_display(display=display, terms=form.terms(), **act(request))
            return done(request, open, entry, to=screens_url(open))
        except RuleError as error:
            form.add_error(FIELD_OF.get(error.code), messages.refusal(error, open).text)
    return _tv(request, open, form, display)


def _tv(request: HttpRequest, open: Open, form: DisplayForm, display: Display | None) -> HttpResponse:
    base = links.reachable_base(request)
    context = {
        "form": form,
        "display": display,
        "address": f"{base}/tv/".removeprefix("http://") if base else "",
    }
    status = 422 if request.method == "POST" else 200
    return show(request, open, "desk/screens/_tv.html", context, status=status)


@open_view(Role.DIRECTOR)
@require_POST
def tv_remove(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Take a set off the list."""
    display = get_object_or_404(Display.objects.select_related("tour__stream"), tour=open.tour, pk=pk)
    return _acted(request, open, lambda: services.remove_display(display=display, **act(request)))


# -- the look ------------------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_POST
def change_look(request: HttpRequest, open: Open) -> HttpResponse:
    """The club's name, logo and colours; one on which nothing can be read is refused with the nearest."""
    form = LookForm(request.POST, request.FILES, look=look_of(open.tour))
    nearest = {}
    if form.is_valid():
        try:
            entry = services.change_look(tour=open.tour, wanted=form.wanted(), **act(request))
            return done(request, open, entry, to=screens_url(open))
        except RuleError as error:
            field = error.params.get("field") or FIELD_OF.get(error.code)
            form.add_error(str(field) if field else None, messages.refusal(error, open).text)
            nearest = {"nearest": error.params.get("nearest"), "nearest_of": field}
    return _page(request, open, status=422, look_form=form, **nearest)


@open_view(Role.DIRECTOR)
@require_POST
def undo_of_tour(request: HttpRequest, open: Open) -> HttpResponse:
    """Take back the last act on the sets or the look that the button named (``entry``)."""
    key = number(request.POST.get("entry", "")) or 0
    entry = JournalEntry.objects.filter(stream=open.tour.stream, kind__in=KINDS, pk=key).first()
    if entry is None:
        raise Http404
    given = act(request)
    return _acted(
        request,
        open,
        lambda: journal.undo(
            entry=entry, actor=given["actor"], now=given["now"], device=given.get("device"),
            request_id=given.get("request_id"),
        ),
    )  # fmt: skip


urls: list[URLPattern] = [
    path("desk/<slug:code>/screens/", page, name="screens"),
    path("desk/<slug:code>/screens/parts/", parts, name="screens_parts"),
    path("desk/<slug:code>/screens/move/", move, name="screens_move"),
    path("desk/<slug:code>/screens/turn/", turn, name="screens_turn"),
    path("desk/<slug:code>/screens/show/", change_show, name="screens_show"),
    path("desk/<slug:code>/screens/message/", message, name="message"),
    path("desk/<slug:code>/screens/message/<int:pk>/end/", message_end, name="message_end"),
    path("desk/<slug:code>/screens/tv/", tv_add, name="tv_add"),
    path("desk/<slug:code>/screens/tv/<int:pk>/", tv_change, name="tv_change"),
    path("desk/<slug:code>/screens/tv/<int:pk>/remove/", tv_remove, name="tv_remove"),
    path("desk/<slug:code>/screens/look/", change_look, name="screens_look"),
    path("desk/<slug:code>/screens/undo/", undo_of_tour, name="screens_undo"),
]
