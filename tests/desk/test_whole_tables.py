"""Acts that give a whole room other seats ask first, and say how many players that are."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.accounts.roles import Role
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Table
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.desk.test_places import night  # noqa: F401
from tests.desk.test_table_list import at_table, crowd

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def ask(client: Client, night: Night, verb: str, **chosen: object) -> str:  # noqa: F811
    answer = client.get(f"/desk/{night.open.code}/balance/{verb}/", chosen, headers=HTMX)
    assert answer.status_code in (200, 422)
    return one_line(text(answer))


def seats() -> set[tuple[int, int, int]]:
    return set(Seat.objects.filter(ended_at=None).values_list("entry", "table", "number"))


def test_drawing_seats_again_asks_first_and_undo_brings_them_back(night: Night, desk: Desk):  # noqa: F811
    client, before = desk(night), seats()
    asked = ask(client, night, "redraw")
    assert "Draw seats again?" in asked
    assert "8 players get new seats. All tables. The button is drawn anew too." in asked
    assert seats() == before
    assert tapped(client, f"/desk/{night.open.code}/balance/redraw/").status_code == 200
    assert seats() != before
    entry = JournalEntry.objects.filter(kind="seats_redrawn").get()
    tapped(client, f"/desk/{night.open.code}/undo/", {"entry": entry.pk})
    assert seats() == before


def test_the_tables_ticked_are_named_and_asked_for_again(desk: Desk):
    night = crowd(12)  # noqa: F811
    first, third = (Table.objects.get(round__open=night.open, number=n).pk for n in (1, 3))
    asked = ask(desk(night), night, "redraw", tables=[first, third])
    assert "8 players get new seats. Tables: 1, 3." in asked
    assert asked.count('name="tables"') == 2


def test_fewer_tables_and_breaks_say_who_moves_and_how_many_tables_are_left(desk: Desk):
    night = crowd(12)  # noqa: F811
    night.out(*at_table(night, 1)[:2], *at_table(night, 2)[:2])
    client = desk(night)
    assert "2 players get new seats. 2 tables are left." in ask(client, night, "compress")
    one, two = (Table.objects.get(round__open=night.open, number=n) for n in (1, 2))
    asked = ask(client, night, "break", table=two.pk, say="on")
    assert "Break table 2?" in asked
    assert "2 players get new seats. 2 tables are left." in asked
    assert '<input type="hidden" name="say" value="on">' in asked
    assert "8 players get new seats. All tables." in ask(client, night, "final")
    swap = ask(client, night, "swap", table=one.pk, other=two.pk)
    assert "4 players change tables and keep their seat numbers where it can be." in swap


def test_what_cannot_be_done_is_said_instead_of_asked(night: Night, desk: Desk):  # noqa: F811
    client = desk(night)
    assert "No table can be broken" in ask(client, night, "compress")
    one = Table.objects.filter(round__open=night.open).first()
    assert one is not None
    assert "choose two different ones" in ask(client, night, "swap", table=one.pk, other=one.pk)


def test_drawing_all_seats_again_before_the_start_asks_first(desk: Desk):
    night = make_night(timed_terms())  # noqa: F811
    night.sign_up(*BARBARISMO)
    floor.draw_seats(open=night.open, seed="s", **night.act)
    client, before = desk(night, Role.FLOOR), seats()
    address = f"/desk/{night.open.code}/draw-seats/"
    page = text(client.get(f"/desk/{night.open.code}/"))
    assert f'id="draw-all" href="{address}" hx-get="{address}"' in page
    asked = one_line(text(client.get(address, headers=HTMX)))
    assert "8 players get new seats." in asked
    assert seats() == before
    assert tapped(client, address, {"again": "1"}).status_code == 200
    assert seats() != before
