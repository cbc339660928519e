"""Pictures that somebody might upload as a logo."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image


def picture(
    kind: str = "PNG", size: tuple[int, int] = (120, 60), colour: str = "#c81e1e", **save: Any
) -> bytes:
    """A plain picture of that kind."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **save)
    return out.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose head promises so many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
