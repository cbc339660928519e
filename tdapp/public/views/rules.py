"""Public pages: rules."""

from __future__ import annotations

from django.urls import URLPattern

urls: list[URLPattern] = []
