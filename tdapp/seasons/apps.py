"""What Django is told about the seasons package."""

from __future__ import annotations

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "tdapp.seasons"
    label = "seasons"
    default_auto_field = "django.db.models.BigAutoField"
