"""A page left alone: without its server, hidden, loaded again; and what it says when time passes a point.

A page's flips are timed inside the page, at the change of its text, by ``performance.timeOrigin +
performance.now()`` as the browser itself knows it: the wall clock of the machine, which the due instants of
the database come from too.

``WORLD`` lays dials before the clocks that scripts read.  ``set_clock``: somebody sets the laptop's clock,
so ``Date`` alone moves.  ``pass``: time goes on that nobody could wait for here, for the server too
(``later``); only timers do not know of it, so the page is made to look at its clock.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from statistics import median

import pytest
import time_machine
from playwright.sync_api import Browser, Page, expect

from tdapp.clock.models import Clock
from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.rules.clock import seconds_shown
from tdapp.rules.levels import Level
from tests import programs
from tests.builders import NAVAL, Night, make_night, timed_terms
from tests.conftest import REPO
from tests.programs import LiveSite

EXACT = 100
"""Milliseconds that a flip may be away from its due instant, and screens from each other."""

WORLD = """(() => {
  const RealDate = Date;
  const realNow = performance.now.bind(performance);
  const shift = { date: 0, perf: 0, truth: 0 };
  const turn = (date, perf, truth) => { shift.date += date; shift.perf += perf; shift.truth += truth; };
  window.set_clock = (ms) => turn(ms, 0, 0);
  window.pass = (ms) => turn(ms, ms, ms);
  window.elsewhen = (ms) => turn(0, 0, ms);
  window.trueNow = () => performance.timeOrigin + realNow() + shift.truth;
  window.Date = class extends RealDate {
    constructor(...words) { if (words.length) super(...words); else super(Date.now()); }
    static now() { return RealDate.now() + shift.date; }
  };
  performance.now = () => realNow() + shift.perf;

  window.flips = [];
  window.told = [];
  let shown = null;
  new MutationObserver(() => {
    const place = document.querySelector("[data-clock-level]");
    if (!place || place.textContent === shown) return;
    shown = place.textContent;
    window.flips.push([Number(shown), window.trueNow()]);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  for (const name of ["level", "last-minute", "second", "start"]) {
    document.addEventListener(`tapete:${name}`, (event) => {
      window.told.push([name, event.detail.level || event.detail.left, window.trueNow()]);
    });
  }
})();"""

Told = list[tuple[str, str | int | None, float]]


def night_of(*seconds: int, zone: str = "") -> Night:
    """A night with levels of so many seconds, begun now; its blinds have ever more digits."""
    levels = tuple(Level(25 * 3**i, 50 * 3**i, 50 * 3**i * (i % 2), seconds=s) for i, s in enumerate(seconds))
    night = make_night(replace(timed_terms(), levels=levels))
    if zone:
        night.open.time_zone = zone
        night.open.save(update_fields=["time_zone"])
    night.sign_up(*NAVAL)
    night.now = datetime.now(UTC)
    night.start()
    return night


@contextmanager
def later(at: datetime) -> Iterator[int]:
    """The server's clock goes on from ``at``; yields by how many milliseconds it is ahead."""
    ahead = time.time() - time.monotonic()
    with time_machine.travel(at, tick=True):
        yield round(1000 * (time.time() - time.monotonic() - ahead))


@contextmanager
def looking(browser: Browser, address: str, *, ahead: int = 0, width: int = 1280) -> Iterator[Page]:
    """A page in a browser of its own; ``ahead``: how far the server's clock was moved before it opened."""
    context = browser.new_context(locale="en", viewport={"width": width, "height": 800})
    context.add_init_script(WORLD)
    context.add_init_script(f"elsewhen({ahead});")
    page = context.new_page()
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    yield page
    context.close()


def due(night: Night) -> dict[int, float]:
    """Level → its due instant by the database, in ms since 1970."""
    clock = Clock.objects.get(round__open=night.open)
    lengths = [row.seconds or 0 for row in clock.round.levels.order_by("index")]
    begins = accumulate(lengths, initial=0)
    return {level: clock.anchor_at.timestamp() * 1000 + 1000 * at for level, at in enumerate(begins, start=1)}


def late(page: Page, night: Night, levels: range) -> list[float]:
    """By how many milliseconds the page showed each of these levels late (early: negative)."""
    seen = dict(reversed(page.evaluate("flips")))
    instants = due(night)
    return [seen[level] - instants[level] for level in levels]


def shows_level(page: Page, level: int, *, within: float) -> None:
    expect(page.locator("[data-clock-level]").first).to_have_text(str(level), timeout=within * 1000)


def apart(page: Page) -> float:
    """Milliseconds between the server's clock as the page believes it to be, and as it is."""
    error: float = page.evaluate("tapeteClock.now() - trueNow()")
    return abs(error)


def right_now(night: Night) -> tuple[int | None, int]:
    """Level and whole seconds left, by the rules."""
    position = clock_face(night.open, datetime.now(UTC), night.field()).position
    assert position is not None
    assert position.left is not None
    return position.number, seconds_shown(position.left)


def read(page: Page) -> tuple[int, int]:
    """Level and seconds left, as the page shows them."""
    level, spelled = page.evaluate(
        """() => ["level", "time"].map((key) => document.querySelector(`[data-clock-${key}]`).textContent)"""
    )
    seconds = 0
    for part in spelled.split(":"):
        seconds = 60 * seconds + int(part)
    return int(level), seconds


def agrees(page: Page, night: Night) -> None:
    """The page shows what is right: the rules are asked before and after, as a second may change."""
    before, shown, after = right_now(night), read(page), right_now(night)
    assert shown in (before, after), (before, shown, after)


@contextmanager
def served(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[str]]:
    """Pages, worker and beat in a process of their own, killed at the end."""
    words = [sys.executable, str(REPO / "manage.py"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert any("Ctrl-C" in line for line in process.stdout)
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield process
    finally:
        process.kill()
        process.wait(10)


# -- a server of its own -------------------------------------------------------------------------------


def test_pages_to_which_the_server_pushes_each_level_flip_on_time_and_tell_it_once(
    other_process: dict[str, str], browser: Browser
) -> None:
    port = programs.free_port()
    site = f"http://127.0.0.1:{port}"
    with served(other_process, port):
        night = night_of(4, *[2] * 9, 3600)
        code = night.open.code
        with (
            looking(browser, f"{site}/screen/{code}/") as one,
            looking(browser, f"{site}/screen/{code}/?lang=es") as two,
            looking(browser, f"{site}/o/{code}/", width=390) as phone,
        ):
            for page in (one, two, phone):
                shows_level(page, 11, within=30)
                # A busy machine may hold up a single flip; a clock that is wrong would be so each time.
                assert median(map(abs, late(page, night, range(2, 12)))) < EXACT / 4
                heard = [detail for name, detail, _ in page.evaluate("told") if name == "level"]
                assert heard == [str(level) for level in range(2, 12)]


def test_with_the_process_killed_for_three_levels_the_screen_flips_says_so_and_agrees_on_return(
    other_process: dict[str, str], browser: Browser
) -> None:
    port = programs.free_port()
    with served(other_process, port) as server:
        night = night_of(5, 3, 3, 3, 12, 3, 3600)
        with looking(browser, f"http://127.0.0.1:{port}/screen/{night.open.code}/") as screen:
            shows_level(screen, 2, within=8)
            server.kill()
            server.wait(10)
            shows_level(screen, 5, within=12)
            agrees(screen, night)
            expect(screen.locator("[data-link-lost]")).to_be_visible(timeout=6000)
            with served(other_process, port):
                expect(screen.locator("html")).to_have_attribute("data-link", "live", timeout=15_000)
                expect(screen.locator("[data-link-lost]")).to_be_hidden()
                assert apart(screen) < EXACT
                shows_level(screen, 7, within=20)
                assert max(map(abs, late(screen, night, range(2, 8)))) < EXACT


def test_a_page_without_a_link_whose_clock_is_set_back_still_looks_for_the_server(
    other_process: dict[str, str], browser: Browser
) -> None:
    port = programs.free_port()
    with served(other_process, port) as server:
        night = night_of(3600, 3600)
        with looking(browser, f"http://127.0.0.1:{port}/screen/{night.open.code}/") as screen:
            server.kill()
            server.wait(10)
            expect(screen.locator("[data-link-lost]")).to_be_visible(timeout=10_000)
            screen.evaluate("set_clock(-3600000)")
            with served(other_process, port):
                expect(screen.locator("html")).to_have_attribute("data-link", "live", timeout=20_000)
                agrees(screen, night)
                assert apart(screen) < EXACT


# -- time that a page did not see ----------------------------------------------------------------------


def test_fault_50_a_tab_hidden_for_40_minutes_shows_level_4_and_10_minutes_at_its_first_look(
    live_site: LiveSite, browser: Browser
) -> None:
    """Hidden as the page knows it; the browser lets it look once a minute."""
    night = night_of(*[15 * 60] * 6)
    with (
        later(datetime.now(UTC) + timedelta(minutes=10)) as before,
        looking(browser, f"{live_site.url}/screen/{night.open.code}/", ahead=before) as screen,
    ):
        assert read(screen)[0] == 1
        hide(screen, True)
        with later(datetime.now(UTC) + timedelta(minutes=40)) as ahead:
            for _ in range(40):
                screen.evaluate(f"pass({ahead / 40}); tapeteClock.refresh();")
            hide(screen, False)
            assert read(screen)[0] == 4
            assert read(screen)[1] in range(595, 601)
            agrees(screen, night)
            expect(screen.locator("html")).to_have_attribute("data-link", "live")
            assert apart(screen) < EXACT


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_a_server_stopped_for_ten_minutes_over_two_level_changes_is_not_missed(
    live_site: LiveSite, browser: Browser
) -> None:
    """To the page a stopped server is a dead link; that it comes back from a kill is tested above."""
    night = night_of(*[240] * 5)
    with looking(browser, f"{live_site.url}/screen/{night.open.code}/") as screen:
        screen.context.set_offline(True)
        with later(datetime.now(UTC) + timedelta(minutes=10)) as ahead:
            screen.evaluate(f"pass({ahead}); tapeteClock.refresh();")
            assert read(screen)[0] == 3
            agrees(screen, night)
            expect(screen.locator("[data-link-lost]")).to_be_visible(timeout=3000)
            expect(screen.locator("[data-link-age]")).to_contain_text(re.compile(r"1[01]:"))
            screen.context.set_offline(False)
            expect(screen.locator("[data-link-lost]")).to_be_hidden(timeout=20_000)
            agrees(screen, night)
            assert apart(screen) < EXACT


def test_fault_55_a_page_loaded_again_between_levels_runs_on_and_is_not_late(
    live_site: LiveSite, browser: Browser
) -> None:
    night = night_of(4, 3, 3, 3600)
    with looking(browser, f"{live_site.url}/screen/{night.open.code}/") as screen:
        for level in (2, 3, 4):
            shows_level(screen, level, within=6)
            assert abs(late(screen, night, range(level, level + 1))[0]) < EXACT
            screen.reload()
            expect(screen.locator("html")).to_have_attribute("data-link", "live")
            agrees(screen, night)


@pytest.mark.parametrize("zone", ["Europe/Madrid", "Europe/Berlin"])
def test_a_level_over_the_change_in_march_keeps_its_length_and_the_wall_goes_from_1_59_to_3_00(
    live_site: LiveSite, browser: Browser, zone: str
) -> None:
    change = datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    with later(change - timedelta(seconds=5)) as ahead:
        night = night_of(7, 3600, zone=zone)
        with looking(browser, f"{live_site.url}/screen/{night.open.code}/", ahead=ahead) as screen:
            wall = screen.locator("[data-wall-time]")
            expect(wall).to_have_text("01:59")
            expect(wall).to_have_text("03:00", timeout=8000)
            assert abs(screen.evaluate("trueNow()") - change.timestamp() * 1000) < 1000
            shows_level(screen, 2, within=8)
            assert abs(late(screen, night, range(2, 3))[0]) < EXACT
            agrees(screen, night)


# -- what it tells ------------------------------------------------------------------------------------


def test_a_countdown_begins_within_100_ms_by_itself_and_the_clock_stood_at_its_full_length(
    live_site: LiveSite, browser: Browser
) -> None:
    night = make_night(timed_terms())
    night.sign_up(*NAVAL)
    night.now = datetime.now(UTC)
    begins = night.now + timedelta(seconds=5)
    floor.start_play(open=night.open, seed="s", at=begins, **night.act)
    with looking(browser, f"{live_site.url}/screen/{night.open.code}/") as screen:
        expect(screen.locator("[data-countdown]")).to_have_text(re.compile("0:0[1-5]"))
        assert screen.evaluate("document.querySelector('[data-clock-time]').textContent") == "20:00"
        screen.wait_for_function("() => told.length", timeout=8000)
        assert [name for name, *_ in screen.evaluate("told")] == ["start"]
        assert abs(screen.evaluate("told[0][2]") - begins.timestamp() * 1000) < EXACT
        expect(screen.locator("[data-countdown]")).to_be_hidden()
        expect(screen.locator("#screen-panel")).to_have_attribute("data-state", "running")
        agrees(screen, night)


def test_the_last_minute_and_the_last_three_seconds_are_told_once_each_at_their_instants(
    live_site: LiveSite, browser: Browser
) -> None:
    night = night_of(63, 3600)
    with looking(browser, f"{live_site.url}/screen/{night.open.code}/") as screen:
        screen.wait_for_function("() => told.length", timeout=6000)
        with later(datetime.now(UTC) + timedelta(seconds=55)) as ahead:
            for _ in range(14):  # no longer than 5 s between two looks, or it did not pass before our eyes
                screen.evaluate(f"pass({ahead / 14}); tapeteClock.refresh();")
            screen.wait_for_function("() => told.length >= 5", timeout=8000)
            told: Told = screen.evaluate("told")
            assert [(name, detail) for name, detail, _ in told] == [
                ("last-minute", None), ("second", 3), ("second", 2), ("second", 1), ("level", "2"),
            ]  # fmt: skip
            level = due(night)[2]
            for (_, _, at), before in zip(told, (60_000, 3000, 2000, 1000, 0), strict=True):
                assert abs(at - (level - before)) < EXACT


CLOCK = """(server, boundaries) => {
  const old = document.getElementById("one");
  const fresh = document.createElement("section");
  fresh.id = "one";
  Object.assign(fresh.dataset, { clock: "", running: "1", serverMs: server, leftMs: 1000, lengthMs: 1000 });
  fresh.dataset.boundaries = JSON.stringify(boundaries);
  if (old) old.replaceWith(fresh); else document.body.append(fresh);
  tapeteClock.refresh();
}"""


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (lambda due: [due + 60_000], ["2"]),  # the same night, past the level that was due
        (lambda due: [due + 50_000], []),  # somebody set the clock
    ],
)
def test_a_level_that_the_server_tells_of_before_the_page_gets_there_is_told_once(
    live_site: LiveSite, browser: Browser, after: Callable[[int], list[int]], told: list[str]
) -> None:
    night = night_of(3600)
    with looking(browser, f"{live_site.url}/screen/{night.open.code}/") as screen:
        now = screen.evaluate("tapeteClock.now()")
        level = round(now + 60)
        coming = [{"at_ms": level, "level": "2"}, {"at_ms": level + 60_000, "level": "3"}]
        new = [{"at_ms": at, "level": "3"} for at in after(level)]
        screen.evaluate(
            f"([now, coming, level, fresh]) => {{ const clock = {CLOCK}; clock(now, coming);"
            " clock(level, fresh); }",
            [now, coming, level, new],
        )
        assert [detail for name, detail, _ in screen.evaluate("told") if name == "level"] == told
