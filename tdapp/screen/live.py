"""The big screen's live fragment: one panel with everything, so that no two parts ever disagree."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import timezone

from tdapp.live.registry import Surface
from tdapp.opens.models import Open
from tdapp.web.night import public_night


def stream_of(code: str) -> int | None:
    """The stream of the open with that code."""
    return Open.objects.filter(code=code).values_list("stream", flat=True).first()


def fragments(stream_id: int, language: str) -> dict[str, str]:
    """The panel as it is now; nothing for an open that was discarded."""
    open = Open.objects.select_related("tour").filter(stream=stream_id).first()
    if open is None:
        return {}
    night = public_night(open, timezone.now())
    return {"screen-panel": render_to_string("screen/_panel.html", {"night": night, "open": open})}


SURFACE = Surface("screen", resolve=stream_of, render=fragments)
