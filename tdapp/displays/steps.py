"""Parts of what is done to the television sets; never open a record."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tdapp.displays.logos import Drawn
from tdapp.displays.models import Announcement, Display, Logo
from tdapp.hands.equities import AllIn
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Tour


def check_there(display: Display) -> None:
    """RuleError ``display_gone`` for a set that was taken off the list meanwhile."""
    display.refresh_from_db(fields=["voided"], from_queryset=Display.everything.all())
    if display.voided:
        raise RuleError("display_gone")


def check_on(announcement: Announcement, now: datetime) -> None:
    """RuleError ``announcement_over`` for one that is on the screens no more."""
    announcement.refresh_from_db(from_queryset=Announcement.everything.all())
    over = announcement.until is not None and announcement.until <= now
    if announcement.voided or over:
        raise RuleError("announcement_over")


def kept_all_in(shown: AllIn) -> dict[str, Any]:
    """An all-in as its announcement keeps it."""
    return {
        "hands": [[entry, "".join(cards)] for entry, cards in shown.hands],
        "board": "".join(shown.board),
        "pots": [[chips, list(entries)] for chips, entries in shown.pots],
        "dead": "".join(shown.dead),
    }


def keep_logo(tour: Tour, drawn: Drawn) -> Logo:
    """The row of that picture: the one there is, if the club had it before."""
    row, _ = Logo.objects.get_or_create(
        tour=tour,
        digest=drawn.digest,
        defaults={"png": drawn.png, "width": drawn.width, "height": drawn.height},
    )
    return row
