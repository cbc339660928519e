"""Pages that nobody tells anything ask by themselves when a table's time is up (VIV-26)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tdapp.accounts.services import make_sign_in_link
from tests.browser.test_clock_alone import later, looking
from tests.builders import Night
from tests.programs import LiveSite
from tests.vivaldi import SIXTEEN, vivaldi_night

pytestmark = pytest.mark.browser


def sign_in(page: Page, site: str, night: Night) -> None:
    token = make_sign_in_link(user=night.director, purpose="phone", now=datetime.now(UTC))
    page.goto(f"{site}/sign-in/{token}/")
    page.get_by_role("button", name="Sign in on this device").click()


def test_without_a_worker_desk_screen_and_phone_say_at_the_three_hours_that_chips_are_counted_VIV_26(
    transactional_db: None, live_site: LiveSite, browser: Browser
) -> None:
    night = vivaldi_night(SIXTEEN[:8])
    night.now = datetime.now(UTC)
    night.start()
    desk = browser.new_context(locale="en").new_page()
    sign_in(desk, live_site.url, night)
    with later(night.now + timedelta(minutes=180, seconds=-8)) as ahead:
        code = night.open.code
        desk.goto(f"{live_site.url}/desk/{code}/")
        rounds = desk.context.new_page()
        rounds.goto(f"{live_site.url}/desk/{code}/rounds/")
        with (
            looking(browser, f"{live_site.url}/screen/{code}/", ahead=ahead) as screen,
            looking(browser, f"{live_site.url}/o/{code}/", ahead=ahead, width=390) as phone,
            looking(browser, f"{live_site.url}/o/{code}/rounds/", ahead=ahead) as public,
        ):
            for page in (screen, phone, public, desk, rounds):
                expect(page.locator("[data-count-ms]").first).to_be_attached()
            expect(rounds.get_by_text("time is up: count")).to_have_count(2, timeout=20_000)
            expect(screen.locator("#screen-panel")).to_contain_text("Count", timeout=10_000)
            expect(public.get_by_text("time is up: count")).to_have_count(2, timeout=10_000)
            expect(phone.locator('[data-line*="count your chips"]')).to_have_count(8, timeout=10_000)
            expect(desk.get_by_text("time is up: count").first).to_be_visible(timeout=10_000)
    desk.context.close()
