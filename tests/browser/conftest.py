"""What the tests of whole nights ask for: a room full of browsers that must not complain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.nights import Director
from tests.browser.onlookers import Room
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
