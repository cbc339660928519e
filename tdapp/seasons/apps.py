"""What Django is told about the seasons package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class SeasonsConfig(AppConfig):
    name = "tdapp.seasons"
    label = "seasons"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(
            Kind("results_posted", Role.DIRECTOR),
            Kind("results_taken_back", Role.DIRECTOR),
        )
        # Models can be imported only now.
        from tdapp.journal import invariants
        from tdapp.seasons.invariants import check_posted

        invariants.register("open", check_posted)
