"""The books of a night: what came in, by fund, what went out, and the pool it makes (RULES 4.5, VIV-42)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import books as of_the_night
from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Expense, Payment, SpecialPrize
from tdapp.floor import services as floor
from tdapp.floor.bounties import say_taker
from tdapp.opens.models import Out
from tdapp.rules.bounties import Terms
from tdapp.rules.funds import Books
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


def books(night: Night) -> Books:
    night.open.refresh_from_db()
    found = of_the_night.books(night.open, night.field())
    assert found.adds_up
    return found


def spend(night: Night, amount: int, fund: str = "prize", **more: object) -> None:
    Expense.objects.create(open=night.open, fund=fund, amount=amount, at=night.now, **more)


def test_ten_and_two_of_eight_are_80_for_prizes_and_16_for_the_house_SPT_33(night: Night):
    found = books(night)
    assert [(one.name, one.came_in, one.paid_out) for one in found.funds] == [
        ("house", 1600, 0), ("prize", 8000, 0),
    ]  # fmt: skip
    assert (found.money_in, found.till, found.held) == (9600, 9600, {"cash": 9600})


def test_what_was_given_back_or_voided_never_came_in(night: Night):
    first, second = Payment.objects.order_by("pk")[:2]
    till.refund_payment(payment=first, amount=600, **night.act)
    till.void_payment(payment=second, **night.act)
    found = books(night)
    assert (found.fund("prize").came_in, found.fund("house").came_in, found.till) == (6500, 1300, 7800)


def test_vivaldi_shares_what_the_costs_leave_VIV_42():
    plan = PrizePlan("percent", ("60", "20", "15", "5"))
    terms = replace(spt_terms(), buy_in=(("prize", 25_000),), prizes=plan)
    night = make_night(terms)
    night.sign_up(*(f"P{number}" for number in range(16)))
    spend(night, 37_500)
    pool = night.pool()
    assert (pool.taken_for_prizes, pool.costs, pool.prize, pool.taken) == (400_000, 37_500, 362_500, 400_000)
    assert cash.prizes(night.open, pool).amounts == (217_500, 72_500, 54_375, 18_125)
    assert (books(night).fund("prize").left, cash.till(night.open, pool).in_hand) == (362_500, 362_500)


def test_costs_typed_before_anybody_paid_leave_nothing_and_are_said(night: Night):
    for payment in Payment.objects.all():
        till.void_payment(payment=payment, **night.act)
    spend(night, 500)
    pool = night.pool()
    assert (pool.prize, pool.promised) == (0, 7500)
    assert [(one.code, dict(one.params)) for one in pool.remarks] == [
        ("costs_above_pool", {"taken": 0, "costs": 500})
    ]


def test_a_sponsor_adds_to_the_prizes_and_the_till(night: Night):
    spend(night, -2000, method="transfer")
    pool = night.pool()
    assert (pool.taken_for_prizes, pool.added, pool.prize) == (8000, 2000, 10_000)
    assert (books(night).held, cash.till(night.open, pool).in_hand) == (
        {"cash": 9600, "transfer": 2000},
        9600,
    )


def test_the_house_brings_what_the_guarantee_asks_once_the_prizes_are_locked_RULES_4_5(night: Night):
    night.open.guarantee = 10_000
    night.open.save()
    pool = night.pool()
    assert (pool.overlay, pool.payable, pool.prize) == (2000, 10_000, 10_000)
    assert [one.code for one in pool.remarks] == ["overlay_due"]
    assert books(night).fund("house").left == 1600
    till.set_prizes(open=night.open, plan=PrizePlan("percent", ("60", "40")), **night.act)
    till.lock_prizes(open=night.open, **night.act)
    found = books(night)
    assert (found.fund("prize").left, found.fund("house").left, found.till) == (10_000, -400, 9600)
    assert [(one.code, dict(one.params)) for one in found.remarks()] == [
        ("fund_overdrawn", {"fund": "house", "missing": 400})
    ]
    spend(night, -400, "house")
    assert books(night).remarks() == ()


def test_a_guarantee_that_debts_will_cover_promises_no_more_RULES_4_5(night: Night):
    night.open.guarantee = 8500
    night.open.save()
    night.sign_up("Tanzania", pay=False)
    assert (night.pool().prize, night.pool().promised) == (8500, 9000)


def test_prizes_for_the_best_hand_are_set_aside_and_paid_once_given(night: Night):
    ham = SpecialPrize.objects.create(open=night.open, text="Best hand", amount=1000, at=night.now)
    pool = night.pool()
    assert (pool.set_aside, pool.payable, pool.prize) == (1000, 8000, 7000)
    assert books(night).paid_out == 0
    SpecialPrize.objects.filter(pk=ham.pk).update(entry=night.entries["Irán"])
    assert (night.pool().prize, books(night).paid_out, books(night).fund("prize").left) == (7000, 1000, 7000)


def test_bounties_are_paid_from_theirs_and_a_head_nobody_took_goes_to_the_pool_RULES_4_6():
    terms = replace(spt_terms(), buy_in=(("prize", 1000), ("bounty", 500)), bounties=Terms("plain"))
    night = make_night(terms)
    night.sign_up(*BARBARISMO)
    night.start()
    night.out("Israel", by="Irán")
    night.out("Kosovo")
    say_taker(out=Out.objects.get(entry=night.entries["Kosovo"]), left=True, **night.act)
    found = books(night)
    assert (found.fund("bounty").left, found.fund("prize").left, found.till) == (3000, 8500, 11_500)
    assert (night.pool().prize, night.pool().taken_for_prizes) == (8500, 8000)


def test_money_that_goes_on_to_the_season_is_no_expense():
    night = make_night(replace(spt_terms(), buy_in=(("prize", 1000), ("season", 100))))
    night.sign_up(*BARBARISMO)
    spend(night, 300, "season", handed_on=True)
    spend(night, 200, "other", label="Dealers")
    found = books(night)
    assert (found.acts["handed_on"], found.acts["expense"]) == (300, 200)
    assert (found.fund("season").left, found.fund("Dealers").left, found.till) == (500, -200, 8300)


def test_prizes_handed_over_leave_the_prize_fund(night: Night):
    night.start()
    for name in BARBARISMO[:0:-1]:
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    for name in BARBARISMO[:3]:
        till.pay_out(entry=night.entries[name], **night.act)
    found = books(night)
    assert (found.acts["prize"], found.fund("prize").left, found.till) == (8000, 0, 1600)
