"""What a draw game asks for beside a hand: a misdeal, and who cannot pay the ante of the next one."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk import open_hands
from tdapp.desk.counting import entries_of, tied_in
from tdapp.desk.dialogs import night_url, show
from tdapp.desk.forms.hand import HandForm
from tdapp.desk.settling import new_hand
from tdapp.floor import rulings
from tdapp.floor import services as floor
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.acts import act, overruled
from tdapp.web.answers import done, refused_lightly
from tdapp.web.numbers import number

OPEN_HAND = "desk/rounds/_open_hand.html"


@open_view(Role.FLOOR)
@require_POST
def misdeal(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Show what a misdeal leaves in the pot and gives back to whom; once that is sure, keep it (VIV-29)."""
    row = get_object_or_404(Table, pk=table, round=current_round(open))
    try:
        if "sure" not in request.POST:
            return show(request, open, "desk/hand/_misdeal.html", _misdealt(request, open, row))
        back = {int(key): chips for key, chips in _said(request, r"back(\d{1,9})")}
        pot = number(request.POST.get("pot", "")) or 0
        entry = rulings.misdeal(table=row, pot=pot, refunds=back, **act(request))
    except RuleError as error:
        return refused_lightly(request, error, open, to=night_url(open))
    return done(request, open, entry, to=reverse("desk:hand", args=[open.code, row.pk]))


def _misdealt(request: HttpRequest, open: Open, row: Table) -> dict[str, Any]:
    """What the dialog shows.  RuleError: those of ``settling.new_hand``."""
    level = number(request.POST.get("level") or "")
    settling = new_hand(open, row, timezone.now(), level)
    form = HandForm(request.POST, settling=settling)
    found = form.draw.misdeal(form.parts)
    entry = {part.seat: part.entry for part in settling.sheet.parts}
    refunds = [(entry[seat], settling.names[seat], chips) for seat, chips in found.refunds.items()]
    return {"settling": settling, "pot": found.pot, "refunds": refunds}


def _said(request: HttpRequest, pattern: str) -> list[tuple[str, int]]:
    """What the field's name says and its number, of each field of that pattern."""
    found = [(re.fullmatch(pattern, name), number(str(text))) for name, text in request.POST.items()]
    return [(name[1], chips) for name, chips in found if name and chips]


@open_view(Role.FLOOR)
@require_POST
def lack_ante(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """Put out those who cannot pay the ante of the hand about to start, all at once (VIV-22)."""
    row = get_object_or_404(Table, pk=table, round=current_round(open))
    keys = [key for text in request.POST.get("lack", "").split(",") if (key := number(text)) is not None]
    played = open_hands.Answers()
    try:
        played = open_hands.answers(open, request.POST)
        entry = floor.record_outs(
            open=open,
            groups=[[one] for one in entries_of(open, keys)],
            open_hand=entries_of(open, played.order),
            shown=played.shown,
            lack_ante=True,
            overruled=overruled(request),
            **act(request),
        )
    except RuleError as error:
        if error.code != "open_hand_needed":
            return refused_lightly(request, error, open, to=night_url(open))
        context = _who_won(request, open, row, tied_in(error), played.order)
        return show(request, open, OPEN_HAND, context, status=422)
    return done(request, open, entry, to=night_url(open))


def _who_won(
    request: HttpRequest, open: Open, row: Table, tied: tuple[int, ...], order: tuple[int, ...]
) -> dict[str, Any]:
    by_id = field(open).by_id
    rest, ranked = [by_id[key] for key in tied], [by_id[key] for key in order if key in by_id]
    return {
        "asked": open_hands.question(open, request.POST, rest, ranked),
        "answers": order,
        "typed": [("lack", request.POST.get("lack", ""))],
        "act_url": reverse("desk:hand_lack_ante", args=[open.code, row.pk]),
        "back_url": night_url(open),
    }


urls: list[URLPattern] = [
    path("desk/<slug:code>/hand/<int:table>/misdeal/", misdeal, name="hand_misdeal"),
    path("desk/<slug:code>/hand/<int:table>/ante/", lack_ante, name="hand_lack_ante"),
]
