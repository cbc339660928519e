"""A balance in a real Chromium: the proposal, its button tapped in, the move, a mistake put right."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tdapp.floor.models import Move, Seat
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS
from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.builders import BARBARISMO, Night, make_night, timed_terms

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Ten players at two tables of six; an hour later two of the second table are out."""
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=6, final_table_at=6)))
    night.now = timezone.now() - timedelta(hours=1)
    night.sign_up(*BARBARISMO, "Naval", "Tanzania")
    night.start()
    night.now = timezone.now() - timedelta(minutes=5)
    for seat in Seat.objects.filter(table__number=2, ended_at=None).order_by("number")[:2]:
        night.out(seat.entry.player.nickname)
    return night


def test_a_move_is_proposed_with_the_button_entered_done_and_put_right_in_three_taps(
    desk: Desk,  # noqa: F811
    night: Night,
):
    desk.open(night)
    page = desk.page
    words = "Table 2 has 2 fewer than table 1: the next big blind of table 1 takes the worst seat of table 2."
    expect(page.locator("#night-bands")).to_contain_text(words)
    page.locator("#band-balance-2").click()
    dialog = page.locator("#balance-dialog")
    expect(dialog.locator(".going__why")).to_contain_text("The next big blind of table 1")
    one, two = Table.objects.filter(round__open=night.open).order_by("number")
    seats = list(Seat.objects.filter(table=one, ended_at=None).order_by("number"))
    buttons = dialog.locator(".button-of")
    buttons.first.locator(f'label:has(input[value="{seats[0].number}"])').click()
    expect(dialog.locator(".going__why")).to_contain_text("next big blind ·")
    expect(dialog.locator(".going__who")).to_have_value(f"{seats[3].entry_id}-{one.pk}-{seats[3].number}")
    there = Seat.objects.filter(table=two, ended_at=None).order_by("number")[0]
    page.locator(f'.button-of label:has(input[name="button_{two.pk}"][value="{there.number}"])').click()
    expect(dialog.locator(".going__why")).to_contain_text("worst seat:")
    desk.press("Enter")
    name = seats[3].entry.player.nickname
    desk.says(f"Tables balanced: {name} to table 2")
    expect(page.locator("#night-bands .band")).to_have_count(0)
    move = Move.objects.select_related("after").get()
    wrong = move.after.number
    free = {*range(1, 7)} - {seat.number for seat in Seat.objects.filter(table=two, ended_at=None)}
    # Three taps: the balance, the player, the seat where he really sits.
    page.locator("#act-balance").click()
    page.locator(f"#balance-wrong-{move.entry_id}").click()
    page.locator(f'#tables-place button[name="place"][value="{two.pk}-{min(free)}"]').first.click()
    expect(page.locator("#tables-place")).to_have_count(0)
    here = Seat.objects.get(entry=move.entry_id, ended_at=None)
    assert (here.table_id, here.number) == (two.pk, min(free))
    assert here.number != wrong
    expect(page.locator("#act-undo")).not_to_contain_text(f"Move of {name}")
    desk.press("Control+z")
    desk.says("Undone:")
    assert Seat.objects.get(entry=move.entry_id, ended_at=None).number == wrong
