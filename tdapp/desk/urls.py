"""Addresses of the desk; each topic lists its own."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

from tdapp.desk.views import (
    chips,
    clock,
    corrections,
    door,
    finish,
    hand,
    home,
    night,
    out,
    screens,
    seats,
    setup,
    sign_in,
    tour,
)

app_name = "desk"
urlpatterns: list[URLPattern | URLResolver] = [
    *sign_in.urls,
    *home.urls,
    *tour.urls,
    *setup.urls,
    *night.urls,
    *door.urls,
    *out.urls,
    *seats.urls,
    *screens.urls,
    *clock.urls,
    *chips.urls,
    *corrections.urls,
    *hand.urls,
    *finish.urls,
]
