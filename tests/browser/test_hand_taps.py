"""How many keys and taps a hand takes, from the desk to saved, on a laptop and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tdapp.hands.models import Hand
from tdapp.rules.house import PRESETS
from tests.browser.hand_desk import Desk, at_desk, counted
from tests.builders import BARBARISMO, Night, timed_terms
from tests.hands.dealing import enter, night_with, places, sit, stacks
from tests.programs import LiveSite

pytestmark = pytest.mark.browser

LAPTOP, PHONE = (1440, 900), (390, 844)
MOST_OF_THREE, MOST_HEADS_UP = 9, 6


@pytest.fixture
def night(transactional_db: None) -> Night:
    """The Barbarismo field in seats 1 to 8 with 20 € each, but Letonia (seat 3) with 5; Canadá deals."""
    night = night_with(*BARBARISMO, now=timezone.now() - timedelta(minutes=5))
    sit(night, *BARBARISMO)
    night.now = timezone.now()
    counted(night, Letonia=500)
    return night


@pytest.fixture
def desk(page: Page, context: BrowserContext, night: Night, live_site: LiveSite) -> Iterator[Desk]:
    yield from at_desk(page, context, night, live_site)


@pytest.fixture(params=[LAPTOP, PHONE], ids=["1440", "390"])
def sized(request: pytest.FixtureRequest, desk: Desk) -> Desk:
    width, height = request.param
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.open()
    return desk


def three_way(night: Night) -> None:
    """Letonia won the main pot and Canadá the side pot; Inglaterra is out."""
    assert places(night) == {"Inglaterra": (8, 8)}
    after = stacks(night)
    assert (after["Letonia"], after["Canadá"]) == (1575, 3000)


def test_a_three_way_all_in_with_two_winners_takes_nine_keys_at_most(sized: Desk, night: Night) -> None:
    sized.keys("h", "3", "2", "1", "i")
    sized.is_all_in(3, 2)
    expect(sized.row(1).locator("[value=in]")).to_be_checked()
    expect(sized.page.locator("[data-pot]")).to_have_count(2)
    sized.keys("w", "3")
    sized.won(0, 3)
    expect(sized.page.locator("#hand-p-1-1")).to_be_focused()
    sized.keys("1")
    sized.won(1, 1)
    sized.save()
    sized.says("Inglaterra out in 8th")
    assert sized.pressed == MOST_OF_THREE
    three_way(night)


def test_it_takes_nine_taps_at_most(sized: Desk, night: Night) -> None:
    sized.tap(sized.page.locator("#act-hand"))
    expect(sized.form).to_be_visible()
    for seat in (3, 2, 1):
        sized.mark(seat, "all_in")
    expect(sized.page.locator("[data-pot]")).to_have_count(2)
    sized.tap(sized.pot(0).get_by_text("Letonia"))
    sized.won(0, 3)
    sized.tap(sized.pot(1).get_by_text("Canadá"))
    sized.won(1, 1)
    expect(sized.page.locator("#hand-total[data-complete]")).to_have_count(1)
    sized.tap(sized.page.locator("[data-confirm]"))
    sized.says("Inglaterra out in 8th")
    assert sized.taps == 7 < MOST_OF_THREE
    three_way(night)


def test_a_heads_up_all_in_takes_six_keys_at_most(sized: Desk, night: Night) -> None:
    sized.keys("h", "1", "2")
    sized.is_all_in(1, 2)
    expect(sized.pot(0)).to_be_visible()
    sized.keys("w", "2")
    sized.won(0, 2)
    sized.save()
    sized.says("Canadá out in 8th")
    assert sized.pressed == MOST_HEADS_UP
    assert places(night) == {"Canadá": (8, 8)}


def test_and_five_taps(sized: Desk, night: Night) -> None:
    sized.tap(sized.page.locator("#act-hand"))
    expect(sized.form).to_be_visible()
    for seat in (1, 2):
        sized.mark(seat, "all_in")
    sized.tap(sized.pot(0).get_by_text("Inglaterra"))
    sized.won(0, 2)
    expect(sized.page.locator("#hand-total[data-complete]")).to_have_count(1)
    sized.tap(sized.page.locator("[data-confirm]"))
    sized.says("Canadá out in 8th")
    assert sized.taps == 5 < MOST_HEADS_UP
    assert places(night) == {"Canadá": (8, 8)}


def test_keys_typed_before_the_pots_are_there_are_not_lost(sized: Desk, night: Night) -> None:
    sized.page.route("**/preview/", lambda route: (sized.page.wait_for_timeout(150), route.continue_()))
    sized.keys("h", "3", "2", "1", "w", "3", "1", "Enter")
    expect(sized.form).to_have_count(0)
    sized.says("Inglaterra out in 8th")
    assert sized.pressed == 8 < MOST_OF_THREE
    three_way(night)


def test_the_number_of_who_wins_all_may_be_typed_for_each_pot(sized: Desk, night: Night) -> None:
    sized.keys("h", "3", "2", "1")
    expect(sized.page.locator("[data-pot]")).to_have_count(2)
    sized.keys("w", "2")
    sized.won(1, 2)
    sized.keys("2")
    expect(sized.pot(1)).to_have_attribute("data-given", "named")
    sized.won(0, 2)
    sized.won(1, 2)
    sized.save()
    assert stacks(night)["Inglaterra"] == 4575


def test_a_wrong_winner_is_corrected_in_three_taps(sized: Desk, night: Night) -> None:
    puts = {"Letonia": ("all", 500), "Inglaterra": ("all", 2000), "Canadá": ("in", 2000)}
    enter(night, puts, [["Letonia"], ["Canadá"]])
    sized.open()
    sized.tap(sized.page.locator(".story > li", has_text="Inglaterra out in 8th").get_by_text("change"))
    sized.tap(sized.pot(1).get_by_text("Inglaterra"))
    expect(sized.page.locator(".effect")).to_contain_text("Inglaterra: out, 8th")
    expect(sized.page.locator("#hand-total[data-complete]")).to_have_count(1)
    sized.tap(sized.page.get_by_role("button", name="Save the correction").last)
    sized.says("corrected")
    assert sized.taps == 3
    assert "Inglaterra" not in places(night)


def test_a_seats_number_once_more_takes_its_all_in_back(desk: Desk, night: Night) -> None:
    desk.open()
    desk.keys("h", "3", "3")
    expect(desk.row(3).locator("[value=fold]")).to_be_checked()
    desk.keys("3")
    desk.is_all_in(3)
    desk.keys("2", "i")
    expect(desk.row(2).locator("[name=a2]")).to_have_value("5")
    desk.keys("Tab", "#8", "3")
    expect(desk.row(2).locator("[name=a2]")).to_have_value("83")
    assert not Hand.objects.exists()


@pytest.fixture
def ten(transactional_db: None) -> Night:
    """Ten at one table, the tenth with half of what the others have."""
    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=10))
    night = night_with(
        *BARBARISMO, "Naval", "Tanzania", terms=terms, now=timezone.now() - timedelta(minutes=5)
    )
    sit(night, *BARBARISMO, "Naval", "Tanzania")
    night.now = timezone.now()
    counted(night, Tanzania=2500)
    return night


def test_seat_ten_is_one_and_nought_or_nought_alone(
    page: Page, context: BrowserContext, ten: Night, live_site: LiveSite
) -> None:
    [desk] = [*islice(at_desk(page, context, ten, live_site), 1)]
    desk.open()
    desk.keys("h", "1", "0")
    desk.is_all_in(10)
    expect(desk.row(1).locator("[value=fold]")).to_be_checked()
    desk.keys("0")
    expect(desk.row(10).locator("[value=fold]")).to_be_checked()
    desk.keys("0", "1", "2")
    desk.is_all_in(10, 1, 2)
    expect(desk.page.locator("[data-pot]")).to_have_count(2)
    # both 1 and 10 contest the main pot: a 0 that comes at once makes it 10
    desk.keys("w", "1", "0")
    desk.won(0, 10)
    expect(desk.page.locator("#hand-p-1-1")).to_be_focused()
    desk.keys("1", "+", "2")
    desk.won(1, 1, 2)
    desk.save()
    assert desk.complaints == []
    assert (stacks(ten)["Tanzania"], stacks(ten)["Canadá"]) == (7500 + 50, 2500)
