"""An all-in put over the big screens from the hand form, brought up to date there and taken off again."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.displays.queries import all_in_on
from tests.builders import Night
from tests.desk.clients import text
from tests.desk.conftest import Desk
from tests.desk.test_hand_cards import FOUR, address, held, posted, previewed
from tests.hands.dealing import night_with, sit, the_table

pytestmark = pytest.mark.django_db

ACES = {"Ana": "AhAd", "Bea": "KhKd"}


@pytest.fixture
def night(db: None) -> Night:
    night = night_with(*FOUR, now=timezone.now())
    sit(night, *FOUR)
    return night


def shown(night: Night, desk: Desk, cards: dict[str, str], **more: Any) -> str:
    answer = desk(night).post(
        address(night, "hand_screen"), posted(night, cards, **more), headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    return text(answer)


def board(night: Night) -> str | None:
    row = all_in_on(the_table(night), timezone.now())
    return None if row is None else row.shown["board"]


def test_the_side_says_how_an_all_in_stands_and_offers_the_screen(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {**ACES, "board": "2c7d9sJs"})
    assert 'Ana <b class="num">95.5 %</b>' in html
    assert 'Bea <b class="num">4.5 %</b>' in html
    assert "Show on the screen" in html
    assert "Take off the screen" not in html


def test_nothing_is_offered_while_somebody_shows_no_cards(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, ACES, all_in="Ana Bea Cruz")
    assert "hand-odds" not in html


def test_who_may_only_enter_hands_sees_the_chances_and_no_button(night: Night, desk: Desk) -> None:
    html = previewed(desk(night, Role.SCOREKEEPER), night, {**ACES, "board": "2c7d9sJs"})
    assert "95.5" in html
    assert "hand-screen-show" not in html


def test_the_all_in_goes_on_the_screen_with_each_card_and_the_form_stays(night: Night, desk: Desk) -> None:
    html = shown(night, desk, {**ACES, "board": "2c7d9s"}, show="1")
    assert board(night) == "2c7d9s"
    assert "On the screens: All-in at table 1" in html
    assert "Update the screen" in html
    assert held(html) == {"c1": "pair of aces", "c2": "pair of kings"}
    shown(night, desk, {**ACES, "board": "2c7d9sJs"}, show="1")
    assert board(night) == "2c7d9sJs"
    html = shown(night, desk, {**ACES, "board": "2c7d9sJs"}, hide="1")
    assert board(night) is None
    assert "Off the screens: All-in at table 1" in html


def test_saving_the_hand_takes_it_off_the_screen(night: Night, desk: Desk) -> None:
    cards = {**ACES, "board": "2c7d9sJsKs"}
    shown(night, desk, cards, show="1")
    assert board(night) == "2c7d9sJsKs"
    answer = desk(night).post(address(night), posted(night, cards, p0=["2"], given0="2"))
    assert answer.status_code == 302
    assert board(night) is None


def test_unknown_cards_are_refused_and_nothing_typed_is_lost(night: Night, desk: Desk) -> None:
    html = shown(night, desk, {"Ana": "AhAd"}, show="1")
    assert "Type the cards of everybody who is still in" in html
    assert board(night) is None
    html = shown(night, desk, ACES, hide="1")
    assert "That is off the screens already" in html


def test_without_scripts_the_page_comes_back_with_what_was_typed(night: Night, desk: Desk) -> None:
    answer = desk(night).post(address(night, "hand_screen"), posted(night, ACES, show="1"))
    html = text(answer)
    assert answer.status_code == 200
    assert 'name="c1" id="hand-c1" value="AhAd"' in html
    assert board(night) == ""
