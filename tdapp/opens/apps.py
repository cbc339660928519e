"""What Django is told about the opens package."""

from __future__ import annotations

from django.apps import AppConfig


class OpensConfig(AppConfig):
    name = "tdapp.opens"
    label = "opens"
    default_auto_field = "django.db.models.BigAutoField"
