"""Random evenings at the tables: every seat has one player, and every act can be taken back and put back."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from tdapp.clock.queries import current_round
from tdapp.floor import door, tables
from tdapp.floor import services as floor
from tdapp.floor.draws import recomputed
from tdapp.floor.models import Move, Seat
from tdapp.floor.queries import draws, seats_at, tables_of
from tdapp.floor.room import kept_seats, reserved
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Entry, KeptSeat, StackChange, Table
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_night, timed_terms
from tests.nights.random_night import everything_shown

pytestmark = pytest.mark.django_db
ACTS = 30
Act = Callable[[], JournalEntry]


class Evening:
    """Does one random act after the other with up to four tables of six."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=6)))
        self.night.open.room_tables = 4
        self.night.open.save(update_fields=["room_tables"])
        self.night.sign_up(*(f"P{n}" for n in range(14)))
        self.names = 14

    def act(self) -> JournalEntry | None:
        """One act; None if the rules refused it."""
        self.night.wait(seconds=self.random.randint(5, 90))
        self.night.open.refresh_from_db()
        try:
            if not tables_of(current_round(self.night.open)):
                return tables.add_table(open=self.night.open, seats=6, **self.night.act)
            return self.random.choice(self.choices())()
        except RuleError:
            return None

    def choices(self) -> list[Act]:
        night, open, act = self.night, self.night.open, self.night.act
        seed, table, number = str(self.random.random()), self.table(), self.random.randint(1, 7)
        one, other = self.entry(), self.entry()
        passed = self.random.choice([(), ("seat_taken_by", "seat_blocked", "seat_kept", "not_first_waiting")])
        return [
            self.sign_up,
            lambda: floor.draw_seats(open=open, seed=seed, **act),
            lambda: floor.draw_seats(open=open, seed=seed, again=True, **act),
            lambda: floor.start_play(open=open, seed=seed, **act),
            lambda: floor.record_outs(open=open, groups=[[one]], **act),
            lambda: floor.move_player(entry=one, table=table, number=number, overruled=passed, **act),
            lambda: floor.swap_seats(first=one, second=other, **act),
            lambda: floor.set_button(table=table, seat=number, **act),
            lambda: door.withdraw(entry=one, **act),
            lambda: tables.add_table(open=open, seats=self.random.randint(3, 7), **act),
            lambda: tables.change_table(
                table=table, name=self.random.choice(["", "A", "Azul"]), seats=number, blocked=[1], **act
            ),
            lambda: tables.remove_table(table=table, **act),
            lambda: tables.set_break_order(open=open, tables=[table], **act),
            lambda: tables.keep_seat(entry=one, table=table.number, seat=number, **act),
            lambda: tables.keep_seat(entry=one, **act),
            lambda: (
                tables.release_kept(kept=KeptSeat.objects.get(entry=one), **act)
                if KeptSeat.objects.filter(entry=one).exists()
                else tables.keep_apart(one=one, other=other, **act)
            ),
            lambda: tables.confirm_seats(open=open, entries=[s.entry for s in seats_at(table)], **act),
            lambda: tables.sits_at(entry=one, table=table, number=number, overruled=passed, **act),
            lambda: tables.give_seat(open=open, seed=seed, entry=one, overruled=passed, **act),
            lambda: tables.give_seat(open=open, seed=seed, **act),
            lambda: tables.deal_in(entry=one, **act),
            lambda: tables.sits_at(entry=night.entries["P0"], table=table, number=number, **act),
        ]

    def sign_up(self) -> JournalEntry:
        self.names += 1
        name = f"P{self.names}"
        entry = door.sign_up(open=self.night.open, nickname=name, seed=name, seat=True, **self.night.act)
        self.night.entries[name] = Entry.objects.get(pk=entry.params["entry"])
        return entry

    def entry(self) -> Entry:
        return self.random.choice(list(Entry.objects.filter(open=self.night.open).select_related("open")))

    def table(self) -> Table:
        return self.random.choice(tables_of(current_round(self.night.open)))


def check(night: Night) -> None:
    """What always holds."""
    night.open.refresh_from_db()
    rows = list(Seat.objects.filter(ended_at=None, table__round__open=night.open).select_related("table"))
    assert len({(row.table_id, row.number) for row in rows}) == len(rows)
    assert len({row.entry_id for row in rows}) == len(rows)
    assert not {row.entry_id for row in rows} & set(night.field().out_ids)
    for row in rows:
        assert row.table.closed_at is None
        assert 1 <= row.number <= row.table.seats
    places = list(reserved(kept_seats(night.open)).values())
    assert len(set(places)) == len(places)
    if night.open.started_at:
        having = set(StackChange.objects.filter(entry__open=night.open).values_list("entry", flat=True))
        assert {row.entry_id for row in rows} <= having
    assert all(recomputed(view) for view in draws(current_round(night.open)))
    for move in Move.objects.select_related("before", "after"):
        assert move.before.entry_id == move.after.entry_id == move.entry_id
        assert move.before.ended_at is not None


@pytest.mark.parametrize("seed", range(4))
def test_every_seat_has_one_player_and_every_act_is_taken_back_and_put_back_fault_77(seed: int):
    evening = Evening(seed)
    night = evening.night
    done = 0
    for _ in range(ACTS):
        later = night.now + timedelta(hours=1)
        taking_back = done % 3 == 2
        before = everything_shown(night, later) if taking_back else None
        entry = evening.act()
        check(night)
        if entry is None:
            continue
        done += 1
        if taking_back:
            after = everything_shown(night, later)
            back = undo(entry=entry, actor=night.director, now=night.now)
            check(night)
            assert everything_shown(night, later) == before
            redo(entry=back, actor=night.director, now=night.now)
            assert everything_shown(night, later) == after
    assert done > ACTS // 4


def test_a_draw_never_gives_away_a_kept_or_blocked_seat_whatever_the_seed():
    night = make_night(timed_terms())
    night.sign_up(*(f"P{n}" for n in range(12)))
    for blocked in ([1, 9], [5]):
        tables.add_table(open=night.open, blocked=blocked, **night.act)
    tables.keep_seat(entry=night.entries["P3"], table=1, seat=4, **night.act)
    tables.keep_apart(one=night.entries["P1"], other=night.entries["P2"], **night.act)
    for seed in range(40):
        floor.draw_seats(open=night.open, seed=str(seed), again=seed > 0, **night.act)
        there = {row.entry_id: row for row in Seat.objects.filter(ended_at=None).select_related("table")}
        places = {(row.table.number, row.number): key for key, row in there.items()}
        assert places[(1, 4)] == night.entries["P3"].pk
        assert not {(1, 1), (1, 9), (2, 5)} & set(places)
        apart = {there[night.entries[name].pk].table_id for name in ("P1", "P2")}
        assert len(apart) == 2
        counts = [sum(1 for number, _ in places if number == table) for table in (1, 2)]
        assert sorted(counts) == [6, 6]
