"""Every address of the site; the surfaces keep their own lists."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("screen/", include("tdapp.screen.urls")),
    path("", include("tdapp.desk.urls")),
    path("", include("tdapp.public.urls")),
]
