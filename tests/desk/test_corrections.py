"""Corrections at the desk: every choice shows its effect, then applies it; anything else by undo."""

from __future__ import annotations

import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.cash.models import Payment
from tdapp.cash.services import take_payment
from tdapp.clock.services import pause_clock, resume_clock
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import record
from tdapp.journal.undo import undo
from tdapp.opens.models import Entry, Out
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.desk.conftest import Desk, one_line
from tests.vivaldi import begin, play_out, seen, sitting, standing, table_called, vivaldi_night

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def night() -> Night:
    """The Barbarismo field for 10 € + 2 €, playing."""
    night = make_night(spt_terms(house=200))
    night.now = timezone.now()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def get(client: Client, night: Night, rest: str, **data: object) -> str:
    response = client.get(f"/desk/{night.open.code}/change/{rest}", data, headers=HTMX)
    assert response.status_code == 200, response.content.decode()
    return one_line(response.content.decode())


def post(client: Client, night: Night, rest: str, **data: object) -> HttpResponse:
    given = {"request_id": str(uuid.uuid4()), **data}
    response: HttpResponse = client.post(f"/desk/{night.open.code}/change/{rest}", given, headers=HTMX)
    return response


def out_of(night: Night, name: str) -> Out:
    return Out.objects.get(entry=night.entries[name])


def places(night: Night) -> dict[str, int]:
    field = night.field()
    return {field.by_id[key].name: place.first for key, place in field.places.items()}


# -- outs --------------------------------------------------------------------------------------------


def test_the_wrong_player_is_exchanged_and_sits_down_again(night: Night, desk: Desk) -> None:
    old = Seat.objects.get(entry=night.entries["Kosovo"]).number
    entry = night.out("Kosovo")
    client, out = desk(night), out_of(night, "Kosovo")
    word = f"{out.pk}:entry:{night.entries['Israel'].pk}"
    asked = get(client, night, f"{entry.pk}/")
    assert f'value="{word}"' in asked
    assert asked.index("Is still in") < asked.index("It was really") < asked.index("Knocked out by")
    effect = get(client, night, "out/effect/", outs=out.pk, choice=word)
    assert "Kosovo: <del>8th</del> <ins>still in</ins>" in effect
    assert "Israel: <del>still in</del> <ins>8th</ins>" in effect
    assert f"Seat of Kosovo: <ins>{old}</ins>" in effect
    assert post(client, night, "out/", outs=out.pk, choice=word).status_code == 200
    assert places(night) == {"Israel": 8}
    assert Seat.objects.get(entry=night.entries["Kosovo"], ended_at=None).number == old


def test_the_effect_says_that_a_seat_is_taken(night: Night, desk: Desk) -> None:
    seat = Seat.objects.select_related("table").get(entry=night.entries["Kosovo"])
    night.out("Kosovo")
    night.sign_up("Tanzania")
    floor.move_player(
        entry=night.entries["Tanzania"], table=seat.table, number=seat.number,
        overruled=["seat_changes_never"], **night.act,
    )  # fmt: skip
    out = out_of(night, "Kosovo")
    effect = get(desk(night), night, "out/effect/", outs=out.pk, choice=f"{out.pk}:in")
    assert "Seat of Kosovo: <ins>drawn by lot, the old one is taken</ins>" in effect


def test_the_order_of_two_outs_is_put_right_from_either(night: Night, desk: Desk) -> None:
    night.out("Kosovo")
    night.out("Israel")
    client = desk(night)
    kosovo, israel = out_of(night, "Kosovo"), out_of(night, "Israel")
    for word in (f"{israel.pk}:before:{kosovo.pk}", f"{kosovo.pk}:after:{israel.pk}"):
        effect = get(client, night, "out/effect/", outs=[kosovo.pk, israel.pk], choice=word)
        assert "Kosovo: <del>8th</del> <ins>7th</ins>" in effect
        assert "Israel: <del>7th</del> <ins>8th</ins>" in effect
    post(client, night, "out/", outs=kosovo.pk, choice=f"{kosovo.pk}:after:{israel.pk}")
    assert places(night) == {"Israel": 8, "Kosovo": 7}


