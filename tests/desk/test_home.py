"""The director's home and the tours: first visit, opens in order, seasons, members."""

from __future__ import annotations

import pytest

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.floor.set_up import create_open
from tdapp.tours.models import Membership, Season, Tour
from tdapp.tours.queries import role_in
from tests.builders import EVENING, make_night, make_tour, spt_terms
from tests.desk.clients import client_of, member, text

pytestmark = pytest.mark.django_db
TOUR = {
    "name": "Somontano Poker Tour",
    "currency": "EUR",
    "time_zone": "Europe/Madrid",
    "language": "es",
    "season": "2008",
}


def test_the_first_visit_founds_a_tour_and_offers_a_new_open_or_the_demo():
    client = client_of(User.objects.create(name="Directora"))
    assert "Name your tour" in text(client.get("/desk/"))
    page = text(client.get("/desk/tour/new/"))
    for currency in ("EUR", "CLP", "COP", "USD", "GBP", "MXN", "ARS"):
        assert f'value="{currency}"' in page
    assert '<option value="Europe/Madrid">' in page
    assert client.post("/desk/tour/new/", TOUR)["Location"] == "/desk/"
    tour = Tour.objects.get()
    assert (tour.currency, tour.minor_digits, tour.time_zone) == ("EUR", 2, "Europe/Madrid")
    assert Season.objects.get().name == "2008"
    home = text(client.get("/desk/"))
    assert "New open" in home
    assert "Look at the demo night" in home
    assert "python3 td.py --demo" in text(client.get("/desk/demo/"))


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("madrid", "Europe/Madrid"),
        ("Buenos Aires", "America/Buenos_Aires"),
        ("europe/madrid", "Europe/Madrid"),
    ],
)
def test_a_city_is_enough_to_find_its_time_zone(typed: str, zone: str):
    client = client_of(User.objects.create(name="Directora"))
    client.post("/desk/tour/new/", {**TOUR, "time_zone": typed})
    assert Tour.objects.get().time_zone == zone


def test_an_unknown_time_zone_is_said_beside_its_field_and_nothing_is_lost():
    client = client_of(User.objects.create(name="Directora"))
    answer = client.post("/desk/tour/new/", {**TOUR, "time_zone": "Barbastro"})
    assert answer.status_code == 422
    assert 'value="Barbastro"' in text(answer)
    assert 'value="Somontano Poker Tour"' in text(answer)
    assert 'id="id_time_zone_error"' in text(answer)
    assert Tour.objects.count() == 0


def test_running_opens_come_first_then_those_to_come_then_finished_ones():
    tour, director = make_tour()
    running = make_night(spt_terms("Open que corre"), tour=tour, director=director)
    running.sign_up("Canadá", "Irán")
    running.start()
    make_night(spt_terms("Open que viene"), tour=tour, director=director)
    page = text(client_of(director).get("/desk/"))
    assert page.index("Open que corre") < page.index("Open que viene")
    assert "playing now" in page


def test_the_number_of_queries_of_the_home_does_not_grow_with_the_opens(django_assert_max_num_queries):
    tour, director = make_tour()
    client = client_of(director)
    for number in range(12):
        create_open(tour=tour, terms=spt_terms(f"Open {number}"), actor=director, now=EVENING)
    with django_assert_max_num_queries(10):
        assert "Open 11" in text(client.get("/desk/"))


def test_members_see_their_opens_and_strangers_none():
    tour, director = make_tour()
    make_night(spt_terms("Open del Barbarismo"), tour=tour, director=director)
    assert "Open del Barbarismo" in text(client_of(member(tour, Role.SCOREKEEPER)).get("/desk/"))
    assert "Open del Barbarismo" not in text(client_of(User.objects.create(name="Nadie")).get("/desk/"))


def test_another_season_is_opened():
    tour, director = make_tour()
    client = client_of(director)
    assert client.post(f"/desk/tour/{tour.code}/season/", {"season-name": "2009"}).status_code == 302
    assert [one.name for one in Season.objects.order_by("pk")] == ["2008", "2009"]
    empty = client.post(f"/desk/tour/{tour.code}/season/", {"season-name": ""})
    assert empty.status_code == 422


def test_somebody_invited_gets_an_account_a_role_and_a_code():
    tour, director = make_tour()
    client = client_of(director)
    data = {"member-name": "Ayudante", "member-role": "floor"}
    answer = client.post(f"/desk/tour/{tour.code}/invite/", data, headers={"Host": "testserver"})
    user = User.objects.get(name="Ayudante")
    assert role_in(tour, user) is Role.FLOOR
    assert not user.has_usable_password()
    assert "http://testserver/sign-in/" in text(answer)
    twice = client.post(f"/desk/tour/{tour.code}/invite/", {**data, "member-name": "ayudante"})
    assert twice.status_code == 422
    assert 'value="ayudante"' in text(twice)
    assert User.objects.filter(name__iexact="ayudante").count() == 1


def test_no_director_makes_a_code_for_somebody_of_another_tour():
    tour, director = make_tour()
    other, stranger = make_tour(User.objects.create(name="Otra"))
    data = {"member-name": "Otra", "member-role": "scorekeeper"}
    answer = client_of(director).post(f"/desk/tour/{tour.code}/invite/", data)
    assert role_in(tour, stranger) is Role.SCOREKEEPER
    assert "/sign-in/" not in text(answer).split("<main", 1)[1]
    assert "belongs to other tours too" in text(answer)
    assert role_in(other, stranger) is Role.DIRECTOR


def test_roles_change_and_end_but_the_last_director_stays():
    tour, director = make_tour()
    client = client_of(director)
    helper = member(tour, Role.FLOOR)
    row = Membership.objects.get(tour=tour, user=helper)
    client.post(f"/desk/tour/{tour.code}/member/{row.pk}/role/", {"role": "scorekeeper"})
    assert role_in(tour, helper) is Role.SCOREKEEPER
    client.post(f"/desk/tour/{tour.code}/member/{row.pk}/remove/")
    assert role_in(tour, helper) is None
    own = Membership.objects.get(tour=tour, user=director)
    client.post(f"/desk/tour/{tour.code}/member/{own.pk}/remove/")
    client.post(f"/desk/tour/{tour.code}/member/{own.pk}/role/", {"role": "floor"})
    assert role_in(tour, director) is Role.DIRECTOR
