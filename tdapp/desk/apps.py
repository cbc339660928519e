"""What Django is told about the desk package."""

from __future__ import annotations

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "tdapp.desk"
    label = "desk"
    default_auto_field = "django.db.models.BigAutoField"
