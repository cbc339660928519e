"""What other clocks got wrong, tried on our pages in a real Chromium (faults 50–68).

Instants are read where neither the page's ``Date`` nor its ``performance.now`` can be moved: they are
those of the machine, from which the due instants in the database come too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tdapp.clock import services as clock
from tdapp.clock.models import Clock
from tdapp.clock.queries import clock_face
from tdapp.journal.undo import undo
from tdapp.rules.levels import Level
from tests import programs
from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.builders import NAVAL, Night, make_night, timed_terms
from tests.programs import LiveSite

NEAR = 100
"""Milliseconds by which a flip may miss its instant."""
SOON = 2000
STEP = 2
"""Seconds of a level in the schedules that are sped up."""
PATHS = {"screen": "/screen/{}/", "phone": "/o/{}/"}

# The small blind that stands on the page, each with the instant from which it stood there; what moved; and
# when the machine, busy with other tests, gave the page no turn at all: that is no fault of the page.
WATCH = """(() => {
  const now = performance.now.bind(performance);
  window.seen = [];
  window.shifts = [];
  let last = "";
  const look = () => {
    const place = document.querySelector("[data-clock-sb], [data-clock-blinds]");
    const text = place ? String(parseInt(place.textContent, 10)) : "";
    if (!text || text === last) return;
    last = text;
    window.seen.push({ sb: Number(text), at: performance.timeOrigin + now() });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => {
        const place = node instanceof Element ? node : node?.parentElement;
        return place?.className || place?.id || place?.tagName;
      });
      window.shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
  window.stalls = [];
  let beat = now();
  setInterval(() => {
    const next = now();
    if (next - beat > 60) window.stalls.push([performance.timeOrigin + beat, performance.timeOrigin + next]);
    beat = next;
  }, 20);
})();"""

# A laptop whose clock is wrong by so many ms, and that can be set while it runs (skew.date).
LAPTOP = """(() => {
  const Right = Date;
  window.skew = { date: %d };
  window.Date = class extends Right {
    constructor(...words) { words.length ? super(...words) : super(Right.now() + skew.date); }
    static now() { return Right.now() + skew.date; }
  };
})();"""

# Has live.js connect anew.
ASK = "document.body.dispatchEvent(new Event('tapete:woke', { bubbles: true }))"

# What the browser does to a tab that is covered by another, or comes back.
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# What live.js says once the server speaks again, to a machine that is 90 s ahead.
TOLD = "document.dispatchEvent(new CustomEvent('tapete:server', { detail: { now: Date.now() - 90000 } }))"


@dataclass
class Room:
    """The pages that look at a night, and what their consoles complained of."""

    browser: Browser
    site: LiveSite
    complaints: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def open(self, kind: str, night: Night, *, wrong_by: int = 0) -> Page:
        """A screen or phone in a browser of its own, on a machine whose clock is wrong by so many seconds."""
        size = (1280, 720) if kind == "screen" else (390, 844)
        context = self.browser.new_context(locale="en", viewport={"width": size[0], "height": size[1]})
        page = context.new_page()
        self.pages.append(page)
        page.add_init_script(WATCH + LAPTOP % (wrong_by * 1000))

        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and "ERR_" not in message.text:
                self.complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.site.url + PATHS[kind].format(night.open.code))
        expect(page.locator("html")).to_have_attribute("data-link", "live")
        return page

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        assert self.complaints == []


@pytest.fixture
def room(live_site: LiveSite, browser: Browser) -> Iterator[Room]:
    room = Room(browser, live_site)
    yield room
    room.close()


def begun(*levels: Level) -> Night:
    """A night that begins now."""
    night = make_night(replace(timed_terms(), levels=levels))
    night.now = datetime.now(UTC)
    night.sign_up(*NAVAL)
    night.now = datetime.now(UTC)
    night.start()
    return night


def quick(count: int) -> Night:
    """Levels of two seconds; the small blind of each is its number and ten, so all have two digits."""
    return begun(*(Level(10 + n, 100, seconds=STEP) for n in range(1, count + 1)), Level(99, 100))


def due(small_blind: int) -> float:
    """When that level of a quick night begins (ms since 1970), by the clock's row."""
    return (Clock.objects.get().anchor_at.timestamp() + (small_blind - 11) * STEP) * 1000


