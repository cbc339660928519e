"""Entries: SA-23, RULES 2.1 and 4.1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.rules.entries import (
    can_rebuy,
    check_late_entry,
    check_rebuy,
    check_reentry,
    check_sign_up,
    rebuy_price,
    rebuy_surcharge,
)
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS

SAN_ANTONIO = PRESETS["san_antonio"]


def refusal(**changes: int) -> str | None:
    facts = {"taken": 0, "stack": 0, "bb": 2, "played": 0} | changes
    try:
        check_rebuy(SAN_ANTONIO, **facts)
    except RuleError as error:
        assert error.overrule
        return error.code
    return None


def test_a_player_enters_an_open_once() -> None:
    check_sign_up([1, 2], 3)
    with pytest.raises(RuleError) as caught:
        check_sign_up([1, 2], 2)
    assert (caught.value.code, caught.value.params) == ("player_already_in", {"player": 2})
    assert not caught.value.overrule


def test_a_full_open_is_said_and_can_be_passed() -> None:
    check_sign_up([1, 2], 3, places=3)
    with pytest.raises(RuleError) as caught:
        check_sign_up([1, 2, 3], 4, places=3)
    assert (caught.value.code, caught.value.overrule) == ("open_full", True)


def test_late_entry_closes_after_its_level() -> None:
    check_late_entry(6, 6)
    check_late_entry(18, None)
    with pytest.raises(RuleError) as caught:
        check_late_entry(7, 6)
    assert (caught.value.code, caught.value.overrule) == ("late_entry_closed", True)
    assert caught.value.params == {"level": 7, "closed_after": 6}


def test_respawn_is_once_busted_and_closed_at_sixty_minutes_exactly_SA_23() -> None:
    assert refusal(played=3599) is None
    assert refusal(played=3600) == "rebuys_closed"
    assert refusal(taken=1) == "rebuy_limit"
    assert refusal(stack=1) == "rebuy_not_needed"


def test_rebuys_below_the_big_blind_or_at_any_time_are_settings_SA_23() -> None:
    below = replace(SAN_ANTONIO, rebuy_when="below_bb")
    assert can_rebuy(below, taken=0, stack=1, bb=2, played=0)
    assert not can_rebuy(below, taken=0, stack=2, bb=2, played=0)
    anytime = replace(SAN_ANTONIO, rebuy_when="any", rebuys="unlimited", rebuy_minutes=0)
    assert can_rebuy(anytime, taken=40, stack=9999, bb=2, played=99999)


def test_an_out_is_final_where_no_rebuys_are_played() -> None:
    assert not can_rebuy(PRESETS["spt"], taken=0, stack=0, bb=50, played=0)
    with pytest.raises(RuleError, match="rebuys_not_played"):
        check_rebuy(PRESETS["spt"], taken=0, stack=0, bb=50, played=0)


@pytest.mark.parametrize(("price", "rebuy"), [(500, 750), (1000, 1500), (5, 8), (1001, 1502)])
def test_a_respawn_costs_half_as_much_again_SA_23(price: int, rebuy: int) -> None:
    assert rebuy_price(price, 50) == rebuy
    assert rebuy_surcharge(price, 50) == rebuy - price
    assert rebuy_price(price, 0) == price


def test_who_is_still_in_does_not_re_enter() -> None:
    check_reentry(still_in=False)
    with pytest.raises(RuleError, match="entry_still_in"):
        check_reentry(still_in=True)
