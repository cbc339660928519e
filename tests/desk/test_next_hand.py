"""The link "next hand" stands on every table's card, whatever the house does with the button (RULES 2.4)."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_night, timed_terms
from tests.desk.conftest import Desk

pytestmark = pytest.mark.django_db


def playing(rule: str) -> Night:
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], button_rule=rule)))
    night.now = timezone.now()
    night.sign_up(*(f"P{n}" for n in range(1, 6)))
    night.start()
    return night


def form(client: Client, night: Night) -> dict[str, str]:
    """What the link sends."""
    page = client.get(f"/desk/{night.open.code}/").content.decode()
    found = next(one for one in re.findall(r"<form.*?</form>", page, re.S) if "next-button-1" in one)
    return dict(re.findall(r'name="(place|after)" value="([^"]*)"', found))


@pytest.mark.parametrize("rule", ["tda_dead", "sa_dead_dealer", "moving"])
def test_one_tap_begins_the_next_hand_under_each_rule(desk: Desk, rule: str):
    night = playing(rule)
    client = desk(night, Role.DIRECTOR)
    table = Table.objects.get(round__open=night.open)
    after = {"tda_dead": table.small_blind, "sa_dead_dealer": table.small_blind, "moving": None}[rule]
    sent = form(client, night)
    assert sent["after"] == str(table.button)
    address, given = f"/desk/{night.open.code}/button/", {**sent, "request_id": str(uuid.uuid4())}
    client.post(address, given, headers={"HX-Request": "true"})
    stored = Table.objects.get(pk=table.pk)
    assert stored.button == (after or int(sent["place"].split("-")[1]))
    assert stored.button != table.button
    client.post(address, {**sent, "request_id": str(uuid.uuid4())}, headers={"HX-Request": "true"})
    assert Table.objects.get(pk=table.pk).button == stored.button
