"""What the sheets say of betting, as whole hands: SPT-12 to SPT-31, SA-12 to SA-22, SIS-01 to SIS-12."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.rules.betting_line import Play
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act
from tdapp.rules.house import PRESETS
from tests.rules.lines import SPT, line, live, on, received, start

SAN_ANTONIO = PRESETS["san_antonio"]
SISTEMA = PRESETS["sistema"]


def spt(**stacks: int) -> Play:
    """Seats 1 to 4 in cents, 25/50, the button at 4: play runs 1, 4, then the blinds 3 and 2."""
    told = start(1, 2, 3, 4, blinds=(25, 50), button=Button(4, 3, 2))
    told = replace(told, stacks={**told.stacks, **{int(seat[1:]): chips for seat, chips in stacks.items()}})
    return line(told, house=SPT)


def san_antonio() -> Play:
    return line(start(1, 2, 3, blinds=(1, 2), stacks={1: 50, 2: 50, 3: 50}), house=SAN_ANTONIO)


def sistema() -> Play:
    """Level 8: 550/1100 with an ante of 100 each."""
    return line(start(1, 2, 3, 4, blinds=(550, 1100), ante=100), house=SISTEMA)


def codes(here: Play, act: Act) -> list[str]:
    return [breach.code for breach in here.breaches(act)]


# SPT


def test_right_of_the_dealer_posts_the_small_blind_and_the_next_the_big_one_SPT_12() -> None:
    assert live(spt()) == {1: 0, 2: 50, 3: 25, 4: 0}


def test_facing_a_bet_one_calls_the_highest_raises_or_folds_SPT_15() -> None:
    here = on(spt(), "1 r 150", "4 r 250")
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (3, 225, 300)
    assert on(here, "3 f").turn == 2


def test_a_round_ends_when_all_have_matched_are_all_in_or_have_folded_SPT_16() -> None:
    here = on(spt(s4=100), "1 r 150", "4 a", "3 f")
    assert here.street == 0
    here = on(here, "2 c")
    assert (here.street, here.turn) == (1, 2)


def test_without_a_bet_one_checks_or_bets_and_after_it_folds_calls_or_raises_SPT_20() -> None:
    here = on(spt(), "1 c", "4 c", "3 c", "2 c")
    assert here.options is not None
    assert (here.options.may_check, here.options.least) == (True, 50)
    here = on(here, "3 r 100")
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (2, 100, 150)


def test_nobody_bets_more_than_lies_before_him_SPT_07_SPT_26() -> None:
    here = spt(s1=2000)
    assert here.options is not None
    assert here.options.most == 2000
    with pytest.raises(RuleError, match="bet_above_stack"):
        on(here, "1 r 2050", overrule=True)
    assert codes(here, Act(0, 1, "all_in", 2000)) == []


def test_bets_beyond_an_all_in_are_a_pot_of_the_others_SPT_27() -> None:
    here = on(spt(s1=500), "1 a", "4 r 1500", "3 f", "2 c", "2 r 500", "4 c", "2 c", "4 c", "2 c", "4 c")
    assert live(here) == {1: 500, 2: 2000, 3: 25, 4: 2000}
    assert received(here, {1: 1, 2: 2, 4: 3}) == {1: 1525, 2: 3000}


def test_a_check_is_only_where_nobody_has_bet_on_the_street_SPT_28() -> None:
    assert codes(spt(), Act(0, 1, "check")) == ["check_facing_bet"]
    flop = on(spt(), "1 c", "4 c", "3 c", "2 c")
    assert codes(flop, Act(1, 3, "check")) == []


def test_the_pot_is_all_that_was_bet_so_far_SPT_31() -> None:
    here = on(spt(), "1 c", "4 c", "3 c", "2 c")
    assert here.pot == 200
    assert on(here, "3 r 100", "2 c").pot == 400


# San Antonio


def test_before_the_flop_it_goes_round_as_often_as_raises_want_SA_12() -> None:
    here = on(san_antonio(), "1 r 4", "2 r 8", "3 r 16", "1 c")
    assert (here.street, here.turn) == (0, 2)
    assert on(here, "2 c").street == 1


def test_left_of_the_dealer_checks_or_bets_the_big_blind_or_more_on_each_street_SA_13_SA_14_SA_15() -> None:
    here = on(san_antonio(), "1 c", "2 c", "3 c")
    for street in (1, 2, 3):
        assert here.options is not None
        assert (here.street, here.turn, here.options.may_check) == (street, 2, True)
        assert (here.options.least, here.options.most) == (2, 48)
        here = on(here, "2 c", "3 c", "1 c")
    assert here.over


def test_a_raise_is_the_big_blind_or_more_and_a_re_raise_the_last_raise_SA_16() -> None:
    here = san_antonio()
    assert here.options is not None
    assert here.options.least == 4
    here = on(here, "1 r 10")
    assert here.options is not None
    assert here.options.least == 18
    assert codes(here, Act(0, 2, "raise", 12)) == ["raise_too_small"]


def test_after_an_all_in_one_calls_re_raises_or_folds_and_the_rest_is_another_pot_SA_21_SA_22() -> None:
    told = start(1, 2, 3, blinds=(1, 2), stacks={1: 20, 2: 50, 3: 50})
    here = line(told, "1 a", "2 r 40", "3 c", "2 c", "3 c", "2 c", "3 c", "2 c", "3 c", house=SAN_ANTONIO)
    assert live(here) == {1: 20, 2: 40, 3: 40}
    assert received(here, {1: 1, 2: 3, 3: 2}) == {1: 60, 3: 40}


# Sistema


def test_calls_raises_and_re_raises_go_on_up_to_all_in_SIS_01_SIS_06_SIS_08_SIS_10() -> None:
    here = on(sistema(), "4 r 3000", "1 r 6000", "2 f", "3 r 12000", "4 r 24000", "1 a", "3 c", "4 c")
    assert (here.over, here.face_up, here.run_out) == (True, True, 3)
    assert live(here) == {1: 100_000, 2: 650, 3: 100_000, 4: 100_000}


def test_the_first_to_speak_checks_or_bets_from_the_big_blind_to_all_in_SIS_02_SIS_03_SIS_04() -> None:
    here = on(sistema(), "4 c", "1 c", "2 c", "3 c")
    for street in (1, 2, 3):
        assert here.options is not None
        assert (here.street, here.turn, here.options.least, here.options.most) == (street, 2, 1100, 98_800)
        here = on(here, "2 c", "3 c", "4 c", "1 c")
    assert here.over


def test_who_cannot_cover_the_bet_wins_so_much_from_each_SIS_09() -> None:
    told = start(1, 2, 3, blinds=(10, 20), stacks={1: 100})
    here = line(told, "1 a", "2 r 500", "3 c", "2 c", "3 c", "2 c", "3 c", "2 c", "3 c", house=SISTEMA)
    assert received(here, {1: 1, 2: 2, 3: 3}) == {1: 300, 2: 800}


def test_a_raise_is_the_big_blind_and_a_re_raise_the_last_raise_or_more_SIS_11_SIS_12() -> None:
    here = sistema()
    assert here.options is not None
    assert here.options.least == 2200
    assert codes(here, Act(0, 4, "raise", 2000)) == ["raise_too_small"]
    here = on(here, "4 r 4400")
    assert here.options is not None
    assert here.options.least == 7700
