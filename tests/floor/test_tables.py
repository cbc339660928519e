"""Tables and seats set right by hand: sizes, names, kept seats, who really sits where (faults 72-82)."""

from __future__ import annotations

import pytest

from tdapp.clock.queries import current_round
from tdapp.floor import door, tables
from tdapp.floor import services as floor
from tdapp.floor.models import Draw, Move, Seat
from tdapp.floor.queries import seats_at, tables_of
from tdapp.floor.room import find
from tdapp.journal.undo import undo
from tdapp.opens.models import Entry, KeptApart, KeptSeat, Table
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


# -- tables --------------------------------------------------------------------------------------------


def test_a_table_has_a_name_a_size_and_blocked_seats(night: Night):
    back_and_forth(night, lambda: add_table(night, seats=10, name=" Sala  A ", blocked=[5]))
    [view] = views(night)
    assert (view.label, len(view.seats), view.players) == ("Sala A", 10, 0)
    assert [seat.number for seat in view.seats if seat.blocked] == [5]


def test_without_a_name_a_table_is_called_by_its_number_and_has_the_seats_of_the_house(night: Night):
    add_table(night)
    add_table(night)
    assert [(view.label, len(view.seats)) for view in views(night)] == [("1", 9), ("2", 9)]


def test_every_draw_uses_the_tables_that_were_set_up_by_hand(night: Night):
    for _ in range(3):
        add_table(night)
    draw_seats(night)
    assert sorted(view.players for view in views(night)) == [2, 3, 3]
    assert all_draws_come_out_again(night)


def test_a_draw_fills_tables_of_different_sizes_evenly_and_leaves_blocked_seats_free(night: Night):
    add_table(night, seats=4, blocked=[2])
    add_table(night, seats=10, blocked=[1, 10])
    draw_seats(night)
    small, big = views(night)
    assert (small.occupied, big.players) == ((1, 3, 4), 5)
    assert not {1, 10} & set(big.occupied)
    assert all_draws_come_out_again(night)


def test_a_table_changes_its_name_size_and_blocked_seats(night: Night):
    draw_seats(night)
    entry = back_and_forth(
        night,
        lambda: tables.change_table(table=table(night), name="Azul", seats=10, blocked=[10], **night.act),
    )
    assert entry.params == {"table": table(night).pk}
    [view] = views(night)
    assert (view.label, len(view.seats), [s.number for s in view.seats if s.blocked]) == ("Azul", 10, [10])


