"""Where a player really sits: every seat within a tap, and a field that finds and opens (fault 80)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.floor import services as floor
from tdapp.floor import tables as services
from tdapp.floor.models import Move, Seat
from tdapp.floor.queries import tables_of
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.desk.test_table_list import at_table, crowd, lines_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def night() -> Night:
    """Eight players playing at two tables of six."""
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=6)))
    night.now = timezone.now()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def seat(night: Night, name: str, verb: str) -> str:
    return f"/desk/{night.open.code}/seat/{night.entries[name].pk}/{verb}/"


def tables(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/tables/" + "".join(f"{part}/" for part in path)


def sitting(night: Night) -> dict[str, tuple[int, int]]:
    live = Seat.objects.filter(ended_at=None).select_related("entry__player")
    return {row.entry.player.nickname: (row.table_id, row.number) for row in live}


def test_the_seats_of_every_table_are_one_tap_away_the_own_table_first(night: Night, desk: Desk):
    one, two = tables_of(current_round(night.open))
    who = next(name for name, place in sitting(night).items() if place[0] == two.pk)
    html = text(desk(night).get(seat(night, who, "place")))
    assert html.index("Actually sits at table 2") < html.index("or at table 1")
    for table in (one, two):
        for number in range(1, 7):
            there = [name for name, place in sitting(night).items() if place == (table.pk, number)]
            known = f"-{night.entries[there[0]].pk}" if there else ""
            assert (f'value="{table.pk}-{number}{known}"' in html) == (there != [who])


def test_a_taken_seat_that_is_tapped_exchanges_the_two_at_once(night: Night, desk: Desk):
    before = sitting(night)
    who, other = "Irán", next(name for name, at in before.items() if at[0] != before["Irán"][0])
    place = "-".join(map(str, (*before[other], night.entries[other].pk)))
    assert tapped(desk(night), seat(night, who, "sits"), {"place": place}).status_code == 200
    after = sitting(night)
    assert (after[who], after[other]) == (before[other], before[who])
    assert {move.why for move in Move.objects.all()} == {"correction"}


def test_somebody_else_in_the_seat_by_now_is_asked_about(night: Night, desk: Desk):
    before = sitting(night)
    who = "Irán"
    other, third = [name for name, at in before.items() if at[0] != before[who][0]][:2]
    place = "-".join(map(str, (*before[other], night.entries[third].pk)))
    answer = tapped(desk(night), seat(night, who, "sits"), {"place": place})
    assert (answer.status_code, f"{other} has seat" in text(answer)) == (422, True)
    assert sitting(night) == before


def test_a_table_that_is_over_is_no_place_to_sit(night: Night, desk: Desk):
    one, two = tables_of(current_round(night.open))
    who = next(name for name, place in sitting(night).items() if place[0] == one.pk)
    Table.objects.filter(pk=two.pk).update(finished_at=night.now)
    html = text(desk(night).get(seat(night, who, "place")))
    assert "Actually sits at table 1" in html
    assert f'name="place" value="{two.pk}-' not in html


def test_among_many_tables_his_own_and_the_one_he_came_from_are_shown_and_others_typed(desk: Desk):
    night = crowd(52)
    who = at_table(night, 7)[0]
    night.out(at_table(night, 3)[0])
    third, seventh = (Table.objects.get(round__open=night.open, number=n) for n in (3, 7))
    free = next(n for n in range(1, 5) if not Seat.objects.filter(table=third, number=n, ended_at=None))
    floor.move_player(entry=night.entries[who], table=third, number=free, **night.act)
    client = desk(night)
    html = text(client.get(seat(night, who, "place")))
    assert html.index("Actually sits at table 3") < html.index("or at table 7")
    assert "or at table 1<" not in html
    assert "or at table 12" not in html
    wrong = tapped(client, seat(night, who, "sits"), {"at": "77/1"})
    assert (wrong.status_code, 'value="77/1"' in text(wrong)) == (422, True)
    assert "No table is called so: type table and seat, such as 12/4." in text(wrong)
    left = next(n for n in range(1, 5) if not Seat.objects.filter(table=seventh, number=n, ended_at=None))
    assert tapped(client, seat(night, who, "sits"), {"at": f"7/{left}"}).status_code == 200
    assert sitting(night)[who] == (seventh.pk, left)


def test_enter_in_find_a_player_opens_the_first_that_is_found(night: Night, desk: Desk):
    client = desk(night)
    opened = text(client.get(tables(night, "first"), {"find": "kos"}, headers=HTMX))
    assert 'id="tables-place"' in opened
    assert ">Kosovo</h2>" in opened
    # Without scripts the place is a page.
    assert ">Kosovo</h2>" in text(client.get(tables(night, "first"), {"find": "kos"}))
    nobody = client.get(tables(night, "first"), {"find": "zz"}, headers=HTMX)
    assert nobody["HX-Retarget"] == "#tables-found"
    assert "Nobody here is called “zz”." in text(nobody)
    assert client.get(tables(night, "first"), {"find": "zz"}).url.endswith("/tables/?find=zz")


def test_enter_among_many_tables_opens_the_player_or_the_table(desk: Desk):
    night = crowd(52)
    client, address = desk(night), f"/desk/{night.open.code}/table-list/first/"
    assert ">Jugadora 017</h2>" in text(client.get(address, {"find": "a 017"}, headers=HTMX))
    opened = text(client.get(address, {"find": "9"}, headers=HTMX))
    assert 'id="night-one_table"' in opened
    assert all(name in opened for name in at_table(night, 9))
    nobody = client.get(address, {"find": "zzz"}, headers=HTMX)
    assert nobody["HX-Retarget"] == "#night-table_list"
    assert "No table and nobody at one is called “zzz”." in text(nobody)


def test_many_tables_are_listed_short_ones_first_and_narrowed(desk: Desk):
    night = crowd(52)
    night.out(*at_table(night, 7)[:2], at_table(night, 3)[0])
    night.out(*at_table(night, 5)[:3])
    services.add_table(open=night.open, **night.act)
    client = desk(night)
    html = text(client.get(tables(night)))
    listed = lines_of(html.replace("room-line-", "line-"))
    assert listed[:4] == [5, 7, 3, 1]
    assert listed[-1] == 14
    line = one_line(html[html.index('id="room-line-5"') - 60 :])[:600]
    assert "table-line--short" in line
    assert "1 of 4" in line
    assert "3 fewer" in line
    who = at_table(night, 9)[0]
    part = text(client.get(tables(night, "list"), {"only": who}, headers=HTMX))
    assert lines_of(part.replace("room-line-", "line-")) == [9]
    assert who in part
    again = client.get(tables(night), {"only": who}, headers={**HTMX, "HX-Target": "tables-now"})
    assert lines_of(text(again).replace("room-line-", "line-")) == [9]


def test_cards_say_how_many_fewer_than_the_fullest_table(desk: Desk):
    night = crowd(8)
    night.out(*at_table(night, 2)[:2])
    html = one_line(text(desk(night).get(tables(night))))
    assert html.count("2 fewer") == 1


def test_w_leads_to_tables_and_seats_before_the_draw_and_from_the_menu(desk: Desk):
    night = make_night(timed_terms())
    html = one_line(text(desk(night, Role.FLOOR).get(f"/desk/{night.open.code}/")))
    address = tables(night)
    assert f'<a class="link" href="{address}" data-key="w">Tables and seats</a> <kbd>W</kbd>' in html
    # Once in each menu: the night's, and the one at the thumb of a phone.
    assert html.count(f'<a href="{address}" data-key="w">Tables and seats<kbd>W</kbd></a>') == 2
