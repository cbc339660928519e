"""The language of a page: the one asked for by ``?lang=``, remembered by a cookie for the next pages."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

OF_ITS_OWN = "screen"
"""Pages whose language stands in their address only: the desk may be open in the next tab."""


class LanguageMiddleware:
    """Obeys ``?lang=es``; behind LocaleMiddleware, which decides for everybody else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        asked = request.GET.get("lang", "")
        if asked not in dict(settings.LANGUAGES):
            return self.get_response(request)
        with translation.override(asked):
            request.LANGUAGE_CODE = asked
            response = self.get_response(request)
        if request.resolver_match is None or request.resolver_match.app_name != OF_ITS_OWN:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                asked,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                samesite="Lax",
                secure=settings.HTTPS,
            )
        return response
