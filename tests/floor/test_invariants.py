"""What must hold after an undo: no end that is none, nobody out and seated (DESIGN 3, undo (c))."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import services as till
from tdapp.floor import corrections, rearranging, replays, tables
from tdapp.floor import services as floor
from tdapp.floor.invariants import check_open
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import Entry, Out
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.vivaldi import sitting, table_called, vivaldi_night

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def take_back(night: Night, entry: JournalEntry) -> JournalEntry:
    return undo(entry=entry, actor=night.director, now=night.now)


def out_until(night: Night, left: int) -> None:
    for name in reversed(BARBARISMO[left:]):
        night.out(name)


def finish(night: Night, counts=None) -> JournalEntry:
    return floor.finish_open(open=night.open, counts=counts, **night.act)


def test_the_start_is_not_taken_back_after_a_latecomer_got_chips(night: Night):
    night.sign_up("Tanzania")
    floor.draw_seats(open=night.open, seed="s", **night.act)
    with pytest.raises(RuleError, match=r"play_has_gone_on|undo_in_the_way"):
        take_back(night, JournalEntry.objects.get(kind="play_started"))


def test_in_a_finished_open_money_is_taken_back_and_play_is_not(night: Night):
    out_until(night, 2)
    last = night.out("Inglaterra")
    finish(night)
    with pytest.raises(RuleError, match="finished_already"):
        take_back(night, last)
    paid = till.take_payment(entry=night.entries["Israel"], overruled=["paid_already"], **night.act)
    take_back(night, paid)
    take_back(night, till.pay_out(entry=night.entries["Canadá"], **night.act))


def test_reopening_is_not_taken_back_once_somebody_is_back_in(night: Night):
    out_until(night, 1)
    finish(night)
    reopened = floor.reopen_open(open=night.open, **night.act)
    out = Out.objects.get(entry=night.entries["Inglaterra"])
    back = corrections.reinstate(out=out, seed="s", **night.act)
    with pytest.raises(RuleError, match="play_has_gone_on"):
        take_back(night, reopened)
    take_back(night, back)
    take_back(night, reopened)
    night.open.refresh_from_db()
    assert night.open.finished_at is not None


def test_reopening_is_taken_back_where_every_survivor_is_counted(night: Night):
    out_until(night, 2)
    finish(night, {night.entries["Canadá"]: 9000, night.entries["Inglaterra"]: 7000})
    reopened = floor.reopen_open(open=night.open, **night.act)
    take_back(night, reopened)
    night.open.refresh_from_db()
    assert {p.first for p in night.field().places.values()} == {*range(1, 9)}


def test_reopening_is_not_taken_back_once_the_prizes_are_unlocked(night: Night):
    out_until(night, 1)
    till.lock_prizes(open=night.open, **night.act)
    finish(night)
    reopened = floor.reopen_open(open=night.open, **night.act)
    till.unlock_prizes(open=night.open, **night.act)
    with pytest.raises(RuleError, match="prizes_not_locked"):
        take_back(night, reopened)


def test_undo_never_leaves_everybody_out(night: Night):
    out_until(night, 2)
    swapped = corrections.reinstate(
        out=Out.objects.get(entry=night.entries["Letonia"]), seed="s", **night.act
    )
    night.out("Inglaterra", "Canadá")
    with pytest.raises(RuleError, match="nobody_left"):
        take_back(night, swapped)


def test_nobody_is_out_and_seated(night: Night):
    night.out("Israel")
    check_open(night.open.stream, "out_recorded")
    Seat.objects.filter(entry=night.entries["Israel"]).update(ended_at=None)
    with pytest.raises(RuleError, match="out_and_seated"):
        check_open(night.open.stream, "out_recorded")


def test_nobody_is_out_who_never_played(night: Night):
    night.sign_up("Tanzania")
    Out.objects.create(entry=night.entries["Tanzania"], at=night.now, order=1, hand=1)
    with pytest.raises(RuleError, match="play_has_gone_on"):
        check_open(night.open.stream, "out_recorded")


def test_an_undone_out_whose_seat_is_taken_names_who_took_it(night: Night):
    seat = Seat.objects.get(entry=night.entries["Israel"])
    out = night.out("Israel")
    moved = floor.move_player(
        entry=night.entries["Canadá"],
        table=seat.table,
        number=seat.number,
        overruled=["seat_changes_never"],
        **night.act,
    )
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        take_back(night, out)
    assert caught.value.params["by"] == moved.pk
    assert "Israel" not in [e.name for e in night.field().left]


def test_a_tour_stream_has_no_open_to_check(night: Night):
    check_open(night.tour.stream, "season_opened")


def two_tables() -> Night:
    """Ten at two tables of five, play begun."""
    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=5))
    night = make_night(terms)
    night.sign_up(*(f"P{n}" for n in range(10)))
    night.start()
    return night


def test_nobody_comes_back_to_a_table_that_was_broken_since():
    """P0 went out, then his table broke: undoing the out would seat him where nobody plays."""
    night = two_tables()
    out = night.out("P0")
    left = Seat.objects.get(entry=night.entries["P0"]).table
    for entry in Seat.objects.exclude(table=left).filter(ended_at=None).values_list("entry", flat=True)[:4]:
        floor.record_outs(open=night.open, groups=[[Entry.objects.get(pk=entry)]], **night.act)
    broken = rearranging.break_table(
        open=night.open, table=left, seed="s", overruled=["final_table", "break_order"], **night.act
    )
    with pytest.raises(RuleError, match="play_has_gone_on"):
        take_back(night, out)
    assert not Seat.objects.filter(table=left, ended_at=None).exists()
    take_back(night, broken)
    take_back(night, out)
    assert Seat.objects.get(entry=night.entries["P0"], ended_at=None).table == left


def test_nobody_comes_back_to_a_seat_that_was_taken_away_since():
    night = two_tables()
    last = Seat.objects.filter(ended_at=None, number=5).select_related("table", "entry").first()
    assert last is not None
    out = floor.record_outs(open=night.open, groups=[[last.entry]], **night.act)
    tables.change_table(table=last.table, name="", seats=4, **night.act)
    with pytest.raises(RuleError, match="play_has_gone_on"):
        take_back(night, out)


def test_no_disqualification_is_taken_back_once_the_table_was_played_again_without_him_VIV_32():
    """Four was disqualified after he went out; then three, with a replay: only one and two play again."""
    night = vivaldi_night(("Rosa", "Iván", "Marta", "Beltrán", "Olga", "Hugo", "Lía", "Pau"))
    night.start()
    table = table_called(night.open, "A")
    one, two, three, four = sitting(table)
    night.out(four)
    first = replays.disqualify(entry=night.entries[four], seed="s", **night.act)
    again = replays.disqualify(entry=night.entries[three], seed="s", replay=True, **night.act)
    assert set(sitting(table_called(night.open, "A"))) == {one, two}
    with pytest.raises(RuleError, match="play_has_gone_on"):
        take_back(night, first)
    take_back(night, again)
    take_back(night, first)
    assert set(sitting(table_called(night.open, "A"))) == {one, two, three}
    assert not night.field().outs[0].disqualified
