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
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.models import SavedSchedule
from tdapp.clock.schedules import save_schedule, saved_schedules
from tdapp.desk.builder_words import built_words
from tdapp.desk.forms.levels import every_row_typed
from tdapp.desk.forms.setup import TermsForm, typed_terms
from tdapp.desk.forms.sheets import sheet
from tdapp.desk.preview import expected_players, level_remarks, preview
from tdapp.desk.redrawing import Typed, redrawn, schedule_typed, written_as
from tdapp.floor import set_up
from tdapp.floor.set_up import Terms, terms_of
from tdapp.journal.models import JournalEntry
from tdapp.opens.chip_sets import chip_sets
from tdapp.opens.models import Entry, Open
from tdapp.opens.round_plans import plans_of
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Tour
from tdapp.web import messages
from tdapp.web.access import open_called, open_view, tour_view
from tdapp.web.acts import act
from tdapp.web.house_words import PRESETS as PRESET_WORDS
from tdapp.web.numbers import number
from tdapp.web.round_words import plan_title


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
    begun = set_up.begun_stages(open) if open.started_at else None
    page = Page(open.tour, open, Typed(*typed_terms(terms_of(open), open.minor_digits, begun)))
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
    count = level_remarks(terms)
    beside = ngettext(
        "%(count)s remark stands beside its level in the set-up.",
        "%(count)s remarks stand beside their levels in the set-up.",
        count,
    ) % {"count": count}
    return (*(seen.remarks if seen else ()), *((beside,) if count else ()))


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
        self.digits = start.digits = open.minor_digits if open else tour.minor_digits
        self.signed_up = Entry.objects.filter(open=open).count() if open else 0

    def form(self, request: HttpRequest) -> TermsForm:
        """The form with what was sent."""
        return self._form(self.start, data=request.POST.dict())

    def _form(self, typed: Typed, data: Any = None) -> TermsForm:
        started = self.open is not None and self.open.started_at is not None
        return TermsForm(
            data,
            initial=typed.fields,
            rows=typed.rows,
            seasons=set_up.seasons_of(self.tour),
            digits=self.digits,
            frozen=terms_of(self.open) if self.open and started else None,
            locked=self.open is not None and self.open.prizes_locked_at is not None,
            begun=set_up.begun_stages(self.open) if self.open and started else 0,
            signed_up=self.signed_up,
            currency=self.open.currency if self.open else self.tour.currency,
        )

    def shown(self, request: HttpRequest) -> HttpResponse:
        """The page as it starts, or redrawn from what was typed; nothing is refused yet."""
        if request.method == "GET":
            typed = self.start
        else:
            typed = redrawn(request.POST.dict(), self.digits, self.tour)
        if request.POST.get("redraw") == "preview":
            unread = self._form(self.start, request.POST).unread()
            context = {**self._context(self._form(self.start), typed), "live": True, "unread": unread}
            return render(request, "desk/setup/_preview.html", context)
        if request.POST.get("redraw") == "keep":
            self._keep(request, typed)
        form = self._form(typed)
        if request.method == "GET" and self.open is None:
            form.fields["name"].widget.attrs["autofocus"] = True
        context = self._context(form, typed)
        template = "desk/setup/_terms.html" if request.headers.get("HX-Request") else "desk/setup/page.html"
        return render(request, template, context)

    def refused(self, request: HttpRequest, form: TermsForm) -> HttpResponse:
        """The page again with its sentences and everything typed."""
        data = request.POST.dict()
        typed = Typed(data, every_row_typed(data), digits=self.digits)
        return render(request, "desk/setup/page.html", self._context(form, typed), status=422)

    def _keep(self, request: HttpRequest, typed: Typed) -> None:
        """Save the levels of the rows in the tour, under the name typed beside them."""
        try:
            save_schedule(
                tour=self.tour,
                name=str(typed.fields.get("keep_as", "")),
                levels=typed.levels(),
                stack=typed.amount("stack"),
                smallest_chip=typed.amount("smallest_chip") or 1,
                chip_digits=typed.chip_digits,
                **act(request),
            )
        except RuleError as error:
            typed.said.append(messages.refusal(error).text)
            return
        typed.said.append(_("Kept: %(name)s.") % {"name": typed.fields.pop("keep_as")})

    def _context(self, form: TermsForm, typed: Typed) -> dict[str, Any]:
        earlier = Open.objects.filter(tour=self.tour).order_by("-date", "-pk")
        if typed.builder is not None:
            form.builder = typed.builder
        return {
            "form": form,
            "tour": self.tour,
            "open": self.open,
            "here": "setup",
            "preset_words": PRESET_WORDS.items(),
            "earlier": [] if self.open else earlier[:8],
            "can_discard": self.open and not Entry.objects.filter(open=self.open).exists(),
            "schedules": saved_schedules(self.tour),
            "chip_sets": chip_sets(self.tour),
            "typed": typed,
            "built": built_words(typed, self.open),
            "begun_stages": self._begun(),
            **self._said(form, typed),
        }

    def _begun(self) -> list[str]:
        """The stages that have begun and stay as they are."""
        if self.open is None or self.open.started_at is None:
            return []
        begun = plans_of(self.open)[: set_up.begun_stages(self.open)]
        return [plan_title(plan, number, flights=number) for number, plan in enumerate(begun, start=1)]

    def _said(self, form: TermsForm, typed: Typed) -> dict[str, Any]:
        """The preview at the side, and the notes beside the rows."""
        data = typed.as_data()
        data["name"] = data.get("name") or "–"  # the money does not wait for a name
        checked = self._form(self.start, data=data)
        valid = checked.is_valid()
        notes = checked.notes(written_as(typed, self.tour.currency))
        for row, note in zip(form.rows.forms, notes.rows, strict=False):
            row.beside = note
        seen = None
        if valid and checked.terms is not None:
            players = checked.cleaned_data["players"] or _players(self.open, checked.terms)
            rebuys = number(str(typed.fields.get("build-rebuys") or "")) or 0
            seen = preview(checked.terms, players, self.tour.currency, self.digits, rebuys)
        return {"preview": seen, "notes": notes}


def _first_terms(request: HttpRequest, tour: Tour) -> Typed:
    """What a new open starts from: the sheet of SPT, a copy of an earlier open, or a saved schedule."""
    source = open_called(request.GET.get("copy", ""))
    if source is not None and source.tour_id != tour.pk:
        source = None
    wanted = number(request.GET.get("schedule", ""))
    schedule = SavedSchedule.objects.filter(tour=tour, pk=wanted or 0).first()
    if source is not None:
        typed = Typed(*typed_terms(terms_of(source), source.minor_digits))
    elif schedule is not None:
        typed = schedule_typed(schedule, tour)
    else:
        typed = Typed({**sheet("spt", tour.minor_digits), "preset": "spt", "drawn_for": "spt"}, [])
    seasons = set_up.seasons_of(tour)
    season = seasons[0] if seasons else None
    last = Open.objects.filter(season=season).aggregate(last=Max("meeting"))["last"] if season else None
    today = timezone.now().astimezone(ZoneInfo(tour.time_zone)).date()
    typed.fields |= {"date": today, "season": str(season.pk) if season else "", "meeting": (last or 0) + 1}
    return typed


urls: list[URLPattern] = [
    path("desk/tour/<slug:code>/new/", open_new, name="open_new"),
    path("desk/<slug:code>/setup/", setup, name="setup"),
    path("desk/<slug:code>/discard/", discard, name="discard"),
]
