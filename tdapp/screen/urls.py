"""Addresses of the screen pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tdapp.screen import views

app_name = "screen"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.choose, name="choose"),
    path("<slug:code>/", views.screen, name="screen"),
]
