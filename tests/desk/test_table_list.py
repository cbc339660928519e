"""Many tables at the desk: a list, short ones first, narrowed by what is typed; each opens with its seats."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tdapp.clock.queries import current_round
from tdapp.desk.table_list import table_list
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.queries import seatings
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_night, make_tour, timed_terms
from tests.desk.clients import client_of, tapped, text

pytestmark = pytest.mark.django_db


def crowd(players: int, **of) -> Night:
    """An open at tables of four, playing."""
    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=4))
    night = make_night(terms, **of)
    night.now = timezone.now()
    names = [f"Jugadora {n:03}" for n in range(players)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    return night


def at_table(night: Night, number: int) -> list[str]:
    """Who sits there."""
    seats = [seat for seat in seatings(current_round(night.open)) if seat.table.number == number]
    return [seat.entry.player.nickname for seat in seats]


def lines_of(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="line-(\d+)"', page)]


def test_twelve_tables_are_cards_and_thirteen_a_list():
    tour, director = make_tour()
    cards = client_of(director).get(f"/desk/{crowd(48, tour=tour, director=director).open.code}/")
    assert text(cards).count('class="table-card" id="table-') == 12
    assert lines_of(text(cards)) == []
    listed = client_of(director).get(f"/desk/{crowd(52, tour=tour, director=director).open.code}/")
    assert text(listed).count('class="table-card" id="table-') == 0
    assert lines_of(text(listed)) == list(range(1, 14))


def test_the_short_tables_come_first_and_say_by_how_many():
    night = crowd(52)
    gone = [*at_table(night, 7)[:2], at_table(night, 3)[0]]
    night.out(*gone, by=at_table(night, 1)[0])
    page = text(client_of(night.director).get(f"/desk/{night.open.code}/"))
    assert lines_of(page)[:3] == [7, 3, 1]
    line = page[page.index('id="line-7"') :]
    assert "2 players" in line[:900]
    assert "2 fewer" in line[:900]


def test_three_letters_find_a_player_and_a_number_a_table():
    night = crowd(52)
    client = client_of(night.director)
    (number,) = {
        seat.table.number
        for seat in seatings(current_round(night.open))
        if seat.entry.player.nickname == "Jugadora 017"
    }
    found = text(client.get(f"/desk/{night.open.code}/table-list/?find=a 017"))
    assert lines_of(found) == [number]
    assert "Jugadora 017" in found
    assert lines_of(text(client.get(f"/desk/{night.open.code}/table-list/?find=12"))) == [12]
    nobody = text(client.get(f"/desk/{night.open.code}/table-list/?find=zzz"))
    assert lines_of(nobody) == []
    assert "No table and nobody at one is called “zzz”." in nobody


def test_what_is_typed_stays_when_the_parts_are_fetched_anew():
    night = crowd(52)
    parts = text(client_of(night.director).get(f"/desk/{night.open.code}/parts/?tables=13&find=12"))
    assert lines_of(parts) == [12]


def test_a_table_opens_with_its_seats_and_their_acts():
    night = crowd(52)
    who = at_table(night, 9)
    shown = text(client_of(night.director).get(f"/desk/{night.open.code}/table/9/"))
    assert all(name in shown for name in who)
    assert shown.count('class="seat__out"') == 4
    assert client_of(night.director).get(f"/desk/{night.open.code}/table/99/").status_code == 404


def test_only_the_first_forty_lines_are_sent_unasked():
    night = crowd(168)
    client = client_of(night.director)
    page = text(client.get(f"/desk/{night.open.code}/"))
    assert len(lines_of(page)) == 40
    assert "and 2 more" in page
    assert len(lines_of(text(client.get(f"/desk/{night.open.code}/?list=all")))) == 42


def test_an_out_and_the_page_cost_the_same_queries_at_13_and_at_40_tables():
    tour, director = make_tour()
    asked = []
    for players in (52, 160):
        night = crowd(players, tour=tour, director=director)
        client = client_of(director)
        address = f"/desk/{night.open.code}/"
        client.get(address)
        with CaptureQueriesContext(connection) as shown:
            client.get(f"{address}parts/?tables=13")
        first, other = at_table(night, 1)[:2]
        with CaptureQueriesContext(connection) as out:
            floor.record_outs(
                open=night.open, groups=[[night.entries[first]]], by=night.entries[other], **night.act
            )
        asked.append((len(shown), len(out)))
    assert asked[0] == asked[1]


def test_among_many_players_the_out_dialog_lists_only_whom_the_typed_word_means():
    night = crowd(124)
    client = client_of(night.director)
    dialog = text(client.get(f"/desk/{night.open.code}/out/", headers={"HX-Request": "true"}))
    assert dialog.count('name="entry"') == 0
    assert "Name, or table and seat (12/4)" in dialog
    picks = text(client.get(f"/desk/{night.open.code}/out/picks/?who=a 01"))
    assert picks.count('name="entry"') == 10


def test_among_many_players_a_table_and_seat_put_one_out_by_a_typed_name():
    night = crowd(124)
    seat = next(s for s in seatings(current_round(night.open)) if (s.table.number, s.number) == (12, 3))
    by = next(s for s in seatings(current_round(night.open)) if (s.table.number, s.number) == (12, 1))
    said = tapped(
        client_of(night.director),
        f"/desk/{night.open.code}/out/",
        {"who": "12/3", "by": by.entry.player.nickname},
    )
    assert f"{seat.entry.player.nickname} out in 124th, by {by.entry.player.nickname}" in text(said)


def test_a_word_that_may_mean_many_says_a_few_of_them_and_a_tick_decides_it():
    night = crowd(124)
    client = client_of(night.director)
    address = f"/desk/{night.open.code}/out/"
    refused = tapped(client, address, {"who": "jugadora 01"})
    assert refused.status_code == 422
    assert re.search(r"“jugadora 01” may be (Jugadora 01\d, ){5}Jugadora 01\d and others", text(refused))
    ticked = night.entries["Jugadora 013"].pk
    done = tapped(client, address, {"who": "jugadora 01", "entry": str(ticked)})
    assert "Jugadora 013 out in 124th" in text(done)


def test_the_pure_list_leaves_empty_tables_out():
    assert table_list([]).lines == ()
    assert table_list([]).fullest == 0


def test_the_figures_of_a_great_room_have_their_digits_grouped():
    room = {"waiting": [], "limit": None}
    page = {"cards": [1], "players": 2548, "unseen": 1200, "free": 12, "room": room}
    html = render_to_string("desk/tables/_now.html", {"room_page": page})
    assert "<dd>2\u202f548</dd>" in html
    assert "<dd>1\u202f200</dd>" in html


def test_a_part_of_the_page_opened_by_itself_is_the_page_with_what_was_asked():
    night = crowd(52)
    client, address = client_of(night.director), f"/desk/{night.open.code}/tables/"
    for part, query in (("list", "only=007"), ("find", "find=007")):
        answer = client.get(f"{address}{part}/?{query}")
        assert (answer.status_code, answer["Location"]) == (302, f"{address}?{query}")
        assert 'rel="icon"' in text(client.get(answer["Location"]))
        assert "Jugadora 007" in text(client.get(f"{address}{part}/?{query}", headers={"hx-request": "true"}))
