"""A hand replayed in a real Chromium, by arrow keys, at the size of a phone and of a laptop."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tdapp.floor.services import count_chips
from tests.browser.sizes import resize
from tests.browser.test_desk import sign_in
from tests.builders import BARBARISMO, Night
from tests.hands.dealing import enter, hand_of, night_with, sit
from tests.programs import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["sign_in"]


@pytest.fixture
def night(transactional_db: None) -> Night:
    """The Barbarismo field in seats 1 to 8, 20 € each, under way."""
    night = night_with(*BARBARISMO, now=timezone.now() - timedelta(minutes=5))
    sit(night, *BARBARISMO)
    return night


def two_pots(night: Night) -> int:
    """Letonia 5 € and Irán 20 € all-in, Canadá calls: Letonia wins the main pot, Canadá the side pot."""
    count_chips(open=night.open, counts={night.entries["Letonia"]: 500}, **night.act)
    puts = {"Letonia": ("all", 500), "Irán": ("all", 2000), "Canadá": ("in", 2000)}
    entry = enter(night, puts, [["Letonia"], ["Canadá"]], overruled=["stack_differs"])
    return hand_of(entry).pk


def table(page: Page) -> Locator:
    """The drawing that is seen at this size."""
    return page.locator("svg.drawn:visible")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_arrow_keys_go_through_a_hand_with_two_pots_and_nothing_moves(
    page: Page,
    night: Night,
    live_site: LiveSite,
    sign_in: Callable[[Night], None],
    width: int,
    height: int,
) -> None:
    hand = two_pots(night)
    sign_in(night)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None
    )
    resize(page, width, height)
    page.goto(f"{live_site.url}/desk/{night.open.code}/hands/{hand}/replay/")
    says, count = page.locator(".replay__says span"), page.locator(".replay__count")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(count).to_have_text("1 of 7")
    expect(table(page)).to_have_count(1)
    before = page.locator("#replay-next").bounding_box()

    # Faster than the answers: the presses add up.
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(count).to_have_text("5 of 7")
    expect(says).to_contain_text("Canadá takes side pot 1, 30\u00a0€")
    expect(table(page)).to_contain_text("Main pot")
    assert page.locator("#replay-next").bounding_box() == before
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("Letonia takes the main pot")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text("5 of 7")
    assert page.url.endswith("?step=4")
    page.keyboard.press("Home")
    expect(says).to_have_text("Canadá deals.")

    # By itself from here to the end, then on by tap.
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(count).to_have_text("3 of 7")
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.reload()
    stage = page.locator("#replay-stage")
    step = int(stage.get_attribute("data-step") or 0)
    page.get_by_role("link", name="Next").click()
    expect(stage).to_have_attribute("data-step", str(step + 1))
    expect(page.locator("#replay-next")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []
