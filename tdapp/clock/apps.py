"""What Django is told about the clock package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal import listeners
from tdapp.journal.kinds import Kind, register


class ClockConfig(AppConfig):
    name = "tdapp.clock"
    label = "clock"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdapp.clock import tasks

        listeners.register(tasks.queue_changed)
        register(
            Kind("clock_paused", Role.FLOOR),
            Kind("clock_resumed", Role.FLOOR),
            Kind("time_added", Role.FLOOR),
            Kind("level_set", Role.FLOOR),
            Kind("time_set", Role.FLOOR),
            Kind("start_announced", Role.DIRECTOR),
            Kind("start_moved", Role.DIRECTOR),
            Kind("levels_changed", Role.DIRECTOR),
            Kind("schedule_saved", Role.DIRECTOR),
            Kind("schedule_renamed", Role.DIRECTOR),
            Kind("schedule_deleted", Role.DIRECTOR),
            Kind("time_called", Role.SCOREKEEPER, undoable=False),
            Kind("time_call_ended", Role.SCOREKEEPER, undoable=False),
        )
