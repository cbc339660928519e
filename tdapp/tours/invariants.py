"""What must hold of a tour after an act is taken back or put back (DESIGN 3, undo (c))."""

from __future__ import annotations

from tdapp.accounts.roles import Role
from tdapp.journal.models import Stream
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Membership, Tour


def check_tour(stream: Stream, kind: str) -> None:
    """RuleError: ``last_director`` when a role taken back leaves nobody who could run the tour."""
    if kind not in ("role_given", "role_taken"):
        return
    tour = Tour.objects.filter(stream=stream).first()
    if tour is not None and not Membership.objects.filter(tour=tour, role=Role.DIRECTOR.value).exists():
        raise RuleError("last_director")
