"""What Django is told about the displays package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class DisplaysConfig(AppConfig):
    name = "tdapp.displays"
    label = "displays"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(
            Kind("display_added", Role.DIRECTOR),
            Kind("display_changed", Role.DIRECTOR),
            Kind("display_removed", Role.DIRECTOR),
            Kind("look_changed", Role.DIRECTOR),
            Kind("show_changed", Role.FLOOR),
            Kind("announced", Role.FLOOR),
            Kind("announcement_ended", Role.FLOOR),
        )
        # Models can be imported only now.
        from tdapp.displays.following import tell_opens
        from tdapp.journal import listeners

        listeners.register(tell_opens)
