"""How the desk answers: dialogs over the tables, and acts that need no form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tdapp.accounts.roles import Role
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.web import messages
from tdapp.web.answers import done, refused_lightly


def role_of(request: HttpRequest) -> Role:
    """The viewer's role, which ``open_view`` found out."""
    role: Role = request.role  # type: ignore[attr-defined]
    return role


def night_url(open: Open) -> str:
    """The page with the tables."""
    return reverse("desk:night", args=[open.code])


def show(
    request: HttpRequest, open: Open, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """A dialog: alone for htmx, else on a page of its own, which works without scripts."""
    context = {"may_direct": role_of(request).covers(Role.DIRECTOR), **context, "open": open}
    if request.headers.get("HX-Request"):
        return render(request, template, context, status=status)
    return render(request, "desk/night/around.html", {**context, "dialog": template}, status=status)


def show_refused(
    request: HttpRequest, open: Open, error: RuleError, template: str, context: dict[str, Any]
) -> HttpResponse:
    """The dialog again with the sentence and what was typed, status 422; nothing changed."""
    refusal = messages.refusal(error, open)
    return show(request, open, template, {**context, "refusal": refusal}, status=422)


def acted(
    request: HttpRequest, open: Open, service: Callable[[], JournalEntry], to: str = ""
) -> HttpResponse:
    """Do one act that has no form: said where messages appear, whether it was done or refused.

    Without htmx it leads to ``to``, the night's page if that is not said.
    """
    to = to or night_url(open)
    try:
        entry = service()
    except RuleError as error:
        return refused_lightly(request, error, open, to=to)
    return done(request, open, entry, to=to)
