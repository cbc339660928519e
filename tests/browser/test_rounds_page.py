"""The page of the rounds in a real browser: live, and as wide as the window whatever that is."""

from __future__ import annotations

from datetime import UTC, datetime

from playwright.sync_api import Browser, expect

from tests.browser.sizes import resize
from tests.programs import LiveSite
from tests.vivaldi import SIXTEEN, play_out, second_round, sitting, table_called, vivaldi_night


def test_an_out_and_a_count_reach_the_page_and_nothing_is_wider_than_a_phone(
    live_site: LiveSite, browser: Browser
) -> None:
    night = vivaldi_night(("Bartolomé de las Casas y Villavicencio", *SIXTEEN[1:]))
    second_round(night)
    page = browser.new_page(viewport={"width": 320, "height": 700}, locale="en")
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{live_site.url}/o/{night.open.code}/rounds/")
    expect(page.locator("html[data-link=live]")).to_have_count(1)
    first = page.locator(".rounds__table--live").first
    expect(first).to_contain_text("ante 100")
    night.now = datetime.now(UTC)
    night.out(sitting(table_called(night.open, "1", 2))[3])
    expect(first).to_contain_text("ante 200", timeout=3000)
    best = play_out(night, table_called(night.open, "2", 2))
    final = page.locator(".rounds__table").last
    expect(final).to_contain_text(best[0], timeout=3000)
    for width in (320, 390, 768, 1440, 1920):
        resize(page, width, 900)
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wider) <= 0, width
    page.close()
    assert complaints == []
