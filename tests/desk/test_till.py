"""The till at the desk: counted, closed with a difference on purpose, what is paid afterwards, its sheet."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from tdapp.accounts.roles import Role
from tdapp.cash.models import TillCount
from tdapp.journal.models import JournalEntry
from tdapp.tours.models import Tour
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight paid "10 + 2": 96.00 in the drawer."""
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


def at(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/till/{rest}"


def page(answer: object) -> str:
    return one_line(text(answer)).replace("\u00a0", " ")


def test_the_notes_and_coins_are_those_of_the_open_s_currency(night: Night, desk: Desk):
    shown = page(desk(night).get(at(night)))
    assert 'id="id_pieces_50000"' in shown
    assert 'id="id_pieces_1"' in shown
    assert "Cash by the books: 96 €" in shown
    Tour.objects.update(currency="CLP")
    night.open.currency, night.open.minor_digits = "CLP", 0
    night.open.save(update_fields=["currency", "minor_digits"])
    pesos = page(desk(night).get(at(night)))
    assert 'id="id_pieces_20000"' in pesos
    assert 'id="id_pieces_50000"' not in pesos
    assert "$20 000" in pesos.replace("\u202f", " ")


def test_a_count_is_kept_with_its_difference_in_words(night: Night, desk: Desk):
    client = desk(night)
    typed = {"pieces_2000": "4", "pieces_1000": "1", "other": "8,00 €", "opening": "", "text": "Ana"}
    client.post(at(night), typed)
    row = TillCount.objects.get()
    assert (row.counted, row.expected, row.closed, row.pieces) == (9800, 9600, False, {"2000": 4, "1000": 1})
    shown = page(client.get(at(night)))
    assert "98 €, 2 € too much." in shown
    assert 'value="Ana"' in shown
    assert 'name="pieces_2000" value="4"' in shown


def test_closing_with_a_difference_asks_and_keeps_what_was_typed(night: Night, desk: Desk):
    client = desk(night)
    typed = {"pieces_2000": "4", "pieces_1000": "1", "pieces_200": "2", "text": "Ana", "close": "1"}
    asked = client.post(at(night), typed)
    assert asked.status_code == 422
    shown = page(asked)
    assert "The till is 2 € short: 94 € instead of 96 €. Close it so?" in shown
    assert "Close it with 2 € missing" in shown
    assert 'name="pieces_2000" value="4"' in shown
    assert not TillCount.objects.exists()
    del typed["close"]
    said = page(client.post(at(night), {**typed, "overrule": "till_differs"}, follow=True))
    assert "Till closed: 94 €, 2 € missing, counted by Ana" in said
    assert TillCount.objects.get().closed
    assert "Open the till again" in said
    assert "× 4" in said


def test_what_is_typed_wrong_stays_in_its_field_with_a_sentence(night: Night, desk: Desk):
    answer = desk(night).post(at(night), {"pieces_2000": "four", "opening": "fifty"})
    assert answer.status_code == 422
    shown = page(answer)
    assert 'value="four"' in shown
    assert 'value="fifty"' in shown
    assert shown.count("field__error") == 2
    assert not TillCount.objects.exists()


def test_a_payment_after_the_closing_says_that_the_count_no_longer_agrees(night: Night, desk: Desk):
    client = desk(night)
    client.post(at(night), {"other": "96", "close": "1"})
    said = page(tapped(client, f"/desk/{night.open.code}/door/add/", {"name": "Chile", "pay": "1"}))
    assert "12 € came in since: the count no longer agrees." in said
    assert "12 € came in since" in page(client.get(at(night)))
    said = page(client.post(at(night), {"other": "96"}, follow=False))
    assert "The till was closed at" in said
    assert "open it again, then count" in said
    opened = page(client.post(at(night, "reopen/"), follow=True))
    assert "Till opened again" in opened
    assert "data-till" in opened


def test_a_payment_undone_after_the_closing_is_said_too(night: Night, desk: Desk):
    client = desk(night)
    client.post(at(night), {"other": "96", "close": "1"})
    paid = JournalEntry.objects.filter(kind="signed_up").latest("pk")
    said = page(tapped(client, f"/desk/{night.open.code}/undo/", {"entry": paid.pk}))
    assert "12 € went out since: the count no longer agrees." in said


def test_an_act_that_moves_no_money_says_nothing_of_a_closed_till(night: Night, desk: Desk):
    client = desk(night)
    client.post(at(night), {"other": "96", "close": "1"})
    assert "came in since" not in page(
        tapped(client, f"/desk/{night.open.code}/door/add/", {"name": "Chile"})
    )


def test_only_what_the_books_say_is_fetched_anew(night: Night, desk: Desk):
    client = desk(night)
    part = page(client.get(at(night), headers={"HX-Request": "true", "HX-Target": "till-books"}))
    assert part.strip().startswith('<div id="till-books" data-cash="9600">')


def test_the_sheet_is_blank_before_the_count_and_names_the_difference_after_it(night: Night, desk: Desk):
    client = desk(night)
    blank = page(client.get(at(night, "sheet/")))
    assert "500 €" in blank
    assert "too much" not in blank
    client.post(at(night), {"pieces_2000": "4", "other": "18", "opening": "0", "text": "Ana", "close": "1"})
    client.post(at(night), {"pieces_2000": "4", "other": "18", "text": "Ana", "overrule": "till_differs"})
    shown = page(client.get(at(night, "sheet/")))
    assert "2 € too much" in shown
    assert "Counted by: Ana" in shown
    for words in ("prizes", "house", "80 €", "16 €", "96 €"):
        assert words in shown
    assert "96 € came in = 96 € still there" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown))
    with translation.override("es"):
        assert client.get(at(night, "sheet/?lang=es")).status_code == 200


def test_the_till_is_the_director_s(night: Night, desk: Desk):
    assert desk(night, Role.FLOOR).get(at(night)).status_code == 403
