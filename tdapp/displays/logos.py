"""A club's logo: what was uploaded, drawn anew as a small PNG; the file itself is not kept (DESIGN 10)."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from dataclasses import dataclass

from PIL import Image, ImageOps

from tdapp.rules.errors import RuleError

HEAVIEST = 4 * 1024 * 1024
"""Bytes of an upload."""
MOST_PIXELS = 25_000_000
WIDEST, TALLEST = 800, 400
"""Pixels of what is kept."""
FORMATS = ("PNG", "JPEG")
# Pillow says a damaged file in many ways: its PNG reader by SyntaxError, a camera's notes in it (which
# turning it upright writes anew) by whatever goes wrong with numbers that are none.
DAMAGED = (
    OSError, SyntaxError, ValueError, TypeError, EOFError, MemoryError, LookupError, ArithmeticError,
    AttributeError, struct.error, zlib.error,
)  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A logo as it is kept."""

    png: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.png).hexdigest()[:16]


def drawn_anew(data: bytes) -> Drawn:
    """The uploaded PNG or JPEG as a PNG of at most 800 × 400, without anything else that was in the file.

    The size is read from the file's head before any of the picture is unpacked, so that a small file
    that unpacks to gigabytes is refused.  RuleError: ``logo_too_heavy``, ``logo_too_large`` (pixels),
    ``logo_unreadable`` (no PNG or JPEG, or a damaged one).
    """
    if len(data) > HEAVIEST:
        raise RuleError("logo_too_heavy", megabytes=HEAVIEST // 1024 // 1024)
    try:
        # Pillow warns of, or refuses, more pixels than its own limit: ours is lower and comes first below.
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise RuleError("logo_too_large", megapixels=MOST_PIXELS // 1_000_000)
            return _small(picture)
    except Image.DecompressionBombError as error:
        raise RuleError("logo_too_large", megapixels=MOST_PIXELS // 1_000_000) from error
    except DAMAGED as error:
        raise RuleError("logo_unreadable") from error


def _small(picture: Image.Image) -> Drawn:
    picture.draft("RGB", (WIDEST, TALLEST))  # a JPEG is unpacked no larger than it is needed
    upright = ImageOps.exif_transpose(picture).convert("RGBA")
    upright.thumbnail((WIDEST, TALLEST), Image.Resampling.LANCZOS)
    # Pasted onto an empty picture: texts, profiles and other parts of the file stay behind.
    fresh = Image.new("RGBA", upright.size)
    fresh.paste(upright)
    out = io.BytesIO()
    fresh.save(out, "PNG", optimize=True)
    return Drawn(out.getvalue(), fresh.width, fresh.height)
