"""The button of a hand on the desk: at a player's seat, at an empty one (a dead button), or not known yet."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tdapp.hands.reckoning import Sheet
from tdapp.rules.button import Button, button_seen, may_be_dead
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules

UNKNOWN = 0
"""Instead of a seat: nobody has said who deals."""


def placed(sheet: Sheet, seat: int, house: HouseRules) -> Button:
    """Button and blinds with the dealer at ``seat`` (``UNKNOWN``: nowhere yet).

    Where the next hand's button comes to, its blinds are as the rule has them, dead ones too (RULES 2.4).
    RuleError: ``seat_empty`` (no dead button may lie there).
    """
    if seat == UNKNOWN:
        return Button(None, None, None)
    if seat == sheet.button:
        return sheet.placed(house)
    return button_seen(
        sheet.seats,
        seat,
        rule=house.button_rule,
        direction=house.direction,
        heads_up_button=house.heads_up_button,
        last=sheet.placed(house) if sheet.button else None,
    )


def empty_seats(sheet: Sheet, taken: Collection[int], size: int, house: HouseRules) -> tuple[int, ...]:
    """The empty seats of a table of that ``size`` at which the button may lie: none where it moves to a
    player (SPT-43), nor with two left; in any case the one where it lies now."""
    found = set(range(1, size + 1)) if may_be_dead(len(sheet.seats), house.button_rule) else set()
    if sheet.button:
        found.add(sheet.button)
    return tuple(sorted(found - set(taken)))


def valid(sheet: Sheet, seat: int | None, empty: Collection[int], house: HouseRules) -> bool:
    """Whether the button may be where somebody tapped."""
    if seat is None or (seat not in sheet.seats and seat not in empty):
        return False
    try:
        placed(sheet, seat, house)
    except RuleError:
        return False
    return True


def dealer_words(names: dict[int, str], seat: int) -> str:
    """Who has the button: a name, "seat 3, empty", or nothing where nobody knows."""
    if seat == UNKNOWN:
        return ""
    return names.get(seat) or _("seat %(seat)s, empty") % {"seat": seat}
