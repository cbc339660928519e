"""An act that comes to nothing is said where one looks, in a real browser; what was typed stays."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tdapp.accounts.services import make_sign_in_link
from tdapp.opens.models import Entry
from tests.builders import Night, make_night
from tests.programs import LiveSite

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    return make_night()


def sign_in(page: Page, site: LiveSite, night: Night) -> None:
    token = make_sign_in_link(user=night.director, purpose="phone", now=datetime.now(UTC))
    page.goto(f"{site.url}/sign-in/{token}/")
    page.get_by_role("button", name="Sign in on this device").click()
    expect(page.get_by_role("heading", name="Opens", exact=True)).to_be_visible()


def test_a_page_from_before_another_sign_in_says_so_and_adds_nobody(
    context: BrowserContext, live_site: LiveSite, night: Night
) -> None:
    desk = context.new_page()
    sign_in(desk, live_site, night)
    desk.goto(f"{live_site.url}/desk/{night.open.code}/door/")
    other = context.new_page()
    sign_in(other, live_site, night)
    desk.bring_to_front()
    desk.get_by_label("Add a player").fill("Kosovo")
    desk.keyboard.press("Enter")
    expect(desk.locator(".message--error")).to_contain_text("This page was out of date.")
    expect(desk.get_by_label("Add a player")).to_have_value("Kosovo")
    assert not Entry.objects.exists()
    desk.locator(".message--error").get_by_role("button", name="Dismiss").click()
    expect(desk.locator(".message--error")).to_have_count(0)


def test_an_answer_that_never_comes_is_said_and_the_same_form_again_counts_once(
    context: BrowserContext, live_site: LiveSite, night: Night
) -> None:
    night.sign_up("Irán", pay=False)
    desk = context.new_page()
    sign_in(desk, live_site, night)
    desk.goto(f"{live_site.url}/desk/{night.open.code}/door/")
    desk.route("**/live/**", lambda route: route.abort())
    desk.route("**/door/*/pay/", lambda route: (route.fetch(), route.abort()))
    row = desk.locator(".door__list > li").filter(has_text="Irán")
    row.locator("[id^=door-pay-]").click()
    expect(desk.locator(".message--error")).to_contain_text("Do it once more: it counts once.")
    assert night.pool().prize == 1000  # the answer was lost, not the payment


def test_names_that_nobody_heard_come_back_one_after_the_other(
    context: BrowserContext, live_site: LiveSite, night: Night
) -> None:
    desk = context.new_page()
    sign_in(desk, live_site, night)
    desk.goto(f"{live_site.url}/desk/{night.open.code}/door/")
    desk.route("**/door/add/", lambda route: route.abort())
    field = desk.get_by_label("Add a player")
    field.focus()
    expect(desk.get_by_label("Add a player")).to_be_focused()
    desk.keyboard.type("Canadá\nIrán\nKosovo\n")
    expect(desk.locator(".message--error")).to_contain_text("No answer came from the laptop")
    expect(field).to_have_value("Canadá")
    desk.unroute("**/door/add/")
    for name, following in (("Canadá", "Irán"), ("Irán", "Kosovo"), ("Kosovo", "")):
        expect(field).to_have_value(name)
        desk.keyboard.press("Enter")
        expect(desk.locator(".door__list > li").filter(has_text=name)).to_be_visible()
        expect(field).to_have_value(following)
    names = [str(one.player) for one in Entry.objects.order_by("order")]
    assert names == ["Canadá", "Irán", "Kosovo"]


def test_in_a_dialog_it_is_said_inside_the_dialog(
    context: BrowserContext, live_site: LiveSite, night: Night
) -> None:
    desk = context.new_page()
    sign_in(desk, live_site, night)
    desk.goto(f"{live_site.url}/desk/{night.open.code}/door/")
    desk.get_by_role("link", name="Paste a list").click()
    dialog = desk.locator("dialog[open]")
    dialog.get_by_label("One name a line").fill("Kosovo\nIrán")
    desk.route("**/door/list/", lambda route: route.abort())
    dialog.locator("button[type=submit]").click()
    expect(dialog.get_by_role("alert")).to_contain_text("No answer came from the laptop")
    expect(dialog.get_by_label("One name a line")).to_have_value("Kosovo\nIrán")
