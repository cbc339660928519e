"""Addresses of the public pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

app_name = "public"
urlpatterns: list[URLPattern | URLResolver] = []
