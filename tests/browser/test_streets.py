"""A hand street by street in a real Chromium, by keys and by thumb, from the first act to the saved hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from tdapp.hands.models import Hand
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.browser.hand_desk import Desk, at_desk
from tests.browser.sizes import resize
from tests.builders import Night, timed_terms
from tests.hands.dealing import night_with, sit, stacks, the_table
from tests.programs import LiveSite

pytestmark = pytest.mark.browser

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Four with 10 000 at 50/100 under the TDA's rules: Ana deals, Bea and Cruz post, Dina opens."""
    level = Level(50, 100, seconds=7200)
    terms = replace(timed_terms(), levels=(level,), house=PRESETS["tda"], starting_stack=10_000)
    night = night_with(*FOUR, terms=terms, now=timezone.now())
    sit(night, *FOUR)
    return night


@pytest.fixture
def desk(page: Page, context: BrowserContext, night: Night, live_site: LiveSite) -> Iterator[Desk]:
    yield from at_desk(page, context, night, live_site)


def streets(desk: Desk, night: Night) -> None:
    """The hand's form, and from there to the streets."""
    desk.open()
    desk.keys("h")
    desk.page.locator("#hand-dialog").get_by_role("link", name="Street by street").click()
    expect(desk.page.locator("#streets-board")).to_be_visible()
    here = reverse("desk:streets", kwargs={"code": night.open.code, "table": the_table(night).pk})
    assert here in desk.page.url


def line(desk: Desk) -> list[str]:
    return desk.page.locator(".streets__street li b").locator("xpath=..").all_inner_texts()


def test_a_raised_hand_goes_by_keys_to_saved(desk: Desk, night: Night) -> None:
    resize(desk.page, 1440, 900)
    streets(desk, night)
    # all of it comes before the first answer, and is done when its turn comes
    held: list[Route] = []
    desk.page.route("**/streets/", lambda route: route.continue_() if held else held.append(route))
    desk.keys("c", "r", "#300", "Enter", "f", "f", "c")
    held[0].continue_()
    expect(desk.page.locator(".streets__street")).to_have_count(2)
    assert line(desk) == ["Dina calls 100", "Ana raises to 300", "Bea folds", "Cruz folds", "Dina calls 200"]
    desk.keys("c", "Backspace", "c", "r", "#500", "Enter", "r", "#1200", "Enter", "c", "c", "c", "c", "c")
    expect(desk.page.locator(".streets__over")).to_contain_text("Dina shows first.")
    desk.keys("Enter")
    expect(desk.row(4).locator("[name=a4]")).to_have_value("1\u202f500")
    expect(desk.page.locator("#streets-carried")).to_contain_text("Told street by street: 13 acts")
    desk.pot(0).get_by_text("Dina").click()
    expect(desk.page.locator("#hand-total[data-complete]")).to_have_count(1)
    desk.page.get_by_role("button", name="Save hand").last.click()
    desk.says("Dina takes the pot 3")
    assert stacks(night) == {"Ana": 8500, "Bea": 9950, "Cruz": 9900, "Dina": 11_650}
    assert Hand.objects.get().line[5:8] == [
        [1, 4, "check", 0, []],
        [1, 1, "bet", 500, []],
        [1, 4, "raise", 1200, []],
    ]


def test_a_breach_is_let_pass_with_one_tap_on_a_phone(desk: Desk, night: Night) -> None:
    resize(desk.page, 390, 844)
    streets(desk, night)
    amount, board = desk.page.locator("#streets-amount"), desk.page.locator("#streets-board")
    amount.fill("300")
    desk.page.locator("#streets-say").click()
    expect(desk.page.locator(".streets__who b")).to_have_text("Ana")
    amount.fill("400")
    expect(desk.page.locator("#streets-reading")).to_contain_text("100 above the bet")
    desk.page.locator("#streets-say").click()
    expect(board).to_contain_text("400 is too little: a raise goes to 500 at least.")
    desk.page.locator("#streets-pass").click()
    expect(desk.page.locator(".streets__who b")).to_have_text("Bea")
    for name in ("Cruz", "Dina"):
        desk.page.locator("#streets-fold").click()
        expect(desk.page.locator(".streets__who b")).to_have_text(name)
    assert not desk.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    desk.page.locator("#streets-fold").click()
    expect(desk.page.locator(".streets__over")).to_contain_text("Ana takes the pot and need not show.")
    desk.page.locator("#streets-on").click()
    expect(desk.page.locator("#hand-total[data-complete]")).to_have_count(1)
    desk.page.get_by_role("button", name="Save hand").last.click()
    desk.says("let pass: below the least raise")
    assert Hand.objects.get().line[1] == [0, 1, "raise", 400, ["raise_too_small"]]
