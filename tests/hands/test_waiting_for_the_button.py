"""Who came in between the small blind and the button, and the hands entered meanwhile (RULES 2.1, T-2.1b)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import services as floor
from tdapp.floor import tables
from tdapp.floor.models import Seat
from tdapp.hands import services
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_night, timed_terms
from tests.hands.dealing import enter, fresh, table_view, the_table
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db
SEATS = {"A": 1, "B": 2, "C": 3, "E": 5, "F": 6, "G": 7, "H": 8}


@pytest.fixture
def night() -> Night:
    """An eight-seat table with BTN 3, SB 5, BB 6, seat 4 empty; "Late" has just been drawn to seat 4."""
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=8)))
    tables.add_table(open=night.open, seats=8, **night.act)
    night.sign_up(*SEATS)
    for name, number in SEATS.items():
        floor.move_player(entry=night.entries[name], table=the_table(night), number=number, **night.act)
    floor.set_button(table=the_table(night), seat=3, **night.act)
    night.start()
    night.sign_up("Late")
    floor.draw_seats(open=night.open, seed="s", **night.act)
    return night


def waits(night: Night) -> bool:
    return Seat.objects.get(entry=night.entries["Late"], ended_at=None).waits


def marks(night: Night) -> dict[str, int]:
    return {seat.mark: seat.number for seat in table_view(night).seats if seat.mark}


def folded(night: Night, winner: str) -> dict[str, tuple[str, int]]:
    """Everybody folds to the big blind."""
    posts = {"E": ("fold", 25), "F": ("in", 50)}
    return {name: posts.get(name, ("fold", 0)) for name in SEATS}


def test_who_waits_is_not_in_the_next_hand_and_is_dealt_in_after_it_T_2_1b(night: Night):
    assert waits(night)
    assert marks(night) == {"D": 3, "SB": 5, "BB": 6}
    assert [part.seat for part in fresh(night).parts] == [1, 2, 3, 5, 6, 7, 8]
    back_and_forth(night, lambda: enter(night, folded(night, "F"), [["F"]]))
    assert not waits(night)
    assert marks(night) == {"D": 5, "SB": 6, "BB": 7}
    assert [part.seat for part in fresh(night).parts] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_hand_with_somebody_who_waits_is_refused(night: Night):
    sheet = fresh(night)
    late = replace(sheet.parts[0], seat=4, entry=night.entries["Late"].pk)
    with pytest.raises(RuleError, match="not_at_table"):
        services.enter_hand(
            table=the_table(night), sheet=replace(sheet, parts=(*sheet.parts, late)), **night.act
        )


def test_the_button_moves_as_if_nobody_sat_where_somebody_waits(night: Night):
    for name in ("G", "H", "A", "B"):
        night.out(name)
    assert table_view(night).dealt == (3, 5, 6)
    floor.set_button(table=the_table(night), seat=6, **night.act)
    assert not waits(night)
    assert marks(night) == {"D": 6, "SB": 3, "BB": 5}


def test_who_waited_long_enough_is_in_the_hand_without_any_button_having_been_moved_T_2_1b(night: Night):
    """Most hands are never entered: he would never come in."""
    night.wait(minutes=5, seconds=19)
    assert [part.seat for part in fresh(night).parts] == [1, 2, 3, 5, 6, 7, 8]
    night.wait(seconds=1)
    assert [part.seat for part in fresh(night).parts] == [1, 2, 3, 4, 5, 6, 7, 8]
    enter(night, {**folded(night, "F"), "Late": ("fold", 0)}, [["F"]])
    assert not waits(night)
    assert marks(night) == {"D": 5, "SB": 6, "BB": 7}
