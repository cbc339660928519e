"""What Django is told about the hands package."""

from __future__ import annotations

from django.apps import AppConfig


class HandsConfig(AppConfig):
    name = "tdapp.hands"
    label = "hands"
    default_auto_field = "django.db.models.BigAutoField"
