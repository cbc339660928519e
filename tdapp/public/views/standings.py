"""Public pages: standings."""

from __future__ import annotations

from django.urls import URLPattern

urls: list[URLPattern] = []
