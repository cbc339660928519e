"""Addresses of the desk; each topic lists its own."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

from tdapp.desk.views import (
    balance,
    chip_sets,
    chips,
    clock,
    colour_up,
    corrections,
    deals,
    door,
    finish,
    hand,
    hand_for_hand,
    home,
    kept,
    night,
    out,
    places,
    rounds,
    rulings,
    schedules,
    screens,
    seats,
    setup,
    sign_in,
    start,
    tables,
    tour,
)

app_name = "desk"
urlpatterns: list[URLPattern | URLResolver] = [
    *sign_in.urls,
    *home.urls,
    *tour.urls,
    *setup.urls,
    *schedules.urls,
    *chip_sets.urls,
    *kept.urls,
    *night.urls,
    *start.urls,
    *door.urls,
    *out.urls,
    *seats.urls,
    *tables.urls,
    *places.urls,
    *rounds.urls,
    *balance.urls,
    *screens.urls,
    *clock.urls,
    *hand_for_hand.urls,
    *colour_up.urls,
    *chips.urls,
    *corrections.urls,
    *rulings.urls,
    *hand.urls,
    *deals.urls,
    *finish.urls,
]
