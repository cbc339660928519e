"""What Django is told about the live package."""

from __future__ import annotations

from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tdapp.live"
    label = "live"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the journal tell this process's pages, and the other processes, of each change."""
        from tdapp.journal import listeners
        from tdapp.live import relay
        from tdapp.live.hub import hub

        listeners.register(hub.changed)
        listeners.register(relay.publish)
        hub.on_start(relay.listen)
