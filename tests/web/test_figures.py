"""Places and lists of names as people read them, in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.opens.models import Open
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


def test_a_hundred_euros_are_never_a_power_of_ten_fault_97():
    with translation.override("en"):
        assert figures.money(10_000, "EUR", 2) == "100\u00a0€"
        assert figures.money(100_000_000, "EUR", 2) == "1\u202f000\u202f000\u00a0€"
        assert figures.amount(10_000, 2, whole_if_possible=False) == "100.00"


@pytest.mark.parametrize(
    ("units", "currency", "digits", "english", "spanish"),
    [
        (500_000, "KRW", 0, "500\u202f000\u00a0KRW", "500\u202f000\u00a0KRW"),
        (10_000, "CLP", 0, "$10\u202f000", "$10\u202f000"),
        (12_345, "KWD", 3, "12.345\u00a0KWD", "12,345\u00a0KWD"),
        (12_050, "EUR", 2, "120.50\u00a0€", "120,50\u00a0€"),
    ],
)
def test_a_currency_has_the_decimals_that_iso_4217_gives_it_fault_109(
    units: int, currency: str, digits: int, english: str, spanish: str
):
    with translation.override("en"):
        assert figures.money(units, currency, digits) == english
    with translation.override("es"):
        assert figures.money(units, currency, digits) == spanish


def test_a_loss_keeps_its_sign_fault_110():
    with translation.override("en"):
        assert figures.money(-5000, "EUR", 2) == "−50\u00a0€"
        assert figures.money(-5000, "CLP", 0) == "−$5\u202f000"
        assert figures.amount(-25, 2) == "−0.25"


@pytest.mark.parametrize(
    ("digits", "money", "sb", "bb", "said"),
    [
        (2, True, 25, 50, "0.25 / 0.50\N{NO-BREAK SPACE}€"),
        (2, True, 100, 200, "1 / 2\N{NO-BREAK SPACE}€"),
        (0, False, 550, 1100, "550 / 1\N{NARROW NO-BREAK SPACE}100"),
    ],
)
def test_a_level_is_written_small_blind_over_big_blind_SPT_04(
    digits: int, money: bool, sb: int, bb: int, said: str
):
    with translation.override("en"):
        assert figures.blinds(Open(chip_digits=digits, chips_are_money=money, currency="EUR"), sb, bb) == said
