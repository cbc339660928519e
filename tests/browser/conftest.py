"""What the tests ask for: a room full of browsers, or one big screen, that must not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.nights import Director
from tests.browser.onlookers import Room
from tests.builders import Night
from tests.programs import LiveSite


@pytest.fixture
def quiet_room(live_site: LiveSite, browser: Browser) -> Iterator[Room]:
    """The browsers of an evening; at the end none of their consoles may have said anything."""
    room = Room(browser, live_site)
    yield room
    room.close()


@pytest.fixture
def director(quiet_room: Room) -> Director:
    """The director's laptop, where nobody is signed in yet."""
    return Director(quiet_room, quiet_room.page("en"))


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
