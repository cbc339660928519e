"""Moves, broken tables, the final table, redraws, tables exchanged (RULES 2.2, SIS-16; faults 76, 77, 82)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import balancing, rearranging, tables
from tdapp.floor import services as floor
from tdapp.floor.draws import recomputed
from tdapp.floor.models import Draw, Move, Seat
from tdapp.floor.queries import draws
from tdapp.floor.rearranging import Going
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import KeptSeat, Table
from tdapp.rules.house import PRESETS
from tests.builders import Night
from tests.floor.several_tables import (
    balance,
    button,
    counts,
    night_of,
    out_from,
    proposed,
    refused,
    sitting,
    table,
    uneven_night,
)
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def uneven() -> Night:
    return uneven_night()


# -- checked again, all or nothing ----------------------------------------------------------------------


def two_moves(night: Night) -> list[Going]:
    """Two players of table 1 to free seats of table 3, in seats 4 and 8."""
    here, there = sitting(night)[1], table(night, 3).pk
    entries = [night.entries[here[seat]].pk for seat in (5, 6)]
    mine = table(night, 1).pk
    return [Going(entries[0], (mine, 5), (there, 4)), Going(entries[1], (mine, 6), (there, 8))]


def test_all_move_or_nobody_fault_77(uneven: Night):
    uneven.wait(minutes=10)
    first, second = two_moves(uneven)
    before = sitting(uneven)
    taken = replace(second, after=(second.after[0], 4))
    refused("seat_taken", lambda: balance(uneven, [first, taken]), table=3, seat=4)
    gone = replace(second, before=(second.before[0], 9))
    refused("moved_meanwhile", lambda: balance(uneven, [first, gone]), entry=second.entry)
    refused("no_such_seat", lambda: balance(uneven, [first, replace(second, after=(second.after[0], 12))]))
    refused("table_gone", lambda: balance(uneven, [first, replace(second, after=(999_999, 4))]))
    refused("nobody_moves", lambda: balance(uneven, []))
    assert sitting(uneven) == before
    assert not Move.objects.exists()
    balance(uneven, [first, second])
    assert counts(uneven) == {1: 7, 2: 9, 3: 9}


def test_somebody_who_went_out_meanwhile_moves_nobody(uneven: Night):
    uneven.wait(minutes=10)
    moves = two_moves(uneven)
    uneven.out(sitting(uneven)[1][6])
    refused("moved_meanwhile", lambda: balance(uneven, moves))
    assert counts(uneven) == {1: 8, 2: 9, 3: 7}


def test_nobody_is_sent_into_the_small_blind_T_2_3a(uneven: Night):
    # Table 3: BTN 1, SB 2, BB 5 dealt after seats 3 and 4 went... so 3 and 4 lie before the next big blind.
    button(uneven, 3, 2)
    here = sitting(uneven)[1]
    row = table(uneven, 3)
    assert (row.button, row.small_blind, row.big_blind) == (2, 3, 5)
    going = [Going(uneven.entries[here[5]].pk, (table(uneven, 1).pk, 5), (row.pk, 4))]
    refused("between_blinds", lambda: balance(uneven, going), table=3, seat=4)
    balance(uneven, going, overruled=["between_blinds"])
    assert sitting(uneven)[3][4] == here[5]


def test_a_blocked_seat_is_refused(uneven: Night):
    Table.objects.filter(pk=table(uneven, 3).pk).update(blocked=[4])
    uneven.wait(minutes=10)
    refused("seat_reserved", lambda: balance(uneven, two_moves(uneven)), table=3, seat=4)


def test_nobody_is_left_alone_at_a_table_fault_82():
    night = night_of(12)
    night.wait(minutes=10)
    here = sitting(night)[2]
    out_from(night, 2, sorted(here)[:4])
    last = sorted(here)[4]
    going = [
        Going(night.entries[here[last]].pk, (table(night, 2).pk, last), (table(night, 1).pk, free(night, 1)))
    ]
    refused("alone_at_table", lambda: balance(night, going), table=2)


def free(night: Night, number: int) -> int:
    return next(n for n in range(1, 10) if n not in sitting(night)[number])


# -- breaking -------------------------------------------------------------------------------------------


@pytest.fixture
def breaking() -> Night:
    """18 left at three tables of nine: nine, five and four."""
    night = night_of(27)
    out_from(night, 2, (1, 3, 5, 7))
    out_from(night, 3, (2, 4, 6, 8, 9))
    return night


def break_table(night: Night, number: int, **more: object) -> JournalEntry:
    return rearranging.break_table(
        open=night.open, table=table(night, number), seed="6f1a", **more, **night.act
    )


def test_a_table_breaks_once_the_others_hold_everybody_T_2_2a():
    night = night_of(27)
    out_from(night, 2, (1, 3, 5, 7))
    out_from(night, 3, (2, 4, 6, 8))
    assert not proposed(night).breaks
    out_from(night, 3, (9,))
    assert [one.number for one in proposed(night).breaks] == [3]
    assert [one.number for one in proposed(night).order] == [3, 2, 1]


def test_a_broken_table_is_drawn_twice_blind_and_the_draw_is_kept_RULES_2_2(breaking: Night):
    gone = set(sitting(breaking)[3].values())
    entry = back_and_forth(breaking, lambda: break_table(breaking, 3))
    assert counts(breaking) == {1: 9, 2: 9}
    assert gone <= {*sitting(breaking)[1].values(), *sitting(breaking)[2].values()}
    assert Table.objects.get(round__open=breaking.open, number=3).closed_at == breaking.now
    kept = next(one for one in draws(breaking.open.rounds.get()) if one.purpose == "break")
    assert kept.seed == entry.params["seed"] == "6f1a"
    assert recomputed(kept)
    assert {move.why for move in Move.objects.all()} == {"break"}
    assert Move.objects.count() == 4


def test_the_order_of_breaking_can_be_fixed_beforehand(breaking: Night):
    Table.objects.filter(pk=table(breaking, 2).pk).update(break_order=1)
    found = proposed(breaking)
    assert [one.number for one in found.order] == [2, 3, 1]
    assert [one.number for one in found.breaks] == [2]


def test_six_free_seats_for_five_players_are_enough_fault_76():
    night = night_of(27)
    for number in (1, 2, 3):
        out_from(night, number, (7, 8, 9))
    out_from(night, 3, (6,))
    assert counts(night) == {1: 6, 2: 6, 3: 5}
    break_table(night, 3)
    assert sorted(counts(night).values()) == [8, 9]


def test_too_many_players_for_the_other_tables_break_nothing_fault_76(breaking: Night):
    out_from(breaking, 2, ())
    before = sitting(breaking)
    Table.objects.filter(pk=table(breaking, 3).pk).update(blocked=[2])
    refused("no_room_elsewhere", lambda: break_table(breaking, 1), players=9, seats=8)
    assert sitting(breaking) == before


def test_a_table_breaks_once_and_the_last_one_never():
    night = night_of(18)
    out_from(night, 2, range(1, 10))
    refused("last_table", lambda: break_table(night, 1))


def test_who_comes_to_sit_between_small_blind_and_button_waits_T_2_1b():
    night = night_of(18)
    out_from(night, 1, (3, 4, 5))
    out_from(night, 2, (1, 2, 3, 4, 5, 6))
    button(night, 1, 2)
    row = table(night, 1)
    assert (row.button, row.small_blind, row.big_blind) == (2, 6, 7)
    break_table(night, 2)
    waits = Seat.objects.filter(entry__open=night.open, ended_at=None, waits=True)
    assert sorted(seat.number for seat in waits) == [3, 4, 5]
    told = balancing.last_moves(night.open, night.field(), night.now)
    assert [one.waits for one in told] == [True, True, True]


def test_a_kept_player_s_table_breaks_only_if_the_director_says_so(breaking: Night):
    entry = breaking.entries[sitting(breaking)[3][1]]
    KeptSeat.objects.create(entry=entry)
    assert [one.number for one in proposed(breaking).breaks] == [2]
    refused("player_stays", lambda: break_table(breaking, 3), entry=entry.pk)
    break_table(breaking, 3, overruled=["player_stays"])
    assert counts(breaking) == {1: 9, 2: 9}


# -- final table, redraw, compress, swap ----------------------------------------------------------------


def test_nine_left_come_to_the_final_table_with_a_new_button_RULES_2_2():
    night = night_of(18)
    out_from(night, 1, (1, 2, 3, 4))
    out_from(night, 2, (1, 2, 3, 4))
    assert proposed(night).final is None, "five and five play on"
    out_from(night, 2, (5,))
    found = proposed(night)
    assert found.final is not None
    assert balancing.remarks(found)[0].params == {"players": 9}
    back_and_forth(night, lambda: rearranging.combine_final(open=night.open, seed="6f1a", **night.act))
    assert counts(night) == {found.final.number: 9}
    final = table(night, found.final.number)
    made = {draw.purpose for draw in Draw.objects.filter(round__open=night.open, seed="6f1a")}
    assert made == {"redraw", "dealer"}
    assert final.button in sitting(night)[final.number]
    assert Table.objects.filter(round__open=night.open, closed_at=None).count() == 1
    refused("one_table_already", lambda: rearranging.combine_final(open=night.open, seed="x", **night.act))


def test_ten_come_to_a_table_of_nine_with_one_seat_more():
    night = night_of(18, replace(PRESETS["tda"], final_table_at=10))
    out_from(night, 1, (1, 2, 3, 4))
    out_from(night, 2, (1, 2, 3, 4))
    final = proposed(night).final
    assert final is not None
    rearranging.combine_final(open=night.open, seed="6f1a", **night.act)
    assert counts(night) == {final.number: 10}
    assert table(night, final.number).seats == 10


def test_a_final_table_of_too_many_is_asked_about():
    night = night_of(18)
    out_from(night, 1, (1, 2))
    make = lambda **more: rearranging.combine_final(open=night.open, seed="s", **more, **night.act)  # noqa: E731
    refused("final_too_large", make, players=16, seats=9)
    make(overruled=["final_too_large"])
    assert sum(counts(night).values()) == 16


def test_seats_are_drawn_again_at_the_tables_named():
    night = night_of(27)
    third = sitting(night)[3]
    together = {*sitting(night)[1].values(), *sitting(night)[2].values()}
    back_and_forth(
        night,
        lambda: rearranging.redraw(
            open=night.open, seed="6f1a", tables=[table(night, 1), table(night, 2)], **night.act
        ),
    )
    assert sitting(night)[3] == third
    assert counts(night) == {1: 9, 2: 9, 3: 9}
    assert {*sitting(night)[1].values(), *sitting(night)[2].values()} == together
    assert recomputed(next(one for one in draws(night.open.rounds.get()) if one.purpose == "redraw"))
    rearranging.redraw(open=night.open, seed="other", **night.act)
    assert sitting(night)[3] != third


def test_as_few_tables_as_possible():
    night = night_of(36)
    for number in (1, 2, 3, 4):
        out_from(night, number, (1, 2, 3, 4, 5))
    assert counts(night) == {1: 4, 2: 4, 3: 4, 4: 4}
    back_and_forth(night, lambda: rearranging.compress(open=night.open, seed="6f1a", **night.act))
    assert counts(night) == {1: 8, 2: 8}
    refused("nothing_to_break", lambda: rearranging.compress(open=night.open, seed="s", **night.act))


def test_two_whole_tables_change_places_with_their_buttons():
    night = night_of(17)
    button(night, 1, 3)
    one, other = sitting(night)[1], sitting(night)[2]
    first, second = table(night, 1), table(night, 2)
    back_and_forth(night, lambda: rearranging.swap_tables(one=first, other=second, **night.act))
    assert sitting(night) == {1: other, 2: one}
    assert table(night, 2).button == 3
    refused("same_table", lambda: rearranging.swap_tables(one=first, other=first, **night.act))


def test_two_tables_change_places_round_a_blocked_seat_in_the_same_order():
    night = night_of(17)
    button(night, 1, 5)
    here, there = sitting(night)[1], sitting(night)[2]
    first, second = table(night, 1), table(night, 2)
    (empty,) = set(here) - set(there)
    following = empty % 9 + 1
    night.out(here.pop(following))
    Table.objects.filter(pk=second.pk).update(blocked=[empty])
    back_and_forth(night, lambda: rearranging.swap_tables(one=first, other=second, **night.act))
    after = sitting(night)
    # Who sat in the seat that is blocked at table 2 takes the next one, all others keep their number.
    assert after[2] == {following if seat == empty else seat: who for seat, who in here.items()}
    assert after[1] == there
    assert table(night, 2).button == (following if empty == 5 else 5)


def test_a_table_that_holds_fewer_is_named_before_anybody_moves():
    night = night_of(17)
    first, second = table(night, 1), table(night, 2)
    before = sitting(night)
    (empty,) = set(before[1]) - set(before[2])
    Table.objects.filter(pk=second.pk).update(blocked=[empty])
    refused(
        "table_holds_fewer",
        lambda: rearranging.swap_tables(one=first, other=second, **night.act),
        table=2,
        players=9,
        seats=8,
    )
    assert sitting(night) == before


def test_who_has_a_kept_seat_changes_places_with_the_table_only_when_that_is_said():
    night = night_of(17)
    first, second = table(night, 1), table(night, 2)
    who = night.entries[sitting(night)[1][4]]
    tables.keep_seat(entry=who, **night.act)
    swap = {"one": first, "other": second}
    refused("player_stays", lambda: rearranging.swap_tables(**swap, **night.act), entry=who.pk)
    rearranging.swap_tables(**swap, overruled={"player_stays"}, **night.act)
    assert sitting(night)[2][4] == str(who.player)


def test_the_last_moves_say_who_still_sits_there(breaking: Night):
    assert balancing.last_moves(breaking.open, breaking.field(), breaking.now) == ()
    break_table(breaking, 3)
    told = balancing.last_moves(breaking.open, breaking.field(), breaking.now)
    assert len(told) == 4
    assert {one.before[0] for one in told} == {"3"}
    assert all(one.there for one in told)
    breaking.out(told[0].entrant.name)
    told = balancing.last_moves(breaking.open, breaking.field(), breaking.now)
    assert [one.there for one in told] == [False, True, True, True]


def test_the_last_moves_come_newest_first_those_of_acts_before_behind_them(breaking: Night):
    break_table(breaking, 3)
    broken = [one.entrant.name for one in balancing.last_moves(breaking.open, breaking.field(), breaking.now)]
    breaking.wait(minutes=5)
    sent = broken[1]
    seats = sitting(breaking)
    to = next(n for n in (1, 2) if sent not in seats[n].values())
    free = max(seats[to])
    breaking.out(seats[to][free])
    floor.move_player(entry=breaking.entries[sent], table=table(breaking, to), number=free, **breaking.act)
    told = balancing.last_moves(breaking.open, breaking.field(), breaking.now)
    assert [one.entrant.name for one in told] == [sent, broken[0], *broken[2:]]
    assert told[0].after == (str(to), free)
    assert told[0].at > told[1].at
