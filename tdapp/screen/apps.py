"""What Django is told about the screen package."""

from __future__ import annotations

from django.apps import AppConfig


class ScreenConfig(AppConfig):
    name = "tdapp.screen"
    label = "screen"
    default_auto_field = "django.db.models.BigAutoField"
