"""The live fragments of the phone pages and of the rounds; each page holds the ones it shows."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from tdapp.floor import queries as floor
from tdapp.live.registry import Surface
from tdapp.opens.models import Open
from tdapp.web import board
from tdapp.web.night import PublicNight, public_night

PARTS = ("clock", "panel")
SLICE = 40
"""So many people are told together: an out among a thousand sends one slice anew, not all of them."""


def stream_of(code: str) -> int | None:
    """The stream of the open with that code."""
    return Open.objects.filter(code=code).values_list("stream", flat=True).first()


def fragments(stream_id: int, language: str) -> dict[str, str]:
    """Clock, figures, and who is where, as they are now; nothing for a discarded open."""
    open = Open.objects.select_related("tour").filter(stream=stream_id).first()
    if open is None:
        return {}
    shown = context(open, public_night(open, timezone.now()))
    parts = {f"phone-{part}": render_to_string(f"public/phone/_{part}.html", shown) for part in PARTS}
    return parts | _people(shown)


def table_fragments(stream_id: int, language: str) -> dict[str, str]:
    """Who is where and each table as it is now; nothing for a discarded open."""
    open = Open.objects.select_related("tour").filter(stream=stream_id).first()
    if open is None:
        return {}
    night = public_night(open, timezone.now())
    shown = context(open, night)
    parts = _people(shown)
    for table in night.tables:
        parts[f"phone-table-{table.id}"] = render_to_string(
            "public/phone/_table.html", {**shown, "table": table}
        )
    parts["phone-seating"] = render_to_string("public/phone/_seating.html", shown)
    return parts


def _people(shown: dict[str, Any]) -> dict[str, str]:
    return {
        f"phone-people-{number}": render_to_string(
            "public/phone/_people.html", {**shown, "number": number, "people": people}
        )
        for number, people in enumerate(shown["slices"])
    }


def context(open: Open, night: PublicNight) -> dict[str, Any]:
    """What the parts are rendered with, here and in the page."""
    break_in = night.clock.break_in if night.state == "running" else None
    begun = open.started_at
    moves = floor.moves_since(open, night.field, begun, night.now) if begun else ()
    return {
        "open": open,
        "night": night,
        "clock": night.clock,
        "state": night.state,
        "round": night.round,
        "by_table": night.round is not None and night.round.by_table,
        "break_at": None if break_in is None else night.now + break_in,
        # Whoever was sent elsewhere is told until the phone says that it was seen, however late, or until
        # the floor has seen him there.
        "moves": {move.entrant.id: move for move in moves if not move.seen},
        "slices": [night.people[at : at + SLICE] for at in range(0, len(night.people), SLICE)],
    }


def rounds_context(open: Open, night: PublicNight) -> dict[str, object]:
    """What the parts of the rounds page are rendered with."""
    summary = board.summary(open, night.field, night.rounds, len(night.tables))
    return {"open": open, "night": night, "board": night.board, "summary": summary}


def round_fragments(stream_id: int, language: str) -> dict[str, str]:
    """The rounds as they are now; nothing for a discarded open."""
    open = Open.objects.select_related("tour").filter(stream=stream_id).first()
    if open is None:
        return {}
    shown = rounds_context(open, public_night(open, timezone.now()))
    parts = ("summary", "board")
    return {f"rounds-{part}": render_to_string(f"public/rounds/_{part}.html", shown) for part in parts}


SURFACE = Surface("phone", resolve=stream_of, render=fragments)
TABLES = Surface("tables", resolve=stream_of, render=table_fragments)
ROUNDS = Surface("rounds", resolve=stream_of, render=round_fragments)
RESULTS = Surface("results", resolve=stream_of)
"""The results page refetches itself: its stream sends versions only."""
