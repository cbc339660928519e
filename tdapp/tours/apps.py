"""What Django is told about the tours package."""

from __future__ import annotations

from django.apps import AppConfig


class ToursConfig(AppConfig):
    name = "tdapp.tours"
    label = "tours"
    default_auto_field = "django.db.models.BigAutoField"
