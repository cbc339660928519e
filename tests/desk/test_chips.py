"""Counting chips: what is typed is kept or refused by field, the total is said and stops nothing."""

from __future__ import annotations

import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.builders import Night, make_night
from tests.desk.conftest import Desk, one_line
from tests.vivaldi import play_out, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def night() -> Night:
    """Three with 20 € each."""
    night = make_night()
    night.now = timezone.now()
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    return night


def typed(night: Night, **stacks: str) -> dict[str, str]:
    return {f"stack_{night.entries[name].pk}": text for name, text in stacks.items()}


def count(client: Client, night: Night, **stacks: str) -> HttpResponse:
    data = {"request_id": str(uuid.uuid4()), **typed(night, **stacks)}
    response: HttpResponse = client.post(f"/desk/{night.open.code}/count/", data, headers=HTMX)
    return response


def total(client: Client, night: Night, **stacks: str) -> str:
    response = client.get(f"/desk/{night.open.code}/count/total/", typed(night, **stacks), headers=HTMX)
    return one_line(response.content.decode())


def stacks(night: Night) -> dict[str, int]:
    field = night.field()
    return {field.by_id[key].name: stack.chips for key, stack in field.stacks.items()}


def test_all_stacks_are_counted_in_one_form(night: Night, desk: Desk) -> None:
    response = count(desk(night), night, Canadá="30", Kosovo="17,50 €", Irán="12.5")
    assert response.status_code == 200
    assert stacks(night) == {"Canadá": 3000, "Kosovo": 1750, "Irán": 1250}


def test_what_is_left_empty_is_not_counted(night: Night, desk: Desk) -> None:
    night.out("Irán")
    assert count(desk(night), night, Canadá="30", Kosovo="").status_code == 200
    assert stacks(night)["Canadá"] == 3000
    assert night.field().stacks[night.entries["Kosovo"].pk].moved


def test_too_many_chips_are_said_and_saved(night: Night, desk: Desk) -> None:
    client = desk(night)
    said = total(client, night, Canadá="40", Kosovo="20", Irán="20")
    assert "Total 80\u00a0€: 20\u00a0€ more than are in play." in said
    assert count(client, night, Canadá="40", Kosovo="20", Irán="20").status_code == 200


def test_the_total_says_how_it_compares_with_the_chips_in_play(night: Night, desk: Desk) -> None:
    client = desk(night)
    assert "Nothing counted yet." in total(client, night)
    assert "1 of 3 counted: 25\u00a0€. 35\u00a0€ should be with the others." in total(
        client, night, Irán="25"
    )
    assert "Total 59.75\u00a0€: 0.25\u00a0€ less than are in play." in total(
        client, night, Canadá="19,75", Kosovo="20", Irán="20"
    )
    assert "exactly what is in play" in total(client, night, Canadá="10", Kosovo="20", Irán="30")


def test_a_stack_the_chips_cannot_make_is_only_remarked(night: Night, desk: Desk) -> None:
    client = desk(night)
    assert "Irán: " in total(client, night, Irán="20,10")
    assert count(client, night, Irán="20,10").status_code == 200
    assert stacks(night)["Irán"] == 2010


@pytest.mark.parametrize("text", ["-5", "0,005", "many"])
def test_what_is_no_amount_gets_a_sentence_and_nothing_typed_is_lost(
    night: Night, desk: Desk, text: str
) -> None:
    response = count(desk(night), night, Canadá=text, Kosovo="21")
    said = response.content.decode()
    assert response.status_code == 422
    assert 'aria-invalid="true"' in said
    assert f'value="{text}"' in said
    assert 'value="21"' in said
    assert stacks(night) == {"Canadá": 2000, "Kosovo": 2000, "Irán": 2000}


def test_nothing_typed_is_a_sentence(night: Night, desk: Desk) -> None:
    response = count(desk(night), night)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_who_waits_for_the_next_round_holds_nothing_to_count(desk: Desk) -> None:
    night = vivaldi_night()
    night.now = timezone.now()
    night.start()
    one, two, *_ = play_out(night, table_called(night.open, "A"))
    there = sitting(table_called(night.open, "B"))
    client = desk(night)
    page = client.get(f"/desk/{night.open.code}/count/", headers=HTMX).content.decode()
    assert [f'name="{key}"' in page for key in typed(night, **dict.fromkeys((one, two, *there), ""))] == [
        False, False, True, True, True, True,
    ]  # fmt: skip
    assert "1 of 12 counted" in total(client, night, **{one: "4000", there[0]: "4000"})
    assert count(client, night, **{one: "4000"}).status_code == 422
    assert stacks(night)[one] == 0


def test_at_one_table_no_heading_stands_above_the_stacks(night: Night, desk: Desk) -> None:
    one_table = desk(night).get(f"/desk/{night.open.code}/count/", headers=HTMX).content.decode()
    assert "counts__table" not in one_table


def test_at_several_tables_the_stacks_stand_under_their_tables(desk: Desk) -> None:
    four = vivaldi_night()
    four.now = timezone.now()
    four.start()
    client = desk(four)
    page = client.get(f"/desk/{four.open.code}/count/", headers=HTMX).content.decode()
    _head, *groups = page.split('<h3 class="counts__table">')
    assert [group[:7] for group in groups] == ["Table A", "Table B", "Table C", "Table D"]
    for label, group in zip("ABCD", groups, strict=True):
        there = [f'name="stack_{four.entries[name].pk}"' for name in sitting(table_called(four.open, label))]
        assert [field in group for field in there] == [True] * 4
    rounds = client.get(f"/desk/{four.open.code}/rounds/").content.decode()
    assert f'href="/desk/{four.open.code}/count/"' in rounds, "the key C of the rounds page"


def test_putting_out_who_waits_for_the_next_round_is_asked_about_first(desk: Desk) -> None:
    night = vivaldi_night()
    night.now = timezone.now()
    night.start()
    one, two, *_ = play_out(night, table_called(night.open, "A"))
    client, url = desk(night), f"/desk/{night.open.code}/out/"
    data = {"request_id": str(uuid.uuid4()), "entry": str(night.entries[two].pk), "by": ""}
    asked = client.post(url, data, headers=HTMX)
    assert f"{two} waits for the next round with the chips handed in" in asked.content.decode()
    assert 'name="overrule" value="chips_handed_in"' in asked.content.decode()
    passed = {**data, "request_id": str(uuid.uuid4()), "overrule": "chips_handed_in"}
    assert client.post(url, passed, headers=HTMX).status_code == 200
    assert night.entries[two].pk in night.field().out_ids
    assert night.entries[one].pk not in night.field().out_ids
