"""Addresses of the public pages; each topic lists its own."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

from tdapp.public.views import draw, index, install, phone, prints, results, rounds, rules, standings

app_name = "public"
urlpatterns: list[URLPattern | URLResolver] = [
    *index.urls,
    *install.urls,
    *phone.urls,
    *results.urls,
    *standings.urls,
    *rounds.urls,
    *rules.urls,
    *draw.urls,
    *prints.urls,
]
