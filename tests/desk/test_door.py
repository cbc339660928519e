"""The door: names as they are typed, money at once, nothing taken twice (SPT-33, DESIGN 9)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tdapp.cash.models import Payment
from tdapp.opens.models import Entry, Open
from tdapp.players.models import Player
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.desk.clients import client_of, tapped, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """A 10 € + 2 € night, nobody there yet."""
    return make_night(spt_terms(prize=1000, house=200))


def door(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/door/" + "".join(f"{part}/" for part in path)


def names(night: Night) -> list[str]:
    return [str(one.player) for one in Entry.objects.filter(open=night.open).order_by("order")]


def add(night: Night, client: Any, **typed: str) -> Any:
    return tapped(client, door(night, "add"), typed)


def figures(page: str) -> dict[str, str]:
    """The figures at the top of the door."""
    part = page.split('class="figures', 1)[1].split("</dl>")[0]
    pairs = [one.split("</dd>")[0] for one in part.split("<dt>")[1:]]
    return {one.split("</dt>")[0]: one.rsplit(">", 1)[-1] for one in pairs}


def test_names_are_added_in_order_and_new_players_made(night: Night):
    client = client_of(night.director)
    for name in BARBARISMO:
        answer = add(night, client, name=name)
        assert answer.status_code == 200
        assert answer["HX-Reswap"] == "none"
        assert '"changed"' in answer["HX-Trigger"]
    assert names(night) == list(BARBARISMO)
    assert Player.objects.count() == 8


def test_a_known_player_is_proposed_without_his_accent_and_asked_about_when_it_is_missing(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá")
    other = make_night(spt_terms("Open de Naval"), tour=night.tour, director=night.director)
    offers = text(client.get(door(other, "offers"), {"name": "canada"}))
    assert 'aria-selected="true">Canadá' in offers
    asked = add(other, client, name="canada", pay="1")
    assert asked.status_code == 422
    assert "Who is “canada”?" in text(asked)
    assert "Somebody new: canada" in text(asked)
    known = Player.objects.get()
    assert add(other, client, name="canada", pay="1", player=str(known.pk)).status_code == 200
    assert names(other) == ["Canadá"]
    assert other.pool().prize == 1000
    assert "Canadá" not in text(client.get(door(other, "offers"), {"name": "cana"}))


def test_somebody_new_may_have_nearly_the_name_of_a_known_player(night: Night):
    client = client_of(night.director)
    Player.objects.create(nickname="Ana", folded="ana")
    add(night, client, name="ána", new="1")
    assert names(night) == ["ána"]
    assert Player.objects.count() == 2


def test_of_two_players_with_one_name_the_right_one_is_asked_for(night: Night):
    for note in ("de Huesca", "de Naval"):
        Player.objects.create(nickname="Ana", note=note, folded="ana")
    asked = text(add(night, client_of(night.director), name="Ana"))
    assert "Ana (de Huesca)" in asked
    assert "Ana (de Naval)" in asked
    assert names(night) == []


def test_a_name_spelled_alike_needs_no_question(night: Night):
    Player.objects.create(nickname="Canadá", folded="canada")
    add(night, client_of(night.director), name="CANADÁ")
    assert names(night) == ["Canadá"]
    assert Player.objects.count() == 1


def test_a_proposed_player_is_added_by_choosing_him(night: Night):
    client = client_of(night.director)
    player = Player.objects.create(nickname="Ana", note="de Huesca", folded="ana")
    Player.objects.create(nickname="Ana", note="de Naval", folded="ana")
    add(night, client, name="an", player=str(player.pk))
    assert names(night) == ["Ana (de Huesca)"]


def test_shift_enter_adds_takes_both_funds_and_seats_at_once_SPT_33(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá", pay="1")
    shown = figures(text(client.get(door(night))))
    assert (shown["Prize pool"], shown["House"], shown["Still owed"]) == ("10 €", "2 €", "0 €")
    assert "table 1, seat" in text(client.get(door(night)))


def test_pool_house_debts_and_prizes_follow_each_act(night: Night):
    client = client_of(night.director)
    for count, name in enumerate(BARBARISMO, start=1):
        add(night, client, name=name, pay="1" if count % 2 else "")
        shown = figures(text(client.get(door(night))))
        paid = (count + 1) // 2
        assert shown["Players"] == str(count)
        assert (shown["Prize pool"], shown["House"]) == (f"{10 * paid} €", f"{2 * paid} €")
        assert shown["Still owed"] == f"{12 * (count - paid)} €"


def test_the_same_player_twice_is_refused_with_another_one_offered_and_the_name_kept(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá")
    answer = add(night, client, name="canadá", pay="1")
    assert answer.status_code == 422
    page = text(answer)
    assert "Another canadá" in page
    assert "Canadá" in page
    assert 'name="name" value="canadá"' in page
    assert names(night) == ["Canadá"]
    again = add(night, client, name="canadá", pay="1", overrule="player_already_in")
    assert again.status_code == 200
    assert names(night) == ["Canadá", "canadá (2)"]
    assert Payment.objects.count() == 1


def test_without_scripts_the_page_comes_back_with_the_name_and_the_sentence(night: Night):
    client = client_of(night.director)
    assert client.post(door(night, "add"), {"name": "Canadá"})["Location"] == door(night)
    answer = client.post(door(night, "add"), {"name": "Canadá"})
    assert answer.status_code == 422
    assert 'id="door-name" name="name" value="Canadá"' in text(answer)
    assert "Another Canadá" in text(answer)


def test_an_empty_name_is_said_and_nobody_is_added(night: Night):
    answer = add(night, client_of(night.director), name="   ")
    assert answer.status_code == 422
    assert "field__error" in text(answer)
    assert names(night) == []


def test_a_guest_is_marked(night: Night):
    client = client_of(night.director)
    add(night, client, name="Kosovo", guest="1")
    assert Player.objects.get().guest
    assert "<small>guest</small>" in text(client.get(door(night)))


def test_a_double_tap_pays_once_and_a_second_payment_on_purpose_is_asked_about(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá")
    entry = Entry.objects.get()
    same = str(uuid.uuid4())
    for _tap in range(2):
        assert tapped(client, door(night, entry.pk, "pay"), {"request_id": same}).status_code == 200
    assert Payment.objects.count() == 1
    asked = tapped(client, door(night, entry.pk, "pay"))
    assert asked.status_code == 422
    assert asked["HX-Retarget"] == "#dialog"
    assert "Yes, take it again" in text(asked)
    assert Payment.objects.count() == 1
    assert tapped(client, door(night, entry.pk, "pay"), {"overrule": "paid_already"}).status_code == 200
    assert Payment.objects.count() == 2
    assert night.pool().prize == 2000


def test_all_paid_takes_from_those_who_owe_and_from_nobody_twice(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá", pay="1")
    for name in ("Irán", "Kosovo"):
        add(night, client, name=name)
    assert "All 2 have paid" in text(client.get(door(night)))
    tapped(client, door(night, "all-paid"))
    assert (night.pool().prize, night.pool().house) == (3000, 600)
    tapped(client, door(night, "all-paid"))
    assert night.pool().prize == 3000


def test_a_pasted_list_is_signed_up_and_says_who_was_in_already(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá")
    pasted = "1. Canadá\n2) Letonia\n\n- Irán\nLetonia\n44\n"
    answer = tapped(client, door(night, "list"), {"names": pasted, "pay": "on"})
    assert answer.status_code == 200
    assert names(night) == ["Canadá", "Letonia", "Irán", "44"]
    assert "In already: Canadá, Letonia." in text(answer)
    assert night.pool().prize == 3000


def test_a_list_copied_from_a_chat_loses_its_marks_of_direction(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá")
    pasted = "\u200e1. Canadá\u202c\n\u200e\n\u202a2. Irán\u202c\n\u2060Irán\n"
    assert tapped(client, door(night, "list"), {"names": pasted}).status_code == 200
    assert names(night) == ["Canadá", "Irán"]


def test_a_list_without_names_is_refused_in_its_dialog(night: Night):
    client = client_of(night.director)
    assert client.get(door(night, "list")).status_code == 200
    answer = tapped(client, door(night, "list"), {"names": "\n1.\n"})
    assert answer.status_code == 422
    assert 'id="door-list"' in text(answer)


def test_a_player_is_renamed_and_an_empty_name_is_refused_beside_it(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canda")
    entry = Entry.objects.get()
    assert tapped(client, door(night, entry.pk), {"nickname": "Canadá", "note": ""}).status_code == 200
    assert names(night) == ["Canadá"]
    refused = tapped(client, door(night, entry.pk), {"nickname": "", "note": "de Huesca"})
    assert refused.status_code == 422
    assert 'value="de Huesca"' in text(refused)


def test_withdrawing_says_what_is_handed_back_first(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá", pay="1")
    entry = Entry.objects.get()
    assert "Hand back 12 €." in text(client.get(door(night, entry.pk, "withdraw")))
    assert names(night) == ["Canadá"]
    tapped(client, door(night, entry.pk, "withdraw"))
    assert names(night) == []
    assert night.pool().taken == 0


def test_what_another_device_withdrew_meanwhile_is_said_and_nothing_is_taken(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá")
    entry = Entry.objects.get()
    tapped(client, door(night, entry.pk, "withdraw"))
    said = tapped(client, door(night, entry.pk, "pay"))
    assert "message--error" in text(said)
    assert tapped(client, door(night, entry.pk, "withdraw")).status_code == 422
    assert Payment.objects.count() == 0


def test_who_has_played_is_not_withdrawn(night: Night):
    client = client_of(night.director)
    night.sign_up("Canadá", "Irán")
    night.start()
    entry = night.entries["Canadá"]
    assert "does not play after all" not in text(client.get(door(night, entry.pk)))
    assert tapped(client, door(night, entry.pk, "withdraw")).status_code == 422
    assert names(night) == ["Canadá", "Irán"]


def test_six_players_are_remarked_upon_and_may_play_all_the_same_SPT_34(night: Night):
    client = client_of(night.director)
    for name in BARBARISMO[:6]:
        add(night, client, name=name)
    assert "6 players: these rules advise 7 to 9. You may play all the same." in text(client.get(door(night)))
    night.start()
    assert Open.objects.get().started_at is not None


def test_an_entry_of_another_open_is_not_found(night: Night):
    other = make_night(spt_terms("Otro"), tour=night.tour, director=night.director)
    other.sign_up("Canadá", pay=False)
    entry = other.entries["Canadá"]
    client = client_of(night.director)
    assert tapped(client, door(night, entry.pk, "pay")).status_code == 404
    assert tapped(client, door(night, entry.pk, "withdraw")).status_code == 404


def test_the_part_alone_answers_its_own_refetch_with_its_version(night: Night):
    answer = client_of(night.director).get(
        door(night), headers={"HX-Request": "true", "HX-Target": "door-now"}
    )
    assert text(answer).lstrip().startswith('<div class="door__now" id="door-now"')
    assert "tapete:shown" in answer["HX-Trigger"]


def test_the_queries_of_the_door_do_not_grow_with_the_entries(night: Night, django_assert_max_num_queries):
    client = client_of(night.director)
    night.sign_up(*BARBARISMO)
    client.get(door(night))
    with django_assert_max_num_queries(32) as few:
        client.get(door(night))
    night.sign_up(*(f"Jugador {number}" for number in range(20)))
    with django_assert_max_num_queries(len(few.captured_queries)):
        client.get(door(night))


def test_each_way_to_pay_is_one_key_or_tap_away(night: Night):
    client = client_of(night.director)
    shown = text(client.get(door(night)))
    for key in ("shift+enter", "ctrl+enter", "ctrl+shift+enter"):
        assert f'data-key="{key}"' in shown
    said = text(add(night, client, name="Canadá", pay="card"))
    assert "10 € + 2 €, by card, " in said
    add(night, client, name="Irán", pay="transfer")
    add(night, client, name="Kosovo")
    add(night, client, name="Israel")
    kosovo, israel = Entry.objects.order_by("order")[2:]
    assert f'id="door-card-{kosovo.pk}"' in text(client.get(door(night)))
    tapped(client, door(night, kosovo.pk, "pay"), {"method": "transfer"})
    tapped(client, door(night, israel.pk, "pay"))
    rows = Payment.objects.order_by("pk").values_list("method", flat=True)
    assert list(rows) == ["card", "transfer", "transfer", "cash"]
    asked = text(tapped(client, door(night, kosovo.pk, "pay"), {"method": "card"}))
    assert 'name="method" value="card"' in asked


def test_a_receipt_is_one_tap_from_what_was_paid(night: Night):
    client = client_of(night.director)
    add(night, client, name="Canadá", pay="1")
    entry = Entry.objects.get()
    assert f'href="/desk/{night.open.code}/receipts/{entry.pk}/"' in text(client.get(door(night)))
    assert 'id="door-receipts"' in text(client.get(door(night)))
