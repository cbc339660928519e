"""What Django is told about the accounts package."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "tdapp.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
