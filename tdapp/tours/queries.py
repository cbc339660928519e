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
