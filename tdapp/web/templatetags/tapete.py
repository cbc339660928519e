"""Template words for figures, request ids and small decisions of the pages."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tdapp.opens.models import Open
from tdapp.rules.places import Place
from tdapp.web import figures, hand_names

register = template.Library()


@register.filter
def grouped(number: int) -> str:
    """A count with its digits grouped, as chips are: 2 548."""
    return figures.grouped(number)


@register.simple_tag
def request_id() -> SafeString:
    """A hidden field that makes two taps on one button one act."""
    return format_html('<input type="hidden" name="request_id" value="{}">', uuid.uuid4())


@register.filter
def money(units: int | None, open: Open) -> str:
    """An amount in the open's currency; nothing for None."""
    return "" if units is None else figures.money_of(open, units)


@register.filter
def chips(units: int | None, open: Open) -> str:
    """A chip amount; a dash where it is unknown."""
    return "—" if units is None else figures.chips(open, units)


@register.filter
def chips_signed(units: int | None, open: Open) -> str:
    """A change of chips with its sign; a dash where it is unknown."""
    return "—" if units is None else figures.chips_signed(open, units)


@register.filter
def chips_plain(units: int | None, open: Open) -> str:
    """A chip amount without currency sign, for inputs; empty where unknown."""
    return "" if units is None else figures.chips_plain(open, units)


@register.filter
def cards(held: str) -> str:
    """Cards as people read them: "A♥ 10♦" of "AhTd"."""
    return hand_names.cards_name(held[at : at + 2] for at in range(0, len(held), 2))


@register.simple_tag
def blinds(open: Open, sb: int, bb: int) -> str:
    """A pair of blinds."""
    return figures.blinds(open, sb, bb)


@register.filter
def wall_time(at: datetime, open: Open) -> str:
    """HH:MM at the venue."""
    return figures.wall_time(open, at)


@register.filter
def at(found: Mapping[Any, Any], key: Any) -> Any:
    """What a mapping holds under ``key``; None without."""
    return found.get(key)


@register.filter
def points(value: Fraction) -> str:
    """Season points."""
    return figures.points(value)


@register.filter
def duration(span: timedelta) -> str:
    """A length of time in hours and minutes."""
    return figures.duration(span)


@register.filter
def place(value: Place | None) -> str:
    """A finishing place: "8th", in Spanish "8.º"; nothing for None."""
    return "" if value is None else figures.place(value)


@register.filter
def ordinal(number: int) -> str:
    """A place in order: "8th", in Spanish "8.º"."""
    return figures.ordinal(number)
