"""The big screen in a real browser: pages in turn, what is said over it, its sounds, how it can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Locator, Page, expect

from tdapp.clock import services as clock
from tdapp.clock.time_calls import call_time
from tdapp.displays import services as displays
from tdapp.displays.models import Show
from tdapp.floor import hand_for_hand
from tdapp.floor import services as floor
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Table
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.seasons.services import post_results
from tdapp.web import addresses
from tests.browser.ears import EARS
from tests.builders import BARBARISMO, NAVAL, Night, make_night, spt_terms, timed_terms
from tests.programs import LiveSite
from tests.vivaldi import SIXTEEN, play_out, second_round, sitting, table_called, vivaldi_night

SOON = 2000
"""Milliseconds in which an act reaches every open page."""

CONTRAST = """
() => {
  const parts = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const one = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * one(r) + 0.7152 * one(g) + 0.0722 * one(b);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const [a, b] = [light(parts(getComputedStyle(element).color)), light(ground(element))];
    const big = element.closest(".screen__time, .screen__big, .screen__blinds dd, .screen__line");
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.push([element.className, element.textContent.trim().slice(0, 30), ratio, big ? 7 : 4.5]);
  }
  return found;
}
"""


@pytest.fixture
def look(live_site: LiveSite, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open the screen of a night; at the end none of the consoles may have complained."""
    complaints: list[str] = []
    pages: list[Page] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def open(night: Night, *, script: str = "", language: str = "en", **size: int) -> Page:
        viewport: Any = {"width": 1280, "height": 720} | size
        context = browser.new_context(locale=language, viewport=viewport, reduced_motion="reduce")
        page = context.new_page()
        pages.append(page)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if script:
            page.add_init_script(script)
        page.goto(f"{live_site.url}/screen/{night.open.code}/")
        expect(page.locator("html[data-link=live]")).to_have_count(1)
        return page

    yield open
    for page in pages:
        page.context.close()
    assert complaints == []


def act(night: Night) -> dict[str, object]:
    """Who acts, now by the wall clock: the pages compare with it."""
    night.now = datetime.now(UTC)
    return night.act


def timed(*levels: Level, beside: Night | None = None, names: tuple[str, ...] = NAVAL, ago: int = 0) -> Night:
    """A night with minutes, begun so many seconds ago."""
    plain = (Level(100, 200, seconds=1200), Level(150, 300, 300, seconds=1200))
    terms = replace(timed_terms(), levels=levels or plain, prizes=PrizePlan("amounts", (4000, 2000)))
    tour, director = (beside.tour, beside.director) if beside else (None, None)
    night = make_night(terms, tour=tour, director=director)
    night.now = datetime.now(UTC) - timedelta(seconds=ago)
    night.sign_up(*names)
    night.start()
    night.now = datetime.now(UTC)
    return night


def turns(night: Night, **wanted: Any) -> None:
    """Let the pages take quick turns: faster than the desk would allow."""
    known = {"pages": ["seats", "prizes"], "seconds": 1, "clock_seconds": 1}
    Show.objects.create(open=night.open, **{**known, **wanted})


def shown(page: Page) -> Locator:
    return page.locator("#screen-pages > .on")


# -- pages in turn -------------------------------------------------------------------------------------


def test_the_pages_take_turns_with_the_clock_and_time_and_blinds_stay_above_them(
    look: Callable[..., Page],
) -> None:
    night = timed()
    turns(night)
    page = look(night)
    expect(page.locator("body")).to_have_attribute("data-page", "clock")
    expect(shown(page)).to_contain_text("Table 1", timeout=3000)
    expect(page.locator("#screen-panel [data-clock-time]")).to_be_visible()
    expect(page.locator("[data-clock-bb]")).to_be_visible()
    expect(page.locator("#screen-panel .screen__prizes")).to_be_hidden()
    expect(shown(page)).to_contain_text("Prize pool", timeout=3000)
    expect(page.locator("body")).to_have_attribute("data-page", "clock", timeout=3000)
    expect(shown(page)).to_have_count(0)


def test_the_director_locks_a_page_and_lets_it_go(look: Callable[..., Page]) -> None:
    night = timed()
    turns(night, seconds=1, clock_seconds=600)
    page = look(night)
    displays.change_show(open=night.open, wanted={"only": "prizes"}, **act(night))
    expect(shown(page)).to_contain_text("Prize pool", timeout=SOON)
    page.wait_for_timeout(1500)
    expect(shown(page)).to_contain_text("Prize pool")
    displays.change_show(open=night.open, wanted={"only": ""}, **act(night))
    expect(page.locator("body")).to_have_attribute("data-page", "clock", timeout=SOON)


