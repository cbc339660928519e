"""A Sistema night of 36 in a real Chromium, from the set-up to the posted results, all of it by the pages.

Four coupled tables of ten, late arrivals, balances and broken tables as they are proposed, two rebuys by
mistake, an out found to be wrong an hour later, a chop at the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.nights import Director, make_director
from tests.browser.onlookers import Room
from tests.builders import make_tour

pytestmark = pytest.mark.browser

ON_TIME = (
    "Ada", "Beto", "Cira", "Dino", "Elsa", "Fito", "Gala", "Hugo", "Inma", "Jairo", "Karla", "Leo", "Mina",
    "Nilo", "Olga", "Paco", "Quima", "Rocco", "Sara", "Teo", "Ursa", "Vito", "Wanda", "Xeno", "Yara", "Zoe",
    "Abril", "Bruno", "Celia", "Dario", "Emma", "Felix",
)  # fmt: skip
LATE = ("Gema", "Hilda", "Ivo", "Jana")
PLAYERS = len(ON_TIME) + len(LATE)
STACKS = ("24000", "15500", "9500", "6500")
SHARES = ("206 €", "177 €", "148 €", "131 €")


def test_thirty_six_play_eighteen_levels_at_four_tables_SIS_14_to_SIS_17(
    quiet_room: Room, director: Director
) -> None:
    make_tour(make_director())
    director.sign_in()
    set_up(director)
    director.create()
    begin(director)
    arrive_late(director)
    gone, wrong, right = three_go_at_the_first_table(director)
    two_rebuys_by_mistake(director, gone, right)
    a_table_breaks(director)
    an_hour_later(director, wrong, right)
    go_to_level(director, 7, "380 / 760")
    said = down_to(director, 30, 20)
    assert re.fullmatch(r"Table \d breaks: the 20 players left fit at 2 tables\.", said[-1]), said
    go_to_level(director, 10, "1 000 / 2 000")
    said = down_to(director, 20, 10)
    assert said == ["10 players are left: bring them together at the final table."]
    to_the_final_four(director)
    names = chop(director)
    finish(director, names)
    everybody_reads(director, names, right)


# -- before play ---------------------------------------------------------------------------------------


def set_up(director: Director) -> None:
    """The sheet of Sistema brings levels, rounds and tables of ten; a chip brings the prizes."""
    director.press("n")
    page = director.page
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    director.type("Noche de Sistema")
    page.locator("#setup-preset-sistema").check()
    expect(page.locator("#setup-rounds-sistema")).to_be_checked()
    expect(page.get_by_label("Starting chips")).to_have_value("1500")
    page.get_by_label("Buy-in").fill("20 + 5")
    page.get_by_label("Players expected").fill(str(PLAYERS))
    plan = page.locator("#setup-preview").get_by_role("listitem")
    expect(plan).to_have_text(
        [
            "Round 1: 4 tables of 9, 6 levels",
            "Round 2: 6 levels, everybody stays",
            "Round 3: everybody stays",
        ]
    )
    page.get_by_text("What can be bought", exact=True).first.click()
    bought = page.get_by_role("group", name="What can be bought 1")
    bought.get_by_label("Price").fill("20")
    bought.get_by_label("Chips", exact=True).fill("1500")
    bought.get_by_label("Who may").select_option("anybody")
    bought.get_by_label("Until level").fill("3")
    page.get_by_role("button", name="40 / 24 / 16 / 12 / 8 %").click()
    director.preview_shows(PLAYERS, {"Prizes": "288 € / 173 € / 115 € / 86 € / 58 €"})


def begin(director: Director) -> None:
    """32 names in one paste, all paid; seats by lot, eight at each table; play begins."""
    director.paste(ON_TIME, paid=True)
    director.door_shows(32, "640 €", "0 €", "256 € / 154 € / 102 € / 77 € / 51 €", house="160 €")
    director.press("t")
    director.is_live()
    director.press("d")
    director.says("Seats drawn")
    players_at(director, 8, 8, 8, 8)
    director.press("s")
    director.says("Play began with 32 players")


def arrive_late(director: Director) -> None:
    """Four more pay at the door and are drawn into the same tables, one at each."""
    director.press("b")
    expect(director.page.get_by_label("Add a player")).to_be_focused()
    for name in LATE:
        director.add(name, pays=True)
    director.door_shows(PLAYERS, "720 €", "0 €", "288 € / 173 € / 115 € / 86 € / 58 €", house="180 €")
    director.press("Escape", "t")
    director.is_live()
    players_at(director, 9, 9, 9, 9)


# -- the tables ----------------------------------------------------------------------------------------


def players_at(director: Director, *players: int) -> None:
    """So many at table 1, at table 2, …"""
    for table, count in enumerate(players, start=1):
        expect(director.page.locator(f"#table-{table} a.seat__name")).to_have_count(count)


def sitting(director: Director, table: int) -> list[str]:
    """Who plays at the table of that number, by seat; nobody where it broke."""
    names = director.page.locator(f"#table-{table} a.seat__name")
    # Who waits for the button has a tag behind his name.
    found: list[str] = names.evaluate_all("links => links.map((link) => link.firstChild.textContent.trim())")
    return found


def tables_left(director: Director, tables: int) -> None:
    """So many are played at."""
    cards = director.page.locator("section[id^=table-]").filter(has=director.page.locator("a.seat__name"))
    expect(cards).to_have_count(tables)


def seat_of(director: Director, name: str) -> Locator:
    """The player where he sits, with a tag or without."""
    return director.page.locator("a.seat__name").filter(has_text=re.compile(rf"^{name}\b"))


def standing(director: Director) -> dict[int, list[str]]:
    """The tables that are played at, the fullest first."""
    found = {table: sitting(director, table) for table in (1, 2, 3, 4)}
    return dict(sorted(((k, v) for k, v in found.items() if v), key=lambda one: -len(one[1])))


def left_are(director: Director, left: int) -> None:
    """The page has heard of everything so far: figures, tables and bands come in one answer."""
    expect(director.figure("Players")).to_have_text(f"{left} of {PLAYERS}", timeout=20_000)


def type_out(director: Director, names: Sequence[str], left: int) -> None:
    """K, a name, Enter, as fast as they can be typed; ``left`` are those still in afterwards."""
    for name in names:
        director.press("k")
        director.type(name)
        director.press("Enter")
    left_are(director, left)


def follow(director: Director) -> list[str]:
    """Whatever the page proposes for the tables is looked at and confirmed; what was said of it."""
    said = []
    offers = director.page.locator("#night-bands .band").filter(
        has=director.page.locator("[id^=band-balance], [id^=band-table_breaks], [id^=band-final_table]")
    )
    while offers.count():
        words = offers.first.locator(".band__text").inner_text()
        offers.first.locator(".btn--main").click()
        if confirm(director):
            said.append(words)
            expect(offers.filter(has_text=words)).to_have_count(0)
    return said


def confirm(director: Director) -> bool:
    """Every move has its reason; Enter makes them. Where all must wait, a hand is dealt first (RULES 2.3)."""
    page = director.page
    dialog = page.locator("#balance-dialog")
    expect(dialog).to_be_visible()
    reasons = dialog.locator(".going__why").all_inner_texts()
    for reason in reasons:
        assert re.search(r"big blind|worst seat|by lot|fewest", reason), reason
    now = not reasons or dialog.locator(".going input:checked").count() > 0
    if now:
        director.press("Enter")
        expect(dialog).to_have_count(0)
        return True
    assert "then move" in reasons[0], reasons
    seat = dialog.locator(".going__seat option:checked").first.inner_text()
    table = seat.split(",")[0].removeprefix("table ")
    director.press("Escape")
    expect(dialog).to_have_count(0)
    marks = page.locator(f"#table-{table} button.seat__mark")
    blinds = marks.filter(has_text=re.compile("SB|BB"))
    with page.expect_response(re.compile(r"/button/$")):
        (blinds if blinds.count() else marks).first.click()
    return False


def three_go_at_the_first_table(director: Director) -> tuple[str, str, str]:
    """Two tables give a player each (SIS-17); of the three outs the second was really somebody else.

    Who went first, who was put out wrongly, and who it really was.
    """
    first, wrong, third, right = sitting(director, 1)[:4]
    type_out(director, [first, wrong, third], PLAYERS - 3)
    said = follow(director)[0]
    two = r"2 players move, first \w+ \(next big blind\) to table 1, seat \d+\."
    # Where the next big blind would fall on an empty seat the band says too that it waits (RULES 2.3).
    waits = r"( Table 1 must wait: it is 3 short and its big blind would fall on an empty seat\.)?"
    assert re.fullmatch(rf"Table 1 has 3 fewer than table \d: {two}{waits}", said), said
    director.says("Tables balanced")
    expect(director.page.locator("#table-1 a.seat__name")).to_have_count(8)
    return first, wrong, right


def two_rebuys_by_mistake(director: Director, gone: str, playing: str) -> None:
    """One brings a player back and is voided with its chips, so he is out as he was; of the other, sold to
    somebody still in, the chips are in play by now and stay there (RULES 4.1): both are paid back."""
    page = director.page
    director.button(f"Rebuy: {gone}, 20 €").click()
    director.says(f"Rebuy of {gone}: 20 €, 1 500 in chips")
    left_are(director, PLAYERS - 2)
    expect(director.figure("Prize pool")).to_have_text("740 €")
    page.locator(".story > li", has_text=f"Rebuy of {gone}").get_by_text("change").click()
    director.button("Void it, the chips are back").click()
    director.says(f"1 500 in chips taken back, {gone} is out again")
    left_are(director, PLAYERS - 3)
    expect(director.figure("Prize pool")).to_have_text("720 €")
    seat_of(director, playing).click()
    director.press("b")
    page.get_by_role("dialog", name=f"{playing} buys").get_by_role("button", name="Rebuy 20 €").click()
    director.says(f"Rebuy of {playing}: 20 €, 1 500 in chips")
    seat_of(director, playing).click()
    page.get_by_role("dialog").get_by_role("link", name="Void: Rebuy 20 €").click()
    director.press("n")
    director.says(f"Rebuy of {playing} voided, 20 € given back; 1 500 in chips stay in play")
    expect(director.figure("Prize pool")).to_have_text("720 €")
    expect(director.figure("Average")).to_have_text("1 681")  # 55 500 among 33


def a_table_breaks(director: Director) -> None:
    """One is tapped in his row, two go in one hand, and 30 fit at three tables (RULES 2.2)."""
    page = director.page
    director.press("ArrowRight")
    director.says("Level 2 begun by hand: 20 / 40")
    table, (one, two, three, *_rest) = next(iter(standing(director).items()))
    page.locator(f"#table-{table}").get_by_role("button", name=f"{one} out", exact=True).click()
    director.says(f"{one} out in 33rd")
    director.press("k")
    for name in (two, three):
        page.get_by_role("dialog").locator("label").filter(has_text=re.compile(rf"^{name} ")).click()
    director.press("Enter")
    question = page.get_by_role("dialog", name="Who had more before the hand?")
    director.room.questions += 1
    question.get_by_role("button", name=three).click()
    director.says(f"{two} (32nd) and {three} (31st) out together")
    left_are(director, 30)
    assert follow(director) == [f"Table {table} breaks: the 30 players left fit at 3 tables."]
    director.says(f"Table {table} broken: 6 players drawn to other tables")
    tables_left(director, 3)
    assert [len(names) for names in standing(director).values()] == [10, 10, 10]


def an_hour_later(director: Director, wrong: str, right: str) -> None:
    """At level 5 it comes out that another went out at level 1: story, *change*, who it was, Enter."""
    page = director.page
    go_to_level(director, 5, "160 / 320")
    line = page.locator(".story > li", has_text=f"{wrong} out in 35th")
    line.get_by_text("change").click()
    dialog = page.get_by_role("dialog", name=f"{wrong} out in 35th: what really happened?")
    dialog.get_by_role("group", name="It was really").get_by_text(right, exact=True).click()
    effect = page.locator("#corrections-effect")
    expect(effect).to_contain_text(f"{wrong}: 35th still in")
    expect(effect).to_contain_text(f"{right}: still in 35th")
    assert effect.evaluate("box => box.scrollHeight <= box.clientHeight"), "squeezed under the names"
    director.press("Enter")
    director.says(f"Corrected: {right} out in 35th, not {wrong}")
    expect(dialog).to_have_count(0)
    expect(seat_of(director, wrong)).to_have_count(1)
    expect(seat_of(director, right)).to_have_count(0)
    left_are(director, 30)


def go_to_level(director: Director, number: int, blinds: str) -> None:
    """T and the level's own button, so that nobody waits for the clock."""
    director.press("t")
    director.button(f"Begin level {number} now", exact=True).click()
    director.says(f"Level {number} begun by hand: {blinds}")


