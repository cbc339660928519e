"""Street by street at the desk: each tap sends the whole hand; its own form saves it with the winners."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from tdapp.desk.forms.streets import read_line, write_line
from tdapp.hands.models import Hand
from tdapp.journal.models import JournalEntry
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import Night, timed_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk
from tests.desk.streets_page import address, fields, said, tap, told
from tests.hands.dealing import night_with, sit, stacks

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")
LEVEL = Level(50, 100, seconds=7200)


@pytest.fixture
def night(db: None) -> Night:
    """Four in seats 1 to 4 with 20 € each; Ana deals, Dina (25) and Cruz (50) post, Bea opens (SPT-14)."""
    night = night_with(*FOUR, now=timezone.now())
    sit(night, *FOUR)
    return night


@pytest.fixture
def tda(db: None) -> Night:
    """Four with 10 000 at 50/100 under the TDA's rules: Ana deals, Bea and Cruz post, Dina opens."""
    terms = replace(timed_terms(), levels=(LEVEL,), house=PRESETS["tda"], starting_stack=10_000)
    night = night_with(*FOUR, terms=terms, now=timezone.now())
    sit(night, *FOUR)
    return night


# -- the page ------------------------------------------------------------------------------------------


def test_the_page_says_whose_turn_it_is_and_what_a_call_costs_SPT_14(night: Night, desk: Desk) -> None:
    page = said(desk(night).get(address(night)))
    assert "<!doctype html>" in page
    assert re.search(r'<p class="streets__who"><b>Bea</b>\s*<span>0.50 € to call</span>', page)
    assert "Call 0.50 €" in page
    assert "pot 0.75 €" in page
    assert 'value="to:100"' in page, "the least raise is to one euro"


def test_a_tap_gets_the_board_again_and_saves_nothing(night: Night, desk: Desk) -> None:
    before = JournalEntry.objects.count()
    page = tap(desk(night), night, "call", "fold", "check", "undo")
    assert text(page).lstrip().startswith('<section class="streets" id="streets-board"')
    assert told(page) == ["Bea calls 0.50 €", "Ana folds"]
    assert (JournalEntry.objects.count(), Hand.everything.count()) == (before, 0)


def test_without_scripts_each_tap_is_a_page(night: Night, desk: Desk) -> None:
    answer = desk(night).post(address(night), {"act": "call"})
    assert "<!doctype html>" in text(answer)
    assert told(answer) == ["Bea calls 0.50 €"]


def test_a_raise_is_what_is_added_where_the_house_says_so_SPT_29(night: Night, desk: Desk) -> None:
    client = desk(night)
    assert told(tap(client, night, "say 1")) == ["Bea raises by 1 €, to 1.50 €"]
    reading = text(
        client.post(address(night), {"act": "look", "amount": "1"}, headers={"HX-Request": "true"})
    )
    assert "To 1.50 € in all, 1 € above the bet" in reading
    assert "Meant: to 1 €" in reading
    assert told(tap(client, night, "to:100")) == ["Bea raises by 0.50 €, to 1 €"]


def test_a_raise_is_the_total_where_the_house_says_so_RULES_1_5(tda: Night, desk: Desk) -> None:
    client = desk(tda)
    assert told(tap(client, tda, "say 300")) == ["Dina raises to 300"]
    reading = text(
        client.post(address(tda), {"act": "look", "amount": "300"}, headers={"HX-Request": "true"})
    )
    assert "To 300 in all, 200 above the bet" in reading
    assert "Meant: to 400" in reading


