"""Addresses of the desk pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

app_name = "desk"
urlpatterns: list[URLPattern | URLResolver] = []