def test_a_table_keeps_the_seats_where_somebody_sits(night: Night):
    draw_seats(night)
    last = max(seat.number for seat in seats_at(table(night)))
    with pytest.raises(RuleError, match="seats_taken_above") as caught:
        tables.change_table(table=table(night), name="", seats=last - 1, **night.act)
    assert caught.value.params == {"table": 1, "seat": last}
    with pytest.raises(RuleError, match="blocked_seat_taken") as caught:
        tables.change_table(table=table(night), name="", seats=9, blocked=[last], **night.act)
    assert caught.value.params == {"table": 1, "seat": last}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"seats": 1}, "table_size_out_of_range"),
        ({"seats": 25}, "table_size_out_of_range"),
        ({"seats": 8, "blocked": [9]}, "no_such_seat"),
        ({"name": "azul"}, "table_name_taken"),
        ({"name": "2"}, "table_name_taken"),
        ({"name": "x" * 21}, "name_too_long"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_nothing_is_left_of_it(night: Night, more, code):
    add_table(night, name="Azul")
    add_table(night)
    with pytest.raises(RuleError, match=code):
        add_table(night, **more)
    assert [view.label for view in views(night)] == ["Azul", "2"]


def test_the_room_holds_no_more_tables_unless_the_director_says_so(night: Night):
    limit_room(night, 1)
    add_table(night)
    with pytest.raises(RuleError, match="room_tables_reached") as caught:
        add_table(night)
    assert caught.value.overrule
    add_table(night, overruled=["room_tables_reached"])
    assert len(views(night)) == 2


def test_a_table_where_nobody_sits_is_taken_away(night: Night):
    draw_seats(night)
    add_table(night)
    back_and_forth(night, lambda: tables.remove_table(table=table(night, 2), **night.act))
    assert [view.number for view in views(night)] == [1]
    with pytest.raises(RuleError, match="table_not_empty") as caught:
        tables.remove_table(table=table(night), **night.act)
    assert caught.value.params == {"table": 1, "players": 8}


def test_a_table_that_was_played_at_is_closed_and_stands_again_when_it_is_needed(night: Night):
    draw_seats(night)
    add_table(night)
    first, second = table(night), table(night, 2)
    for row in seats_at(first):
        tables.sits_at(entry=row.entry, table=second, number=row.number, **night.act)
    back_and_forth(night, lambda: tables.remove_table(table=first, **night.act))
    assert Table.objects.get(pk=first.pk).closed_at == night.now
    with pytest.raises(RuleError, match="table_gone"):
        tables.change_table(table=first, name="", seats=9, **night.act)
    night.sign_up("Late", "Later")
    draw_seats(night)
    assert [(view.number, view.players) for view in views(night)] == [(1, 2), (2, 8)]


def test_the_order_in_which_tables_break_is_fixed_and_seen(night: Night):
    for _ in range(3):
        add_table(night)
    rows = tables_of(current_round(night.open))
    order = [rows[2], rows[0]]
    back_and_forth(night, lambda: tables.set_break_order(open=night.open, tables=order, **night.act))
    assert [row.break_order for row in tables_of(current_round(night.open))] == [2, None, 1]


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


# -- kept apart ----------------------------------------------------------------------------------------


def test_two_who_are_kept_apart_are_drawn_to_different_tables(night: Night):
    add_table(night)
    add_table(night)
    one, other = night.entries["Irán"], night.entries["Kosovo"]
    back_and_forth(night, lambda: tables.keep_apart(one=other, other=one, **night.act))
    assert [(pair.one.name, pair.other.name) for pair in room_of(night).apart] == [("Irán", "Kosovo")]
    for seed in "abcdefgh":
        draw_seats(night, seed, again=sitting(night) != {})
        assert sitting(night)["Irán"][0] != sitting(night)["Kosovo"][0]
        assert [view.players for view in views(night)] == [4, 4]
        assert all_draws_come_out_again(night)


def test_at_one_table_two_who_are_kept_apart_sit_together(night: Night):
    tables.keep_apart(one=night.entries["Irán"], other=night.entries["Kosovo"], **night.act)
    draw_seats(night)
    assert len(sitting(night)) == 8


def test_a_pair_is_kept_apart_once_and_let_go_once(night: Night):
    one, other = night.entries["Irán"], night.entries["Kosovo"]
    tables.keep_apart(one=one, other=other, **night.act)
    with pytest.raises(RuleError, match="kept_apart_already"):
        tables.keep_apart(one=other, other=one, **night.act)
    with pytest.raises(RuleError, match="apart_needs_two"):
        tables.keep_apart(one=one, other=one, **night.act)
    pair = KeptApart.objects.get()
    back_and_forth(night, lambda: tables.release_apart(apart=pair, **night.act))
    with pytest.raises(RuleError, match="kept_no_more"):
        tables.release_apart(apart=pair, **night.act)


# -- who really sits where -----------------------------------------------------------------------------


def test_a_seat_is_confirmed_when_the_player_is_seen_there(night: Night):
    draw_seats(night)
    back_and_forth(
        night,
        lambda: tables.confirm_seats(open=night.open, entries=[night.entries["Irán"]], **night.act),
    )
    assert views(night)[0].confirmed == 1
    everybody = [row.entry for row in seats_at(table(night))]
    entry = back_and_forth(
        night, lambda: tables.confirm_seats(open=night.open, entries=everybody, **night.act)
    )
    assert (views(night)[0].confirmed, len(entry.params["entries"])) == (8, 7)
    with pytest.raises(RuleError, match="seats_confirmed_already"):
        tables.confirm_seats(open=night.open, entries=everybody, **night.act)


def test_only_who_has_a_seat_can_be_seen_there(night: Night):
    with pytest.raises(RuleError, match="not_seated"):
        tables.confirm_seats(open=night.open, entries=[night.entries["Irán"]], **night.act)


def sits_at(night: Night, name: str, number: int, *overruled: str):
    entry, at = night.entries[name], table(night)
    return tables.sits_at(entry=entry, table=at, number=number, overruled=overruled, **night.act)


def test_who_sits_in_a_free_seat_is_put_there_and_history_stays_fault_80(night: Night):
    night.start()
    before = sitting(night)["Canadá"][1]
    free = free_seat(night)
    back_and_forth(night, lambda: sits_at(night, "Canadá", free))
    assert sitting(night)["Canadá"] == ("1", free)
    was = Seat.objects.filter(entry=night.entries["Canadá"]).order_by("pk")
    assert [(row.number, row.ended_at is None) for row in was] == [(before, False), (free, True)]
    move = Move.objects.get()
    assert (move.before.number, move.after.number, move.why) == (before, free, "correction")
    assert [seat.entrant.name for seat in views(night)[0].seats if seat.confirmed] == ["Canadá"]


def test_a_seat_that_is_full_on_paper_offers_the_swap_in_one_step_fault_80(night: Night):
    night.start()
    before = sitting(night)
    number = before["Irán"][1]
    with pytest.raises(RuleError, match="seat_taken_by") as caught:
        sits_at(night, "Canadá", number)
    assert caught.value.overrule
    assert caught.value.params == {
        "entry": night.entries["Irán"].pk, "who": night.entries["Canadá"].pk, "table": 1, "seat": number,
    }  # fmt: skip
    assert sitting(night) == before
    entry = back_and_forth(night, lambda: sits_at(night, "Canadá", number, "seat_taken_by"))
    after = sitting(night)
    assert (after["Canadá"], after["Irán"]) == (before["Irán"], before["Canadá"])
    assert entry.params["swapped"] == night.entries["Irán"].pk
    assert [move.why for move in Move.objects.all()] == ["correction", "correction"]


def test_a_bust_after_the_correction_is_the_right_players_fault_80(night: Night):
    night.start()
    number = sitting(night)["Irán"][1]
    sits_at(night, "Canadá", number, "seat_taken_by")
    night.out("Irán")
    assert sitting(night)["Canadá"] == ("1", number)
    assert [e.name for e in night.field().left if e.name == "Irán"] == []


def test_who_had_no_seat_takes_the_seat_he_sits_in_and_the_other_one_waits(night: Night):
    draw_seats(night)
    night.sign_up("Late")
    number = sitting(night)["Irán"][1]
    back_and_forth(night, lambda: sits_at(night, "Late", number, "seat_taken_by"))
    assert sitting(night)["Late"] == ("1", number)
    assert [one.entrant.name for one in room_of(night).waiting] == ["Irán"]


def test_a_correction_is_no_change_of_seat_SPT_11():
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    sits_at(night, "Canadá", 9)
    assert sitting(night)["Canadá"] == ("1", 9)


def test_a_correction_needs_a_seat_that_there_is_and_somebody_who_plays(night: Night):
    draw_seats(night)
    with pytest.raises(RuleError, match="sits_there_already"):
        sits_at(night, "Canadá", sitting(night)["Canadá"][1])
    with pytest.raises(RuleError, match="no_such_seat"):
        sits_at(night, "Canadá", 10)
    night.start()
    night.out("Israel")
    with pytest.raises(RuleError, match="not_playing"):
        sits_at(night, "Israel", 9)
    other = make_night(timed_terms(), tour=night.tour, director=night.director)
    other.sign_up("Zoe")
    draw_seats(other)
    with pytest.raises(RuleError, match="table_gone"):
        tables.sits_at(entry=night.entries["Canadá"], table=table(other), number=9, **night.act)


def test_a_draw_that_fails_half_way_leaves_everybody_where_they_were_fault_77(night: Night, monkeypatch):
    draw_seats(night)
    before = sitting(night)

    def broken(*_args, **_more):
        raise RuleError("no_such_seat", table=1, seat=1)

    monkeypatch.setattr("tdapp.floor.steps.seat_drawn", broken)
    with pytest.raises(RuleError):
        draw_seats(night, "again", again=True)
    assert sitting(night) == before
    assert Draw.objects.count() == 1


def test_a_swap_and_a_move_are_kept_as_moves_fault_80(night: Night):
    draw_seats(night)
    one, other = night.entries["Canadá"], night.entries["Irán"]
    floor.swap_seats(first=one, second=other, **night.act)
    free = free_seat(night)
    back_and_forth(night, lambda: floor.move_player(entry=one, table=table(night), number=free, **night.act))
    assert [(move.entry_id, move.why) for move in Move.objects.order_by("pk")] == [
        (one.pk, "swap"), (other.pk, "swap"), (one.pk, "moved"),
    ]  # fmt: skip


# -- finding somebody ----------------------------------------------------------------------------------


def test_a_player_is_found_by_three_letters_whatever_the_accents(night: Night):
    assert [one.name for one in find(night.open, "can")] == ["Canadá"]
    assert [one.name for one in find(night.open, "ADÁ")] == ["Canadá"]
    assert [one.name for one in find(night.open, "ira")] == ["Irán"]
    assert [one.name for one in find(night.open, "l")] == ["Letonia", "Lituania", "Inglaterra", "Israel"]
    assert find(night.open, "  ") == ()


def test_a_search_is_one_query_whatever_the_field(night: Night, django_assert_num_queries):
    with django_assert_num_queries(1):
        find(night.open, "can")


def test_undoing_a_table_that_somebody_sits_at_names_what_is_in_the_way(night: Night):
    entry = add_table(night)
    draw_seats(night)
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        undo(entry=entry, actor=night.director, now=night.now)
    assert caught.value.params["by_kind"] == "seats_drawn"
    assert Entry.objects.count() == 8


# -- where nobody changes seat (SPT-11) ----------------------------------------------------------------


def test_one_table_grows_around_its_blocked_seats_SPT_11():
    night = make_night()
    night.sign_up(*BARBARISMO)
    add_table(night, seats=8, blocked=[3])
    draw_seats(night)
    [view] = views(night)
    assert view.occupied == (1, 2, 4, 5, 6, 7, 8, 9)
    assert all_draws_come_out_again(night)


def test_two_tables_set_up_by_hand_are_both_used_under_SPT_too():
    night = make_night()
    night.sign_up(*BARBARISMO)
    add_table(night, seats=5)
    add_table(night, seats=5)
    draw_seats(night)
    assert [view.players for view in views(night)] == [4, 4]
    night.sign_up("Tanzania", "Zoe", "Late")
    draw_seats(night)
    assert [view.players for view in views(night)] == [4, 4, 3]


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
