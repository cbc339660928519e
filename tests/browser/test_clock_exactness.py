"""Clocks in real browsers against the server's instants: flips, sleep, stepped clocks, dead servers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tdapp.clock import services as clocks
from tdapp.clock import tasks
from tdapp.clock.models import Clock
from tdapp.journal.undo import undo
from tdapp.rules.levels import Level
from tests import programs
from tests.builders import NAVAL, Night, make_night, timed_terms
from tests.programs import LiveSite

SOON = 3000
EXACT_MS = 100

# Notes when each level's number was written, by a clock that nobody in the page can set; and what moved.
WATCH = """
  window.flips = {};
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push([performance.now(), one.value]);
  }).observe({ type: "layout-shift", buffered: true });
  const now = performance.now.bind(performance);
  new MutationObserver(() => {
    const at = performance.timeOrigin + now();
    const level = document.querySelector("[data-clock-level]");
    if (level) window.flips[level.textContent] ??= at;
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""
# A machine whose clock is wrong, can be set, and can sleep: then only the wall clock goes on.
MACHINE = """
  window.wrong = %d;
  window.slept = 0;
  const RealDate = Date;
  const perf = performance.now.bind(performance);
  window.Date = class extends RealDate {
    constructor(...words) { words.length ? super(...words) : super(RealDate.now() + window.wrong); }
    static now() { return RealDate.now() + window.wrong; }
  };
"""


@dataclass
class Viewers:
    """Browsers of the room, each in a context of its own."""

    browser: Browser
    pages: list[Page] = field(default_factory=list)

    def open(self, address: str, script: str = "") -> Page:
        context = self.browser.new_context(locale="en", viewport={"width": 1280, "height": 720})
        context.add_init_script(script + WATCH)
        page = context.new_page()
        self.pages.append(page)
        page.goto(address)
        expect(page.locator("html[data-link=live]")).to_have_count(1)
        return page


@pytest.fixture
def viewers(browser: Browser) -> Iterator[Viewers]:
    seen = Viewers(browser)
    yield seen
    for page in seen.pages:
        page.context.close()


def begun(seconds: int, count: int) -> Night:
    """A night that begins now, with so many levels of so many seconds."""
    levels = tuple(Level(25 * n, 50 * n, seconds=seconds) for n in range(4, 4 + count))
    night = make_night(replace(timed_terms(), levels=levels))
    night.now = datetime.now(UTC)
    night.sign_up(*NAVAL)
    night.now = datetime.now(UTC)
    night.start()
    return night


def due_ms(night: Night, seconds: int, number: int) -> float:
    """When level ``number`` is due, in ms since 1970, by the clock's stored setting."""
    anchor = Clock.objects.get(round__open=night.open).anchor_at
    return (anchor + timedelta(seconds=seconds * (number - 1))).timestamp() * 1000


def flips(page: Page) -> dict[int, float]:
    return {int(level): at for level, at in page.evaluate("window.flips").items() if level}


def seconds_on(page: Page) -> int:
    minutes, seconds = page.locator("[data-clock-time]").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def seconds_left(night: Night, length: int) -> float:
    return length - (datetime.now(UTC) - Clock.objects.get(round__open=night.open).anchor_at).total_seconds()


def test_twenty_levels_flip_within_100_ms_of_their_instant_on_two_screens_and_on_a_phone_90_s_wrong(
    live_site: LiveSite, viewers: Viewers
) -> None:
    night = begun(2, 22)
    pages = [
        viewers.open(f"{live_site.url}/screen/{night.open.code}/"),
        viewers.open(f"{live_site.url}/screen/{night.open.code}/?lang=es"),
        viewers.open(f"{live_site.url}/o/{night.open.code}/", MACHINE % -90_000),
    ]
    first = max(int(page.locator("[data-clock-level]").inner_text()) for page in pages) + 1
    for number in range(first, 23):
        expect(pages[0].locator("[data-clock-level]")).to_have_text(str(number), timeout=SOON)
        tasks.sweep()  # what the worker does: a page knows eight levels ahead, and hears of more with each
    expect(pages[2].locator("[data-clock-level]")).to_have_text("22")
    seen = [flips(page) for page in pages]
    numbers = range(first, 23)
    assert len(numbers) >= 17
    late = {number: [one[number] - due_ms(night, 2, number) for one in seen] for number in numbers}
    assert {number: found for number, found in late.items() if max(map(abs, found)) > EXACT_MS} == {}
    apart = {number: max(found) - min(found) for number, found in late.items()}
    assert max(apart.values()) <= EXACT_MS
    moved = pages[0].evaluate("window.shifts.filter(([at]) => at > 3000).map(([at, value]) => value)")
    assert sum(moved) < 0.001


def test_with_the_server_killed_for_three_levels_the_screen_is_right_says_so_and_agrees_on_return(
    transactional_db: None, data_folder: Path, viewers: Viewers
) -> None:
    with programs.serve_in_thread() as site:
        night = begun(4, 12)
        screen = viewers.open(f"{site.url}/screen/{night.open.code}/")
        here = int(screen.locator("[data-clock-level]").inner_text())
    for number in range(here + 1, here + 4):
        expect(screen.locator("[data-clock-level]")).to_have_text(str(number), timeout=6000)
    expect(screen.locator("[data-link-lost]")).to_be_visible(timeout=10_000)
    with programs.serve_in_thread(site.port):
        expect(screen.locator("[data-link-lost]")).to_be_hidden(timeout=20_000)
        now = int(screen.locator("[data-clock-level]").inner_text())
        expect(screen.locator("[data-clock-level]")).to_have_text(str(now + 1), timeout=6000)
        seen = flips(screen)
        for number in [*range(here + 1, here + 4), now + 1]:
            assert abs(seen[number] - due_ms(night, 4, number)) <= EXACT_MS


def test_fault_58_a_laptop_that_slept_8_of_10_minutes_shows_2_00_without_any_server(
    live_site: LiveSite, viewers: Viewers
) -> None:
    night = begun(600, 3)
    held = "performance.now = () => perf() - window.slept;"
    screen = viewers.open(f"{live_site.url}/screen/{night.open.code}/", MACHINE % 0 + held)
    screen.context.set_offline(True)
    screen.evaluate("window.wrong += 480000")  # performance.now stood still, the wall clock did not
    expect(screen.locator("[data-clock-time]")).to_have_text(re.compile("^(1:5|2:0)"), timeout=SOON)
    assert abs(seconds_on(screen) - (seconds_left(night, 600) - 480)) <= 1.1


def test_a_wall_clock_set_an_hour_ahead_or_back_is_put_right_by_the_next_word_of_the_server(
    live_site: LiveSite, viewers: Viewers
) -> None:
    night = begun(600, 12)
    screen = viewers.open(f"{live_site.url}/screen/{night.open.code}/", MACHINE % 0)
    for step in (3_600_000, -7_200_000):
        screen.evaluate("step => (window.wrong += step)", step)
        screen.evaluate("() => new Promise((go) => setTimeout(go, 1500))")
        expect(screen.locator("[data-clock-level]")).to_have_text("1", timeout=SOON)
        assert abs(seconds_on(screen) - seconds_left(night, 600)) <= 1.1


def test_fault_59_a_frozen_tab_shows_the_servers_time_when_it_comes_back(
    live_site: LiveSite, viewers: Viewers
) -> None:
    night = begun(2, 30)
    screen = viewers.open(f"{live_site.url}/screen/{night.open.code}/")
    other = viewers.open(f"{live_site.url}/screen/{night.open.code}/")
    tab = screen.context.new_cdp_session(screen)
    tab.send("Page.setWebLifecycleState", {"state": "frozen"})
    here = int(other.locator("[data-clock-level]").inner_text())
    expect(other.locator("[data-clock-level]")).to_have_text(str(here + 3), timeout=9000)
    tab.send("Page.setWebLifecycleState", {"state": "active"})
    expect(screen.locator("[data-clock-level]")).to_have_text(str(here + 3), timeout=1000)
    expect(screen.locator("[data-clock-level]")).to_have_text(str(here + 5), timeout=2 * SOON)
    assert abs(flips(screen)[here + 5] - due_ms(night, 2, here + 5)) <= EXACT_MS


def test_a_pause_while_a_phone_is_off_line_reaches_it_on_return_and_its_undo_gives_the_time_back(
    live_site: LiveSite, viewers: Viewers
) -> None:
    night = begun(600, 3)
    phone = viewers.open(f"{live_site.url}/o/{night.open.code}/")
    phone.context.set_offline(True)
    night.now = datetime.now(UTC)
    paused = clocks.pause_clock(open=night.open, **night.act)
    stands = 600 - (night.now - Clock.objects.get().anchor_at).total_seconds()
    assert stands == 600  # the anchor is the pause's own
    phone.context.set_offline(False)
    expect(phone.get_by_text("Paused")).to_be_visible(timeout=15_000)
    later = viewers.open(f"{live_site.url}/o/{night.open.code}/")
    assert later.locator("[data-clock-time]").inner_text() == phone.locator("[data-clock-time]").inner_text()
    undo(entry=paused, actor=night.director, now=datetime.now(UTC))
    for page in (phone, later):
        expect(page.get_by_text("Paused")).to_be_hidden(timeout=SOON)
        assert abs(seconds_on(page) - seconds_left(night, 600)) <= 1.1


def test_fault_56_names_typed_at_the_door_never_run_the_clock(live_site: LiveSite, viewers: Viewers) -> None:
    night = begun(600, 3)
    setting = Clock.objects.get().setting
    screen = viewers.open(f"{live_site.url}/screen/{night.open.code}/")
    screen.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'typed' }))")
    screen.locator("#typed").focus()
    screen.keyboard.type("Anne-Marie Jean Paul fm ")
    assert screen.locator("#typed").input_value() == "Anne-Marie Jean Paul fm "
    assert Clock.objects.get().setting == setting
    assert screen.evaluate("document.fullscreenElement") is None
