"""Which language a page speaks: that of its address, else the remembered one, else the browser's."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.builders import make_night

pytestmark = pytest.mark.django_db
COOKIE = "tapete_language"


def spoken(client: Client, address: str) -> str:
    """The language a page says it is in."""
    answer = client.get(address, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    return answer.content.decode().partition('<html lang="')[2][:2]


@pytest.fixture
def code() -> str:
    return make_night().open.code


def test_the_language_asked_for_is_remembered_for_the_next_pages(client: Client, code: str) -> None:
    assert spoken(client, f"/o/{code}/") == "en"
    assert spoken(client, f"/o/{code}/?lang=es") == "es"
    assert client.cookies[COOKIE].value == "es"
    assert spoken(client, f"/o/{code}/tables/") == "es"


def test_a_screen_speaks_what_its_address_says_and_leaves_the_desk_in_the_next_tab_alone(
    client: Client, code: str
) -> None:
    assert spoken(client, f"/screen/{code}/?lang=es") == "es"
    assert COOKIE not in client.cookies
    assert spoken(client, f"/o/{code}/") == "en"


@pytest.mark.parametrize("asked", ["fr", "", "es-ES", "<script>"])
def test_a_language_nobody_translated_changes_nothing(client: Client, code: str, asked: str) -> None:
    assert spoken(client, f"/o/{code}/?lang={asked}") == "en"
    assert COOKIE not in client.cookies
