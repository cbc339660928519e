"""A Vivaldi night of sixteen without incident, in a real Chromium: from the set-up to champion and prizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.nights import Director, make_director
from tests.browser.onlookers import Room
from tests.builders import make_tour
from tests.vivaldi import SIXTEEN

# Keys for letters that no key of the laptop has are no key presses.
PLAIN = str.maketrans("áíó", "aio")

pytestmark = pytest.mark.browser


def test_sixteen_play_three_rounds_to_champion_and_prizes_VIV_05_to_VIV_11(
    quiet_room: Room, director: Director
) -> None:
    make_tour(make_director())
    director.sign_in()
    set_up(director)
    director.create()
    director.paste(SIXTEEN, paid=True)
    director.press("t")
    director.is_live()
    director.press("s")
    director.says("Play began with 16 players")
    first = play_down(director, "ABCD")
    count(director, first, {"A": 8800, "B": 7500, "C": 6900, "D": 6900})
    begin(
        director,
        "Round 2",
        8,
        [f"{table}{place}" for table, place in ("A1", "B1", "C2", "D2", "A2", "B2", "C1", "D1")],
    )
    second = play_down(director, "12")
    assert all(a1_never_meets_a2(first, table) for table in second.values())
    count(director, second, {"1": 9000, "2": 8100})
    begin(director, "Final", 4, ["1-1", "2-1", "1-2", "2-2"])
    champion, runner_up = play_down(director, "1")["1"][:2]
    end(director, champion, runner_up)


def set_up(director: Director) -> None:
    """The sheet of Vivaldi brings its rounds; with sixteen they are said beside the form."""
    director.press("n")
    page = director.page
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    director.type("Torneo Vivaldi")
    page.locator("#setup-preset-vivaldi").check()
    expect(page.locator("#setup-rounds-vivaldi")).to_be_checked()
    page.get_by_label("Buy-in").fill("25")
    page.get_by_label("Players expected").fill("16")
    plan = page.locator("#setup-preview").get_by_role("listitem")
    expect(plan).to_have_text(["Round 1: 4 tables of 4", "Round 2: 2 tables of 4", "Final: 4 players"])
    expect(director.figure("Prize pool")).to_have_text("400 €")


def play_down(director: Director, tables: str) -> dict[str, list[str]]:
    """All but the first two of each table go out, by the keyboard; who sits at each, those two first."""
    page = director.page
    page.get_by_role("link", name="Table", exact=True).or_(page.locator("#table-1 h2")).first.wait_for()
    if "/rounds/" in page.url:
        page.get_by_role("link", name="Table", exact=True).click()
    director.is_live()
    sitting = {}
    for number, label in enumerate(tables, start=1):
        card = page.locator(f"#table-{number}")
        expect(card.get_by_role("heading", name=f"Table {label}")).to_be_visible()
        sitting[label] = card.locator("li.seat").get_by_role("link").all_inner_texts()
        assert len(sitting[label]) == 4
    for names in sitting.values():
        for name in reversed(names[2:]):
            director.press("k")
            director.type(name.translate(PLAIN))
            director.press("Enter")
    last = next(reversed(sitting.values()))[2]
    director.says(f"{last} out", seconds=30)
    return sitting


def count(director: Director, sitting: dict[str, list[str]], seconds: dict[str, int]) -> None:
    """C on the page of the rounds, once for each table: the first of it has the rest of 20 000."""
    page = director.page
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Rounds").first.click()
    director.is_live()
    for label, chips in seconds.items():
        one, other = sitting[label][:2]
        card = page.locator(".stage-table--count_needed").first
        expect(card.get_by_role("heading")).to_have_text(re.compile(f"Table {label}"))
        director.press("c")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label(one).fill(str(20_000 - chips))
        dialog.get_by_label(other).fill(str(chips))
        expect(dialog.get_by_text("Total 20 000: exactly what the table has.")).to_be_visible()
        director.press("Enter")
        director.says(f"Table {label} is done")
        expect(dialog).to_have_count(0)


def begin(director: Director, title: str, players: int, seeds: list[str]) -> None:
    """N shows the tables of the next round with where each comes from; S seats them."""
    page = director.page
    expect(page.get_by_text(f"{players} players go on to")).to_be_visible()
    director.press("n")
    shown = page.locator(".seeds > li > span:first-child")
    expect(shown).to_have_text(seeds)
    director.press("s")
    director.says(f"{title} began with {players} players")


def a1_never_meets_a2(first: dict[str, list[str]], table: list[str]) -> bool:
    """Nobody meets a player of his first table in the second round (VIV-11)."""
    return all(len(set(table) & set(names[:2])) <= 1 for names in first.values())


def end(director: Director, champion: str, runner_up: str) -> None:
    """Two are left in the final: their chips are counted, the pool is 60/20/15/5 (VIV-09, VIV-42)."""
    page = director.page
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Rounds").first.click()
    expect(page.get_by_role("heading", name="Final table two left: count")).to_be_visible()
    director.press("f")
    page.get_by_label(champion).fill("11000")
    page.get_by_label(runner_up).fill("9000")
    expect(page.get_by_text("20 000 counted, 20 000 in play.")).to_be_visible()
    page.get_by_label(runner_up).press("Enter")
    director.says("Open finished")
    rows = page.locator(".list > li")
    expect(rows).to_have_count(4)
    expect(rows.locator("b")).to_have_text(["240 €", "80 €", "60 €", "20 €"])
    expect(rows.locator(".list__name").nth(0)).to_have_text(champion)
    expect(rows.locator(".list__name").nth(1)).to_have_text(runner_up)
