"""Somebody in a seat that was blocked while he was out: it is said (DESIGN 3)."""

from __future__ import annotations

import pytest

from tdapp.cash import queries as cash
from tdapp.floor import tables
from tdapp.floor.queries import suggestions
from tdapp.journal.undo import redo, undo
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.floor.rooms import draw_seats, sitting, table, views

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    return night


def test_an_undone_out_seats_him_again_in_a_seat_blocked_meanwhile_and_that_is_said(night: Night):
    """Undo gives back the seat he had, never another one (DESIGN 3); what is odd about it is said."""
    draw_seats(night)
    night.start()
    label, seat = sitting(night)["Irán"]
    out = night.out("Irán")
    assert blocked_seats_said(night) == []
    here = table(night)
    blocked = tables.change_table(table=here, name="", seats=here.seats, blocked=[seat], **night.act)
    back = undo(entry=out, **night.act)
    assert sitting(night)["Irán"] == (label, seat)
    assert blocked_seats_said(night) == [{"entry": night.entries["Irán"].pk, "table": 1, "seat": seat}]
    redo(entry=back, **night.act)
    assert blocked_seats_said(night) == []
    undo(entry=out.stream.entries.filter(kind="out_recorded").latest("number"), **night.act)
    undo(entry=blocked, **night.act)
    assert blocked_seats_said(night) == []


def blocked_seats_said(night: Night) -> list[dict[str, object]]:
    """What the desk is told of players in blocked seats."""
    night.open.refresh_from_db()
    everyone = night.field()
    said = suggestions(night.open, everyone, cash.prizes(night.open, night.pool()), (), views(night))
    return [dict(one.params) for one in said if one.code == "sits_in_blocked"]
