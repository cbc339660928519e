"""Settling hands in a real Chromium: by keyboard, by thumb, without scripts; a late mistake in three taps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tdapp.hands.models import Hand
from tests.browser.hand_desk import Desk, at_desk, cookie_of, counted
from tests.browser.sizes import resize
from tests.builders import BARBARISMO, Night
from tests.hands.dealing import enter, hand_of, marks, night_with, places, sit, stacks
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


# -- by keyboard -----------------------------------------------------------------------------------------


def test_three_multi_way_all_ins_are_entered_by_keyboard(desk: Desk, night: Night) -> None:
    counted(night, Letonia=500, Francia=1200)
    desk.open()

    # Hand 1: Letonia 5 €, Francia 12 € and Inglaterra 20 € all-in, Canadá calls; Letonia wins the main pot.
    desk.settle()
    desk.keys("3", "a", "6", "a", "2", "a", "1", "i")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("20")
    expect(desk.page.locator("[data-pot]")).to_have_count(3)
    desk.keys("w", "3")
    expect(desk.pot(0).locator("input:checked")).to_have_count(1)
    expect(desk.page.locator("#hand-p-1-1")).to_be_focused()
    desk.keys("6")
    expect(desk.page.locator("#hand-p-2-1")).to_be_focused()
    desk.keys("1")
    expect(desk.page.locator(".after")).to_contain_text("out, 8th")
    desk.save()
    desk.says("Inglaterra out in 8th")
    assert stacks(night)["Letonia"] == 2075
    assert stacks(night)["Francia"] == 2100
    assert stacks(night)["Canadá"] == 1600

    # Hand 2: Lituania and Kosovo (less his blind) all-in, Francia calls and takes both; the blinds double.
    desk.settle()
    desk.keys("5", "a", "7", "a", "6", "i")
    expect(desk.row(6).locator("[name=a6]")).to_have_value("20")
    desk.keys("w", "6")
    expect(desk.page.locator(".hand__rise")).to_contain_text("0.50 / 1")
    desk.save()
    desk.says("Blinds now 0.50 / 1")
    assert places(night) == {"Inglaterra": (8, 8), "Kosovo": (7, 7), "Lituania": (6, 6)}

    # Hand 3: Irán raised to 3 € and folded, Canadá and Letonia all-in and equal, Francia calls and loses.
    before = stacks(night)
    desk.settle()
    desk.keys("4", "Tab", "#3", "f", "ArrowUp", "1", "a", "3", "a", "6", "i")
    expect(desk.row(4).locator("[name=a4]")).to_have_value("3")
    expect(desk.row(4).locator("[value=fold]")).to_be_checked()
    expect(desk.row(6).locator("[name=a6]")).to_have_value("20.75")
    desk.keys("w")
    expect(desk.page.locator("#hand-p-0-1")).to_be_focused()
    desk.keys("1")
    expect(desk.page.locator("#hand-p-1-3")).to_be_focused()
    desk.keys("ArrowUp", "3")
    expect(desk.pot(0)).to_contain_text("Split:")
    expect(desk.pot(1).locator("input:checked")).to_have_count(1)
    desk.save()
    after = stacks(night)
    assert sum(chips or 0 for chips in after.values()) == 13700
    assert after["Irán"] == (before["Irán"] or 0) - 300
    assert after["Francia"] == (before["Francia"] or 0) - 2075
    assert len(places(night)) == 3
    assert Hand.objects.count() == 3


def test_enter_goes_to_what_is_missing_and_escape_loses_nothing(desk: Desk, night: Night) -> None:
    night.out("Israel")  # nobody wrote down who has his chips: no stack is known
    desk.open()
    desk.settle()
    desk.keys("1", "a")
    expect(desk.row(1).locator("[name=a1]")).to_be_focused()
    desk.keys("ArrowDown", "i")
    expect(desk.row(1).locator(".hand__ask")).to_contain_text("Nobody knows the stack of Canadá")
    desk.keys("Enter")
    expect(desk.row(1).locator("[name=a1]")).to_be_focused()
    desk.keys("#17,5")
    expect(desk.row(2).locator("[name=a2]")).to_have_value("17.50")
    expect(desk.page.locator("[data-pot]")).to_have_count(1)
    desk.keys("Enter")
    expect(desk.page.locator("#hand-p-0-1")).to_be_focused()
    desk.keys("2")
    expect(desk.page.locator(".after")).to_contain_text("out, 7th")
    desk.keys("Escape")
    expect(desk.form).to_have_count(0)
    assert not Hand.objects.exists()
    desk.keys("h")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("17,5")
    expect(desk.row(1).locator("[value=all_in]")).to_be_checked()
    expect(desk.page.locator("#hand-p-0-2")).to_be_checked()
    desk.save()
    assert places(night)["Canadá"] == (7, 7)


def test_more_than_the_known_stack_is_used_with_one_tap(desk: Desk, night: Night) -> None:
    desk.open()
    desk.settle()
    desk.keys("1", "Tab", "#24", "ArrowDown", "a")
    desk.tap(desk.page.get_by_role("button", name="Use 24"))
    expect(desk.row(1).locator(".hand__says")).to_contain_text("had 24")
    desk.tap(desk.pot(0).get_by_text("Canadá"))
    desk.save()
    assert stacks(night)["Canadá"] == 4475


def test_a_raise_typed_while_the_call_is_being_filled_in_stands_alone(desk: Desk) -> None:
    desk.open()
    desk.settle()
    delayed: list[str] = []

    def late(route: Route) -> None:
        delayed.append(route.request.url)
        desk.page.wait_for_timeout(250)
        route.continue_()

    desk.page.route("**/preview/", late)
    desk.keys("1", "i", "Tab")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("0.50")
    desk.keys("#12")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("12")
    expect(desk.pot(0)).to_be_visible()
    expect(desk.row(1).locator("[name=a1]")).to_have_value("12")
    assert delayed


def test_a_refused_hand_says_why_and_keeps_what_was_typed(desk: Desk, night: Night) -> None:
    desk.open()
    desk.settle()
    desk.keys("1", "Tab", "#5", "ArrowDown", "i")
    expect(desk.page.locator("[data-pot]")).to_have_count(1)
    desk.page.get_by_role("button", name="Save hand").last.click()
    expect(desk.page.get_by_role("alert")).to_contain_text("Nobody wins")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("5")
    expect(desk.row(2).locator("[name=a2]")).to_have_value("5")
    desk.pot(0).get_by_text("Canadá").click()
    desk.save()
    assert stacks(night)["Canadá"] == 2575


def test_the_dealer_is_moved_by_a_tap_and_the_blinds_go_along(desk: Desk, night: Night) -> None:
    desk.open()
    desk.settle()
    desk.page.locator('.hand__dealer:has([value="3"])').click()
    expect(desk.row(2).locator("abbr.mark")).to_have_text("SB")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("0.50")
    expect(desk.row(7).locator("[name=a7]")).to_have_value("")
    desk.keys("1", "i")
    expect(desk.page.locator(".after")).to_contain_text("Canadá")
    desk.save()
    assert marks(night) == {"Inglaterra": "D", "Canadá": "SB", "Israel": "BB"}


# -- a late mistake --------------------------------------------------------------------------------------


def test_a_wrong_winner_three_hands_back_is_three_taps(desk: Desk, night: Night) -> None:
    counted(night, Letonia=500, Canadá=4000)
    puts = {"Letonia": ("all", 500), "Irán": ("all", 2000), "Canadá": ("in", 2000)}
    enter(night, puts, [["Letonia"], ["Canadá"]])
    for one, other in (("Francia", "Canadá"), ("Kosovo", "Inglaterra"), ("Israel", "Francia")):
        enter(night, {one: ("in", 100), other: ("in", 100)}, [[one]])
    assert places(night) == {"Irán": (8, 8)}
    desk.open()
    desk.tap(desk.page.locator(".story > li", has_text="Irán out in 8th").get_by_text("change"))
    # One tap: who has the best hand also takes the side pot, and the proposed winner gives way.
    desk.tap(desk.pot(0).get_by_text("Irán"))
    effect = desk.page.locator(".effect")
    expect(effect).to_contain_text("Irán: out, 8th 45.75\u00a0€")
    expect(effect).to_contain_text("Letonia: 15.25\u00a0€ out, 8th")
    desk.tap(desk.page.get_by_role("button", name="Save the correction"))
    desk.says("corrected")
    assert desk.taps == 3
    assert places(night) == {"Letonia": (8, 8)}
    assert stacks(night)["Irán"] == 4575


# -- by thumb, in both languages, without scripts ----------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_hand_fits_one_hand_in_both_languages(desk: Desk, night: Night, language: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.open(language)
    desk.tap(desk.page.locator("#act-hand"))
    expect(desk.form).to_be_visible()
    assert desk.page.evaluate("document.documentElement.scrollWidth") == 390
    for seat, state in ((1, "all_in"), (2, "in")):
        desk.tap(desk.row(seat).locator(f"label:has([value={state}])"))
    desk.tap(desk.pot(0).locator("label", has_text="Inglaterra"))
    expect(desk.page.locator(".after")).to_contain_text("8")
    desk.tap(desk.page.locator("[data-confirm]"))
    desk.says("Inglaterra")
    assert desk.taps == 5
    assert places(night) == {"Canadá": (8, 8)}


@pytest.mark.parametrize("width", [390, 361])
def test_the_shortcuts_leave_the_amount_its_place_in_spanish(desk: Desk, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844})
    desk.open("es")
    desk.tap(desk.page.locator("#act-hand"))
    desk.mark(1, "in")
    last, amount = desk.row(1).locator("[data-quick=all]"), desk.row(1).locator("[name=a1]")
    expect(last).to_have_text("TodoA")
    buttons, field = last.bounding_box(), amount.bounding_box()
    assert buttons
    assert field
    assert buttons["x"] + buttons["width"] <= field["x"]


def test_the_form_is_accessible(desk: Desk) -> None:
    desk.open()
    desk.settle()
    desk.keys("1", "i", "2", "a")
    expect(desk.page.locator("[data-pot]")).to_have_count(1)
    found = Axe().run(desk.page, context="#hand-dialog")
    assert [(one["id"], len(one["nodes"])) for one in found.response["violations"]] == []


def test_without_scripts_preview_and_save_are_buttons(
    browser: Browser, live_site: LiveSite, night: Night
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    context.add_cookies([cookie_of(night, live_site)])
    page = context.new_page()
    page.goto(f"{live_site.url}/desk/{night.open.code}/")
    page.locator("#act-hand").click()
    page.locator('.hand__row[data-seat="1"] label:has([value=all_in])').click()
    page.locator('.hand__row[data-seat="2"] label:has([value=in])').click()
    page.get_by_role("button", name="Preview").click()
    expect(page.locator('.hand__row[data-seat="2"] [name=a2]')).to_have_value("20")
    page.locator('[data-pot="0"] label', has_text="Inglaterra").click()
    page.get_by_role("button", name="Save hand").last.click()
    expect(page.locator("#parts-messages")).to_contain_text("Canadá out in 8th")
    context.close()
    assert places(night) == {"Canadá": (8, 8)}


# -- the line -------------------------------------------------------------------------------------------


def test_a_hand_typed_in_one_line_fills_the_rows_and_rows_write_the_line(desk: Desk, night: Night) -> None:
    counted(night, Letonia=500)
    desk.open()
    desk.settle()
    desk.keys("/", "#3 ai 5, 2 ai, 1 x")
    expect(desk.page.locator("#hand-said")).to_contain_text("“x” in “1 x” is no amount")
    desk.keys("Backspace", "#c; w 3 / 1")
    expect(desk.page.locator("#hand-said")).to_be_empty()
    desk.is_all_in(3, 2)
    expect(desk.row(3).locator("[name=a3]")).to_have_value("5")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("20")
    desk.won(0, 3)
    desk.won(1, 1)
    expect(desk.page.locator(".after")).to_contain_text("out, 8th")
    desk.pot(1).get_by_text("Inglaterra").click()
    line = desk.page.locator("#hand-say")
    expect(line).to_have_value("1 c, 2 ai, 3 ai 5; w 3 / 1+2")
    desk.pot(1).locator("label", has_text="Canadá").click()
    expect(line).to_have_value("1 c, 2 ai, 3 ai 5; w 3 / 2")
    desk.save()
    desk.says("Canadá out in 8th")


def test_shortcuts_beside_the_amount_and_a_short_call(desk: Desk, night: Night) -> None:
    counted(night, Letonia=500)
    desk.open()
    desk.settle()
    desk.keys("1", "h")
    expect(desk.row(1).locator("[name=a1]")).to_have_value("10")
    expect(desk.row(1).locator("[value=in]")).to_be_checked()
    desk.keys("3", "i")
    expect(desk.row(3).locator("[name=a3]")).to_have_value("5")
    expect(desk.row(3).locator(".hand__says")).to_contain_text("all-in with it")
    desk.keys("3", "i", "ArrowUp", "Tab")
    desk.row(2).locator("[data-quick=pot]").click()
    expect(desk.row(2).locator("[value=in]")).to_be_checked()
    # 15.75 lie there; he calls 10 and would raise by 25.75: more than he has
    expect(desk.row(2).locator("[name=a2]")).to_have_value("20")


def test_what_was_typed_is_there_again_after_a_look_at_the_streets(desk: Desk) -> None:
    desk.open()
    desk.settle()
    desk.keys("1", "2", "w", "2")
    desk.won(0, 2)
    to_streets = desk.page.get_by_role("link", name="Street by street")
    to_streets.click()
    expect(desk.page.locator("#streets-board")).to_be_visible()
    desk.keys("Escape")
    expect(desk.page.locator("html")).to_have_attribute("data-link", "live")
    desk.keys("h")
    desk.is_all_in(1, 2)
    desk.won(0, 2)
    to_streets.click()
    desk.page.get_by_role("link", name="Amounts only").click()
    desk.is_all_in(1, 2)
    desk.won(0, 2)
    desk.page.locator("[data-confirm]").click()
    desk.says("Canadá out in 8th")


@pytest.mark.parametrize("size", [(390, 664), (360, 640), (320, 568)])
def test_the_button_that_saves_is_in_sight_on_a_short_phone(
    desk: Desk, night: Night, size: tuple[int, int]
) -> None:
    puts = {
        "Canadá": ("all", 2000),
        "Inglaterra": ("all", 2000),
        "Letonia": ("in", 2000),
        "Irán": ("in", 2000),
    }
    hand = hand_of(enter(night, puts, [["Canadá"]]))
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.page.goto(f"{desk.address}hands/{hand.pk}/")
    expect(desk.page.locator(".effect")).to_contain_text("Nothing yet")
    expect(desk.page.locator(".dialog__foot [data-confirm]")).to_be_in_viewport(ratio=1)
    expect(desk.page.locator("[data-pot]").first).to_be_in_viewport(ratio=1)


def test_the_next_players_all_in_is_tapped_while_an_amount_is_typed_on_a_phone(desk: Desk) -> None:
    resize(desk.page, 390, 844)
    desk.open()
    desk.tap(desk.page.locator("#act-hand"))
    desk.mark(1, "all_in")
    desk.tap(desk.row(1).locator(".hand__name"))
    expect(desk.row(1).locator("[name=a1]")).to_be_focused()
    expect(desk.row(1).locator("[name=a1]")).to_have_css("opacity", "1")
    desk.mark(2, "all_in")
    desk.is_all_in(1, 2)
    expect(desk.row(1).locator("[name=a1]")).to_have_css("opacity", "0")
