"""Setting an open up and changing its terms, on one page."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages as flash
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.desk.forms.levels import Row, rows_from_text
from tdapp.desk.forms.setup import SPARE_ROWS, TermsForm, count_typed, rows_as_data, rows_typed, typed_terms
from tdapp.desk.forms.sheets import sheet, sheet_rows
from tdapp.desk.preview import expected_players, preview
from tdapp.floor import set_up
from tdapp.floor.set_up import Terms, terms_of
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Open
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.tours.models import Tour
from tdapp.web import messages
from tdapp.web.access import open_view, tour_view
from tdapp.web.acts import act
from tdapp.web.house_words import PRESETS as PRESET_WORDS

Typed = tuple[dict[str, Any], list[Row]]
MORE_ROWS = 3


@tour_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def open_new(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Set up an open; ``?copy=`` starts from the terms of an earlier one."""
    page = Page(tour, None, _first_terms(request, tour))
    if request.method == "GET" or "redraw" in request.POST:
        return page.shown(request)
    form = page.form(request)
    if form.is_valid() and form.terms:
        try:
            entry = set_up.create_open(tour=tour, terms=form.terms, **act(request))
            return redirect("desk:door", Open.objects.get(pk=entry.params["open"]).code)
        except RuleError as error:
            form.refuse(error)
    return page.refused(request, form)


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def setup(request: HttpRequest, open: Open) -> HttpResponse:
    """Change an open's terms; what has begun stays as it is."""
    page = Page(open.tour, open, typed_terms(terms_of(open), open.minor_digits))
    if request.method == "GET" or "redraw" in request.POST:
        return page.shown(request)
    form = page.form(request)
    if form.is_valid() and form.terms:
        try:
            entry: JournalEntry = set_up.change_terms(open=open, terms=form.terms, **act(request))
            flash.success(request, _("The terms are saved."))
            for text in _remarks(form.terms, open):
                flash.warning(request, text)
            return redirect("desk:night", Open.objects.get(stream=entry.stream).code)
        except RuleError as error:
            form.refuse(error)
    return page.refused(request, form)


def _remarks(terms: Terms, open: Open) -> tuple[str, ...]:
    seen = preview(terms, _players(open, terms), open.currency, open.minor_digits)
    return seen.remarks if seen else ()


def _players(open: Open | None, terms: Terms) -> int:
    """Those signed up, else those to be expected."""
    inside = Entry.objects.filter(open=open).count() if open else 0
    return inside or expected_players(terms)


@open_view(Role.DIRECTOR)
@require_POST
def discard(request: HttpRequest, open: Open) -> HttpResponse:
    """Take an open that nobody signed up for off the list."""
    try:
        set_up.discard_open(open=open, **act(request))
    except RuleError as error:
        flash.error(request, messages.refusal(error, open).text)
        return redirect("desk:setup", open.code)
    flash.success(request, _("%(name)s is off the list.") % {"name": open.name})
    return redirect("desk:home")


