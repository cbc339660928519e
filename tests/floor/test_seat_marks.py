"""What stands beside the seats: dealer and blinds, the dealer alone where everybody pays an ante (VIV-15)."""

from __future__ import annotations

import pytest

from tdapp.clock.queries import clock_face
from tdapp.floor.queries import marks_of, posts_blinds, seat_map
from tdapp.rules.button import Button
from tdapp.rules.levels import Level
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.vivaldi import vivaldi_night

HERE = Button(5, 4, 2)


def test_a_level_of_antes_alone_posts_no_blinds_and_a_break_changes_nothing_VIV_15():
    assert not posts_blinds(Level(0, 0, 100))
    assert posts_blinds(Level(25, 50))
    assert posts_blinds(Level(25, 50, 10))
    assert posts_blinds(Level.break_of(10))
    assert posts_blinds(None)
    assert marks_of(HERE) == {5: "D", 4: "SB", 2: "BB"}
    assert marks_of(HERE, blinds=False) == {5: "D"}


def test_nobody_is_marked_with_both_blinds():
    assert marks_of(Button(6, 1, 1)) == {6: "D", 1: "BB"}
    assert marks_of(Button(6, 6, 1)) == {6: "D/SB", 1: "BB"}
    assert marks_of(Button(6, None, 1)) == {6: "D", 1: "BB"}
    assert marks_of(None) == {}


@pytest.mark.django_db
def test_every_table_of_vivaldi_has_a_dealer_and_no_blinds_VIV_15():
    night = vivaldi_night()
    night.start()
    assert marks_at_tables(night) == [["D"]] * 4


@pytest.mark.django_db
def test_where_blinds_are_posted_both_are_marked():
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    assert marks_at_tables(night) == [["BB", "D", "SB"]]


def marks_at_tables(night: Night) -> list[list[str]]:
    """The marks of each table, sorted."""
    night.open.refresh_from_db()
    field = night.field()
    tables = seat_map(night.open, field, clock_face(night.open, night.now, field), night.now)
    return [sorted(seat.mark for seat in table.seats if seat.mark) for table in tables]
