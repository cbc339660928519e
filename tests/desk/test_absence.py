"""Absent players and the button on the desk: a tap each, marks, the hand form (RULES 2.4, 2.11, T-2.11b)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.floor import rulings
from tdapp.floor.absence import mark_absent
from tdapp.hands.models import HandSeat
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Table
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import Night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.hands.dealing import enter, hand_of, marks, night_with, sit, stacks, the_table
from tests.vivaldi import vivaldi_terms

pytestmark = pytest.mark.django_db

FIVE = ("Ana", "Bea", "Cruz", "Dina", "Eva")


def playing(rule: str = "tda_dead", names: tuple[str, ...] = FIVE, **house: str) -> Night:
    """In seats 1 to 5 at 100/200, big-blind ante 200, 3 000 each; Ana deals, Cruz is the big blind."""
    terms = replace(
        timed_terms(),
        house=replace(PRESETS["tda"], button_rule=rule, **house),
        starting_stack=3000,
        levels=(Level.of_minutes(100, 200, 600, ante=200),),
    )
    night = night_with(*names, terms=terms, now=timezone.now())
    sit(night, *names)
    return night


def address(night: Night, name: str, **of: Any) -> str:
    return reverse(f"desk:{name}", kwargs={"code": night.open.code, **of})


def row(night: Night, html: str, name: str) -> str:
    """One seat's row of the hand form."""
    found = re.findall(
        r'<div class="hand__row".*?(?=<div class="hand__row"|<details class="hand__b|<p class="hand__k)',
        html,
        re.S,
    )
    return one_line(next(one for one in found if f'value="{night.entries[name].pk}"' in one))


def typed(night: Night, states: dict[str, str], **more: Any) -> dict[str, Any]:
    """The form as a browser sends it: name → state, the others fold; amounts are left to the app."""
    data: dict[str, Any] = {"stamp": str(the_table(night).stamp)}
    for seat in the_table(night).seatings.filter(ended_at=None).select_related("entry__player"):
        state, _, chips = states.get(seat.entry.player.nickname, "fold").partition(" ")
        data |= {f"s{seat.number}": state, f"a{seat.number}": chips, f"e{seat.number}": str(seat.entry_id)}
    return {**data, **more}


def absent(night: Night, name: str) -> None:
    mark_absent(entry=night.entries[name], **night.act)


# -- the seat's menu and the table's card ------------------------------------------------------------------


def test_one_tap_says_that_a_player_is_absent_and_one_that_he_is_back_RULES_2_11(desk: Desk):
    night = playing()
    client, who = desk(night, Role.FLOOR), night.entries["Cruz"]
    menu = text(client.get(address(night, "seat", entry=who.pk)))
    assert "Absent" in menu
    assert "Back at the table" not in menu
    said = tapped(client, address(night, "absent", entry=who.pk))
    assert said.status_code == 200
    assert "Cruz is absent" in text(said)
    assert Entry.objects.get(pk=who.pk).absent_at is not None
    menu = one_line(text(client.get(address(night, "seat", entry=who.pk))))
    assert "Back at the table" in menu
    assert "blinded off in 27 hands, after the small blind of orbit 6" in menu
    assert "Cruz is back at the table" in text(tapped(client, address(night, "present", entry=who.pk)))
    assert Entry.objects.get(pk=who.pk).absent_at is None


def test_the_second_tap_says_that_he_is_absent_already(desk: Desk):
    night = playing()
    absent(night, "Cruz")
    answer = tapped(desk(night), address(night, "absent", entry=night.entries["Cruz"].pk))
    assert "Cruz is marked absent already: nothing to do." in text(answer)


def test_a_scorekeeper_sees_who_is_absent_and_cannot_say_it(desk: Desk):
    night = playing()
    absent(night, "Cruz")
    client = desk(night, Role.SCOREKEEPER)
    assert client.post(address(night, "present", entry=night.entries["Cruz"].pk)).status_code == 403
    page = one_line(text(client.get(address(night, "night"))))
    assert re.search(r'Cruz <span class="tag tag--warn"[^>]*>absent · 27 hands</span>', page)


def test_without_scripts_the_tap_leads_back_to_the_tables(desk: Desk):
    night = playing()
    answer = desk(night).post(
        address(night, "absent", entry=night.entries["Cruz"].pk),
        {"request_id": "7d6b1e7e-3b1f-4f57-9f0a-0c8c3f0b6a11"},
    )
    assert (answer.status_code, answer["Location"]) == (302, address(night, "night"))


