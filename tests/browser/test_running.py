"""The running night in a real Chromium: keys of the clock and of hand for hand, the shot clock, the start."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tdapp.rules.house import PRESETS
from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.builders import BARBARISMO, Night, make_night, timed_terms

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Eight players for two tables; it is five minutes ago."""
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=4)))
    night.now = timezone.now() - timedelta(minutes=5)
    night.sign_up(*BARBARISMO)
    return night


def test_the_time_is_set_and_moved_by_keys_and_nothing_sounds(desk: Desk, night: Night):  # noqa: F811
    night.start()
    desk.open(night)
    page = desk.page
    page.evaluate(
        "window.heard = []; for (const name of ['tapete:level', 'tapete:last-minute'])"
        " document.addEventListener(name, () => window.heard.push(name))"
    )
    desk.press("t")
    page.locator("#id_left").fill("0:30")
    desk.press("Enter")
    desk.says("0:30 left in the level, set by hand")
    expect(page.locator("#night-strip .strip__time")).to_contain_text("0:2")
    desk.press("+")
    expect(page.locator("#night-strip .strip__time")).to_contain_text("1:2")
    desk.press("ArrowRight")
    expect(page.locator("#night-strip [data-clock-level]").first).to_have_text("2")
    assert page.evaluate("window.heard") == []


def test_hand_for_hand_is_played_by_keys(desk: Desk, night: Night):  # noqa: F811
    night.start()
    desk.open(night)
    page = desk.page
    page.locator("#night-menu summary").click()
    page.locator("#night-menu").get_by_role("button", name="Hand for hand").click()
    expect(page.locator(".h4h h2")).to_have_text("Hand for hand, hand 1")
    desk.press("1")
    expect(page.locator(".h4h__table--done")).to_have_text(["Table 1"])
    desk.press("2")
    expect(page.locator(".h4h__table--done")).to_have_text(["Table 1", "Table 2"])
    desk.press("n")
    expect(page.locator(".h4h h2")).to_have_text("Hand for hand, hand 2")
    desk.press("Control+z")
    expect(page.locator(".h4h h2")).to_have_text("Hand for hand, hand 1")
    page.locator("#h4h-end").click()
    expect(page.locator(".h4h")).to_have_count(0)
    expect(page.locator("#clock-pause")).to_be_visible()


def test_enter_starts_the_countdown_and_s_begins_at_once(desk: Desk, night: Night):  # noqa: F811
    desk.open(night)
    page = desk.page
    desk.press("Shift+S")
    page.locator("#id_minutes").fill("12")
    desk.press("Enter")
    expect(page.locator("#start-now")).to_be_visible()
    desk.press("s")
    expect(page.locator("#clock-pause")).to_be_visible()
    expect(page.locator("#night-strip .strip__time")).to_contain_text(":")