def test_two_outs_may_turn_out_equal(night: Night, desk: Desk) -> None:
    night.out("Kosovo")
    night.out("Israel")
    kosovo, israel = out_of(night, "Kosovo"), out_of(night, "Israel")
    client, word = desk(night), f"{israel.pk}:same:{kosovo.pk}"
    assert "tied 7th" in get(client, night, "out/effect/", outs=israel.pk, choice=word)
    post(client, night, "out/", outs=israel.pk, choice=word)
    assert places(night) == {"Israel": 7, "Kosovo": 7}


def test_prizes_are_part_of_the_effect(night: Night, desk: Desk) -> None:
    for name in ("Israel", "Kosovo", "Francia", "Lituania", "Irán", "Letonia"):
        night.out(name)
    iran, letonia = out_of(night, "Irán"), out_of(night, "Letonia")
    word = f"{letonia.pk}:before:{iran.pk}"
    effect = get(desk(night), night, "out/effect/", outs=letonia.pk, choice=word)
    assert "Irán: <del>4th</del> <ins>3rd, 10\u00a0€</ins>" in effect
    assert "Letonia: <del>3rd, 10\u00a0€</del> <ins>4th</ins>" in effect


def test_who_is_still_in_comes_back_and_the_blinds_with_him_SPT_38(night: Night, desk: Desk) -> None:
    night.out("Kosovo")
    night.out("Israel")
    client, out = desk(night), out_of(night, "Israel")
    effect = get(client, night, "out/effect/", outs=out.pk, choice=f"{out.pk}:in")
    assert "Blinds: <del>0.50 / 1\u00a0€</del> <ins>0.25 / 0.50\u00a0€</ins>" in effect
    assert post(client, night, "out/", outs=out.pk, choice=f"{out.pk}:in").status_code == 200
    assert places(night) == {"Kosovo": 8}


def test_who_knocked_him_out_is_said_late(night: Night, desk: Desk) -> None:
    night.out("Kosovo")
    client, out = desk(night), out_of(night, "Kosovo")
    word = f"{out.pk}:by:{night.entries['Canadá'].pk}"
    effect = get(client, night, "out/effect/", outs=out.pk, choice=word)
    assert "Knocked out by: <del>not said</del> <ins>Canadá</ins>" in effect
    post(client, night, "out/", outs=out.pk, choice=word)
    assert out_of(night, "Kosovo").by == night.entries["Canadá"]
    post(client, night, "out/", outs=out.pk, choice=f"{out.pk}:nobody")
    assert out_of(night, "Kosovo").by is None


def test_a_line_with_several_outs_offers_each(night: Night, desk: Desk) -> None:
    entry = night.out("Kosovo", "Israel")
    text = get(desk(night), night, f"{entry.pk}/")
    assert "Kosovo, 8th" in text
    assert "Israel, 7th" in text


def test_what_is_no_longer_on_offer_is_refused_with_a_sentence(night: Night, desk: Desk) -> None:
    night.out("Kosovo")
    out = out_of(night, "Kosovo")
    word = f"{out.pk}:entry:{night.entries['Israel'].pk}"
    night.out("Israel")  # so it cannot have been him
    response = post(desk(night), night, "out/", outs=out.pk, choice=word)
    assert response.status_code == 422
    assert "cannot be changed any more" in response.content.decode()
    assert places(night) == {"Kosovo": 8, "Israel": 7}


def test_nothing_chosen_is_a_sentence(night: Night, desk: Desk) -> None:
    night.out("Kosovo")
    response = post(desk(night), night, "out/", outs=out_of(night, "Kosovo").pk)
    assert response.status_code == 422
    assert "Tap what really happened." in response.content.decode()


def test_another_open_s_out_is_not_found(night: Night, desk: Desk) -> None:
    other = make_night(tour=night.tour, director=night.director)
    other.sign_up("Canadá 2", "Kosovo 2", "Irán 2")
    other.start()
    entry = other.out("Irán 2")
    client = desk(night)
    out = Out.objects.get(entry=other.entries["Irán 2"])
    assert client.get(f"/desk/{night.open.code}/change/out/{out.pk}/").status_code == 404
    assert client.get(f"/desk/{night.open.code}/change/{entry.pk}/").status_code == 404
    assert post(client, night, "out/", outs=out.pk, choice=f"{out.pk}:in").status_code == 422


