"""Signing in: passwords, links that work once, phones, devices (DESIGN 10)."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tdapp.accounts.models import Device, SignInLink, User
from tdapp.accounts.roles import Role
from tdapp.accounts.services import LINK_LIFE, make_sign_in_link
from tests.builders import make_tour
from tests.desk.clients import client_of, member, text

pytestmark = pytest.mark.django_db
PASSWORD = "cuatro ases"


@pytest.fixture(autouse=True)
def _nobody_tried_yet() -> None:
    cache.clear()


def somebody(name: str = "Directora") -> User:
    user = User(name=name, language="es")
    user.set_password(PASSWORD)
    user.save()
    return user


def link_for(user: User | None, purpose: str = "phone", age: timedelta = timedelta()) -> str:
    return f"/sign-in/{make_sign_in_link(user=user, purpose=purpose, now=datetime.now(UTC) - age)}/"


def test_name_and_password_sign_in_and_the_pages_speak_the_persons_language():
    somebody()
    client = Client()
    answer = client.post("/sign-in/", {"name": "directora", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")
    assert client.cookies["tapete_language"].value == "es"
    assert client.get("/desk/").status_code == 200


def test_a_wrong_password_keeps_the_name_and_says_what_to_do():
    somebody()
    answer = Client().post("/sign-in/", {"name": "Directora", "password": "cinco ases"})
    assert answer.status_code == 422
    assert "Name and password do not match. Look at both and try again." in text(answer)
    assert 'value="Directora"' in text(answer)
    assert "cinco ases" not in text(answer)


def test_ten_wrong_passwords_make_a_pause_for_that_name_and_address_only():
    somebody()
    client = Client()
    for _attempt in range(10):
        client.post("/sign-in/", {"name": "Directora", "password": "no"})
    refused = client.post("/sign-in/", {"name": "Directora", "password": PASSWORD})
    assert refused.status_code == 422
    assert "Too many attempts. Wait ten minutes, or use a link from the terminal." in text(refused)
    somebody("Otra")
    assert client.post("/sign-in/", {"name": "Otra", "password": PASSWORD}).status_code == 302
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post("/sign-in/", {"name": "Directora", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        ("/desk/devices/", "/desk/devices/"),
        ("https://evil.example/", "/desk/"),
        ("//evil.example/", "/desk/"),
        ("/\\evil.example", "/desk/"),
        ("javascript:alert(1)", "/desk/"),
        ("", "/desk/"),
    ],
)
def test_after_signing_in_only_own_pages_follow(wanted: str, where: str):
    somebody()
    answer = Client().post("/sign-in/", {"name": "Directora", "password": PASSWORD, "next": wanted})
    assert answer["Location"] == where


def test_looking_at_a_link_does_not_use_it_and_the_button_does_once():
    user = somebody()
    link = link_for(user)
    phone = Client()
    assert "Sign in as Directora" in text(phone.get(link))
    assert "Sign in as Directora" in text(phone.get(link))
    assert Device.objects.count() == 0
    assert phone.post(link)["Location"] == "/desk/"
    assert Device.objects.get().user == user
    again = Client().post(link)
    assert again.status_code == 410
    assert Device.objects.count() == 1


def test_a_link_dies_after_fifteen_minutes_and_an_invented_one_never_lived():
    old = Client().get(link_for(somebody(), age=LINK_LIFE))
    assert old.status_code == 410
    assert Client().get("/sign-in/invented/").status_code == 404
    assert Client().post("/sign-in/invented/").status_code == 404
    assert Device.objects.count() == 0


def test_the_first_link_makes_the_directors_account_and_goes_on_to_the_tour():
    link = link_for(None, "first")
    client = Client()
    page = client.get(link)
    assert "Welcome to Tapete" in text(page)
    short = client.post(link, {"name": "Directora", "password": "corta", "language": "es"})
    assert short.status_code == 422
    assert 'value="Directora"' in text(short)
    assert SignInLink.objects.get().used_at is None
    made = client.post(link, {"name": " Directora ", "password": PASSWORD, "language": "es"})
    assert made["Location"] == "/desk/tour/new/"
    assert User.objects.get().check_password(PASSWORD)
    assert client.get("/desk/tour/new/").status_code == 200
    assert Client().post(link, {"name": "Otra", "password": PASSWORD, "language": "en"}).status_code == 410


def test_a_first_link_is_of_no_use_once_there_is_a_director():
    link = link_for(None, "first")
    somebody()
    answer = Client().post(link, {"name": "Otra", "password": PASSWORD, "language": "en"})
    assert answer.status_code == 422
    assert 'value="Otra"' in text(answer)
    assert User.objects.count() == 1


def test_the_phone_page_makes_a_link_only_when_asked_and_shows_it_on_the_network_address(monkeypatch):
    monkeypatch.setattr("tdapp.web.addresses.lan_addresses", lambda: ["192.0.2.10"])
    client = client_of(somebody())
    assert client.get("/desk/phone/").status_code == 200
    assert SignInLink.objects.count() == 0
    shown = client.post("/desk/phone/", headers={"Host": "localhost:8000"})
    assert "http://192.0.2.10:8000/sign-in/" in text(shown)
    assert "data:image/svg+xml" in text(shown)
    assert shown["Cache-Control"].startswith("max-age=0")
    assert SignInLink.objects.get().purpose == "phone"


def test_without_a_network_the_phone_page_says_so(monkeypatch):
    monkeypatch.setattr("tdapp.web.addresses.lan_addresses", list)
    answer = client_of(somebody()).post("/desk/phone/", headers={"Host": "localhost:8000"})
    assert "This machine is on no network." in text(answer)
    assert SignInLink.objects.count() == 0


def test_no_log_line_has_a_token(caplog):
    link = link_for(somebody())
    with caplog.at_level(logging.DEBUG):
        Client().get(link)
        Client().post(link)
        Client().post(link)
    from tdapp.web.logs import DiscreetFormatter

    token = link.removeprefix("/sign-in/")
    assert token not in "".join(DiscreetFormatter().format(record) for record in caplog.records)


def test_a_device_signed_out_from_the_desk_is_out_with_its_next_page():
    tour, director = make_tour(somebody())
    helper = member(tour, Role.FLOOR, "Ayudante")
    phone, desk = client_of(helper), client_of(director)
    device = Device.objects.get(user=helper)
    assert "Ayudante" in text(desk.get("/desk/devices/"))
    assert phone.get("/desk/").status_code == 200
    assert desk.post(f"/desk/devices/{device.pk}/sign-out/").status_code == 302
    assert phone.get("/desk/")["Location"].startswith("/sign-in/")


def test_nobody_signs_out_devices_of_people_he_does_not_direct():
    tour, director = make_tour(somebody())
    helper = member(tour, Role.FLOOR, "Ayudante")
    client_of(director)
    device = Device.objects.get(user=director)
    assert client_of(helper).post(f"/desk/devices/{device.pk}/sign-out/").status_code == 404
    assert Device.objects.get(pk=device.pk).signed_out_at is None


def test_signing_out_ends_the_device():
    client = client_of(somebody())
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/")["Location"] == "/sign-in/"
    assert Device.objects.get().signed_out_at is not None
    assert client.get("/desk/")["Location"] == "/sign-in/?next=%2Fdesk%2F"


def test_an_expired_log_in_of_a_part_sends_the_whole_page_to_sign_in():
    answer = Client().get("/desk/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/sign-in/")


def test_after_an_expired_log_in_one_is_back_on_the_page_and_never_at_an_acts_address():
    shown = {"HX-Request": "true", "HX-Current-URL": "http://testserver/desk/k3x9abc/?story=all"}
    part = Client().post("/desk/k3x9abc/start/", headers=shown)
    assert part["HX-Redirect"] == "/sign-in/?next=%2Fdesk%2Fk3x9abc%2F%3Fstory%3Dall"
    form = Client().post("/desk/k3x9abc/start/", headers={"Referer": "http://testserver/desk/k3x9abc/door/"})
    assert form["Location"] == "/sign-in/?next=%2Fdesk%2Fk3x9abc%2Fdoor%2F"
    assert Client().post("/desk/k3x9abc/start/")["Location"] == "/sign-in/"


def test_an_account_without_a_language_leaves_the_browser_its_own(client):
    user = User(name="Nadie")
    user.set_password("una clave larga 9")
    user.save()
    answer = client.post(reverse("desk:sign_in"), {"name": "Nadie", "password": "una clave larga 9"})
    assert answer.status_code == 302
    assert settings.LANGUAGE_COOKIE_NAME not in answer.cookies
