"""Draws that anyone can recompute, seats and buttons (SPT-09, SPT-11, SPT-39, SPT-43; faults 74-82)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from tdapp.clock.queries import clock_face, current_round
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.models import Draw, Seat
from tdapp.floor.queries import TableView, seat_map, seatings, unseated
from tdapp.opens.models import Table
from tdapp.rules import draw
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up(*BARBARISMO)
    return night


def tables(night: Night) -> tuple[TableView, ...]:
    everyone = night.field()
    return seat_map(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)


def marks(night: Night) -> dict[str, int]:
    return {seat.mark: seat.number for seat in tables(night)[0].seats if seat.mark}


def sitting(night: Night) -> dict[str, int]:
    return {seat.entry.player.nickname: seat.number for seat in seatings(current_round(night.open))}


def table_of(night: Night) -> Table:
    return Table.objects.get(round__open=night.open, number=1)


def draw_seats(night: Night, seed: str = "s", **more):
    return floor.draw_seats(open=night.open, seed=seed, **more, **night.act)


# -- draws ---------------------------------------------------------------------------------------------


def test_anyone_can_recompute_the_seats_from_the_seed_SPT_39(night: Night):
    entry = back_and_forth(night, lambda: draw_seats(night, "6f1a"))
    kept = Draw.objects.get(purpose="seats")
    assert entry.params["seed"] == kept.seed == "6f1a"
    entries, places = kept.items["entries"], [tuple(place) for place in kept.items["places"]]
    assert entries == [night.entries[name].pk for name in BARBARISMO]
    assert places == [(1, n) for n in range(1, 9)]
    pairs = draw.seats(entries, places, kept.seed)
    assert [[who, *place] for who, place in pairs] == kept.result
    assert {seat.entry_id: seat.number for seat in seatings(current_round(night.open))} == {
        who: number for who, (_, number) in pairs
    }


def test_anyone_can_recompute_the_first_dealer_from_the_seed_SPT_39(night: Night):
    draw_seats(night)
    entry = back_and_forth(night, lambda: floor.draw_dealer(open=night.open, seed="6f1a", **night.act))
    kept = Draw.objects.get(purpose="dealer")
    assert entry.params["seed"] == kept.seed == "6f1a"
    assert kept.items == {"table": 1, "seats": [1, 2, 3, 4, 5, 6, 7, 8]}
    assert [draw.pick(kept.items["seats"], kept.seed, "first dealer 1")] == kept.result
    assert table_of(night).button == kept.result[0]


def test_the_start_keeps_both_draws_with_its_seed_SPT_39(night: Night):
    entry = back_and_forth(night, night.start)
    assert {(d.purpose, d.seed) for d in Draw.objects.all()} == {
        ("seats", night.seed), ("dealer", night.seed),
    }  # fmt: skip
    assert entry.params == {"players": 8, "seed": night.seed}


def test_drawing_again_before_the_start_seats_everybody_anew(night: Night):
    draw_seats(night, "one")
    before = sitting(night)
    back_and_forth(night, lambda: draw_seats(night, "two", again=True))
    assert sitting(night) != before
    assert sorted(sitting(night).values()) == list(range(1, 9))
    assert Draw.objects.count() == 2


def test_nobody_is_drawn_anew_once_play_has_begun_SPT_11(night: Night):
    night.start()
    with pytest.raises(RuleError, match="seat_changes_never") as caught:
        draw_seats(night, again=True)
    assert not caught.value.overrule


def test_when_everybody_sits_there_is_nobody_to_seat(night: Night):
    draw_seats(night)
    with pytest.raises(RuleError, match="nobody_to_seat"):
        draw_seats(night)


def test_a_latecomer_takes_a_free_seat_and_never_a_taken_one_fault_74(night: Night):
    night.start()
    night.out("Israel")
    free = {*range(1, 9)} - set(sitting(night).values())
    night.sign_up("Zoe")
    draw_seats(night)
    assert sitting(night)["Zoe"] in free
    night.sign_up("Eva")
    draw_seats(night)
    assert sitting(night)["Eva"] == 9


def test_one_table_grows_with_the_field_where_nobody_changes_seat_SPT_11(night: Night):
    night.sign_up("A", "B", "C")
    draw_seats(night)
    assert [table.seats for table in Table.objects.all()] == [11]
    assert sorted(sitting(night).values()) == list(range(1, 12))


def test_who_is_seated_at_the_door_is_drawn_any_seat_of_a_usual_field_SPT_39():
    night = make_night()
    for name in "ABCDEFGH":
        door.sign_up(open=night.open, nickname=name, seed=f"seed {name}", seat=True, **night.act)
    seats = sitting(night)
    numbers = [seats[name] for name in "ABCDEFGH"]
    assert numbers != list(range(1, 9))  # not in the order of arrival
    assert sorted(numbers) == list(range(1, 9))  # and without a gap
    first = Draw.objects.order_by("pk").first()
    assert first is not None
    assert first.items["places"] == [[1, n] for n in range(1, 8)]
    [(_, place)] = draw.seats(first.items["entries"], [(1, n) for n in range(1, 8)], "seed A")
    assert place == (1, numbers[0])


def test_a_latecomer_seated_at_the_door_fills_the_table_as_it_is(night: Night):
    night.start()
    night.out("Israel")
    free = {*range(1, 9)} - set(sitting(night).values())
    door.sign_up(open=night.open, nickname="Late", seed="s", seat=True, **night.act)
    assert set(sitting(night).values()) >= free


def test_more_than_a_table_is_spread_evenly_under_tda():
    night = make_night(timed_terms())
    night.sign_up(*(f"P{n}" for n in range(19)))
    draw_seats(night)
    assert sorted(table.players for table in tables(night)) == [6, 6, 7]
    night.start()
    assert all(table.button for table in tables(night))
    assert len(Draw.objects.filter(purpose="dealer")) == 3


def test_drawing_again_for_fewer_players_needs_fewer_tables():
    night = make_night(timed_terms())
    night.sign_up(*(f"P{n}" for n in range(10)))
    draw_seats(night)
    for n in range(3):
        door.withdraw(entry=night.entries[f"P{n}"], **night.act)
    draw_seats(night, again=True)
    assert [table.players for table in tables(night)] == [7, 0]


def test_nobody_starts_alone_at_a_table_fault_82():
    night = make_night(timed_terms())
    night.sign_up(*(f"P{n}" for n in range(9)))
    draw_seats(night)
    night.sign_up("Late")
    draw_seats(night)
    assert [table.players for table in tables(night)] == [9, 1]
    with pytest.raises(RuleError, match="too_few_players") as caught:
        night.start()
    assert caught.value.params == {"players": 1, "table": 2}
    draw_seats(night, "again", again=True)
    night.start()
    assert [table.players for table in tables(night)] == [5, 5]


# -- the button ----------------------------------------------------------------------------------------


def test_the_blinds_sit_to_the_right_of_the_dealer_SPT_12(night: Night):
    draw_seats(night)
    floor.set_button(table=table_of(night), seat=5, **night.act)
    assert marks(night) == {"D": 5, "SB": 4, "BB": 3}


def test_players_who_sit_down_after_the_dealer_was_drawn_post_the_blinds():
    night = make_night()
    night.sign_up("A", "B", "C")
    draw_seats(night)
    floor.set_button(table=table_of(night), seat=1, **night.act)
    assert marks(night) == {"D": 1, "SB": 3, "BB": 2}
    night.sign_up("E", "F", "G")
    draw_seats(night)
    assert marks(night) == {"D": 1, "SB": 6, "BB": 5}
    night.start()
    assert marks(night) == {"D": 1, "SB": 6, "BB": 5}
    assert not Draw.objects.filter(purpose="dealer").exists()


def test_a_dealer_who_withdrew_is_drawn_anew_at_the_start(night: Night):
    draw_seats(night)
    floor.draw_dealer(open=night.open, seed="one", **night.act)
    dealer = table_of(night).button
    name = next(name for name, seat in sitting(night).items() if seat == dealer)
    door.withdraw(entry=night.entries[name], **night.act)
    night.start()
    assert table_of(night).button in sitting(night).values()
    assert Draw.objects.filter(purpose="dealer").count() == 2


def test_the_first_dealer_needs_two_players_and_comes_before_play():
    night = make_night()
    with pytest.raises(RuleError, match="too_few_players"):
        floor.draw_dealer(open=night.open, seed="s", **night.act)
    night.sign_up("A")
    draw_seats(night)
    with pytest.raises(RuleError, match="too_few_players"):
        floor.draw_dealer(open=night.open, seed="s", **night.act)
    night.sign_up("B")
    night.start()
    with pytest.raises(RuleError, match="started_already"):
        floor.draw_dealer(open=night.open, seed="s", **night.act)


def test_a_table_opened_late_gets_its_dealer_and_the_others_keep_theirs():
    night = make_night(timed_terms())
    night.sign_up(*(f"P{n}" for n in range(9)))
    night.start()
    button = table_of(night).button
    night.sign_up("A", "B")
    draw_seats(night)
    floor.draw_dealer(open=night.open, seed="late", **night.act)
    assert table_of(night).button == button
    assert Table.objects.get(number=2).button in {1, 2, 3, 4, 5, 6, 7, 8, 9}


def test_the_button_is_set_where_it_really_is(night: Night):
    night.start()
    other = 1 if table_of(night).button != 1 else 2
    back_and_forth(night, lambda: floor.set_button(table=table_of(night), seat=other, **night.act))
    with pytest.raises(RuleError, match="seat_empty"):
        floor.set_button(table=table_of(night), seat=9, **night.act)


def test_a_button_needs_two_players():
    night = make_night()
    night.sign_up("A")
    draw_seats(night)
    with pytest.raises(RuleError, match="too_few_players"):
        floor.set_button(table=table_of(night), seat=1, **night.act)


def test_the_button_passes_an_eliminated_neighbour_SPT_43(night: Night):
    night.start()
    floor.set_button(table=table_of(night), seat=5, **night.act)
    by_seat = {number: name for name, number in sitting(night).items()}
    night.out(by_seat[5])
    assert marks(night) == {"D": 4, "SB": 3, "BB": 2}
    night.out(by_seat[3])
    assert marks(night) == {"D": 4, "SB": 2, "BB": 1}


@pytest.mark.parametrize("preset", ["spt", "tda", "san_antonio"])
def test_with_two_left_the_dealer_is_the_small_blind_under_any_button_rule_SPT_44_fault_46(preset):
    night = make_night(replace(spt_terms(), house=PRESETS[preset]))
    night.sign_up("A", "B", "C")
    night.start()
    by_seat = {number: name for name, number in sitting(night).items()}
    floor.set_button(table=table_of(night), seat=min(by_seat), **night.act)
    before = marks(night)
    night.out(by_seat[before["BB"]])
    assert set(marks(night)) == {"D/SB", "BB"}


# -- changing seats ------------------------------------------------------------------------------------


def test_two_players_swap_in_one_step_fault_80(night: Night):
    draw_seats(night)
    before = sitting(night)
    one, other = night.entries["Canadá"], night.entries["Irán"]
    back_and_forth(night, lambda: floor.swap_seats(first=one, second=other, **night.act))
    after = sitting(night)
    assert (after["Canadá"], after["Irán"]) == (before["Irán"], before["Canadá"])


def test_a_player_is_put_where_he_actually_sits_fault_80(night: Night):
    night.start()
    entry, table = night.entries["Canadá"], table_of(night)
    back_and_forth(
        night,
        lambda: floor.move_player(
            entry=entry, table=table, number=9, overruled=["seat_changes_never"], **night.act
        ),
    )
    assert sitting(night)["Canadá"] == 9


def test_nobody_changes_seat_once_play_has_begun_unless_the_director_says_so_SPT_11(night: Night):
    night.start()
    one, other = night.entries["Canadá"], night.entries["Irán"]
    for act in (
        lambda: floor.swap_seats(first=one, second=other, **night.act),
        lambda: floor.move_player(entry=one, table=table_of(night), number=9, **night.act),
    ):
        with pytest.raises(RuleError, match="seat_changes_never") as caught:
            act()
        assert caught.value.overrule


def test_a_swap_needs_two_seated_players(night: Night):
    draw_seats(night)
    night.sign_up("Tanzania")
    one, unseated_one = night.entries["Canadá"], night.entries["Tanzania"]
    with pytest.raises(RuleError, match="same_seat"):
        floor.swap_seats(first=one, second=one, **night.act)
    for pair in ((one, unseated_one), (unseated_one, one)):
        with pytest.raises(RuleError, match="not_seated") as caught:
            floor.swap_seats(first=pair[0], second=pair[1], **night.act)
        assert caught.value.params["entry"] == unseated_one.pk


def test_players_of_two_opens_do_not_swap(night: Night):
    draw_seats(night)
    other = make_night(tour=night.tour, director=night.director)
    other.sign_up("Tanzania")
    draw_seats(other)
    with pytest.raises(RuleError, match="not_seated"):
        floor.swap_seats(first=night.entries["Canadá"], second=other.entries["Tanzania"], **night.act)


def test_a_move_needs_a_free_seat_that_there_is(night: Night):
    draw_seats(night)
    seats, table = sitting(night), table_of(night)
    wrong = {
        seats["Irán"]: "seat_taken",
        seats["Canadá"]: "seat_taken",
        0: "no_such_seat",
        10: "no_such_seat",
    }
    for number, code in wrong.items():
        with pytest.raises(RuleError, match=code):
            floor.move_player(entry=night.entries["Canadá"], table=table, number=number, **night.act)
    assert sitting(night) == seats


def test_a_move_to_a_table_of_another_open_is_refused(night: Night):
    draw_seats(night)
    other = make_night(tour=night.tour, director=night.director)
    other.sign_up("Tanzania")
    draw_seats(other)
    with pytest.raises(RuleError, match="no_such_seat"):
        floor.move_player(entry=night.entries["Canadá"], table=table_of(other), number=5, **night.act)


def test_who_is_out_or_withdrew_is_not_moved(night: Night):
    door.withdraw(entry=night.entries["Kosovo"], **night.act)
    night.start()
    night.out("Israel")
    for name in ("Israel", "Kosovo"):
        with pytest.raises(RuleError, match="not_playing"):
            floor.move_player(
                entry=night.entries[name],
                table=table_of(night),
                number=9,
                overruled=["seat_changes_never"],
                **night.act,
            )


@pytest.mark.both_databases
def test_the_database_keeps_one_seat_per_player_and_one_player_per_seat(night: Night):
    draw_seats(night)
    one, other = seatings(current_round(night.open))[:2]
    copy = {"table": one.table, "from_at": night.now}
    for number, entry in ((one.number, other.entry), (9, one.entry)):
        Seat.objects.filter(entry=other.entry).update(ended_at=night.now)
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.create(number=number, entry=entry, **copy)


def test_the_unseated_are_those_still_in_without_a_seat(night: Night):
    draw_seats(night)
    night.sign_up("Tanzania")
    assert [e.name for e in unseated(night.open, night.field())] == ["Tanzania"]
    night.start()
    night.out("Israel")
    assert unseated(night.open, night.field()) == ()
