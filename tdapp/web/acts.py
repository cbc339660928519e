"""From a request to what services are told: who acts, when, by which request, upon what."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Collection, Iterable

from django.http import HttpRequest
from django.utils import timezone

from tdapp.journal.models import Journaled
from tdapp.journal.recorder import Act, Expected
from tdapp.web.access import device_of, user_of
from tdapp.web.numbers import number


def act(request: HttpRequest, expected: Iterable[Expected] = ()) -> Act:
    """The last words of every service call.

    The form's hidden ``request_id`` makes a double tap one act; without one each request is its own.
    """
    return Act(
        actor=user_of(request),
        device=device_of(request),
        now=timezone.now(),
        request_id=request_id(request),
        expected=tuple(expected),
    )


def request_id(request: HttpRequest) -> uuid.UUID | None:
    """The id the form was made with; None if there is none or it is no id."""
    try:
        return uuid.UUID(request.POST.get("request_id", ""))
    except ValueError:
        return None


def new_seed() -> str:
    """A seed for a draw: sixteen hex digits, kept in the journal."""
    return secrets.token_hex(8)


def overruled(request: HttpRequest) -> Collection[str]:
    """The codes the director passes with this request ("overrule" fields)."""
    return tuple(request.POST.getlist("overrule"))


def expected(row: Journaled, request: HttpRequest) -> tuple[Expected, ...]:
    """The row as the page showed it, by the form's hidden ``stamp``; none without it."""
    stamp = number(request.POST.get("stamp", ""))
    return () if stamp is None else (Expected(row, stamp),)
