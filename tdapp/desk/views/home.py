"""The director's home: the opens of every tour, the running ones first."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.opens.models import Open
from tdapp.tours.models import Membership, Tour
from tdapp.web import access


@dataclass
class Opens:
    """The opens of some tours by what is to be done with them."""

    running: list[Open] = field(default_factory=list)
    upcoming: list[Open] = field(default_factory=list)
    finished: list[Open] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.running or self.upcoming or self.finished)


def opens_of(tours: list[Tour]) -> Opens:
    """Running ones first, then those to come by date, then the finished ones, the latest first."""
    shown = Opens()
    inside = Count("entries", filter=Q(entries__voided=False))
    for open in Open.objects.filter(tour__in=tours).select_related("tour").annotate(players=inside):
        if open.finished_at is not None:
            shown.finished.append(open)
        else:
            (shown.running if open.started_at else shown.upcoming).append(open)
    shown.running.sort(key=lambda one: (one.date, one.pk))
    shown.upcoming.sort(key=lambda one: (one.date, one.pk))
    shown.finished.sort(key=lambda one: (one.date, one.pk), reverse=True)
    return shown


def roles_of(user: User) -> dict[int, Role]:
    """The user's role in each tour, by the tour's id."""
    rows = Membership.objects.filter(user=user).values_list("tour", "role")
    return {tour: Role(role) for tour, role in rows}


@access.signed_in
@require_http_methods(["GET"])
def home(request: HttpRequest) -> HttpResponse:
    """Every open the viewer may work on, and the tours."""
    user = access.user_of(request)
    roles = roles_of(user) if user else {}
    tours = list(Tour.objects.filter(pk__in=roles).order_by("name"))
    directed = [tour for tour in tours if roles[tour.pk] is Role.DIRECTOR]
    context = {"opens": opens_of(tours), "tours": tours, "directed": directed, "here": "home"}
    return render(request, "desk/home/page.html", context)


@access.signed_in
@require_http_methods(["GET"])
def demo(request: HttpRequest) -> HttpResponse:
    """How to see a night without setting one up."""
    shown = Open.objects.exists() and settings.DATA_DIR.name == "var-demo"
    return render(request, "desk/home/demo.html", {"is_demo": shown, "here": "home"})


urls: list[URLPattern] = [
    path("desk/", home, name="home"),
    path("desk/demo/", demo, name="demo"),
]
