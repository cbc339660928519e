"""Addresses of the screen pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tdapp.screen import keys, looks, views

app_name = "screen"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.choose, name="choose"),
    path("tv/", views.tv, name="tv"),
    path("tv/where/", views.where, name="where"),
    path("tv/key/", keys.key, name="key"),
    path("look/<slug:code>-<int:stamp>.css", looks.sheet, name="look"),
    path("look/<slug:code>-<int:stamp>.png", looks.logo, name="logo"),
    path("<slug:code>/", views.screen, name="screen"),
]
