"""What Django is told about the live package."""

from __future__ import annotations

from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tdapp.live"
    label = "live"
    default_auto_field = "django.db.models.BigAutoField"
