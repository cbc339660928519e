"""What balancing proposes, with its reasons (RULES 2.2, 2.3, SIS-17; faults 73, 79, 82)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.floor import balancing
from tdapp.floor.models import Move, Seat
from tdapp.floor.rearranging import Going
from tdapp.journal.undo import next_undo, undo
from tdapp.opens.models import KeptSeat
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_tour
from tests.floor.several_tables import (
    balance,
    button,
    counts,
    goings,
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


# -- who, from where, to which seat ---------------------------------------------------------------------


def test_the_next_big_blind_moves_to_the_worst_seat_T_2_3_fault_73(uneven: Night):
    button(uneven, 1, 1)
    button(uneven, 2, 1)
    button(uneven, 3, 1)
    (step,) = proposed(uneven).steps
    # Table 1: BTN 1, SB 2, BB 3 were dealt, so seat 4 is next.  Table 3 (1 2 3 5 6 7 9): next BTN 2, SB 3,
    # and a player in seat 4 would be the big blind at once.
    assert (step.before.number, step.move.from_seat, step.move.reason) == (1, 4, "next_big_blind")
    assert (step.after.number, step.move.to_seat, step.move.hands) == (3, 4, 0)
    assert step.entrant.name == sitting(uneven)[1][4]
    assert not step.in_words


def test_a_balance_is_done_undone_and_redone_SIS_17(uneven: Night):
    for number in (1, 2, 3):
        button(uneven, number, 1)
    name = sitting(uneven)[1][4]
    entry = back_and_forth(uneven, lambda: balance(uneven, goings(proposed(uneven))))
    assert sitting(uneven)[3][4] == name
    assert counts(uneven) == {1: 8, 2: 9, 3: 8}
    move = Move.objects.get()
    assert (move.entry, move.why, move.order) == (uneven.entries[name], "balance", entry.pk)
    assert (move.before.table.number, move.after.number) == (1, 4)
    assert not proposed(uneven).due


def test_old_buttons_are_unknown_and_the_rule_is_said_in_words(uneven: Night):
    uneven.wait(minutes=10)
    found = proposed(uneven)
    (step,) = found.steps
    assert step.in_words
    assert step.move.reason == "lot"
    assert [one.button for one in found.concerned] == [None, None]
    assert [one.params for one in balancing.remarks(found) if one.code == "balance"] == [
        {
            "table": 3, "other": step.before.number, "gap": 2, "moves": 1, "entry": step.entrant.id,
            "seat": step.move.to_seat, "reason": "lot", "in_words": True,
            "who": "next_big_blind",
        }
    ]  # fmt: skip


def test_a_button_said_in_the_proposal_is_used_at_once_and_kept_with_the_balance(uneven: Night):
    uneven.wait(minutes=10)
    said = {table(uneven, 1).pk: 1, table(uneven, 2).pk: 1, table(uneven, 3).pk: 1}
    found = proposed(uneven, buttons=said)
    (step,) = found.steps
    assert (step.before.number, step.move.from_seat, step.move.to_seat) == (1, 4, 4)
    balance(uneven, goings(found), buttons=said)
    assert [table(uneven, n).button for n in (1, 2, 3)] == [1, 1, 1]
    assert [table(uneven, n).big_blind for n in (1, 3)] == [3, 3]


def test_who_was_moved_least_goes_first_where_nobody_knows_the_button_fault_79(uneven: Night):
    uneven.wait(minutes=10)
    first = proposed(uneven).steps[0]
    here = [entry for _seat, entry in first.before.sitting]
    moved = {uneven.entries[entrant.name] for entrant in here[:-1]}
    for order, entry in enumerate(moved):
        seat = Seat.objects.get(entry=entry, ended_at=None)
        Move.objects.create(entry=entry, before=seat, after=seat, why="balance", at=uneven.now, order=order)
    (step,) = proposed(uneven).steps
    if step.before.number == first.before.number:
        assert step.entrant == here[-1]
    assert (step.move.reason, step.times) == ("fewest_moves", 0)


def test_a_correction_counts_as_no_move(uneven: Night):
    seat = Seat.objects.filter(entry__open=uneven.open, ended_at=None)[0]
    for why in ("balance", "correction"):
        Move.objects.create(entry=seat.entry, before=seat, after=seat, why=why, at=uneven.now, order=1)
    assert balancing.moves_so_far(uneven.open) == {seat.entry_id: 1}


def test_who_has_a_kept_seat_is_passed_over_and_refused_unless_overruled(uneven: Night):
    for number in (1, 2, 3):
        button(uneven, number, 1)
    stays = uneven.entries[sitting(uneven)[1][4]]
    KeptSeat.objects.create(entry=stays, table=None, seat=None)
    (step,) = proposed(uneven).steps
    assert step.move.from_seat == 5
    assert [one.id for one in step.passed_over] == [stays.pk]
    going = [Going(stays.pk, (table(uneven, 1).pk, 4), (table(uneven, 3).pk, 8))]
    refused("player_stays", lambda: balance(uneven, going), entry=stays.pk)
    balance(uneven, going, overruled=["player_stays"])
    assert sitting(uneven)[3][8] == stays.player.nickname


def test_a_gap_within_the_house_s_is_left_alone_T_2_3e():
    night = night_of(27, replace(PRESETS["tda"], max_table_gap=2))
    out_from(night, 3, (1, 2))
    assert not proposed(night).due
    out_from(night, 3, (3,))
    assert len(proposed(night).steps) == 1


def test_nobody_moves_where_seats_never_change_SPT_11():
    house = replace(PRESETS["tda"], seat_changes="each_round")
    night = night_of(18, house)
    out_from(night, 2, (1, 2, 3, 4))
    assert not proposed(night).due
    assert balancing.remarks(proposed(night)) == ()


def test_who_went_out_leaves_his_position_where_the_house_wants_it():
    night = night_of(27, replace(PRESETS["tda"], balance_who="same_position"))
    for number in (1, 2, 3):
        button(night, number, 1)
    out_from(night, 3, (9, 5))
    (step,) = proposed(night).steps
    # Seat 5 was the fourth after the button; at table 1 that is seat 5 too.
    assert (step.move.reason, step.move.from_seat, step.move.to_seat) == ("same_position", 5, 5)


def test_a_table_breaks_before_somebody_sits_there_alone_fault_82():
    night = night_of(27)
    here = sorted(sitting(night)[3])
    out_from(night, 3, here[:8])
    found = proposed(night)
    assert not found.breaks, "the others are full"
    assert found.steps, "so others come to him"
    assert {step.after.number for step in found.steps} == {3}
    out_from(night, 1, (5,))
    found = proposed(night)
    assert [one.number for one in found.breaks] == [3]
    assert balancing.remarks(found)[0].params == {"tables": (3,), "players": 18, "left": 2}


# -- many tables ----------------------------------------------------------------------------------------


def test_a_proposal_costs_the_same_for_two_tables_and_for_ten():
    tour, director = make_tour()
    asked = []
    for players in (18, 90):
        night = night_of(players, tour=tour, director=director)
        out_from(night, 1, (1, 2, 3))
        everyone = night.field()
        with CaptureQueriesContext(connection) as seen:
            assert balancing.proposal(night.open, everyone, now=night.now, seed="s").steps
        asked.append(len(seen))
    assert asked[0] == asked[1] <= 9


def test_a_button_is_as_old_as_the_act_that_stands_whatever_was_undone_since(uneven: Night):
    button(uneven, 1, 1)
    moved = uneven.now
    uneven.now += timedelta(minutes=20)
    button(uneven, 1, 4)
    entry = next_undo(uneven.open.stream)
    assert entry is not None
    undo(entry=entry, actor=uneven.director, now=uneven.now)
    old = next(one for one in proposed(uneven).tables if one.number == 1)
    assert (old.button, old.button_before) == (None, (1, moved))
