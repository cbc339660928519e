"""What lets a phone keep the site: its manifest, and the worker that holds the last page seen.

Phones take both only over HTTPS (or on the machine itself); elsewhere they are ignored.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import URLPattern, path
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

SIZES = (192, 512)


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """The site as an app of the phone; it opens on whatever is on."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in SIZES
    ]
    described = {
        "name": "Tapete",
        "short_name": "Tapete",
        "description": _("The poker night: clock, seats, prizes."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#0b0f0e",
        "theme_color": "#0b0f0e",
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The phone pages' service worker: served from the root, whose pages alone it may keep."""
    script = Path(settings.BASE_DIR / "static/js/worker.js").read_text("utf-8")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


urls: list[URLPattern] = [
    path("manifest.webmanifest", manifest, name="manifest"),
    path("worker.js", worker, name="worker"),
]
