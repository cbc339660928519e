"""Where the money is: funds apart, debts, prizes, winnings, the till (SPT-33, SPT-35, RULES 4.2, 4.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Payment
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.set_up import change_terms, terms_of
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


def change_price(night: Night, *buy_in: tuple[str, int]) -> None:
    change_terms(open=night.open, terms=replace(terms_of(night.open), buy_in=buy_in), **night.act)


def owing(night: Night) -> dict[str, int]:
    return {debt.name: debt.amount for debt in cash.debts(night.open, night.field())}


def test_ten_and_two_are_credited_apart_and_fees_never_enter_the_pool_SPT_33(night: Night):
    pool = night.pool()
    assert (pool.prize, pool.house, pool.taken, pool.owed) == (8000, 1600, 9600, 0)
    assert cash.prizes(night.open, pool).amounts == (5000, 2000, 1000)
    assert cash.till(night.open, pool).in_hand == 9600


def test_who_has_not_paid_owes_the_whole_price_and_the_pool_lacks_its_part(night: Night):
    night.sign_up("Tanzania", pay=False)
    assert owing(night) == {"Tanzania": 1200}
    assert (night.pool().prize, night.pool().owed) == (8000, 1000)


def test_a_price_changed_later_asks_nothing_of_those_who_paid(night: Night):
    change_price(night, ("prize", 1500), ("house", 300))
    night.sign_up("Tanzania", pay=False)
    assert owing(night) == {"Tanzania": 1800}
    assert (night.pool().prize, night.pool().owed) == (8000, 1500)
    till.take_payment(entry=night.entries["Tanzania"], **night.act)
    assert (night.pool().prize, night.pool().house) == (9500, 1900)
    change_price(night, ("prize", 500))
    assert owing(night) == {}


def test_one_who_paid_twice_pays_for_nobody_else(night: Night):
    night.sign_up("Tanzania", pay=False)
    till.take_payment(entry=night.entries["Canadá"], overruled=["paid_already"], **night.act)
    assert owing(night) == {"Tanzania": 1200}
    assert (night.pool().prize, night.pool().owed) == (9000, 1000)


def test_a_free_open_has_no_debts():
    night = make_night(replace(spt_terms(), buy_in=(("prize", 0),)))
    night.sign_up("Canadá", "Irán", pay=False)
    assert (owing(night), night.pool().owed) == ({}, 0)


def test_who_withdrew_owes_nothing_and_got_the_money_back(night: Night):
    night.sign_up("Tanzania", pay=False)
    door.withdraw(entry=night.entries["Tanzania"], **night.act)
    door.withdraw(entry=night.entries["Israel"], **night.act)
    assert owing(night) == {}
    assert (night.pool().prize, night.pool().house) == (7000, 1400)


def test_unassigned_prizes_are_said_and_so_are_those_above_the_pool_SPT_35(night: Night):
    def said() -> list[tuple[str, dict]]:
        found = cash.prizes(night.open, night.pool())
        return [(one.code, dict(one.params)) for one in found.remarks]

    assert said() == [("prize_below_buy_in", {"place": 3, "amount": 1000, "buy_in": 1200})]
    till.set_prizes(open=night.open, plan=PrizePlan("amounts", (5000, 2000)), **night.act)
    assert said() == [("prizes_unassigned", {"missing": 1000})]
    till.set_prizes(open=night.open, plan=PrizePlan("amounts", (5000, 3500)), **night.act)
    assert said() == []
    night.start()
    assert said() == [("prizes_above_pool", {"over": 500})]


def test_what_is_owed_counts_for_fixed_prizes_and_not_for_shares(night: Night):
    night.sign_up("Tanzania", pay=False)

    def unassigned(plan: PrizePlan) -> int:
        till.set_prizes(open=night.open, plan=plan, **night.act)
        return cash.prizes(night.open, night.pool()).unassigned

    assert unassigned(PrizePlan("amounts", (6000, 3000))) == 0
    assert unassigned(PrizePlan("amounts", (5000, 3000))) == 1000
    assert unassigned(PrizePlan("percent", ("60", "40"))) == 0
    assert unassigned(PrizePlan("percent", ("60", "30"))) == 800
    assert unassigned(PrizePlan("winner")) == 0


def test_percentages_follow_the_pool_until_they_are_locked(night: Night):
    till.set_prizes(open=night.open, plan=PrizePlan("percent", ("62.5", "25", "12.5")), **night.act)
    assert cash.prizes(night.open, night.pool()).amounts == (5000, 2000, 1000)
    night.sign_up("Tanzania")
    assert cash.prizes(night.open, night.pool()).amounts == (5625, 2250, 1125)
    till.lock_prizes(open=night.open, **night.act)
    night.sign_up("Andorra")
    found = cash.prizes(night.open, night.pool())
    assert (found.amounts, found.locked, found.unassigned) == (
        (5625, 2250, 1125), True, 1000,
    )  # fmt: skip


def test_prizes_locked_with_nothing_assigned_stay_locked(night: Night):
    till.set_prizes(open=night.open, plan=PrizePlan("amounts"), **night.act)
    till.lock_prizes(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    found = cash.prizes(night.open, night.pool())
    assert (found.amounts, found.locked, found.paid_places, found.of_place(1)) == ((), True, 0, 0)


def test_last_man_standing_takes_the_whole_pool_SPT_42(night: Night):
    till.set_prizes(open=night.open, plan=PrizePlan("winner"), **night.act)
    assert cash.prizes(night.open, night.pool()).amounts == (8000,)


def test_tied_places_share_their_money_to_the_cent_fault_106():
    night = make_night(spt_terms(prizes=(5000, 3000)))
    night.sign_up(*BARBARISMO)
    night.start()
    night.out("Israel")
    for name in ("Kosovo", "Francia", "Lituania"):
        night.out(name)
    three = [night.entries[name] for name in ("Inglaterra", "Letonia", "Irán")]
    floor.record_outs(open=night.open, groups=[three], in_order=True, **night.act)
    prizes = cash.prizes(night.open, night.pool())
    won = cash.winnings(night.open, night.field(), prizes)
    assert {night.field().by_id[key].name: one.amount for key, one in won.items()} == {
        "Canadá": 5000, "Inglaterra": 1000, "Letonia": 1000, "Irán": 1000,
    }  # fmt: skip
    till.set_prizes(open=night.open, plan=PrizePlan("amounts", (7000, 1000)), **night.act)
    won = cash.winnings(night.open, night.field(), cash.prizes(night.open, night.pool()))
    assert [won[entry.pk].amount for entry in three] == [334, 333, 333]


def test_the_till_is_what_was_taken_less_what_was_handed_over(night: Night):
    night.start()
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    till.pay_out(entry=night.entries["Canadá"], **night.act)
    found = cash.till(night.open, night.pool())
    assert (found.taken, found.paid_out, found.in_hand) == (9600, 5000, 4600)


def test_money_handed_back_after_the_lock_leaves_prizes_above_the_pool_and_is_said(night: Night):
    till.lock_prizes(open=night.open, **night.act)
    payment = Payment.objects.get(entry=night.entries["Israel"])
    till.void_payment(payment=payment, **night.act)
    found = cash.prizes(night.open, night.pool())
    assert (found.amounts, found.unassigned) == ((5000, 2000, 1000), 0)
    assert owing(night) == {"Israel": 1200}
    door.withdraw(entry=night.entries["Israel"], **night.act)
    night.start()
    found = cash.prizes(night.open, night.pool())
    assert (found.amounts, found.unassigned) == ((5000, 2000, 1000), -1000)
    assert found.remarks[0].code == "locked_above_pool"


def test_what_locked_prizes_leave_is_told_from_what_of_it_is_still_owed(night: Night):
    night.sign_up("Tanzania", "Kosovo 2", pay=False)
    till.lock_prizes(open=night.open, overruled=["prizes_do_not_sum"], **night.act)

    def left() -> tuple[int, int, list[tuple[str, dict]]]:
        found = cash.prizes(night.open, night.pool())
        return found.unassigned, found.owed, [(one.code, dict(one.params)) for one in found.remarks[:1]]

    assert left() == (2000, 2000, [("prizes_left_over", {"missing": 2000, "owed": 2000})])
    till.take_payment(entry=night.entries["Tanzania"], **night.act)
    assert left() == (2000, 1000, [("prizes_left_over", {"missing": 2000, "owed": 1000})])
    till.take_payment(entry=night.entries["Kosovo 2"], **night.act)
    assert left() == (2000, 0, [("prizes_left_over", {"missing": 2000, "owed": 0})])


def test_the_price_is_that_of_the_option_in_force(night: Night):
    before = cash.prices(night.open)["buy_in"]
    assert (before.splits, before.total, before.chips) == ((("prize", 1000), ("house", 200)), 1200, 2000)
    change_price(night, ("prize", 2000))
    after = cash.prices(night.open)["buy_in"]
    assert (after.splits, after.total) == ((("prize", 2000),), 2000)
    assert after.option != before.option
