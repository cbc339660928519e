"""The desk follows the version of an open; what changed is then fetched by the page itself."""

from __future__ import annotations

from tdapp.opens.models import Open


def stream_of(code: str) -> int | None:
    """The stream of the open with that code, None where there is none."""
    return Open.objects.filter(code=code).values_list("stream", flat=True).first()
