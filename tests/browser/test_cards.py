"""Cards in the hand form in a real Chromium: tapped with the thumb, typed with keys, shown on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tdapp.hands.models import Hand, HandSeat
from tests.browser.hand_desk import Desk, at_desk
from tests.builders import BARBARISMO, Night
from tests.hands.dealing import night_with, places, sit, the_table
from tests.programs import LiveSite

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """The Barbarismo field in seats 1 to 8, 20 € each; Canadá deals, Israel and Kosovo post."""
    night = night_with(*BARBARISMO, now=timezone.now() - timedelta(minutes=5))
    sit(night, *BARBARISMO)
    night.now = timezone.now()
    return night


@pytest.fixture
def desk(page: Page, context: BrowserContext, night: Night, live_site: LiveSite) -> Iterator[Desk]:
    yield from at_desk(page, context, night, live_site)


@pytest.fixture
def phone(browser: Browser, night: Night, live_site: LiveSite) -> Iterator[Desk]:
    """The director's phone: 390 px, fingers only."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield from at_desk(context.new_page(), context, night, live_site)
    context.close()


def held(desk: Desk, field: str, words: str) -> None:
    """Wait until this is said beside a field."""
    expect(desk.page.locator(f"#hand-held-{field}")).to_have_text(words, use_inner_text=True)


@pytest.mark.parametrize(
    ("language", "wins", "loses"),
    [
        ("en", "WINS full house, kings over sevens", "two pair, aces and sevens"),
        ("es", "GANA full de reyes y sietes", "doble pareja de ases y sietes"),
    ],
)
def test_cards_are_tapped_at_390_px_and_name_the_winner_SPT_45(
    phone: Desk, night: Night, language: str, wins: str, loses: str
) -> None:
    phone.page.goto(f"{phone.address}hand/{the_table(night).pk}/?lang={language}")
    phone.mark(1, "all_in")
    phone.mark(4, "all_in")
    phone.page.locator("[data-cards-open]").click()
    expect(phone.page.locator("#hand-c1")).to_be_focused()
    expect(phone.page.locator(".cards__row:visible")).to_have_count(3)
    box = phone.page.locator('[data-card="Ah"]').bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    for card in ("Ah", "Ad", "Kh", "Kd", "Kc", "7s", "7d", "2c", "4h"):
        phone.tap(phone.page.locator(f'[data-card="{card}"]'))
    expect(phone.page.locator("#hand-b")).to_have_value("Kc7s7d2c4h")
    expect(phone.page.locator('[data-card="Kc"]')).to_be_disabled()
    held(phone, "c4", wins)
    held(phone, "c1", loses)
    phone.won(0, 4)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 390
    expect(phone.page.locator("#hand-total[data-complete]")).to_have_count(1)
    phone.tap(phone.page.locator("[data-confirm]"))
    expect(phone.form).to_have_count(0)
    assert places(night)["Canadá"] == (8, 8)
    assert Hand.objects.get().board == "Kc7s7d2c4h"


def test_cards_are_typed_without_the_mouse_and_the_screen_shows_the_all_in(desk: Desk, night: Night) -> None:
    screen = desk.page.context.new_page()
    screen.goto(f"{desk.address.replace('/desk/', '/screen/')}?lang=en")
    expect(screen.locator("html[data-link=live]")).to_have_count(1)
    desk.open()
    desk.settle()
    desk.keys("1", "4")
    desk.is_all_in(1, 4)
    desk.keys("c")
    expect(desk.page.locator("#hand-c1")).to_be_focused()
    desk.keys("#AhAd", "Tab", "#khkd")
    expect(desk.page.locator("#hand-odds")).to_contain_text("about")
    desk.page.locator("#hand-screen-show").click()
    expect(screen.locator(".screen__news[data-kind=all_in]")).to_be_visible()
    expect(screen.locator(".allin")).to_contain_text("Canadá")
    found = Axe().run(desk.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.response["violations"] == []

    desk.page.locator("#hand-b").focus()
    desk.keys("#2c7d9s")
    expect(desk.page.locator("#hand-odds")).to_contain_text("91.6")
    desk.keys("ArrowUp")
    expect(desk.page.locator("#hand-c4")).to_be_focused()
    desk.keys("ArrowDown", "End", "#JsKc")
    held(desk, "c4", "WINS three kings")
    desk.won(0, 4)
    desk.save()
    desk.says("Canadá out in 8th")
    assert dict(HandSeat.objects.filter(hand=Hand.objects.get()).values_list("seat", "cards"))[4] == "KhKd"
    expect(screen.locator(".screen__news")).to_have_count(0)
    screen.close()


def test_half_a_card_is_asked_for_and_a_card_dealt_twice_is_named_fault_37(desk: Desk, night: Night) -> None:
    desk.open()
    desk.settle()
    desk.keys("1", "4", "c", "#AhA")
    expect(desk.page.locator("#hand-held-c1[data-asks]")).to_have_count(1)
    desk.keys("d", "Tab", "#AdTc")
    held(desk, "c4", "A♦ was dealt twice, to Canadá and to Irán: correct one of the two.")
    expect(desk.page.locator("#hand-c4")).to_have_attribute("aria-invalid", "true")
    desk.keys("Escape")
    expect(desk.form).to_have_count(0)
    desk.keys("h")
    expect(desk.page.locator("#hand-c4")).to_have_value("AdTc")
    expect(desk.page.locator("#hand-c4")).to_be_visible()
