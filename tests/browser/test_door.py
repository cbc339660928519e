"""The door in a real browser: names as fast as they are typed, the keyboard alone, one hand on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from tdapp.accounts.services import make_sign_in_link
from tdapp.cash import queries as cash
from tdapp.cash.models import Payment
from tdapp.opens.models import Entry
from tdapp.players.models import Player
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.programs import LiveSite

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """A 10 € + 2 € night of a director called Directora."""
    return make_night(spt_terms(prize=1000, house=200))


@pytest.fixture
def desk(context: BrowserContext, live_site: LiveSite, night: Night) -> Iterator[Page]:
    """A browser signed in by a link, at the door; it must not complain."""
    page = context.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # What the server refuses (422) is shown on the page; the console lists it all the same.
        if message.type == "error" and "422" not in message.text:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    token = make_sign_in_link(user=night.director, purpose="phone", now=datetime.now(UTC))
    page.goto(f"{live_site.url}/sign-in/{token}/")
    page.get_by_role("button", name="Sign in on this device").click()
    page.goto(f"{live_site.url}/desk/{night.open.code}/door/")
    # The browser gives the field its focus a moment after the page has loaded.
    expect(page.get_by_label("Add a player")).to_be_focused()
    yield page
    assert complaints == []


def names(night: Night) -> list[str]:
    return [str(one.player) for one in Entry.objects.filter(open=night.open).order_by("order")]


def test_a_whole_list_is_typed_without_waiting_and_arrives_in_order(desk: Page, night: Night) -> None:
    field = desk.get_by_label("Add a player")
    expect(field).to_be_focused()
    desk.keyboard.type("".join(f"{name}\n" for name in BARBARISMO))
    expect(desk.locator(".door__list > li")).to_have_count(8)
    assert names(night) == list(BARBARISMO)
    expect(field).to_be_focused()
    expect(field).to_have_value("")


def test_shift_enter_adds_takes_the_buy_in_and_seats(desk: Page, night: Night) -> None:
    desk.keyboard.type("Kosovo")
    desk.keyboard.press("Shift+Enter")
    row = desk.locator(".door__list > li").filter(has_text="Kosovo")
    expect(row).to_contain_text("table 1, seat")
    expect(row).to_contain_text("10\xa0€ + 2\xa0€")
    expect(desk.locator(".figures")).to_contain_text("10\xa0€")
    assert (night.pool().prize, night.pool().house) == (1000, 200)


def test_arrows_choose_a_proposed_player(desk: Page, night: Night) -> None:
    for note in ("de Huesca", "de Naval"):
        Player.objects.create(nickname="Ana", note=note, folded="ana")
    desk.keyboard.type("an")
    expect(desk.get_by_role("option")).to_have_count(2)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(desk.locator(".door__list > li")).to_have_count(1)
    assert names(night) == ["Ana (de Naval)"]
    expect(desk.get_by_role("option")).to_have_count(0)


def test_the_same_name_twice_stays_typed_and_another_one_is_one_tap_away(desk: Page, night: Night) -> None:
    desk.keyboard.type("Irán\n")
    expect(desk.locator(".door__list > li")).to_have_count(1)
    desk.keyboard.type("Irán\n")
    expect(desk.get_by_label("Add a player")).to_have_value("Irán")
    desk.get_by_role("button", name="Another Irán").click()
    expect(desk.locator(".door__list > li")).to_have_count(2)
    assert names(night) == ["Irán", "Irán (2)"]
    expect(desk.get_by_label("Add a player")).to_have_value("")
    expect(desk.get_by_label("Add a player")).to_be_focused()


def test_a_double_click_pays_once_and_again_on_purpose_is_asked(desk: Page, night: Night) -> None:
    desk.keyboard.type("Letonia\n")
    desk.get_by_role("button", name="Letonia pays 10\xa0€ + 2\xa0€", exact=True).dblclick()
    expect(desk.locator(".door__pay .done")).to_have_count(1)
    assert night.pool().prize == 1000
    desk.get_by_role("link", name="More about Letonia").click()
    desk.get_by_role("button", name="Take the buy-in again").click()
    expect(desk.get_by_role("dialog")).to_contain_text("Take it again?")
    desk.get_by_role("button", name="Yes, take it again").click()
    expect(desk.get_by_role("dialog")).to_have_count(0)
    expect(desk.locator(".figures")).to_contain_text("20\xa0€")
    assert night.pool().prize == 2000


def test_a_list_is_pasted_paid_and_one_of_it_withdrawn_and_brought_back(desk: Page, night: Night) -> None:
    desk.get_by_role("link", name="Paste a list").click()
    desk.get_by_label("One name a line").fill("1. Canadá\n2. Inglaterra\n3. Letonia")
    desk.get_by_label("All of them have paid").check()
    desk.get_by_role("button", name="Sign them up").click()
    expect(desk.locator(".door__pay .done")).to_have_count(3)
    desk.get_by_role("link", name="Inglaterra", exact=True).click()
    desk.get_by_role("link", name="Inglaterra does not play after all…").click()
    expect(desk.get_by_role("dialog")).to_contain_text("Hand back 12\xa0€.")
    desk.get_by_role("button", name="Withdraw").click()
    expect(desk.locator(".door__list > li")).to_have_count(2)
    desk.keyboard.press("Control+z")
    expect(desk.locator(".door__list > li")).to_have_count(3)
    assert cash.till(night.open, night.pool()).in_hand == 3600


def test_another_device_sees_what_happens_at_the_door(desk: Page, night: Night) -> None:
    other = desk.context.new_page()
    other.goto(desk.url)
    desk.bring_to_front()
    desk.keyboard.type("Tanzania\n")
    expect(desk.locator(".door__list > li")).to_have_count(1)
    other.bring_to_front()
    expect(other.locator(".door__list > li")).to_have_count(1)


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
def test_the_door_fits_a_phone_and_every_button_can_be_tapped(desk: Page, night: Night, width: int) -> None:
    night.sign_up("San Vicente y las Granadinas", pay=False)
    night.sign_up("Canadá")
    desk.set_viewport_size({"width": width, "height": 844})
    desk.reload()
    expect(desk.get_by_label("Add a player")).to_be_focused()
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
    heights = desk.locator(".door button:visible, .door a.btn:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 36


def test_enter_in_the_name_of_a_player_saves_it_and_takes_no_money(desk: Page, night: Night) -> None:
    desk.keyboard.type("Canda")
    desk.keyboard.press("Shift+Enter")
    desk.get_by_role("link", name="More about Canda").click()
    desk.get_by_label("Nickname").fill("Canadá")
    desk.keyboard.press("Enter")
    expect(desk.locator(".door__list")).to_contain_text("Canadá")
    assert names(night) == ["Canadá"]
    assert night.pool().prize == 1000


def test_a_name_without_its_accent_asks_who_is_meant(desk: Page, night: Night) -> None:
    known = Player.objects.create(nickname="Canadá", folded="canada")
    desk.keyboard.type("canada\n")
    expect(desk.get_by_role("alert")).to_contain_text("Who is “canada”?")
    expect(desk.get_by_role("option")).to_have_count(0)
    desk.get_by_role("button", name="Canadá", exact=True).click()
    expect(desk.locator(".door__list > li")).to_have_count(1)
    assert Entry.objects.get().player == known


def test_each_way_of_paying_is_a_key(desk: Page, night: Night) -> None:
    field = desk.get_by_label("Add a player")
    rows = desk.locator(".door__list > li")
    for name, keys, says in (
        ("Kosovo", "Control+Enter", "by card"),
        ("Irán", "Control+Shift+Enter", "by transfer"),
        ("Israel", "Enter", "owes 12"),
    ):
        field.fill(name)
        desk.keyboard.press(keys)
        expect(rows.filter(has_text=name)).to_contain_text(says)
    desk.get_by_role("link", name="More about Kosovo").click()
    desk.locator("#door-dues").click()
    expect(desk.locator("#purchases-dues")).to_contain_text("all paid")
    desk.keyboard.press("Escape")
    desk.get_by_role("button", name="Israel pays 10\xa0€ + 2\xa0€ by transfer").click()
    expect(rows.filter(has_text="Israel")).to_contain_text("by transfer")
    assert list(Payment.objects.order_by("pk").values_list("method", flat=True)) == [
        "card",
        "transfer",
        "transfer",
    ]
