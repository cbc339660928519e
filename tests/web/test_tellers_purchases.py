"""How rebuys, add-ons and re-entries are told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from tdapp.cash import services as till
from tdapp.cash.models import Payment, Purchase
from tdapp.floor import purchases
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import BuyInOption
from tdapp.rules.purchases import Limits, Offer
from tdapp.web import story
from tests.builders import Night, make_night, timed_terms

pytestmark = pytest.mark.django_db

OPTIONS = (
    Offer("rebuy", 5000, (("prize", 1000), ("house", 500)), Limits(when="out")),
    Offer("re_entry", 5000, (("prize", 1500),)),
    Offer("add_on", 8000, (("prize", 500),)),
)


@pytest.fixture
def night() -> Night:
    night = make_night(replace(timed_terms(), options=OPTIONS))
    night.sign_up("Ana", "Bo", "Cy", pay=False)
    night.start()
    return night


def buy(night: Night, name: str, kind: str, **how: object) -> JournalEntry:
    option = BuyInOption.objects.get(open=night.open, kind=kind)
    return purchases.buy(entry=night.entries[name], option=option, seed="s", **{**how, **night.act})


def told(act: JournalEntry, night: Night) -> str:
    with translation.override("en"):
        text = story.sentence(act, night.open)
    return text.replace("\xa0", " ").replace("\u202f", " ")


def test_a_rebuy_says_price_chips_seat_and_what_is_owed(night: Night) -> None:
    night.out("Ana")
    bought = buy(night, "Ana", "rebuy", amount=1000, method="card")
    seat = bought.params["seat"]
    assert told(bought, night) == f"Rebuy of Ana: 15 €, 5 000 in chips, seat {seat}, by card, owes 5 € of it"
    assert story.short(bought, night.open) == "Rebuy of Ana"
    entry, rebuy = night.entries["Ana"], Purchase.objects.get()
    paid = till.take_payment(entry=entry, purchase=rebuy, amount=200, method="transfer", **night.act)
    assert told(paid, night) == "Rebuy of Ana: 2 €, by transfer, 3 € still to pay"


def test_a_re_entry_says_what_was_forfeited_and_an_add_on_only_its_price(night: Night) -> None:
    entered = buy(night, "Bo", "re_entry", stack=1200)
    seat = entered.params["seat"]
    assert told(entered, night) == f"Re-entry of Bo: 15 €, 5 000 in chips, seat {seat}, 1 200 forfeited"
    added = buy(night, "Cy", "add_on", pay=False)
    assert told(added, night) == "Add-on of Cy: 5 €, 8 000 in chips, owes 5 € of it"


def test_a_voided_purchase_says_what_came_back(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana", "rebuy")
    back = purchases.void_purchase(purchase=Purchase.objects.get(), chips_back=True, **night.act)
    assert told(back, night) == (
        "Rebuy of Ana voided, 15 € given back; 5 000 in chips taken back, Ana is out again"
    )
    buy(night, "Cy", "add_on", pay=False)
    kept = purchases.void_purchase(purchase=Purchase.objects.get(), chips_back=False, **night.act)
    assert told(kept, night) == "Add-on of Cy voided; 8 000 in chips stay in play"
    assert story.short(kept, night.open) == "Add-on of Cy voided"


def test_money_given_back_in_part_and_a_buy_in_paid_in_part(night: Night) -> None:
    part = till.take_payment(entry=night.entries["Bo"], amount=700, **night.act)
    assert told(part, night) == "Bo paid 7 €, 3 € still to pay"
    refund = till.refund_payment(payment=Payment.objects.get(), amount=200, **night.act)
    assert told(refund, night) == "2 € given back to Bo"


def test_a_purchase_can_be_corrected_from_its_line(night: Night) -> None:
    buy(night, "Cy", "add_on")
    line = next(one for one in story.story(night.open, limit=3) if one.kind == "bought")
    assert line.corrections == (("purchase", Purchase.objects.get().pk),)
