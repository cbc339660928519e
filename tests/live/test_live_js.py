"""static/js/live.js in a real browser, under the site's own policy for scripts."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import ConsoleMessage, Page, Route, expect
from pytest_django.fixtures import Settings

from tdapp.journal.models import Stream
from tdapp.live import registry
from tdapp.live.hub import hub
from tests.live.conftest import Board, advance
from tests.programs import LiveSite

HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<link rel="icon" href="/static/img/favicon.svg">
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<meta name="htmx-config" content='{"includeIndicatorStyles": false, "allowEval": false}'>
<script src="/static/js/live.js" defer></script></head>"""
BOARD = f"""{HEAD}<body data-live="/live/en/board/k3x9/">
<h1 id="board-title"></h1><p id="board-version"></p><i data-server-time hidden></i>
<p data-link-lost hidden>Link lost <b data-link-age></b></p></body></html>"""
FORM = f"""{HEAD}<body data-live="/live/en/form/k3x9/">
<div id="form-name"></div><p id="form-version"></p><button id="elsewhere">x</button></body></html>"""


@dataclass
class Shown:
    """A page in the browser, and what its console complained of."""

    page: Page
    site: LiveSite
    complaints: list[str]

    def show(self, html: str) -> None:
        """Serve ``html`` at /shown/ of the site, and go there."""

        def answer(route: Route) -> None:
            policy = {"Content-Security-Policy": "default-src 'self'"}
            route.fulfill(body=html, content_type="text/html", headers=policy)

        self.page.route("**/shown/", answer)
        self.page.goto(f"{self.site.url}/shown/")

    def pass_time_until(self, selector: str, text: str) -> None:
        """Let half seconds pass in the page, each a round trip here, until it shows ``text`` there."""
        place = self.page.locator(selector)
        for _ in range(400):
            if place.all_text_contents() == [text]:
                return
            self.page.clock.run_for(500)
        raise AssertionError(f"{selector} never showed {text}")

    def hide(self, hidden: bool) -> None:
        """What the browser does to a tab that is covered by another, or comes back."""
        self.page.evaluate(
            "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
            "document.dispatchEvent(new Event('visibilitychange')); }",
            hidden,
        )


@pytest.fixture
def shown(page: Page, live_site: LiveSite) -> Iterator[Shown]:
    shown = Shown(page, live_site, [])

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            shown.complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: shown.complaints.append(str(error)))
    yield shown
    page.close()


def version_is(shown: Shown, version: int) -> None:
    expect(shown.page.locator("#board-version")).to_have_text(str(version))


def test_fragments_are_swapped_as_they_come(shown: Shown, board: Board, stream: Stream) -> None:
    shown.show(BOARD)
    version_is(shown, 7)
    expect(shown.page.locator("#board-title")).to_have_text("en")
    expect(shown.page.locator("html")).to_have_attribute("data-link", "live")
    advance(stream)
    version_is(shown, 8)
    assert shown.complaints == []


def test_the_page_is_told_the_clock_of_the_server(shown: Shown, board: Board) -> None:
    shown.page.clock.set_system_time("2020-01-01T00:00:00Z")
    shown.page.add_init_script("document.addEventListener('tapete:server', e => (window.told = e.detail));")
    shown.show(BOARD)
    version_is(shown, 7)
    five_years = 5 * 365 * 86_400_000
    assert shown.page.evaluate("window.told.offset") > five_years
    assert int(shown.page.locator("[data-server-time]").text_content() or 0) == shown.page.evaluate(
        "window.told.now"
    )


def test_a_hidden_page_keeps_no_stream_and_catches_up_when_it_is_seen_again(
    shown: Shown, board: Board, stream: Stream
) -> None:
    shown.show(BOARD)
    version_is(shown, 7)
    assert hub.open_streams == 1
    shown.hide(True)
    deadline = time.monotonic() + 5
    while hub.open_streams:
        assert time.monotonic() < deadline
        shown.page.evaluate("0")
    advance(stream)
    shown.hide(False)
    version_is(shown, 8)
    assert hub.open_streams == 1


def test_a_page_that_gets_no_stream_polls(
    shown: Shown, board: Board, stream: Stream, settings: Settings
) -> None:
    settings.LIVE_STREAMS_PER_ADDRESS = 0
    shown.page.clock.install()
    shown.show(BOARD)
    shown.pass_time_until("#board-version", "7")
    expect(shown.page.locator("html")).to_have_attribute("data-link", "poll")
    advance(stream)
    shown.pass_time_until("#board-version", "8")
    expect(shown.page.locator("html")).to_have_attribute("data-link", "poll")
    settings.LIVE_STREAMS_PER_ADDRESS = 1
    advance(stream)
    shown.pass_time_until("html[data-link=live] #board-version", "9")


