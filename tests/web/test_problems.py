"""What is said where no page can be shown."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.accounts.roles import Role
from tdapp.opens.models import Entry
from tests.builders import make_night
from tests.desk.clients import client_of, member, text

pytestmark = pytest.mark.django_db


def test_an_address_nobody_has_is_a_page_in_both_languages_that_leads_to_the_start() -> None:
    english = Client().get("/o/nobody/")
    assert english.status_code == 404
    assert "There is nothing here" in text(english)
    assert 'href="/"' in text(english)
    spanish = Client().get("/desk/nobody/undo/", headers={"Accept-Language": "es"})
    assert spanish.status_code == 302  # a stranger is asked to sign in first
    spanish = Client().get("/o/nobody/?lang=es")
    assert '<html lang="es"' in text(spanish)
    assert "Aquí no hay nada" in text(spanish)


def test_a_role_that_does_not_suffice_is_told_whom_to_ask() -> None:
    night = make_night()
    client = client_of(member(night.tour, Role.FLOOR))
    answer = client.get(f"/desk/{night.open.code}/door/")
    assert answer.status_code == 403
    assert "A director of the tour can do it" in text(answer)
    assert 'href="/desk/"' in text(answer)


def test_a_form_from_before_another_sign_in_says_that_the_page_is_out_of_date_and_changes_nothing() -> None:
    night = make_night()
    client = client_of(night.director)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    address = f"/desk/{night.open.code}/door/add/"
    page = strict.post(address, {"name": "Canadá"})
    assert page.status_code == 403
    assert "This page was out of date" in text(page)
    part = strict.post(address, {"name": "Canadá"}, headers={"HX-Request": "true"})
    assert part.status_code == 403
    assert part["Content-Type"] == "text/plain; charset=utf-8"
    assert part.content.decode().startswith("This page was out of date. Somebody signed in or out")
    assert not Entry.objects.exists()


def test_an_acts_address_opened_like_a_page_is_no_empty_page() -> None:
    night = make_night()
    answer = client_of(night.director).get(f"/desk/{night.open.code}/start/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "There is nothing to see here" in text(answer)


def test_a_fault_of_our_own_is_a_page_that_needs_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tdapp.public.views.index._items", fail)
    client = Client(raise_request_exception=False)
    answer = client.get("/", headers={"Accept-Language": "es"})
    assert answer.status_code == 500
    assert "Algo ha fallado en este programa" in text(answer)
    assert re.search(r'<link rel="stylesheet" href="/static/css/public.css">', text(answer))


@pytest.mark.parametrize("address", ["/desk/tour/{tour}/new/?copy=%00", "/screen/tv/where/?at=a%00b"])
def test_a_code_that_cannot_be_one_is_nobodys_and_reaches_no_database(address: str) -> None:
    night = make_night()
    client = client_of(night.director)
    client.get("/screen/tv/")
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address.format(tour=night.tour.code))
    assert answer.status_code == 200
    assert not any("\0" in query["sql"] for query in asked.captured_queries)
