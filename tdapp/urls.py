"""Every address of the site; the surfaces keep their own lists."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tdapp.screen.views import to_tv

handler400 = "tdapp.web.problems.bad_request"
handler403 = "tdapp.web.problems.forbidden"
handler404 = "tdapp.web.problems.not_found"
handler500 = "tdapp.web.problems.broken"

urlpatterns: list[URLPattern | URLResolver] = [
    path("screen/", include("tdapp.screen.urls")),
    path("tv/", to_tv),
    path("", include("tdapp.desk.urls")),
    path("", include("tdapp.public.urls")),
]
