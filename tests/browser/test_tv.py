"""Television sets in a real browser: one address, run from the desk, and their keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tdapp.displays.models import Announcement, Display
from tdapp.displays.services import LookChange, add_display, change_look
from tdapp.journal.models import JournalEntry
from tests.browser.ears import EARS
from tests.builders import NAVAL, Night, make_night, timed_terms
from tests.desk.clients import client_of
from tests.programs import LiveSite

SOON = 2000
FOLLOWS = 15000
"""Milliseconds in which a set that was sent elsewhere goes there."""


@dataclass
class Club:
    """The browsers of a club: televisions, and the director's laptop."""

    browser: Browser
    site: LiveSite
    night: Night
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def page(self, path: str, *, signed_in: bool = False, script: str = "") -> Page:
        """A page in a browser of its own."""
        context = self.browser.new_context(locale="en", viewport={"width": 1280, "height": 720})
        self.contexts.append(context)
        if signed_in:
            cookie = client_of(self.night.director).cookies[settings.SESSION_COOKIE_NAME]
            context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": self.site.url}])
        page = context.new_page()
        if script:
            page.add_init_script(script)
        page.on("console", lambda one: self.complaints.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.site.url + path)
        return page


@pytest.fixture
def club(live_site: LiveSite, browser: Browser) -> Iterator[Club]:
    night = make_night(timed_terms())
    night.now = datetime.now(UTC)
    night.sign_up(*NAVAL)
    night.start()
    club = Club(browser, live_site, night)
    yield club
    for context in club.contexts:
        context.close()


def code_on(tv: Page) -> str:
    return tv.locator("[data-tv-code] b").inner_text()


def pair(desk: Page, tv: Page, *, open: str = "Whichever is on", keys: bool = True) -> None:
    """Type the code that the set shows, at the desk's page about the screens."""
    desk.keyboard.press("a")
    desk.get_by_label("Code", exact=True).fill(code_on(tv).lower())
    desk.get_by_label("Name", exact=True).fill("Bar")
    desk.get_by_label("Open", exact=True).select_option(label=open)
    if keys:
        desk.get_by_label("Its keyboard may run the clock").check()
    desk.keyboard.press("Enter")
    expect(desk.locator("#screens-tvs")).to_contain_text("Bar")


def acts(night: Night) -> list[str]:
    entries = JournalEntry.objects.filter(stream=night.open.stream, params__has_key="by_display")
    return list(entries.order_by("number").values_list("kind", flat=True))


def test_a_set_opens_one_address_and_the_desk_sends_it_where_it_belongs(club: Club) -> None:
    night = club.night
    other = make_night(
        replace(timed_terms("Open de Graus"), date=datetime.now(UTC).date()),
        tour=night.tour, director=night.director,
    )  # fmt: skip
    tv = club.page("/tv/")
    expect(tv).to_have_url(f"{club.site.url}/screen/{night.open.code}/?tv=1")
    expect(tv.locator("[data-tv-code]")).to_contain_text("at the desk: Screens")
    desk = club.page(f"/desk/{night.open.code}/screens/", signed_in=True)
    pair(desk, tv)
    expect(tv.locator("[data-tv-code]")).to_be_hidden(timeout=FOLLOWS)
    desk.get_by_label("Change TV Bar").click()
    desk.get_by_label("Open", exact=True).select_option(label="Open de Graus")
    desk.get_by_label("Name", exact=True).press("Enter")
    expect(desk.locator("#screens-tvs")).to_contain_text("Open de Graus")
    assert Display.objects.count() == 1, "Enter saves, it does not take off the list"
    expect(tv).to_have_url(f"{club.site.url}/screen/{other.open.code}/?tv=1", timeout=FOLLOWS)
    assert club.complaints == []


def test_a_screen_that_waits_outlives_the_server_and_finds_another_open_by_itself(club: Club) -> None:
    def tonight(name: str) -> None:
        terms = replace(timed_terms(name), date=datetime.now(UTC).date())
        other = make_night(terms, tour=club.night.tour, director=club.night.director)
        other.now = datetime.now(UTC)
        other.sign_up(*NAVAL)
        other.start()

    tonight("Open de Graus")
    screen = club.page("/screen/")
    expect(screen.locator(".screen__shout")).to_have_text("Which open?")
    screen.context.set_offline(True)
    screen.wait_for_timeout(11_000)
    expect(screen.locator(".screen__shout")).to_have_text("Which open?")
    tonight("Open de Naval")
    screen.context.set_offline(False)
    expect(screen.locator(".screen__choice")).to_contain_text("Open de Naval", timeout=FOLLOWS)


