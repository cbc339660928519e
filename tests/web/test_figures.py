"""Places and lists of names as people read them, in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.rules.places import Place
from tdapp.web import figures


@pytest.mark.parametrize(
    ("number", "english"),
    [
        *((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (8, "8th"), (11, "11th"), (12, "12th")),
        *((13, "13th"), (21, "21st"), (22, "22nd"), (33, "33rd"), (101, "101st"), (111, "111th")),
    ],
)
def test_a_place_is_an_ordinal(number: int, english: str):
    with translation.override("en"):
        assert figures.ordinal(number) == english
    with translation.override("es"):
        assert figures.ordinal(number) == f"{number}.º"


def test_a_tie_is_said_by_the_better_place():
    with translation.override("en"):
        assert [figures.place(Place(5, 6)), figures.place(Place(5, 5))] == ["tied 5th", "5th"]
    with translation.override("es"):
        assert [figures.place(Place(5, 6)), figures.place(Place(5, 5))] == ["5.º empatado", "5.º"]


@pytest.mark.parametrize(
    ("names", "english", "spanish"),
    [
        ([], "", ""),
        (["Canadá"], "Canadá", "Canadá"),
        (["Canadá", "Kosovo"], "Canadá and Kosovo", "Canadá y Kosovo"),
        (["Letonia", "Canadá", "Irán"], "Letonia, Canadá and Irán", "Letonia, Canadá e Irán"),
        (["Kosovo", "Inglaterra"], "Kosovo and Inglaterra", "Kosovo e Inglaterra"),
        (["Irán", "Hielo"], "Irán and Hielo", "Irán y Hielo"),
        (["Irán", "Hilario"], "Irán and Hilario", "Irán e Hilario"),
    ],
)
def test_names_are_listed_with_and(names: list[str], english: str, spanish: str):
    with translation.override("en"):
        assert figures.listed(names) == english
    with translation.override("es"):
        assert figures.listed(names) == spanish
