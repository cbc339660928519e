"""How a page answers an act: done, with the sentence of the story, or refused, with the rule's."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tdapp.cash.models import TillCount
from tdapp.cash.till_counts import drawer
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web import messages, story
from tdapp.web.recall import Recall


def done(
    request: HttpRequest,
    open: Open,
    entry: JournalEntry,
    *,
    to: str,
    more: str = "",
    recall: Recall | None = None,
) -> HttpResponse:
    """The act is saved: htmx pages close the dialog, refetch their parts and say it; others go to ``to``.

    ``more`` is a sentence that follows the one of the story; ``recall`` holds what was read for it.
    """
    said = messages.repeated(entry) if entry.repeated else story.sentence(entry, open, recall)
    more = " ".join(filter(None, (more, _of_the_till(entry, open))))
    flash.success(request, f"{said}. {more}" if more else said)
    return _said(request) if request.headers.get("HX-Request") else redirect(to)


def _of_the_till(entry: JournalEntry, open: Open) -> str:
    """What is to be said behind an act that moved money once the till was closed; "" behind any other."""
    if not TillCount.objects.filter(open=open, closed=True).exists():
        return ""
    if not entry.changes.filter(model__startswith="cash.").exclude(model="cash.tillcount").exists():
        return ""
    return " ".join(messages.remark(one, open) for one in drawer(open, field(open)).remarks())


def _said(request: HttpRequest) -> HttpResponse:
    # Only the messages are swapped (out of band); the parts listen to "changed".
    response = render(request, "parts/_messages.html", {"oob": True})
    response["HX-Reswap"] = "none"
    response["HX-Trigger"] = json.dumps({"changed": {}, "tapete:close": {}})
    return response


def refused(
    request: HttpRequest,
    error: RuleError,
    open: Open | None = None,
    *,
    template: str,
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """Nothing changed: the part or page again with the sentence and what was typed, status 422.

    The template finds ``refusal`` (text, code, overrule) and may offer to pass it.
    """
    refusal = messages.refusal(error, open)
    return render(request, template, {**(context or {}), "refusal": refusal}, status=422)


def refused_lightly(
    request: HttpRequest, error: RuleError, open: Open, *, to: str, said: str = ""
) -> HttpResponse:
    """Nothing changed and there was no form: say the sentence (or ``said``) where messages appear."""
    flash.error(request, said or messages.refusal(error, open).text)
    return _said(request) if request.headers.get("HX-Request") else redirect(to)
