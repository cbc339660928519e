"""Street by street where something is odd before the first act: who deals, who is away, stacks, antes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from tdapp.floor.absence import mark_absent
from tdapp.hands.models import Hand, HandSeat
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import Night, timed_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk
from tests.desk.streets_page import address, fields, said, tap, told
from tests.hands.dealing import night_with, sit, the_table
from tests.hands.drawing import table_of_four

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night(db: None) -> Night:
    """Four with 10 000 at 50/100 under the TDA's rules: Ana deals, Bea and Cruz post, Dina opens."""
    level = Level(50, 100, seconds=7200)
    terms = replace(timed_terms(), levels=(level,), house=PRESETS["tda"], starting_stack=10_000)
    night = night_with(*FOUR, terms=terms, now=timezone.now())
    sit(night, *FOUR)
    return night


def test_an_absent_player_posts_and_is_passed_over_S36_RULES_2_11(night: Night, desk: Desk) -> None:
    mark_absent(entry=night.entries["Cruz"], **night.act)
    client = desk(night)
    page = tap(client, night, "fold", "fold")
    assert "Bea takes the pot and need not show." in said(page)
    filled = fields(page, "streets__over")
    assert client.post(address(night, "hand"), {**filled, "given0": ""}).status_code == 302
    assert HandSeat.objects.get(entry=night.entries["Cruz"]).absent
    assert [act[1] for act in Hand.objects.get().line] == [4, 1]


def test_somebody_who_came_in_time_is_dealt_in_after_all_RULES_2_11(night: Night, desk: Desk) -> None:
    mark_absent(entry=night.entries["Cruz"], **night.act)
    page = tap(desk(night), night, "back:3", "fold", "fold", "call", "check")
    assert fields(page)["n3"] == "1"
    assert told(page)[-1] == "Cruz checks"


def test_without_a_button_somebody_says_first_who_deals(night: Night, desk: Desk) -> None:
    Table.objects.filter(pk=the_table(night).pk).update(button=None, small_blind=None, big_blind=None)
    client = desk(night)
    page = client.get(address(night))
    assert "Who deals?" in said(page)
    assert told(tap(client, night, "call")) == [], "nobody acts yet"
    assert told(tap(client, night, "dealer:1", "call")) == ["Dina calls 100"]


def test_an_unknown_stack_has_no_limit_and_says_for_how_much_it_is_all_in(night: Night, desk: Desk) -> None:
    night.out("Ana")  # nobody wrote down who has her chips: no stack is known
    client = desk(night)
    page = tap(client, night, "dealer:2", "all_in")
    assert page.status_code == 422
    assert "type for how much it is all-in" in said(page)
    assert 'name="mode" value="all_in"' in text(page)
    assert told(tap(client, night, "say 2500", sent=page))[-1].endswith("all-in: raises to 2 500")
    assert told(tap(client, night, "dealer:2", "say 99999"))[-1].endswith("raises to 99 999")


def test_what_was_put_in_without_a_word_is_completed_or_a_call_RULES_2_6(night: Night, desk: Desk) -> None:
    client = desk(night)
    much = tap(client, night, "say 300", "say 400")
    assert "As the rule says: raises to 500" in said(much)
    assert told(tap(client, night, "to:500", sent=much))[-1] == "Ana raises to 500"
    little = tap(client, night, "say 300", "say 399")
    assert "Without a word: calls 300" in said(little)
    assert told(tap(client, night, "call", sent=little))[-1] == "Ana calls 300"


def test_the_dealer_pays_the_ante_that_he_did_not_call_VIV_15_S43(desk: Desk) -> None:
    night = table_of_four(now=datetime.now(UTC))
    client = desk(night)
    page = tap(client, night, "penalty", "check", "check", "to:200")
    assert "pot 600" in said(page)
    page = tap(client, night, "call", "fold", "fold", "check", "check", sent=page)
    assert "The betting is over" in said(page)
    form = said(client.post(address(night, "hand_preview"), fields(page, "streets__over")))
    assert "Told street by street: 8 acts" in form


def test_a_draw_game_has_two_streets_VIV_18(desk: Desk) -> None:
    night = table_of_four(now=datetime.now(UTC))
    page = tap(desk(night), night, *["check"] * 4, "check", "to:100")
    assert "Before the draw" in said(page)
    assert "After the draw" in said(page)
    assert "Flop" not in said(page)
