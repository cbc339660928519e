"""Tables set up and seats put right, as the night's story tells them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from tdapp.clock.queries import current_round
from tdapp.floor import absence, tables
from tdapp.floor import services as floor
from tdapp.floor.queries import seats_at, tables_of
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import KeptApart, KeptSeat, Open, Table
from tdapp.web.story import sentence, short
from tests.builders import BARBARISMO, Night, make_night, timed_terms

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def night() -> Night:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    return night


def told(entry: JournalEntry, night: Night) -> str:
    return sentence(JournalEntry.objects.get(pk=entry.pk), Open.objects.get(pk=night.open.pk))


def button(entry: JournalEntry, night: Night) -> str:
    return short(JournalEntry.objects.get(pk=entry.pk), Open.objects.get(pk=night.open.pk))


def rows(night: Night) -> list[Table]:
    return tables_of(current_round(night.open))


def test_tables_set_up_changed_taken_away_and_ordered(night: Night):
    act = {"open": night.open}
    assert told(tables.add_table(**act, name="A", **night.act), night) == "Table A set up"
    assert told(tables.add_table(**act, **night.act), night) == "Table 2 set up"
    changed = tables.change_table(table=rows(night)[1], name="B", seats=8, **night.act)
    assert told(changed, night) == "Table B changed"
    order = tables.set_break_order(**act, tables=rows(night)[::-1], **night.act)
    assert told(order, night) == "Tables break in this order: B, A"
    assert button(order, night) == "Order of breaking"
    none = tables.set_break_order(**act, tables=[], **night.act)
    assert told(none, night) == "The order in which tables break is open again"
    assert told(tables.remove_table(table=rows(night)[1], **night.act), night) == "Table B taken away"


def test_seats_kept_and_players_apart(night: Night):
    iran, kosovo = night.entries["Irán"], night.entries["Kosovo"]
    there = tables.keep_seat(entry=iran, table=1, seat=4, **night.act)
    assert told(there, night) == "Kept for Irán: table 1, seat 4"
    assert button(there, night) == "Kept seat of Irán"
    assert told(tables.keep_seat(entry=kosovo, **night.act), night) == "Kosovo stays in the seat he has"
    released = tables.release_kept(kept=KeptSeat.objects.get(entry=iran), **night.act)
    assert told(released, night) == "Irán is drawn and moved like everybody again"
    apart = tables.keep_apart(one=kosovo, other=iran, **night.act)
    assert told(apart, night) == "Kosovo and Irán are kept apart"
    assert button(apart, night) == "Kosovo and Irán apart"
    again = tables.release_apart(apart=KeptApart.objects.get(), **night.act)
    assert told(again, night) == "Irán and Kosovo may sit at one table again"


def test_who_was_seen_and_who_really_sits_where(night: Night):
    tables.add_table(open=night.open, name="A", **night.act)
    tables.add_table(open=night.open, name="B", **night.act)
    floor.draw_seats(open=night.open, seed="s", **night.act)
    first, second = rows(night)
    one, other = seats_at(first)[0].entry, seats_at(second)[0]
    seen = tables.confirm_seats(open=night.open, entries=[one], **night.act)
    assert told(seen, night) == f"Seen in their seats: {one.player}"
    rest = [seat.entry for seat in seats_at(first)]
    seen = tables.confirm_seats(open=night.open, entries=rest, **night.act)
    assert told(seen, night) == "Table A: 3 players seen in their seats"
    right = tables.sits_at(
        entry=one, table=second, number=other.number, overruled=["seat_taken_by"], **night.act
    )
    assert told(right, night) == (
        f"{one.player} really sits here: table B, seat {other.number}, swapped with {other.entry.player}"
    )
    assert button(right, night) == f"Seat of {one.player}"


def test_the_waiting_list_and_who_is_dealt_in(night: Night):
    night.open.room_tables = 1
    night.open.save(update_fields=["room_tables"])
    night.sign_up("Ana", "Berta")
    drawn = floor.draw_seats(open=night.open, seed="s", **night.act)
    assert told(drawn, night) == "Seats drawn; 1 player waits for one"
    night.start()
    night.out("Irán")
    given = tables.give_seat(open=night.open, seed="s", **night.act)
    seat = given.params["seat"]
    assert told(given, night) == f"Berta gets a seat from the waiting list: seat {seat}"
    night.entries["Berta"].seatings.update(waits=True)
    dealt = tables.deal_in(entry=night.entries["Berta"], **night.act)
    assert told(dealt, night) == "Berta is dealt in"


def test_who_is_absent_and_who_is_back_RULES_2_11(night: Night):
    entry = night.entries["Irán"]
    gone = absence.mark_absent(entry=entry, **night.act)
    assert told(gone, night) == "Irán is absent"
    assert told(absence.mark_present(entry=entry, **night.act), night) == "Irán is back at the table"
