"""Two club nights by the rules alone, to a till that agrees: San Antonio (SA-23) and Vivaldi (VIV-42)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.rules.bullets import final_outs
from tdapp.rules.chips_in_play import ChipChange, in_play
from tdapp.rules.errors import RuleError
from tdapp.rules.funds import Line, books
from tdapp.rules.house import PRESETS
from tdapp.rules.payouts import prizes, shared
from tdapp.rules.places import places
from tdapp.rules.prize_pool import PrizePool
from tdapp.rules.purchases import Facts, Offer, check_purchase, is_final, offers_for, rebuy_of
from tdapp.rules.till import Count, check_close, counted

PLAYERS = tuple("ABCDEFGHI")
BUY_IN = Offer("buy_in", 50, (("prize", 500),))


def paid(offer: Offer) -> list[Line]:
    return [Line("payment", fund, amount) for fund, amount in offer.splits]


@pytest.mark.parametrize(("to", "pool", "house"), [("pool", 6750, 0), ("house", 6000, 750)])
def test_a_san_antonio_night_with_three_respawns_one_refused_at_sixty_minutes_and_one_overruled_SA_23(
    to: str, pool: int, house: int
) -> None:
    respawn = rebuy_of(BUY_IN, replace(PRESETS["san_antonio"], rebuy_surcharge_to=to))
    assert respawn
    lines = [line for _ in PLAYERS for line in paid(BUY_IN)]
    chips = [ChipChange("buy_in", 50)] * 9
    busts: list[list[str]] = []
    taken: dict[str, int] = {}

    def bust(player: str, played: int) -> Facts:
        busts.append([player])
        return Facts(out=True, played=played, bb=6, taken={"rebuy": taken.get(player, 0)})

    def sell(player: str, facts: Facts, *overruled: str) -> None:
        check_purchase(respawn, facts, overruled)
        lines.extend(paid(respawn))
        chips.append(ChipChange("rebuy", respawn.chips))
        taken[player] = taken.get(player, 0) + 1

    for player, played in (("I", 1900), ("H", 3599)):
        facts = bust(player, played)
        assert not is_final([respawn], facts)
        assert [one.offer for one in offers_for([BUY_IN, respawn], facts)] == [respawn]
        sell(player, facts)
    late = bust("G", 3600)
    assert is_final([respawn], late)
    with pytest.raises(RuleError, match="purchase_time_over") as refused:
        sell("G", late)
    assert refused.value.params == {"kind": "rebuy", "played": 3600, "closed": 3600}
    sell("G", late, "purchase_time_over")
    again = bust("I", 5000)
    assert [reason.code for reason in offers_for([respawn], again)[0].reasons] == [
        "purchase_limit_player",
        "purchase_time_over",
    ]
    for player in "HGFEDCB":
        bust(player, 6000)

    night = books(lines)
    assert (night.fund("prize").left, night.fund("house").left) == (pool, house)
    assert in_play(chips).total == 600
    money = prizes(PrizePool(night.fund("prize").left).for_places, (50, 30, 20), 50)
    # H, G and I bought themselves back in: their places are those of their last busts.
    order = places(PLAYERS, final_outs(busts))
    assert {player: place.number for player, place in order.items()} == dict(
        zip("ABCDEFGHI", range(1, 10), strict=True)
    )
    won = shared(order, money, 1, PLAYERS)
    lines += [Line("prize", "prize", amount) for amount in won.values() if amount]
    assert (won["A"], won["B"], won["C"]) == money
    closing = books(lines)
    assert closing.adds_up
    assert closing.till == house
    check_close(Count(closing.held["cash"], counted({}, other=house)))


def test_a_vivaldi_night_pays_after_the_costs_to_an_empty_till_VIV_42() -> None:
    lines = [Line("payment", "prize", 25_000) for _ in range(16)]
    lines += [Line("expense", "prize", amount) for amount in (30_000, 7500)]
    pool = PrizePool(16 * 25_000, costs=37_500)
    assert pool.for_places == books(lines).fund("prize").left == 362_500
    money = prizes(pool.for_places, (60, 20, 15, 5))
    assert money == (217_500, 72_500, 54_375, 18_125)
    closing = books([*lines, *(Line("prize", "prize", amount) for amount in money)])
    assert (closing.adds_up, closing.till, closing.paid_out) == (True, 0, 400_000)
    check_close(Count(closing.held["cash"], 0))
    with pytest.raises(RuleError, match="till_differs"):
        check_close(Count(closing.held["cash"], counted({1000: 1})))