def down_to(director: Director, left: int, target: int) -> list[str]:
    """Two of the fullest table and one of another, again and again; whatever is proposed is done at once."""
    said = []
    while left > target:
        one, *others = standing(director).values()
        names = [*one[:2], *(other[0] for other in others[:1])][: left - target]
        left -= len(names)
        type_out(director, names, left)
        said += follow(director)
    return said


def to_the_final_four(director: Director) -> None:
    """Ten at one table; six of them go, the last of these into the money."""
    go_to_level(director, 13, "2 000 / 4 000")
    tables_left(director, 1)
    (final,) = standing(director).values()
    assert len(final) == 10
    type_out(director, final[:6], 4)
    director.says(f"{final[5]} out in 5th. Prize: 58 €")


# -- the end -------------------------------------------------------------------------------------------


def chop(director: Director) -> list[str]:
    """The four compare deals and agree to ICM on counted stacks (RULES 2.12); by name, most chips first."""
    page = director.page
    expect(page.get_by_text("4 players are left, and all are paid: compare a deal")).to_be_visible()
    page.get_by_role("link", name="Compare a deal").click()
    rows = page.locator(".deal__stacks tbody tr")
    expect(rows).to_have_count(4)
    for row, chips in zip(rows.all(), STACKS, strict=True):
        row.locator("input").first.fill(chips)
    names = rows.locator("th").all_inner_texts()
    shares = page.locator(".deal__table tbody tr td:nth-child(2)")
    expect(shares).to_have_text(list(SHARES))
    expect(page.get_by_text("55 500 counted: exactly what is in play.")).to_be_visible()
    page.get_by_role("radio", name="ICM").check()
    page.get_by_label("All agree").check()
    director.button("Make the deal").click()
    expect(page.get_by_role("heading", name="The deal", exact=True)).to_be_visible()
    return names


