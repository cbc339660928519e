"""Whole numbers that come back from a page: ids, stamps, seats.

Anybody can send anything: "²" is a digit for Python and no number, a thousand nines fit into no column.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[0-9]{1,18}")


def number(text: str) -> int | None:
    """The number that ``text`` is, if it is one that a database can hold; else None."""
    return int(text) if _NUMBER.fullmatch(text) else None
