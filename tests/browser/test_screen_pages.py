"""The big screen in a real browser: pages in turn, what is said over it, its sounds, hours of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Browser, BrowserType, Locator, Page, expect

from tdapp.clock import services as clock
from tdapp.clock.time_calls import call_time
from tdapp.displays import services as displays
from tdapp.displays.models import Show
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Table
from tdapp.rules.levels import Level
from tdapp.web import addresses
from tests.browser.ears import EARS
from tests.browser.screens import act, timed
from tests.builders import NAVAL, Night, make_night, spt_terms
from tests.programs import LiveSite

SOON = 2000
"""Milliseconds in which an act reaches every open page."""


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