def finish(director: Director, names: Sequence[str]) -> None:
    """They stop by the stacks of the deal; the prizes are handed over and the results posted."""
    page = director.page
    page.get_by_role("main").get_by_role("link", name="Finish").click()
    expect(page.get_by_text("55 500 counted, 55 500 in play.")).to_be_visible()
    director.button("Finish the open").last.click()
    director.says(f"Open finished: {names[0]} wins")
    for name, amount in zip(names, SHARES, strict=True):
        director.button(f"{amount} handed to {name}").click()
        director.says(f"Prize handed over: {name}, {amount}")
    director.post()


def everybody_reads(director: Director, names: Sequence[str], right: str) -> None:
    """Whoever was not there reads the whole classification, the amended out in its place."""
    page = director.room.page("es")
    page.goto(director.page.url)
    rows = page.locator("#results-classification tbody tr")
    expect(rows).to_have_count(PLAYERS)
    for row, name, amount in zip(rows.all(), names, SHARES, strict=False):
        expect(row).to_contain_text(name)
        expect(row).to_contain_text(amount)
    expect(rows.nth(4)).to_contain_text("58 €")
    expect(rows.nth(34)).to_contain_text(right)
    expect(rows.nth(34)).to_contain_text("10 / 20")
    expect(page.locator("dl").get_by_text("(ICM)")).to_be_visible()
