"""A San Antonio night in a real Chromium: ReSpawns sold, refused and passed, to a till that agrees."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.nights import Director, make_director
from tests.browser.onlookers import Room
from tests.builders import make_tour

NINE = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hui", "Ian")

pytestmark = pytest.mark.browser


def test_three_respawns_one_refused_at_60_00_and_one_passed_to_a_till_that_agrees_SA_23(
    quiet_room: Room, director: Director
) -> None:
    # Cy and Dee are refused on the hour, as Chromium notes.
    quiet_room.questions = 2
    make_tour(make_director())
    director.sign_in()
    set_up(director)
    director.create()
    director.paste(NINE, paid=True)
    director.door_shows(9, "90 €", "0 €", "45 € / 27 € / 18 €", house="18 €")
    director.start(9)
    director.out("ana", "Ana out in 9th")
    buy_back(director, "Ana")
    at_59_59_and_60_00(director)
    end(director)
    count_the_till(director)


def set_up(director: Director) -> None:
    """The sheet of San Antonio brings its ReSpawn, at half as much again as the buy-in that is typed."""
    page = director.page
    director.press("n")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    director.type("Copa de San Antonio")
    page.locator("#setup-preset-san_antonio").check()
    expect(page.get_by_label("Starting chips")).to_have_value("50")
    page.get_by_label("Buy-in", exact=True).fill("10€+2€")
    page.get_by_label("Players expected").fill("9")
    expect(director.figure("Prize pool")).to_have_text("90 €")


def buy_back(director: Director, name: str) -> None:
    """The way back in that the page offers, one tap."""
    director.page.get_by_role("button", name=f"Rebuy: {name}").click()
    director.says(f"Rebuy of {name}: 18 €, 50 in chips")


def at_59_59_and_60_00(director: Director) -> None:
    """A second before the hour Bo buys; on the hour, as the clock stands, Cy is refused, Dee is let in."""
    page = director.page
    director.press("p")
    director.says("Clock paused")
    director.press("t")
    page.get_by_role("button", name="Begin level 3 now").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("banner")).to_contain_text("Level 3 of 10")
    director.press("t")
    page.get_by_label("Time left in this level").fill("0:01")
    director.press("Enter")
    expect(page.get_by_role("timer")).to_have_text("0:01")
    for typed, says in (("bo", "Bo out in 9th"), ("cy", "Cy out in 8th"), ("dee", "Dee out in 7th")):
        director.out(typed, says)
    buy_back(director, "Bo")
    director.press("ArrowRight")
    expect(page.get_by_role("timer")).to_have_text("20:00")
    expect(page.get_by_role("button", name="Rebuy")).to_have_count(0)
    dialog = refused(director, "Cy")
    dialog.get_by_role("link", name="Cancel").click()
    expect(dialog).to_have_count(0)
    dialog = refused(director, "Dee")
    dialog.get_by_role("radio", name="card").check()
    dialog.get_by_role("button", name="Do it anyway").click()
    director.says("Rebuy of Dee: 18 €, 50 in chips")
    expect(director.figure("Prize pool")).to_have_text("138 €")


def refused(director: Director, name: str) -> Locator:
    """The dialog that says why nothing is sold any more, and asks."""
    page = director.page
    page.get_by_role("link", name=f"Buy back in: {name}").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("closed since 60:00; it is 60:00.")
    dialog.get_by_role("button", name="Rebuy").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Sell one all the same?")
    return dialog


def end(director: Director) -> None:
    """All but Ian go out, the prizes are handed over."""
    gone = ("Dee", "Bo", "Ana", "Eli", "Fay", "Gus", "Hui")
    for name, place in zip(gone, ("8th", "7th", "6th", "5th", "4th", "3rd", "2nd"), strict=True):
        director.out(name.lower(), f"{name} out in {place}")
    director.finish("Ian")
    director.hand_over(Ian="69 €", Hui="41 €", Gus="28 €")


def count_the_till(director: Director) -> None:
    """What is left is the house's 24 €, of which 18 came by card: counted, the drawer agrees."""
    page = director.page
    page.goto(re.sub("/finish/.*", "/till/", page.url))
    expect(page.get_by_text("Cash by the books: 6 €")).to_be_visible()
    expect(page.get_by_text("18 € by card is not in the drawer.")).to_be_visible()
    page.get_by_label("5 €", exact=True).fill("1")
    page.get_by_label("1 €", exact=True).fill("1")
    expect(page.get_by_text("it agrees")).to_be_visible()
    page.get_by_role("button", name="Close the till").click()
    director.says("Till closed")
    expect(page.get_by_text("closed", exact=True)).to_be_visible()
