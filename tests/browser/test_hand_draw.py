"""A hand of Vivaldi in a real Chromium: the ante nobody called, and an open hand by its cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tdapp.opens.models import Ruling
from tests.browser.hand_desk import Desk, at_desk
from tests.builders import Night
from tests.hands.drawing import HANDS, counted, stacks, table_of_four
from tests.programs import LiveSite
from tests.vivaldi import places

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Rosa has 9 000, Iván and Marta 3 000 each, Beltrán 5 000 and the deal; the ante is 100."""
    night = table_of_four(now=timezone.now())
    counted(night, Rosa=9000, Iván=3000, Marta=3000, Beltrán=5000)
    return night


@pytest.fixture
def desk(page: Page, context: BrowserContext, night: Night, live_site: LiveSite) -> Iterator[Desk]:
    yield from at_desk(page, context, night, live_site)


def test_a_forgotten_ante_and_equal_ones_out_are_settled_by_their_cards_VIV_15_VIV_25(
    desk: Desk, night: Night
) -> None:
    desk.open()
    desk.settle()
    page = desk.page
    page.locator("#hand-penalty").check()
    expect(page.locator("#hand-says-4")).to_contain_text("pays 300 of the others' antes")
    desk.keys("1", "i", "2", "a", "3", "a")
    expect(page.locator("[name=a3]")).to_have_value(re.compile("^3.?100$"))
    page.locator("[data-cards-open]").click()
    for seat, cards in ((1, HANDS[0]), (2, HANDS[2]), (3, HANDS[1])):
        page.locator(f"#hand-c{seat}").fill(cards)
    expect(page.locator("#hand-held-c1")).to_contain_text("pair of aces")
    expect(page.locator(".hand__warning")).to_contain_text("Iván and Marta are equal")
    page.locator(".dialog__foot [data-confirm]").click()
    asked = page.locator("#rounds-open_hand")
    expect(asked).to_contain_text("Open hand: who won?")
    asked.locator("summary").click()
    fields = asked.locator("input[type=text]")
    fields.nth(0).fill("JsJcTd5h3h")
    fields.nth(1).fill("JdJhTc5s3d")
    asked.locator("[name=look]").click()
    expect(asked.locator(".order li").first).to_contain_text("pair of jacks, with the J♦")
    asked.locator("[name=by_cards]").click()
    expect(page.locator("#rounds-open_hand")).to_have_count(0)
    desk.says("Iván out in 4th")
    assert places(night) == {"Iván": 4, "Marta": 3}
    assert stacks(night) == {"Rosa": 15_400, "Beltrán": 4600}
    shown = Ruling.objects.get(kind="open_hand").figures["cards"]
    assert shown[str(night.entries["Marta"].pk)] == "JdJhTc5s3d"


def test_what_was_typed_is_still_there_after_a_look_at_the_misdeal_VIV_29(desk: Desk) -> None:
    desk.open()
    desk.settle()
    page = desk.page
    desk.keys("2", "3", "w", "3")
    desk.won(0, 3)
    page.locator("#hand-draw-misdeal").click()
    expect(page.locator("#hand-misdeal")).to_contain_text("These bets go back")
    page.get_by_role("link", name="Back to the hand").click()
    desk.is_all_in(2, 3)
    desk.won(0, 3)
    page.locator("#hand-draw-misdeal").click()
    page.locator("#hand-misdeal [data-confirm]").click()
    desk.says("Misdeal")
    desk.keys("h")
    expect(desk.row(2).locator("[value=fold]")).to_be_checked()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_all_that_may_be_said_of_the_last_player_can_be_reached(desk: Desk, size: tuple[int, int]) -> None:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.open()
    desk.settle()
    desk.row(4).locator(".hand__more > summary").click()
    desk.page.locator("#hand-h-4").click(timeout=2000)
    expect(desk.page.locator("#hand-h-4")).to_be_focused()
    desk.row(4).get_by_label("Dead hand").check(timeout=2000)
