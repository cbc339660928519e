"""What was done about rounds, as the story and the undo button tell it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import rounds
from tdapp.floor import services as floor
from tdapp.rules import round_presets
from tdapp.web import figures
from tdapp.web.round_words import round_called
from tdapp.web.story import sentence, short, story
from tests.builders import Night, make_night, timed_terms
from tests.nights.test_rounds import rounds_night
from tests.vivaldi import begin, end, play_out, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = vivaldi_night()
    night.start()
    return night


def test_a_counted_table_says_its_counts_and_who_goes_on(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four, three)
    done = end(night, "A", **{one: 11_200, two: 8800})
    counted = f"{one} {figures.chips(night.open, 11_200)}, {two} {figures.chips(night.open, 8800)}"
    assert sentence(done, night.open) == f"Table A is done: {counted}. {one} and {two} go on"
    again = rounds.reopen_table(table=table_called(night.open, "A"), **night.act)
    assert sentence(again, night.open) == "Table A plays on: its result was taken back"
    equal = end(night, "A", open_hand=[two], **{one: 10_000, two: 10_000})
    assert sentence(equal, night.open).endswith(f". {two} and {one} go on. {two} won the open hand")


def test_where_all_who_are_counted_go_on_their_names_are_said_once():
    night = make_night(replace(timed_terms(), rounds=round_presets.flights(2, 1)))
    night.sign_up("Rosa", "Iván", "Marta")
    night.start()
    night.wait(minutes=21)
    done = end(night, "1", Rosa=6000, Iván=5000, Marta=4000)
    chips = [figures.chips(night.open, count) for count in (6000, 5000, 4000)]
    counted = f"Rosa {chips[0]}, Iván {chips[1]}, Marta {chips[2]}"
    assert sentence(done, night.open) == f"Table 1 is done: {counted}. All 3 go on"


def test_who_stays_in_without_a_chip_is_told_VIV_25(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    groups = [[night.entries[three]], [night.entries[two]]]
    by = night.entries[one]
    out = floor.record_outs(open=night.open, groups=groups, by=by, in_order=True, **night.act)
    assert sentence(out, night.open) == f"{three} out in 15th, by {one}. {two} stays in without a chip"


def test_the_beginning_of_a_round_and_levels_of_earlier_rounds_are_told(night: Night):
    for label in "ABCD":
        play_out(night, table_called(night.open, label))
    assert sentence(begin(night), night.open) == "Round 2 began with 8 players"
    told = [line.text for line in story(night.open)]
    assert "Level 1 began: ante 100" in told


def test_byes_and_flights_are_told():
    night = rounds_night(round_presets.heads_up_bracket(), 6)
    night.start()
    for table in table_called(night.open, "1").round.tables.filter(finished_at=None):
        night.out(sitting(table)[1])
        rounds.finish_table(table=table, counts={}, **night.act)
    assert sentence(begin(night), night.open) == "Round 2 began with 4 players"
    flights = rounds_night(round_presets.flights(2, 2), 3, beside=night)
    entries = [flights.entries[name] for name in ("P00", "P01")]
    told = rounds.assign_flight(open=flights.open, entries=entries, flight=2, **flights.act)
    assert sentence(told, flights.open) == "P00 and P01 begin on Day 1B"


def test_the_last_round_is_told_by_the_name_it_has_on_every_page():
    night = vivaldi_night()
    night.start()
    for label in "ABCD":
        play_out(night, table_called(night.open, label))
    second = begin(night)
    for label in "12":
        play_out(night, table_called(night.open, label, 2))
    final = begin(night)
    assert [sentence(act, night.open) for act in (second, final)] == [
        "Round 2 began with 8 players", "Final began with 4 players",
    ]  # fmt: skip
    assert short(final, night.open) == "Beginning of Final"
    assert [round_called(night.open, number) for number in (1, 2, 3)] == ["Round 1", "Round 2", "Final"]
    assert round_called(None, 3) == "Round 3"
