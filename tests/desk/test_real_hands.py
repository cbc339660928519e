"""Real hands entered through the page of the desk: opened, typed, looked at, its winners tapped, saved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tdapp.accounts.models import User
from tdapp.hands.models import Hand
from tdapp.opens.models import Table
from tdapp.rules.levels import Level
from tdapp.tours.models import Tour
from tests.builders import Night, make_night, make_tour, timed_terms
from tests.desk.clients import client_of
from tests.desk.hand_page import changed, looked, opened
from tests.hands.dealing import the_table
from tests.hands.test_real_hands import seated
from tests.rules.real_hands import DECISIVE, RealHand, all_in, dead_of, real_hands, stacks_after

pytestmark = pytest.mark.django_db

SIDE_POTS = 75


def night_of(hand: RealHand, tour: Tour, director: User) -> Night:
    """A night at the hand's level, with its players in their seats and with their stacks."""
    sb, bb = hand["blinds"]
    form = {"each": "per_player", "big_blind": "big_blind"}.get(hand["antes"]["type"], "")
    level = Level(sb, bb, hand["antes"].get("amount") or 0, 1200, ante_form=form)
    terms = timed_terms(hand["id"])
    terms = replace(
        terms,
        smallest_chip=1,
        levels=(level,) if 0 < sb < bb else terms.levels,
        house=replace(terms.house, table_seats=10),
    )
    night = make_night(terms, tour=tour, director=director)
    night.now = timezone.now()
    seated(night, hand)
    posted = {name: p["seat"] for p in hand["players"] for name in ("sb", "bb") if name in p["posted"]}
    left = [p["seat"] for p in hand["players"]]
    button = hand["button"] or hand["order_left_of_button"][-1]
    Table.objects.filter(pk=the_table(night).pk).update(
        button=button, small_blind=posted.get("sb", button), big_blind=posted.get("bb", left[0])
    )
    return night


def typed(hand: RealHand) -> dict[str, Any]:
    """What the director says of every seat."""
    said: dict[str, Any] = {}
    for player in hand["players"]:
        seat, dead = player["seat"], dead_of(player, hand["antes"]["type"])
        said[f"s{seat}"] = "fold" if player["folded"] else "all_in" if all_in(player) else "in"
        said[f"a{seat}"] = player["contributed"] - dead
        said[f"d{seat}"] = dead or ""
    return said


def entered(client: Client, night: Night, hand: RealHand) -> None:
    """The hand through the page; the winners are tapped where the page offers more than one."""
    where = {"code": night.open.code, "table": the_table(night).pk}
    save, preview = reverse("desk:hand", kwargs=where), reverse("desk:hand_preview", kwargs=where)
    form = looked(client, preview, changed(opened(client, save), typed(hand)))
    taps = {
        f"p{number}": pot["winners"] for number, pot in enumerate(hand["pots"]) if f"p{number}" in form.names
    }
    response = client.post(save, changed(form, taps))
    assert response.status_code == 302, response.content.decode()


def check(night: Night, hand: RealHand) -> bool:
    """Whether every stack is as it was paid; who has none is out, and nobody else."""
    everyone = night.field()
    stacks = everyone.stacks
    found = {p["seat"]: stacks[night.entries[f"seat {p['seat']}"].pk].chips for p in hand["players"]}
    broke = {night.entries[f"seat {p['seat']}"].pk for p in hand["players"] if not p["stack_after"]}
    assert set(everyone.out_ids) == broke, hand["id"]
    return found == stacks_after(hand)


@pytest.mark.parametrize("hand", DECISIVE.values(), ids=DECISIVE)
def test_a_decisive_real_hand_is_entered_through_the_page(hand: RealHand) -> None:
    tour, director = make_tour()
    night = night_of(hand, tour, director)
    entered(client_of(director), night, hand)
    assert check(night, hand)
    saved = Hand.objects.get(table=the_table(night))
    assert saved.winners == [pot["winners"] for pot in hand["pots"]]
    assert saved.button == hand["button"]


def test_the_75_real_hands_with_side_pots_pay_through_the_page_what_they_paid(shared_cases):
    hands = [hand for hand in real_hands(shared_cases) if "side_pot" in hand["tags"]]
    assert len(hands) == SIDE_POTS
    tour, director = make_tour()
    client = client_of(director)
    differ = []
    for hand in hands:
        night = night_of(hand, tour, director)
        entered(client, night, hand)
        if not check(night, hand):
            differ.append(hand["id"])
    assert differ == []