def test_a_jump_is_shown_at_once_for_a_page_s_time(look: Callable[..., Page]) -> None:
    night = timed()
    turns(night, pages=[], seconds=2, clock_seconds=600)
    page = look(night)
    displays.change_show(open=night.open, wanted={"jump": "seats"}, **act(night))
    expect(shown(page)).to_contain_text("Table 1", timeout=SOON)
    expect(page.locator("body")).to_have_attribute("data-page", "clock", timeout=4000)


def test_a_pause_and_a_shot_clock_bring_the_clock_back(look: Callable[..., Page]) -> None:
    night = timed()
    displays.change_show(open=night.open, wanted={"only": "prizes"}, **act(night))
    page = look(night)
    body = page.locator("body")
    expect(body).to_have_attribute("data-page", "prizes", timeout=SOON)
    clock.pause_clock(open=night.open, **act(night))
    expect(body).to_have_attribute("data-page", "clock", timeout=SOON)
    clock.resume_clock(open=night.open, **act(night))
    expect(body).to_have_attribute("data-page", "prizes", timeout=SOON)
    table = Table.objects.get(round__open=night.open)
    call_time(table=table, entry=night.entries["Kosovo"], seconds=7, countdown=5, **act(night))
    call = page.locator(".screen__call")
    expect(call).to_contain_text("Kosovo", timeout=SOON)
    expect(body).to_have_attribute("data-page", "clock")
    expect(page.locator(".screen__call.last")).to_be_visible(timeout=4000)
    expect(page.locator(".screen__call.last strong")).to_have_css("color", "rgb(255, 255, 255)")
    expect(page.locator("[data-call-left]")).to_have_text("0", timeout=8000)


# -- what is said --------------------------------------------------------------------------------------


def test_a_message_covers_the_screen_and_ends_by_itself_also_with_a_dead_link(
    look: Callable[..., Page],
) -> None:
    night = timed()
    page = look(night)
    displays.announce(open=night.open, kind="message", text="Food is ready", seconds=4, **act(night))
    news = page.locator(".screen__news")
    expect(news).to_have_text("Food is ready", timeout=SOON)
    page.context.set_offline(True)
    expect(news).to_be_hidden(timeout=5000)
    page.context.set_offline(False)


def test_a_message_without_an_end_stays_until_the_desk_ends_it(look: Callable[..., Page]) -> None:
    night = timed()
    page = look(night)
    entry = displays.announce(open=night.open, kind="message", text="Food is ready", **act(night))
    news = page.locator(".screen__news")
    expect(news).to_be_visible(timeout=SOON)
    undo(entry=entry, **act(night))
    expect(news).to_have_count(0, timeout=SOON)


# -- sounds --------------------------------------------------------------------------------------------


def listening(page: Page) -> Page:
    """Tap once, as the page asks."""
    page.get_by_role("button", name="Tap once for sound").click()
    expect(page.get_by_role("button", name="Tap once for sound")).to_be_hidden()
    return page


def hears(page: Page, sounds: str, timeout: int = SOON) -> None:
    """All that sounded since the page was opened."""
    expect(page.locator("body")).to_have_attribute("data-heard", sounds, timeout=timeout)


def heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("heard")
    return found


def test_time_passing_sounds_and_the_new_blinds_are_read_aloud(look: Callable[..., Page]) -> None:
    night = timed(Level(100, 200, seconds=8), Level(300, 600, 600, seconds=1200))
    displays.change_show(open=night.open, wanted={"spoken": True}, **act(night))
    page = listening(look(night, script=EARS))
    hears(page, "seconds seconds seconds level", timeout=12_000)
    page.wait_for_timeout(1500)
    assert page.evaluate("spoken") == [["en", "Level 2. Blinds 300, 600. Ante 600."]]


def test_an_out_sounds_once_whatever_is_undone_and_done_again(look: Callable[..., Page]) -> None:
    night = timed()
    night.out("Tanzania")
    page = listening(look(night, script=EARS))
    act(night)
    entry = night.out("Letonia")
    hears(page, "out")
    back = undo(entry=entry, **act(night))
    expect(page.locator(".screen__names--out li")).to_have_count(1, timeout=SOON)
    redo(entry=back, **act(night))
    expect(page.locator(".screen__names--out li")).to_have_count(2, timeout=SOON)
    assert heard(page) == ["out"]


