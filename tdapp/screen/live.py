"""The big screen's live fragments: the panel, the pages that take turns with it, and what steers them."""

from __future__ import annotations

from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone

from tdapp.live.registry import Surface
from tdapp.opens.models import Open
from tdapp.screen.pages import pages
from tdapp.screen.scene import scene

PARTS = ("panel", "pages", "plan")


def stream_of(code: str) -> int | None:
    """The stream of the open with that code."""
    return Open.objects.filter(code=code).values_list("stream", flat=True).first()


def context(open: Open, now: datetime) -> dict[str, object]:
    """What the parts are rendered with, here and in the page."""
    shown = scene(open, now)
    return {"open": open, "scene": shown, "night": shown.night, "pages": pages(shown)}


def fragments(stream_id: int, language: str) -> dict[str, str]:
    """The screen as it is now; nothing for an open that was discarded."""
    open = Open.objects.select_related("tour").filter(stream=stream_id).first()
    if open is None:
        return {}
    shown = context(open, timezone.now())
    return {f"screen-{part}": render_to_string(f"screen/_{part}.html", shown) for part in PARTS}


SURFACE = Surface("screen", resolve=stream_of, render=fragments)
