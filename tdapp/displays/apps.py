"""What Django is told about the displays package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig


class DisplaysConfig(AppConfig):
    name = "tdapp.displays"
    label = "displays"
    default_auto_field = "django.db.models.BigAutoField"