def test_the_director_s_corrections_and_a_reload_are_silent(look: Callable[..., Page]) -> None:
    night = timed(*(Level(100 * n, 200 * n, seconds=1200) for n in range(1, 5)))
    night.out("Tanzania")
    page = listening(look(night, script=EARS))
    clock.next_level(open=night.open, **act(night))
    expect(page.locator("[data-clock-level]")).to_have_text("2", timeout=SOON)
    clock.pause_clock(open=night.open, **act(night))
    expect(page.locator("#screen-panel")).to_have_attribute("data-state", "paused", timeout=SOON)
    clock.resume_clock(open=night.open, **act(night))
    expect(page.locator("#screen-panel")).to_have_attribute("data-state", "running", timeout=SOON)
    assert heard(page) == []
    page.reload()
    expect(page.locator("html[data-link=live]")).to_have_count(1)
    page.wait_for_timeout(500)
    assert heard(page) == []


def test_blinds_that_follow_the_outs_and_the_winner_sound(look: Callable[..., Page]) -> None:
    night = make_night(spt_terms(prize=500, prizes=(2000, 1000)))
    night.now = datetime.now(UTC)
    night.sign_up(*NAVAL)
    night.start()
    page = listening(look(night, script=EARS))
    so_far = []
    for name, sound in zip(reversed(NAVAL[1:]), ("out", "level", "out", "bubble", "winner"), strict=True):
        act(night)
        night.out(name)
        so_far.append(sound)
        hears(page, " ".join(so_far))


def test_mute_is_remembered_and_what_the_desk_turned_off_makes_no_sound(look: Callable[..., Page]) -> None:
    night = timed()
    page = listening(look(night, script=EARS))
    page.keyboard.press("m")
    expect(page.locator("[data-sound-said]")).to_have_text("Sound is off")
    act(night)
    night.out("Tanzania")
    expect(page.locator(".screen__names--out li")).to_have_count(1, timeout=SOON)
    page.reload()
    expect(page.locator("[data-sound-tap]")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("[data-sound-said]")).to_have_text("Sound is on")
    displays.change_show(open=night.open, wanted={"sounds_off": ["out"]}, **act(night))
    expect(page.locator("#screen-plan[data-show*='out']")).to_have_count(1, timeout=SOON)
    act(night)
    night.out("Letonia")
    expect(page.locator(".screen__names--out li")).to_have_count(2, timeout=SOON)
    assert heard(page) == []


# -- reading it ----------------------------------------------------------------------------------------

NINE_DIGITS = (
    Level(250_000_000, 500_000_000, 500_000_000, seconds=1200),
    Level(300_000_000, 600_000_000, 600_000_000, seconds=1200),
)
PEOPLE = tuple(f"{name} {number}" for number in (1, 2) for name in BARBARISMO)


def _states() -> Iterator[tuple[str, Night]]:
    """One night in each state of the screen."""
    last = timed(*NINE_DIGITS, ago=1170)
    yield "last minute", last
    running = timed(*NINE_DIGITS, beside=last, names=PEOPLE, ago=100)
    running.out(*PEOPLE[13:])
    call_time(table=Table.objects.filter(round__open=running.open)[0], **act(running))
    call_time(table=Table.objects.filter(round__open=running.open)[1], seconds=5, **act(running))
    yield "running", running
    paused = timed(*NINE_DIGITS, beside=last)
    clock.pause_clock(open=paused.open, **act(paused))
    yield "paused", paused
    pause = timed(Level(100, 200, seconds=60), Level.break_of(9), *NINE_DIGITS, beside=last, ago=70)
    yield "break", pause
    marked = replace(NINE_DIGITS[0], colour_up=(50,))
    colours = timed(marked, beside=last, ago=10)
    clock.pause_clock(open=colours.open, **act(colours))
    yield "colour-up", colours
    bubble = timed(*NINE_DIGITS, beside=last)
    bubble.out(*NAVAL[3:])
    hand_for_hand.begin_hand_for_hand(open=bubble.open, **act(bubble))
    yield "hand-for-hand", bubble
    bubble.out(NAVAL[2])
    hand_for_hand.confirm_bubble(open=bubble.open, **act(bubble))
    yield "bubble", bubble
    winner = timed(*NINE_DIGITS, beside=last)
    winner.out(*NAVAL[1:])
    yield "winner", winner
    said = timed(*NINE_DIGITS, beside=last)
    displays.announce(open=said.open, kind="seats", **act(said))
    yield "said", said
    waiting = make_night(timed_terms("Open que espera"), tour=last.tour, director=last.director)
    waiting.sign_up(*NAVAL)
    yield "signup", waiting
    floor.start_play(open=waiting.open, seed="s", at=datetime.now(UTC) + timedelta(hours=1), **act(waiting))
    yield "countdown", waiting
    outs = make_night(spt_terms("Open de Naval"), tour=last.tour, director=last.director)
    outs.now = datetime.now(UTC)
    outs.sign_up(*NAVAL)
    outs.start()
    yield "outs", outs
    tables = vivaldi_night(beside=outs)
    second_round(tables)
    there = sitting(table_called(tables.open, "1", 2))
    for name in there[:1:-1]:
        tables.out(name)
    yield "antes by table", tables
    between = vivaldi_night(beside=outs)
    between.start()
    for label in "ABCD":
        play_out(between, table_called(between.open, label))
    yield "between", between


