"""A hand opened again and saved as it stands is the same hand: nothing that the form carries is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tdapp.hands.models import Hand, HandSeat
from tests.builders import Night
from tests.desk.conftest import Desk
from tests.desk.hand_page import opened
from tests.desk.test_hand import FOUR, address, posted
from tests.hands.dealing import night_with, sit, stacks

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(db: None) -> Night:
    night = night_with(*FOUR, now=timezone.now())
    sit(night, *FOUR)
    return night


PARTS = (
    *("seat", "entry", "stack_before", "live", "dead", "folded", "all_in", "forfeit", "received"),
    *("cards", "called", "for_him", "absent"),
)


def record(hand: Hand) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    own = Hand.objects.filter(pk=hand.pk).values(
        "button",
        "small_blind",
        "big_blind",
        "sb",
        "bb",
        "ante",
        "winners",
        "board",
        "line",
        "penalty",
        "order",
    )
    return own[0], list(HandSeat.objects.filter(hand=hand).order_by("seat").values(*PARTS))


@pytest.mark.parametrize("looked_at", [False, True], ids=["saved", "previewed and saved"])
def test_a_correction_of_nothing_changes_nothing(night: Night, desk: Desk, looked_at: bool) -> None:
    puts = {"Ana": "all_in 24", "Bea": "in 12,50", "Cruz": "fold 3", "Dina": "in"}
    more = {"h1": "24", "d3": "1", "x3": "1", "c1": "AhAd", "c2": "KhKd", "c4": "2h7d", "b": "2c3c4s5s9d"}
    client = desk(night)
    data = posted(night, puts, {0: ["Ana"], 1: ["Ana"]}, **more)
    answer = client.post(address(night), data, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content.decode()
    hand = Hand.objects.get()
    before, held = record(hand), stacks(night)
    where = address(night, "hand_correct", hand=hand.pk)
    form = opened(client, where)
    sent: dict[str, Any] = form.fields
    if looked_at:
        page = client.post(address(night, "hand_correct_preview", hand=hand.pk), sent)
        assert page.status_code == 200
    assert client.post(where, sent, headers={"HX-Request": "true"}).status_code == 200
    assert record(hand) == before
    assert stacks(night) == held
