"""Money taken, voided, locked and handed over; each taken back and put back (DESIGN 6)."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Allocation, Payment, Payout
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.set_up import change_terms, terms_of
from tdapp.journal.undo import undo
from tdapp.opens.models import BuyInOption
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO, pay=False)
    return night


@pytest.fixture
def finished(night: Night) -> Night:
    till.take_all_payments(open=night.open, **night.act)
    night.start()
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    return night


def test_a_payment_credits_each_fund_is_undone_and_redone_SPT_33(night: Night):
    entry = night.entries["Canadá"]
    paid = back_and_forth(night, lambda: till.take_payment(entry=entry, **night.act))
    payment = Payment.objects.get(pk=paid.params["payment"])
    assert paid.params["amount"] == payment.amount == 1200
    assert list(Allocation.objects.filter(payment=payment).values_list("fund", "amount")) == [
        ("prize", 1000), ("house", 200),
    ]  # fmt: skip


def test_a_double_tap_pays_once(night: Night):
    act = {**night.act, "request_id": uuid.uuid4()}
    first = till.take_payment(entry=night.entries["Canadá"], **act)
    again = till.take_payment(entry=night.entries["Canadá"], **act)
    assert (again.pk, again.repeated) == (first.pk, True)
    assert night.pool().taken == 1200


def test_a_second_payment_is_asked_about_and_may_be_meant(night: Night):
    entry = night.entries["Canadá"]
    till.take_payment(entry=entry, **night.act)
    with pytest.raises(RuleError, match="paid_already") as caught:
        till.take_payment(entry=entry, **night.act)
    assert caught.value.overrule
    back_and_forth(night, lambda: till.take_payment(entry=entry, overruled=["paid_already"], **night.act))
    assert night.pool().taken == 2400


def test_what_is_not_sold_is_not_bought(night: Night):
    BuyInOption.objects.update(retired=True)
    with pytest.raises(RuleError, match="nothing_to_buy"):
        till.take_payment(entry=night.entries["Canadá"], **night.act)


def test_who_withdrew_pays_nothing(night: Night):
    door.withdraw(entry=night.entries["Canadá"], **night.act)
    with pytest.raises(RuleError, match="entry_withdrawn"):
        till.take_payment(entry=night.entries["Canadá"], **night.act)


def test_all_paid_takes_from_those_who_owe_only(night: Night):
    till.take_payment(entry=night.entries["Canadá"], **night.act)
    entry = back_and_forth(night, lambda: till.take_all_payments(open=night.open, **night.act))
    assert entry.params["amount"] == 7 * 1200
    assert entry.params["entries"] == [night.entries[name].pk for name in BARBARISMO[1:]]
    assert Payment.objects.count() == 8
    with pytest.raises(RuleError, match="nobody_owes"):
        till.take_all_payments(open=night.open, **night.act)


def test_a_payment_is_voided_whatever_came_after_and_only_once(night: Night):
    taken = till.take_payment(entry=night.entries["Canadá"], **night.act)
    payment = Payment.objects.get(pk=taken.params["payment"])
    night.start()
    night.out("Israel")
    back_and_forth(night, lambda: till.void_payment(payment=payment, **night.act))
    assert night.pool().taken == 0
    with pytest.raises(RuleError, match="payment_voided_already"):
        till.void_payment(payment=payment, **night.act)


def test_prizes_are_set_locked_and_unlocked(night: Night):
    till.take_all_payments(open=night.open, **night.act)
    plan = PrizePlan("percent", ("50", "30", "20"))
    back_and_forth(night, lambda: till.set_prizes(open=night.open, plan=plan, **night.act))
    with pytest.raises(RuleError, match="prizes_not_locked"):
        till.unlock_prizes(open=night.open, **night.act)
    back_and_forth(night, lambda: till.lock_prizes(open=night.open, **night.act))
    assert cash.prizes(night.open, night.pool()).amounts == (4000, 2400, 1600)
    for act in (
        lambda: till.set_prizes(open=night.open, plan=plan, **night.act),
        lambda: till.lock_prizes(open=night.open, **night.act),
    ):
        with pytest.raises(RuleError, match="prizes_locked"):
            act()
    back_and_forth(night, lambda: till.unlock_prizes(open=night.open, **night.act))
    assert not cash.prizes(night.open, night.pool()).locked


@pytest.mark.parametrize(
    ("amounts", "code", "passes"),
    [
        ((5000, 2000), "prizes_do_not_sum", True),
        ((5000, 2000, 2000), "prizes_do_not_sum", True),
        ((2000, 6000), "prizes_rise", False),
        ((8000, 0), "prize_zero", False),
    ],
)
def test_only_prizes_that_sum_to_the_pool_are_locked_unasked_SPT_35(night: Night, amounts, code, passes):
    till.take_all_payments(open=night.open, **night.act)
    till.set_prizes(open=night.open, plan=PrizePlan("amounts", amounts), **night.act)
    with pytest.raises(RuleError, match=code):
        till.lock_prizes(open=night.open, **night.act)
    if passes:
        entry = till.lock_prizes(open=night.open, overruled=[code], **night.act)
        assert entry.params["overruled"] == [code]
        assert cash.prizes(night.open, night.pool()).amounts == amounts
    else:
        with pytest.raises(RuleError, match=code):
            till.lock_prizes(open=night.open, overruled=[code], **night.act)


def test_prizes_that_come_out_once_the_debts_are_paid_are_locked_unasked(night: Night):
    till.take_payment(entry=night.entries["Canadá"], **night.act)
    till.lock_prizes(open=night.open, **night.act)
    assert cash.prizes(night.open, night.pool()).amounts == (5000, 2000, 1000)


def test_a_prize_is_handed_over_once_and_taken_back(finished: Night):
    entry = finished.entries["Canadá"]
    back_and_forth(finished, lambda: till.pay_out(entry=entry, **finished.act))
    assert Payout.objects.get(entry=entry).amount == 5000
    with pytest.raises(RuleError, match="paid_out_already"):
        till.pay_out(entry=entry, **finished.act)
    back_and_forth(finished, lambda: till.take_prize_back(entry=entry, **finished.act))
    with pytest.raises(RuleError, match="not_paid_out"):
        till.take_prize_back(entry=entry, **finished.act)


def test_who_wins_nothing_is_paid_nothing(finished: Night):
    with pytest.raises(RuleError, match="no_prize"):
        till.pay_out(entry=finished.entries["Israel"], **finished.act)


def test_a_prize_handed_over_before_a_correction_shows_the_difference(finished: Night):
    till.pay_out(entry=finished.entries["Inglaterra"], **finished.act)
    floor.reopen_open(open=finished.open, **finished.act)
    till.unlock_prizes(open=finished.open, **finished.act)
    till.set_prizes(open=finished.open, plan=PrizePlan("amounts", (4000, 3000, 1000)), **finished.act)
    floor.finish_open(open=finished.open, **finished.act)
    won = cash.winnings(finished.open, finished.field(), cash.prizes(finished.open, finished.pool()))
    mine = won[finished.entries["Inglaterra"].pk]
    assert (mine.amount, mine.handed, mine.paid) == (3000, 2000, False)
    till.take_prize_back(entry=finished.entries["Inglaterra"], **finished.act)
    till.pay_out(entry=finished.entries["Inglaterra"], **finished.act)
    assert cash.till(finished.open, finished.pool()).paid_out == 3000


def test_a_finished_open_keeps_its_prizes(finished: Night):
    with pytest.raises(RuleError, match="finished_already"):
        till.unlock_prizes(open=finished.open, **finished.act)


def test_debts_are_paid_after_the_end_and_a_wrong_tap_is_taken_back(night: Night):
    night.start()
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    floor.finish_open(open=night.open, overruled=["debts_open", "prizes_do_not_sum"], **night.act)
    paid = back_and_forth(night, lambda: till.take_payment(entry=night.entries["Israel"], **night.act))
    undo(entry=paid, actor=night.director, now=night.now)
    assert night.pool().taken == 0


@pytest.mark.both_databases
def test_the_database_itself_refuses_negative_money(night: Night):
    taken = till.take_payment(entry=night.entries["Canadá"], **night.act)
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.filter(pk=taken.params["payment"]).update(amount=-1)


# -- in parts, by other ways, given back ---------------------------------------------------------------


def test_a_buy_in_paid_in_parts_ends_split_as_one_payment_would_be_SPT_33(night: Night):
    entry = night.entries["Canadá"]
    back_and_forth(night, lambda: till.take_payment(entry=entry, amount=700, **night.act))
    assert cash.debts(night.open, night.field())[0].amount == 500
    assert (night.pool().prize, night.pool().owed) == (700, 8 * 1000 - 700)
    till.take_payment(entry=entry, amount=400, method="transfer", **night.act)
    assert night.pool().funds == {"prize": 1000, "house": 100}
    till.take_payment(entry=entry, **night.act)
    assert night.pool().funds == {"prize": 1000, "house": 200}
    assert [payment.amount for payment in Payment.objects.order_by("pk")] == [700, 400, 100]
    with pytest.raises(RuleError, match="paid_already"):
        till.take_payment(entry=entry, **night.act)


def test_nothing_and_more_than_is_owed_are_refused(night: Night):
    entry = night.entries["Canadá"]
    with pytest.raises(RuleError, match="payment_not_positive"):
        till.take_payment(entry=entry, amount=0, **night.act)
    with pytest.raises(RuleError, match="payment_above_price") as caught:
        till.take_payment(entry=entry, amount=1201, **night.act)
    assert caught.value.params == {"owed": 1200, "amount": 1201}


def test_who_paid_a_part_of_an_old_price_owes_the_rest_of_that_one(night: Night):
    till.take_payment(entry=night.entries["Canadá"], amount=200, **night.act)
    dearer = replace(terms_of(night.open), buy_in=(("prize", 2000),))
    change_terms(open=night.open, terms=dearer, **night.act)
    assert [debt.amount for debt in cash.debts(night.open, night.field())[:2]] == [1000, 2000]
    till.take_all_payments(open=night.open, **night.act)
    assert night.pool().taken == 1200 + 7 * 2000


def test_the_drawer_holds_what_came_in_cash_only(night: Night):
    till.take_payment(entry=night.entries["Canadá"], method="card", **night.act)
    till.take_payment(entry=night.entries["Irán"], method="transfer", **night.act)
    till.take_payment(entry=night.entries["Kosovo"], **night.act)
    drawer = cash.till(night.open, night.pool())
    assert (drawer.taken, drawer.elsewhere, drawer.in_hand) == (3600, 2400, 1200)


def test_a_part_given_back_leaves_each_fund_its_share_and_is_owed_again_RULES_4_5(night: Night):
    taken = till.take_payment(entry=night.entries["Canadá"], **night.act)
    payment = Payment.objects.get(pk=taken.params["payment"])
    back_and_forth(night, lambda: till.refund_payment(payment=payment, amount=600, **night.act))
    assert night.pool().funds == {"prize": 500, "house": 100}
    assert cash.debts(night.open, night.field())[0].amount == 600
    with pytest.raises(RuleError, match="refund_above_payment"):
        till.refund_payment(payment=payment, amount=601, **night.act)
    till.void_payment(payment=payment, **night.act)
    with pytest.raises(RuleError, match="payment_voided_already"):
        till.refund_payment(payment=payment, amount=1, **night.act)
    assert night.pool().taken == 0


def test_voiding_a_payment_seen_before_a_part_went_back_gives_back_the_rest_only(night: Night):
    taken = till.take_payment(entry=night.entries["Canadá"], **night.act)
    seen, other = (Payment.objects.get(pk=taken.params["payment"]) for _ in range(2))
    till.refund_payment(payment=other, amount=500, **night.act)
    assert till.void_payment(payment=seen, **night.act).params["amount"] == 700
    assert night.pool().taken == 0


def test_what_was_given_back_in_part_and_is_paid_again_is_ten_and_two_SPT_33(night: Night):
    entry = night.entries["Canadá"]
    taken = till.take_payment(entry=entry, **night.act)
    payment = Payment.objects.get(pk=taken.params["payment"])
    till.refund_payment(payment=payment, amount=600, **night.act)
    till.take_payment(entry=entry, **night.act)
    assert night.pool().funds == {"prize": 1000, "house": 200}


def test_the_first_of_two_parts_voided_and_taken_by_card_is_ten_and_two_SPT_33(night: Night):
    entry = night.entries["Canadá"]
    first = till.take_payment(entry=entry, amount=600, **night.act)
    till.take_payment(entry=entry, **night.act)
    promised = night.pool().promised
    till.void_payment(payment=Payment.objects.get(pk=first.params["payment"]), **night.act)
    assert night.pool().promised == promised
    till.take_payment(entry=entry, method="card", **night.act)
    assert night.pool().funds == {"prize": 1000, "house": 200}
