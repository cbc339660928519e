"""What Django is told about the public package."""

from __future__ import annotations

from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "tdapp.public"
    label = "public"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the live pages know the phones, the rounds, and the results that follow an open."""
        from tdapp.live import registry
        from tdapp.public.live import RESULTS, ROUNDS, SURFACE, TABLES

        registry.register(SURFACE)
        registry.register(TABLES)
        registry.register(ROUNDS)
        registry.register(RESULTS)
