"""Letters for the picture: the pages' own typeface, measured, cut to a width and drawn.

Archivo is one variable font in two files (Latin and the further letters of Latin); FreeType reads the
pages' woff2 files as they are.  A letter that neither has is taken from a font of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.conf import settings
from PIL import ImageDraw, ImageFont

Font = ImageFont.FreeTypeFont
OWN = ("archivo-latin.woff2", "archivo-latin-ext.woff2")
OTHERS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "Arial.ttf", "arial.ttf")
NO_GLYPH = "\uffff"


@dataclass(frozen=True)
class Style:
    """How a text looks: size in pixels, weight 100–900, width 62–125 per cent, colour."""

    size: int
    weight: int = 450
    width: int = 100
    colour: str = "#1b211f"


@lru_cache(maxsize=128)
def _own(file: str, size: int, weight: int, width: int) -> Font:
    font = ImageFont.truetype(str(settings.BASE_DIR / "static" / "fonts" / file), size)
    font.set_variation_by_axes([weight, width])
    return font


@lru_cache(maxsize=16)
def _other(size: int) -> Font | None:
    for name in OTHERS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return None


@lru_cache(maxsize=4096)
def _file_with(letter: str) -> str | None:
    """Which of our files draws a letter."""
    for file in OWN:
        font = _own(file, 40, 450, 100)
        if letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask(NO_GLYPH)):
            return file
    return None


def _font(file: str | None, style: Style) -> Font:
    other = _other(style.size) if file is None else None
    return other or _own(file or OWN[0], style.size, style.weight, style.width)


def _runs(text: str, style: Style) -> Iterator[tuple[str, Font]]:
    for file, letters in groupby(text, key=_file_with):
        yield "".join(letters), _font(file, style)


def width(text: str, style: Style) -> float:
    """How wide the text is, in pixels."""
    return sum(font.getlength(run) for run, font in _runs(text, style))


def cut(text: str, style: Style, room: float) -> str:
    """The text, or as much of its beginning as fits with an ellipsis."""
    if width(text, style) <= room:
        return text
    while text and width(f"{text}…", style) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def wrapped(text: str, style: Style, room: float, most: int) -> list[str]:
    """The text in at most so many lines, broken between words; the last line is cut if need be."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (width(longer, style) <= room or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, style, room) for line in lines]


def write(pen: ImageDraw.ImageDraw, x: float, y: float, text: str, style: Style) -> None:
    """Write a text with its baseline at ``y``, from ``x`` to the right."""
    for run, font in _runs(text, style):
        pen.text((x, y), run, font=font, fill=style.colour, anchor="ls")
        x += font.getlength(run)


def write_right(pen: ImageDraw.ImageDraw, x: float, y: float, text: str, style: Style) -> None:
    """The same, ending at ``x``."""
    write(pen, x - width(text, style), y, text, style)