def test_without_scripts_the_effect_is_a_page_with_the_choice_kept(night: Night, desk: Desk) -> None:
    night.out("Kosovo")
    out = out_of(night, "Kosovo")
    word = f"{out.pk}:in"
    response = desk(night).get(
        f"/desk/{night.open.code}/change/out/effect/", {"outs": out.pk, "choice": word}
    )
    text = one_line(response.content.decode())
    assert "<html" in text
    assert f'value="{word}" checked' in text
    assert "Kosovo: <del>8th</del> <ins>still in</ins>" in text


# -- outs in rounds ----------------------------------------------------------------------------------


@pytest.fixture
def vivaldi() -> Night:
    """Eight at two tables; table A is counted."""
    night = vivaldi_night(BARBARISMO)
    night.now = timezone.now()
    night.start()
    night.wait(minutes=5)
    play_out(night, table_called(night.open, "A"))
    return night


def test_only_outs_of_the_same_round_are_offered_and_none_as_equal_VIV_25_VIV_42(
    vivaldi: Night, desk: Desk
) -> None:
    lost = list(places(vivaldi))
    play_out(vivaldi, table_called(vivaldi.open, "B"))
    begin(vivaldi)
    one, other = sitting(table_called(vivaldi.open, "1", 2))[:2]
    vivaldi.out(one)
    vivaldi.out(other)
    first, second, low = (out_of(vivaldi, name) for name in (one, other, lost[0]))
    client = desk(vivaldi)
    asked = get(client, vivaldi, f"out/{first.pk}/")
    orders = [word for word in ("before", "after", "same") if f"{first.pk}:{word}:" in asked]
    assert orders == ["after"]
    assert f"{first.pk}:after:{second.pk}" in asked
    assert "Is still in" in asked
    for word in (f"{first.pk}:before:{low.pk}", f"{low.pk}:after:{first.pk}", f"{first.pk}:same:{second.pk}"):
        before = places(vivaldi)
        response = post(client, vivaldi, "out/", outs=[first.pk, low.pk], choice=word)
        assert (response.status_code, places(vivaldi)) == (422, before)
        assert "cannot be changed any more" in response.content.decode()


def test_at_a_counted_table_the_dialog_says_what_to_do_first(vivaldi: Night, desk: Desk) -> None:
    fourth, third = places(vivaldi)
    if places(vivaldi)[fourth] < places(vivaldi)[third]:
        fourth, third = third, fourth
    out = out_of(vivaldi, third)
    client = desk(vivaldi)
    asked = get(client, vivaldi, f"out/{out.pk}/")
    assert "Table A is done and its count stands" in asked
    assert "Is still in" not in asked
    assert "It was really" not in asked
    assert post(client, vivaldi, "out/", outs=out.pk, choice=f"{out.pk}:in").status_code == 422
    word = f"{out.pk}:before:{out_of(vivaldi, fourth).pk}"
    assert f"{third}: <del>7th</del> <ins>8th</ins>" in get(
        client, vivaldi, "out/effect/", outs=out.pk, choice=word
    )
    assert post(client, vivaldi, "out/", outs=out.pk, choice=word).status_code == 200
    rows = standing(seen(vivaldi, "A"))
    assert (rows[fourth], rows[third]) == ((3, "out"), (4, "out"))


# -- money -------------------------------------------------------------------------------------------


def test_a_payment_taken_twice_is_voided_and_he_stays_paid(night: Night, desk: Desk) -> None:
    entry = take_payment(entry=night.entries["Canadá"], overruled=["paid_already"], **night.act)
    client, word = desk(night), f"payment:{entry.params['payment']}:paid"
    text = get(client, night, f"{entry.pk}/")
    # One choice only: it is made already, with its effect.
    assert f'value="{word}" checked' in text
    assert "Prize pool: <del>90\u00a0€</del> <ins>80\u00a0€</ins>" in text
    assert "House: <del>18\u00a0€</del> <ins>16\u00a0€</ins>" in text
    assert "Canadá: <del>paid 24\u00a0€</del> <ins>paid</ins>" in text
    assert post(client, night, f"{entry.pk}/money/", choice=word).status_code == 200
    assert (night.pool().prize, night.pool().house) == (8000, 1600)


