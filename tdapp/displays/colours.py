"""A club's colours on the screens: what can be read on them, and the nearest colour that can.

Contrast is that of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05) of the relative luminances, 1 to 21.  The time and
the blinds need 7, every other text 4.5.  Example: white on #14532d has 9.11; the house's ivory on #2fae7a has
2.43, so that green is refused as a background and #185a3f (7.05) is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

BIG, TEXT = 7.0, 4.5
"""The contrast that the time and the blinds need, and every other text."""
GROUND, IVORY, MUTED = "#0b0f0e", "#f3eee2", "#9fb0a9"
FELT, AMBER, RED = "#2fae7a", "#f0b43c", "#ff7a76"
"""The house's own (static/css/tokens.css)."""
WHITE, BLACK = "#ffffff", "#000000"

_HEX = re.compile(r"#?(?P<six>[0-9a-f]{6})|#?(?P<three>[0-9a-f]{3})", re.I | re.A)


def parse(text: str) -> str | None:
    """ "#RRGGBB" or "#rgb", with or without its "#", as "#rrggbb"; None for anything else."""
    match = _HEX.fullmatch(text.strip())
    if match is None:
        return None
    six = match["six"] or "".join(letter * 2 for letter in match["three"])
    return f"#{six.lower()}"


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb", 0 (black) to 1 (white)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(colour: str, other: str, share: float) -> str:
    """``colour`` with a ``share`` (0 to 1) of ``other`` in it."""
    pairs = [(int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _least_mixed(colour: str, towards: str, holds: Callable[[str], bool]) -> str:
    """The first of 256 mixtures that holds; the far end if none does."""
    for step in range(256):
        found = mixed(colour, towards, step / 255)
        if holds(found):
            return found
    return towards


def readable(colour: str, ground: str, needed: float = TEXT) -> str:
    """``colour``, as much lighter as it must be to be read on ``ground``."""
    return _least_mixed(colour, WHITE, lambda one: contrast(one, ground) >= needed)


def background_ratio(colour: str) -> float:
    """The contrast that the time and the blinds would have on that background."""
    return contrast(IVORY, colour)


def nearest_background(colour: str) -> str:
    """``colour``, as much darker as it must be for the time and the blinds (7)."""
    return _least_mixed(colour, BLACK, lambda one: background_ratio(one) >= BIG)


def nearest_accent(colour: str, background: str) -> str:
    """``colour``, as much lighter as it must be on ``background`` ("" is the house's) for texts (4.5)."""
    return readable(colour, background or GROUND)


def properties(background: str, accent: str) -> Mapping[str, str]:
    """The custom properties of the screen's sheet for those colours; "" is the house's own.

    What the club did not choose is made lighter where its background asks for it: the red of the last minute
    and the amber of the antes are times and blinds (7), the quiet texts need 4.5 on the panels too.
    """
    ground = background or GROUND
    found: dict[str, str] = {}
    if background:
        panel, raised = mixed(ground, WHITE, 0.04), mixed(ground, WHITE, 0.1)
        found |= {
            "--ground": ground,
            "--panel": panel,
            "--raised": raised,
            "--rule": mixed(ground, WHITE, 0.2),
            "--quiet": readable(MUTED, panel),
            "--warn": readable(AMBER, panel, BIG),
            "--danger": readable(RED, ground, BIG),
        }
    if background or accent:
        found["--accent"] = found["--accent-text"] = readable(accent or FELT, ground)
    if accent:
        found["--accent-panel"] = _least_mixed(accent, BLACK, lambda one: contrast(IVORY, one) >= BIG)
    return found
