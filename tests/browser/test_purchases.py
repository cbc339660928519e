"""A rebuy at the desk in a real Chromium: offered after the out, one tap, and a mistake voided in two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tdapp.cash.models import Purchase
from tdapp.opens.models import Out
from tests.browser.test_desk import Desk, sign_in
from tests.builders import Night, make_night
from tests.floor.test_purchases import NINE, san_antonio
from tests.programs import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["sign_in"]


@pytest.fixture
def night(transactional_db: None) -> Night:
    """San Antonio, under way for twenty minutes."""
    night = make_night(san_antonio(minutes=30))
    night.now = timezone.now() - timedelta(minutes=20)
    night.sign_up(*NINE)
    night.start()
    return night


@pytest.fixture
def desk(page: Page, night: Night, live_site: LiveSite, sign_in: Callable[[Night], None]) -> Iterator[Desk]:
    sign_in(night)
    at = Desk(page, live_site)
    page.on("pageerror", lambda error: at.complaints.append(str(error)))
    at.open(night)
    yield at
    assert at.complaints == []


def test_an_out_a_rebuy_by_one_tap_and_one_by_mistake_voided_with_its_chips_back(
    desk: Desk, night: Night
) -> None:
    page, ana, bo = desk.page, night.entries["Ana"].pk, night.entries["Bo"].pk
    expect(page.locator("[id^=band-back-]")).to_have_count(0)
    desk.tap(page.locator(f"#out-{ana}"))
    desk.says("Ana may buy back in until 60:00 of play, for 7.50 €: ask.")
    desk.tap(page.locator(f"#band-back-{ana}"))
    desk.says("Rebuy of Ana: 7.50 €, 50 in chips")
    assert desk.taps == 2
    expect(page.locator(f"#out-{ana}")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("9 of 9")
    # Two taps on "out" within 700 ms are one (desk.js): a quick machine waits for that moment to pass.
    page.wait_for_timeout(800)
    desk.tap(page.locator(f"#out-{bo}"))
    desk.tap(page.locator(f"#back-list-{bo}"))
    desk.says("Rebuy of Bo")
    desk.taps = 0
    desk.tap(desk.change("Rebuy of Bo"))
    desk.tap(page.locator("#void-back"))
    desk.says("50 in chips taken back, Bo is out again")
    assert desk.taps == 2
    expect(page.locator("#night-gone")).to_contain_text("Bo")
    assert [one.entry_id for one in Purchase.objects.all()] == [ana]
    assert [one.entry_id for one in Out.objects.all()] == [bo]