class Page:
    """The set-up page of a new open or of one that exists: its form, filled, sent or redrawn."""

    def __init__(self, tour: Tour, open: Open | None, start: Typed) -> None:
        self.tour, self.open, self.start = tour, open, start
        self.digits = open.minor_digits if open else tour.minor_digits

    def form(self, request: HttpRequest) -> TermsForm:
        """The form with what was sent."""
        return self._form(*self.start, data=request.POST.dict())

    def _form(self, fields: dict[str, Any], rows: list[Row], data: Any = None) -> TermsForm:
        started = self.open is not None and self.open.started_at is not None
        return TermsForm(
            data,
            initial=fields,
            rows=rows,
            seasons=set_up.seasons_of(self.tour),
            digits=self.digits,
            frozen=terms_of(self.open) if self.open and started else None,
            locked=self.open is not None and self.open.prizes_locked_at is not None,
        )

    def shown(self, request: HttpRequest) -> HttpResponse:
        """The page as it starts, or redrawn from what was typed; nothing is refused yet."""
        typed = self.start if request.method == "GET" else redrawn(request.POST.dict(), self.digits)
        if request.POST.get("redraw") == "preview":
            return render(request, "desk/setup/_preview.html", self._context(self._form(*self.start), typed))
        form = self._form(*typed)
        if request.method == "GET" and self.open is None:
            form.fields["name"].widget.attrs["autofocus"] = True
        context = self._context(form, typed)
        template = "desk/setup/_terms.html" if request.headers.get("HX-Request") else "desk/setup/page.html"
        return render(request, template, context)

    def refused(self, request: HttpRequest, form: TermsForm) -> HttpResponse:
        """The page again with its sentences and everything typed."""
        typed = (request.POST.dict(), rows_typed(request.POST.dict()))
        return render(request, "desk/setup/page.html", self._context(form, typed), status=422)

    def _context(self, form: TermsForm, typed: Typed) -> dict[str, Any]:
        earlier = Open.objects.filter(tour=self.tour).order_by("-date", "-pk")
        return {
            "form": form,
            "tour": self.tour,
            "open": self.open,
            "here": "setup",
            "preset_words": PRESET_WORDS.items(),
            "earlier": [] if self.open else earlier[:8],
            "preview": self._preview(typed),
            "can_discard": self.open and not Entry.objects.filter(open=self.open).exists(),
        }

    def _preview(self, typed: Typed) -> Any:
        fields, rows = typed
        data = {**{k: "" if v is None else str(v) for k, v in fields.items()}, **rows_as_data(rows)}
        data["name"] = data.get("name") or "–"  # the money does not wait for a name
        checked = self._form(*self.start, data=data)
        if not checked.is_valid() or checked.terms is None:
            return None
        players = checked.cleaned_data["players"] or _players(self.open, checked.terms)
        return preview(checked.terms, players, self.tour.currency, self.digits)


def _first_terms(request: HttpRequest, tour: Tour) -> Typed:
    """What a new open starts from: the sheet of SPT, or a copy of an earlier open."""
    source = Open.objects.filter(tour=tour, code=request.GET.get("copy", "")).first()
    if source is not None:
        fields, rows = typed_terms(terms_of(source), source.minor_digits)
    else:
        fields, rows = {**sheet("spt", tour.minor_digits), "preset": "spt", "drawn_for": "spt"}, []
    seasons = set_up.seasons_of(tour)
    season = seasons[0] if seasons else None
    last = Open.objects.filter(season=season).aggregate(last=Max("meeting"))["last"] if season else None
    today = timezone.now().astimezone(ZoneInfo(tour.time_zone)).date()
    fields |= {"date": today, "season": str(season.pk) if season else "", "meeting": (last or 0) + 1}
    return fields, rows


def redrawn(data: dict[str, str], digits: int) -> Typed:
    """What was typed, after the button that asked for a redraw: another preset, more rows, pasted lines."""
    wish, rows = data.get("redraw", ""), rows_typed(data)
    fields = {name: value for name, value in data.items() if not name.startswith("levels-")}
    preset, drawn = data.get("preset", ""), data.get("drawn_for", "")
    if preset in PRESETS and drawn in PRESETS and preset != drawn:
        fields, rows = _follow_preset(fields, rows, drawn, preset, digits)
    if wish == "rows":
        empty = count_typed(data) - len(rows)
        rows = [*rows, *({} for _more in range(min(empty, 50) + MORE_ROWS - SPARE_ROWS))]
    if wish == "paste":
        pasted, strange = rows_from_text(data.get("paste", ""))
        rows, fields["paste"] = pasted or rows, "\n".join(strange)
    if wish.startswith("prizes:"):
        fields |= {"prizes_kind": "percent", "prizes": wish.removeprefix("prizes:")}
    return fields, rows


def _follow_preset(
    fields: dict[str, Any], rows: list[Row], drawn: str, preset: str, digits: int
) -> tuple[dict[str, Any], list[Row]]:
    """The new preset's values where the old one's stood untouched; what the director typed stays."""
    old, new = sheet(drawn, digits), sheet(preset, digits)
    follow = {k: v for k, v in new.items() if not fields.get(k) or fields[k] == old.get(k)}
    untouched = not rows or rows == sheet_rows(drawn)
    return {**fields, **follow, "drawn_for": preset}, sheet_rows(preset) if untouched else rows


urls: list[URLPattern] = [
    path("desk/tour/<slug:code>/new/", open_new, name="open_new"),
    path("desk/<slug:code>/setup/", setup, name="setup"),
    path("desk/<slug:code>/discard/", discard, name="discard"),
]
