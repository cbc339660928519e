"""Outs at the desk: typed, tapped, several in one hand, twice by one thumb."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tdapp.desk.naming import Known, find
from tdapp.desk.ranking import ranking
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.conftest import Desk

HTMX = {"HX-Request": "true"}


@pytest.fixture
def night(db: None) -> Night:
    """The Barbarismo field, playing."""
    night = make_night()
    night.now = timezone.now()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def put_out(client: Client, night: Night, **data: object) -> HttpResponse:
    given = {"request_id": str(uuid.uuid4()), **data}
    response: HttpResponse = client.post(f"/desk/{night.open.code}/out/", given, headers=HTMX)
    return response


def places(night: Night) -> dict[str, tuple[int, int]]:
    """First and last place of everybody who is out, by name."""
    field = night.field()
    return {field.by_id[key].name: (place.first, place.last) for key, place in field.places.items()}


def said(response: HttpResponse) -> str:
    return response.content.decode()


def test_a_typed_name_and_enter_put_one_player_out_with_place_at_once(night: Night, desk: Desk) -> None:
    response = put_out(desk(night), night, who="isr")
    assert response.status_code == 200
    assert "Israel out in 8th" in said(response)
    assert response["HX-Reswap"] == "none"
    assert places(night) == {"Israel": (8, 8)}


def test_the_new_blinds_are_said_when_they_rise_SPT_38(night: Night, desk: Desk) -> None:
    client = desk(night)
    assert "Blinds" not in said(put_out(client, night, who="Israel"))
    assert "0.50 / 1\u00a0€" in said(put_out(client, night, who="Kosovo"))


def test_the_prize_is_said_when_there_is_one(night: Night, desk: Desk) -> None:
    for name in ("Israel", "Kosovo", "Francia", "Lituania", "Irán"):
        night.out(name)
    assert "Letonia out in 3rd. Blinds now 2 / 4\u00a0€. Prize: 10\u00a0€" in said(
        put_out(desk(night), night, who="leto")
    )


def test_a_seat_number_names_whoever_sits_there(night: Night, desk: Desk) -> None:
    seat = Seat.objects.get(entry=night.entries["Francia"])
    put_out(desk(night), night, who=str(seat.number))
    assert list(places(night)) == ["Francia"]


def test_accents_and_case_do_not_matter(night: Night, desk: Desk) -> None:
    put_out(desk(night), night, who="  IRAN ")
    assert list(places(night)) == ["Irán"]


def test_a_name_that_may_be_two_is_asked_about_and_stays_typed(night: Night, desk: Desk) -> None:
    response = put_out(desk(night), night, who="n")  # Inglaterra, Canadá, Irán, Letonia …
    assert response.status_code == 422
    assert "may be" in said(response)
    assert 'name="who" id="id_who" value="n"' in said(response)
    assert places(night) == {}


def test_a_name_nobody_has_is_said(night: Night, desk: Desk) -> None:
    response = put_out(desk(night), night, who="Tanzania", entry=[night.entries["Kosovo"].pk])
    assert response.status_code == 422
    assert "Nobody still in is called “Tanzania”" in said(response)
    assert f'value="{night.entries["Kosovo"].pk}" checked' in said(response)


def test_nobody_named_is_a_sentence(night: Night, desk: Desk) -> None:
    response = put_out(desk(night), night)
    assert response.status_code == 422
    assert "Type a name or a seat number" in said(response)


def test_who_knocked_him_out_is_kept(night: Night, desk: Desk) -> None:
    put_out(desk(night), night, who="Israel", by=night.entries["Canadá"].pk)
    assert night.field().outs[0].by == night.entries["Canadá"].pk


def test_nobody_knocks_himself_out(night: Night, desk: Desk) -> None:
    israel = night.entries["Israel"].pk
    response = put_out(desk(night), night, entry=[israel], by=israel)
    assert response.status_code == 422
    assert 'role="alert"' in said(response)
    assert places(night) == {}


def test_two_taps_with_one_request_put_out_one_player(night: Night, desk: Desk) -> None:
    client, request = desk(night), str(uuid.uuid4())
    for _ in range(2):
        assert put_out(client, night, entry=night.entries["Israel"].pk, request_id=request).status_code == 200
    assert list(places(night)) == ["Israel"]


def test_two_in_one_hand_are_ordered_by_stacks_where_these_are_known(night: Night, desk: Desk) -> None:
    counts = {night.entries["Kosovo"]: 900, night.entries["Israel"]: 400}
    floor.count_chips(open=night.open, counts=counts, **night.act)
    entries = [night.entries[name].pk for name in ("Kosovo", "Israel")]
    assert put_out(desk(night), night, entry=entries).status_code == 200
    assert places(night) == {"Kosovo": (7, 7), "Israel": (8, 8)}


def test_unknown_stacks_are_asked_about_once_and_one_tap_answers(night: Night, desk: Desk) -> None:
    night.out("Francia")  # moves chips nobody wrote down
    client = desk(night)
    entries = [night.entries[name].pk for name in ("Kosovo", "Israel")]
    response = put_out(client, night, entry=entries)
    assert response.status_code == 422
    assert "Who had more before the hand?" in said(response)
    assert places(night) == {"Francia": (8, 8)}
    response = put_out(client, night, entry=entries, ranked=entries[1])
    assert response.status_code == 200
    assert places(night) == {"Francia": (8, 8), "Kosovo": (7, 7), "Israel": (6, 6)}


def test_equal_stacks_share_the_place(night: Night, desk: Desk) -> None:
    night.out("Francia")
    entries = [night.entries[name].pk for name in ("Kosovo", "Israel")]
    put_out(desk(night), night, entry=entries, ranked="equal")
    assert places(night) == {"Francia": (8, 8), "Kosovo": (6, 7), "Israel": (6, 7)}


def test_three_are_asked_about_one_after_the_other(night: Night, desk: Desk) -> None:
    night.out("Francia")
    client = desk(night)
    a, b, c = (night.entries[name].pk for name in ("Kosovo", "Israel", "Irán"))
    response = put_out(client, night, entry=[a, b, c], ranked=b)
    assert response.status_code == 422
    assert "And then who had the most?" in said(response)
    hidden = re.findall(r'type="hidden" name="ranked" value="([^"]*)"', said(response))
    assert hidden == [str(b)]
    assert put_out(client, night, entry=[a, b, c], ranked=[b, f"={a}"]).status_code == 200
    assert places(night) == {"Francia": (8, 8), "Irán": (7, 7), "Israel": (5, 6), "Kosovo": (5, 6)}


def test_without_scripts_the_dialog_is_a_page_and_an_out_leads_back(night: Night, desk: Desk) -> None:
    client = desk(night)
    page = client.get(f"/desk/{night.open.code}/out/").content.decode()
    assert "<html" in page
    assert 'id="out-dialog" data-dialog open' in page
    response = client.post(f"/desk/{night.open.code}/out/", {"who": "Israel"})
    assert (response.status_code, response["Location"]) == (302, f"/desk/{night.open.code}/")


def test_somebody_out_already_is_named_in_the_refusal(night: Night, desk: Desk) -> None:
    night.out("Israel")
    response = put_out(desk(night), night, entry=night.entries["Israel"].pk)
    assert response.status_code == 422
    assert "Israel" in said(response)
    assert len(night.field().outs) == 1


def test_spaces_part_names_where_no_name_has_them() -> None:
    known = [Known(1, "El Salvador", 1), Known(2, "Irán", 2), Known(3, "Kosovo", 3)]
    assert find("el salvador, kos", known).entries == (1, 3)
    assert find("2 3", known).entries == (2, 3)
    assert find("iran kosovo", known).entries == (2, 3)
    assert find("9", known).unclear == "9"
    assert find("13", [*known, Known(4, "Jugador 13", 5)]).entries == (4,)


def test_a_whole_name_wins_over_the_beginning_of_another() -> None:
    known = [Known(1, "Mali", 1), Known(2, "Malinas", 2)]
    assert find("mali", known).entries == (1,)
    assert find("mal", known).several == ("Mali", "Malinas")


def test_answers_rank_the_most_first_and_the_last_needs_none() -> None:
    assert ranking([1, 2], []).rest == (1, 2)
    assert ranking([1, 2], ["2"]).out_order == ((1,), (2,))
    assert ranking([1, 2, 3], ["3", "equal"]).out_order == ((1, 2), (3,))
    assert ranking([1, 2, 3], ["3", "=1"]).out_order == ((2,), (3, 1))
    assert ranking([1, 2, 3], ["equal"]).out_order == ((1, 2, 3),)
    assert not ranking([1, 2, 3], ["3"]).complete
    assert ranking([1, 2], ["7", "x", "=9"]).rest == (1, 2)


@given(
    st.sets(st.integers(1, 9), min_size=2),
    st.lists(st.sampled_from(["equal", *"123456789", *(f"={n}" for n in range(1, 10))])),
)
def test_ranking_keeps_everybody_once_whatever_is_answered(entries: set[int], answers: list[str]) -> None:
    found = ranking(sorted(entries), answers)
    ranked = [entry for group in found.groups for entry in group]
    assert sorted([*ranked, *found.rest]) == sorted(entries)
    assert found.complete == (sorted(ranked) == sorted(entries))


def options(html: str) -> list[tuple[str, str]]:
    """What "Knocked out by" offers, under its tables."""
    select = html[html.index('name="by"') :]
    shown = select[: select.index("</select>")]
    return re.findall(r'<optgroup label="([^"]+)"|<option value="\d+"[^>]*>([^<]+)', shown)


def test_knocked_out_by_offers_only_who_is_still_in(night: Night, desk: Desk) -> None:
    night.out("Israel")
    client = desk(night)
    dialog = said(client.get(f"/desk/{night.open.code}/out/", headers=HTMX))
    offered = [name for _table, name in options(dialog)]
    assert sorted(offered) == sorted(set(BARBARISMO) - {"Israel"})
    refused = put_out(client, night, who="Kosovo", by=night.entries["Israel"].pk)
    assert refused.status_code == 422
    assert "That player is out already: choose somebody who is still in, or nobody." in said(refused)


def test_knocked_out_by_begins_with_the_table_of_whom_was_ticked(desk: Desk, db: None) -> None:
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=4)))
    night.now = timezone.now()
    night.sign_up(*BARBARISMO)
    night.start()
    seats = {seat.entry_id: seat.table.number for seat in Seat.objects.select_related("table")}
    who = next(entry for entry, table in seats.items() if table == 2)
    names = {entry.pk: name for name, entry in night.entries.items()}
    part = said(desk(night).get(f"/desk/{night.open.code}/out/by/?entry={who}", headers=HTMX))
    beside = {names[entry] for entry, table in seats.items() if table == 2 and entry != who}
    offered = options(part)
    assert [table for table, _name in offered if table] == ["Table 2", "Table 1"]
    assert {name for _table, name in offered[1 : 1 + len(beside)]} == beside
    assert names[who] not in {name for _table, name in offered}
