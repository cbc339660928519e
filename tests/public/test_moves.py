"""Who was sent to another table: called on the big screen and on his phone until he is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tdapp.floor import door, rearranging
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.floor.rearranging import Going
from tdapp.floor.tables import confirm_seats, set_break_order, sits_at
from tdapp.opens.models import Entry, Open, Table
from tdapp.public import live as phone
from tdapp.rules.house import PRESETS
from tdapp.screen.scene import scene
from tdapp.web.night import public_night
from tests.builders import Night, make_night, timed_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Twelve players at two tables, the second of which is called "Terrace"."""
    night = make_night(replace(timed_terms(), house=PRESETS["tda"]))
    night.now = timezone.now() - timedelta(minutes=30)
    names = [f"P{n:02}" for n in range(1, 13)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    Table.objects.filter(round__open=night.open, number=2).update(name="Terrace")
    night.now = timezone.now()
    return night


def table(night: Night, number: int) -> Table:
    return Table.objects.get(round__open=night.open, number=number)


def free(night: Night, number: int) -> list[int]:
    taken = Seat.objects.filter(table=table(night, number), ended_at=None).values_list("number", flat=True)
    return [seat for seat in range(1, 10) if seat not in taken]


def move(night: Night) -> Entry:
    """The first player of table 1 goes to the first free seat of the other one."""
    here = Seat.objects.filter(table=table(night, 1), ended_at=None).order_by("number")[0]
    going = [Going(here.entry_id, (here.table_id, here.number), (table(night, 2).pk, free(night, 2)[0]))]
    Table.objects.filter(round__open=night.open).update(button=None, small_blind=None, big_blind=None)
    rearranging.balance_tables(open=night.open, moves=going, **night.act)
    return here.entry


def called(night: Night) -> list[tuple[str, str, int, bool]]:
    """Whom the big screen calls: name, table, seat, whether he waits for the button."""
    night.open = Open.objects.get(pk=night.open.pk)
    moves = scene(night.open, timezone.now()).moves
    return [(one.entrant.name, one.table, one.seat, one.waits) for one in moves]


def people(night: Night) -> str:
    parts = phone.fragments(night.open.stream_id, "en")
    return "".join(part for name, part in parts.items() if name.startswith("phone-people-"))


def test_a_balanced_player_is_called_by_the_table_s_name_on_screen_and_phone(night: Night):
    seat = free(night, 2)[0]
    entry = move(night)
    name = entry.player.nickname
    assert called(night) == [(name, "Terrace", seat, False)]
    said = people(night)
    assert f'data-move-lead="{name}, you move now"' in said
    assert f"Table Terrace, seat {seat}" in said


def test_who_was_seen_there_is_called_no_more(night: Night):
    entry = move(night)
    confirm_seats(open=night.open, entries=[entry], **night.act)
    assert called(night) == []
    assert "you move now" not in people(night)


def test_a_mistake_put_right_calls_nobody_and_shows_where_he_sits_fault_80(night: Night):
    entry = move(night)
    seat = free(night, 2)[0]
    sits_at(entry=entry, table=table(night, 2), number=seat, **night.act)
    assert called(night) == []
    said = people(night)
    assert "you move now" not in said
    assert f"Table Terrace, seat {seat}" in said


def test_everybody_of_a_broken_table_is_called_with_who_waits_for_the_button_T_2_1b(night: Night):
    here = Seat.objects.filter(table=table(night, 1), ended_at=None).order_by("number")
    there = Seat.objects.filter(table=table(night, 2), ended_at=None).order_by("number")
    for seat in [*here[2:], *there[3:]]:
        night.out(seat.entry.player.nickname)
    first, *_rest = there
    floor.set_button(table=table(night, 2), seat=first.number, **night.act)
    rearranging.break_table(open=night.open, table=table(night, 1), seed="6f1a", **night.act)
    calls = called(night)
    assert len(calls) == 2
    waiting = {seat.entry.player.nickname for seat in Seat.objects.filter(waits=True, ended_at=None)}
    assert {name for name, _table, _seat, waits in calls if waits} == waiting
    said = people(night)
    assert said.count("dealt in once the button has passed") == len(waiting)
    assert said.count("you move now") == 2


def test_the_final_table_and_a_swap_of_tables_call_those_who_walk(night: Night):
    one, two = table(night, 1), table(night, 2)
    rearranging.swap_tables(one=one, other=two, **night.act)
    assert len(called(night)) == 12
    night.wait(seconds=1)
    rearranging.combine_final(open=night.open, seed="s", overruled=["final_too_large"], **night.act)
    final = Table.objects.get(round__open=night.open, closed_at=None)
    assert {table_name for _name, table_name, _seat, _waits in called(night)} == {final.label}
    everybody = public_night(night.open, timezone.now()).people
    assert sorted(person.seat or 0 for person in everybody) == list(range(1, 13))


def test_everybody_reads_beforehand_in_which_order_tables_break_RULES_2_2(night: Night):
    def tables() -> str:
        return phone.table_fragments(night.open.stream_id, "en")["phone-seating"]

    assert "Tables break in this order" not in tables()
    set_break_order(open=night.open, tables=[table(night, 2), table(night, 1)], **night.act)
    assert "Tables break in this order: Terrace, 1" in tables()
