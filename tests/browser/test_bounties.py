"""A bounty in a real Chromium: one tap puts somebody out, a key says who takes it, two taps put it right."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tdapp.cash.models import BountyPrize
from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.builders import Night, make_night
from tests.floor.test_bounties import FOUR, bounty_terms

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    night = make_night(bounty_terms("progressive"))
    night.now = timezone.now() - timedelta(minutes=10)
    night.sign_up(*FOUR)
    night.start()
    return night


def test_a_bounty_is_taken_with_a_key_and_corrected_in_two_taps(
    desk: Desk,  # noqa: F811
    night: Night,
):
    desk.open(night)
    page = desk.page
    page.locator(f"#out-{night.entries['Bo'].pk}").click()
    asked = page.locator("#out-taker")
    expect(asked).to_contain_text("Who takes the bounty on Bo?")
    taker = asked.locator("button[data-key='1']")
    name = (taker.inner_text()).splitlines()[0].removesuffix("1").strip()
    expect(taker).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("#parts-messages")).to_contain_text(re.compile(f"{name} takes 5.€ for Bo"))

    page.goto(f"{desk.site.url}/desk/{night.open.code}/bounties/")
    expect(page.locator("#bounties-sum")).to_contain_text(
        re.compile("40.€ played for.*5.€ paid in cash.*35.€", re.S)
    )
    page.locator(".bounties__falls .btn").click()
    other = next(one for one in FOUR if one not in ("Bo", name))
    page.locator("#bounties-taker").get_by_role("button", name=re.compile(f"^{other}")).click()
    expect(page.locator(".bounties__falls")).to_contain_text(
        re.compile(f"{other} 5.€, and 5.€ onto the own head")
    )
    assert BountyPrize.objects.get().winner == night.entries[other]
