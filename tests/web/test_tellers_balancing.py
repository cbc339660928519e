"""Players sent to other tables, as the night's story tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from tdapp.floor import door, rearranging
from tdapp.floor.models import Seat
from tdapp.floor.rearranging import Going
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open, Table
from tdapp.rules.house import PRESETS
from tdapp.web.story import sentence, short
from tests.builders import Night, make_night, timed_terms

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def night() -> Night:
    """Nine players at tables of three called 1, 2 and Terrace; two of the last one are out."""
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=4)))
    names = [f"P{n}" for n in range(1, 10)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    Table.objects.filter(round__open=night.open, number=3).update(name="Terrace")
    return night


def table(night: Night, number: int) -> Table:
    return Table.objects.get(round__open=night.open, number=number)


def told(entry: JournalEntry, night: Night) -> tuple[str, str]:
    open = Open.objects.get(pk=night.open.pk)
    fresh = JournalEntry.objects.get(pk=entry.pk)
    return sentence(fresh, open), short(fresh, open)


def seats(night: Night, number: int) -> list[Seat]:
    here = Seat.objects.filter(table=table(night, number), ended_at=None)
    return list(here.select_related("entry__player").order_by("number"))


def test_a_balance_says_who_goes_where(night: Night):
    out = seats(night, 3)[0]
    night.out(out.entry.player.nickname)
    Table.objects.filter(round__open=night.open).update(button=None, small_blind=None, big_blind=None)
    mover = seats(night, 1)[0]
    to = table(night, 3).pk
    going = [Going(mover.entry_id, (mover.table_id, mover.number), (to, out.number))]
    entry = rearranging.balance_tables(open=night.open, moves=going, **night.act)
    name = mover.entry.player.nickname
    assert told(entry, night) == (
        f"Tables balanced: {name} to table Terrace, seat {out.number}",
        f"Move of {name}",
    )


def test_breaking_compressing_and_the_final_table(night: Night):
    for seat in seats(night, 3)[1:]:
        night.out(seat.entry.player.nickname)
    entry = rearranging.break_table(open=night.open, table=table(night, 3), seed="s", **night.act)
    assert told(entry, night) == (
        "Table Terrace broken: 1 player drawn to another table",
        "Break of table Terrace",
    )
    for number in (1, 2):
        night.out(seats(night, number)[0].entry.player.nickname)
    night.out(seats(night, 1)[0].entry.player.nickname)
    entry = rearranging.redraw(open=night.open, seed="s", **night.act)
    assert told(entry, night) == ("Seats of tables 1 and 2 drawn again", "New draw of seats")
    entry = rearranging.compress(open=night.open, seed="s", **night.act)
    assert told(entry, night) == ("Tables compressed: table 2 broken", "Compressing of tables")


def test_the_final_table_and_tables_that_change_places(night: Night):
    entry = rearranging.swap_tables(one=table(night, 1), other=table(night, 3), **night.act)
    assert told(entry, night) == ("Tables 1 and Terrace changed places", "Exchange of tables")
    overruled = ["final_too_large"]
    entry = rearranging.combine_final(open=night.open, seed="s", overruled=overruled, **night.act)
    assert told(entry, night) == (
        "Final table of 9, at table 1: seats and button drawn",
        "Final table",
    )
