"""Receipts: what was bought, split and paid how, what is owed, the seat, a number that stays."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.accounts.roles import Role
from tdapp.cash import services as money
from tdapp.desk.receipts import receipts
from tdapp.floor import door, purchases
from tdapp.opens.models import BuyInOption
from tdapp.rules.purchases import Offer
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk, one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight for "10 + 2", the last one on account; a rebuy is "5 + 1" of which 1 is for the dealers."""
    rebuy = Offer("rebuy", 5000, (("prize", 500), ("Dealers", 100)))
    terms = replace(timed_terms(), buy_in=(("prize", 1000), ("house", 200)), options=(rebuy,))
    night = make_night(terms)
    night.sign_up(*BARBARISMO[:7])
    night.sign_up(BARBARISMO[7], pay=False)
    return night


def at(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/receipts/{rest}"


def page(answer: object) -> str:
    return re.sub(r"\s+", " ", one_line(text(answer)).replace("\u00a0", " "))


def slips(html: str) -> list[str]:
    found = re.findall(r'<article class="leaf__slip">(.*?)</article>', html)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", one)).strip() for one in found]


def test_a_receipt_says_the_split_and_where_it_goes_SPT_33(night: Night, desk: Desk):
    first = slips(page(desk(night).get(at(night))))[0]
    for words in ("Somontano Poker Tour", "Open de Otoño", "4 January 2008", "-001", "Canadá"):
        assert words in first
    assert "Buy-in 10 € + 2 € = 12 € prizes 10 €, house 2 € paid in cash, 22:00 12 €" in first
    assert first.endswith("Paid 12 € Nothing owed")


def test_what_was_bought_paid_in_parts_and_is_owed_is_on_it(night: Night, desk: Desk):
    night.start()
    night.out("Irán")
    option = BuyInOption.objects.get(open=night.open, kind="rebuy")
    purchases.buy(
        entry=night.entries["Irán"], option=option, seed="x", amount=200, method="card", **night.act
    )
    money.take_payment(entry=night.entries["Israel"], amount=500, method="transfer", **night.act)
    found = slips(page(desk(night).get(at(night))))
    assert (
        "Rebuy 5 € + 1 € = 6 € prizes 5 €, Dealers 1 € paid by card, 22:00 2 € still owed 4 € "
        "Paid 14 € Still to pay 4 €" in found[3]
    )
    assert "paid by transfer, 22:00 5 € still owed 7 € Paid 5 € Still to pay 7 €" in found[7]
    assert "Table 1, seat" in found[3]


def test_who_paid_nothing_has_one_that_says_what_is_to_be_paid(night: Night, desk: Desk):
    last = slips(page(desk(night).get(at(night, f"{night.entries['Israel'].pk}/"))))
    assert len(last) == 1
    assert last[0].endswith("still owed 12 € Paid 0 € Still to pay 12 €")


def test_a_number_stays_whoever_withdraws_and_however_they_are_ordered(night: Night):
    before = {one.entrant.name: one.number for one in receipts(night.open, night.field())}
    door.withdraw(entry=night.entries["Canadá"], **night.act)
    night.sign_up("Chile")
    after = {one.entrant.name: one.number for one in receipts(night.open, night.field(), "name")}
    assert list(after) == sorted(after, key=lambda name: name.replace("Á", "A"))
    assert after.pop("Chile").endswith("-009")
    del before["Canadá"]
    assert after == before
    assert before["Inglaterra"] == f"{night.open.code.upper()}-002"


def test_on_a_roll_each_has_a_page_as_long_as_it_needs(night: Night, desk: Desk):
    shown = page(desk(night).get(at(night, "?paper=roll")))
    assert shown.count('class="leaf leaf--roll" data-roll="100"') == 8
    assert "leaf__slip" not in shown


def test_eight_stand_on_a_sheet(night: Night, desk: Desk):
    night.sign_up(*(f"Player {number}" for number in range(9, 33)))
    shown = page(desk(night).get(at(night)))
    assert shown.count('<section class="leaf leaf--slips">') == 4
    assert shown.count('<article class="leaf__slip">') == 32


def test_receipts_cost_the_same_whatever_the_field(night: Night, desk: Desk):
    client = desk(night)
    client.get(at(night))
    with CaptureQueriesContext(connection) as few:
        client.get(at(night))
    night.sign_up(*(f"Player {number}" for number in range(9, 40)))
    with CaptureQueriesContext(connection) as many:
        client.get(at(night))
    assert len(many) == len(few)


def test_receipts_are_the_director_s_and_of_this_open(night: Night, desk: Desk):
    assert desk(night, Role.FLOOR).get(at(night)).status_code == 403
    assert desk(night).get(at(night, "9999/")).status_code == 404
