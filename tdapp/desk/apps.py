"""What Django is told about the desk package."""

from __future__ import annotations

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "tdapp.desk"
    label = "desk"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdapp.desk.live import stream_of
        from tdapp.live import registry

        # The version only: the desk's parts are for those who are signed in, and fetched by them.
        registry.register(registry.Surface("desk", resolve=stream_of))
