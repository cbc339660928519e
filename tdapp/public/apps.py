"""What Django is told about the public package."""

from __future__ import annotations

from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "tdapp.public"
    label = "public"
    default_auto_field = "django.db.models.BigAutoField"
