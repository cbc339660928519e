"""A seat's menu: the button, a swap, another seat; SPT-11 may be passed with one tap."""

from __future__ import annotations

import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.floor.models import Seat
from tests.builders import BARBARISMO, Night, make_night
from tests.desk.conftest import Desk

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def night() -> Night:
    """The Barbarismo field, playing."""
    night = make_night()
    night.now = timezone.now()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def seat_of(night: Night, name: str) -> Seat:
    return Seat.objects.select_related("table").get(entry=night.entries[name], ended_at=None)


def post(client: Client, night: Night, rest: str, **data: object) -> HttpResponse:
    given = {"request_id": str(uuid.uuid4()), **data}
    response: HttpResponse = client.post(f"/desk/{night.open.code}/{rest}", given, headers=HTMX)
    return response


def test_the_menu_of_a_seat_offers_out_count_button_swap_and_move(night: Night, desk: Desk) -> None:
    menu = desk(night).get(f"/desk/{night.open.code}/seat/{night.entries['Kosovo'].pk}/", headers=HTMX)
    text = menu.content.decode()
    for part in ('id="seat-out"', 'id="seat-count"', 'id="seat-button"', 'name="other"', 'name="place"'):
        assert part in text
    assert "<html" not in text


def test_a_tap_puts_the_button_where_it_is(night: Night, desk: Desk) -> None:
    seat = seat_of(night, "Kosovo")
    assert post(desk(night), night, "button/", place=f"{seat.table_id}-{seat.number}").status_code == 200
    seat.table.refresh_from_db()
    assert seat.table.button == seat.number


def test_a_scorekeeper_may_set_the_button(night: Night, desk: Desk) -> None:
    seat = seat_of(night, "Kosovo")
    client = desk(night, Role.SCOREKEEPER)
    assert post(client, night, "button/", place=f"{seat.table_id}-{seat.number}").status_code == 200
    assert post(client, night, f"seat/{night.entries['Kosovo'].pk}/swap/", other=1).status_code == 403


def test_a_swap_after_the_start_is_passed_with_one_tap_SPT_11(night: Night, desk: Desk) -> None:
    client = desk(night)
    one, other = seat_of(night, "Kosovo"), seat_of(night, "Irán")
    rest = f"seat/{night.entries['Kosovo'].pk}/swap/"
    response = post(client, night, rest, other=night.entries["Irán"].pk)
    text = response.content.decode()
    assert response.status_code == 422
    assert 'name="overrule" value="seat_changes_never"' in text
    assert f'name="other" value="{night.entries["Irán"].pk}"' in text
    data = {"other": night.entries["Irán"].pk, "overrule": "seat_changes_never"}
    assert post(client, night, rest, **data).status_code == 200
    assert seat_of(night, "Kosovo").number == other.number
    assert seat_of(night, "Irán").number == one.number


def test_a_player_is_put_where_he_really_sits(night: Night, desk: Desk) -> None:
    client, seat = desk(night), seat_of(night, "Kosovo")
    rest, place = f"seat/{night.entries['Kosovo'].pk}/send/", f"{seat.table_id}-9"
    response = post(client, night, rest, place=place)
    assert response.status_code == 422
    assert f'name="place" value="{place}"' in response.content.decode()
    assert post(client, night, rest, place=place, overrule="seat_changes_never").status_code == 200
    assert seat_of(night, "Kosovo").number == 9


def test_a_seat_taken_is_a_sentence(night: Night, desk: Desk) -> None:
    other = seat_of(night, "Irán")
    response = post(
        desk(night), night, f"seat/{night.entries['Kosovo'].pk}/send/",
        place=f"{other.table_id}-{other.number}", overrule="seat_changes_never",
    )  # fmt: skip
    assert response.status_code == 422
    assert seat_of(night, "Kosovo").number != other.number


def test_a_place_that_is_no_place_is_not_found(night: Night, desk: Desk) -> None:
    client = desk(night)
    for place in ("", "x", "1", "99999-1"):
        assert post(client, night, "button/", place=place).status_code == 404


def test_a_seat_number_that_nothing_holds_is_none(night: Night, desk: Desk) -> None:
    seat = seat_of(night, "Kosovo")
    data = {"place": f"{seat.table_id}-{seat.number}", "after": "9" * 5000}
    assert post(desk(night), night, "button/", **data).status_code == 200
    seat.table.refresh_from_db()
    assert seat.table.button == seat.number
