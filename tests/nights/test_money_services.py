"""Two hundred short nights through services: every unit that came in is in a fund, and paid or in the till.

After each act, in three currencies: Σ in = Σ funds = prizes + bounties + expenses + handed on + till, where
the till is what the house and the other funds still hold (RULES 4.5).  The rows are summed apart from the
books.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet, Sum

from tdapp.accounts.models import User
from tdapp.cash import queries as cash
from tdapp.cash.books import books
from tdapp.cash.models import Allocation, BountyPrize, Expense, Payment, Payout, SpecialPrize
from tdapp.floor import door
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.bounties import Terms as Bounties
from tdapp.rules.funds import Books
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.purchases import Offer
from tdapp.tours.models import Tour
from tdapp.tours.services import found_tour
from tests.builders import EVENING, Night, make_night, timed_terms
from tests.nights.money_acts import Treasurer

pytestmark = pytest.mark.django_db

NIGHTS, ACTS = 200, 10
CURRENCIES = {"EUR": 2, "CLP": 0, "KWD": 3}
# Prices that no unit divides, a fund of the club's own, and heads.
BUY_IN = (("prize", 1009), ("house", 201), ("bounty", 301), ("season", 97), ("Dealers", 53))
OPTIONS = (
    Offer("rebuy", 3000, (("prize", 503), ("house", 101), ("bounty", 301))),
    Offer("re_entry", 5000, (("prize", 1009), ("bounty", 301), ("Dealers", 11))),
    Offer("add_on", 8000, (("prize", 401), ("season", 3))),
)


@pytest.fixture
def nights(db: None) -> list[Night]:
    """Opens in each currency: two under way with either kind of bounties, one to begin; half have paid."""
    found = []
    for currency, digits in CURRENCIES.items():
        tour = a_tour(currency)
        assert tour.minor_digits == digits
        found += [begun(tour, Bounties("plain")), begun(tour, Bounties("progressive"))]
        for night in found[-2:]:
            night.start()
        found.append(begun(tour, Bounties("plain")))
    return found


def a_tour(currency: str) -> Tour:
    entry = found_tour(
        name=f"Liga {currency}", currency=currency, time_zone="Europe/Madrid", language="es",
        season="2008", actor=None, now=EVENING,
    )  # fmt: skip
    return Tour.objects.get(pk=entry.params["tour"])


def begun(tour: Tour, bounties: Bounties) -> Night:
    plan = PrizePlan("percent", ("50", "30", "20"))
    terms = replace(timed_terms(), buy_in=BUY_IN, options=OPTIONS, bounties=bounties, prizes=plan)
    director, _ = User.objects.get_or_create(name="Directora")
    night = make_night(terms, tour=tour, director=director)
    for paid, names in ((True, ["Ana", "Bo"]), (False, ["Cy", "Di"])):
        door.sign_up_list(open=night.open, nicknames=names, pay=paid, seed="s", **night.act)
    return night


@contextmanager
def rolled_back(night: Night) -> Iterator[None]:
    """One night after another from the same beginning. A plain savepoint: a record asks to be outermost."""
    savepoint, now = transaction.savepoint(), night.now
    try:
        yield
    finally:
        transaction.savepoint_rollback(savepoint)
        night.now = now
        night.open.refresh_from_db()


def total(rows: QuerySet[Any], column: str = "amount") -> int:
    return int(rows.aggregate(total=Sum(column))["total"] or 0)


def check(night: Night, seen: Counter[str]) -> Books:
    """The books, after their sums were compared with those of the rows."""
    open = Open.objects.get(pk=night.open.pk)
    everyone = field(open)
    pool = cash.pool(open, everyone)
    found = books(open, everyone, pool)
    spent = list(Expense.objects.filter(open=open).values_list("amount", "handed_on"))
    paid = total(Payment.objects.filter(entry__open=open, entry__voided=False))
    came_in = paid - sum(amount for amount, _ in spent if amount < 0)
    gone = {
        "prizes": total(Payout.objects.filter(entry__open=open))
        + total(SpecialPrize.objects.filter(open=open, entry__isnull=False)),
        "bounties": total(BountyPrize.objects.filter(open=open, winner__isnull=False)),
        "expenses": sum(amount for amount, handed_on in spent if amount > 0 and not handed_on),
        "handed on": sum(amount for amount, handed_on in spent if amount > 0 and handed_on),
    }
    allocated = Allocation.objects.filter(payment__entry__open=open, payment__voided=False)
    assert found.adds_up
    assert paid == total(allocated.filter(payment__entry__voided=False)) == pool.taken
    assert came_in == found.money_in == sum(fund.came_in for fund in found.funds)
    assert came_in == sum(gone.values()) + found.till
    assert found.till == sum(fund.left for fund in found.funds)
    drawer = cash.till(open, pool)
    assert (drawer.in_hand, drawer.taken) == (found.held.get("cash", 0), came_in)
    check_pool(open, pool, seen)
    for what, amount in gone.items():
        seen[what] += bool(amount)
    return found


def check_pool(open: Open, pool: cash.Pool, seen: Counter[str]) -> None:
    there = pool.taken_for_prizes + pool.added - pool.costs
    assert pool.after_costs == max(0, there)
    assert pool.payable == pool.after_costs + pool.overlay == max(open.guarantee, pool.after_costs)
    assert pool.prize == max(0, pool.payable - pool.set_aside)
    prizes = cash.prizes(open, pool)
    if not prizes.locked and open.prize_plan["kind"] != "amounts":
        assert sum(prizes.amounts) == pool.prize
    if prizes.deal is not None:
        assert prizes.deal.total == sum(prizes.amounts[: len(prizes.deal.amounts)])
        seen["deals"] += 1
    seen["overlay"] += bool(pool.overlay and prizes.locked)
    seen["locked"] += prizes.locked


@pytest.mark.parametrize("first", [0, NIGHTS // 2])
def test_every_unit_of_two_hundred_nights_has_a_place_after_each_act(nights: list[Night], first: int):
    seen: Counter[str] = Counter()
    for number in range(first, first + NIGHTS // 2):
        night = nights[number % len(nights)]
        with rolled_back(night):
            play(night, Treasurer(night, number), seen)
    # What the nights are for did happen, again and again.
    often = (
        "payment_taken",
        "payment_refunded",
        "out_recorded",
        "bought",
        "expense_recorded",
        "undo",
        "redo",
    )
    assert {kind: seen[kind] for kind in often if seen[kind] < 8} == {}
    rare = ("deal_agreed", "open_finished", "prize_paid", "purchase_voided", "special_prize_given")
    assert {kind for kind in rare if not seen[kind]} == set()
    happened = ("prizes", "bounties", "expenses", "handed on", "overlay", "deals", "locked", "back")
    assert {what for what in happened if not seen[what]} == set()


def play(night: Night, treasurer: Treasurer, seen: Counter[str]) -> None:
    """A short night; now and then what was just done is undone and redone, to the same books."""
    before = check(night, seen)
    for _ in range(ACTS):
        act = treasurer.act()
        if act is None:
            continue
        seen[act.kind] += 1
        after = check(night, seen)
        if act.kind not in ("undo", "redo") and treasurer.random.random() < 0.1:
            back = undo(entry=act, actor=night.director, now=night.now)
            assert check(night, seen) == before, f"after undoing {act.kind}"
            redo(entry=back, actor=night.director, now=night.now)
            assert check(night, seen) == after, f"after redoing {act.kind}"
            seen["back"] += 1
        before = after
