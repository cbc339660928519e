"""The big screen and the phones follow the night by themselves, in both languages (Done when 8, 9, 10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tdapp.clock import services as clock
from tdapp.floor import services as floor
from tdapp.journal import backups
from tdapp.journal.undo import undo
from tdapp.rules.levels import Level
from tests import programs
from tests.browser.sizes import resize
from tests.builders import NAVAL, Night, make_night, spt_terms, timed_terms
from tests.programs import LiveSite

SOON = 2000
"""Milliseconds in which an act reaches every open page."""


@dataclass
class Room:
    """The screens and phones that look at the site, and what their consoles complained of."""

    browser: Browser
    site: LiveSite
    complaints: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def open(self, path: str, *, language: str = "en", javascript: bool = True) -> Page:
        """A page of the site in a browser of its own that speaks ``language``."""
        context = self.browser.new_context(
            locale=language, java_script_enabled=javascript, viewport={"width": 1280, "height": 720}
        )
        page = context.new_page()
        self.pages.append(page)

        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(f"{path} {message.text}")

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{path} {error}"))
        page.goto(self.site.url + path)
        if javascript:
            expect(page.locator("html[data-link=live]")).to_have_count(1)
        return page


@pytest.fixture
def room(live_site: LiveSite, browser: Browser) -> Iterator[Room]:
    room = Room(browser, live_site)
    yield room
    for page in room.pages:
        page.context.close()


@pytest.fixture
def naval(live_site: LiveSite) -> Night:
    """The Naval open, being played now: six players, prizes 20 and 10."""
    night = make_night(replace(spt_terms("Open de Naval", prize=500, prizes=(2000, 1000)), meeting=2))
    night.now = datetime.now(UTC)
    night.sign_up(*NAVAL)
    night.start()
    return night


def act(night: Night) -> dict[str, object]:
    """Who acts, now by the wall clock: the pages compare with it."""
    night.now = datetime.now(UTC)
    return night.act


def outs(page: Page) -> Locator:
    """The lines of those who are out, on a screen."""
    return page.locator(".screen__names--out li")


def test_an_out_and_its_undo_reach_screens_and_phones_in_both_languages(room: Room, naval: Night) -> None:
    code = naval.open.code
    screens = {lang: room.open(f"/screen/{code}/", language=lang) for lang in ("en", "es")}
    phones = {lang: room.open(f"/o/{code}/", language=lang) for lang in ("en", "es")}
    naval.out("Tanzania")
    act(naval)
    out = naval.out("Letonia")
    expect(outs(screens["en"])).to_have_text(["5th Letonia", "6th Tanzania"], timeout=SOON)
    expect(outs(screens["es"])).to_have_text(["5.º Letonia", "6.º Tanzania"], timeout=SOON)
    expect(screens["en"].locator(".screen__big")).to_have_text("0.50 / 1\u00a0€", timeout=SOON)
    expect(screens["es"].locator(".screen__big")).to_have_text("0,50 / 1\u00a0€", timeout=SOON)
    for phone, mark in ((phones["en"], "."), (phones["es"], ",")):
        expect(phone.locator(".phone__blinds")).to_have_text(f"0{mark}50 / 1\u00a0€", timeout=SOON)
        expect(phone.locator("#phone-panel .figures dd").first).to_have_text("4/6", timeout=SOON)
    undo(entry=out, **act(naval))
    expect(outs(screens["en"])).to_have_text(["6th Tanzania"], timeout=SOON)
    expect(phones["es"].locator("#phone-panel .figures dd").first).to_have_text("5/6", timeout=SOON)
    assert room.complaints == []


def test_a_player_chooses_a_name_once_and_then_reads_what_concerns_him(room: Room, naval: Night) -> None:
    phone = room.open(f"/o/{naval.open.code}/")
    me = phone.locator("[data-me]")
    expect(me.locator("select option")).to_have_text(["Choose your name", *sorted(NAVAL)])
    me.get_by_label("Who are you?").select_option("Kosovo")
    expect(me.locator("[data-me-lead]")).to_have_text("Kosovo")
    seat = me.locator("[data-me-line]").inner_text()
    assert seat.startswith("Seat ")
    phone.reload()
    expect(me.locator("[data-me-line]")).to_have_text(seat)
    phone.get_by_role("link", name="Tables").click()
    expect(phone.locator("#phone-tables li.me b")).to_have_text("Kosovo")
    act(naval)
    naval.out("Kosovo")
    expect(me.locator("[data-me-line]")).to_have_text("6th of 6", timeout=SOON)
    phone.get_by_role("link", name="Clock").click()
    expect(phone.locator("#phone-panel li.me b")).to_have_text("Kosovo")
    me.get_by_role("button", name="Not you?").click()
    me.get_by_label("Who are you?").select_option("Irán")
    expect(me.locator("[data-me-lead]")).to_have_text("Irán")
    assert room.complaints == []


def test_who_is_choosing_a_name_is_not_disturbed_by_what_arrives(room: Room, naval: Night) -> None:
    phone = room.open(f"/o/{naval.open.code}/")
    names = phone.get_by_label("Who are you?")
    names.focus()
    act(naval)
    naval.out("Tanzania")
    expect(phone.locator("#phone-panel .figures dd").first).to_have_text("5/6", timeout=SOON)
    expect(names).to_be_focused()


def test_pause_resume_and_the_winner_change_the_whole_screen_and_the_phone(room: Room, naval: Night) -> None:
    screen = room.open(f"/screen/{naval.open.code}/")
    phone = room.open(f"/o/{naval.open.code}/", language="es")
    panel, mine = screen.locator("#screen-panel"), phone.locator("#phone-clock")
    clock.pause_clock(open=naval.open, **act(naval))
    expect(panel).to_have_attribute("data-state", "paused", timeout=SOON)
    expect(mine).to_have_attribute("data-state", "paused", timeout=SOON)
    clock.resume_clock(open=naval.open, **act(naval))
    expect(panel).to_have_attribute("data-state", "running", timeout=SOON)
    act(naval)
    naval.out(*reversed(NAVAL[1:]))
    expect(screen.locator(".screen__shout")).to_have_text("Canadá", timeout=SOON)
    floor.finish_open(open=naval.open, **act(naval))
    expect(screen.locator(".screen__podium")).to_have_text("2nd Lituania, 10\u00a0€", timeout=SOON)
    expect(mine.locator(".phone__state")).to_have_text("Canadá", timeout=SOON)
    assert room.complaints == []


def timed(*seconds: int) -> Night:
    """A night with levels of seconds, begun now: 50/100, 100/200 with an ante of 25, …"""
    return begun(*(Level(50 * 2**i, 100 * 2**i, 25 * i, seconds=length) for i, length in enumerate(seconds)))


def begun(*levels: Level) -> Night:
    night = make_night(replace(timed_terms(), levels=levels))
    night.sign_up(*NAVAL)
    night.now = datetime.now(UTC)
    night.start()
    return night


def test_a_level_begins_on_screen_and_phone_without_a_worker_and_stays_for_who_comes_later(
    room: Room,
) -> None:
    night = timed(4, 3600)
    screen, phone = room.open(f"/screen/{night.open.code}/"), room.open(f"/o/{night.open.code}/")
    expect(phone.locator("[data-clock-blinds]")).to_have_text("100 / 200", timeout=6000)
    expect(phone.locator("[data-clock-level]")).to_have_text("2")
    expect(phone.locator(".phone__blinds small")).to_have_text("ante 25")
    expect(screen.locator("[data-clock-level]")).to_have_text("2", timeout=SOON)
    expect(screen.locator("[data-clock-bb]")).to_have_text("200")
    expect(screen.locator("[data-clock-ante]")).to_be_visible()
    expect(screen.locator(".screen__next")).to_be_hidden()
    later = room.open(f"/screen/{night.open.code}/")
    expect(later.locator("[data-clock-level]")).to_have_text("2")
    assert room.complaints == []


def test_with_a_dead_server_the_screen_counts_on_flips_the_level_and_says_that_the_link_is_lost(
    transactional_db: None, data_folder: Path, browser: Browser
) -> None:
    with programs.serve_in_thread() as site:
        room = Room(browser, site)
        night = timed(6, 3600)
        screen = room.open(f"/screen/{night.open.code}/?lang=es")
    expect(screen.locator("[data-clock-level]")).to_have_text("2", timeout=8000)
    expect(screen.locator("[data-clock-time]")).to_have_text("59:58")
    expect(screen.locator("[data-link-lost]")).to_be_visible(timeout=10_000)
    screen.context.close()


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has pg_dump")
def test_a_restored_backup_reaches_open_pages(room: Room, naval: Night) -> None:
    act(naval)
    naval.out("Tanzania")
    copy = backups.by_hand(now=datetime.now(UTC))
    act(naval)
    naval.out("Letonia")
    screen = room.open(f"/screen/{naval.open.code}/")
    phone = room.open(f"/o/{naval.open.code}/", language="es")
    expect(outs(screen)).to_have_text(["5th Letonia", "6th Tanzania"])
    connection.close()
    backups.restore(copy, now=datetime.now(UTC))
    expect(outs(screen)).to_have_text(["6th Tanzania"], timeout=6000)
    expect(phone.locator("#phone-panel .figures dd").first).to_have_text("5/6", timeout=6000)
    assert room.complaints == []


def test_the_tv_changes_its_language_without_changing_the_one_of_the_desk(room: Room, naval: Night) -> None:
    screen = room.open("/screen/")
    expect(screen.locator(".screen__label")).to_have_text("Blinds")
    screen.locator(".screen__tools a").focus()
    screen.keyboard.press("Enter")
    expect(screen.locator("html")).to_have_attribute("lang", "es")
    act(naval)
    naval.out("Tanzania")
    expect(outs(screen)).to_have_text(["6.º Tanzania"], timeout=SOON)
    screen.goto(f"{room.site.url}/o/{naval.open.code}/")
    expect(screen.locator("html")).to_have_attribute("lang", "en")


def test_without_javascript_every_page_shows_the_night_as_it_is(room: Room, naval: Night) -> None:
    screen = room.open(f"/screen/{naval.open.code}/", javascript=False)
    expect(screen.locator(".screen__big")).to_have_text("0.25 / 0.50\u00a0€")
    phone = room.open(f"/o/{naval.open.code}/", javascript=False)
    expect(phone.locator(".phone__blinds")).to_have_text("0.25 / 0.50\u00a0€")
    expect(phone.locator("[data-me]")).to_be_hidden()
    phone.get_by_role("link", name="Tables").click()
    expect(phone.locator("#phone-tables li")).to_have_count(6)


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_page_of_a_phone_is_wider_than_it(room: Room, naval: Night, language: str) -> None:
    for rest in ("", "tables/"):
        page = room.open(f"/o/{naval.open.code}/{rest}", language=language)
        for width in (320, 390, 768, 1440):
            resize(page, width, 844)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert room.complaints == []


def test_a_break_that_begins_with_a_dead_server_is_called_so(
    transactional_db: None, data_folder: Path, browser: Browser
) -> None:
    with programs.serve_in_thread() as site:
        room = Room(browser, site)
        night = begun(Level(50, 100, seconds=6), Level.break_of(15), Level(75, 150, seconds=1200))
        screen, phone = (room.open(f"/{kind}/{night.open.code}/") for kind in ("screen", "o"))
        expect(screen.get_by_text("Next break")).to_be_visible()
    for page in (screen, phone):
        expect(page.get_by_text("Break", exact=True)).to_be_visible(timeout=8000)
        expect(page.locator("[data-in-ms]")).to_be_hidden()
        page.context.close()