def test_a_lost_link_is_said_with_its_age_and_found_again(shown: Shown, board: Board, stream: Stream) -> None:
    shown.page.clock.install()
    shown.page.route("**/live/**", lambda route: route.abort())
    shown.show(BOARD)
    notice = shown.page.locator("[data-link-lost]")
    expect(notice).to_be_hidden()
    shown.page.clock.run_for(75_000)
    expect(notice).to_be_visible()
    expect(notice).to_have_text(re.compile(r"Link lost 1:1[5-9]"))
    expect(shown.page.locator("html")).to_have_class("link-lost")
    shown.page.unroute("**/live/**")
    shown.pass_time_until("#board-version", "7")
    expect(notice).to_be_hidden()
    expect(shown.page.locator("html")).to_have_attribute("data-link", "live")


def test_what_somebody_types_is_never_swapped_away(shown: Shown, stream: Stream) -> None:
    def render(stream_id: int, language: str) -> dict[str, str]:
        version = Stream.objects.get(pk=stream_id).version
        name = f'<div id="form-name"><b>{version}</b><input id="name"></div>'
        return {"form-name": name, "form-version": f'<p id="form-version">{version}</p>'}

    registry.register(registry.Surface("form", {"k3x9": stream.pk}.get, render))
    try:
        shown.show(FORM)
        field, version = shown.page.locator("#name"), shown.page.locator("#form-name b")
        expect(version).to_have_text("7")
        field.fill("Cana")
        advance(stream)
        expect(shown.page.locator("#form-version")).to_have_text("8")
        expect(version).to_have_text("7")
        expect(field).to_be_focused()
        shown.page.keyboard.type("dá")
        shown.page.locator("#elsewhere").click()
        advance(stream)
        expect(shown.page.locator("#form-version")).to_have_text("9")
        expect(field).to_have_value("Canadá")
        field.fill("")
        shown.page.locator("#elsewhere").click()
        expect(version).to_have_text("9")
    finally:
        registry.unregister("form")


@pytest.fixture
def desk(shown: Shown, stream: Stream) -> Iterator[list[str]]:
    """A page whose parts fetch themselves; the list grows with each fetch."""
    registry.register(registry.Surface("plain", {"k3x9": stream.pk}.get))
    fetched: list[str] = []

    def answer(route: Route) -> None:
        fetched.append(route.request.url)
        part = f'<b>{len(fetched)}</b><input id="name">'
        newer = f'{{"tapete:shown": "{stream.epoch}-9"}}'
        headers = {"HX-Trigger": newer} if route.request.url.endswith("act") else {}
        route.fulfill(body=part, content_type="text/html", headers=headers)

    shown.page.route("**/part*", answer)
    shown.page.clock.install()
    shown.page.add_init_script(
        "document.addEventListener('tapete:server',"
        " e => document.documentElement.setAttribute('data-told', e.detail.version));"
    )
    shown.show(
        f"""{HEAD}<body data-live="/live/en/plain/k3x9/" data-live-version="{stream.epoch}-7">
        <div id="part" hx-get="/part" hx-trigger="changed from:body"><b>0</b><input id="name"></div>
        <button id="elsewhere" hx-get="/part?act" hx-target="#part">x</button></body></html>"""
    )
    expect(shown.page.locator("html")).to_have_attribute("data-link", "live")
    yield fetched
    registry.unregister("plain")


def test_the_desk_fetches_its_parts_once_per_change_and_not_for_what_it_shows(
    shown: Shown, desk: list[str], stream: Stream
) -> None:
    advance(stream)
    expect(shown.page.locator("#part b")).to_have_text("1")
    shown.hide(True)
    shown.hide(False)  # version 8 is told again
    expect(shown.page.locator("html")).to_have_attribute("data-link", "live")
    shown.page.locator("#elsewhere").click()  # the answer says that it shows version 9
    expect(shown.page.locator("#part b")).to_have_text("2")
    advance(stream)
    expect(shown.page.locator("html")).to_have_attribute("data-told", "9")
    shown.page.clock.run_for(500)
    advance(stream)
    expect(shown.page.locator("#part b")).to_have_text("3")
    assert len(desk) == 3
    assert shown.complaints == []


def test_the_desk_leaves_the_part_alone_in_which_somebody_types(
    shown: Shown, desk: list[str], stream: Stream
) -> None:
    field = shown.page.locator("#name")
    field.focus()
    with shown.page.expect_response("**/part"):
        advance(stream)
    shown.page.keyboard.type("Letonia")
    expect(field).to_have_value("Letonia")
    expect(field).to_be_focused()
    expect(shown.page.locator("#part b")).to_have_text("0")
    field.fill("")
    shown.page.locator("#elsewhere").focus()
    expect(shown.page.locator("#part b")).to_have_text("2")
