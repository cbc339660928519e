"""What a saved hand brings is on the desk without searching, and one undo takes all of it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tdapp.floor.models import Seat
from tdapp.floor.services import count_chips
from tdapp.hands.models import Hand
from tdapp.journal.undo import next_undo
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk
from tests.floor.test_bounties import bounty_terms
from tests.floor.test_purchases import NINE, san_antonio
from tests.hands.dealing import marks, night_with, places, sit, stacks, the_table

pytestmark = pytest.mark.django_db


def all_in(night: Night, table: Table, winner: int, *losers: int, **more: str) -> dict[str, Any]:
    """Seats all-in against each other, everybody else folded; ``winner`` takes each pot."""
    data: dict[str, Any] = {"stamp": str(table.stamp), "button": str(table.button), **more}
    for seat in Seat.objects.filter(table=table, ended_at=None):
        state = "all_in" if seat.number in (winner, *losers) else "fold"
        data |= {f"s{seat.number}": state, f"a{seat.number}": "", f"e{seat.number}": str(seat.entry_id)}
    return data | {"p0": [str(winner)], "given0": "named"}


def saved(client: Client, night: Night, table: Table, winner: int, *losers: int) -> str:
    """The answer to the save: what is said."""
    where = reverse("desk:hand", kwargs={"code": night.open.code, "table": table.pk})
    answer = client.post(where, all_in(night, table, winner, *losers), headers={"HX-Request": "true"})
    assert answer.status_code == 200, text(answer)
    return text(answer)


def the_desk(client: Client, night: Night) -> str:
    return text(client.get(reverse("desk:night", args=[night.open.code])))


def undone(client: Client, night: Night) -> str:
    """One undo, by the desk's own button; what it says."""
    entry = next_undo(night.open.stream, device=None)
    assert entry is not None
    assert entry.kind == "hand_entered"
    where = reverse("desk:undo", kwargs={"code": night.open.code})
    answer = client.post(where, {"entry": str(entry.pk)}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return text(answer)


def test_two_out_in_one_hand_raise_the_blinds_and_move_the_button(desk: Desk) -> None:
    night = night_with(*BARBARISMO, now=timezone.now())
    sit(night, *BARBARISMO)
    client, before = desk(night), marks(night)
    said = saved(client, night, the_table(night), 3, 1, 2)
    assert "Canadá out, tied for 7th; Inglaterra out, tied for 7th" in said
    assert "Blinds now 0.50 / 1 €" in said
    page = the_desk(client, night)
    assert "0.50 / 1" in page
    assert marks(night) != before
    assert "Hand 1" in undone(client, night)
    assert (places(night), marks(night), Hand.objects.count()) == ({}, before, 0)
    assert stacks(night)["Letonia"] == 2000


def test_who_may_buy_back_in_is_offered_at_once(desk: Desk) -> None:
    night = night_with(*NINE, terms=san_antonio(), now=timezone.now())
    sit(night, *NINE)
    client = desk(night)
    saved(client, night, the_table(night), 3, 1)
    assert f"{NINE[0]} may buy back in" in the_desk(client, night)
    undone(client, night)
    assert "may buy back in" not in the_desk(client, night)


def test_the_head_of_who_is_out_is_said_with_its_taker(desk: Desk) -> None:
    night = night_with(*BARBARISMO, terms=bounty_terms(), now=timezone.now())
    sit(night, *BARBARISMO)
    client = desk(night)
    assert "Letonia takes 10 € for Canadá" in saved(client, night, the_table(night), 3, 1)
    undone(client, night)
    assert places(night) == {}


def test_a_table_that_is_two_short_is_to_be_balanced(desk: Desk) -> None:
    house = replace(PRESETS["tda"], table_seats=6, final_table_at=6)
    night = make_night(replace(timed_terms(), house=house))
    night.now = timezone.now()
    night.sign_up(*BARBARISMO, "Naval", "Tanzania")
    night.start()
    count_chips(open=night.open, counts=dict.fromkeys(night.entries.values(), 5000), **night.act)
    table = Table.objects.get(round__open=night.open, number=1)
    seats = list(Seat.objects.filter(table=table, ended_at=None).order_by("number"))
    client = desk(night)
    assert "has 2 fewer" not in the_desk(client, night)
    said = saved(client, night, table, seats[0].number, seats[1].number, seats[2].number)
    assert "out, tied for 9th" in said
    page = the_desk(client, night)
    assert "Table 1 has 2 fewer than table 2" in page
    assert 'id="band-balance-1"' in page
    undone(client, night)
    assert "has 2 fewer" not in the_desk(client, night)
