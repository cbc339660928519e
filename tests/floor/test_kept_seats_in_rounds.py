"""A kept seat with its number in later rounds: given where it can be, else it is said why not (RULES 2.1)."""

from __future__ import annotations

import pytest

from tdapp.clock.queries import clock_face
from tdapp.floor import next_rounds, tables
from tdapp.floor.draws import at_kept_tables, recomputed
from tdapp.floor.models import Seat
from tdapp.floor.queries import draws
from tdapp.floor.round_queries import rounds_of
from tdapp.opens.models import Round, Table, TableResult
from tdapp.rules.errors import Remark
from tdapp.rules.rounds import RoundPlan
from tests.builders import Night
from tests.nights.back_and_forth import back_and_forth
from tests.nights.test_rounds import rounds_night
from tests.vivaldi import begin, places, play_out, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Sixteen in the first round, two of each table through; the second is to come, of two tables of four."""
    night = vivaldi_night()
    night.start()
    night.wait(minutes=40)
    for label in "ABCD":
        play_out(night, table_called(night.open, label))
    return night


def first(night: Night, label: str) -> str:
    """Who won a table of the first round."""
    result = TableResult.objects.get(table=table_called(night.open, label), place=1)
    return str(result.entry.player)


def keep(night: Night, name: str, table: int, seat: int) -> None:
    tables.keep_seat(entry=night.entries[name], table=table, seat=seat, **night.act)


def place(night: Night, name: str) -> tuple[int, int]:
    seat = Seat.objects.select_related("table").get(entry=night.entries[name], ended_at=None)
    return seat.table.number, seat.number


def remarks(night: Night) -> list[Remark]:
    everyone = night.field()
    views = rounds_of(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)
    found = next_rounds.suggestions(views, next_rounds.next_round(night.open, everyone, "a seed"))
    return [one for one in found if one.code == "kept_seat_not_there"]


@pytest.mark.parametrize(("table", "seat"), [(1, 1), (1, 4), (2, 1), (2, 3)])
def test_a_kept_seat_is_given_in_the_next_round_and_who_plays_whom_stays_VIV_11(
    night: Night, table: int, seat: int
):
    proposed = next_rounds.next_round(night.open, night.field(), "a seed")
    assert proposed is not None
    name = first(night, "A")
    keep(night, name, table, seat)
    assert remarks(night) == []
    back_and_forth(night, lambda: begin(night))
    assert place(night, name) == (table, seat)
    groups = {
        frozenset(night.entries[one].pk for one in sitting(table_called(night.open, label, 2)))
        for label in ("1", "2")
    }
    assert groups == {frozenset(group) for group in proposed.groups}
    assert all(recomputed(one) for one in draws(Round.objects.get(open=night.open, number=2)))


def test_two_kept_at_tables_of_their_own_both_find_their_seats(night: Night):
    """A1 plays with B1, C2 and D2; C1 at the other table."""
    keep(night, first(night, "A"), 2, 3)
    keep(night, first(night, "C"), 1, 2)
    begin(night)
    assert (place(night, first(night, "A")), place(night, first(night, "C"))) == ((2, 3), (1, 2))


def test_a_seat_that_the_round_has_not_is_said_and_the_round_begins_all_the_same(night: Night):
    keep(night, first(night, "A"), 7, 1)
    keep(night, first(night, "B"), 1, 6)
    expected = [(first(night, "A"), 7, 1), (first(night, "B"), 1, 6)]
    said = [(one.params["entry"], one.params["table"], one.params["seat"]) for one in remarks(night)]
    assert said == sorted((night.entries[name].pk, table, seat) for name, table, seat in expected)
    begin(night)
    assert {place(night, name)[0] for name, _, _ in expected} <= {1, 2}
    assert len(places(night)) == 8


def test_who_plays_at_one_table_cannot_have_seats_at_two(night: Night):
    """Who signed up first has it; the other one has his seat by lot, and that is said."""
    (_, one), (_, other) = sorted(
        (night.entries[first(night, label)].pk, first(night, label)) for label in "AB"
    )
    keep(night, other, 2, 1)
    keep(night, one, 1, 1)
    entry = night.entries[other].pk
    assert remarks(night) == [Remark("kept_seat_not_there", {"entry": entry, "table": 2, "seat": 1})]
    begin(night)
    assert (place(night, one), place(night, other)[0]) == ((1, 1), 1)


def test_in_a_round_that_is_drawn_he_is_drawn_to_his_table_and_seat():
    heats = RoundPlan(ends="table", advance=2, left=2, table_seats=4)
    night = rounds_night([heats, heats], 16)
    night.start()
    for table in Table.objects.filter(round__open=night.open).order_by("number"):
        play_out(night, table)
    for name, seat in zip((one.name for one in night.field().left[:3]), (4, 1, 2), strict=True):
        keep(night, name, 2, seat)
    kept = [one.name for one in night.field().left[:3]]
    assert remarks(night) == []
    begin(night)
    assert [place(night, name) for name in kept] == [(2, 4), (2, 1), (2, 2)]
    assert sorted(Table.objects.filter(round__number=2).values_list("number", flat=True)) == [1, 2]


def test_whole_groups_change_tables_and_byes_stay():
    assert at_kept_tables([(1, 2), (3, 4)], {4: (1, 2)}, 2) == (((3, 4), (1, 2)), ())
    assert at_kept_tables([(1, 2), (3,), (4, 5)], {5: (1, 1)}, 2) == (((4, 5), (1, 2), (3,)), ())
    assert at_kept_tables([(1, 2), (3, 4)], {1: (2, 1), 3: (2, 2)}, 2) == (
        ((3, 4), (1, 2)), ((3, (2, 2)),),
    )  # fmt: skip
    assert at_kept_tables([(1, 2), (3,)], {3: (1, 1)}, 2) == (((1, 2), (3,)), ())
    assert at_kept_tables([], {3: (1, 1)}, 2) == ((), ())