def act(night: Night) -> dict[str, object]:
    night.now = datetime.now(UTC)
    return night.act


def sb(page: Page) -> int:
    """The small blind that stands there."""
    return int(page.evaluate("seen.at(-1).sb"))


def wait_for(page: Page, small_blind: int, seconds: float = 6) -> None:
    page.wait_for_function("sb => seen.at(-1)?.sb >= sb", arg=small_blind, timeout=seconds * 1000)


def late(page: Page, first: int, last: int) -> dict[int, float]:
    """By how many milliseconds each of these levels came late on the page (early: less than 0).

    Less the time in which nothing at all ran in that page.
    """
    seen = {one["sb"]: one["at"] for one in reversed(page.evaluate("seen"))}
    stalls = page.evaluate("stalls")
    found = {}
    for number in range(first, last + 1):
        at, begins = seen[number], due(number)
        stalled = sum(max(0, min(end, at) - max(start, begins)) for start, end in stalls)
        found[number] = at - begins - stalled
    return found


def shown(page: Page) -> int:
    """The whole seconds left that stand there."""
    seconds = 0
    for part in page.locator("[data-clock-time]").first.inner_text().split(":"):
        seconds = seconds * 60 + int(part)
    return seconds


def left(night: Night) -> int:
    """The whole seconds left by the server's own arithmetic, now."""
    night.open.refresh_from_db()
    seconds = clock_face(night.open, datetime.now(UTC), night.field()).seconds
    assert seconds is not None
    return seconds


def agrees(page: Page, night: Night) -> None:
    """The page says the server's second, asked before and after: it may change meanwhile."""
    before, there, after = left(night), shown(page), left(night)
    assert before >= there >= after


# -- flips ----------------------------------------------------------------------------------------------


def test_fault_55_twenty_levels_that_nobody_records_begin_in_time_on_every_page(
    room: Room,
) -> None:
    """Two screens and a phone, one laptop 90 s ahead and one behind, no worker, nothing that happens."""
    night = quick(26)
    pages = [
        room.open("screen", night),
        room.open("screen", night, wrong_by=90),
        room.open("phone", night, wrong_by=-90),
    ]
    first = max(sb(page) for page in pages) + 1
    for page in pages:
        wait_for(page, first + 19, 60)
    found = [late(page, first, first + 19) for page in pages]
    worst = max(max(map(abs, one.values())) for one in found)
    apart = max(max(one[n] for one in found) - min(one[n] for one in found) for n in found[0])
    print(f"\nat most {worst:.1f} ms from the due instant, pages at most {apart:.1f} ms apart")
    assert worst < NEAR
    assert apart < NEAR
    for page in pages:
        numbers = [one["sb"] for one in page.evaluate("seen")]
        assert numbers == sorted(numbers), "a level flipped back"


def test_three_levels_begin_without_a_server_and_it_is_found_again(
    transactional_db: None, data_folder: Path, browser: Browser
) -> None:
    with programs.serve_in_thread() as site:
        room = Room(browser, site)
        night = quick(14)
        page = room.open("screen", night)
        wait_for(page, sb(page) + 1)
        last = sb(page)
    expect(page.locator("[data-link-lost]")).to_be_visible(timeout=10_000)
    wait_for(page, last + 3)
    with programs.serve_in_thread(site.port):
        expect(page.locator("html")).to_have_attribute("data-link", "live", timeout=15_000)
        expect(page.locator("[data-link-lost]")).to_be_hidden()
        back = sb(page) + 1
        wait_for(page, back)
        found = late(page, last + 1, back)
        print(f"\nwithout a server and after: at most {max(map(abs, found.values())):.1f} ms")
        assert max(map(abs, found.values())) < NEAR
        room.close()


# -- what a laptop does ---------------------------------------------------------------------------------