def test_an_amount_that_cannot_be_read_stays_typed(night: Night, desk: Desk) -> None:
    answer = desk(night).post(
        address(night), {"act": "say", "amount": "lots"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 422
    assert 'value="lots"' in text(answer)
    assert told(answer) == []


def test_streets_are_named_and_follow_each_other(tda: Night, desk: Desk) -> None:
    page = tap(desk(tda), tda, "call", "call", "call", "check", "check", "say 250")
    assert re.findall(r"<h2>([^<]+?) <span", said(page)) == ["Before the flop", "Flop"]
    assert told(page)[-2:] == ["Bea checks", "Cruz bets 250"]


def test_another_dealer_changes_the_order_as_long_as_nobody_has_acted(tda: Night, desk: Desk) -> None:
    page = tap(desk(tda), tda, "dealer:2")
    assert '<p class="streets__who"><b>Ana</b>' in said(page)
    assert fields(page)["button"] == "2"
    later = tap(desk(tda), tda, "call", "dealer:1", sent=page)
    assert fields(later)["button"] == "2"


# -- breaches ------------------------------------------------------------------------------------------


def test_a_breach_warns_with_its_rule_and_is_kept_when_it_was_played_so_T_2_6(tda: Night, desk: Desk) -> None:
    client = desk(tda)
    page = tap(client, tda, "say 300", "say 400")
    assert "400 is too little: a raise goes to 500 at least. Keep it so?" in said(page)
    assert "It was played so" in said(page)
    assert told(page) == ["Dina raises to 300"]
    page = tap(client, tda, "pass", sent=page)
    assert told(page)[-1] == "Ana raises to 400 below the least raise"
    assert json.loads(fields(page)["line"])[-1] == [0, 1, "raise", 400, ["raise_too_small"]]


def test_a_breach_that_was_a_slip_is_dropped(tda: Night, desk: Desk) -> None:
    page = tap(desk(tda), tda, "say 300", "say 400", "undo")
    assert told(page) == ["Dina raises to 300"]
    assert "It was played so" not in said(page)


def test_somebody_who_acts_out_of_turn_is_tapped_first(tda: Night, desk: Desk) -> None:
    page = tap(desk(tda), tda, "at:2", "call")
    assert "It is the turn of seat 4, not of seat 2" in said(page)
    page = tap(desk(tda), tda, "pass", sent=page)
    assert told(page) == ["Bea calls 50 out of turn"]


def test_more_than_the_known_stack_asks_for_the_stack_and_takes_it(tda: Night, desk: Desk) -> None:
    client = desk(tda)
    page = tap(client, tda, "say 12000")
    assert "Dina had 12 000" in said(page)
    page = tap(client, tda, "had:4:12000", sent=page)
    assert told(page) == ["Dina all-in: raises to 12 000"]
    assert fields(page)["h4"] == "12\u202f000"


@pytest.mark.parametrize(
    "rubbish", ["]", "[[9]]", '[[0,1,"fold",0,[]]', "[" * 5000, "null", "9" * 5000, "{}"]
)
def test_a_line_that_somebody_else_wrote_begins_the_hand_again(
    night: Night, desk: Desk, rubbish: str
) -> None:
    answer = desk(night).post(address(night), {"line": rubbish}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "cannot be read: begin the hand again" in text(answer)
    with pytest.raises(RuleError, match="line_unreadable"):
        read_line(rubbish)


@pytest.mark.parametrize(
    "act", ["to:", "to:99999999999999999999", "had:9:1", "at:9", "dealer:77", "dance", "pass"]
)
def test_taps_that_mean_nothing_change_nothing(night: Night, desk: Desk, act: str) -> None:
    page = tap(desk(night), night, act)
    assert (told(page), fields(page)["button"]) == ([], "1")


def test_a_line_is_written_and_read() -> None:
    acts = (Act(0, 2, "call"), Act(0, 1, "raise", 400, ("raise_too_small",)))
    assert read_line(write_line(acts)) == acts
    assert (read_line(""), write_line(())) == ((), "")


# -- the end, and the save -----------------------------------------------------------------------------


def test_the_end_says_who_shows_first_SPT_24(night: Night, desk: Desk) -> None:
    page = tap(desk(night), night, "call", "fold", "call", "check", *["check"] * 9)
    assert "The betting is over" in said(page)
    assert "Bea shows first." in said(page), "she sits nearest to the dealer's left"


def test_one_who_is_left_takes_the_pot_without_showing_VIV_20(night: Night, desk: Desk) -> None:
    page = tap(desk(night), night, "fold", "fold", "fold")
    assert "Cruz takes the pot and need not show." in said(page)


def test_all_hands_are_shown_once_somebody_is_all_in_RULES_2_7(tda: Night, desk: Desk) -> None:
    page = tap(desk(tda), tda, "all_in", "fold", "fold", "call")
    assert "Somebody is all-in: all hands are shown now." in said(page)
    assert "The rest of the board is dealt without a bet." in said(page)


def test_the_hand_s_own_form_comes_filled_and_saves_the_line(tda: Night, desk: Desk) -> None:
    client = desk(tda)
    page = tap(client, tda, "say 300", "say 400")
    page = tap(client, tda, "pass", "call", "fold", "fold", *["check"] * 6, sent=page)
    filled = fields(page, "streets__over")
    form = text(client.post(address(tda, "hand_preview"), filled))
    assert "Told street by street: 11 acts" in form
    assert re.search(r'name="a1" id="hand-a-1" value="400"', form)
    answer = client.post(address(tda, "hand"), {**filled, "given0": "", "p0": ["1"]})
    assert answer.status_code == 302
    hand = Hand.objects.get()
    assert hand.line[:3] == [
        [0, 4, "raise", 300, []],
        [0, 1, "raise", 400, ["raise_too_small"]],
        [0, 2, "call", 0, []],
    ]
    assert JournalEntry.objects.get(kind="hand_entered").params["overruled"] == ["raise_too_small"]
    assert "let pass: below the least raise" in said(client.get(address(tda, "hand"), follow=True))
    assert stacks(tda) == {"Ana": 10_800, "Bea": 9600, "Cruz": 9900, "Dina": 9700}


def test_a_line_that_no_longer_tells_the_amounts_is_left_out(tda: Night, desk: Desk) -> None:
    client = desk(tda)
    filled = fields(tap(client, tda, "say 300", "fold", "fold", "call", *["check"] * 6), "streets__over")
    changed = {**filled, "a3": "500", "a4": "500"}
    assert "kept without its streets" in text(client.post(address(tda, "hand_preview"), changed))
    client.post(address(tda, "hand"), {**changed, "given0": "", "p0": ["3"]})
    assert Hand.objects.get().line == []


def test_correcting_the_winner_keeps_the_line(tda: Night, desk: Desk) -> None:
    client = desk(tda)
    page = tap(client, tda, "say 300", "all_in", "fold", "fold", "call")
    assert json.loads(fields(page)["line"])[-1] == [0, 4, "all_in", 10_000, []], "the call took the last chip"
    filled = fields(page, "streets__over")
    client.post(address(tda, "hand"), {**filled, "given0": "", "p0": ["1"]})
    hand = Hand.objects.get()
    where = reverse("desk:hand_correct", kwargs={"code": tda.open.code, "hand": hand.pk})
    form = client.get(where)
    assert "Told street by street: 5 acts" in said(form)
    again = {**filled, **fields(form, "hand "), "given0": "named", "p0": ["4"]}
    assert client.post(where, again).status_code == 302
    corrected = Hand.objects.get()
    assert (corrected.winners, corrected.line) == ([[4]], hand.line)


def test_the_hand_s_form_leads_to_the_streets_and_back(tda: Night, desk: Desk) -> None:
    client = desk(tda)
    assert f'href="{address(tda)}' in text(client.get(address(tda, "hand")))
    filled = fields(tap(client, tda, "fold", "fold", "fold"), "streets__over")
    assert f'formaction="{address(tda)}"' in text(client.post(address(tda, "hand_preview"), filled))
    assert told(client.post(address(tda), filled)) == ["Dina folds", "Ana folds", "Bea folds"]


def test_it_is_read_in_spanish_with_its_decimals(night: Night, desk: Desk) -> None:
    answer = desk(night).post(
        address(night), {"act": "say", "amount": "1,50"}, headers={"Accept-Language": "es"}
    )
    assert fields(answer)["line"] == '[[0,2,"raise",200,[]]]'


def test_nobody_has_a_hand_before_play_begins(night: Night, desk: Desk) -> None:
    for name in FOUR[1:]:
        night.out(name)
    assert desk(night).get(address(night)).status_code == 302
