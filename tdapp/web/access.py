"""Who may see and do what: devices that are signed in, and the role a view asks for (DESIGN 10)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth import login, logout
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from tdapp.accounts.models import Device, User
from tdapp.accounts.roles import Role
from tdapp.accounts.services import device_is_live
from tdapp.opens.models import Open
from tdapp.tours.models import Tour
from tdapp.tours.queries import role_in

View = Callable[..., HttpResponseBase]
DEVICE = "device"


class DeviceMiddleware:
    """Knows the device behind a session as ``request.device``; signs it out when its time is over.

    A device signed out from the desk loses its session with its next request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.device = None  # type: ignore[attr-defined]
        if request.user.is_authenticated:
            device = Device.objects.filter(pk=request.session.get(DEVICE, 0), user=request.user).first()
            if device is None or not device_is_live(device=device, now=timezone.now()):
                logout(request)
            else:
                request.device = device  # type: ignore[attr-defined]
        return self.get_response(request)


def device_of(request: HttpRequest) -> Device | None:
    """The device the request came from."""
    device: Device | None = getattr(request, "device", None)
    return device


def user_of(request: HttpRequest) -> User | None:
    """Who is signed in."""
    return request.user if isinstance(request.user, User) else None


def sign_in(request: HttpRequest, device: Device) -> None:
    """Start the session of a device that has just proved who it is."""
    login(request, device.user, backend="django.contrib.auth.backends.ModelBackend")
    request.session[DEVICE] = device.pk


def label_of(request: HttpRequest) -> str:
    """A short name for the browser, so that a device can be told apart when signing it out."""
    agent = request.headers.get("User-Agent", "")
    systems = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")
    browsers = ("Edg", "Firefox", "Chrome", "Safari")
    system = next((name for name in systems if name in agent), "?")
    browser = next((name for name in browsers if name in agent), "?")
    return f"{system} · {browser}"


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send a stranger to the sign-in page: the whole page, even from a partial (expired log-in).

    What follows is the page he was on: the address of a part or of an act is none.
    """
    part = bool(request.headers.get("HX-Request"))
    if part or request.method not in ("GET", "HEAD"):
        wanted = _path_of(request.headers.get("HX-Current-URL") or request.headers.get("Referer") or "")
    else:
        wanted = request.get_full_path()
    address = reverse("desk:sign_in") + (f"?{urlencode({'next': wanted})}" if wanted else "")
    return HttpResponse(status=204, headers={"HX-Redirect": address}) if part else redirect(address)


def _path_of(address: str) -> str:
    """Path and query of a page's address; the sign-in sees to it that they are of this site."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def signed_in(view: View) -> View:
    """A view for anybody signed in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if user_of(request) is None:
            return to_sign_in(request)
        return view(request, *args, **kwargs)

    return guarded


def tour_view(needed: Role) -> Callable[[View], View]:
    """A view of one tour, by its code, for members with at least that role: ``view(request, tour, …)``."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if user_of(request) is None:
                return to_sign_in(request)
            tour = Tour.objects.select_related("stream").filter(code=code).first()
            if tour is None:
                raise Http404
            check_role(request, tour, needed)
            return view(request, tour, *args, **kwargs)

        return guarded

    return decorate


def open_view(needed: Role) -> Callable[[View], View]:
    """A view of one open, by its code, for members with at least that role: ``view(request, open, …)``."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if user_of(request) is None:
                return to_sign_in(request)
            open = Open.objects.select_related("stream", "tour", "season").filter(code=code).first()
            if open is None:
                raise Http404
            check_role(request, open.tour, needed)
            return view(request, open, *args, **kwargs)

        return guarded

    return decorate


def check_role(request: HttpRequest, tour: Tour, needed: Role) -> Role:
    """The viewer's role in the tour. PermissionDenied below ``needed``; strangers find nothing at all."""
    role = role_in(tour, user_of(request))
    if role is None:
        raise Http404
    if not role.covers(needed):
        raise PermissionDenied
    request.role = role  # type: ignore[attr-defined]
    return role


def open_called(code: str) -> Open | None:
    """The open with that public code, as typed or sent; no database sees what cannot be a code."""
    if not code.isalnum():
        return None
    return Open.objects.select_related("stream", "tour", "season").filter(code=code).first()


def public_open(code: str) -> Open:
    """The open behind a public address. Http404."""
    open = open_called(code)
    if open is None:
        raise Http404
    return open
