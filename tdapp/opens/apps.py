"""What Django is told about the opens package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class OpensConfig(AppConfig):
    name = "tdapp.opens"
    label = "opens"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(Kind("chip_set_saved", Role.DIRECTOR), Kind("chip_set_deleted", Role.DIRECTOR))
