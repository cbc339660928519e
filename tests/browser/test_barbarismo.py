"""The Open del Barbarismo (SPT-E1) in a real Chromium, from the first visit to the posted results."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.nights import Director, Evening, Hand, make_director, plain
from tests.browser.onlookers import Onlookers, Room
from tests.builders import BARBARISMO, make_tour

pytestmark = pytest.mark.browser

PRIZES = ("50 €", "20 €", "10 €")


def test_the_first_visit_goes_from_the_terminals_link_to_the_door_of_an_open(director: Director) -> None:
    director.arrive_first()
    director.new_open("Open del Barbarismo", "10", "50/20/10")
    director.preview_shows(8, {"Buy-in": "10 €", "Prize pool": "80 €", "Prizes": "50 € / 20 € / 10 €"})
    director.create()
    director.door_shows(0, "0 €", owed="0 €", prizes="50 / 20 / 10")


def test_a_ten_plus_two_door_credits_ten_and_two_apart_SPT_33(director: Director) -> None:
    make_tour(make_director())
    director.sign_in()
    director.new_open("Open del Barbarismo", "10 € + 2 €", "50/20/10")
    director.preview_shows(8, {"Buy-in": "10 € + 2 €", "Prize pool": "80 €"})
    director.create()
    for count, name in enumerate(BARBARISMO, start=1):
        director.add(name, pays=True)
        director.door_shows(
            count, f"{10 * count} €", owed="0 €", prizes="50 € / 20 € / 10 €", house=f"{2 * count} €"
        )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("10+", "“10+” is incomplete: type an amount on each side of the plus"),
        ("-10", "“-10” is negative: type 0 or more."),
        ("10.5055", "“10.5055” has more than 2 decimals: round it."),
    ],
    ids=["half a split", "less than nothing", "finer than a cent"],
)
def test_a_price_that_says_nothing_is_refused_with_a_sentence_and_nothing_is_lost(
    director: Director, typed: str, sentence: str
) -> None:
    make_tour(make_director())
    director.sign_in()
    director.new_open("Open del Barbarismo", typed, "50/20/10")
    director.button("Create the open").click()
    director.room.questions += 1
    price = director.page.get_by_label("Buy-in")
    expect(price).to_have_attribute("aria-invalid", "true")
    expect(price).to_have_accessible_description(re.compile(re.escape(sentence)))
    expect(price).to_have_value(typed)
    expect(director.page.get_by_label("Name", exact=True)).to_have_value("Open del Barbarismo")
    expect(director.page.get_by_role("radio", name="fixed amounts")).to_be_checked()
    expect(director.page.get_by_label("Places, best first")).to_have_value("50/20/10")
    price.fill("10+2")
    director.create()
    director.add("Canadá", pays=True)
    director.door_shows(1, "10 €", owed="0 €", prizes="50 € / 20 € / 10 €", house="2 €")


def test_the_barbarismo_night_is_played_as_a_director_plays_it(quiet_room: Room, director: Director) -> None:
    make_tour(make_director())
    director.sign_in()
    director.new_open("Open del Barbarismo", "10", "50/20/10")
    director.preview_shows(8, {"Prize pool": "80 €", "8–7 left": "0.25 / 0.50", "2 left": "2 / 4"})
    code = director.create()
    onlookers = Onlookers.of(quiet_room, code, screen="en", phone="es")
    sign_everybody_up(director, onlookers)
    director.start(8)

    evening = Evening(director, onlookers, 8, "80 €", PRIZES)
    evening.everybody_reads("0.25 / 0.50 €")
    play(evening)

    director.finish("Canadá")
    onlookers.read_winner("Canadá", "50 €", ["2nd Inglaterra, 20 €", "3rd Letonia, 10 €"])
    director.hand_over(Canadá="50 €", Inglaterra="20 €", Letonia="10 €")
    director.post()
    onlookers.read_on("Open del Barbarismo")
    read_results(director)


def sign_everybody_up(director: Director, onlookers: Onlookers) -> None:
    """Two by Enter, two by Shift+Enter, four from a pasted list; then all paid."""
    everything = "50 € / 20 € / 10 €"
    director.add("Canadá")
    director.door_shows(1, "0 €", owed="10 €", prizes="50 / 20 / 10")
    director.add("Inglaterra", pays=True)
    director.door_shows(2, "10 €", owed="10 €", prizes=everything)
    director.add("Letonia")
    director.add("Irán", pays=True)
    director.door_shows(4, "20 €", owed="20 €", prizes=everything)
    onlookers.read_sign_up(BARBARISMO[:4], "20 €", PRIZES)
    director.paste(BARBARISMO[4:])
    director.door_shows(8, "20 €", owed="60 €", prizes=everything)
    director.press("a")
    director.says("6 players paid, 60 € in all")
    director.door_shows(8, "80 €", owed="0 €", prizes=everything)
    onlookers.read_sign_up(BARBARISMO, "80 €", PRIZES)


def play(evening: Evening) -> None:
    """Seven outs, three of them in hands with three players all-in or in; the blinds follow SPT-38."""
    director = evening.director
    evening.out("isr", "Israel", "0.25 / 0.50 €")

    # Kosovo's 7.50 and Letonia's 12.25 are all-in, Canadá calls; nobody knows the stacks. Letonia has it.
    hand = Hand({"Kosovo": "7.50", "Letonia": "12.25"}, calls=["Canadá"], winners=["Letonia"])
    main = 3 * 750 + director.posted(25, 50, hand.names)
    evening.hand(
        hand,
        pots=[f"Main pot {plain(main)}", "Side pot 1 9.50"],
        after=[
            "Kosovo 0 out, 7th",
            f"Letonia {plain(main + 950)} +{plain(main + 950 - 1225)}",
            "Canadá — −12.25",
        ],
        gone=["Kosovo"],
        blinds="0.50 / 1 €",
    )
    evening.out(str(director.seats()["Francia"]), "Francia", "0.50 / 1 €")

    # All chips are counted: 160 €. Lituania's 9 and Irán's 18 are all-in; Inglaterra calls and splits.
    director.count_chips(Canadá="70", Inglaterra="32", Letonia="31", Irán="18", Lituania="9")
    hand = Hand({"Lituania": "", "Irán": ""}, calls=["Inglaterra"], winners=["Irán", "Inglaterra"])
    main = 3 * 900 + director.posted(50, 100, hand.names)
    share = main // 2 + 900
    evening.hand(
        hand,
        pots=[f"Main pot {plain(main)}", "Side pot 1 18"],
        after=[
            "Lituania 0 out, 5th",
            f"Irán {plain(share)} +{plain(share - 1800)}",
            f"Inglaterra {plain(3200 - 1800 + share)} +{plain(share - 1800)}",
        ],
        gone=["Lituania"],
        blinds="1 / 2 €",
    )
    evening.out("iran", "Irán", "1 / 2 €")

    # The last three are all-in for different amounts; Inglaterra beats both, Canadá keeps what nobody called.
    evening.hand(
        Hand({"Letonia": "22", "Inglaterra": "50.50", "Canadá": "87.50"}, winners=["Inglaterra"]),
        pots=["Main pot 66", "Side pot 1 57", "Returned uncalled 37"],
        after=["Letonia 0 out, 3rd, 10 €", "Inglaterra 123 +72.50", "Canadá 37 −50.50"],
        gone=["Letonia"],
        blinds="2 / 4 €",
    )
    expect(director.page.get_by_role("listitem").filter(has_text="Inglaterra").first).to_contain_text("123 €")
    evening.out("ingl", "Inglaterra", "2 / 4 €")


def read_results(director: Director) -> None:
    """The posted page: the order of SPT-E1, the blinds at each out, points n − r + 1, prizes."""
    expect(director.page.get_by_role("heading", name="Open del Barbarismo")).to_be_visible()
    director.table_shows([
        "1 Canadá 8 50 €",
        "2 Inglaterra 2 / 4 € 7 20 €",
        "3 Letonia 1 / 2 € 6 10 €",
        "4 Irán 1 / 2 € 5",
        "5 Lituania 0.50 / 1 € 4",
        "6 Francia 0.50 / 1 € 3",
        "7 Kosovo 0.25 / 0.50 € 2",
        "8 Israel 0.25 / 0.50 € 1",
    ])  # fmt: skip
