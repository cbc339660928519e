"""The house rules an open is played under, read back from its own copy."""

from __future__ import annotations

from tdapp.opens.models import Open
from tdapp.rules import house
from tdapp.rules.house import HouseRules


def house_of(open: Open) -> HouseRules:
    """The open's settings of RULES 1.5."""
    return house.from_dict(open.house)
