"""A player moved onto the big blind gets no grace (SIS-18): he plays what he has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.clock.queries import clock_face
from tdapp.floor import door, rearranging
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.floor.queries import TableView, seat_map
from tdapp.floor.rearranging import Going
from tdapp.hands.queries import fresh_sheet
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_night, timed_terms

pytestmark = pytest.mark.django_db


def tables(night: Night) -> tuple[TableView, ...]:
    everyone = night.field()
    return seat_map(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)


def test_a_moved_player_who_cannot_cover_the_big_blind_plays_all_he_has_SIS_18():
    night = make_night(replace(timed_terms(), house=PRESETS["sistema"]))
    names = [f"P{n:02}" for n in range(1, 17)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    one, two = Table.objects.filter(round__open=night.open).order_by("number")
    first, *_rest = Seat.objects.filter(table=one, ended_at=None).order_by("number")
    floor.count_chips(open=night.open, counts={first.entry: 30}, **night.act)
    free = next(seat.number for seat in tables(night)[1].seats if seat.entrant is None)
    going = [Going(first.entry_id, (one.pk, first.number), (two.pk, free))]
    Table.objects.filter(pk=two.pk).update(button=None, small_blind=None, big_blind=None)
    rearranging.balance_tables(open=night.open, moves=going, **night.act)
    # The hand is dealt in which the button stands two seats before him: he has the big blind of 50.
    occupied = [seat.number for seat in tables(night)[1].seats if seat.entrant]
    dealer = occupied[occupied.index(free) - 2]
    two.refresh_from_db()
    floor.set_button(table=two, seat=dealer, **night.act)
    view = tables(night)[1]
    sheet = fresh_sheet(night.open, view, clock_face(night.open, night.now, night.field()))
    assert sheet is not None
    assert sheet.big_blind == free
    part = next(part for part in sheet.parts if part.seat == free)
    assert (part.live, part.all_in, part.folded) == (30, True, False)
    others = [part.live for part in sheet.parts if part.seat != free]
    assert sorted(others)[-1] == 25
