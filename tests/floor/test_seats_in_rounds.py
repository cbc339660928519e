"""Who may be given which seat while rounds are played (RULES 1.3, VIV-08, VIV-32; faults 77, 80)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tdapp.floor import rearranging, replays, rounds
from tdapp.floor import services as floor
from tdapp.floor import tables as services
from tdapp.floor.models import Seat
from tdapp.floor.rearranging import Going
from tdapp.journal.undo import undo
from tdapp.opens.models import Table, TableResult
from tdapp.rules import round_presets
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.rounds import RoundPlan
from tests.builders import Night, make_night, timed_terms
from tests.nights.test_rounds import playing, rounds_night
from tests.vivaldi import places, play_out, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def free(table: Table) -> int:
    """The first seat of a table that nobody has."""
    taken = set(Seat.objects.filter(table=table, ended_at=None).values_list("number", flat=True))
    return next(number for number in range(1, 25) if number not in taken)


def refused(code: str, act: Callable[[], object], **params: object) -> None:
    with pytest.raises(RuleError) as error:
        act()
    assert error.value.code == code
    assert {name: error.value.params[name] for name in params} == params


def ways(night: Night, who: str, table: Table, **more: object) -> list[Callable[[], object]]:
    """Both ways of putting somebody at a table by hand."""
    entry, number = night.entries[who], free(table)
    return [
        lambda: floor.move_player(entry=entry, table=table, number=number, **more, **night.act),
        lambda: services.sits_at(entry=entry, table=table, number=number, **more, **night.act),
    ]


@pytest.fixture
def vivaldi() -> Night:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=40)
    return night


# -- who waits for the next round -----------------------------------------------------------------------


def test_who_goes_on_gets_no_seat_at_a_second_table_VIV_08(vivaldi: Night):
    gone_on = play_out(vivaldi, table_called(vivaldi.open, "A"))[0]
    table, entry = table_called(vivaldi.open, "B"), vivaldi.entries[gone_on]
    there = sitting(table)
    for way in ways(vivaldi, gone_on, table):
        refused("goes_on_already", way, entry=entry.pk, label="A")
    taken = Seat.objects.get(table=table, entry=vivaldi.entries[there[0]], ended_at=None).number
    refused(
        "goes_on_already",
        lambda: services.sits_at(
            entry=entry, table=table, number=taken, overruled=["seat_taken_by"], **vivaldi.act
        ),
    )
    refused(
        "nobody_to_seat", lambda: services.give_seat(open=vivaldi.open, entry=entry, seed="s", **vivaldi.act)
    )
    refused(
        "not_seated",
        lambda: floor.swap_seats(first=entry, second=vivaldi.entries[there[0]], **vivaldi.act),
    )
    assert sitting(table) == there


def test_once_refused_the_rounds_go_on_as_they_would_VIV_11(vivaldi: Night):
    first = play_out(vivaldi, table_called(vivaldi.open, "A"))
    for way in ways(vivaldi, first[0], table_called(vivaldi.open, "B")):
        refused("goes_on_already", way)
    for label in "BCD":
        play_out(vivaldi, table_called(vivaldi.open, label))
    rounds.begin_round(open=vivaldi.open, seed="s", **vivaldi.act)
    assert TableResult.objects.filter(table__round__open=vivaldi.open, through=True).count() == 8
    assert sum(len(sitting(table_called(vivaldi.open, label, 2))) for label in ("1", "2")) == 8
    assert len(places(vivaldi)) == 8


def test_in_the_next_round_who_went_on_changes_seats_again(vivaldi: Night):
    second_round(night := vivaldi_night(name="Otro", beside=vivaldi))
    table = table_called(night.open, "1", 2)
    Table.objects.filter(pk=table.pk).update(seats=6)
    table.refresh_from_db()
    who = sitting(table)[0]
    floor.move_player(entry=night.entries[who], table=table, number=6, **night.act)
    assert Seat.objects.get(entry=night.entries[who], ended_at=None).number == 6


def test_who_begins_on_another_day_sits_nowhere_today():
    terms = replace(timed_terms(levels=6), house=PRESETS["tda"], rounds=round_presets.flights(2, 3))
    night = make_night(terms)
    night.sign_up(*(f"P{n:02}" for n in range(10)))
    entries = list(night.entries.values())
    rounds.assign_flight(open=night.open, entries=entries[:5], flight=1, **night.act)
    rounds.assign_flight(open=night.open, entries=entries[5:], flight=2, **night.act)
    night.start()
    today = Table.objects.get(round__open=night.open, closed_at=None)
    for way in ways(night, "P07", today):
        refused("plays_another_day", way, entry=entries[7].pk)
    assert len(sitting(today)) == 5


# -- tables that are no more ----------------------------------------------------------------------------


@pytest.fixture
def broken() -> tuple[Night, Table]:
    """Fourteen at three tables of six, of which the third was broken after two outs."""
    night = make_night(replace(timed_terms(levels=6), house=replace(PRESETS["tda"], table_seats=6)))
    night.sign_up(*(f"P{n:02}" for n in range(14)))
    night.start()
    third = Table.objects.get(round__open=night.open, number=3)
    for who in sitting(third)[:2]:
        night.out(who)
    rearranging.break_table(open=night.open, table=third, seed="s", **night.act)
    return night, third


def test_nobody_is_sent_to_a_broken_table_fault_77(broken: tuple[Night, Table]):
    """The page was open before it broke: its row of the table knows nothing of that."""
    night, stale = broken
    assert stale.closed_at is None
    who = sitting(Table.objects.get(round__open=night.open, number=1))[0]
    for way in ways(night, who, stale):
        refused("table_gone", way)
    seat = Seat.objects.get(entry=night.entries[who], ended_at=None)
    going = Going(seat.entry_id, (seat.table_id, seat.number), (stale.pk, 1))
    refused(
        "table_gone",
        lambda: rearranging.balance_tables(open=night.open, moves=[going], seed="s", **night.act),
    )
    other = Table.objects.get(round__open=night.open, number=2)
    refused("table_gone", lambda: rearranging.swap_tables(one=other, other=stale, **night.act))
    refused("table_gone", lambda: rearranging.redraw(open=night.open, seed="s", tables=[stale], **night.act))
    assert not Seat.objects.filter(table=stale, ended_at=None).exists()


def test_nobody_is_sent_to_a_table_that_is_over_or_was_annulled_VIV_32(vivaldi: Night):
    over = table_called(vivaldi.open, "A")
    before = Table.objects.get(pk=over.pk)
    who = sitting(table_called(vivaldi.open, "B"))[0]
    play_out(vivaldi, over)
    for way in ways(vivaldi, who, before):
        refused("table_finished_already", way, label="A")
    cheat = sitting(table_called(vivaldi.open, "C"))[0]
    annulled = table_called(vivaldi.open, "C")
    replays.disqualify(entry=vivaldi.entries[cheat], seed="s", replay=True, **vivaldi.act)
    for way in ways(vivaldi, who, annulled):
        refused("table_gone", way)


def test_nobody_is_sent_from_one_round_to_another_VIV_32():
    """Two of the four tables of the second round stand while table A of the first is played again."""
    night = vivaldi_night([f"P{n:02}" for n in range(32)])
    night.start()
    night.wait(minutes=40)
    tables = {label: play_out(night, table_called(night.open, label)) for label in "ABCDEFGH"}
    rounds.begin_round(open=night.open, seed="s", **night.act)
    night.wait(minutes=5)
    replays.disqualify(entry=night.entries[tables["A"][0]], seed="s", replay=True, **night.act)
    again = Table.objects.get(round__open=night.open, replay_of__isnull=False, annulled_at=None)
    second = Table.objects.filter(round__open=night.open, round__number=2, annulled_at=None, closed_at=None)
    assert second.count() == 2
    one, other = sitting(again)[0], sitting(second[0])[0]
    for way in ways(night, one, second[0]):
        refused("other_round", way, entry=night.entries[one].pk)
    for way in ways(night, other, again):
        refused("other_round", way, entry=night.entries[other].pk)
    refused(
        "other_round",
        lambda: floor.swap_seats(first=night.entries[one], second=night.entries[other], **night.act),
    )


# -- tables that play by themselves ---------------------------------------------------------------------


def test_the_tables_of_a_vivaldi_round_exchange_nobody_unless_the_director_insists_VIV_05(vivaldi: Night):
    open, first, other = vivaldi.open, table_called(vivaldi.open, "A"), table_called(vivaldi.open, "B")
    seat = Seat.objects.get(entry=vivaldi.entries[sitting(first)[0]], ended_at=None)
    going = Going(seat.entry_id, (first.pk, seat.number), (other.pk, free(other)))
    acts: list[Callable[..., object]] = [
        lambda **more: rearranging.balance_tables(open=open, moves=[going], **more),
        lambda **more: rearranging.break_table(open=open, table=first, seed="s", **more),
        lambda **more: rearranging.compress(open=open, seed="s", **more),
        lambda **more: rearranging.combine_final(open=open, seed="s", **more),
        lambda **more: rearranging.redraw(open=open, seed="s", **more),
        lambda **more: rearranging.swap_tables(one=first, other=other, **more),
    ]
    before = [sitting(table) for table in Table.objects.filter(round__open=open).order_by("number")]
    for act in acts:
        with pytest.raises(RuleError) as error:
            act(**vivaldi.act)
        assert (error.value.code, error.value.overrule) == ("tables_play_apart", True)
    assert [sitting(t) for t in Table.objects.filter(round__open=open).order_by("number")] == before
    rearranging.redraw(open=open, seed="s", overruled=["tables_play_apart"], **vivaldi.act)
    assert [sitting(t) for t in Table.objects.filter(round__open=open).order_by("number")] != before


def test_a_stage_with_a_broken_table_ends_though_a_table_was_added_for_nobody_SIS_17():
    """Nine at two tables of five; four out, the rest at one table, another is set up for nobody: what the
    four lost is in the sum of the count, the next stage begins, and its acts can be taken back."""
    plans = (RoundPlan(ends="levels", level_count=2), RoundPlan(tables=1, table_seats=9))
    house = replace(PRESETS["tda"], table_seats=5)
    night = rounds_night(plans, 9, levels=timed_terms(levels=4).levels, house=house)
    night.start()
    for table in playing(night):
        night.out(*sitting(table)[:2])
    rearranging.combine_final(open=night.open, seed="s", overruled=["final_too_large"], **night.act)
    services.add_table(open=night.open, **night.act)
    night.wait(minutes=41)
    (table,) = (one for one in playing(night) if sitting(one))
    there = sitting(table)
    with pytest.raises(RuleError, match="count_differs") as refused:
        rounds.finish_table(table=table, counts={night.entries[name]: 7000 for name in there}, **night.act)
    assert refused.value.params == {"counted": 35_000, "expected": 45_000}
    rounds.finish_table(table=table, counts={night.entries[name]: 9000 for name in there}, **night.act)
    rounds.begin_round(open=night.open, seed="s", **night.act)
    out = night.out(there[0])
    undo(entry=out, actor=night.director, now=night.now)
    assert len(night.field().left) == 5


def test_a_table_whose_players_were_all_moved_is_not_waited_for_by_any_undo_SIS_17():
    """It still stands, empty, when the next stage begins: nothing is left to be counted there."""
    plans = (RoundPlan(ends="levels", level_count=2), RoundPlan(tables=1, table_seats=9))
    house = replace(PRESETS["tda"], table_seats=9)
    night = rounds_night(plans, 4, levels=timed_terms(levels=4).levels, house=house)
    services.add_table(open=night.open, seats=9, **night.act)
    services.add_table(open=night.open, seats=9, **night.act)
    stay, empty = Table.objects.order_by("number")
    for number, name in enumerate(night.entries, start=1):
        where = stay if number < 3 else empty
        floor.move_player(entry=night.entries[name], table=where, number=number, **night.act)
    night.start()
    for number, name in enumerate(sitting(empty), start=5):
        floor.move_player(entry=night.entries[name], table=stay, number=number, **night.act)
    night.wait(minutes=41)
    counts = dict.fromkeys(night.entries.values(), 5000)
    rounds.finish_table(table=stay, counts=counts, **night.act)
    begun = rounds.begin_round(open=night.open, seed="s", **night.act)
    (name,) = sitting(playing(night)[0])[:1]
    out = night.out(name)
    undo(entry=out, actor=night.director, now=night.now)
    undo(entry=begun, actor=night.director, now=night.now)
    assert len(night.field().left) == 4