def test_every_text_of_every_state_has_contrast_and_time_and_blinds_more(look: Callable[..., Page]) -> None:
    seen = []
    for name, night in _states():
        page = look(night)
        page.wait_for_timeout(100)
        found = page.evaluate(CONTRAST)
        assert len(found) > 2, name
        assert [one for one in found if one[2] < one[3] - 0.005] == [], name
        seen.append(name)
        page.context.close()
    assert len(seen) == 14


@pytest.mark.parametrize("code", ["seats", "prizes", "standings", "moves"])
def test_every_text_of_every_page_has_contrast_too(look: Callable[..., Page], code: str) -> None:
    posted = timed(names=PEOPLE)
    posted.out(*PEOPLE[1:])
    floor.finish_open(open=posted.open, overruled=("prizes_do_not_sum",), **act(posted))
    post_results(open=posted.open, **act(posted))
    night = timed(*NINE_DIGITS, names=PEOPLE, beside=posted)
    night.out(*PEOPLE[10:])
    displays.change_show(open=night.open, wanted={"only": code}, **act(night))
    page = look(night)
    expect(page.locator("body")).to_have_attribute("data-page", code)
    found = page.evaluate(CONTRAST)
    assert [one for one in found if one[2] < one[3] - 0.005] == []


def test_every_text_of_the_rounds_has_contrast_and_the_tables_fit_the_picture(
    look: Callable[..., Page],
) -> None:
    night = vivaldi_night(SIXTEEN)
    night.now = datetime.now(UTC)
    night.start()
    for label in "AB":
        play_out(night, table_called(night.open, label))
    displays.change_show(open=night.open, wanted={"only": "rounds"}, **act(night))
    for width, height in ((1280, 720), (1024, 768), (3840, 2160)):
        page = look(night, width=width, height=height)
        expect(page.locator("body")).to_have_attribute("data-page", "rounds")
        found = page.evaluate(CONTRAST)
        assert [one for one in found if one[2] < one[3] - 0.005] == []
        low = "() => Math.max(...Array.from(document.querySelectorAll('.on .screen__table'), "
        low += "(one) => one.getBoundingClientRect().bottom)) / innerHeight"
        assert page.evaluate(low) <= 1, (width, height)
        page.context.close()


