"""Costs, money handed on or put in, the guarantee: recorded, voided, refused (VIV-42, RULES 4.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import books as of_the_night
from tdapp.cash import expenses
from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Expense
from tdapp.floor import services as floor
from tdapp.journal.undo import redo, undo
from tdapp.rules.errors import RuleError
from tdapp.rules.funds import Books
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms

pytestmark = pytest.mark.django_db

VIVALDI = replace(
    spt_terms("Vivaldi"),
    buy_in=(("prize", 25_000),),
    prizes=PrizePlan("percent", ("60", "20", "15", "5")),
)


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


def spend(night: Night, amount: int, fund: str = "prize", **more: object) -> Expense:
    act = expenses.record_expense(open=night.open, fund=fund, amount=amount, **more, **night.act)
    return Expense.objects.get(pk=act.params["expense"])


def books(night: Night) -> Books:
    found = of_the_night.books(night.open, night.field())
    assert found.adds_up
    return found


def test_vivaldi_pays_its_prizes_after_the_costs_to_an_empty_till_VIV_42():
    night = make_night(VIVALDI)
    names = [f"P{number:02}" for number in range(16)]
    night.sign_up(*names)
    spend(night, 37_500, text="sede y naipes")
    assert cash.prizes(night.open, night.pool()).amounts == (217_500, 72_500, 54_375, 18_125)
    night.start()
    for name in names[:0:-1]:
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    for name in names[:4]:
        till.pay_out(entry=night.entries[name], **night.act)
    found = books(night)
    assert (found.acts["payment"], found.acts["expense"], found.acts["prize"]) == (400_000, 37_500, 362_500)
    assert (found.till, cash.till(night.open, night.pool()).in_hand) == (0, 0)


def test_costs_are_typed_before_anybody_paid():
    night = make_night(VIVALDI)
    spend(night, 37_500)
    assert (night.pool().prize, [one.code for one in night.pool().remarks]) == (0, ["costs_above_pool"])
    night.sign_up("Ana", "Bo")
    assert (night.pool().prize, night.pool().remarks) == (12_500, ())


def test_the_room_is_paid_by_the_house_and_the_pool_stays(night: Night):
    spend(night, 1000, "house", text="  the   room ", method="transfer")
    found = books(night)
    assert (night.pool().prize, night.pool().house, found.fund("house").left) == (8000, 600, 600)
    assert found.held == {"cash": 9600, "transfer": -1000}
    row = Expense.objects.get()
    assert (row.text, row.amount, row.handed_on) == ("the room", 1000, False)


def test_a_line_is_voided_once_and_undone_and_redone(night: Night):
    row = spend(night, 1000)
    voiding = expenses.void_expense(expense=row, **night.act)
    assert night.pool().prize == 8000
    with pytest.raises(RuleError, match="expense_voided_already"):
        expenses.void_expense(expense=row, **night.act)
    back = undo(entry=voiding, actor=None, now=night.now)
    assert night.pool().prize == 7000
    redo(entry=back, actor=None, now=night.now)
    assert (night.pool().prize, books(night).till) == (8000, 9600)


def test_a_second_tap_pays_once(night: Night):
    act = night.act
    for _ in range(2):
        expenses.record_expense(open=night.open, fund="prize", amount=500, **act)
    assert night.pool().costs == 500


def test_a_sponsor_makes_the_pool_larger_and_the_season_fund_is_handed_on():
    night = make_night(replace(spt_terms(), buy_in=(("prize", 1000), ("season", 100))))
    night.sign_up(*BARBARISMO)
    expenses.add_money(open=night.open, fund="prize", amount=2000, text="Bar", **night.act)
    expenses.add_money(open=night.open, fund="season", amount=500, **night.act)
    expenses.hand_on(open=night.open, fund="season", amount=1300, method="transfer", **night.act)
    found = books(night)
    assert (night.pool().prize, found.fund("season").left, found.acts["handed_on"]) == (10_000, 0, 1300)
    assert (found.acts["added"], found.held) == (2500, {"cash": 11_300, "transfer": -1300})


def test_a_fund_of_the_clubs_own_has_a_name(night: Night):
    spend(night, 300, "Dealers")
    assert books(night).fund("Dealers").left == -300
    assert [one.code for one in books(night).remarks()] == ["fund_overdrawn"]
    with pytest.raises(RuleError, match="name_missing"):
        spend(night, 300, "  ")
    with pytest.raises(RuleError, match="name_too_long"):
        spend(night, 300, text="x" * 121)


@pytest.mark.parametrize("amount", [0, -1])
def test_an_amount_is_1_or_more(night: Night, amount: int):
    for service in (expenses.record_expense, expenses.add_money, expenses.hand_on):
        with pytest.raises(RuleError, match="payment_not_positive"):
            service(open=night.open, fund="house", amount=amount, **night.act)


def test_once_play_began_costs_above_what_came_are_refused_and_debts_count(night: Night):
    night.sign_up("Tanzania", pay=False)
    night.start()
    with pytest.raises(RuleError, match="costs_above_pool") as caught:
        spend(night, 9001)
    assert caught.value.params == {"taken": 9000, "costs": 9001}
    spend(night, 9000)
    assert (night.pool().prize, night.pool().promised) == (0, 0)
    spend(night, 100, "house")
    assert books(night).fund("house").left == 1500


def test_costs_after_the_lock_are_asked_about_and_may_be_taken_all_the_same(night: Night):
    till.lock_prizes(open=night.open, **night.act)
    with pytest.raises(RuleError, match="locked_prizes_uncovered") as caught:
        spend(night, 500)
    assert (caught.value.overrule, dict(caught.value.params)) == (True, {"assigned": 8000, "left": 7500})
    spend(night, 500, overruled=["locked_prizes_uncovered"])
    assert cash.prizes(night.open, night.pool()).unassigned == -500
    spend(night, 500, "house")


def test_what_the_lock_left_over_may_be_handed_on(night: Night):
    till.set_prizes(open=night.open, plan=PrizePlan("amounts", (5000, 2000)), **night.act)
    till.lock_prizes(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    expenses.hand_on(open=night.open, fund="prize", amount=1000, **night.act)
    assert cash.prizes(night.open, night.pool()).unassigned == 0


def test_a_sponsors_money_is_not_taken_back_from_locked_prizes_unasked(night: Night):
    act = expenses.add_money(open=night.open, fund="prize", amount=1000, **night.act)
    till.set_prizes(open=night.open, plan=PrizePlan("winner"), **night.act)
    till.lock_prizes(open=night.open, **night.act)
    row = Expense.objects.get(pk=act.params["expense"])
    with pytest.raises(RuleError, match="locked_prizes_uncovered"):
        expenses.void_expense(expense=row, **night.act)
    expenses.void_expense(expense=row, overruled=["locked_prizes_uncovered"], **night.act)
    assert books(night).fund("prize").left == 8000


@pytest.mark.parametrize(("players", "overlay", "payable"), [(18, 140, 500), (26, 0, 520)])
def test_the_guarantee_is_paid_or_the_pool_whichever_is_more_RULES_4_5(
    players: int, overlay: int, payable: int
):
    night = make_night(replace(spt_terms(), buy_in=(("prize", 20),)))
    night.sign_up(*(f"P{number}" for number in range(players)))
    expenses.set_guarantee(open=night.open, amount=500, **night.act)
    pool = night.pool()
    assert (pool.overlay, pool.payable, pool.prize) == (overlay, payable, payable)


def test_a_guarantee_is_undone_and_not_lowered_below_locked_prizes_unasked(night: Night):
    first = expenses.set_guarantee(open=night.open, amount=9000, **night.act)
    assert (first.params["before"], first.params["amount"]) == (0, 9000)
    undo(entry=first, actor=None, now=night.now)
    night.open.refresh_from_db()
    assert night.pool().prize == 8000
    expenses.set_guarantee(open=night.open, amount=9000, **night.act)
    till.set_prizes(open=night.open, plan=PrizePlan("winner"), **night.act)
    till.lock_prizes(open=night.open, **night.act)
    with pytest.raises(RuleError, match="locked_prizes_uncovered"):
        expenses.set_guarantee(open=night.open, amount=8500, **night.act)
    expenses.set_guarantee(open=night.open, amount=8500, overruled=["locked_prizes_uncovered"], **night.act)
    with pytest.raises(RuleError, match="pool_negative"):
        expenses.set_guarantee(open=night.open, amount=-1, **night.act)


def test_debts_are_paid_after_the_end_and_the_books_follow(night: Night):
    night.sign_up("Tanzania", pay=False)
    till.set_prizes(open=night.open, plan=PrizePlan("amounts", (6000, 3000)), **night.act)
    night.start()
    for name in (*BARBARISMO[1:], "Tanzania"):
        night.out(name)
    floor.finish_open(open=night.open, overruled=["debts_open"], **night.act)
    assert books(night).till == 9600
    till.settle_debts(entry=night.entries["Tanzania"], **night.act)
    spend(night, 1000, "house")
    assert (books(night).till, cash.debts(night.open, night.field())) == (9800, ())


def test_what_was_written_after_the_end_is_undone_and_redone(night: Night):
    night.start()
    for name in BARBARISMO[1:]:
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    act = expenses.record_expense(open=night.open, fund="house", amount=1000, **night.act)
    back = undo(entry=act, actor=None, now=night.now)
    assert books(night).till == 9600
    redo(entry=back, actor=None, now=night.now)
    assert books(night).till == 8600
