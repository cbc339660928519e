"""Tables and seats at the desk: set up, seen, kept, apart, waiting, found (faults 74, 80)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.floor import services as floor
from tdapp.floor import tables as services
from tdapp.floor.models import Move, Seat
from tdapp.floor.queries import seats_at, tables_of
from tdapp.opens.models import KeptApart, KeptSeat, Table
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.vivaldi import play_out, table_called, vivaldi_night

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}
"""As the page itself asks."""


@pytest.fixture
def night() -> Night:
    """Eight players at a table "A" of ten with seat 10 blocked, and an empty table 2."""
    night = make_night(timed_terms())
    night.now = timezone.now()
    night.sign_up(*BARBARISMO)
    services.add_table(open=night.open, name="A", seats=10, blocked=[10], **night.act)
    floor.draw_seats(open=night.open, seed="s", **night.act)
    services.add_table(open=night.open, **night.act)
    return night


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/tables/" + "".join(f"{part}/" for part in path)


def seat(night: Night, name: str, verb: str) -> str:
    return f"/desk/{night.open.code}/seat/{night.entries[name].pk}/{verb}/"


def rows(night: Night) -> list[Table]:
    return tables_of(current_round(night.open))


def sitting(night: Night) -> dict[str, tuple[str, int]]:
    live = Seat.objects.filter(ended_at=None).select_related("table", "entry__player")
    return {row.entry.player.nickname: (row.table.label, row.number) for row in live}


def place(night: Night, number: int, table: int = 0) -> str:
    return f"{rows(night)[table].pk}-{number}"


def page(night: Night, client: Client) -> str:
    return one_line(text(client.get(at(night))))


def test_the_page_shows_every_table_with_its_seats(night: Night, desk: Desk):
    services.keep_seat(entry=night.entries["Irán"], **night.act)
    html = page(night, desk(night, Role.FLOOR))
    assert "Table A" in html
    assert "8 of 10" in html
    assert "0 of 9" in html
    assert "blocked" in html
    assert html.count("stays") >= 1
    for name in BARBARISMO:
        assert f">{name}</a>" in html


def test_the_page_asks_for_its_own_part_again(night: Night, desk: Desk):
    answer = desk(night).get(at(night), headers={"HX-Request": "true", "HX-Target": "tables-now"})
    html = answer.content.decode()
    assert "tapete:shown" in answer["HX-Trigger"]
    assert 'id="tables-now"' in html
    assert "<html" not in html


def test_a_table_is_set_up_with_name_size_and_blocked_seats(night: Night, desk: Desk):
    client = desk(night)
    assert 'value="9"' in text(client.get(at(night, "add")))
    answer = tapped(client, at(night, "add"), {"name": "Ventana", "seats": "8", "blocked": "3, 8"})
    assert answer.status_code == 200
    made = rows(night)[-1]
    assert (made.label, made.seats, made.blocked) == ("Ventana", 8, [3, 8])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "x", "seats": "8", "blocked": "three"}, "Type seat numbers with commas between them"),
        ({"name": "a", "seats": "8", "blocked": ""}, "Another table is called a: choose a different name."),
        ({"name": "x", "seats": "8", "blocked": "9"}, "has no seat 9"),
        ({"name": "x", "seats": "", "blocked": ""}, "field__error"),
    ],
)
def test_a_table_that_cannot_be_keeps_what_was_typed(night: Night, desk: Desk, typed, said):
    answer = tapped(desk(night), at(night, "add"), typed)
    html = text(answer)
    assert answer.status_code == 422
    assert said in html
    assert f'value="{typed["name"]}"' in html
    assert len(rows(night)) == 2


def test_a_table_is_changed_and_keeps_the_seats_that_are_taken(night: Night, desk: Desk):
    client, table = desk(night), rows(night)[0]
    html = text(client.get(at(night, table.pk)))
    assert 'value="A"' in html
    assert 'value="10"' in html
    answer = tapped(client, at(night, table.pk), {"name": "A", "seats": "3", "blocked": ""})
    assert (answer.status_code, "keep so many seats" in text(answer)) == (422, True)
    assert (
        tapped(client, at(night, table.pk), {"name": "Azul", "seats": "11", "blocked": ""}).status_code == 200
    )
    table.refresh_from_db()
    assert (table.label, table.seats, table.blocked) == ("Azul", 11, [])


def test_an_empty_table_is_taken_away_with_one_tap_and_a_full_one_is_not(night: Night, desk: Desk):
    client = desk(night)
    full, empty = rows(night)
    assert 'id="tables-remove"' not in text(client.get(at(night, full.pk)))
    assert 'id="tables-remove"' in text(client.get(at(night, empty.pk)))
    assert tapped(client, at(night, empty.pk, "remove")).status_code == 200
    refused = text(tapped(client, at(night, full.pk, "remove")))
    assert "8 players sit at table A: break the table instead." in refused
    assert rows(night) == [full]


def test_the_order_of_breaking_is_typed_by_name_or_number(night: Night, desk: Desk):
    client = desk(night)
    answer = tapped(client, at(night, "order"), {"order": "2, Z"})
    assert (answer.status_code, "No table is called Z" in text(answer)) == (422, True)
    assert tapped(client, at(night, "order"), {"order": "2 a"}).status_code == 200
    assert [row.break_order for row in rows(night)] == [2, 1]
    assert 'value="2, A"' in text(client.get(at(night, "order")))
    assert "Breaking first: 2, A" in page(night, client)


def test_a_whole_table_is_seen_with_one_tap_also_by_a_scorekeeper(night: Night, desk: Desk):
    table = rows(night)[0]
    assert tapped(desk(night, Role.SCOREKEEPER), at(night, table.pk, "seen")).status_code == 200
    assert all(row.confirmed_at for row in seats_at(table))
    html = page(night, desk(night))
    assert f'id="seen-{table.number}"' not in html


def test_one_player_is_seen_in_his_seat(night: Night, desk: Desk):
    client = desk(night)
    assert 'id="place-seen"' in text(client.get(seat(night, "Irán", "place")))
    assert tapped(client, seat(night, "Irán", "seen")).status_code == 200
    assert 'id="place-seen"' not in text(client.get(seat(night, "Irán", "place")))


def test_where_a_player_really_sits_is_put_right_with_one_tap_fault_80(night: Night, desk: Desk):
    client = desk(night)
    number = next(n for n in range(1, 10) if ("A", n) not in sitting(night).values())
    assert tapped(client, seat(night, "Irán", "sits"), {"place": place(night, number)}).status_code == 200
    assert sitting(night)["Irán"] == ("A", number)
    assert Move.objects.get().why == "correction"


def test_a_seat_that_is_taken_on_paper_offers_the_swap_fault_80(night: Night, desk: Desk):
    client, before = desk(night), sitting(night)
    wanted = place(night, before["Kosovo"][1])
    answer = tapped(client, seat(night, "Irán", "sits"), {"place": wanted})
    html = text(answer)
    assert answer.status_code == 422
    assert f"Kosovo has seat {before['Kosovo'][1]} of table A. Swap the two: Irán sits there?" in html
    assert 'name="overrule" value="seat_taken_by"' in html
    assert f'name="place" value="{wanted}"' in html
    data = {"place": wanted, "overrule": "seat_taken_by"}
    assert tapped(client, seat(night, "Irán", "sits"), data).status_code == 200
    after = sitting(night)
    assert (after["Irán"], after["Kosovo"]) == (before["Kosovo"], before["Irán"])


def test_another_tables_seats_are_offered_when_it_is_chosen(night: Night, desk: Desk):
    other = rows(night)[1]
    html = text(desk(night).get(seat(night, "Irán", "place"), {"table": other.pk}))
    assert "Actually sits at table 2" in html
    assert f'value="{other.pk}-9"' in html


def test_a_player_is_sent_to_a_blocked_seat_only_when_the_director_says_so(night: Night, desk: Desk):
    client, data = desk(night), {"place": place(night, 10)}
    answer = tapped(client, seat(night, "Irán", "send"), data)
    assert (answer.status_code, 'value="seat_blocked"' in text(answer)) == (422, True)
    data["overrule"] = "seat_blocked"
    assert tapped(client, seat(night, "Irán", "send"), data).status_code == 200
    assert sitting(night)["Irán"] == ("A", 10)
    assert Move.objects.get().why == "moved"


def test_a_player_is_kept_in_his_seat_and_let_go(night: Night, desk: Desk):
    client = desk(night)
    assert tapped(client, seat(night, "Irán", "keep")).status_code == 200
    assert "keeps the present seat" in page(night, client)
    assert tapped(client, seat(night, "Irán", "release")).status_code == 200
    assert not KeptSeat.objects.exists()
    assert "already" in text(tapped(client, seat(night, "Irán", "release")))


def test_a_seat_is_kept_for_somebody_and_not_twice(night: Night, desk: Desk):
    client = desk(night)
    assert tapped(client, seat(night, "Irán", "keep"), {"table": "2", "seat": "1"}).status_code == 200
    assert "kept for Irán" in page(night, client)
    answer = tapped(client, seat(night, "Kosovo", "keep"), {"table": "2", "seat": "1"})
    assert answer.status_code == 422
    assert "Seat 1 of table 2 is kept for Irán: choose another." in text(answer)
    assert 'name="seat" value="1"' in text(answer)
    assert tapped(client, seat(night, "Kosovo", "keep"), {"table": "2", "seat": "x"}).status_code == 422


def test_two_players_are_kept_apart_by_a_few_letters_or_a_tap(night: Night, desk: Desk):
    client = desk(night)
    html = text(client.get(seat(night, "Irán", "partners"), {"other_name": "kos"}))
    assert f'value="{night.entries["Kosovo"].pk}"' in html
    assert tapped(client, seat(night, "Irán", "apart"), {"other_name": "kos"}).status_code == 200
    answer = tapped(client, seat(night, "Irán", "apart"), {"other_name": "l"})
    assert (answer.status_code, "type more of the name" in text(answer)) == (422, True)
    assert 'value="l"' in text(answer)
    other = {"other": night.entries["Letonia"].pk}
    assert tapped(client, seat(night, "Irán", "apart"), other).status_code == 200
    assert "Irán and Kosovo should not share a table." in page(night, client)
    pair = KeptApart.objects.order_by("pk")[0]
    assert tapped(client, seat(night, "Irán", f"apart/{pair.pk}/end")).status_code == 200
    assert KeptApart.objects.count() == 1
    assert client.post(seat(night, "Francia", f"apart/{pair.pk}/end")).status_code == 404


# -- the waiting list ----------------------------------------------------------------------------------


@pytest.fixture
def full() -> Night:
    """Nine seats, eleven players, play under way."""
    night = make_night(timed_terms())
    night.now = timezone.now()
    night.open.room_tables = 1
    night.open.save(update_fields=["room_tables"])
    night.sign_up(*(f"P{n}" for n in range(1, 12)))
    night.start()
    return night


def test_the_queue_is_shown_with_each_ones_place(full: Night, desk: Desk):
    html = page(full, desk(full))
    assert "Waiting list" in html
    assert html.index(">P10</a>") < html.index(">P11</a>")
    assert 'id="tables-give"' not in html
    assert "waits for a seat, number 2" in text(desk(full).get(seat(full, "P11", "place")))


def test_a_free_seat_is_suggested_with_its_reason_and_given_with_one_tap(full: Night, desk: Desk):
    client, where = desk(full), sitting(full)["P3"]
    full.out("P3")
    night_page = one_line(text(client.get(f"/desk/{full.open.code}/")))
    assert "1 seat is free: the next of 2 waiting is P10." in night_page
    assert 'id="band-seat"' in night_page
    assert tapped(client, at(full, "give")).status_code == 200
    assert sitting(full)["P10"] == where


def test_a_seat_out_of_turn_is_asked_about(full: Night, desk: Desk):
    client = desk(full)
    full.out("P3")
    data = {"entry": full.entries["P11"].pk}
    answer = tapped(client, at(full, "give"), data)
    assert answer.status_code == 422
    assert "P10 has waited longer: give the seat out of turn all the same?" in text(answer)
    assert f'name="entry" value="{data["entry"]}"' in text(answer)
    assert tapped(client, at(full, "give"), {**data, "overrule": "not_first_waiting"}).status_code == 200
    assert "P11" in sitting(full)


# -- finding somebody ----------------------------------------------------------------------------------


def test_three_letters_find_a_player_and_his_seat(night: Night, desk: Desk):
    client = desk(night)
    html = one_line(text(client.get(at(night, "find"), {"find": "kos"}, headers=HTMX)))
    assert f"table A, seat {sitting(night)['Kosovo'][1]}" in html
    assert seat(night, "Kosovo", "place") in html
    assert "Nobody here is called “xyz”." in text(
        client.get(at(night, "find"), {"find": "xyz"}, headers=HTMX)
    )
    assert ">Kosovo<" in text(client.get(at(night), {"find": "kos"}))  # without scripts


def test_finding_asks_the_database_the_same_whatever_the_field(
    night: Night, desk: Desk, django_assert_max_num_queries
):
    client = desk(night)
    client.get(at(night, "find"), {"find": "kos"}, headers=HTMX)
    with django_assert_max_num_queries(12):
        client.get(at(night, "find"), {"find": "kos"}, headers=HTMX)


def test_beyond_a_dozen_tables_they_are_a_list_and_one_is_opened(desk: Desk):
    night = make_night(timed_terms())
    night.now = timezone.now()
    night.sign_up(*(f"P{n:03}" for n in range(1, 118)))
    floor.draw_seats(open=night.open, seed="s", **night.act)
    client = desk(night)
    html = page(night, client)
    assert 'id="tables-list"' in html
    assert 'class="seats' not in html
    seventh = rows(night)[6]
    assert 'id="tables-table-7"' in one_line(text(client.get(at(night), {"table": seventh.pk})))


def test_who_waits_for_the_button_is_shown_and_dealt_in_with_one_tap(night: Night, desk: Desk):
    services.remove_table(table=rows(night)[1], **night.act)
    table = rows(night)[0]
    free = next(n for n in range(2, 9) if ("A", n) not in sitting(night).values())
    button = max(seat.number for seat in seats_at(table) if seat.number < free)
    floor.set_button(table=table, seat=button, **night.act)
    night.start()
    night.sign_up("Late")
    floor_place = {"place": f"{table.pk}-{free}"}
    client = desk(night)
    assert tapped(client, seat(night, "Late", "sits"), floor_place).status_code == 200
    assert "waits for the button" in page(night, client)
    assert "waits for the button" in one_line(text(client.get(f"/desk/{night.open.code}/")))
    hand = text(client.get(f"/desk/{night.open.code}/hand/{table.pk}/", headers={"HX-Request": "true"}))
    assert "Kosovo" in hand
    assert one_line(hand).count("Late") == one_line(hand).count("Deal in Late") == 1
    assert tapped(client, seat(night, "Late", "deal-in")).status_code == 200
    assert "waits for the button" not in page(night, client)


def test_who_settles_a_hand_deals_in_who_waits_with_one_tap_T_2_1b(night: Night, desk: Desk):
    night.start()
    night.sign_up("Late")
    table, late = rows(night)[0], night.entries["Late"]
    free = next(n for n in range(1, 9) if ("A", n) not in sitting(night).values())
    services.sits_at(entry=late, table=table, number=free, **night.act)
    Seat.objects.filter(entry=late, ended_at=None).update(waits=True)
    client, address = desk(night), f"/desk/{night.open.code}/hand/{table.pk}/"
    assert f'name="s{free}"' not in text(client.get(address, headers={"HX-Request": "true"}))
    answer = tapped(client, seat(night, "Late", "deal-in"), {"hand": table.pk})
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert f'name="s{free}"' in text(client.get(address, headers={"HX-Request": "true"}))
    assert tapped(client, seat(night, "Late", "deal-in"), {"hand": table.pk})["Location"] == address


def test_a_table_is_called_by_its_name_on_every_page_of_the_night(night: Night, desk: Desk):
    night.start()
    client = desk(night)
    code, public = night.open.code, Client()
    assert "Table A" in text(client.get(f"/desk/{code}/"))
    assert "table A, seat" in text(client.get(f"/desk/{code}/door/"))
    assert "Table A" in text(public.get(f"/o/{code}/tables/"))


def test_a_phone_says_the_place_in_the_queue(full: Night):
    html = one_line(text(Client().get(f"/o/{full.open.code}/", headers={"Accept-Language": "en"})))
    assert "Waiting list, number 1" in html
    assert "Waiting list, number 2" in html


def test_the_page_asks_the_database_the_same_for_few_and_for_many(night: Night, desk: Desk):
    big = make_night(timed_terms(), tour=night.tour, director=night.director)
    big.now = timezone.now()
    big.sign_up(*(f"P{n:02}" for n in range(60)))
    floor.draw_seats(open=big.open, seed="s", **big.act)
    services.add_table(open=big.open, **big.act)
    client, counts = desk(night), []
    for one in (night, big):
        client.get(at(one))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(at(one)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[0] <= 30


def test_a_table_that_is_over_has_no_free_seats_and_says_that_it_is_done_VIV_08(desk: Desk):
    night = vivaldi_night()
    night.start()
    client = desk(night)
    # Four tables of six seats for sixteen: two free at each.
    assert "<dt>Free seats</dt><dd>8</dd>" in page(night, client)
    play_out(night, table_called(night.open, "A"))
    html = page(night, client)
    assert "<dt>Free seats</dt><dd>6</dd>" in html
    first = html[html.index('id="tables-table-1"') : html.index('id="tables-table-2"')]
    assert '<span class="done">done</span>' in first
    assert "room__seats" not in first
    assert "4 of 6" in html[html.index('id="tables-table-2"') : html.index('id="tables-table-3"')]
