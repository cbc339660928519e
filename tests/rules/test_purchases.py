"""What can be bought: SA-05, SA-23, SPT-33 and RULES 2.1."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.purchases import (
    Facts,
    Limits,
    Offer,
    as_dict,
    check_purchase,
    choice,
    current,
    forfeited,
    is_final,
    limits_from,
    more_chips,
    offers_for,
    proposed,
    rebuy_of,
    surcharged,
)

SAN_ANTONIO = PRESETS["san_antonio"]
BUY_IN = Offer("buy_in", 50, (("prize", 500),))
RESPAWN = rebuy_of(BUY_IN, SAN_ANTONIO)
RE_ENTRY = Offer("re_entry", 5000, (("prize", 1000),), Limits(when="out"))
ADD_ON = Offer("add_on", 8000, (("prize", 500),), Limits(per_player=1, in_break=True))
assert RESPAWN


def refusal(offer: Offer, overruled: tuple[str, ...] = (), **facts: object) -> RuleError | None:
    """What refuses the purchase by somebody who is out, if anything."""
    try:
        check_purchase(offer, Facts(**({"out": True, "stack": 0, "bb": 2} | facts)), overruled)
    except RuleError as error:
        assert error.overrule
        assert error.params["kind"] == offer.kind
        return error
    return None


def said(offer: Offer, **facts: object) -> tuple[str, dict[str, object]] | None:
    error = refusal(offer, **facts)
    return (error.code, {k: v for k, v in error.params.items() if k != "kind"}) if error else None


# -- San Antonio's ReSpawn -------------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "rebuy"), [(500, 750), (1000, 1500)])
def test_a_respawn_is_the_entry_and_half_of_it_for_the_first_bank_SA_23(price: int, rebuy: int) -> None:
    offer = rebuy_of(Offer("buy_in", 50, (("prize", price),)), SAN_ANTONIO)
    assert offer
    assert (offer.kind, offer.price, offer.chips) == ("rebuy", rebuy, 50)


def test_the_surcharge_goes_to_the_pool_or_the_house_SA_23() -> None:
    assert RESPAWN.splits == (("prize", 750),)
    to_house = rebuy_of(BUY_IN, replace(SAN_ANTONIO, rebuy_surcharge_to="house"))
    assert to_house
    assert to_house.splits == (("prize", 500), ("house", 250))
    assert surcharged((("prize", 1000), ("house", 200)), 50, "house") == (("prize", 1000), ("house", 800))
    assert surcharged((("prize", 1000), ("bounty", 500)), 50) == (("prize", 1750), ("bounty", 500))
    assert surcharged((("prize", 1000),), 10, "charity") == (("prize", 1000), ("charity", 100))
    assert surcharged((("prize", 1000),), 0) == (("prize", 1000),)


def test_the_first_hour_is_closed_at_sixty_minutes_exactly_SA_23() -> None:
    assert said(RESPAWN, played=3599) is None
    assert said(RESPAWN, played=3600) == ("purchase_time_over", {"played": 3600, "closed": 3600})
    assert refusal(RESPAWN, ("purchase_time_over",), played=3600) is None


def test_a_respawn_is_once_for_each_player_SA_23() -> None:
    assert said(RESPAWN, sold={"rebuy": 3}) is None
    assert said(RESPAWN, taken={"rebuy": 1}) == ("purchase_limit_player", {"taken": 1, "limit": 1})


def test_a_respawn_is_agreed_before_the_start_and_bought_before_the_hand_SA_23() -> None:
    assert said(RESPAWN, agreed=False) == ("purchase_not_agreed", {})
    assert said(RESPAWN, in_hand=True) == ("purchase_in_hand", {})


def test_a_respawn_is_for_who_has_nothing_left_SA_23() -> None:
    assert said(RESPAWN, out=False, stack=3) == ("purchase_still_in", {"stack": 3})
    assert said(RESPAWN, out=False, stack=0) is None
    assert said(RESPAWN, out=False, stack=None) == ("purchase_stack_unknown", {"when": "out"})
    below = rebuy_of(BUY_IN, replace(SAN_ANTONIO, rebuy_when="below_bb"))
    assert below
    assert said(below, out=False, stack=1, bb=2) is None
    assert said(below, out=False, stack=2, bb=2) == ("purchase_stack_too_large", {"stack": 2, "below": 2})
    anytime = rebuy_of(BUY_IN, replace(SAN_ANTONIO, rebuy_when="any", rebuys="unlimited", rebuy_minutes=0))
    assert anytime
    assert said(anytime, out=False, stack=99, taken={"rebuy": 40}, played=99_999, agreed=False) is None


def test_a_house_without_rebuys_sells_none() -> None:
    assert rebuy_of(BUY_IN, PRESETS["spt"]) is None


def test_nine_entries_and_three_respawns_SA_23_4_5() -> None:
    sold = [BUY_IN] * 9 + [RESPAWN] * 3
    assert sum(offer.price for offer in sold) == 6750
    assert sum(offer.chips for offer in sold) == 600
    to_house = rebuy_of(BUY_IN, replace(SAN_ANTONIO, rebuy_surcharge_to="house"))
    assert to_house
    funds = [dict(offer.splits) for offer in [BUY_IN] * 9 + [to_house] * 3]
    assert sum(fund.get("prize", 0) for fund in funds) == 6000
    assert sum(fund.get("house", 0) for fund in funds) == 750


def test_all_reasons_are_said_together_and_the_first_one_refuses() -> None:
    facts = Facts(out=True, taken={"rebuy": 1}, played=3700, in_hand=True)
    codes = [reason.code for reason in choice(RESPAWN, facts).reasons]
    assert codes == ["purchase_limit_player", "purchase_time_over", "purchase_in_hand"]
    with pytest.raises(RuleError, match="purchase_time_over"):
        check_purchase(RESPAWN, facts, ("purchase_limit_player",))
    check_purchase(RESPAWN, facts, codes)


def test_more_money_buys_more_chips_in_proportion_SA_05() -> None:
    assert [more_chips(BUY_IN, paid) for paid in (500, 1000, 750, 505)] == [50, 100, 75, 50]
    with pytest.raises(RuleError, match="price_missing"):
        more_chips(Offer("buy_in", 50, ()), 500)


# -- limits ----------------------------------------------------------------------------------------------


def test_a_level_that_closes_is_still_open_itself() -> None:
    offer = Offer("rebuy", 5000, (("prize", 1000),), Limits(until_level=4))
    assert said(offer, level=4) is None
    assert said(offer, level=5) == ("purchase_level_over", {"level": 5, "until_level": 4})


def test_what_opens_later_says_when() -> None:
    offer = Offer("add_on", 5000, (("prize", 1000),), Limits(from_level=4, until_level=4))
    assert said(offer, level=3) == ("purchase_not_yet", {"level": 3, "from_level": 4})
    assert said(offer, level=4) is None


def test_an_add_on_is_sold_in_the_break() -> None:
    assert said(ADD_ON, in_break=True) is None
    assert said(ADD_ON) == ("purchase_not_in_break", {})


def test_so_many_in_total_and_no_more_once_the_pool_is_large_enough() -> None:
    offer = Offer("rebuy", 5000, (("prize", 1000),), Limits(total=20, pool_reaches=100_000))
    assert said(offer, sold={"rebuy": 19}, pool=99_999) is None
    assert said(offer, sold={"rebuy": 20}) == ("purchase_limit_total", {"sold": 20, "limit": 20})
    assert said(offer, pool=100_000) == ("purchase_pool_reached", {"pool": 100_000, "limit": 100_000})


def test_below_a_stack_means_below_what_the_rebuy_brings_or_a_figure() -> None:
    offer = Offer("rebuy", 5000, (("prize", 1000),), Limits(when="below_stack"))
    assert said(offer, out=False, stack=4999) is None
    assert said(offer, out=False, stack=5000) == ("purchase_stack_too_large", {"stack": 5000, "below": 5000})
    offer = replace(offer, limits=Limits(when="below_stack", below=2000))
    assert said(offer, out=False, stack=2000) == ("purchase_stack_too_large", {"stack": 2000, "below": 2000})


def test_two_offers_of_a_kind_are_counted_apart() -> None:
    small = Offer("add_on", 4000, (("prize", 500),), Limits(per_player=1), key="small")
    large = Offer("add_on", 9000, (("prize", 1000),), Limits(per_player=1), key="large")
    assert said(small, taken={"large": 1}) is None
    assert said(large, taken={"large": 1}) == ("purchase_limit_player", {"taken": 1, "limit": 1})


# -- early and late --------------------------------------------------------------------------------------

USUAL = (("prize", 2000), ("house", 400))
EARLY_AND_LATE = (
    Offer("buy_in", 11_000, USUAL, Limits(before_start=True, total=10), key="first ten"),
    Offer("buy_in", 10_500, USUAL, Limits(before_start=True), key="early"),
    Offer("buy_in", 10_000, USUAL, Limits(until_level=3, until_minute=60)),
    Offer("buy_in", 10_000, (("prize", 2000), ("house", 900)), Limits(from_level=4, until_minute=60), "late"),
    Offer("buy_in", 8000, USUAL, Limits(from_minute=60), "very late"),
)


@pytest.mark.parametrize(
    ("facts", "chips", "price"),
    [
        (Facts(started=False, level=0), 11_000, 2400),
        (Facts(started=False, level=0, sold={"first ten": 10}), 10_500, 2400),
        (Facts(level=1), 10_000, 2400),
        (Facts(level=4, played=3599), 10_000, 2900),
        (Facts(level=4, played=3600), 8000, 2400),
    ],
)
def test_who_is_early_gets_more_chips_and_who_is_late_pays_more_or_gets_fewer(
    facts: Facts, chips: int, price: int
) -> None:
    found = current(EARLY_AND_LATE, "buy_in", facts)
    assert found
    assert (found.chips, found.price) == (chips, price)


def test_what_is_too_early_or_too_late_says_since_when_and_until_when() -> None:
    early, late = EARLY_AND_LATE[1], EARLY_AND_LATE[4]
    assert said(early) == ("purchase_only_before", {})
    assert said(late, played=3599) == ("purchase_too_soon", {"played": 3599, "opens": 3600})
    assert current(EARLY_AND_LATE[:2], "buy_in", Facts()) is None
    assert current(EARLY_AND_LATE, "add_on", Facts()) is None


# -- what is offered -------------------------------------------------------------------------------------


def test_a_rebuy_is_offered_when_somebody_is_out_and_only_then() -> None:
    anytime = Offer("rebuy", 5000, (("prize", 1000),))
    assert [one.offer.kind for one in proposed([anytime], Facts(out=True))] == ["rebuy"]
    assert proposed([anytime], Facts(out=False, stack=5000)) == ()
    assert proposed([RESPAWN], Facts(out=True, played=3600)) == ()


def test_short_stacks_are_offered_what_is_for_them_and_everybody_the_add_on_of_the_break() -> None:
    below = Offer("rebuy", 50, (("prize", 750),), Limits(when="below_bb"))
    assert [one.offer for one in proposed([below, ADD_ON], Facts(stack=1, bb=2))] == [below]
    assert [one.offer for one in proposed([below, ADD_ON], Facts(stack=9, bb=2, in_break=True))] == [ADD_ON]


def test_what_may_be_bought_now_comes_first_and_the_rest_says_why_not() -> None:
    found = offers_for([BUY_IN, RESPAWN, RE_ENTRY], Facts(out=True, played=3600))
    assert [(one.offer.kind, one.open) for one in found] == [("re_entry", True), ("rebuy", False)]
    assert [reason.code for reason in found[1].reasons] == ["purchase_time_over"]


def test_an_out_is_not_final_while_a_rebuy_is_possible_4_1() -> None:
    assert not is_final([BUY_IN, RESPAWN], Facts(out=True, played=3599))
    assert is_final([BUY_IN, RESPAWN], Facts(out=True, played=3600))
    assert is_final([BUY_IN, RESPAWN], Facts(out=True, taken={"rebuy": 1}))
    assert is_final([BUY_IN, ADD_ON], Facts(out=True))


def test_a_rebuy_wanted_during_the_hand_is_pending_and_the_out_not_final() -> None:
    facts = Facts(out=True, in_hand=True)
    assert [reason.code for reason in choice(RESPAWN, facts).reasons] == ["purchase_in_hand"]
    assert not is_final([RESPAWN], facts)


def test_a_re_entry_forfeits_the_chips_that_are_left_T_2_1a() -> None:
    facts = Facts(stack=1200)
    assert [reason.code for reason in choice(RE_ENTRY, facts).reasons] == ["purchase_still_in"]
    assert forfeited(RE_ENTRY, facts) == 1200
    assert 20 * 5000 - forfeited(RE_ENTRY, facts) + RE_ENTRY.chips == 103_800
    assert forfeited(RESPAWN, facts) == 0
    assert forfeited(RE_ENTRY, Facts(stack=None)) == 0


# -- as data ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "make"),
    [
        ("unknown_choice", lambda: Offer("raffle", 0, ())),
        ("unknown_choice", lambda: Offer("rebuy", 0, (), Limits(when="sometimes"))),
        ("chips_negative", lambda: Offer("rebuy", -1, ())),
        ("split_negative", lambda: Offer("rebuy", 1, (("prize", -1),))),
        ("fund_without_name", lambda: Offer("rebuy", 1, ((" ", 1),))),
        ("fund_twice", lambda: Offer("rebuy", 1, (("prize", 1), ("prize", 2)))),
        ("limit_negative", lambda: Offer("rebuy", 1, (), Limits(total=-1))),
        ("limit_negative", lambda: limits_from({"per_player": -1})),
        ("limit_negative", lambda: limits_from({"total": 1.5})),
        ("unknown_choice", lambda: limits_from({"when": "sometimes"})),
    ],
)
def test_an_offer_that_makes_no_sense_is_refused(code: str, make: object) -> None:
    with pytest.raises(RuleError, match=code):
        make()


def test_limits_are_kept_as_data_and_read_back() -> None:
    for limits in (Limits(), RESPAWN.limits, *(one.limits for one in EARLY_AND_LATE)):
        assert limits_from(as_dict(limits) | {"unheard_of": 1}) == limits
    assert as_dict(RESPAWN.limits) == {
        "per_player": 1,
        "until_minute": 60,
        "when": "out",
        "before_hand": True,
        "agreed": True,
    }


counts = st.integers(0, 5)


@given(
    st.builds(
        Limits,
        per_player=counts,
        total=counts,
        before_start=st.booleans(),
        from_level=counts,
        until_level=counts,
        from_minute=counts,
        until_minute=counts,
        when=st.sampled_from(["any", "out", "below_stack", "below_bb"]),
        before_hand=st.booleans(),
        in_break=st.booleans(),
        pool_reaches=counts,
        agreed=st.booleans(),
    ),
    st.builds(
        Facts,
        stack=st.none() | st.integers(0, 60),
        out=st.booleans(),
        level=counts,
        played=st.integers(0, 400),
        bb=counts,
        in_hand=st.booleans(),
        in_break=st.booleans(),
        pool=counts,
        agreed=st.booleans(),
        taken=st.fixed_dictionaries({"rebuy": counts}),
        sold=st.fixed_dictionaries({"rebuy": counts}),
    ),
)
def test_a_director_may_pass_every_reason_and_then_it_is_sold(limits: Limits, facts: Facts) -> None:
    offer = Offer("rebuy", 50, (("prize", 500),), limits)
    reasons = choice(offer, facts).reasons
    assert all(reason.overrule for reason in reasons)
    assert len({reason.code for reason in reasons}) == len(reasons)
    check_purchase(offer, facts, [reason.code for reason in reasons])
    if reasons:
        with pytest.raises(RuleError, match=reasons[0].code):
            check_purchase(offer, facts)
