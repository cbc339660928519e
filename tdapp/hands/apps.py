"""What Django is told about the hands package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class HandsConfig(AppConfig):
    name = "tdapp.hands"
    label = "hands"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(
            Kind("hand_entered", Role.SCOREKEEPER),
            Kind("hand_corrected", Role.SCOREKEEPER),
            Kind("hand_voided", Role.FLOOR),
        )
