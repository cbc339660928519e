"""Two out in one hand at the desk of a Vivaldi round: equal chips play an open hand (VIV-25)."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.opens.models import Out
from tests.builders import Night
from tests.desk.clients import client_of, tapped, text
from tests.desk.conftest import one_line
from tests.vivaldi import sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/rounds/" + "".join(f"{part}/" for part in path)


def page(night: Night, *path: object, client: Any = None) -> str:
    return one_line(text((client or client_of(night.director)).get(at(night, *path))))


@pytest.fixture
def night() -> Night:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=40)
    return night


def test_two_out_with_equal_chips_play_an_open_hand_and_share_nothing_VIV_25(night):
    first, second = (night.entries[name] for name in sitting(table_called(night.open, "A"))[2:])
    client, where = client_of(night.director), f"/desk/{night.open.code}/out/"
    hand = {"entry": [first.pk, second.pk]}
    asked = text(tapped(client, where, hand))
    assert "Who had more before the hand?" in asked
    assert "Equal: an open hand decides" in asked
    played = tapped(client, where, {**hand, "ranked": "equal"})
    assert played.status_code == 422
    assert "Open hand: who won?" in text(played)
    assert 'name="ranked" value="equal"' in text(played)
    assert not Out.objects.exists()
    done = tapped(client, where, {**hand, "ranked": "equal", "won": second.pk})
    assert done.status_code == 200
    assert [out.entry_id for out in Out.objects.order_by("order")] == [first.pk, second.pk]


def test_of_three_left_two_out_in_one_hand_the_better_one_goes_on_VIV_25(night):
    there = sitting(table_called(night.open, "A"))
    night.out(there[3])
    more, less = (night.entries[name] for name in there[1:3])
    answer = tapped(
        client_of(night.director),
        f"/desk/{night.open.code}/out/",
        {"entry": [more.pk, less.pk], "ranked": more.pk},
    )
    assert answer.status_code == 200, text(answer)
    assert [out.entry_id for out in Out.objects.order_by("order")] == [night.entries[there[3]].pk, less.pk]
    assert "Table A is down to 2: count their chips." in page(night)
