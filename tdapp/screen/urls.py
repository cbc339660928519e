"""Addresses of the screen pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

app_name = "screen"
urlpatterns: list[URLPattern | URLResolver] = []
