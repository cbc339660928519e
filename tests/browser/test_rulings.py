"""A cheat is found in a real Chromium: what falls is read first, confirmed once, and undone with one key."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.builders import Night
from tests.vivaldi import second_round, vivaldi_night

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Sixteen of Vivaldi, in their second round for twenty minutes."""
    night = vivaldi_night()
    night.now = timezone.now() - timedelta(hours=1)
    return night


def test_a_cheats_tables_are_played_again_after_one_deliberate_confirmation(
    desk: Desk,  # noqa: F811
    night: Night,
):
    cheat = second_round(night)["B"][0]
    desk.open(night)
    page = desk.page
    page.locator("#night-menu summary").click()
    page.locator("#night-menu").get_by_role("link", name="Rulings").click()
    page.locator("#rulings-disqualify-open").click()
    page.locator("#rulings-who-entry").select_option(label=cheat)
    expect(page.locator("#rulings-who").get_by_role("button", name="See what it brings")).to_be_visible()
    page.locator("#rulings-who-entry").focus()
    page.keyboard.press("Enter")  # what the button says; only without a name it would open the list
    expect(page.locator("#rulings-falls strong")).to_have_text(
        "Voids B, 1 and 2; 9 play again; up to 3\u00a0h."
    )
    page.locator("#rulings-disqualify").get_by_text("play again every table involved").click()
    page.locator("#rulings-disqualify-sure").click()
    expect(page.locator("#rulings-disqualify")).to_be_visible()  # the box is not ticked yet
    page.get_by_label("I have read what this brings").check()
    page.locator("#rulings-disqualify-sure").click()
    desk.says(f"{cheat} disqualified. Void: B, 1 and 2. 9 players play again")
    expect(page.locator("#rulings-list .list__name").first).to_have_text(f"{cheat} disqualified")
    desk.open(night)
    desk.press("Control+z")
    desk.says(f"Undone: {cheat} disqualified")
