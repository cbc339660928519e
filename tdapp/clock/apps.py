"""What Django is told about the clock package."""

from __future__ import annotations

from django.apps import AppConfig


class ClockConfig(AppConfig):
    name = "tdapp.clock"
    label = "clock"
    default_auto_field = "django.db.models.BigAutoField"