def test_the_card_marks_who_sits_out_a_penalty_T_2_11a(desk: Desk):
    night = playing()
    rulings.penalty(entry=night.entries["Bea"], rounds=2, **night.act)
    enter(night, {"Cruz": ("in", 200)})
    client = desk(night)
    assert re.search(
        r'Bea <span class="tag tag--warn" title="of 10 hands, 1 entered">penalty · 1 of 10</span>',
        one_line(text(client.get(address(night, "night")))),
    )
    menu = one_line(text(client.get(address(night, "seat", entry=night.entries["Bea"].pk))))
    assert "of 10 hands, 1 entered" in menu
    assert "Sat out" in menu
    assert "of 10 hands, 1 entered" in one_line(text(client.get(address(night, "rulings"))))


def test_the_night_costs_no_query_more_for_who_is_absent(desk: Desk):
    night = playing()
    client = desk(night)
    client.get(address(night, "night"))

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(night, "night")).status_code == 200
        return len(queries)

    before = asked()
    for name in ("Ana", "Bea", "Cruz"):
        absent(night, name)
    assert asked() == before


# -- the hand form -----------------------------------------------------------------------------------------


def test_the_form_deals_an_absent_player_a_dead_hand_S36_S37(desk: Desk):
    night = playing()
    absent(night, "Cruz")
    client = desk(night, Role.SCOREKEEPER)
    html = text(client.get(address(night, "hand", table=the_table(night).pk)))
    mine = row(night, html, "Cruz")
    assert "absent" in mine
    assert "posts and folds" in mine
    assert "blinded off in 27 hands" in mine
    assert "He is back" in mine
    assert "He is back" not in row(night, html, "Bea")
    saved = tapped(client, address(night, "hand", table=the_table(night).pk), typed(night, {"Bea": "in"}))
    assert saved.status_code == 200, text(saved)
    part = HandSeat.objects.get(entry=night.entries["Cruz"])
    assert (part.absent, part.forfeit, part.live, part.dead, part.received) == (True, True, 200, 200, 0)
    assert (stacks(night)["Bea"], stacks(night)["Cruz"]) == (3400, 2600)


@pytest.mark.parametrize("how", [{"n3": "1"}, {}])
def test_he_is_back_deals_him_in_and_so_does_a_bet_of_his_RULES_2_11(desk: Desk, how: dict[str, str]):
    night = playing()
    absent(night, "Cruz")
    states = {"Bea": "in", "Cruz": "in"} if not how else {"Bea": "in"}
    data = typed(night, states, **how) | {"p0": "2", "given0": ""}
    saved = tapped(desk(night), address(night, "hand", table=the_table(night).pk), data)
    assert saved.status_code == 200, text(saved)
    part = HandSeat.objects.get(entry=night.entries["Cruz"])
    assert (part.absent, part.forfeit) == (False, False)
    assert Entry.objects.get(pk=night.entries["Cruz"].pk).absent_at is None


def test_a_corrected_hand_remembers_who_was_absent_and_can_deal_him_in(desk: Desk):
    night = playing()
    absent(night, "Cruz")
    hand = hand_of(enter(night, {"Bea": ("in", 200)}))
    client, where = desk(night), address(night, "hand_correct", hand=hand.pk)
    html = text(client.get(where))
    assert "posts and folds" in row(night, html, "Cruz")
    data = {
        "stamp": str(hand.stamp), "s1": "fold", "s2": "in", "a2": "200", "s3": "in", "a3": "200", "d3": "200",
        "s4": "fold", "s5": "fold", "p0": "3", "given0": "",
    }  # fmt: skip
    saved = tapped(client, where, data)
    assert saved.status_code == 200, text(saved)
    part = HandSeat.objects.get(entry=night.entries["Cruz"], hand=hand)
    assert (part.absent, part.forfeit, part.received) == (False, False, 600)


def test_posting_the_last_chip_puts_an_absent_player_out_T_2_11b(desk: Desk):
    night = playing()
    absent(night, "Bea")
    client, where = desk(night), address(night, "hand", table=the_table(night).pk)
    data = typed(night, {"Cruz": "in"}, h2="100")
    answer = client.post(
        address(night, "hand_preview", table=the_table(night).pk), data, headers={"HX-Request": "true"}
    )
    assert "out, 5th" in one_line(text(answer))
    assert tapped(client, where, data).status_code == 200
    assert "Bea" not in stacks(night)


# -- the button --------------------------------------------------------------------------------------------


def test_a_dead_button_is_shown_and_can_be_corrected_T_2_4b(desk: Desk):
    night = playing()
    night.out("Bea")
    client = desk(night)
    table = the_table(night)
    tapped(client, address(night, "button"), {"place": f"{table.pk}-2", "after": "1"})
    assert (the_table(night).button, the_table(night).small_blind, the_table(night).big_blind) == (2, 3, 4)
    page = one_line(text(client.get(address(night, "night"))))
    assert "Dealer button to the empty seat 2" in page
    html = text(client.get(address(night, "hand", table=table.pk)))
    assert "button seat 2, empty" in one_line(html)
    assert re.search(r'name="button" value="2" id="hand-d-2" checked', html)
    saved = tapped(client, address(night, "hand", table=table.pk), typed(night, {"Dina": "in"}, button="2"))
    assert saved.status_code == 200, text(saved)
    assert (the_table(night).button, the_table(night).small_blind, the_table(night).big_blind) == (3, 4, 5)


