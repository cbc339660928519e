"""A tour: founding it, its seasons, who may do what in it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.desk.forms import tour as forms
from tdapp.desk.views.home import opens_of
from tdapp.desk.views.sign_in import link_of
from tdapp.rules.errors import RuleError
from tdapp.tours import services
from tdapp.tours.models import Membership, Season, Tour
from tdapp.tours.queries import answers_for
from tdapp.web import access, links, messages
from tdapp.web.acts import act

FIELD_OF = {"name_missing": "name", "currency_unknown": "currency", "time_zone_unknown": "time_zone"}


@access.signed_in
@require_http_methods(["GET", "POST"])
def tour_new(request: HttpRequest) -> HttpResponse:
    """Name the tour and what its opens start from (first visit, or another circuit)."""
    form = forms.TourForm(request.POST or None, initial=_first_choice())
    if request.method == "POST" and form.is_valid():
        try:
            services.found_tour(**form.cleaned_data, **act(request))
            return redirect("desk:home")
        except RuleError as error:
            form.add_error(FIELD_OF.get(error.code), messages.refusal(error).text)
    context = {"form": form, "zones": forms.time_zones(), "first": not Tour.objects.exists()}
    return render(request, "desk/tour/new.html", context, status=422 if form.errors else 200)


def _first_choice() -> dict[str, Any]:
    return {
        "time_zone": forms.guessed_time_zone(),
        "language": translation.get_language(),
        "season": str(timezone.now().year),
    }


@access.tour_view(Role.DIRECTOR)
@require_http_methods(["GET"])
def tour(request: HttpRequest, tour: Tour) -> HttpResponse:
    """The tour's opens, seasons and members."""
    return _page(request, tour)


def _page(request: HttpRequest, tour: Tour, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "tour": tour,
        "opens": opens_of([tour]),
        "seasons": Season.objects.filter(tour=tour).order_by("-pk"),
        "members": Membership.objects.filter(tour=tour).select_related("user").order_by("user__name"),
        "roles": forms.ROLES,
        "season_form": forms.SeasonForm(prefix="season"),
        "member_form": forms.MemberForm(prefix="member"),
        **more,
    }
    return render(request, "desk/tour/page.html", context, status=status)


@access.tour_view(Role.DIRECTOR)
@require_POST
def season_open(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Open another season."""
    form = forms.SeasonForm(request.POST, prefix="season")
    if form.is_valid():
        try:
            services.open_season(tour=tour, name=form.cleaned_data["name"], **act(request))
            flash.success(request, _("Season %(name)s is open.") % {"name": form.cleaned_data["name"]})
            return redirect("desk:tour", tour.code)
        except RuleError as error:
            form.add_error("name", messages.refusal(error).text)
    return _page(request, tour, status=422, season_form=form)


@access.tour_view(Role.DIRECTOR)
@never_cache
@require_POST
def member_invite(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Make somebody a member; a new person gets an account and a link that signs in."""
    form = forms.MemberForm(request.POST, prefix="member")
    if not form.is_valid():
        return _page(request, tour, status=422, member_form=form)
    name, role = form.cleaned_data["name"], Role(form.cleaned_data["role"])
    try:
        entry = services.invite(tour=tour, name=name, role=role, language=tour.language, **act(request))
    except RuleError as error:
        form.add_error("name", messages.refusal(error).text)
        return _page(request, tour, status=422, member_form=form)
    return _link_page(request, tour, User.objects.get(pk=entry.params["user"]))


@access.tour_view(Role.DIRECTOR)
@never_cache
@require_POST
def member_link(request: HttpRequest, tour: Tour, pk: int) -> HttpResponse:
    """Show a member's sign-in link."""
    member = get_object_or_404(Membership.objects.select_related("user"), tour=tour, pk=pk)
    return _link_page(request, tour, member.user)


def _link_page(request: HttpRequest, tour: Tour, user: User) -> HttpResponse:
    """A link signs in as that person everywhere: only who directs all their tours may make one."""
    base = links.reachable_base(request)
    director = access.user_of(request)
    shown: dict[str, str] = {}
    if base and director and answers_for(director, user):
        shown = link_of(request, base, user)
    context = {"tour": tour, "member": user, "base": base, **shown}
    return render(request, "desk/tour/link.html", context)


@access.tour_view(Role.DIRECTOR)
@require_POST
def member_role(request: HttpRequest, tour: Tour, pk: int) -> HttpResponse:
    """Give a member another role."""
    member = get_object_or_404(Membership.objects.select_related("user"), tour=tour, pk=pk)
    form = forms.RoleForm(request.POST)
    if form.is_valid():
        try:
            role = Role(form.cleaned_data["role"])
            services.give_role(tour=tour, user=member.user, role=role, **act(request))
            flash.success(request, _("%(name)s has another role.") % {"name": member.user.name})
        except RuleError as error:
            flash.error(request, messages.refusal(error).text)
    return redirect("desk:tour", tour.code)


@access.tour_view(Role.DIRECTOR)
@require_POST
def member_remove(request: HttpRequest, tour: Tour, pk: int) -> HttpResponse:
    """End a membership."""
    member = get_object_or_404(Membership.objects.select_related("user"), tour=tour, pk=pk)
    try:
        services.take_role(tour=tour, user=member.user, **act(request))
        flash.success(request, _("%(name)s is no longer a member.") % {"name": member.user.name})
    except RuleError as error:
        flash.error(request, messages.refusal(error).text)
    left = member.user == access.user_of(request)
    return redirect("desk:home") if left else redirect("desk:tour", tour.code)


urls: list[URLPattern] = [
    path("desk/tour/new/", tour_new, name="tour_new"),
    path("desk/tour/<slug:code>/", tour, name="tour"),
    path("desk/tour/<slug:code>/season/", season_open, name="season_open"),
    path("desk/tour/<slug:code>/invite/", member_invite, name="member_invite"),
    path("desk/tour/<slug:code>/member/<int:pk>/link/", member_link, name="member_link"),
    path("desk/tour/<slug:code>/member/<int:pk>/role/", member_role, name="member_role"),
    path("desk/tour/<slug:code>/member/<int:pk>/remove/", member_remove, name="member_remove"),
]
