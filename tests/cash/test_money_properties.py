"""Whatever is paid, voided and locked: money taken = funds = allocations, prizes as check_lock allows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Allocation, Payment, Prize
from tdapp.floor import services as floor
from tdapp.floor.set_up import change_terms, terms_of
from tdapp.rules import payouts
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tests.builders import Night, make_night, spt_terms

pytestmark = pytest.mark.django_db

PEOPLE = ("Ana", "Bea", "Cid", "Dora", "Eva")
amounts = st.lists(st.integers(0, 3000), max_size=4).map(lambda v: PrizePlan("amounts", tuple(v)))
percents = st.lists(st.sampled_from(["10", "20", "30", "33.3", "50"]), min_size=1, max_size=4)
plans = amounts | percents.map(lambda v: PrizePlan("percent", tuple(v))) | st.just(PrizePlan("winner"))
acts = st.lists(
    st.tuples(st.just("pay"), st.sampled_from(PEOPLE))
    | st.tuples(st.just("void"), st.integers(0, 9))
    | st.tuples(st.just("price"), st.integers(0, 1500), st.integers(0, 300))
    | st.tuples(st.just("plan"), plans)
    | st.tuples(st.sampled_from(["all", "lock", "lock anyway", "unlock"])),
    max_size=12,
)


@contextmanager
def rolled_back(night: Night) -> Iterator[None]:
    """One example after another on the same night. A plain savepoint: a record asks to be outermost."""
    savepoint = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(savepoint)
        night.open.refresh_from_db()


def do(night: Night, act: tuple) -> None:
    what, *rest = act
    if what == "pay":
        entry = night.entries[rest[0]]
        till.take_payment(entry=entry, overruled=["paid_already"], **night.act)
    elif what == "void":
        payments = list(Payment.objects.order_by("pk"))
        if payments:
            till.void_payment(payment=payments[rest[0] % len(payments)], **night.act)
    elif what == "price":
        prize, house = rest
        terms = replace(terms_of(night.open), buy_in=(("prize", prize), ("house", house)))
        change_terms(open=night.open, terms=terms, **night.act)
    elif what == "plan":
        till.set_prizes(open=night.open, plan=rest[0], **night.act)
    elif what == "all":
        till.take_all_payments(open=night.open, **night.act)
    elif what == "unlock":
        till.unlock_prizes(open=night.open, **night.act)
    else:
        passed = ["prizes_do_not_sum"] if what == "lock anyway" else []
        lock(night, passed)


def lock(night: Night, passed: list[str]) -> None:
    """What is locked unasked sums to the pool, or to the pool once all have paid; it never rises."""
    pool = night.pool()
    till.lock_prizes(open=night.open, overruled=passed, **night.act)
    locked = tuple(Prize.objects.order_by("place").values_list("amount", flat=True))
    assert list(locked) == sorted(locked, reverse=True)
    if not passed:
        assert sum(locked) in (pool.prize, pool.prize + pool.owed)
        payouts.check_lock(sum(locked), locked)


def check_money(night: Night) -> None:
    pool = night.pool()
    paid = Payment.objects.aggregate(total=Sum("amount"))["total"] or 0
    allocated = Allocation.objects.aggregate(total=Sum("amount"))["total"] or 0
    assert paid == allocated == pool.taken == pool.prize + pool.house == sum(pool.funds.values())
    assert all(
        payment.amount == sum(a.amount for a in payment.allocations.all())
        for payment in Payment.objects.all()
    )
    assert cash.till(night.open, pool).in_hand == paid
    prizes = cash.prizes(night.open, pool)
    assert prizes.unassigned + sum(prizes.amounts) in (pool.prize, pool.prize + pool.owed)
    owing = {debt.entry for debt in cash.debts(night.open, night.field())}
    paying = set(Payment.objects.values_list("entry", flat=True))
    price = cash.prices(night.open)["buy_in"].total
    assert owing == ({e.pk for e in night.entries.values()} - paying if price else set())


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms(house=200))
    night.sign_up(*PEOPLE, pay=False)
    return night


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=acts)
def test_money_taken_is_the_sum_of_funds_and_of_allocations(night: Night, acts):
    with rolled_back(night):
        for act in acts:
            with suppress(RuleError):
                do(night, act)
            check_money(night)


groups = st.permutations(PEOPLE).flatmap(
    lambda order: st.lists(st.integers(1, 3), min_size=1, max_size=5).map(lambda cuts: cut(list(order), cuts))
)


def cut(order: list[str], sizes: list[int]) -> list[list[str]]:
    """Groups of those sizes, one player at least left over."""
    found = []
    for size in sizes:
        if len(order) <= size:
            break
        found.append([order.pop() for _ in range(size)])
    return found


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(groups=groups, counts=st.lists(st.sampled_from([0, 500, 1000, 4000]), min_size=5, max_size=5))
def test_places_are_a_permutation_with_ties_and_the_whole_pool_is_won(night: Night, groups, counts):
    with rolled_back(night):
        till.take_all_payments(open=night.open, **night.act)
        till.set_prizes(open=night.open, plan=PrizePlan("amounts", (2500, 1700, 800)), **night.act)
        night.start()
        for group in groups:
            out = [night.entries[name] for name in group]
            floor.record_outs(open=night.open, groups=[out], in_order=True, **night.act)
        left = [night.entries[night.field().by_id[e.id].name] for e in night.field().left]
        given = dict(zip(left, counts, strict=False)) if len(left) > 1 else None
        floor.finish_open(open=night.open, counts=given, **night.act)
        everyone = night.field()
        covered = sorted({(p.first, p.last) for p in everyone.places.values()})
        assert [n for first, last in covered for n in range(first, last + 1)] == [1, 2, 3, 4, 5]
        for first, last in covered:
            assert sum(p.first == first for p in everyone.places.values()) == last - first + 1
        won = cash.winnings(night.open, everyone, cash.prizes(night.open, night.pool()))
        assert sum(one.amount for one in won.values()) == 5000 == night.pool().prize
        by_place = [
            won[key].amount if key in won else 0
            for key, _ in sorted(everyone.places.items(), key=lambda p: p[1])
        ]
        assert all(worse <= better + 1 for better, worse in pairwise(by_place))
