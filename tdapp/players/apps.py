"""What Django is told about the players package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class PlayersConfig(AppConfig):
    name = "tdapp.players"
    label = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(
            Kind("player_renamed", Role.FLOOR),
        )