def test_the_button_is_corrected_to_an_empty_seat_by_hand_RULES_2_4(desk: Desk):
    night = playing()
    night.out("Dina")
    table = the_table(night)
    said = tapped(desk(night), address(night, "button"), {"place": f"{table.pk}-4"})
    assert said.status_code == 200, text(said)
    assert marks(night) == {"Eva": "SB", "Ana": "BB"}
    assert the_table(night).button == 4


def test_a_moving_button_has_no_empty_seats_SPT_43(desk: Desk):
    night = playing("moving")
    night.out("Dina")
    client, table = desk(night), the_table(night)
    assert "Dealer button to the empty seat" not in text(client.get(address(night, "night")))
    assert "Button at an empty seat" not in text(client.get(address(night, "hand", table=table.pk)))
    answer = tapped(client, address(night, "button"), {"place": f"{table.pk}-4"})
    assert "Nobody sits" in text(answer), text(answer)


def test_the_hand_form_puts_the_button_where_the_next_hand_has_it_with_its_dead_blind_T_2_4c(desk: Desk):
    """The big blind went out: D at seat 2 has no small blind, the big one is at seat 4."""
    night = playing()
    night.out("Cruz")
    client, table = desk(night), the_table(night)
    data = typed(night, {"Dina": "in"}, button="2")
    saved = tapped(client, address(night, "hand", table=table.pk), data)
    assert saved.status_code == 200, text(saved)
    hand = HandSeat.objects.get(entry=night.entries["Dina"]).hand
    assert (hand.button, hand.small_blind, hand.big_blind) == (2, 3, 4)
    assert HandSeat.objects.get(entry=night.entries["Dina"]).live == 200


def test_an_anticlockwise_table_posts_to_the_right_of_the_tapped_dealer_SPT_09(desk: Desk):
    night = playing("moving", direction="anticlockwise")
    client, table = desk(night), the_table(night)
    saved = tapped(client, address(night, "hand", table=table.pk), typed(night, {"Bea": "in"}, button="4"))
    assert saved.status_code == 200, text(saved)
    hand = HandSeat.objects.get(entry=night.entries["Bea"]).hand
    assert (hand.button, hand.small_blind, hand.big_blind) == (4, 3, 2)
    assert the_table(night).button == 3


def undrawn(night: Night) -> Table:
    table = the_table(night)
    Table.objects.filter(pk=table.pk).update(button=None, small_blind=None, big_blind=None)
    return table


def test_without_a_button_the_form_asks_who_deals_and_keeps_what_was_typed_RULES_2_4(desk: Desk):
    night = playing()
    client, table = desk(night), undrawn(night)
    where = address(night, "hand", table=table.pk)
    html = one_line(text(client.get(where)))
    assert "Who deals?" in html
    assert "Say who deals: tap D beside the dealer." in html
    refused = tapped(client, where, typed(night, {"Dina": "all_in 3000", "Eva": "in"}))
    assert refused.status_code == 422
    assert 'value="3 000"' in text(refused) or 'value="3000"' in text(refused)
    data = typed(night, {"Dina": "all_in", "Eva": "in"}, button="1") | {"p0": "4", "given0": ""}
    saved = tapped(client, where, data)
    assert saved.status_code == 200, text(saved)
    hand = HandSeat.objects.get(entry=night.entries["Dina"]).hand
    assert (hand.button, hand.small_blind, hand.big_blind) == (1, 2, 3)
    assert stacks(night)["Dina"] == 3000 + 3000 + 100 + 400


def test_where_it_decides_nothing_nobody_is_asked_who_deals_VIV_34(desk: Desk):
    night = night_with("Ana", "Bo", "Cy", terms=vivaldi_terms(), now=timezone.now())
    sit(night, "Ana", "Bo", "Cy")
    client, table = desk(night), undrawn(night)
    where = address(night, "hand", table=table.pk)
    assert "Who deals?" not in text(client.get(where))
    saved = tapped(client, where, typed(night, {"Ana": "in 300", "Bo": "in"}) | {"p0": "1", "given0": ""})
    assert saved.status_code == 200, text(saved)
    assert stacks(night)["Ana"] == 5400
    assert the_table(night).button is None


def test_the_story_tells_of_both_taps(desk: Desk):
    night = playing()
    client, who = desk(night), night.entries["Cruz"]
    tapped(client, address(night, "absent", entry=who.pk))
    tapped(client, address(night, "present", entry=who.pk))
    kinds = list(
        JournalEntry.objects.filter(stream=night.open.stream).order_by("pk").values_list("kind", flat=True)
    )
    assert kinds[-2:] == ["player_absent", "player_back"]
