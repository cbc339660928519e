"""Who may do what in a tour."""

from __future__ import annotations

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.tours.models import Membership, Tour


def role_in(tour: Tour, user: User | None) -> Role | None:
    """The user's role in the tour, None for strangers."""
    if user is None:
        return None
    role = Membership.objects.filter(tour=tour, user=user).values_list("role", flat=True).first()
    return Role(role) if role else None


def tours_of(user: User) -> list[Tour]:
    """The tours the user is a member of, by name."""
    return list(Tour.objects.filter(memberships__user=user, memberships__voided=False).order_by("name"))


def answers_for(director: User, user: User) -> bool:
    """Whether every tour of ``user`` is directed by ``director``: who may let them in by a link."""
    directed = Membership.objects.filter(user=director, role=Role.DIRECTOR.value).values("tour")
    return not Membership.objects.filter(user=user).exclude(tour__in=directed).exists()
