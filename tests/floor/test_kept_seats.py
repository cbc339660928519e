"""Seats that are kept for somebody or blocked: nobody else ever gets them."""

from __future__ import annotations

import pytest

from tdapp.floor import door, tables
from tdapp.floor import services as floor
from tdapp.floor.models import Move
from tdapp.opens.models import KeptApart, KeptSeat
from tdapp.rules.errors import RuleError
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.floor.rooms import (
    add_table,
    all_draws_come_out_again,
    draw_seats,
    free_seat,
    limit_room,
    room_of,
    sitting,
    table,
    views,
)
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    return night


# -- seats that are kept -------------------------------------------------------------------------------


def keep(night: Night, name: str, *place: int):
    where = {"table": place[0], "seat": place[1]} if place else {}
    return tables.keep_seat(entry=night.entries[name], **where, **night.act)


def test_who_has_a_kept_seat_is_drawn_there_and_nobody_else_ever(night: Night):
    add_table(night)
    back_and_forth(night, lambda: keep(night, "Irán", 1, 4))
    for seed in "abcdef":
        draw_seats(night, seed, again=sitting(night) != {})
        assert sitting(night)["Irán"] == ("1", 4)
        assert all_draws_come_out_again(night)


def test_a_kept_seat_stays_free_for_who_is_not_here_yet(night: Night):
    add_table(night, seats=8)
    keep(night, "Irán", 1, 4)
    others = [entry for name, entry in night.entries.items() if name != "Irán"]
    for entry in others:
        tables.give_seat(open=night.open, entry=entry, seed="s", overruled=["not_first_waiting"], **night.act)
    assert [seat.number for seat in views(night)[0].seats if seat.entrant is None] == [4]
    night.sign_up("Late")
    limit_room(night, 1)
    late = night.entries["Late"]
    with pytest.raises(RuleError, match="no_seat_free"):
        tables.give_seat(open=night.open, entry=late, seed="s", overruled=["not_first_waiting"], **night.act)
    with pytest.raises(RuleError, match="seat_kept") as caught:
        floor.move_player(entry=late, table=table(night), number=4, **night.act)
    assert caught.value.overrule
    assert caught.value.params["entry"] == night.entries["Irán"].pk
    draw_seats(night)
    assert sitting(night)["Irán"] == ("1", 4)
    assert [one.entrant.name for one in room_of(night).waiting] == ["Late"]


def test_a_blocked_seat_is_given_only_when_the_director_says_so(night: Night):
    add_table(night, blocked=[9])
    draw_seats(night)
    entry = night.entries["Irán"]
    with pytest.raises(RuleError, match="seat_blocked") as caught:
        floor.move_player(entry=entry, table=table(night), number=9, **night.act)
    assert caught.value.overrule
    floor.move_player(entry=entry, table=table(night), number=9, overruled=["seat_blocked"], **night.act)
    assert sitting(night)["Irán"] == ("1", 9)


def test_a_seat_can_be_kept_before_its_table_stands(night: Night):
    keep(night, "Irán", 1, 9)
    draw_seats(night)
    assert sitting(night)["Irán"] == ("1", 9)


def test_a_player_is_kept_where_he_sits_and_let_go_again(night: Night):
    draw_seats(night)
    back_and_forth(night, lambda: keep(night, "Irán"))
    kept = KeptSeat.objects.get()
    assert (kept.table, kept.seat) == (None, None)
    with pytest.raises(RuleError, match="seat_kept_already"):
        keep(night, "Irán")
    back_and_forth(night, lambda: tables.release_kept(kept=kept, **night.act))
    with pytest.raises(RuleError, match="kept_no_more"):
        tables.release_kept(kept=kept, **night.act)


@pytest.mark.parametrize(
    ("place", "code"),
    [((1, 10), "no_such_seat"), ((0, 1), "no_such_seat"), ((1, 9), "seat_blocked"), ((1, 2), "seat_kept")],
)
def test_a_seat_that_cannot_be_given_cannot_be_kept(night: Night, place, code):
    add_table(night, blocked=[9])
    keep(night, "Kosovo", 1, 2)
    with pytest.raises(RuleError, match=code):
        keep(night, "Irán", *place)
    draw_seats(night)
    taken = next(place for name, place in sitting(night).items() if name not in ("Irán", "Kosovo"))
    with pytest.raises(RuleError, match="seat_taken"):
        keep(night, "Irán", 1, taken[1])


def test_who_is_out_keeps_no_seat(night: Night):
    draw_seats(night)
    night.start()
    where = sitting(night)["Irán"]
    keep(night, "Irán", 1, where[1])
    night.out("Irán")
    assert room_of(night).kept == ()
    with pytest.raises(RuleError, match="not_playing"):
        keep(night, "Irán")


def test_who_withdraws_takes_everything_about_his_seat_along(night: Night):
    draw_seats(night)
    keep(night, "Irán")
    tables.keep_apart(one=night.entries["Irán"], other=night.entries["Kosovo"], **night.act)
    sits_at(night, "Irán", free_seat(night))
    back_and_forth(night, lambda: door.withdraw(entry=night.entries["Irán"], **night.act))
    assert (KeptSeat.objects.count(), KeptApart.objects.count(), Move.objects.count()) == (0, 0, 0)


def test_who_is_seated_at_the_door_gets_his_kept_seat():
    night = make_night()
    night.sign_up("Ana", "Berta")
    keep(night, "Ana", 1, 5)
    draw_seats(night)
    for n in range(5):
        door.sign_up(open=night.open, nickname=f"P{n}", seed=f"seed {n}", seat=True, **night.act)
    places = sitting(night)
    assert places["Ana"] == ("1", 5)
    assert len(set(places.values())) == 7


def test_who_comes_before_him_never_gets_the_seat_that_is_kept_at_a_table_to_come(night: Night):
    keep(night, "Irán", 1, 5)
    for seed in range(8):
        door.sign_up(open=night.open, nickname=f"New {seed}", seed=str(seed), seat=True, **night.act)
    assert ("1", 5) not in sitting(night).values()
    draw_seats(night)
    assert sitting(night)["Irán"] == ("1", 5)
    assert all_draws_come_out_again(night)
