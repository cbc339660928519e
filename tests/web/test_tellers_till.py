"""What the story says of the till."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.cash.till_counts import count_till, reopen_till
from tdapp.journal.undo import undo
from tdapp.web.story import sentence, short, story
from tests.builders import BARBARISMO, Night, make_night, spt_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


def told(night: Night, counted: int, **more: object) -> str:
    entry = count_till(
        open=night.open, pieces={}, other=counted, overruled=["till_differs"], **more, **night.act
    )
    return sentence(entry, night.open).replace("\u00a0", " ")


def test_a_count_says_the_difference_and_who_counted(night: Night):
    with translation.override("en"):
        assert told(night, 9800) == "Till counted: 98 €, 2 € too much"
        assert told(night, 9600, text="Ana") == "Till counted: 96 €, it agrees, counted by Ana"
        assert told(night, 9400, text="Ana", close=True) == "Till closed: 94 €, 2 € missing, counted by Ana"


def test_the_undo_button_names_the_count_and_the_closing(night: Night):
    with translation.override("en"):
        act = {"open": night.open, "pieces": {}, "other": 9600}
        assert short(count_till(**act, **night.act), night.open) == "Count of the till"
        assert short(count_till(**act, close=True, **night.act), night.open) == "Closing of the till"
        again = reopen_till(open=night.open, **night.act)
        assert sentence(again, night.open) == "Till opened again"
        undo(entry=again, actor=None, now=night.now)
        assert story(night.open, limit=1)[0].text.replace("\u00a0", " ") == "Till closed: 96 €, it agrees"
