"""Whole nights at several tables through services: each proposal followed, undone and redone."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from tdapp.floor import balancing, door, rearranging
from tdapp.floor import services as floor
from tdapp.floor.balancing import Proposal
from tdapp.floor.models import Seat
from tdapp.floor.rearranging import Going
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import next_redo, next_undo, redo, undo
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS, HouseRules
from tests.builders import Night, make_night, timed_terms
from tests.nights.random_night import everything_shown

pytestmark = pytest.mark.django_db
PLAYERS = 14
HOUSES = (
    replace(PRESETS["tda"], table_seats=4),
    replace(PRESETS["tda"], table_seats=5, direction="anticlockwise", button_rule="moving"),
    replace(PRESETS["tda"], table_seats=4, balance_who="lot", balance_from="next_number"),
    replace(PRESETS["tda"], table_seats=5, balance_who="same_position", max_table_gap=1),
    replace(PRESETS["tda"], table_seats=4, break_tables="never", halt_short=0),
)


def begun(house: HouseRules) -> Night:
    night = make_night(replace(timed_terms(levels=4), house=house))
    names = [f"P{n:02}" for n in range(1, PLAYERS + 1)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    return night


def proposed(night: Night) -> Proposal:
    night.open.refresh_from_db()
    return balancing.proposal(night.open, night.field(), now=night.now, seed="6f1a")


def follow(night: Night, found: Proposal) -> JournalEntry:
    """Do what is proposed."""
    if found.final is not None:
        return rearranging.combine_final(
            open=night.open, seed="6f1a", overruled=["final_too_large"], **night.act
        )
    if found.breaks:
        table = Table.objects.get(pk=found.breaks[0].id)
        return rearranging.break_table(open=night.open, table=table, seed="6f1a", **night.act)
    moves = [
        Going(
            one.entrant.id,
            (one.before.id, one.move.from_seat or 0),
            (one.after.id, one.move.to_seat or 0),
        )
        for one in found.steps
    ]
    return rearranging.balance_tables(open=night.open, moves=moves, seed="6f1a", **night.act)


def check(night: Night) -> None:
    """Balanced within the gap, everybody still in has one seat, nobody sits alone while others play."""
    found = proposed(night)
    assert not found.due
    counts = [table.players for table in found.tables]
    if night.open.house["break_tables"] != "never":
        assert max(counts) - min(counts) <= found.gap
    assert len(counts) == 1 or min(counts) > 1
    seated = list(Seat.objects.filter(entry__open=night.open, ended_at=None).values_list("entry", flat=True))
    assert sorted(seated) == sorted(entrant.id for entrant in night.field().left)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_proposal_is_legal_ends_within_the_gap_and_can_be_undone_SIS_17(house: HouseRules, seed: int):
    rolled = random.Random(seed)
    night = begun(house)
    follow_until_even(night)
    while len(night.field().left) > 2:
        night.wait(minutes=rolled.choice([1, 1, 5]))
        left = [entrant.name for entrant in night.field().left]
        night.out(rolled.choice(left))
        tables = [table for table in proposed(night).tables if table.players > 1]
        if tables and rolled.random() < 0.5:
            table = rolled.choice(tables)
            row = Table.objects.get(pk=table.id)
            floor.set_button(table=row, seat=rolled.choice(table.sitting)[0], **night.act)
        follow_until_even(night)
    assert len(proposed(night).tables) == 1


def test_a_night_at_several_tables_is_undone_to_its_start_and_redone():
    rolled = random.Random(3)
    night = begun(HOUSES[0])
    end = night.now + timedelta(hours=30)
    shown = [everything_shown(night, end)]
    while len(night.field().left) > 2:
        night.wait(minutes=2)
        if proposed(night).due:
            follow(night, proposed(night))
        elif rolled.random() < 0.2:
            rearranging.redraw(open=night.open, seed=str(rolled.random()), **night.act)
        else:
            night.out(rolled.choice([entrant.name for entrant in night.field().left]))
        shown.append(everything_shown(night, end))
    for step in range(len(shown) - 2, -1, -1):
        entry = next_undo(night.open.stream)
        assert entry is not None
        undo(entry=entry, actor=night.director, now=end)
        assert everything_shown(night, end) == shown[step], f"undoing {entry.kind}"
    for state in shown[1:]:
        back = next_redo(night.open.stream)
        assert back is not None
        redo(entry=back, actor=night.director, now=end)
        assert everything_shown(night, end) == state, f"redoing {back.params['kind_undone']}"


def follow_until_even(night: Night) -> None:
    later = night.now + timedelta(hours=9)
    for _turn in range(6):
        found = proposed(night)
        if not found.due:
            return check(night)
        before = everything_shown(night, later)
        entry = follow(night, found)
        after = everything_shown(night, later)
        undone = undo(entry=entry, actor=night.director, now=night.now)
        assert everything_shown(night, later) == before
        redo(entry=undone, actor=night.director, now=night.now)
        assert everything_shown(night, later) == after
    raise AssertionError(f"not even after six acts: {proposed(night)}")
