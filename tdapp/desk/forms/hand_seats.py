"""Where the button is in a hand that is typed, and who is dealt a dead hand.

``button``: a seat number, an empty one's too.  ``n`` and a seat's number: that player, absent or sitting out
a penalty, is dealt in after all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from django.utils.translation import gettext as _

from tdapp.desk.hand_button import UNKNOWN, dealer_words, empty_seats, valid
from tdapp.desk.settling import Settling
from tdapp.rules.forced_bets import button_decides
from tdapp.web.numbers import number


class HandSeats:
    """The seats of a hand, apart from what was put in."""

    def __init__(self, settling: Settling, posted: Mapping[str, str] | None = None) -> None:
        self.settling = settling
        self.posted = posted

    @cached_property
    def empty(self) -> tuple[int, ...]:
        """The empty seats at which the button may lie."""
        sheet, table = self.settling.sheet, self.settling.table
        return empty_seats(sheet, self.settling.taken, table.seats, self.settling.house)

    @cached_property
    def button(self) -> int:
        """The dealer's seat: the one that was tapped, if the button may lie there; 0 where nobody knows."""
        tapped = number(self.posted.get("button", "")) if self.posted is not None else None
        sheet = self.settling.sheet
        if tapped is None or not valid(sheet, tapped, self.empty, self.settling.house):
            return sheet.button
        return tapped

    @property
    def asks_dealer(self) -> bool:
        """Whether somebody has to say who deals before the hand means anything."""
        return self.button == UNKNOWN and button_decides(self.settling.blinds, self.settling.house)

    @property
    def dead_button(self) -> bool:
        """Whether the button lies at an empty seat."""
        return self.button in self.empty

    @property
    def problem(self) -> str:
        """What has to be said before anything can be reckoned."""
        return _("Say who deals: tap D beside the dealer.") if self.asks_dealer else ""

    @property
    def dealer(self) -> str:
        """Who has the button, in words."""
        return dealer_words(self.settling.names, self.button)

    def back(self, seat: int) -> bool:
        """Whether somebody away was dealt in after all."""
        return self.posted is not None and bool(self.posted.get(f"n{seat}"))

    def absent(self, seat: int) -> bool:
        """Whether he is dealt a dead hand, unless he is in or all-in."""
        away = next((part.absent for part in self.settling.sheet.parts if part.seat == seat), False)
        return away and not self.back(seat)
