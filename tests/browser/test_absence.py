"""Somebody is absent, his dead hand is settled, and nobody had said who deals (RULES 2.4, 2.11, S36)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tdapp.opens.models import Table
from tests.browser.hand_desk import Desk, at_desk
from tests.builders import BARBARISMO, Night
from tests.hands.dealing import night_with, sit, stacks
from tests.programs import LiveSite

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """The Barbarismo field in seats 1 to 8 with 20 € each; nobody knows where the button is."""
    night = night_with(*BARBARISMO, now=timezone.now())
    sit(night, *BARBARISMO)
    Table.objects.filter(round__open=night.open).update(button=None, small_blind=None, big_blind=None)
    return night


@pytest.fixture
def desk(page: Page, context: BrowserContext, night: Night, live_site: LiveSite) -> Iterator[Desk]:
    yield from at_desk(page, context, night, live_site)


def test_an_absent_big_blind_is_marked_and_loses_it_at_the_tap_of_the_dealer_S36(
    desk: Desk, night: Night
) -> None:
    """SPT plays to the right: with the dealer at seat 4 the blinds are at 3 and 2 (SPT-12)."""
    page, name = desk.page, BARBARISMO[1]
    page.set_viewport_size({"width": 390, "height": 844})
    desk.open()
    page.locator(f"#name-{night.entries[name].pk}").click()
    page.locator("#seat-absent").click()
    expect(page.locator(f"#name-{night.entries[name].pk} .tag")).to_contain_text("absent")

    page.locator("#act-hand").click()
    expect(page.locator("#hand-deals")).to_contain_text("Who deals?")
    expect(page.locator("#hand-away-2")).to_contain_text("posts and folds")
    desk.row(4).locator(".hand__dealer").click()
    expect(page.locator("#hand-mark-2")).to_have_text("BB")
    expect(page.locator("#hand-deals")).to_have_text("")
    desk.mark(3, "in")
    desk.save()
    held = stacks(night)
    assert (held[BARBARISMO[2]], held[name]) == (2050, 1950)
