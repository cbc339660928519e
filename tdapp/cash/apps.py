"""What Django is told about the cash package."""

from __future__ import annotations

from django.apps import AppConfig


class CashConfig(AppConfig):
    name = "tdapp.cash"
    label = "cash"
    default_auto_field = "django.db.models.BigAutoField"
