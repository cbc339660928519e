"""How fixed places, locked prizes and special prizes are told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from tdapp.cash import services as till
from tdapp.cash import special_prizes as special
from tdapp.cash.models import SpecialPrize
from tdapp.floor.registration import lock_at_close
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.web import prize_words, story
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    till.set_prizes(open=night.open, plan=PrizePlan("field", unit=100), **night.act)
    return night


def told(act: JournalEntry, night: Night, language: str = "en") -> str:
    with translation.override(language):
        text = story.sentence(act, night.open)
    return text.replace("\xa0", " ").replace("\u202f", " ")


def add(night: Night, kind: str, **how: object) -> JournalEntry:
    return special.add_special_prize(open=night.open, kind=kind, **{**how, **night.act})


def test_a_fixed_place_and_its_freedom_are_told(night: Night):
    fixed = till.fix_prize(open=night.open, place=1, amount=5000, **night.act)
    freed = till.free_prize(open=night.open, place=1, **night.act)
    assert told(fixed, night) == "1st prize fixed: 50 €"
    assert told(freed, night) == "1st prize follows the pool again"
    back = undo(entry=freed, actor=night.director, now=night.now)
    assert told(back, night) == "Undone: 1st prize follows the pool again"


def test_a_lock_by_hand_and_one_at_the_close_are_told_apart(night: Night):
    assert told(till.lock_prizes(open=night.open, **night.act), night) == "Prizes locked"
    ends = (replace(Level.of_minutes(25, 50, 20), entry_ends=True), Level.of_minutes(50, 100, 20))
    other = make_night(
        replace(timed_terms(), levels=ends, prizes=PrizePlan("field")),
        tour=night.tour,
        director=night.director,
    )
    other.sign_up(*BARBARISMO)
    other.start()
    other.wait(minutes=30)
    lock = lock_at_close(open=other.open, actor=None, now=other.now)
    assert told(lock, other) == "Prizes locked: registration is closed"


@pytest.mark.parametrize(
    ("kind", "how", "words"),
    [
        ("best_hand", {"amount": 2000}, "Best hand: 20 €"),
        ("first_out", {"text": "una copa"}, "First out: una copa"),
        ("bubble", {"text": "una copa", "amount": 500}, "Bubble: una copa + 5 €"),
        ("place", {"place": 3, "text": "un jamón"}, "3rd place: un jamón"),
        ("other", {"text": "El mejor disfraz"}, "El mejor disfraz"),
    ],
)
def test_a_special_prize_is_told_from_beginning_to_end(
    night: Night, kind: str, how: dict[str, object], words: str
):
    set_ = add(night, kind, **how)
    prize = SpecialPrize.objects.get()
    given = special.give_special_prize(prize=prize, entry=night.entries["Irán"], **night.act)
    back = special.take_special_prize_back(prize=prize, **night.act)
    off = special.void_special_prize(prize=prize, **night.act)
    assert [told(act, night) for act in (set_, given, back, off)] == [
        f"Special prize set: {words}",
        f"Special prize to Irán: {words}",
        f"Special prize of Irán taken back: {words}",
        f"Special prize off the list: {words}",
    ]


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (PrizePlan("field"), "by the number of entries"),
        (PrizePlan("field", share=15), "by the number of entries, 15 % of them paid"),
        (PrizePlan("field", paid=1), "by the number of entries, 1 place paid"),
        (PrizePlan("field", paid=4), "by the number of entries, 4 places paid"),
        (
            PrizePlan("field", table={"name": "Peña", "brackets": []}),
            "by the number of entries, table “Peña”",
        ),
    ],
)
def test_a_plan_by_field_is_said_to_those_who_pay(plan: PrizePlan, words: str):
    with translation.override("en"):
        assert prize_words.by_field(plan) == words
