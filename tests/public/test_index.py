"""The front door: a quiet welcome, tonight, what comes, what was, and the way to the desk."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tdapp.accounts.models import Device, User
from tdapp.opens.models import Open
from tests.builders import make_night, make_tour, spt_terms
from tests.public.conftest import TONIGHT, readable

pytestmark = pytest.mark.django_db


def front(client: Client) -> str:
    with time_machine.travel(TONIGHT, tick=False):
        answer = client.get("/", headers={"accept-language": "en"})
    assert answer.status_code == 200
    return readable(answer.content.decode())


def test_with_nothing_yet_it_is_a_quiet_welcome(client: Client) -> None:
    html = front(client)
    assert "Good evening" in html
    assert "No open has been announced yet." in html
    assert "/standings/" not in html


def test_a_tour_without_opens_says_so(client: Client) -> None:
    make_tour()
    html = front(client)
    assert "<h1>Somontano Poker Tour</h1>" in html
    assert "No open has been announced yet." in html


def test_tonights_open_leads_to_phone_rules_and_screen(client: Client, opens: dict[str, Open]) -> None:
    html = front(client)
    autumn = opens["Otoño"].code
    assert "<h1>Open de Otoño</h1>" in html
    assert "12 October 2026 · 8 signed up · 10 € + 2 €" in html
    for address in (f"/o/{autumn}/", f"/o/{autumn}/rules/", f"/screen/{autumn}/"):
        assert f'href="{address}"' in html


def test_past_opens_are_listed_latest_first_with_who_won(client: Client, opens: dict[str, Open]) -> None:
    html = front(client)
    assert html.index("Open de Naval") < html.index("Open del Barbarismo")
    assert "4 January 2008 · 8 players · won by Canadá" in html
    assert f'href="/o/{opens["Naval"].code}/results/"' in html
    assert f'href="/t/{opens["Naval"].tour.code}/standings/"' in html


@pytest.mark.parametrize(("days", "said"), [(-1, "not played"), (0, "tonight"), (1, "Coming opens")])
def test_an_open_that_was_not_started_is_missed_tonight_or_coming(
    client: Client, days: int, said: str
) -> None:
    make_night(replace(spt_terms("Open de Otoño"), date=TONIGHT.date() + timedelta(days=days)))
    assert said in front(client)


def test_an_open_that_runs_past_midnight_is_still_playing_now(client: Client) -> None:
    night = make_night(replace(spt_terms("Open largo"), date=date(2026, 10, 11)))
    night.sign_up("Ana", "Bea")
    night.start()
    html = front(client)
    assert "playing now" in html
    assert "Out so far" in html


def test_a_member_finds_the_way_to_the_desk(client: Client) -> None:
    make_night()
    assert 'href="/desk/"' not in front(client)
    user, now = User.objects.get(name="Directora"), timezone.now()
    client.force_login(user)
    session = client.session
    device = Device.objects.create(user=user, signed_in_at=now, expires_at=now + timedelta(days=30_000))
    session["device"] = device.pk
    session.save()
    assert 'href="/desk/"' in front(client)


def test_the_language_is_one_tap_away(client: Client, opens: dict[str, Open]) -> None:
    assert '<a class="lang" href="?lang=es"' in front(client)
    assert '<html lang="es"' in client.get("/?lang=es").content.decode()
