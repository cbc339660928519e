"""What Django is told about the web package."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "tdapp.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # The app must exist before a task is sent, or the task goes to Celery's own default broker.
        from tdapp import celery  # noqa: F401
