"""What Django is told about the tours package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class ToursConfig(AppConfig):
    name = "tdapp.tours"
    label = "tours"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(
            Kind("tour_founded", Role.DIRECTOR, undoable=False),
            Kind("season_opened", Role.DIRECTOR),
            Kind("role_given", Role.DIRECTOR),
            Kind("role_taken", Role.DIRECTOR),
        )
        # Models can be imported only now.
        from tdapp.journal import invariants
        from tdapp.tours.invariants import check_tour

        invariants.register("tour", check_tour)
