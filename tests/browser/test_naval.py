"""The Open de Naval (SPT-E2) after the first one, in a real Chromium; then the season table of both."""

from __future__ import annotations

import pytest

from tests.browser.nights import Director, Evening, Hand, make_director, plain
from tests.browser.onlookers import Onlookers, Room
from tests.builders import BARBARISMO, NAVAL, make_tour

pytestmark = pytest.mark.browser

PRIZES = ("20 €", "10 €")


def test_the_naval_night_follows_and_the_season_table_counts_both(
    quiet_room: Room, director: Director
) -> None:
    make_tour(make_director())
    director.sign_in()
    barbarismo_in_haste(director)

    director.go("/desk/")
    director.copy_open("Open del Barbarismo", "Open de Naval", "5", "20/10", players=6)
    director.preview_shows(6, {"Buy-in": "5 €", "Prize pool": "30 €", "Prizes": "20 € / 10 €"})
    code = director.create()
    onlookers = Onlookers.of(quiet_room, code, screen="es", phone="en")
    sign_everybody_up(director, onlookers)
    director.start(6)

    evening = Evening(director, onlookers, 6, "30 €", PRIZES)
    evening.everybody_reads("0.25 / 0.50 €")
    play(evening)

    director.finish("Canadá")
    onlookers.read_winner("Canadá", "20 €", ["2.º Lituania, 10 €"])
    director.hand_over(Canadá="20 €", Lituania="10 €")
    director.post()
    onlookers.read_on("Open de Naval")
    read_results(director)
    read_season(director)


def barbarismo_in_haste(director: Director) -> None:
    """The first open with no hand entered; the outs are typed one after the other without waiting."""
    director.new_open("Open del Barbarismo", "10", "50/20/10")
    director.create()
    director.paste(BARBARISMO, paid=True)
    director.door_shows(8, "80 €", owed="0 €", prizes="50 € / 20 € / 10 €")
    director.start(8)
    for typed in ("isr", "kos", "fra", "lit", "ira", "let", "ing"):
        director.press("k")
        director.type(typed)
        director.press("Enter")
    director.says("Inglaterra out in 2nd. Prize: 20 €", seconds=20)
    director.finish("Canadá")
    director.post()


def sign_everybody_up(director: Director, onlookers: Onlookers) -> None:
    """Five who are known by now are proposed or pasted; Tanzania is new. Six are fewer than advised."""
    director.type("can")
    director.choose("Canadá")
    director.door_shows(1, "5 €", owed="0 €", prizes="20 € / 10 €")
    director.paste(NAVAL[1:5])
    director.door_shows(5, "5 €", owed="20 €", prizes="20 € / 10 €")
    director.press("a")
    director.door_shows(5, "25 €", owed="0 €", prizes="20 € / 10 €")
    director.page.get_by_label("Add a player").click()
    director.add("Tanzania", pays=True)
    director.door_shows(6, "30 €", owed="0 €", prizes="20 € / 10 €")
    director.remarks("6 players: these rules advise 7 to 9. You may play all the same.")
    onlookers.read_sign_up(NAVAL, "30 €", PRIZES)
    director.press("Escape")


def play(evening: Evening) -> None:
    """Five outs: one by its seat, one in a hand, two in one hand that nobody entered, the last by name."""
    director = evening.director
    evening.out(str(director.seats()["Tanzania"]), "Tanzania", "0.25 / 0.50 €")

    hand = Hand({"Letonia": "8", "Kosovo": "15.25"}, calls=["Irán"], winners=["Kosovo"])
    main = 3 * 800 + director.posted(25, 50, hand.names)
    evening.hand(
        hand,
        pots=[f"Main pot {plain(main)}", "Side pot 1 14.50"],
        after=["Letonia 0 out, 5th", f"Kosovo {plain(main + 1450)} +{plain(main + 1450 - 1525)}"],
        gone=["Letonia"],
        blinds="0.50 / 1 €",
    )
    evening.outs_in_one_hand("kos, ira", ["Irán", "Kosovo"], "1 / 2 €")
    evening.out("lit", "Lituania", "1 / 2 €")


def read_results(director: Director) -> None:
    """The posted page: the order of SPT-E2, the blinds at each out, points n − r + 1, prizes."""
    director.table_shows([
        "1 Canadá 6 20 €",
        "2 Lituania 1 / 2 € 5 10 €",
        "3 Irán 0.50 / 1 € 4",
        "4 Kosovo 0.50 / 1 € 3",
        "5 Letonia 0.25 / 0.50 € 2",
        "6 Tanzania 0.25 / 0.50 € 1",
    ])  # fmt: skip


def read_season(director: Director) -> None:
    """RULES 4.7, column n − r + 1: rank, name, points of each open, wins, points; equal points share."""
    director.page.get_by_role("link", name="Standings", exact=True).click()
    director.table_shows([
        "1 Canadá 8 6 2 14",
        "2 Lituania 4 5 9",
        "2 Irán 5 4 9",
        "4 Letonia 6 2 8",
        "5 Inglaterra 7 7",
        "6 Kosovo 2 3 5",
        "7 Francia 3 3",
        "8 Israel 1 1",
        "8 Tanzania 1 1",
    ])  # fmt: skip