def test_fault_58_a_laptop_asleep_for_8_of_10_minutes_wakes_at_2_00_with_and_without_a_server(
    room: Room,
) -> None:
    night = begun(Level(25, 50, seconds=600), Level(50, 100))
    page = room.open("screen", night)
    page.route("**/live/**", lambda route: route.abort())
    page.evaluate(ASK)
    page.evaluate("skew.date += 480000")  # what goes on in sleep; performance.now does not
    expect(page.locator("[data-clock-time]")).to_have_text(re.compile("^(1:5.|2:00)$"), timeout=SOON)
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=8)):
        agrees(page, night)
        page.unroute("**/live/**")
        page.evaluate(ASK)
        expect(page.locator("html")).to_have_attribute("data-link", "live", timeout=15_000)
        agrees(page, night)


def test_fault_59_a_hidden_and_frozen_tab_shows_the_right_level_at_once_and_pauses_nobody(room: Room) -> None:
    night = quick(14)
    page, other = room.open("screen", night), room.open("screen", night)
    tab = page.context.new_cdp_session(page)
    page.evaluate(HIDE, True)
    tab.send("Page.setWebLifecycleState", {"state": "frozen"})
    wait_for(other, sb(other) + 3, 8)
    tab.send("Page.setWebLifecycleState", {"state": "active"})
    page.evaluate(HIDE, False)
    assert sb(page) == sb(other)
    assert Clock.objects.get().running
    following = sb(other) + 1
    wait_for(page, following)
    assert abs(late(page, following, following)[following]) < NEAR


@pytest.mark.parametrize("step", [90, -90])
def test_a_laptop_whose_clock_is_set_meanwhile_shows_the_right_time_again_at_once(
    room: Room, step: int
) -> None:
    night = begun(Level(25, 50, seconds=60), Level(50, 100, seconds=600), Level(75, 150))
    page = room.open("screen", night)
    page.evaluate(f"skew.date += {step * 1000}")
    page.wait_for_timeout(1500)  # by then it was drawn
    agrees(page, night)
    assert sb(page) == 25


def test_a_page_that_guessed_wrong_goes_back_to_the_level_that_is_right(room: Room) -> None:
    """Its clock was set while the server was away: what it took for sleep is put right by the next word."""
    night = begun(Level(25, 50, seconds=60), Level(50, 100, 25, seconds=600), Level.break_of(10))
    page = room.open("screen", night)
    page.route("**/live/**", lambda route: route.abort())
    page.evaluate("skew.date += 90000")
    expect(page.locator("[data-clock-sb]")).to_have_text("50", timeout=SOON)
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('tapete:server', { detail: { now: Date.now() - 90000 } }))"
    )
    expect(page.locator("[data-clock-sb]")).to_have_text("25", timeout=SOON)
    expect(page.locator("[data-clock-next]")).to_have_text("50 / 100")
    expect(page.locator("[data-clock-level]")).to_have_text("1")
    agrees(page, night)


# -- pauses ---------------------------------------------------------------------------------------------


def test_fault_62_a_reload_and_a_screen_opened_in_a_pause_show_the_same_stand_still(room: Room) -> None:
    night = begun(Level(25, 50, seconds=600), Level(50, 100))
    first = room.open("screen", night)
    first.reload()
    agrees(first, night)
    clock.pause_clock(open=night.open, **act(night))
    expect(first.locator("#screen-panel")).to_have_attribute("data-state", "paused", timeout=SOON)
    stood = shown(first)
    pages = [first, room.open("screen", night, wrong_by=3600), room.open("phone", night)]
    first.wait_for_timeout(1500)
    first.reload()
    for page in pages:
        assert shown(page) == stood == left(night)


