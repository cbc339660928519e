"""Faults with money that other programs had, tried on a night (faults 95 to 109)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.accounts.models import User
from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Allocation, Payment
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tdapp.tours.models import Tour
from tdapp.tours.services import found_tour
from tests.builders import EVENING, Night, make_night, spt_terms
from tests.desk.clients import client_of, text

pytestmark = pytest.mark.django_db


def night_of(players: int, buy_in: int, plan: PrizePlan, currency: str = "EUR") -> Night:
    """So many have paid a buy-in (minor units) that is all for the prizes."""
    director = User.objects.create(name="Directora")
    founded = found_tour(
        name="Circuito", currency=currency, time_zone="Europe/Madrid", language="es",
        season="2008", actor=director, now=EVENING,
    )  # fmt: skip
    tour = Tour.objects.get(pk=founded.params["tour"])
    terms = replace(spt_terms(prize=buy_in), prizes=plan, chip_digits=0, chips_are_money=False)
    night = make_night(terms, tour=tour, director=director)
    night.sign_up(*(f"P{number:02}" for number in range(players)))
    return night


def prizes(night: Night) -> tuple[int, ...]:
    found = cash.prizes(night.open, night.pool())
    assert sum(found.amounts) == night.pool().prize
    assert list(found.amounts) == sorted(found.amounts, reverse=True)
    return found.amounts


@pytest.mark.parametrize(
    ("players", "buy_in", "plan", "amounts"),
    [
        pytest.param(
            2, 500, PrizePlan("percent", ("16.67",) * 4 + ("16.66",) * 2),
            (167, 167, 167, 167, 166, 166), id="fault_95",
        ),
        pytest.param(
            5, 500, PrizePlan("percent", ("30", "25", "20", "15", "10"), 100),
            (800, 600, 500, 400, 200), id="fault_98",
        ),
        pytest.param(
            5, 3700, PrizePlan("percent", ("45", "27", "18", "10"), 500),
            (8000, 5000, 3500, 2000), id="fault_100",
        ),
        pytest.param(2, 50, PrizePlan("percent", ("33.34", "33.33", "33.33")), (34, 33, 33), id="fault_106"),
    ],
)  # fmt: skip
def test_a_pool_is_shared_to_the_cent_in_notes_that_there_are(
    players: int, buy_in: int, plan: PrizePlan, amounts: tuple[int, ...]
) -> None:
    assert prizes(night_of(players, buy_in, plan)) == amounts


def test_prizes_of_99_99_are_not_locked_over_a_pool_of_99_unsaid_fault_107() -> None:
    night = night_of(9, 1100, PrizePlan("amounts", (5000, 3000, 1999)))
    with pytest.raises(RuleError, match="prizes_do_not_sum") as refused:
        till.lock_prizes(open=night.open, **night.act)
    assert (refused.value.overrule, refused.value.params["missing"]) == (True, -99)
    passed = till.lock_prizes(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    assert passed.kind == "prizes_locked"


@pytest.mark.parametrize(
    ("currency", "buy_in", "pool", "printed"),
    [
        ("KRW", 500_000, 1_000_000, "1 000 000 KRW"),
        ("CLP", 10_000, 20_000, "$20 000"),
        ("KWD", 12_345, 24_690, "24.690 KWD"),
        ("EUR", 1250, 2500, "25 €"),
    ],
)
def test_an_amount_is_kept_and_printed_with_the_decimals_of_its_currency_fault_109(
    currency: str, buy_in: int, pool: int, printed: str
) -> None:
    night = night_of(2, buy_in, PrizePlan("percent", ("60", "40")), currency)
    assert {payment.amount for payment in Payment.objects.all()} == {buy_in}
    assert {part.amount for part in Allocation.objects.all()} == {buy_in}
    assert sum(prizes(night)) == night.pool().prize == pool
    assert printed in text(client_of(night.director).get(f"/desk/{night.open.code}/door/"))
