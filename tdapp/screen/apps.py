"""What Django is told about the screen package."""

from __future__ import annotations

from django.apps import AppConfig


class ScreenConfig(AppConfig):
    name = "tdapp.screen"
    label = "screen"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the live pages know the big screen."""
        from tdapp.live import registry
        from tdapp.screen.live import SURFACE

        registry.register(SURFACE)
