"""The picture for a chat group: its letters, and that nothing runs out of it however long it is."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from tdapp.opens.models import Open
from tdapp.public import lettering, picture
from tdapp.public.lettering import Style
from tdapp.public.report import Report, report
from tdapp.rules.places import Place
from tests.public.conftest import TONIGHT

TEXT = Style(40)


def drawn(told: Report) -> Image.Image:
    return Image.open(io.BytesIO(picture.as_png(told))).convert("RGB")


def ink_in_the_margins(image: Image.Image) -> int:
    """Pixels of the outer 40 on the left and on the right that are no paper."""
    paper = (247, 245, 239)
    strips = (
        image.crop((0, 0, 40, image.height)),
        image.crop((image.width - 40, 0, image.width, image.height)),
    )
    return sum(
        count for strip in strips for count, colour in strip.getcolors(100_000) or [] if colour != paper
    )


@pytest.mark.parametrize("name", ["Canadá", "Ñandú", "Łódź", "Şükrü", "Irán 50 € · 1\u202f000"])
def test_every_letter_of_latin_names_is_of_our_own_typeface(name: str) -> None:
    assert None not in {lettering._file_with(letter) for letter in name}


def test_a_letter_that_the_typeface_lacks_is_drawn_all_the_same() -> None:
    assert lettering._file_with("И") is None
    assert lettering.width("Иван", TEXT) > 0


def test_a_text_is_cut_with_an_ellipsis_only_where_it_must() -> None:
    assert lettering.cut("Canadá", TEXT, 1000) == "Canadá"
    short = lettering.cut("San Vicente y las Granadinas", TEXT, 300)
    assert short.endswith("…")
    assert lettering.width(short, TEXT) <= 300


def test_a_long_name_is_wrapped_between_words_into_so_many_lines() -> None:
    lines = lettering.wrapped("Gran final del Circuito de Verano de la Hoya de Huesca", TEXT, 420, 2)
    assert len(lines) == 2
    assert lines[0] == "Gran final del"[: len(lines[0])] or lines[0].startswith("Gran final")
    assert all(lettering.width(line, TEXT) <= 420 for line in lines)


def test_weight_and_width_of_the_variable_font_count() -> None:
    assert lettering.width("Canadá", Style(40, 760)) > lettering.width("Canadá", Style(40, 300))
    assert lettering.width("Canadá", Style(40, 500, 75)) < lettering.width("Canadá", Style(40, 500, 100))


@pytest.mark.django_db
def test_nothing_runs_out_of_the_picture(opens: dict[str, Open]) -> None:
    told = report(opens["Barbarismo"], TONIGHT)
    assert ink_in_the_margins(drawn(told)) == 0
    long = replace(
        told,
        lines=tuple(
            replace(
                line, name="María de los Ángeles Gutiérrez-Łukasiewicz " * 2, prize="12\u202f420\u202f800 COP"
            )
            for line in told.lines
        ),
        season=tuple(replace(one, name="Wolfeschlegelsteinhausenbergerdorff " * 3) for one in told.season),
    )
    assert ink_in_the_margins(drawn(long)) == 0


@pytest.mark.django_db
def test_a_very_long_classification_ends_with_how_many_more(opens: dict[str, Open]) -> None:
    told = report(opens["Barbarismo"], TONIGHT)
    many = replace(
        told,
        lines=tuple(replace(told.lines[-1], place=Place(place, place)) for place in range(1, 201)),
    )
    image = drawn(many)
    assert image.width == 1080
    assert image.height < 3800
    assert ink_in_the_margins(image) == 0


@pytest.mark.django_db
def test_without_season_and_chart_the_picture_is_shorter(opens: dict[str, Open]) -> None:
    told = report(opens["Barbarismo"], TONIGHT)
    bare = drawn(replace(told, season=(), chart=None))
    assert bare.height < drawn(told).height - 300
