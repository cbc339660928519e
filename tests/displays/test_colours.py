"""Which colours can be read on a screen, and the nearest that can."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.displays import colours

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("#0F3D2C", "#0f3d2c"),
        (" 0f3d2c ", "#0f3d2c"),
        ("#abc", "#aabbcc"),
        ("red", None),
        ("#12345", None),
        ("#0f3d2c;}", None),
        ("#٠٠٠٠٠٠", None),
        ("", None),
    ],
)
def test_a_colour_is_six_or_three_hex_digits(typed: str, read: str | None):
    assert colours.parse(typed) == read


def test_contrast_is_that_of_the_guidelines():
    assert colours.contrast("#ffffff", "#000000") == pytest.approx(21)
    assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert colours.contrast("#ffffff", "#14532d") == pytest.approx(9.11, abs=0.005)


def test_felt_green_is_too_light_a_background_and_a_darker_green_is_offered():
    assert colours.background_ratio("#2fae7a") == pytest.approx(2.43, abs=0.005)
    assert colours.nearest_background("#2fae7a") == "#185a3f"
    assert colours.background_ratio("#185a3f") == pytest.approx(7.05, abs=0.005)


def test_without_colours_the_sheet_says_nothing():
    assert colours.properties("", "") == {}


@given(COLOURS)
def test_the_nearest_background_always_holds_the_time(colour: str):
    assert colours.background_ratio(colours.nearest_background(colour)) >= 7
    if colours.background_ratio(colour) >= 7:
        assert colours.nearest_background(colour) == colour


@given(COLOURS, COLOURS)
def test_every_text_of_a_look_can_be_read(background: str, accent: str):
    background = colours.nearest_background(background)
    accent = colours.nearest_accent(accent, background)
    assert colours.contrast(accent, background) >= 4.5
    found = colours.properties(background, accent)
    assert (found["--ground"], found["--accent"]) == (background, accent)
    assert colours.contrast(found["--quiet"], found["--ground"]) >= 4.5
    for name in ("--warn", "--danger"):
        light = colours.contrast(found[name], background)
        assert light >= 7 or found[name] == "#ffffff"
    assert colours.contrast(colours.IVORY, found["--accent-panel"]) >= 7
