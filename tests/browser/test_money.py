"""The money at the desk in a real Chromium: costs typed and voided, a debt paid, the sums follow at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.test_desk import Desk, sign_in
from tests.builders import Night, make_night, spt_terms
from tests.programs import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["sign_in"]


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Vivaldi before the start: sixteen signed up, one of them still to pay."""
    night = make_night(replace(spt_terms(), buy_in=(("prize", 25_000),)))
    night.now = timezone.now()
    night.sign_up(*(f"P{number}" for number in range(15)))
    night.sign_up("Ana", pay=False)
    return night


@pytest.fixture
def desk(page: Page, night: Night, live_site: LiveSite, sign_in: Callable[[Night], None]) -> Iterator[Desk]:
    sign_in(night)
    at = Desk(page, live_site)
    page.on("pageerror", lambda error: at.complaints.append(str(error)))
    page.goto(f"{live_site.url}/desk/{night.open.code}/money/")
    live(page)
    yield at
    assert at.complaints == []


def live(page: Page) -> None:
    """Wait until the page's scripts run."""
    expect(page.locator("html")).to_have_attribute("data-link", "live")


def test_costs_are_typed_a_debt_is_paid_and_a_mistake_voided_in_two_taps_VIV_42(
    desk: Desk, night: Night
) -> None:
    page = desk.page
    page.fill("#id_amount", "375")
    page.fill("#id_text", "sede")
    page.press("#id_text", "Enter")
    expect(page.locator("#money-sum")).to_contain_text("375 € expenses")
    expect(page.locator("#money-side")).to_contain_text("−375 €")
    live(page)
    desk.tap(page.locator("[id^=money-owes-]"))
    desk.tap(page.locator("#purchases-dues [data-confirm]"))
    expect(page.locator("#money-sum")).to_contain_text("4 000 € came in")
    assert night.pool().prize == 362_500
    desk.tap(page.locator("[id^=money-void-]"))
    desk.tap(page.locator("#money-void-go"))
    expect(page.locator("#money-now")).to_contain_text("None so far.")
    assert desk.taps == 4
    assert night.pool().prize == 400_000
