"""A browser as a television set: the signed cookie with its code, its place on the list, what it shows.

Whoever opens /tv/ gets a code; it means nothing until the director types it at the desk.  The server signs
it, so that nobody chooses a code, and so that a set's keys prove which set they are (DESIGN 10).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tdapp.displays.codes import new_code
from tdapp.displays.models import Display
from tdapp.opens.models import Open
from tdapp.tours.models import Tour
from tdapp.web.access import open_called

COOKIE = settings.SESSION_COOKIE_NAME.replace("session", "tv")
SALT = "tapete.tv"
LASTS = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer. Opening /tv/ again starts them anew."""
OVER_FOR = timedelta(hours=12)
"""How long an open that is over is shown where nothing else is on."""


@dataclass(frozen=True)
class Television:
    """The set a request comes from: ``display`` is None until somebody typed its code at the desk."""

    code: str
    display: Display | None

    @property
    def paired(self) -> bool:
        return self.display is not None

    @property
    def keys(self) -> bool:
        """Whether its keyboard may run the clock."""
        return self.display is not None and self.display.keys

    @property
    def name(self) -> str:
        return str(self.display) if self.display else self.code


def code_of(request: HttpRequest) -> str | None:
    """The code of the set, None without a cookie that this server signed."""
    try:
        return request.get_signed_cookie(COOKIE, salt=SALT, max_age=LASTS)
    except (KeyError, BadSignature):
        return None


def television(request: HttpRequest) -> Television | None:
    """The set behind a request."""
    code = code_of(request)
    if code is None:
        return None
    return Television(code, Display.objects.select_related("open", "tour").filter(code=code).first())


def new_television() -> Television:
    """A set nobody knows yet, with a code that no set on a list has."""
    code = new_code()
    while Display.objects.filter(code=code).exists():
        code = new_code()
    return Television(code, None)


def remember(response: HttpResponse, code: str) -> None:
    """Give the browser its code, or keep it for another 400 days."""
    response.set_signed_cookie(
        COOKIE,
        code,
        salt=SALT,
        max_age=LASTS,
        path=reverse("screen:choose"),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def opens_on(now: datetime, tour: Tour | None = None) -> list[Open]:
    """What a screen without an address would show at ``now``; several if nobody can know."""
    opens = Open.objects.select_related("tour").order_by("date", "pk")
    if tour is not None:
        opens = opens.filter(tour=tour)
    running = list(opens.filter(started_at__isnull=False, finished_at=None))
    if running:
        return running
    waiting = list(opens.filter(started_at=None))
    if waiting:
        # A night lasts over midnight, and an open may be set up with an old date: the nearest counts.
        today = now.date()
        nearest = min(abs(open.date - today) for open in waiting)
        return [open for open in waiting if abs(open.date - today) == nearest]
    return list(opens.filter(finished_at__gte=now - OVER_FOR).order_by("-finished_at")[:1])


def shown_on(tv: Television, now: datetime, at: str = "") -> list[Open]:
    """The opens that a set may show: one, or several where nobody can know.

    It shows the open it was given until that is over, else whichever is on in its tour.  ``at`` is the code
    of the open on it now: the winner stays there until another open begins to play.
    """
    given = tv.display.open if tv.display else None
    if given is not None and not given.voided and given.finished_at is None:
        return [given]
    found = opens_on(now, tv.display.tour if tv.display else None)
    here = open_called(at)
    if here is None or (tv.display and tv.display.tour_id != here.tour_id):
        return found
    playing = any(open.started_at and not open.finished_at for open in found)
    just_over = here.finished_at is not None and here.finished_at >= now - OVER_FOR
    stays = here in found or (just_over and not playing)
    return [here] if stays else found
