"""A director at the laptop: the steps of a whole night in the browser.

Nothing here knows the services: what the director does goes through fields, buttons and keys, and what
happened is read from the pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tdapp.accounts.models import User
from tdapp.accounts.services import make_sign_in_link
from tests.browser.onlookers import WORDS, Moment, Onlookers, Room, figure

NAME, PASSWORD = "Directora", "cuatro ases"


def make_director() -> User:
    """The account that the first visit makes."""
    user = User(name=NAME, language="en")
    user.set_password(PASSWORD)
    user.save()
    return user


def plain(cents: int) -> str:
    """Chips as the hand's page writes them: 32.25, but 16."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


@dataclass
class Hand:
    """One hand as it is entered: who is all-in (typed chips, or "" for what is known), who calls, who wins.

    ``winners`` are tapped one after the other in the pot that W goes to.
    """

    all_in: Mapping[str, str]
    calls: Sequence[str] = ()
    winners: Sequence[str] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.all_in, *self.calls)


@dataclass
class Director:
    """The director's laptop, in English, by keyboard wherever there is a key."""

    room: Room
    page: Page

    def go(self, path: str) -> None:
        self.page.goto(self.room.site.url + path)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def button(self, name: str, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def figure(self, label: str) -> Locator:
        return figure(self.page, label)

    def says(self, text: str, *, seconds: float = 10) -> None:
        """The last message of the page."""
        last = self.page.get_by_role("status").locator("p").last
        expect(last).to_contain_text(text, timeout=seconds * 1000)

    def is_live(self) -> None:
        """The page has its scripts and hears what happens."""
        expect(self.page.locator("html")).to_have_attribute("data-link", "live")

    # -- before the night --------------------------------------------------------------------------

    def arrive_first(self) -> None:
        """The very first visit: the link from the terminal, an account, a tour."""
        link = make_sign_in_link(user=None, purpose="first", now=timezone.now())
        self.go(f"/sign-in/{link}/")
        expect(self.page.get_by_label("Your name")).to_be_focused()
        self.type(NAME)
        self.press("Tab")
        self.type(PASSWORD)
        self.press("Enter")
        expect(self.page.get_by_label("Name of the tour")).to_be_focused()
        self.type("Somontano Poker Tour")
        self.page.get_by_label("First season").fill("2008")
        self.page.get_by_label("Language of posts and screens").select_option("Español")
        self.page.get_by_label("Time zone").fill("Europe/Madrid")
        self.press("Enter")
        expect(self.page.get_by_role("heading", name="No opens yet")).to_be_visible()

    def sign_in(self) -> None:
        """By name and password."""
        self.go("/sign-in/")
        self.page.get_by_label("Name").fill(NAME)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Enter")
        expect(self.page.get_by_role("heading", name="Opens", exact=True)).to_be_visible()

    def new_open(self, name: str, buy_in: str, prizes: str) -> None:
        """A Somontano open by the form; the rest of the sheet stands there already."""
        self.press("n")
        expect(self.page.get_by_label("Name", exact=True)).to_be_focused()
        self.type(name)
        expect(self.page.get_by_role("radio", name="SPT")).to_be_checked()
        expect(self.page.get_by_label("Starting chips")).to_have_value("20")
        expect(self.page.get_by_label("First blinds")).to_have_value("0.25 / 0.50")
        self.page.get_by_label("Buy-in").fill(buy_in)
        self.page.get_by_role("radio", name="fixed amounts").check()
        self.page.get_by_label("Places, best first").fill(prizes)

    def copy_open(self, earlier: str, name: str, buy_in: str, prizes: str, players: int) -> None:
        """A new open that starts from the terms of an earlier one."""
        self.press("n")
        self.page.get_by_text("Copy an earlier open").click()
        self.page.get_by_role("link", name=earlier).click()
        expect(self.page.get_by_label("Name", exact=True)).to_have_value(earlier)
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Buy-in").fill(buy_in)
        self.page.get_by_label("Places, best first").fill(prizes)
        self.page.get_by_label("Players expected").fill(str(players))

    def preview_shows(self, players: int, figures: Mapping[str, str]) -> None:
        """What the terms come to, beside the form."""
        expect(self.page.get_by_role("heading", name=f"With {players} players")).to_be_visible()
        for label, text in figures.items():
            expect(self.figure(label)).to_have_text(text)

    def create(self) -> str:
        """Create the open; its code."""
        self.button("Create the open").click()
        self.is_live()
        expect(self.page.get_by_label("Add a player")).to_be_focused()
        found = re.search(r"/desk/(\w+)/door/", self.page.url)
        assert found
        return found[1]

    # -- the door ----------------------------------------------------------------------------------

    def add(self, name: str, *, pays: bool = False) -> None:
        """A name and Enter; with Shift the buy-in and a seat at once."""
        self.type(name)
        self.press("Shift+Enter" if pays else "Enter")

    def choose(self, name: str) -> None:
        """The player of that name among those proposed for what is typed, who pays at once."""
        expect(self.page.get_by_role("option", name=name)).to_be_visible()
        self.press("ArrowDown", "Shift+Enter")

    def remarks(self, text: str) -> None:
        """What the page finds odd and lets pass."""
        expect(self.page.get_by_role("status").filter(has_text=text)).to_be_visible()

    def paste(self, names: Sequence[str], *, paid: bool = False) -> None:
        """A list, as a chat has it."""
        self.press("Escape", "l")
        expect(self.page.get_by_label("One name a line")).to_be_focused()
        self.page.keyboard.insert_text("\n".join(f"{n}. {name}" for n, name in enumerate(names, start=1)))
        if paid:
            self.page.get_by_label("All of them have paid").check()
        self.button("Sign them up").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def door_shows(self, players: int, pool: str, owed: str, prizes: str, house: str = "0 €") -> None:
        """The figures at the door, to the cent."""
        expect(self.figure("Players")).to_have_text(str(players))
        expect(self.figure("Prize pool")).to_have_text(pool)
        expect(self.figure("House")).to_have_text(house)
        expect(self.figure("Still owed")).to_have_text(owed)
        expect(self.figure("Prizes")).to_have_text(prizes)

    def start(self, players: int) -> None:
        """From the door to the table, and go: seats and dealer are drawn."""
        self.press("t")
        self.is_live()
        self.press("s")
        self.says(f"Play began with {players} players")
        expect(self.page.locator("li.seat").get_by_role("link")).to_have_count(players)
        assert len(set(self.seats().values())) == players
        for mark in ("D", "SB", "BB"):
            expect(self.page.get_by_role("button", name=re.compile(rf"^{mark}\. "))).to_have_count(1)

    # -- play --------------------------------------------------------------------------------------

    def seats(self) -> dict[str, int]:
        """Name → seat, as the table shows them."""
        found = {}
        for row in self.page.locator("li.seat").all():
            link = row.get_by_role("link").first
            if link.count():
                found[link.inner_text()] = int(row.inner_text().split()[0])
        return found

    def out(self, typed: str, says: str) -> None:
        """K, whom one means, Enter."""
        self.press("k")
        self.type(typed)
        self.press("Enter")
        self.says(says)
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def count_chips(self, **chips: str) -> None:
        """C, a figure for everybody, Enter."""
        self.press("c")
        dialog = self.page.get_by_role("dialog")
        for name, counted in chips.items():
            dialog.get_by_label(name).fill(counted)
        self.press("Enter")
        self.says("Chips counted")
        expect(dialog).to_have_count(0)

    def posted(self, sb: int, bb: int, playing: Sequence[str]) -> int:
        """What those who fold have posted, in cents, by the marks at the table."""
        left = 0
        for mark, chips in (("SB", sb), ("BB", bb)):
            label = self.page.get_by_role("button", name=f"{mark}. Dealer button to ").get_attribute(
                "aria-label"
            )
            if not (label or "").endswith(tuple(playing)):
                left += chips
        return left

    def settle(self, hand: Hand) -> Locator:
        """H, each one's seat and state, W and who wins; the dialog, which is not saved yet."""
        seats = self.seats()
        rows = sorted(seats.values())
        self.press("h")
        dialog = self.page.get_by_role("dialog")
        typing, at = False, rows[0]
        for seat, name in sorted((seats[name], name) for name in hand.names):
            # A digit goes to a row, but not out of a field in which figures are typed.
            down = rows.index(seat) - rows.index(at)
            self.press(*["ArrowDown"] * down if typing else [str(seat)])
            self.press("i" if name in hand.calls else "a")
            chips = hand.all_in.get(name, "")
            self.type(chips)
            typing, at = bool(chips), seat
        self.press("w")
        for name in hand.winners:
            self.press(str(seats[name]))
        return dialog

    def save(self, dialog: Locator, says: str) -> None:
        """Enter, once the page shows what the hand comes to."""
        expect(dialog.get_by_text("Chips on table")).to_be_visible()
        self.press("Enter")
        self.says(says)
        expect(dialog).to_have_count(0)

    # -- the end -----------------------------------------------------------------------------------

    def finish(self, winner: str) -> None:
        """F and Enter."""
        expect(self.page.get_by_text(f"{winner} is the last one in: finish the open.")).to_be_visible()
        self.press("f")
        expect(self.page.get_by_text(f"{winner} is the last player left and wins.")).to_be_visible()
        expect(self.button("Finish the open").last).to_be_focused()
        self.press("Enter")
        self.says(f"Open finished: {winner} wins")

    def hand_over(self, **prizes: str) -> None:
        """Tick every prize."""
        for name, amount in prizes.items():
            self.button(f"{amount} handed to {name}").click()
            self.says(f"Prize handed over: {name}, {amount}")
        expect(self.page.get_by_text("handed over", exact=True)).to_have_count(len(prizes))

    def post(self) -> None:
        """Post the results and go to them."""
        self.button("Post the results").click()
        self.says("Results posted")
        self.page.get_by_role("link", name="Results and post text").click()
        expect(self.page.get_by_role("link", name="Copy as post")).to_be_visible()

    def table_shows(self, lines: Sequence[str]) -> None:
        """The lines of the page's table, all of them, in order."""
        rows = self.page.get_by_role("table").first.get_by_role("row")
        expect(rows).to_have_count(len(lines) + 1)
        shown = [
            " ".join(row.get_by_role("cell").or_(row.get_by_role("rowheader")).all_inner_texts())
            for row in rows.all()[1:]
        ]
        assert [" ".join(line.split()) for line in shown] == list(lines), shown


@dataclass
class Evening:
    """One open being played: the director at the desk, the screen and the phone, and the story so far."""

    director: Director
    onlookers: Onlookers
    players: int
    pool: str
    prizes: Sequence[str]
    outs: list[tuple[int, str]] = field(default_factory=list)

    def everybody_reads(self, blinds: str) -> None:
        """The same on every page, to the cent (SPT-38 for the blinds)."""
        left = self.players - len(self.outs)
        moment = Moment(left, self.players, blinds, self.pool, self.prizes, self.outs)
        desk = self.director
        expect(desk.page.get_by_role("banner")).to_contain_text(f"Blinds {blinds}")
        expect(desk.figure("Players")).to_have_text(f"{left} of {self.players}")
        expect(desk.figure("Prize pool")).to_have_text(moment.pool)
        expect(desk.figure("House")).to_have_text(moment.house)
        expect(desk.figure("Next paid place")).to_have_text(moment.next_paid)
        if left > 1:
            self.onlookers.read(moment)

    def out(self, typed: str, name: str, blinds: str, rise: bool = False) -> None:
        """One out by the keyboard; then what everybody reads."""
        place = self.players - len(self.outs)
        says = f"{name} out in {WORDS['en'].ordinal(place)}"
        self.director.out(typed, f"{says}. Blinds now {blinds}" if rise else says)
        self.outs.insert(0, (place, name))
        self.everybody_reads(blinds)

    def outs_in_one_hand(self, typed: str, most_first: Sequence[str], blinds: str) -> None:
        """Two outs in a hand that was not entered: who had more before it is asked, and answered by key."""
        desk = self.director
        desk.press("k")
        desk.type(typed)
        desk.press("Enter")
        question = desk.page.get_by_role("dialog", name="Who had more before the hand?")
        desk.room.questions += 1
        desk.press((question.get_by_role("button", name=most_first[0]).inner_text()).split()[-1])
        desk.says(f"Blinds now {blinds}")
        for name in reversed(most_first):
            self.outs.insert(0, (self.players - len(self.outs), name))
        self.everybody_reads(blinds)

    def hand(
        self, hand: Hand, pots: Sequence[str], after: Sequence[str], gone: Sequence[str], blinds: str
    ) -> None:
        """One hand by the keyboard: pots, what it leaves, who is out by it; then what everybody reads."""
        dialog = self.director.settle(hand)
        expect(dialog.locator(".pot__head")).to_contain_text(list(pots))
        for line in after:
            expect(dialog.get_by_role("row", name=line, exact=True)).to_be_visible()
        self.director.save(dialog, f"Blinds now {blinds}")
        for name in gone:
            self.outs.insert(0, (self.players - len(self.outs), name))
        self.everybody_reads(blinds)
