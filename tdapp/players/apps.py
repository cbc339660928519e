"""What Django is told about the players package."""

from __future__ import annotations

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "tdapp.players"
    label = "players"
    default_auto_field = "django.db.models.BigAutoField"
