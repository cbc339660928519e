"""A San Antonio night through the services: ReSpawns sold, refused at 60:00 and passed, to a till (SA-23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import books as books_of
from tdapp.cash import services as till
from tdapp.cash.models import TillCount
from tdapp.cash.till_counts import count_till
from tdapp.clock.services import pause_clock, resume_clock
from tdapp.floor import services as floor
from tdapp.floor.options import proposed_by
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.purchases import Offer
from tests.builders import Night, make_night
from tests.floor.test_purchases import NINE, buy, places, refusal, san_antonio
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


def night_of(surcharge_to: str) -> Night:
    """Nine at 500 cents; half a ReSpawn more goes to the pool or the house."""
    house = replace(PRESETS["san_antonio"], rebuy_surcharge_to=surcharge_to)
    options = proposed_by(house, Offer("buy_in", 50, (("prize", 500),)))
    prizes = PrizePlan("percent", ("50", "30", "20"), 50)
    night = make_night(replace(san_antonio(), house=house, options=options, prizes=prizes))
    night.sign_up(*NINE)
    night.start()
    return night


@pytest.mark.parametrize(("to", "pool", "house"), [("pool", 6750, 0), ("house", 6000, 750)])
def test_three_respawns_of_which_one_is_refused_at_60_00_and_passed_to_a_till_that_agrees_SA_23(
    to: str, pool: int, house: int
) -> None:
    night = night_of(to)
    first, second, third, *others = NINE
    night.wait(minutes=31, seconds=40)
    night.out(first)
    back_and_forth(night, lambda: buy(night, first))
    pause_clock(open=night.open, **night.act)
    night.wait(minutes=10)  # an hour is an hour of play
    resume_clock(open=night.open, **night.act)
    night.wait(minutes=28, seconds=19)
    night.out(second, third)
    buy(night, second)
    night.wait(seconds=1)
    late = refusal(night, third)
    assert (late.code, late.overrule) == ("purchase_time_over", True)
    assert (late.params["played"], late.params["closed"]) == (3600, 3600)
    passed = back_and_forth(night, lambda: buy(night, third, overruled=["purchase_time_over"], method="card"))
    assert passed.params["passed"] == ["purchase_time_over"]
    assert (night.pool().prize, night.pool().funds.get("house", 0)) == (pool, house)
    assert night.field().chip_ledger.by_kind == {"buy_in": 450, "rebuy": 150}

    night.out(first)
    again = refusal(night, first)
    assert again.code in ("purchase_limit_player", "purchase_time_over")
    for name in (second, third, *others[:0:-1]):
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    found = {name: place.number for name, place in places(night).items()}
    assert (found[others[0]], found[first], found[second], found[third]) == (1, 9, 8, 7)
    for name in others[:3]:
        back_and_forth(night, lambda name=name: till.pay_out(entry=night.entries[name], **night.act))
    _close(night, pool, house)


def _close(night: Night, pool: int, house: int) -> None:
    """The books add up, the drawer is counted and closed; a cent too much is not passed unsaid."""
    found = books_of.books(night.open, night.field())
    assert (found.adds_up, found.acts["payment"], found.acts["prize"]) == (True, 6750, pool)
    assert found.fund("prize").left == 0
    assert found.till == house
    # Who paid by card put nothing into the drawer: the prizes were paid in cash all the same.
    assert found.held == {"cash": house - 750, "card": 750}
    in_cash = house - 750 + 1000
    pieces = {100: in_cash // 100, 50: in_cash % 100 // 50}
    with pytest.raises(RuleError, match="till_differs") as differs:
        count_till(open=night.open, pieces={**pieces, 1: 1}, opening=1000, close=True, **night.act)
    assert differs.value.params["difference"] == 1
    count_till(open=night.open, pieces=pieces, opening=1000, close=True, **night.act)
    row = TillCount.objects.get()
    assert (row.counted, row.expected, row.closed) == (in_cash, in_cash, True)