def test_the_keys_of_a_paired_set_run_the_clock(club: Club) -> None:
    night = club.night
    tv = club.page("/tv/")
    tv.keyboard.press(" ")
    desk = club.page(f"/desk/{night.open.code}/screens/", signed_in=True)
    pair(desk, tv)
    tv.reload()
    state = tv.locator("#screen-panel")
    said = tv.locator("[data-tv-said]")
    tv.keyboard.press(" ")
    expect(state).to_have_attribute("data-state", "paused", timeout=SOON)
    expect(said).to_have_text("Clock paused, from the TV Bar")
    tv.keyboard.press(" ")
    expect(state).to_have_attribute("data-state", "running", timeout=SOON)
    tv.keyboard.press("ArrowUp")
    expect(said).to_have_text("1 minute added to the level, from the TV Bar")
    tv.keyboard.press("ArrowRight")
    expect(said).to_have_text("Press → again for the next level")
    assert acts(night) == ["clock_paused", "clock_resumed", "time_added"]
    tv.keyboard.press("ArrowRight")
    expect(tv.locator("[data-clock-level]").first).to_have_text("2", timeout=SOON)
    assert acts(night) == ["clock_paused", "clock_resumed", "time_added", "level_set"]
    assert club.complaints == []


def test_a_set_nobody_paired_has_its_local_keys_only(club: Club) -> None:
    tv = club.page("/tv/")
    tv.evaluate("document.addEventListener('tapete:mute', () => (document.title = 'muted'))")
    for key in (" ", "ArrowRight", "ArrowRight", "ArrowUp", "m"):
        tv.keyboard.press(key)
    expect(tv).to_have_title("muted")
    assert acts(club.night) == []
    assert club.complaints == []


def test_a_silent_set_makes_no_sound_and_asks_for_none_beside_one_that_does(club: Club) -> None:
    night = club.night
    night.now = datetime.now(UTC)
    loud, quiet = (club.page("/tv/", script=EARS) for _ in range(2))
    for tv, silent in ((loud, False), (quiet, True)):
        add_display(
            tour=night.tour, code=code_on(tv),
            terms={"name": "", "open": None, "shows": "both", "silent": silent, "keys": False},
            **night.act,
        )  # fmt: skip
        expect(tv.locator("[data-tv-code]")).to_be_hidden(timeout=FOLLOWS)
    expect(quiet.get_by_role("button", name="Tap once for sound")).to_be_hidden()
    loud.get_by_role("button", name="Tap once for sound").click()
    quiet.locator(".screen__time").click()
    night.out("Tanzania")
    expect(loud.locator("body")).to_have_attribute("data-heard", "out", timeout=SOON)
    expect(quiet.locator(".screen__names--out")).to_contain_text("Tanzania", timeout=SOON)
    assert quiet.evaluate("heard") == []
    assert club.complaints == []


def test_a_message_is_typed_and_sent_by_the_keyboard_alone(club: Club) -> None:
    desk = club.page(f"/desk/{club.night.open.code}/", signed_in=True)
    desk.keyboard.press("m")
    expect(desk.locator("#screens-message")).to_be_visible()
    desk.keyboard.type("Cake for Canadá")
    desk.keyboard.press("Enter")
    expect(desk.locator("#screens-message")).to_have_count(0)
    assert [row.text for row in Announcement.objects.all()] == ["Cake for Canadá"]
    desk.keyboard.press("m")
    desk.get_by_role("button", name="Food is ready").first.click()
    expect(desk.locator("#screens-message")).to_have_count(0)
    assert [row.text for row in Announcement.objects.order_by("pk")] == ["Cake for Canadá", "Food is ready"]
    assert club.complaints == []


def test_a_picked_colour_stands_in_its_field_and_a_light_one_is_refused_with_a_darker(club: Club) -> None:
    desk = club.page(f"/desk/{club.night.open.code}/screens/", signed_in=True)
    desk.get_by_label("Pick the background").fill("#2fae7a")
    expect(desk.get_by_label("Background", exact=True)).to_have_value("#2fae7a")
    desk.get_by_label("Name of the club").fill("Peña El Farol")
    desk.get_by_label("Name of the club").press("Enter")
    expect(desk.locator("#id_background_error")).to_contain_text("take #185a3f")
    desk.get_by_role("button", name="Take #185a3f").click()
    expect(desk.get_by_label("Background", exact=True)).to_have_value("#185a3f")
    expect(desk.get_by_label("Name of the club")).to_have_value("Peña El Farol")


def test_the_sheet_of_a_look_colours_the_screen_and_a_pause_stays_red(club: Club) -> None:
    night = club.night
    change_look(tour=night.tour, wanted=LookChange(background="#14213d"), **night.act)
    screen = club.page(f"/screen/{night.open.code}/")
    ground = "getComputedStyle(document.querySelector('.screen')).getPropertyValue('--ground').trim()"
    expect(screen.locator("link[href*='/screen/look/']")).to_have_count(1)
    assert screen.evaluate(ground) == "#14213d"
    screen.evaluate("document.querySelector('.screen').dataset.state = 'paused'")
    assert screen.evaluate(ground) == "#a31c1c"