def test_a_voided_payment_leaves_him_owing_whatever_came_after(night: Night, desk: Desk) -> None:
    entry = JournalEntry.objects.get(kind="signed_up", params__entry=night.entries["Canadá"].pk)
    payment = Payment.objects.get(entry=night.entries["Canadá"])
    night.out("Kosovo")
    client, word = desk(night), f"payment:{payment.pk}:owes"
    effect = get(client, night, f"{entry.pk}/money/effect/", choice=word)
    assert "Canadá: <del>paid 12\u00a0€</del> <ins>owes 12\u00a0€</ins>" in effect
    # He has chips: his sign-up cannot be withdrawn any more.
    assert "withdrawn" not in get(client, night, f"{entry.pk}/")
    post(client, night, f"{entry.pk}/money/", choice=word)
    assert not Payment.objects.filter(entry=night.entries["Canadá"]).exists()
    assert Entry.objects.filter(pk=night.entries["Canadá"].pk).exists()


def test_before_the_start_the_whole_sign_up_may_be_withdrawn(desk: Desk) -> None:
    night = make_night()
    night.sign_up("Canadá", "Kosovo")
    entry = JournalEntry.objects.get(kind="signed_up", params__entry=night.entries["Kosovo"].pk)
    payment = Payment.objects.get(entry=night.entries["Kosovo"])
    client, word = desk(night), f"payment:{payment.pk}:withdrawn"
    effect = get(client, night, f"{entry.pk}/money/effect/", choice=word)
    assert "Kosovo: <del>signed up</del> <ins>not in this open</ins>" in effect
    assert "Cash in hand: <del>20\u00a0€</del> <ins>10\u00a0€</ins>" in effect
    assert post(client, night, f"{entry.pk}/money/", choice=word).status_code == 200
    assert [one.name for one in night.field().entrants] == ["Canadá"]
    assert night.pool().taken == 1000


def test_a_list_of_sign_ups_is_corrected_one_by_one(desk: Desk) -> None:
    night = make_night()
    entry = door.sign_up_list(open=night.open, nicknames=["Canadá", "Kosovo"], pay=True, **night.act)
    text = get(desk(night), night, f"{entry.pk}/")
    assert "Canadá, 10\u00a0€" in text
    assert "Kosovo, 10\u00a0€" in text
    assert text.count('name="choice"') == 4


def test_money_is_corrected_by_a_director_only(night: Night, desk: Desk) -> None:
    entry = JournalEntry.objects.filter(kind="signed_up").first()
    assert entry is not None
    client = desk(night, Role.FLOOR)
    assert client.get(f"/desk/{night.open.code}/change/{entry.pk}/").status_code == 403
    assert post(client, night, f"{entry.pk}/money/", choice="x").status_code == 403


# -- anything else -----------------------------------------------------------------------------------


def test_a_line_of_the_clock_is_undone_from_its_change(night: Night, desk: Desk) -> None:
    paused = pause_clock(open=night.open, **night.act)
    night.out("Kosovo")
    client = desk(night)
    assert "Take this one act back?" in get(client, night, f"{paused.pk}/")
    response = client.post(
        f"/desk/{night.open.code}/undo/", {"entry": paused.pk, "dialog": "1"}, headers=HTMX
    )
    assert response.status_code == 200
    paused.refresh_from_db()
    assert paused.undone


def test_what_is_in_the_way_is_said_in_the_dialog_and_led_to(night: Night, desk: Desk) -> None:
    first = pause_clock(open=night.open, **night.act)
    later = resume_clock(open=night.open, **night.act)
    client = desk(night)
    response = client.post(f"/desk/{night.open.code}/undo/", {"entry": first.pk, "dialog": "1"}, headers=HTMX)
    text = response.content.decode()
    assert response.status_code == 422
    assert f'href="/desk/{night.open.code}/change/{later.pk}/"' in text
    assert "Change that one first" in text


def test_a_hand_has_a_correction_of_its_own(night: Night, desk: Desk) -> None:
    with record(night.open.stream, "hand_entered", actor=night.director, now=night.now) as change:
        change.note(hand=7)
    response = desk(night).get(f"/desk/{night.open.code}/change/{change.entry.pk}/", headers=HTMX)
    assert (response.status_code, response["Location"]) == (302, f"/desk/{night.open.code}/hands/7/")


def test_a_line_taken_back_already_says_so(night: Night, desk: Desk) -> None:
    out = night.out("Kosovo")
    undo(entry=out, actor=night.director, now=night.now)
    assert "This was taken back already." in get(desk(night), night, f"{out.pk}/")
