"""The schedules that a tour keeps, their import, and the levels of an open while play runs."""

from __future__ import annotations

from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.clock import schedules as services
from tdapp.clock.models import SavedSchedule
from tdapp.clock.services import change_levels
from tdapp.desk.forms.levels import LevelsForm
from tdapp.desk.forms.schedules import ImportForm, KeepForm, Unreadable, read
from tdapp.desk.reading import Reading, in_words, reading, written_as
from tdapp.desk.running_levels import Running, running_levels
from tdapp.desk.views.kept import SCHEDULES, last_of
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Tour
from tdapp.web import figures, messages
from tdapp.web.access import open_view, tour_view
from tdapp.web.acts import act
from tdapp.web.numbers import number

NAMING = ("name_missing", "name_too_long", "saved_name_taken")


@tour_view(Role.DIRECTOR)
@require_http_methods(["GET"])
def schedules(request: HttpRequest, tour: Tour) -> HttpResponse:
    """The schedules kept, and the import of another."""
    return _page(request, tour, ImportForm())


def _page(request: HttpRequest, tour: Tour, form: ImportForm, status: int = 200, **more: Any) -> HttpResponse:
    kept = [(one, in_words(one, tour)) for one in services.saved_schedules(tour)]
    context = {"tour": tour, "kept": kept, "form": form, **last_of(tour, SCHEDULES), **more}
    return render(request, "desk/schedules/page.html", context, status=status)


@tour_view(Role.DIRECTOR)
@require_POST
def schedule_import(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Read a file or a paste: choose one of several, look at it, keep it."""
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, tour, form, status=422)
    text = form.cleaned_data["text"]
    try:
        found = read(text)
        which = number(request.POST.get("which", ""))
        if len(found) > 1 and (which is None or which >= len(found)):
            return render(request, "desk/schedules/choose.html", {"tour": tour, "text": text, "found": found})
        which = which if which is not None and which < len(found) else 0
        seen = reading(found[which], tour)
    except Unreadable as error:
        form.add_error(None, str(error))
        return _page(request, tour, form, status=422)
    if "keep" in request.POST:
        return _kept(request, tour, text, which, seen)
    typed = {name: figures.amount(getattr(seen, name), seen.digits) for name in ("stack", "smallest_chip")}
    keep = KeepForm(initial={"name": seen.name, **typed})
    return _reviewed(request, tour, text, which, seen, keep)


def _reviewed(
    request: HttpRequest, tour: Tour, text: str, which: int, seen: Reading, keep: KeepForm, status: int = 200
) -> HttpResponse:
    context = {"tour": tour, "text": text, "which": which, "seen": seen, "form": keep}
    return render(request, "desk/schedules/review.html", context, status=status)


def _kept(request: HttpRequest, tour: Tour, text: str, which: int, seen: Reading) -> HttpResponse:
    keep = KeepForm(request.POST, digits=seen.digits)
    if keep.is_valid():
        try:
            services.save_schedule(
                tour=tour, levels=seen.levels, chip_digits=seen.digits, **keep.cleaned_data, **act(request)
            )
            flash.success(request, _("Kept: %(name)s.") % {"name": keep.cleaned_data["name"]})
            return redirect("desk:schedules", tour.code)
        except RuleError as error:
            field = "name" if error.code in NAMING else None
            keep.add_error(field, messages.refusal(error, written_as(tour, seen.digits)).text)
    return _reviewed(request, tour, text, which, seen, keep, status=422)


@tour_view(Role.DIRECTOR)
@require_POST
def schedule_rename(request: HttpRequest, tour: Tour, pk: int) -> HttpResponse:
    """Give a schedule another name."""
    kept = get_object_or_404(SavedSchedule, tour=tour, pk=pk)
    try:
        services.rename_schedule(schedule=kept, name=request.POST.get("name", ""), **act(request))
    except RuleError as error:
        refused = {
            "refused": pk,
            "sentence": messages.refusal(error).text,
            "typed": request.POST.get("name", ""),
        }
        return _page(request, tour, ImportForm(), status=422, **refused)
    return redirect("desk:schedules", tour.code)


@tour_view(Role.DIRECTOR)
@require_POST
def schedule_delete(request: HttpRequest, tour: Tour, pk: int) -> HttpResponse:
    """Take a schedule off the list; opens keep their own copy."""
    kept = get_object_or_404(SavedSchedule, tour=tour, pk=pk)
    try:
        services.delete_schedule(schedule=kept, **act(request))
        flash.success(request, _("Deleted: %(name)s.") % {"name": kept.name})
    except RuleError as error:
        flash.error(request, messages.refusal(error).text)
    return redirect("desk:schedules", tour.code)


# -- while play runs -------------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def levels(request: HttpRequest, open: Open) -> HttpResponse:
    """The levels that have not begun, to be changed; those that began stay."""
    now = act(request)["now"]
    running = running_levels(open, now)
    if running is None:
        return redirect("desk:setup", open.code)
    if request.method == "GET" or "redraw" in request.POST:
        return _levels_page(
            request, open, running, LevelsForm.redrawn(request.POST.dict(), running.later, open.chip_digits)
        )
    form = LevelsForm(request.POST.dict(), rows=running.later, digits=open.chip_digits)
    if form.is_valid():
        try:
            change_levels(open=open, levels=(*running.began, *form.levels), **act(request))
            flash.success(request, _("The levels are changed."))
            return redirect("desk:night", open.code)
        except RuleError as error:
            form.refuse(error, len(running.began), open)
    return _levels_page(request, open, running, form, status=422)


def _levels_page(
    request: HttpRequest, open: Open, running: Running, form: LevelsForm, status: int = 200
) -> HttpResponse:
    notes = running.notes(form, open)
    for row, note in zip(form.rows.forms, notes.rows, strict=False):
        row.beside = note
    context = {
        "open": open,
        "tour": open.tour,
        "form": form,
        "began": running.lines,
        "notes": notes,
        "here": "setup",
    }
    if request.POST.get("redraw") == "preview":
        return render(request, "desk/setup/_notes.html", {**context, "live": True})
    part = (
        "desk/schedules/_levels.html" if request.headers.get("HX-Request") else "desk/schedules/levels.html"
    )
    return render(request, part, context, status=status)


urls: list[URLPattern] = [
    path("desk/tour/<slug:code>/schedules/", schedules, name="schedules"),
    path("desk/tour/<slug:code>/schedules/import/", schedule_import, name="schedule_import"),
    path("desk/tour/<slug:code>/schedules/<int:pk>/rename/", schedule_rename, name="schedule_rename"),
    path("desk/tour/<slug:code>/schedules/<int:pk>/delete/", schedule_delete, name="schedule_delete"),
    path("desk/<slug:code>/levels/", levels, name="levels"),
]
