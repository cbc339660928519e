"""How costs, money handed on or put in, and the guarantee are told."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.cash import expenses
from tdapp.cash.models import Expense
from tdapp.journal.models import JournalEntry
from tdapp.web import story
from tests.builders import BARBARISMO, Night, make_night, spt_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


def told(act: JournalEntry, night: Night, tell: object = story.sentence) -> str:
    with translation.override("en"):
        return tell(act, night.open).replace("\xa0", " ")  # type: ignore[operator]


def test_each_line_says_where_from_how_and_what_for(night: Night) -> None:
    spent = expenses.record_expense
    room = spent(open=night.open, fund="prize", amount=1500, text="the room", method="card", **night.act)
    assert told(room, night) == "Costs before the prizes: 15 €, by card, the room"
    assert told(room, night, story.short) == "Costs before the prizes: 15 €"
    chips = spent(open=night.open, fund="house", amount=500, **night.act)
    assert told(chips, night) == "Expense from “house”: 5 €"
    sponsor = expenses.add_money(open=night.open, fund="prize", amount=2000, text="Bar", **night.act)
    assert told(sponsor, night) == "Put into “prizes” from outside: 20 €, Bar"
    season = expenses.hand_on(open=night.open, fund="Copa", amount=300, **night.act)
    assert told(season, night) == "Handed on from “Copa”: 3 €"
    row = Expense.objects.get(pk=room.params["expense"])
    voided = expenses.void_expense(expense=row, **night.act)
    assert told(voided, night) == "Costs before the prizes: 15 € voided (the room)"
    assert told(voided, night, story.short) == "Costs before the prizes: 15 € voided"


def test_a_guarantee_is_told_and_so_is_none(night: Night) -> None:
    assert (
        told(expenses.set_guarantee(open=night.open, amount=50_000, **night.act), night) == "Guarantee: 500 €"
    )
    assert (
        told(expenses.set_guarantee(open=night.open, amount=0, **night.act), night) == "No guarantee any more"
    )
    last = expenses.set_guarantee(open=night.open, amount=100, **night.act)
    assert told(last, night, story.short) == "Guarantee"
