"""Signing in and out: by name and password, by a link that works once, on a phone by a QR code."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages as flash
from django.contrib.auth import authenticate, logout
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts import services
from tdapp.accounts.models import Device, User
from tdapp.accounts.roles import Role
from tdapp.desk.forms.sign_in import FirstForm, SignInForm
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Membership
from tdapp.web import access, attempts, links, messages


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for name and password, or take them."""
    if request.method == "GET":
        form = SignInForm(initial={"next": request.GET.get("next", "")})
        return render(request, "desk/sign_in/page.html", {"form": form})
    form = SignInForm(request.POST)
    if form.is_valid():
        user = _user_by_password(request, form)
        if user is not None:
            now = timezone.now()
            access.sign_in(
                request, services.sign_in_device(user=user, label=access.label_of(request), now=now)
            )
            return _speaking(redirect(own_path(request, form.cleaned_data["next"])), user.language)
    return render(request, "desk/sign_in/page.html", {"form": form}, status=422)


def _user_by_password(request: HttpRequest, form: SignInForm) -> User | None:
    name, address = " ".join(form.cleaned_data["name"].split()), request.META.get("REMOTE_ADDR", "")
    if attempts.exhausted(name, address):
        form.add_error(None, _("Too many attempts. Wait ten minutes, or use a link from the terminal."))
        return None
    user = authenticate(request, username=name, password=form.cleaned_data["password"])
    if isinstance(user, User):
        attempts.forgotten(name, address)
        return user
    attempts.failed(name, address)
    form.add_error(None, _("Name and password do not match. Look at both and try again."))
    return None


def own_path(request: HttpRequest, wanted: str) -> str:
    """``wanted`` where it is a path of this site, else the director's home."""
    own = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if own else reverse("desk:home")


def _speaking(response: HttpResponse, language: str) -> HttpResponse:
    """The answer, after which the pages of this browser are in the person's language, if they chose one."""
    if not language:
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.HTTPS,
    )
    return response


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a link is for; only the POST uses it (a preview of the link must not)."""
    try:
        link = services.find_sign_in_link(token=token, now=timezone.now())
        if link.purpose == "first":
            return _first_account(request, token)
        if request.method == "POST":
            return _sign_in_by(request, token)
    except RuleError as error:
        status = 404 if error.code == "link_unknown" else 410
        return render(request, "desk/sign_in/dead.html", {"refusal": messages.refusal(error)}, status=status)
    return render(request, "desk/sign_in/link.html", {"link": link})


def _sign_in_by(request: HttpRequest, token: str) -> HttpResponse:
    device = services.sign_in_by_link(token=token, label=access.label_of(request), now=timezone.now())
    access.sign_in(request, device)
    return _speaking(redirect("desk:home"), device.user.language)


def _first_account(request: HttpRequest, token: str) -> HttpResponse:
    form = FirstForm(request.POST or None, initial={"language": translation.get_language()})
    if request.method == "POST" and form.is_valid():
        device = _first_director(request, token, form)
        if device is not None:
            access.sign_in(request, device)
            return _speaking(redirect("desk:tour_new"), device.user.language)
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/sign_in/first.html", {"form": form}, status=status)


def _first_director(request: HttpRequest, token: str, form: FirstForm) -> Device | None:
    try:
        return services.create_first_director(
            token=token,
            name=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
            language=form.cleaned_data["language"],
            label=access.label_of(request),
            now=timezone.now(),
        )
    except ValidationError as weak:
        form.add_error("password", weak)
    except RuleError as error:
        if error.code.startswith("link_"):
            raise
        form.add_error("name" if error.code.startswith("name_") else None, messages.refusal(error).text)
    return None


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End this device's sign-in."""
    device = access.device_of(request)
    if device is not None:
        services.sign_out_device(device=device, now=timezone.now())
    logout(request)
    return redirect("desk:sign_in")


@access.signed_in
@never_cache
@require_http_methods(["GET", "POST"])
def phone_link(request: HttpRequest) -> HttpResponse:
    """Make a link for the director's own phone and show it as a QR code."""
    base = links.reachable_base(request)
    if request.method == "GET" or base is None:
        return render(request, "desk/sign_in/phone.html", {"base": base, "here": "phone"})
    shown = link_of(request, base)
    return render(request, "desk/sign_in/phone.html", {"base": base, "here": "phone", **shown})


def link_of(request: HttpRequest, base: str, user: User | None = None) -> dict[str, str]:
    """A fresh link for ``user`` (oneself if None), as text and as QR code."""
    someone = user or access.user_of(request)
    token = services.make_sign_in_link(user=someone, purpose="phone", now=timezone.now())
    address = base + reverse("desk:sign_in_link", args=[token])
    return {"address": address, "qr": links.qr_image(address)}


def _devices_for(user: User) -> QuerySet[Device]:
    """The live devices of the user and of everybody in the tours the user directs."""
    directed = Membership.objects.filter(user=user, role=Role.DIRECTOR.value).values("tour")
    members = Membership.objects.filter(tour__in=directed).values("user")
    seen = Device.objects.filter(user=user) | Device.objects.filter(user__in=members)
    live = seen.filter(signed_out_at=None, expires_at__gt=timezone.now())
    return live.select_related("user").order_by("user__name", "-signed_in_at").distinct()


@access.signed_in
@require_http_methods(["GET"])
def devices(request: HttpRequest) -> HttpResponse:
    """Where people are signed in."""
    user = access.user_of(request)
    found = _devices_for(user) if user else Device.objects.none()
    tour = Membership.objects.filter(user=user).order_by("pk").select_related("tour").first()
    zone = tour.tour.time_zone if tour else "UTC"  # there is no open here whose venue would say
    shown = {"devices": found, "this": access.device_of(request), "here": "devices", "zone": zone}
    return render(request, "desk/sign_in/devices.html", shown)


@access.signed_in
@require_POST
def device_sign_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign one of those devices out."""
    user = access.user_of(request)
    device = get_object_or_404(_devices_for(user) if user else Device.objects.none(), pk=pk)
    services.sign_out_device(device=device, now=timezone.now())
    flash.success(request, _("%(device)s is signed out.") % {"device": device.label})
    return redirect("desk:devices")


urls: list[URLPattern] = [
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-in/<str:token>/", sign_in_link, name="sign_in_link"),
    path("sign-out/", sign_out, name="sign_out"),
    path("desk/phone/", phone_link, name="phone_link"),
    path("desk/devices/", devices, name="devices"),
    path("desk/devices/<int:pk>/sign-out/", device_sign_out, name="device_sign_out"),
]
