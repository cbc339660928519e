"""A player's phone: a move stays until it was seen, and a page that was read once survives a dead link."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from tdapp.floor import services as floor
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.programs import LiveSite

SOON = 2000
IN_CHARGE = """async () => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((go) => navigator.serviceWorker.addEventListener("controllerchange", go));
  }
}"""


@pytest.fixture
def night(live_site: LiveSite) -> Night:
    night = make_night(timed_terms())
    night.now = datetime.now(UTC)
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def test_a_move_shows_at_once_and_stays_over_a_reload_until_it_was_seen(
    live_site: LiveSite, browser: Browser, night: Night
) -> None:
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 844})
    phone = context.new_page()
    phone.goto(f"{live_site.url}/o/{night.open.code}/")
    me = phone.locator("[data-me]")
    me.get_by_label("Who are you?").select_option("Kosovo")
    seen = me.get_by_role("button", name="Seen")
    expect(seen).to_be_hidden()
    night.now = datetime.now(UTC)
    floor.swap_seats(first=night.entries["Canadá"], second=night.entries["Kosovo"], **night.act)
    expect(me.locator("[data-me-lead]")).to_have_text("Kosovo, you move now", timeout=SOON)
    phone.reload()
    expect(me.locator("[data-me-lead]")).to_have_text("Kosovo, you move now")
    seen.click()
    expect(me.locator("[data-me-lead]")).to_have_text("Kosovo")
    phone.reload()
    expect(me.locator("[data-me-lead]")).to_have_text("Kosovo")
    expect(seen).to_be_hidden()
    night.now = datetime.now(UTC)
    floor.swap_seats(first=night.entries["Irán"], second=night.entries["Kosovo"], **night.act)
    expect(me.locator("[data-me-lead]")).to_have_text("Kosovo, you move now", timeout=SOON)
    context.close()


def test_without_any_link_the_last_page_is_still_there_and_says_how_old_it_is(
    live_site: LiveSite, browser: Browser, night: Night
) -> None:
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 844})
    phone = context.new_page()
    address = f"{live_site.url}/o/{night.open.code}/"
    phone.goto(address)
    phone.evaluate(IN_CHARGE)
    phone.reload()
    expect(phone.locator("[data-link-lost]")).to_be_hidden()
    context.set_offline(True)
    phone.reload()
    expect(phone.locator("h1")).to_have_text("Open de Otoño")
    expect(phone.locator("[data-link-lost]")).to_be_visible(timeout=10_000)
    assert int(phone.locator("html").get_attribute("data-stored-ms") or 0) > night.now.timestamp() * 1000
    context.set_offline(False)
    expect(phone.locator("[data-link-lost]")).to_be_hidden(timeout=15_000)
    context.close()


def test_a_start_that_lies_ahead_is_counted_down_and_begins_by_itself(
    live_site: LiveSite, browser: Browser
) -> None:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    night.now = datetime.now(UTC)
    floor.start_play(open=night.open, seed="s", at=night.now + timedelta(seconds=4), **night.act)
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 844})
    phone = context.new_page()
    phone.goto(f"{live_site.url}/o/{night.open.code}/")
    expect(phone.locator("[data-countdown]")).to_have_text(re.compile("0:0[1-4]"))
    expect(phone.locator("[data-clock-time]")).to_be_hidden()
    expect(phone.locator("[data-clock-time]")).to_have_text("19:59", timeout=8000)
    expect(phone.locator("[data-countdown]")).to_be_hidden()
    expect(phone.locator("#phone-clock")).to_have_attribute("data-state", "running")
    context.close()


def test_a_place_of_three_digits_stands_on_one_line(live_site: LiveSite, browser: Browser) -> None:
    night = make_night(timed_terms())
    night.now = datetime.now(UTC)
    names = [f"Player {number:03}" for number in range(1, 112)]
    night.sign_up(*names)
    night.start()
    night.out(*names[:9])
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{live_site.url}/o/{night.open.code}/")
    places = page.locator(".phone__prizes > li[data-player] > :first-child")
    assert places.first.text_content() == "103"
    lines = "(all) => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize))"
    assert max(places.evaluate_all(lines)) < 2
    page.close()
