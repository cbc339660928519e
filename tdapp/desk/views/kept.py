"""Undo of what a tour keeps: its schedules and chip sets stand in no open's story, so their pages have it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from tdapp.accounts.roles import Role
from tdapp.desk.reading import written_as
from tdapp.journal import undo as journal
from tdapp.journal.models import JournalEntry
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Tour
from tdapp.web import messages, story
from tdapp.web.access import tour_view
from tdapp.web.acts import act
from tdapp.web.numbers import number

SCHEDULES = ("schedule_saved", "schedule_renamed", "schedule_deleted")
CHIP_SETS = ("chip_set_saved", "chip_set_deleted")


def last_of(tour: Tour, kinds: tuple[str, ...]) -> dict[str, Any]:
    """What the undo button of a page needs: the last act of these kinds, and its words."""
    last = tour.stream.entries.filter(kind__in=kinds, undone=False).order_by("-number").first()
    return {"undo": last, "undo_text": story.short(last, written_as(tour, 0)) if last else ""}


@tour_view(Role.DIRECTOR)
@require_POST
def kept_undo(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Take back the act that the button named (``entry``)."""
    acts = JournalEntry.objects.filter(stream=tour.stream, kind__in=SCHEDULES + CHIP_SETS)
    entry = get_object_or_404(acts, pk=number(request.POST.get("entry", "")) or 0)
    given = act(request)
    try:
        done = journal.undo(
            entry=entry, actor=given["actor"], now=given["now"], device=given.get("device"),
            request_id=given.get("request_id"),
        )  # fmt: skip
        flash.success(request, f"{story.sentence(done, written_as(tour, 0))}.")
    except RuleError as error:
        flash.error(request, messages.refusal(error, written_as(tour, 0)).text)
    return redirect("desk:schedules" if entry.kind in SCHEDULES else "desk:chip_sets", tour.code)


urls: list[URLPattern] = [path("desk/tour/<slug:code>/kept/undo/", kept_undo, name="kept_undo")]
