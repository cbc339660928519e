"""Rebuys at the desk: offered when somebody is out and only then, one tap, voided in two; what is owed."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.cash import queries as cash
from tdapp.cash.models import Payment, Purchase
from tdapp.floor import purchases
from tdapp.floor import services as floor
from tdapp.opens.models import BuyInOption, Out
from tdapp.rules.levels import Level
from tdapp.rules.purchases import Limits, Offer
from tests.builders import Night, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.floor.test_purchases import NINE, san_antonio

pytestmark = pytest.mark.django_db


def night_of(*options: Offer, minutes: int = 0, levels: tuple[Level, ...] = ()) -> Night:
    """A night that began so many minutes ago."""
    terms = san_antonio()
    if options:
        terms = replace(timed_terms(), options=options)
    night = make_night(replace(terms, levels=levels or terms.levels))
    night.now = timezone.now() - timedelta(minutes=minutes)
    night.sign_up(*NINE)
    night.start()
    night.now = timezone.now()
    return night


@pytest.fixture
def night() -> Night:
    return night_of()


def at(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/{rest}"


def key(night: Night, name: str) -> int:
    return int(night.entries[name].pk)


def option(night: Night) -> int:
    return int(BuyInOption.objects.get(open=night.open, kind="rebuy", retired=False).pk)


def rebuy(client: Client, night: Night, name: str, **data: object) -> str:
    answer = tapped(client, at(night, f"buy/{key(night, name)}/"), {"option": option(night), **data})
    return one_line(text(answer))


def put_out(client: Client, night: Night, name: str) -> str:
    return one_line(text(tapped(client, at(night, "out/"), {"entry": key(night, name)})))


def page(client: Client, night: Night, rest: str = "") -> str:
    return one_line(text(client.get(at(night, rest))))


def dialog(client: Client, night: Night, rest: str) -> str:
    return one_line(text(client.get(at(night, rest), headers={"HX-Request": "true"})))


def test_a_rebuy_is_offered_when_somebody_is_out_and_only_then(night: Night, desk: Desk) -> None:
    client = desk(night)
    assert "may buy back in" not in page(client, night)
    said = put_out(client, night, "Ana")
    assert "Ana may buy back in until 60:00 of play, for 7,50 €: ask." in said.replace("7.50", "7,50")
    night_page = page(client, night)
    ana = key(night, "Ana")
    assert f'id="band-back-{ana}"' in night_page
    assert f'id="back-list-{ana}"' in night_page
    rebuy(client, night, "Ana")
    assert f'id="band-back-{ana}"' not in page(client, night)
    assert Payment.objects.get(purchase__isnull=False).amount == 750
    assert "<dt>Rebuys</dt><dd>1</dd>" in page(client, night)
    assert "<dt>Rebuys</dt><dd>1</dd>" in one_line(text(client.get(f"/o/{night.open.code}/")))


def test_a_floor_man_sees_the_offer_and_takes_no_money(night: Night, desk: Desk) -> None:
    client = desk(night, Role.FLOOR)
    put_out(client, night, "Ana")
    shown = page(client, night)
    assert "may buy back in" in shown
    assert "band-back-" not in shown
    assert client.get(at(night, f"buy/{key(night, 'Ana')}/")).status_code == 403


def test_an_out_after_the_last_rebuy_is_said_to_be_final(desk: Desk) -> None:
    night = night_of(minutes=61)
    assert "That is final." in put_out(desk(night), night, "Ana")


def test_who_is_out_after_the_last_rebuy_leads_the_director_to_why_and_past_it_SA_23(desk: Desk) -> None:
    night = night_of(minutes=61)
    client = desk(night)
    put_out(client, night, "Ana")
    ana = key(night, "Ana")
    assert f'id="back-late-{ana}"' in page(client, night)
    assert f'id="back-list-{ana}"' not in page(client, night)
    assert "Rebuys: closed since 60:00" in dialog(client, night, f"buy/{ana}/")
    put_out(client, night, "Bo")
    assert "back-late-" not in page(desk(night, Role.FLOOR), night)


def test_where_nothing_buys_back_in_nothing_is_said_of_it(desk: Desk) -> None:
    night = night_of(Offer("add_on", 5000, (("prize", 100),)))
    assert "final" not in put_out(desk(night), night, "Ana")


def test_a_limit_that_is_passed_says_so_and_can_be_overruled_with_what_was_typed(desk: Desk) -> None:
    night = night_of(minutes=61)
    client = desk(night)
    put_out(client, night, "Ana")
    refused = tapped(
        client,
        at(night, f"buy/{key(night, 'Ana')}/"),
        {"option": option(night), "method": "card", "amount": "5"},
    )
    shown = one_line(text(refused))
    assert refused.status_code == 422
    assert "closed since 60:00; it is 61:0" in shown
    assert 'value="purchase_time_over"' in shown
    assert f'<input type="hidden" name="option" value="{option(night)}">' in shown
    assert 'value="5"' in shown
    assert re.search(r'value="card"[^>]*checked', shown)
    rebuy(client, night, "Ana", method="card", amount="5", overrule="purchase_time_over")
    assert (Payment.objects.get(method="card").amount, Purchase.objects.count()) == (500, 1)


def test_an_amount_that_is_none_is_refused_beside_its_field(night: Night, desk: Desk) -> None:
    client = desk(night)
    put_out(client, night, "Ana")
    answer = tapped(
        client, at(night, f"buy/{key(night, 'Ana')}/"), {"option": option(night), "amount": "seven"}
    )
    assert answer.status_code == 422
    assert 'id="id_amount_error"' in text(answer)
    assert 'value="seven"' in text(answer)
    assert not Purchase.objects.exists()


def test_a_rebuy_on_account_is_owed_and_paid_in_part_from_the_side(night: Night, desk: Desk) -> None:
    client = desk(night)
    put_out(client, night, "Ana")
    rebuy(client, night, "Ana", method="account")
    ana = key(night, "Ana")
    assert f'id="owes-{ana}"' in page(client, night)
    bought = Purchase.objects.get().pk
    tapped(client, at(night, f"owes/{ana}/"), {"due": bought, "method": "transfer", "amount": "2,50"})
    assert [debt.amount for debt in cash.debts(night.open, night.field())] == [500]
    shown = dialog(client, night, f"owes/{ana}/")
    assert "by transfer" in shown
    tapped(client, at(night, f"owes/{ana}/"), {"due": bought, "method": "cash"})
    assert cash.debts(night.open, night.field()) == ()
    assert "all paid" in dialog(client, night, f"owes/{ana}/")


def test_more_than_is_owed_is_refused_with_what_was_typed(night: Night, desk: Desk) -> None:
    client = desk(night)
    put_out(client, night, "Ana")
    rebuy(client, night, "Ana", method="account")
    data = {"due": Purchase.objects.get().pk, "method": "cash", "amount": "8"}
    answer = tapped(client, at(night, f"owes/{key(night, 'Ana')}/"), data)
    assert answer.status_code == 422
    assert "take 7" in text(answer)
    assert 'value="8"' in text(answer)


def test_a_mistake_is_voided_in_two_taps_with_its_chips_back(night: Night, desk: Desk) -> None:
    client = desk(night)
    put_out(client, night, "Ana")
    rebuy(client, night, "Ana")
    bought = Purchase.objects.get().pk
    line = night.open.stream.entries.get(kind="bought").pk
    asked = client.get(at(night, f"change/{line}/"), headers={"HX-Request": "true"}, follow=True)
    assert 'value="yes"' in text(asked)
    assert "Ana is out again, in the same place as before" in one_line(text(asked))
    tapped(client, at(night, f"purchases/{bought}/"), {"chips_back": "yes"})
    assert not Purchase.objects.exists()
    assert Out.objects.get().entry_id == key(night, "Ana")
    assert "This purchase was voided." in dialog(client, night, f"purchases/{bought}/")


def test_the_menu_of_a_player_sells_and_voids(night: Night, desk: Desk) -> None:
    client = desk(night)
    menu = dialog(client, night, f"seat/{key(night, 'Bo')}/")
    assert 'id="seat-buy"' in menu
    offered = dialog(client, night, f"buy/{key(night, 'Bo')}/")
    assert "only for who is out; this player has 50" in offered
    put_out(client, night, "Ana")
    rebuy(client, night, "Ana")
    again = dialog(client, night, f"seat/{key(night, 'Ana')}/")
    assert f'id="seat-purchase-{Purchase.objects.get().pk}"' in again


def test_chips_that_are_not_there_any_more_are_said_not_to_come_back(night: Night, desk: Desk) -> None:
    client = desk(night)
    put_out(client, night, "Ana")
    rebuy(client, night, "Ana")
    put_out(client, night, "Ana")
    answer = tapped(client, at(night, f"purchases/{Purchase.objects.get().pk}/"), {"chips_back": "yes"})
    assert answer.status_code == 422
    assert "void it without taking them back" in text(answer)


def test_an_add_on_is_offered_in_its_break_one_tap_for_each(desk: Desk) -> None:
    levels = (Level.of_minutes(25, 50, 20), Level.break_of(30), Level.of_minutes(50, 100, 20))
    offer = Offer("add_on", 8000, (("prize", 500),), Limits(per_player=1, in_break=True))
    night = night_of(offer, minutes=25, levels=levels)
    client = desk(night)
    assert "Add-ons in this break: 8 000 in chips for 5 €." in page(client, night)
    ana = key(night, "Ana")
    assert f'id="add-on-{ana}"' in dialog(client, night, "add-ons/")
    sold = BuyInOption.objects.get(kind="add_on").pk
    assert tapped(client, at(night, f"buy/{ana}/"), {"option": sold}).status_code == 200
    assert f'id="add-on-{ana}"' not in dialog(client, night, "add-ons/")


def test_where_nobody_may_take_an_add_on_the_reason_is_said_once_and_the_way_past_it(desk: Desk) -> None:
    levels = (Level.of_minutes(25, 50, 20), Level.break_of(30), Level.of_minutes(50, 100, 20))
    offer = Offer("add_on", 8000, (("prize", 500),), Limits(in_break=True))
    night = night_of(offer, minutes=5, levels=levels)
    shown = dialog(desk(night), night, "add-ons/")
    assert shown.count("Add-ons: sold in the break only.") == 1
    assert "tap ··· beside the player, then “Rebuy, add-on”." in shown


def test_each_reason_against_an_add_on_is_said_for_one_player_only(desk: Desk) -> None:
    night = night_of(Offer("add_on", 2000, (("prize", 500),), Limits(when="below_stack", below=3000)))
    counts = {night.entries[name]: chips for name, chips in zip(NINE, (4000, 6000), strict=False)}
    floor.count_chips(open=night.open, counts=counts, **night.act)
    assert dialog(desk(night), night, "add-ons/").count("Add-ons: only below 3 000;") == 1


def test_a_refusal_is_not_said_twice(desk: Desk) -> None:
    night = night_of(Offer("rebuy", 5000, (("prize", 1000),), Limits(total=1)))
    client = desk(night)
    put_out(client, night, "Ana")
    rebuy(client, night, "Ana")
    put_out(client, night, "Bo")
    answer = tapped(client, at(night, f"buy/{key(night, 'Bo')}/"), {"option": option(night)})
    shown = one_line(text(answer))
    assert shown.count("Rebuys: 1 in all, 1 sold already. Sell one more all the same?") == 1
    assert "Do it anyway" in shown


def test_a_rebuy_for_somebody_still_in_says_that_and_nothing_of_short_stacks(desk: Desk) -> None:
    night = night_of(Offer("rebuy", 5000, (("prize", 1000),), Limits(when="out")))
    client = desk(night)
    tapped(client, at(night, "out/"), {"entry": key(night, "Ana"), "by": key(night, "Bo")})
    shown = dialog(client, night, f"buy/{key(night, 'Bo')}/")
    assert "Rebuys: only for who is out, and this player is not. Sell one all the same?" in shown
    assert "short stacks" not in shown


def test_who_enters_again_types_the_chips_he_forfeits_T_2_1a(desk: Desk) -> None:
    night = night_of(Offer("re_entry", 5000, (("prize", 1000),)), minutes=50)
    client = desk(night)
    sold = BuyInOption.objects.get(kind="re_entry").pk
    answer = tapped(client, at(night, f"buy/{key(night, 'Ana')}/"), {"option": sold})
    assert "Count the chips of Ana first" in text(answer)
    assert answer.status_code == 422
    tapped(client, at(night, f"buy/{key(night, 'Ana')}/"), {"option": sold, "stack": "1200"})
    assert night.field().chips_in_play == 9 * 5000 - 1200 + 5000


def test_the_door_shows_what_each_bought_how_it_was_paid_and_what_is_owed(night: Night, desk: Desk) -> None:
    client = desk(night)
    put_out(client, night, "Ana")
    rebuy(client, night, "Ana", method="card", amount="5")
    shown = page(client, night, "door/")
    assert "Rebuy 7,50 € by card" in shown.replace("7.50", "7,50")
    assert f'id="door-owes-{key(night, "Ana")}"' in shown
    assert "All " not in shown.split('class="btns door__foot"')[1]


def test_a_payment_goes_back_whole_or_in_part(night: Night, desk: Desk) -> None:
    client = desk(night)
    paid = Payment.objects.get(entry=night.entries["Bo"])
    asked = dialog(client, night, f"refund/{paid.pk}/")
    assert "5 € were paid in cash." in asked
    tapped(client, at(night, f"refund/{paid.pk}/"), {"amount": "2"})
    assert [debt.amount for debt in cash.debts(night.open, night.field())] == [200]
    refused = tapped(client, at(night, f"refund/{paid.pk}/"), {"amount": "4"})
    assert (refused.status_code, 'value="4"' in text(refused)) == (422, True)
    tapped(client, at(night, f"refund/{paid.pk}/"), {"amount": ""})
    assert [debt.amount for debt in cash.debts(night.open, night.field())] == [500]


def test_the_page_costs_the_same_however_many_are_out_and_back(night: Night, desk: Desk) -> None:
    client = desk(night)

    def cost() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(at(night))
        return len(seen)

    rebuys = BuyInOption.objects.get(pk=option(night))

    def out_and_back(out: str, *more: str) -> None:
        for name in (out, *more):
            night.out(name)
        purchases.buy(entry=night.entries[out], option=rebuys, seed="s", **night.act)

    out_and_back("Ana", "Bo", "Cy", "Dani")  # three are offered the way back: as many as ever are
    cost()
    few = cost()
    out_and_back("Eva", "Fede", "Gala")
    assert cost() == few


def test_each_way_of_paying_has_its_key_where_something_is_bought(night: Night, desk: Desk) -> None:
    client = desk(night)
    put_out(client, night, "Ana")
    shown = dialog(client, night, f"buy/{key(night, 'Ana')}/")
    for way, letter in (("cash", "c"), ("transfer", "t"), ("card", "k"), ("account", "o")):
        assert re.search(f'value="{way}"[^>]*data-key="{letter}"', shown), way
