"""The page of the money: what came in and became of it, costs typed and voided, who owes, the guarantee."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.cash import expenses
from tdapp.cash import services as till
from tdapp.cash.models import Expense
from tdapp.cash.till_counts import count_till
from tdapp.desk.forms.levels import rows_as_data
from tdapp.desk.forms.setup import typed_terms
from tdapp.floor import services as floor
from tdapp.floor.set_up import change_terms, terms_of
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.desk.clients import client_of, tapped, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


@pytest.fixture
def client(night: Night) -> Client:
    return client_of(night.director)


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/money/" + "".join(f"{part}/" for part in path)


def seen(client: Client, night: Night) -> str:
    """The page as it is read, without its tags."""
    return plain(client.get(at(night)))


def plain(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text(answer)))


def typed(what: str, amount: str, **more: str) -> dict[str, str]:
    return {"what": what, "amount": amount, "method": "cash", **more}


def test_what_came_in_is_said_again_by_what_became_of_it_RULES_4_5(night: Night, client: Client):
    expenses.record_expense(open=night.open, fund="house", amount=600, text="naipes", **night.act)
    night.start()
    for name in BARBARISMO[:0:-1]:
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    till.pay_out(entry=night.entries["Canadá"], **night.act)
    page = seen(client, night)
    assert "96 € came in = 50 € prizes handed over + 6 € expenses + 40 € still there" in page
    assert "prizes 80 € 50 € 30 €" in page
    assert "house 16 € 6 € 10 €" in page
    assert "Together 96 € 56 € 40 €" in page
    assert "Expense from “house” naipes" in page


def test_where_more_went_out_than_came_in_the_sum_says_so_and_still_adds_up_RULES_4_5(
    night: Night, client: Client
):
    expenses.set_guarantee(open=night.open, amount=20_000, **night.act)
    till.set_prizes(open=night.open, plan=PrizePlan("winner"), **night.act)
    night.start()
    for name in BARBARISMO[:0:-1]:
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    till.pay_out(entry=night.entries["Canadá"], **night.act)
    page = seen(client, night)
    assert "96 € came in = 200 € prizes handed over −104 € more than came in" in page
    assert "+ −" not in page
    assert "Fund Came in Between funds Paid out Left" in page
    assert "prizes 80 € 120 € 200 € 0 €" in page
    assert "house 16 € −120 € — −104 €" in page


def test_costs_before_the_prizes_are_typed_before_anybody_paid_VIV_42():
    plan = PrizePlan("percent", ("60", "20", "15", "5"))
    night = make_night(replace(spt_terms(), buy_in=(("prize", 25_000),), prizes=plan))
    client = client_of(night.director)
    assert "costs before the prizes" in seen(client, night)
    answer = client.post(at(night), typed("expense:prize", "375", text="sede"), follow=True)
    assert "Costs before the prizes: 375 €, sede" in plain(answer)
    assert "The costs (375 €) are more than the pool (0 €) so far" in plain(answer)
    night.sign_up(*(f"P{number}" for number in range(16)))
    page = seen(client, night)
    assert "Taken for prizes 4 000 € Costs −375 € The places share 3 625 €" in page
    assert night.pool().prize == 362_500


def test_a_line_is_voided_in_two_taps(night: Night, client: Client):
    act = expenses.record_expense(open=night.open, fund="prize", amount=500, **night.act)
    address = at(night, act.params["expense"])
    assert address in client.get(at(night)).content.decode()
    assert "Void it" in plain(client.get(address, headers={"HX-Request": "true"}))
    answer = tapped(client, address)
    assert (answer.status_code, Expense.objects.count()) == (200, 0)
    assert "Costs before the prizes: 5 € voided" in plain(answer)
    again = tapped(client, address)
    assert (again.status_code, "That line was voided already" in plain(again)) == (422, True)


@pytest.mark.parametrize(
    ("what", "fund", "amount", "handed_on"),
    [
        ("expense:house", "house", 1250, False),
        ("handed_on:season", "season", 1250, True),
        ("added:prize", "prize", -1250, False),
        ("expense:", "Dealers", 1250, False),
    ],
)
def test_each_way_goes_to_its_fund(
    night: Night, client: Client, what: str, fund: str, amount: int, handed_on: bool
):
    answer = client.post(at(night), typed(what, "12.50", name="Dealers", method="card", text="por el bar"))
    row = Expense.objects.get()
    assert answer.status_code == 302
    assert (row.label or row.fund, row.amount, row.handed_on) == (fund, amount, handed_on)
    assert (row.method, row.text) == ("card", "por el bar")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (typed("expense:house", ""), "Nothing would change hands"),
        (typed("expense:house", "0"), "Nothing would change hands"),
        (typed("expense:house", "ten"), "is no amount"),
        (typed("expense:", "5"), "name"),
    ],
)
def test_what_cannot_be_is_said_and_stays_typed(
    night: Night, client: Client, sent: dict[str, str], said: str
):
    answer = client.post(at(night), {**sent, "text": "the room"})
    assert (answer.status_code, Expense.objects.count()) == (422, 0)
    assert said in plain(answer)
    assert 'value="the room"' in text(answer)


def test_costs_after_the_lock_are_asked_about_and_passed_with_one_tap(night: Night, client: Client):
    till.lock_prizes(open=night.open, **night.act)
    sent = typed("expense:prize", "5", text="sede")
    answer = client.post(at(night), sent)
    assert (answer.status_code, Expense.objects.count()) == (422, 0)
    assert "The prizes are locked at 80 €; 75 € would be left for them." in plain(answer)
    assert 'value="locked_prizes_uncovered"' in text(answer)
    client.post(at(night), {**sent, "overrule": "locked_prizes_uncovered"})
    assert Expense.objects.get().amount == 500


def test_who_owes_stands_there_after_the_end_too(night: Night, client: Client):
    night.sign_up("Tanzania", pay=False)
    assert "Tanzania owes 12 € Pays" in seen(client, night)
    night.start()
    for name in (*BARBARISMO[1:], "Tanzania"):
        night.out(name)
    passed = ["debts_open", "prizes_do_not_sum"]
    floor.finish_open(open=night.open, overruled=passed, **night.act)
    assert "Still owed 12 €" in seen(client, night)
    dues = f"/desk/{night.open.code}/owes/{night.entries['Tanzania'].pk}/"
    tapped(client, dues, {"due": "buy_in", "method": "cash", "amount": ""})
    assert "Nobody owes anything." in seen(client, night)


def test_a_request_that_says_nothing_of_the_guarantee_leaves_it(night: Night, client: Client):
    expenses.set_guarantee(open=night.open, amount=20_000, **night.act)
    assert client.post(at(night, "guarantee"), {}).status_code == 422
    assert Open.objects.get(pk=night.open.pk).guarantee == 20_000
    assert client.post(at(night, "guarantee"), {"guarantee": ""}).status_code == 302
    assert Open.objects.get(pk=night.open.pk).guarantee == 0


def test_the_guarantee_is_set_and_what_it_asks_is_said_RULES_4_5(night: Night, client: Client):
    assert "Nothing is guaranteed" in seen(client, night)
    client.post(at(night, "guarantee"), {"guarantee": "100"})
    page = seen(client, night)
    assert "The guarantee of 100 € is not reached yet: 20 € would have to be added." in page
    assert "To the guarantee +20 € The places share 100 €" in page
    till.set_prizes(open=night.open, plan=PrizePlan("winner"), **night.act)
    till.lock_prizes(open=night.open, **night.act)
    page = seen(client, night)
    assert "The house adds 20 € to reach 100 €." in page
    assert "“house” has paid 4 € more than it had" in page
    refused = client.post(at(night, "guarantee"), {"guarantee": "90"})
    assert (refused.status_code, "Do it anyway" in plain(refused)) == (422, True)
    client.post(at(night, "guarantee"), {"guarantee": "90", "overrule": "locked_prizes_uncovered"})
    assert Open.objects.get(pk=night.open.pk).guarantee == 9000


def test_money_that_is_not_cash_is_said(night: Night, client: Client):
    expenses.add_money(open=night.open, fund="prize", amount=2000, method="transfer", **night.act)
    assert "96 € in cash · 20 € by transfer" in seen(client, night)
    assert "Added to the pool +20 €" in seen(client, night)


def test_a_count_that_money_came_in_since_is_shown_beside_what_was_expected_then(
    night: Night, client: Client
):
    count_till(open=night.open, pieces={2000: 4}, **night.act)
    assert "Expected then" not in seen(client, night)
    expenses.add_money(open=night.open, fund="house", amount=450, **night.act)
    page = seen(client, night)
    assert "Should be there 100.50 € Expected then 96 €" in page
    assert "80 €" in page
    assert "16 € missing" in page


def test_cash_out_of_the_float_of_the_till_is_not_missing_in_the_books(night: Night, client: Client):
    expenses.record_expense(open=night.open, fund="house", amount=10_000, **night.act)
    missing = "4 € more cash went out than came in"
    assert missing in seen(client, night)
    for opening, said in ((399, True), (400, False)):
        count_till(open=night.open, pieces={}, opening=opening, **night.act)
        assert (missing in seen(client, night)) is said


def test_the_last_line_is_taken_back_from_the_page_itself(night: Night, client: Client):
    client.post(at(night), {"what": "expense:prize", "amount": "12", "method": "cash"})
    answer = client.get(at(night))
    assert "Undo: Costs before the prizes" in plain(answer)
    client.post(f"/desk/{night.open.code}/undo/", {"entry": answer.context["undo"].pk})
    assert "None so far." in seen(client, night)


def test_only_the_part_that_changes_is_fetched_again(night: Night, client: Client):
    for part in ("money-now", "money-side"):
        answer = client.get(at(night), headers={"HX-Request": "true", "HX-Target": part})
        html = answer.content.decode()
        assert (answer.status_code, f'id="{part}"' in html, "<html" in html) == (200, True, False)


def test_the_queries_do_not_grow_with_the_entries(night: Night, client: Client):
    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(at(night))
        return len(seen)

    # The undo names the last act: both times the same kind of it.
    expenses.record_expense(open=night.open, fund="house", amount=99, **night.act)
    count()
    few = count()
    night.sign_up(*(f"P{number}" for number in range(30)), pay=False)
    for number in range(5):
        expenses.record_expense(open=night.open, fund="house", amount=100 + number, **night.act)
    assert count() == few


def test_the_money_is_linked_from_the_desk_and_from_the_end(night: Night, client: Client):
    for page in ("", "door/", "finish/"):
        assert at(night) in client.get(f"/desk/{night.open.code}/{page}").content.decode()


def test_a_guarantee_is_set_up_shown_with_the_prizes_and_kept_once_they_are_locked(
    night: Night, client: Client
):
    setup = f"/desk/{night.open.code}/setup/"
    fields, rows = typed_terms(terms_of(night.open), 2)
    sent = {name: "" if value is None else str(value) for name, value in fields.items()}
    sent |= {**rows_as_data(rows), "guarantee": "100"}
    preview = client.post(setup, {**sent, "redraw": "preview", "players": "8"})
    assert "Prize pool 100 €" in plain(preview)
    assert client.post(setup, sent).status_code == 302
    open = Open.objects.get(pk=night.open.pk)
    assert (open.guarantee, terms_of(open).guarantee) == (10_000, 10_000)
    till.set_prizes(open=open, plan=PrizePlan("winner"), **night.act)
    till.lock_prizes(open=open, **night.act)
    locked = replace(terms_of(Open.objects.get(pk=open.pk)), guarantee=0)
    with pytest.raises(RuleError, match="prizes_locked"):
        change_terms(open=open, terms=locked, **night.act)
