"""A director's browser at the hand form of a night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.conf import settings
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tdapp.floor.services import count_chips
from tests.builders import Night
from tests.desk.clients import client_of
from tests.programs import LiveSite


@dataclass
class Desk:
    """The desk of a night, with what was tapped and pressed since ``open``."""

    page: Page
    address: str
    taps: int = 0
    pressed: int = 0
    complaints: list[str] = field(default_factory=list)

    def open(self, language: str = "en") -> None:
        self.page.goto(f"{self.address}?lang={language}")
        expect(self.page.locator("html")).to_have_attribute("data-link", "live")

    def settle(self) -> None:
        """The form of the next hand, by its key, at its first row."""
        self.keys("h")
        expect(self.page.locator(".hand__row").first.locator("[data-state=f]")).to_be_focused()

    @property
    def form(self) -> Locator:
        return self.page.locator("form[data-hand]")

    def keys(self, *keys: str) -> None:
        """Keys and typed figures, one after the other: "4", "a", "#12,50" types 12,50."""
        for key in keys:
            if key.startswith("#"):
                self.page.keyboard.type(key[1:])
                self.pressed += len(key) - 1
            else:
                self.page.keyboard.press(key)
                self.pressed += 1

    def save(self) -> None:
        """Enter, once the page says that the hand is complete."""
        expect(self.page.locator("#hand-total[data-complete]")).to_have_count(1)
        self.keys("Enter")
        expect(self.form).to_have_count(0)

    def tap(self, place: Locator) -> None:
        place.click()
        self.taps += 1

    def mark(self, seat: int, state: str) -> None:
        """Tap a seat's state: fold, in or all_in."""
        self.tap(self.row(seat).locator(f"label:has([value={state}])"))

    def pot(self, number: int) -> Locator:
        return self.page.locator(f'[data-pot="{number}"]')

    def row(self, seat: int) -> Locator:
        return self.page.locator(f'.hand__row[data-seat="{seat}"]')

    def is_all_in(self, *seats: int) -> None:
        for seat in seats:
            expect(self.row(seat).locator("[value=all_in]")).to_be_checked()

    def won(self, number: int, *seats: int) -> None:
        """Wait until these win the pot, and nobody else."""
        expect(self.pot(number).locator("input:checked")).to_have_count(len(seats))
        for seat in seats:
            expect(self.page.locator(f"#hand-p-{number}-{seat}")).to_be_checked()

    def says(self, text: str) -> None:
        expect(self.page.locator("#parts-messages .message").last).to_contain_text(text)


def cookie_of(night: Night, site: LiveSite) -> dict[str, str]:
    """What signs the director in."""
    found = client_of(night.director).cookies[settings.SESSION_COOKIE_NAME]
    return {"name": found.key, "value": found.value, "url": site.url}


def at_desk(page: Page, context: BrowserContext, night: Night, site: LiveSite) -> Iterator[Desk]:
    """The director's browser; at the end its console may not have complained."""
    context.add_cookies([cookie_of(night, site)])
    found = Desk(page, f"{site.url}/desk/{night.open.code}/")

    def listen(message: ConsoleMessage) -> None:
        # A refused form is an answer with status 422, which Chromium always notes down.
        if message.type in ("error", "warning") and "status of 422" not in message.text:
            found.complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    yield found
    page.close()
    assert found.complaints == []


def counted(night: Night, **chips: int) -> None:
    """Stacks as they are counted now."""
    counts = {night.entries[name]: stack for name, stack in chips.items()}
    count_chips(open=night.open, counts=counts, **night.act)