def test_a_pause_that_a_page_did_not_hear_of_is_shown_once_it_is_back(room: Room) -> None:
    night = begun(Level(25, 50, seconds=600), Level(50, 100))
    page = room.open("screen", night)
    page.context.set_offline(True)
    page.evaluate(ASK)  # the stream that is open would live on
    clock.pause_clock(open=night.open, **act(night))
    stood = left(night)
    page.wait_for_timeout(1500)
    assert shown(page) < stood, "it counts on"
    page.context.set_offline(False)
    expect(page.locator("#screen-panel")).to_have_attribute("data-state", "paused", timeout=20_000)
    assert shown(page) == stood


def test_fault_68_the_undo_of_a_pause_gives_every_page_the_instants_that_would_have_been(room: Room) -> None:
    night = quick(12)
    pages = [room.open("screen", night), room.open("phone", night)]
    paused = clock.pause_clock(open=night.open, **act(night))
    expect(pages[0].locator("#screen-panel")).to_have_attribute("data-state", "paused", timeout=SOON)
    pages[0].wait_for_timeout(1000)
    undo(entry=paused, **act(night))
    expect(pages[0].locator("#screen-panel")).to_have_attribute("data-state", "running", timeout=SOON)
    expect(pages[1].locator("#phone-clock")).to_have_attribute("data-state", "running", timeout=SOON)
    number = max(map(sb, pages)) + 1
    for page in pages:
        wait_for(page, number)
        assert abs(late(page, number, number)[number]) < NEAR


# -- what stands there ----------------------------------------------------------------------------------


def test_fault_65_the_wall_clock_of_a_page_jumps_an_hour_in_march_and_the_level_does_not(room: Room) -> None:
    half_past_one = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)
    with time_machine.travel(half_past_one) as machine:
        night = begun(Level(25, 50, seconds=3600), Level.break_of(10), Level(50, 100))
        night.open.time_zone = "Europe/Berlin"
        night.open.save(update_fields=["time_zone"])
        page = room.open("screen", night)
        expect(page.locator("[data-wall-time]").first).to_have_text("01:30")
        agrees(page, night)
        phone = room.open("phone", night)
        expect(phone.get_by_text("break at 03:30")).to_be_visible()
        machine.move_to(half_past_one + timedelta(minutes=60, seconds=1))
        page.evaluate(ASK)
        expect(page.locator("[data-wall-time]").first).to_have_text("03:30", timeout=SOON)
        expect(page.get_by_text("Break", exact=True)).to_be_visible()


@pytest.mark.parametrize("kind", ["screen", "phone"])
def test_nothing_moves_when_a_level_begins_and_what_comes_next_has_as_many_digits(
    room: Room, kind: str
) -> None:
    """Also not when the blinds themselves grow from 50/75 to 100/200."""
    rest = ((50, 75), (100, 200), (200, 400), (300, 600), (500, 1000))
    night = begun(Level(25, 50, seconds=4), *(Level(*blinds, seconds=1) for blinds in rest))
    page = room.open(kind, night)
    page.wait_for_timeout(300)
    assert sb(page) == 25
    moved = {}
    for small_blind, _ in rest:
        page.evaluate("shifts.length = 0")
        wait_for(page, small_blind, 8)
        page.wait_for_timeout(250)
        moved[small_blind] = page.evaluate("shifts")
    print(f"\n{kind}: {moved}")
    assert moved[100] == moved[200] == moved[500] == []


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Ten minutes of play, at whose desk the director signs in."""
    return begun(Level(25, 50, seconds=600), Level(50, 100, seconds=600))


def test_fault_56_no_letter_typed_into_a_field_touches_the_clock(desk: Desk, night: Night) -> None:  # noqa: F811
    desk.open(night)
    rows = list(Clock.objects.values())
    desk.press("m")
    text = desk.page.get_by_role("dialog").get_by_role("textbox").first
    text.focus()
    desk.page.keyboard.type("Anne-Marie + Jean Paul, p s t n")
    desk.press("ArrowRight", "ArrowLeft")
    expect(text).to_have_value("Anne-Marie + Jean Paul, p s t n")
    desk.press("Escape")
    expect(desk.page.locator("#act-message")).to_be_focused()
    assert list(Clock.objects.values()) == rows
    desk.press("p")
    expect(desk.page.locator("#clock-resume")).to_be_visible()
