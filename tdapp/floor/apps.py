"""What Django is told about the floor package."""

from __future__ import annotations

from django.apps import AppConfig


class FloorConfig(AppConfig):
    name = "tdapp.floor"
    label = "floor"
    default_auto_field = "django.db.models.BigAutoField"
