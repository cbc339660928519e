"""Public pages: phone."""

from __future__ import annotations

from django.urls import URLPattern

urls: list[URLPattern] = []
