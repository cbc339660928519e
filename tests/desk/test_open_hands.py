"""Two out in one hand at the desk of a Vivaldi round: equal chips play an open hand (VIV-25)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tdapp.opens.models import Out, Ruling, TableResult
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


# -- by the cards ----------------------------------------------------------------------------------------


def typed(cards: dict[int, str]) -> dict[str, str]:
    return {f"o{entry}": text for entry, text in cards.items()}


def test_the_cards_of_an_open_hand_are_read_named_and_kept_VIV_25(night):
    first, second = (night.entries[name] for name in sitting(table_called(night.open, "A"))[2:])
    client, where = client_of(night.director), f"/desk/{night.open.code}/out/"
    cards = typed({first.pk: "JsJcTd5h3h", second.pk: "JdJhTc5s3d"})
    said = {"entry": [first.pk, second.pk], "ranked": "equal", **cards}
    look = tapped(client, where, {**said, "look": "1"})
    html = one_line(text(look))
    assert look.status_code == 422
    assert not Out.objects.exists()
    assert f"<li><b>{second.player}</b>" in html
    assert html.index(f"<li><b>{second.player}</b>") < html.index(f"<li><b>{first.player}</b>")
    assert "pair of jacks, with the J♦" in html
    assert 'name="by_cards"' in html
    assert f'value="{cards[f"o{first.pk}"]}"' in html
    done = tapped(client, where, {**said, "by_cards": "1"})
    assert done.status_code == 200
    assert [out.entry_id for out in Out.objects.order_by("order")] == [first.pk, second.pk]
    assert Ruling.objects.get(kind="open_hand").figures == {
        "order": [second.pk, first.pk],
        "cards": {str(second.pk): "JdJhTc5s3d", str(first.pk): "JsJcTd5h3h"},
    }
    rulings = one_line(re.sub(r"<[^>]+>", "", text(client.get(f"/desk/{night.open.code}/rulings/"))))
    assert f"Open hand: {second.player} J♦ J♥ 10♣ 5♠ 3♦, {first.player} J♠ J♣ 10♦ 5♥ 3♥" in rulings


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (("JsJcTd5h3h", ""), "Type the five cards of each of them."),
        (("JsJcTd5h3h", "JdJhTc5s"), "A hand has five cards here, not 4: type five."),
        (("JsJcTd5h3h", "JsJhTc5s3d"), "was dealt twice"),
        (("JsJcTd5h3h", "JdJhTc5sxx"), "is no card"),
    ],
)
def test_cards_of_an_open_hand_that_cannot_be_read_are_said_and_stay_typed_VIV_25(night, cards, says):
    first, second = (night.entries[name] for name in sitting(table_called(night.open, "A"))[2:])
    said = {"entry": [first.pk, second.pk], "ranked": "equal", "look": "1"}
    said |= typed(dict(zip((first.pk, second.pk), cards, strict=True)))
    answer = tapped(client_of(night.director), f"/desk/{night.open.code}/out/", said)
    assert answer.status_code == 422
    assert says in one_line(text(answer))
    assert 'value="JsJcTd5h3h"' in text(answer)
    assert 'name="by_cards"' not in text(answer)
    assert not Out.objects.exists()


def test_a_tap_wins_over_cards_that_were_typed_and_not_read_VIV_25(night):
    first, second = (night.entries[name] for name in sitting(table_called(night.open, "A"))[2:])
    said = {"entry": [first.pk, second.pk], "ranked": "equal", "won": first.pk}
    said |= typed({first.pk: "JsJcTd5h3h", second.pk: "JdJhTc5s3d"})
    assert tapped(client_of(night.director), f"/desk/{night.open.code}/out/", said).status_code == 200
    assert Ruling.objects.get(kind="open_hand").figures == {"order": [first.pk]}
    assert [out.entry_id for out in Out.objects.order_by("order")] == [second.pk, first.pk]


def test_equal_counts_of_a_table_are_parted_by_the_cards_VIV_08_VIV_26(night):
    table = table_called(night.open, "A")
    one, other, *out = sitting(table)
    night.out(*out)
    first, second = night.entries[one].pk, night.entries[other].pk
    client, where = client_of(night.director), at(night, "table", table.pk)
    fields = {f"stack_{first}": "10000", f"stack_{second}": "10000"}
    fields |= typed({first: "2c2d2h3s3d", second: "7c5c4c3c2s"})
    look = one_line(text(tapped(client, where, {**fields, "look": "1"})))
    assert "full house, twos over threes" in look
    assert tapped(client, where, {**fields, "by_cards": "1"}).status_code == 200
    assert TableResult.objects.get(table=table, place=1).entry_id == first
    assert Ruling.objects.get(kind="open_hand").figures["cards"] == {
        str(first): "2d2h2c3d3s", str(second): "7c5c4c3c2s",
    }  # fmt: skip


def test_equal_counts_in_the_final_are_parted_by_the_cards_VIV_09():
    night = vivaldi_night(("Rosa", "Iván", "Marta", "Beltrán"))
    night.start()
    night.out("Marta", "Beltrán")
    rosa, ivan = night.entries["Rosa"].pk, night.entries["Iván"].pk
    client, where = client_of(night.director), f"/desk/{night.open.code}/finish/"
    form = {f"chips_{key}": "10000" for key in (rosa, ivan)}
    form |= typed({rosa: "AsKsQsJs9s", ivan: "9d7d5d3d2d"})
    look = client.post(where, {**form, "look": "1"})
    assert look.status_code == 422
    assert "flush in diamonds, nine high" in text(look)
    assert client.post(where, {**form, "by_cards": "1"}).status_code in (200, 302)
    assert night.field().places[ivan].first == 1
    assert Ruling.objects.get(kind="open_hand").figures["order"] == [ivan, rosa]
