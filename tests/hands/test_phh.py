"""Entered hands as Poker Hand History files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tdapp.hands import services
from tdapp.hands.phh import Files
from tdapp.hands.reckoning import Part
from tdapp.hands.story import HandTold, Told
from tdapp.opens.house import house_of
from tdapp.rules.betting_line import Start
from tdapp.rules.cards import cards
from tdapp.rules.levels import Level
from tdapp.rules.phh_read import read, read_all
from tdapp.rules.phh_results import settled
from tests.builders import Night, timed_terms
from tests.hands import drawing
from tests.hands.dealing import enter, fresh, hand_of, night_with, sit, stacks, the_table, told
from tests.rules.lines import line

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Four at a table played clockwise, the first one with the button."""
    night = night_with("Ana", "Bea", "Cruz", "Dora", terms=timed_terms())
    sit(night, "Ana", "Bea", "Cruz", "Dora")
    return night


def files(night: Night) -> tuple[Files, Told]:
    story = Told(night.open, night.field())
    return Files(story), story


def newest(story: Told) -> HandTold:
    return story.page().hands[0]


def replayed(text: str) -> dict[str, int]:
    """Name → stack after pokerkit has replayed the file to its end."""
    from pokerkit import HandHistory

    history = HandHistory.loads(text)
    state = [*history][-1]
    assert not state.status
    return dict(zip(history.players, map(int, state.stacks), strict=True))


def put(chips: int) -> tuple[str, int]:
    return ("in", chips)


def test_a_hand_is_written_with_its_night_table_players_and_moment(night: Night):
    enter(night, {"Ana": put(600), "Bea": put(600), "Cruz": ("fold", 100), "Dora": ("fold", 0)}, [["Bea"]])
    made, story = files(night)
    phh = read(made.of(newest(story)).text)
    about = phh.about
    assert (about.event, about.venue) == (night.open.name, night.tour.name)
    assert (about.table, about.hand, about.level) == ("1", "1", 1)
    assert about.date == (night.now.year, night.now.month, night.now.day)
    assert about.time_zone == night.open.time_zone
    assert [(one.name, one.seat) for one in phh.players] == [("Bea", 2), ("Cruz", 3), ("Dora", 4), ("Ana", 1)]


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
def test_pokerkit_replays_a_saved_hand_to_the_stacks_that_were_saved(night: Night):
    enter(night, {"Ana": put(600), "Bea": put(600), "Cruz": ("fold", 100), "Dora": ("fold", 0)}, [["Bea"]])
    made, story = files(night)
    assert replayed(made.of(newest(story)).text) == stacks(night)


def test_the_cards_of_a_hand_go_into_its_file(night: Night):
    sheet = told(night, fresh(night), {"Ana": ("all", 5000), "Bea": ("all", 5000)}, [["Ana"]])
    held = {1: "AhAd", 2: "KhKd"}
    sheet = replace(
        sheet,
        board=cards("2c3d4s9hJs"),
        parts=tuple(replace(part, cards=cards(held.get(part.seat, ""))) for part in sheet.parts),
    )
    services.enter_hand(table=the_table(night), sheet=sheet, **night.act)
    made, story = files(night)
    written = made.of(newest(story))
    assert [remark.code for remark in written.remarks] == ["phh_line_made"]
    assert replayed(written.text)["Ana"] == stacks(night)["Ana"]
    assert replayed(written.text)["Bea"] == 0
    assert settled(read(written.text)).agrees is True


def test_the_betting_of_a_hand_told_street_by_street_is_in_its_file(night: Night):
    sheet = fresh(night)
    chips = dict.fromkeys(sheet.seats, 5000)
    begun = Start(sheet.seats, chips, sheet.placed(house_of(night.open)), Level(sheet.sb, sheet.bb))
    play = line(
        begun, "4 f", "1 r 600", "2 f", "3 c", "3 c", "1 r 500", "3 a", "1 f", house=house_of(night.open)
    )
    entry = {part.seat: part.entry for part in sheet.parts}
    parts = tuple(
        Part(one.seat, entry[one.seat], one.live, folded=one.folded, all_in=one.all_in) for one in play.parts
    )
    sheet = replace(sheet, parts=parts, line=play.acts, winners=((3,),))
    services.enter_hand(table=the_table(night), sheet=sheet, overruled=["stack_differs"], **night.act)
    made, story = files(night)
    written = made.of(newest(story))
    assert written.remarks == ()
    assert [(act.street, act.seat, act.kind, act.to) for act in read(written.text).acts] == [
        (0, 4, "fold", 0),
        (0, 1, "raise", 600),
        (0, 2, "fold", 0),
        (0, 3, "call", 0),
        (1, 3, "check", 0),
        (1, 1, "bet", 500),
        (1, 3, "raise", 4400),
        (1, 1, "fold", 0),
    ]
    assert replayed(written.text) == stacks(night)


def test_a_voided_hand_is_in_no_file_and_the_others_follow_each_other(night: Night):
    first = enter(night, {"Ana": put(600), "Bea": put(600)}, [["Bea"]])
    enter(night, {"Cruz": put(900), "Dora": put(900)}, [["Dora"]])
    services.void_hand(hand=hand_of(first), seed=night.seed, **night.act)
    made, _story = files(night)
    night_file = made.night()
    assert (night_file.hands, night_file.left_out) == (1, ())
    phh = read_all(night_file.text)[0]
    assert {one.name: one.put_in for one in phh.players if one.put_in > 50} == {"Cruz": 900, "Dora": 900}


def test_a_nights_hands_stand_in_the_order_they_were_played(night: Night):
    enter(night, {"Ana": put(600), "Bea": put(600)}, [["Bea"]])
    enter(night, {"Cruz": put(900), "Dora": put(900)}, [["Dora"]])
    made, _story = files(night)
    assert [one.about.hand for one in read_all(made.night().text)] == ["1", "2"]


def test_the_file_of_an_anticlockwise_table_is_mirrored_and_read_back_to_its_seats_SPT_10():
    night = night_with("Ana", "Bea", "Cruz")
    sit(night, "Ana", "Bea", "Cruz")
    assert house_of(night.open).direction == "anticlockwise"
    enter(night, {"Ana": put(200), "Cruz": put(200)}, [["Cruz"]])
    made, story = files(night)
    text = made.of(newest(story)).text
    assert '_direction = "anticlockwise"\n' in text
    assert {one.name: one.seat for one in read(text).players} == {"Ana": 1, "Bea": 2, "Cruz": 3}


def test_five_card_draw_is_left_out_of_the_nights_file_and_named_VIV_14():
    night = drawing.table_of_four()
    puts = {"Rosa": drawing.Put("in", 500), "Iván": drawing.Put("in", 500)}
    drawing.enter(night, drawing.told(night, drawing.fresh(night), puts, [["Rosa"]]))
    made, _story = files(night)
    file = made.night()
    assert (file.text, file.hands) == ("", 0)
    assert [(error.code, error.params) for _hand, error in file.left_out] == [
        ("phh_game_not_written", {"game": "five_card_draw"})
    ]


def test_writing_a_night_asks_no_more_for_more_hands(night: Night, django_assert_max_num_queries: Any):
    for _hand in range(3):
        enter(night, {"Cruz": put(100), "Dora": put(100)}, [["Dora"]])
    with django_assert_max_num_queries(30):
        made, _story = files(night)
        assert made.night().hands == 3
