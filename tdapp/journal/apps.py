"""What Django is told about the journal package."""

from __future__ import annotations

from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "tdapp.journal"
    label = "journal"
    default_auto_field = "django.db.models.BigAutoField"
