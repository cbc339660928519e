"""The till counted by keyboard in Chromium: the sum while typing, closed with a difference on purpose."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tdapp.cash.models import TillCount
from tests.browser.test_desk import Desk, desk, night, sign_in  # noqa: F401
from tests.builders import Night

pytestmark = pytest.mark.browser


def test_the_drawer_is_counted_by_keyboard_and_closed_with_a_difference(desk: Desk, night: Night):  # noqa: F811
    page = desk.page
    page.goto(f"{desk.site.url}/desk/{night.open.code}/till/?lang=en")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    page.locator("#id_pieces_5000").focus()
    page.keyboard.type("1")
    desk.press("Enter")
    expect(page.locator("#id_pieces_2000")).to_be_focused()
    page.keyboard.type("3")
    expect(page.locator("[data-till-counted]")).to_have_text("110\xa0€")
    desk.press("ArrowUp")
    expect(page.locator("#id_pieces_5000")).to_be_focused()
    page.keyboard.type("0")
    expect(page.locator("[data-till-difference]")).to_have_text("36\xa0€ missing")
    page.locator("#id_opening").fill("4,00")
    page.locator("#id_other").fill("42")
    expect(page.locator("[data-till-difference]")).to_have_text("2\xa0€ too much")
    page.locator("#id_text").fill("Ana")
    desk.press("Control+Enter")
    expect(page.locator("#till-close-so")).to_have_text("Close it with 2\xa0€ too much")
    page.locator("#till-close-so").click()
    expect(page.locator("#till-closed")).to_contain_text("2\xa0€ too much")
    desk.says("Till closed: 102\xa0€, 2\xa0€ too much, counted by Ana")
    row = TillCount.objects.get()
    assert (row.closed, row.opening, row.pieces) == (True, 400, {"2000": 3})
    page.get_by_role("link", name="Sheet to sign").click()
    expect(page.locator(".leaf")).to_contain_text("Counted by: Ana")
