"""Logos are drawn anew; what is no picture, or too much of one, is refused."""

from __future__ import annotations

import io

import pytest
from PIL import Image, PngImagePlugin

from tdapp.displays.logos import drawn_anew
from tdapp.rules.errors import RuleError
from tests.displays.pictures import bomb, picture


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_png_or_jpeg_is_drawn_anew_as_png(kind: str):
    drawn = drawn_anew(picture(kind))
    assert (opened(drawn.png).format, drawn.width, drawn.height) == ("PNG", 120, 60)


@pytest.mark.parametrize(
    ("size", "kept"), [((1600, 800), (800, 400)), ((400, 1600), (100, 400)), ((3000, 100), (800, 27))]
)
def test_a_large_logo_fits_into_800_by_400(size: tuple[int, int], kept: tuple[int, int]):
    drawn = drawn_anew(picture("PNG", size))
    assert (drawn.width, drawn.height) == kept


def test_a_see_through_logo_stays_so():
    out = io.BytesIO()
    Image.new("RGBA", (10, 10), (255, 0, 0, 0)).save(out, "PNG")
    assert opened(drawn_anew(out.getvalue()).png).getpixel((5, 5))[3] == 0


def test_nothing_else_of_the_file_is_kept():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "<script>alert(1)</script>")
    out = io.BytesIO()
    Image.new("RGB", (10, 10)).save(out, "PNG", pnginfo=notes)
    data = out.getvalue() + b"PK\x03\x04 something behind the end"
    drawn = drawn_anew(data)
    assert b"script" not in drawn.png
    assert b"behind the end" not in drawn.png
    assert opened(drawn.png).info == {}


def test_the_same_picture_has_the_same_digest():
    assert drawn_anew(picture()).digest == drawn_anew(picture()).digest
    assert drawn_anew(picture()).digest != drawn_anew(picture(colour="#00ff00")).digest


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a" + b"\0" * 40,
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        picture("GIF"),
        picture("WEBP"),
        picture("TIFF"),
        picture("PNG")[:60],
        picture("JPEG")[:200],
        b"\x89PNG\r\n\x1a\n" + b"\0" * 50,
        bomb(100, 100),
    ],
)
def test_what_is_no_whole_png_or_jpeg_is_refused(data: bytes):
    with pytest.raises(RuleError, match="logo_unreadable"):
        drawn_anew(data)


@pytest.mark.parametrize("tag", [0x011A, 0x0100])
def test_a_photo_whose_notes_hold_text_for_a_number_is_refused(tag: int):
    turned = b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"  # to be turned: so the notes are written anew
    text = tag.to_bytes(2, "big") + b"\0\x02\0\0\0\x04abc\0"
    notes = b"Exif\0\0MM\0*\0\0\0\x08\0\x02" + turned + text + b"\0\0\0\0"
    with pytest.raises(RuleError, match="logo_unreadable"):
        drawn_anew(picture("JPEG", exif=notes))


@pytest.mark.parametrize("size", [(5001, 5000), (60000, 60000), (2**31 - 1, 2**31 - 1)])
def test_a_picture_that_unpacks_to_too_many_pixels_is_refused_unread(size: tuple[int, int]):
    with pytest.raises(RuleError, match="logo_too_large"):
        drawn_anew(bomb(*size))


def test_a_file_above_four_megabytes_is_refused_unopened():
    with pytest.raises(RuleError, match="logo_too_heavy"):
        drawn_anew(b"\0" * (4 * 1024 * 1024 + 1))