def test_the_ask_for_sound_covers_nothing_and_is_inside_the_picture(look: Callable[..., Page]) -> None:
    page = look(timed(), script=EARS, language="es")
    for width, height in ((1280, 720), (1920, 1080), (3840, 2160), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        seen = page.evaluate("""() => {
          const ask = document.querySelector("[data-sound-tap]");
          const time = document.querySelector("[data-wall-time]").getBoundingClientRect();
          const { x, top } = ask.getBoundingClientRect();
          return { top, gap: x - time.right, whole: ask.scrollWidth <= ask.clientWidth };
        }""")
        assert seen["top"] > 0.005 * height
        assert seen["gap"] > 0, (width, height)
        assert seen["whole"]


def test_before_play_the_screen_leads_to_the_phone_page(look: Callable[..., Page]) -> None:
    first = make_night(timed_terms("Open que espera"))
    for waiting in (first, make_night(spt_terms(), tour=first.tour, director=first.director)):
        waiting.sign_up(*NAVAL)
        begins = datetime.now(UTC) + timedelta(hours=1)
        floor.start_play(open=waiting.open, seed="s", at=begins, **act(waiting))
        code = look(waiting).get_by_alt_text("QR code of the page for phones")
        assert code.evaluate("(one) => one.complete && one.naturalWidth > 0")


SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts.push(entry.value);
}).observe({ type: "layout-shift", buffered: true });
"""


def test_nothing_moves_when_a_level_begins(look: Callable[..., Page]) -> None:
    night = timed(
        Level(100, 200, seconds=6),
        Level(1_500, 3_000, 3_000, seconds=4, rebuys_end=True, game="Omaha"),
        Level(250_000, 500_000, 500_000, seconds=1200),
    )
    page = look(night, script=SHIFTS)
    page.evaluate("document.fonts.ready")
    boxes = """() => Array.from(
      document.querySelectorAll(
        "#screen-panel :is(.screen__level, .screen__time, .screen__bar, .screen__blinds *, .screen__next, "
        + ".screen__marks, .screen__side > *, .screen__foot > div)"),
      (one) => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })"""
    before = page.evaluate(boxes)
    page.evaluate("shifts.length = 0")
    expect(page.locator("[data-clock-level]")).to_have_text("2", timeout=8000)
    assert page.evaluate(boxes) == before
    expect(page.locator("[data-clock-level]")).to_have_text("3", timeout=8000)
    assert page.evaluate(boxes) == before
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (3840, 2160)])
def test_the_time_and_the_blinds_are_tall_enough_for_ten_metres(
    look: Callable[..., Page], width: int, height: int
) -> None:
    night = timed(*NINE_DIGITS)
    page = look(night, width=width, height=height)
    page.evaluate("document.fonts.ready")
    size = "(s) => parseFloat(getComputedStyle(document.querySelector(s)).fontSize)"
    assert page.evaluate(size, ".screen__time") > 0.2 * height
    assert page.evaluate(size, "[data-clock-bb]") / 4 > 0.0075 * height, "25 %: some 11 pixels of 1440"
    fits = "(s) => { const e = document.querySelector(s); return e.scrollWidth <= e.clientWidth + 1; }"
    for part in (".screen__hero", ".screen__side", ".screen__foot"):
        assert page.evaluate(fits, part), part


# -- hours of it ---------------------------------------------------------------------------------------


def test_the_picture_moves_by_some_pixels_every_few_minutes_so_that_nothing_burns_in(
    live_site: LiveSite, browser: Browser
) -> None:
    night = timed(Level(100, 200, seconds=100_000))
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    page = context.new_page()
    corner = """() => {
      const panel = document.getElementById("screen-panel");
      panel.style.transition = "none";
      const { x, y } = panel.getBoundingClientRect();
      return [Math.round(x), Math.round(y)];
    }"""
    page.clock.install()
    page.goto(f"{live_site.url}/screen/{night.open.code}/")
    expect(page.locator("html[data-link=live]")).to_have_count(1)
    seen = []
    for _ in range(10):
        seen.append(tuple(page.evaluate(corner)))
        page.clock.run_for(181_000)
    context.close()
    assert len(set(seen)) == 9, "in turn, the middle first"
    assert seen[0] == seen[9] == (0, 0)
    assert all(abs(x) in (0, 4) and abs(y) in (0, 4) for x, y in seen)


def test_a_page_that_cannot_keep_the_display_awake_says_so_and_localhost_needs_not(
    look: Callable[..., Page],
    live_site: LiveSite,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
) -> None:
    night = timed()
    note = "[data-awake-hint]"
    assert look(night).evaluate("isSecureContext && Boolean(navigator.wakeLock)")
    expect(look(night).locator(note)).to_be_hidden()
    name = addresses.host_names()[-1]
    words = [*browser_type_launch_args["args"], f"--host-resolver-rules=MAP {name} 127.0.0.1"]
    elsewhere = browser_type.launch(**{**browser_type_launch_args, "args": words})
    page = elsewhere.new_page(locale="es")
    page.clock.install()
    page.goto(f"http://{name}:{live_site.port}/screen/{night.open.code}/")
    assert not page.evaluate("isSecureContext")
    expect(page.locator(note)).to_contain_text("no se apague")
    page.clock.run_for(31_000)
    expect(page.locator(note)).to_be_hidden()
    elsewhere.close()
