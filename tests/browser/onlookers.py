"""Those who look on while a night is played: every browser in the room, the big screen, a phone.

Figures and words are read as people read them, in English and in Spanish.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.programs import LiveSite

ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


@dataclass
class Room:
    """Everybody's browsers, and what their consoles complained of: nothing may.

    Only where the server answers with a question (status 422) does Chromium note that down by itself;
    ``questions`` counts those that the night has.
    """

    browser: Browser
    site: LiveSite
    questions: int = 0
    noted: int = 0
    complaints: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def page(self, language: str, width: int = 1440, height: int = 900) -> Page:
        """A page in a browser of its own that speaks ``language``."""
        context = self.browser.new_context(locale=language, viewport={"width": width, "height": height})
        page = context.new_page()
        self.pages.append(page)

        def heard(message: ConsoleMessage) -> None:
            if "status of 422" in message.text:
                self.noted += 1
            elif message.type in ("error", "warning"):
                self.complaints.append(f"{page.url} {message.text}")

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url} {error}"))
        return page

    def close(self) -> None:
        """Close every browser; fail on whatever a console said."""
        for page in self.pages:
            page.context.close()
        assert not self.complaints, "\n".join(self.complaints)
        assert self.noted == self.questions, f"{self.noted} answers were refusals or questions"


def figure(page: Page, label: str) -> Locator:
    """The value under a small label: "Prize pool" → 80 €."""
    term = page.get_by_role("term").filter(has_text=re.compile(f"^{label}$"))
    return page.locator("dl > div").filter(has=term).get_by_role("definition")


@dataclass(frozen=True)
class Moment:
    """What everybody reads at one moment: ``outs`` are places and names, the latest first."""

    left: int
    players: int
    blinds: str
    pool: str
    prizes: Sequence[str]
    outs: Sequence[tuple[int, str]] = ()
    house: str = "0 €"

    @property
    def next_paid(self) -> str:
        """The next place with a prize, as the desk says it."""
        place = min(self.left, len(self.prizes))
        return f"{place} · {self.prizes[place - 1]}"


@dataclass(frozen=True)
class Words:
    """What a language calls things."""

    players: str
    pool: str
    of: str
    results: str
    standings: str
    mark: str
    ordinals: Callable[[int], str]

    def figure(self, text: str) -> str:
        return text.replace(".", self.mark)

    def ordinal(self, place: int) -> str:
        return self.ordinals(place)


WORDS = {
    "en": Words(
        *("Players", "Prize pool", "{} of {}", "Results", "Standings", "."),
        ordinals=lambda place: ORDINALS.get(place, f"{place}th"),
    ),
    "es": Words(
        *("Jugadores", "Bote de premios", "{} de {}", "Resultados", "Ranking", ","),
        ordinals=lambda place: f"{place}.º",
    ),
}


@dataclass
class Onlookers:
    """The big screen and a phone of the same open, in two languages; nobody touches them."""

    screen: Page
    phone: Page
    languages: dict[str, str]

    @classmethod
    def of(cls, room: Room, code: str, *, screen: str, phone: str) -> Onlookers:
        found = cls(
            room.page(screen, 1920, 1080), room.page(phone, 390, 844), {"screen": screen, "phone": phone}
        )
        found.screen.goto(f"{room.site.url}/screen/{code}/")
        found.phone.goto(f"{room.site.url}/o/{code}/")
        for page in (found.screen, found.phone):
            expect(page.locator("html")).to_have_attribute("data-link", "live")
        return found

    def read_sign_up(self, names: Sequence[str], pool: str, prizes: Sequence[str]) -> None:
        """Before the start: who is signed up, the pool and what there is to win."""
        signed_up = self.screen.get_by_role("complementary").get_by_role("listitem")
        expect(signed_up).to_contain_text(list(names))
        expect(signed_up).to_have_count(len(names))
        expect(self.screen.get_by_role("definition")).to_have_text([str(len(names)), pool, *prizes])
        self._phone_pays(prizes)
        expect(self._phone_list(1)).to_contain_text(list(names))

    def read(self, moment: Moment) -> None:
        """While it is played: blinds, who is left, the pool, the prizes, who is out."""
        words = WORDS[self.languages["screen"]]
        self._plays(self.screen, words.figure(moment.blinds))
        foot = [words.of.format(moment.left, moment.players), moment.pool, *moment.prizes]
        expect(self.screen.get_by_role("definition")).to_have_text(foot)
        if moment.outs:
            gone = self.screen.get_by_role("complementary").get_by_role("list").nth(1).get_by_role("listitem")
            expect(gone).to_contain_text(
                [f"{words.ordinal(place)} {name}" for place, name in moment.outs[:8]]
            )
        words = WORDS[self.languages["phone"]]
        self._plays(self.phone, words.figure(moment.blinds))
        expect(figure(self.phone, words.players)).to_have_text(f"{moment.left}/{moment.players}")
        expect(figure(self.phone, words.pool)).to_have_text(moment.pool)
        self._phone_pays(moment.prizes)
        if moment.outs:
            expect(self._phone_list(1)).to_contain_text([f"{place}{name}" for place, name in moment.outs])

    def read_winner(self, winner: str, prize: str, podium: Sequence[str]) -> None:
        """At the end: the winner, and the other prizes."""
        expect(self.screen.get_by_role("main")).to_contain_text(winner)
        expect(self.screen.get_by_role("main")).to_contain_text(prize)
        expect(self.screen.get_by_role("main").get_by_role("listitem")).to_have_text(list(podium))
        expect(self._phone_list(0).first).to_contain_text(f"1{winner}{prize}")

    def read_on(self, heading: str) -> None:
        """The phone goes on to the results and to the standings, by its tabs."""
        words = WORDS[self.languages["phone"]]
        for link in (words.results, words.standings):
            self.phone.get_by_role("link", name=link, exact=True).first.click()
            title = heading if link == words.results else words.standings
            expect(self.phone.get_by_role("heading", name=title, level=1)).to_be_visible()

    @staticmethod
    def _plays(page: Page, blinds: str) -> None:
        # Exactly: the next blinds stand in a sentence below.
        expect(page.get_by_role("main").get_by_text(blinds, exact=True)).to_be_visible()

    def _phone_list(self, number: int) -> Locator:
        return self.phone.get_by_role("main").get_by_role("list").nth(number).get_by_role("listitem")

    def _phone_pays(self, prizes: Sequence[str]) -> None:
        wanted = [f"{place}{prize}" for place, prize in enumerate(prizes, start=1)]
        expect(self._phone_list(0)).to_have_text(wanted)
