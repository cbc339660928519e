"""An entered hand replayed on a drawn table, step by step, and as text to copy; nothing here writes."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tdapp.accounts.roles import Role
from tdapp.desk.dialogs import role_of
from tdapp.desk.drawn_table import NARROW, WIDE, drawing
from tdapp.desk.hand_words import HandWords
from tdapp.floor.queries import marks_of, posts_blinds
from tdapp.hands.replay import frames
from tdapp.hands.story import Told
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.levels import Level
from tdapp.web.access import open_view
from tdapp.web.numbers import number

PARTS = ("replay-stage", "replay-hand")


@open_view(Role.SCOREKEEPER)
@require_safe
def replay(request: HttpRequest, open: Open, hand: int) -> HttpResponse:
    """The hand after ``step``; for the page's own requests the stage, or all about the hand, alone."""
    told = Told(open, field(open))
    row = told.hand(hand)
    if row is None:
        raise Http404
    house, sheet = told.house, row.sheet
    steps = frames(row, house)
    step = min(number(request.GET.get("step", "")) or 0, len(steps) - 1)
    several = len(told.tables) > 1
    words = HandWords(open, house, row, several=several)
    marks = marks_of(sheet.placed(house), blinds=posts_blinds(Level(sheet.sb, sheet.bb, sheet.ante)))
    before, after = told.beside(row)
    captions = [words.caption(one) for one in steps]
    text = words.text(steps)
    context: dict[str, Any] = {
        "open": open,
        "may_direct": role_of(request).covers(Role.DIRECTOR),
        "hand": row,
        "house": house,
        "several": several,
        "rounds": len({one.round for one in told.tables}) > 1,
        "title": words.title,
        "step": step,
        "last": len(steps) - 1,
        "frame": steps[step],
        "caption": captions[step],
        "longest": max(captions, key=len),
        "names": words.names,
        "drawings": [drawing(layout, row, steps[step], marks, house.game) for layout in (NARROW, WIDE)],
        "text": text,
        "text_lines": text.count("\n") + 2,
        "before": before,
        "after": after,
    }
    part = request.headers.get("HX-Target", "")
    name = part.removeprefix("replay-") if part in PARTS else ""
    return render(request, f"desk/replay/_{name}.html" if name else "desk/replay/page.html", context)


urls: list[URLPattern] = [path("desk/<slug:code>/hands/<int:hand>/replay/", replay, name="hand_replay")]
