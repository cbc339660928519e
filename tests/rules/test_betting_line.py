"""A hand's betting as a whole: forced bets, orders, streets, who shows: RULES 2.6, 2.7, 2.10, 2.11, 3.2."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.rules.betting_line import Start, begin, posted
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level
from tests.rules.lines import SPT, TDA, VIVALDI, line, live, on, put_in, received, start

EACH = replace(TDA, ante="per_player")
BB_ANTE = replace(TDA, ante="big_blind")
ANTE_FIRST = replace(BB_ANTE, bb_ante_order="ante_first")
BTN, SB, BB, U, M = 1, 2, 3, 4, 5


# Forced bets


def test_a_small_blind_who_cannot_cover_it_is_all_in_and_acts_no_more_S10() -> None:
    here = line(start(BTN, SB, BB, stacks={SB: 30}), "1 c", "3 c")
    assert (here.street, here.turn) == (1, BB)
    here = on(here, "3 c", "1 c", "3 c", "1 c", "3 c", "1 c")
    assert (here.over, live(here)) == (True, {BTN: 100, SB: 30, BB: 100})
    assert received(here, {SB: 1, BB: 2, BTN: 3}) == {SB: 90, BB: 140}


def test_a_call_costs_the_whole_big_blind_that_was_posted_short_S11() -> None:
    here = line(start(BTN, SB, BB, stacks={BB: 60}))
    assert here.options is not None
    assert (here.options.seat, here.options.call, here.options.least) == (BTN, 100, 200)
    here = on(here, "1 c", "2 f")
    assert (here.over, live(here)) == (True, {BTN: 100, SB: 50, BB: 60})
    assert received(here, {BB: 1, BTN: 2}) == {BB: 170, BTN: 40}


def test_two_who_pay_the_price_bet_on_beside_the_short_big_blind_S12() -> None:
    here = line(start(BTN, SB, BB, stacks={BB: 60}), "1 c", "2 c")
    assert (here.street, here.turn) == (1, SB)
    here = on(here, "2 c", "1 c", "2 c", "1 c", "2 c", "1 c")
    assert live(here) == {BTN: 100, SB: 100, BB: 60}
    assert received(here, {BB: 1, SB: 2, BTN: 3}) == {BB: 180, SB: 80}


def test_a_small_blind_above_the_short_big_blind_has_nothing_to_pay_when_the_rest_fold_S13() -> None:
    here = line(start(BTN, SB, BB, stacks={BB: 30}), "1 f")
    assert (here.over, here.run_out, live(here)) == (True, 3, {BTN: 0, SB: 50, BB: 30})
    assert received(here, {BB: 1, SB: 2}) == {BB: 60, SB: 20}


def test_a_walk_S14_SPT_17() -> None:
    here = line(start(BTN, SB, BB), "1 f", "2 f")
    assert (here.over, here.pot, here.shows_first) == (True, 150, None)
    assert received(here, {}) == {BB: 150}


def test_antes_of_each_player_are_live_and_come_before_the_blinds_S15_SPT_30() -> None:
    here = begin(start(BTN, SB, BB, U, blinds=(100, 200), ante=25, stacks={U: 325}), EACH)
    assert (here.pot, live(here)) == (400, {BTN: 25, SB: 125, BB: 225, U: 25})
    here = on(here, "4 a", "1 r 800", "2 f", "3 c")
    assert (here.street, live(here)) == (1, {BTN: 825, SB: 125, BB: 825, U: 325})
    here = on(here, "3 c", "1 c", "3 c", "1 c", "3 c", "1 c")
    assert received(here, {U: 1, BTN: 2, BB: 3}) == {U: 1100, BTN: 1000}


@pytest.mark.parametrize(("stack", "got"), [(60, {U: 240, BB: 1120}), (100, {U: 400, BB: 1000})])
def test_an_ante_that_takes_the_whole_stack_is_an_all_in_S16_S17_SIS_21(
    stack: int, got: dict[int, int]
) -> None:
    here = begin(start(BTN, SB, BB, U, blinds=(200, 400), ante=100, stacks={U: stack}), EACH)
    assert here.turn == BTN
    here = on(here, "1 c", "2 f", "3 c", "3 c", "1 c", "3 c", "1 c", "3 c", "1 c")
    assert live(here) == {BTN: 500, SB: 300, BB: 500, U: stack}
    assert received(here, {U: 1, BB: 2, BTN: 3}) == got


def test_a_big_blind_all_in_for_the_ante_and_a_part_of_the_blind_S18() -> None:
    here = begin(start(BTN, SB, BB, U, M, blinds=(100, 200), ante=100, stacks={BB: 130}), EACH)
    here = on(here, "4 c", "5 f", "1 c", "2 f", "4 c", "1 c", "4 c", "1 c", "4 c", "1 c")
    assert live(here) == {BTN: 300, SB: 200, BB: 130, U: 300, M: 100}
    assert received(here, {BB: 1, BTN: 2, U: 3}) == {BB: 620, BTN: 410}


def test_the_published_hand_of_ten_players_S19() -> None:
    seats = tuple(range(1, 11))
    here = begin(start(*seats, blinds=(400, 800), ante=100, stacks={BB: 800}), EACH)
    here = on(here, "4 c", "5 r 1600", *(f"{seat} f" for seat in (6, 7, 8, 9, 10, 1, 2, 4)))
    others = {BTN: 100, **dict.fromkeys((6, 7, 8, 9, 10), 100)}
    assert live(here) == {SB: 500, BB: 800, 4: 900, 5: 1700, **others}
    assert received(here, {BB: 1, 5: 2}) == {BB: 3500, 5: 1000}


@pytest.mark.parametrize(
    ("house", "stack", "big_blind", "got"),
    [
        (BB_ANTE, 1100, (1000, 100), {BB: 3100, SB: 4000}),  # S20
        (ANTE_FIRST, 1100, (100, 1000), {BB: 1300, SB: 5800}),  # S21
        (ANTE_FIRST, 1000, (0, 1000), {BB: 1000, SB: 6000}),  # S22
    ],
    ids=["S20", "S21", "S22"],
)
def test_the_ante_for_the_table_is_dead_and_paid_after_or_before_the_blind_S20_S21_S22(
    house: HouseRules, stack: int, big_blind: tuple[int, int], got: dict[int, int]
) -> None:
    here = begin(start(U, SB, BB, blinds=(500, 1000), ante=1000, stacks={BB: stack}), house)
    here = on(here, "4 r 3000", "2 c", "2 c", "4 c", "2 c", "4 c", "2 c", "4 c")
    assert put_in(here) == {U: (3000, 0), SB: (3000, 0), BB: big_blind}
    assert received(here, {BB: 1, SB: 2, U: 3}) == got


def test_the_blind_comes_first_where_it_takes_all_there_is_S23() -> None:
    here = begin(start(U, SB, BB, blinds=(500, 1000), ante=1000, stacks={BB: 800}), BB_ANTE)
    here = on(here, "4 c", "2 f")
    assert put_in(here) == {U: (1000, 0), SB: (500, 0), BB: (800, 0)}
    assert received(here, {BB: 1, U: 2}) == {BB: 2100, U: 200}


def test_a_short_all_in_contests_the_whole_ante_for_the_table_S24() -> None:
    here = begin(start(U, SB, BB, blinds=(500, 1000), ante=1000, stacks={U: 300}), BB_ANTE)
    here = on(here, "4 a", "2 f")
    assert (here.over, put_in(here)) == (True, {U: (300, 0), SB: (500, 0), BB: (1000, 1000)})
    assert received(here, {U: 1, BB: 2}) == {U: 1900, BB: 900}


def test_the_form_of_the_ante_is_the_level_s_where_it_says_one() -> None:
    level = Level(100, 200, 25, ante_form="per_player")
    assert live(begin(start(BTN, SB, BB, level=level), BB_ANTE)) == {BTN: 25, SB: 125, BB: 225}
    assert live(begin(start(BTN, SB, BB, blinds=(100, 200), ante=25), TDA)) == {BTN: 0, SB: 100, BB: 200}


def test_a_dead_small_blind_is_posted_by_nobody_T_2_4c() -> None:
    here = begin(start(1, 2, 4, 5, button=Button(2, 3, 4)), TDA)
    assert live(here) == {1: 0, 2: 0, 4: 100, 5: 0}
    here = on(here, "5 c", "1 c", "2 c", "4 c")
    assert [one.seat for one in here.now.players] == [4, 5, 1, 2]


def test_an_absent_player_posts_is_dead_and_forfeits_S36_T_2_11b() -> None:
    here = begin(start(BTN, SB, BB, U, absent=frozenset({BB})), TDA)
    here = on(here, "4 f", "1 f")
    assert (here.over, live(here)) == (True, {BTN: 0, SB: 50, BB: 100, U: 0})
    assert [(part.folded, part.forfeit) for part in here.parts if part.seat == BB] == [(True, True)]
    assert received(here, {}) == {SB: 150}


def test_an_absent_big_blind_and_a_short_all_in_S37() -> None:
    here = begin(start(BTN, SB, BB, U, stacks={U: 60}, absent=frozenset({BB})), TDA)
    here = on(here, "4 a", "1 c", "2 f")
    assert live(here) == {BTN: 100, SB: 50, BB: 100, U: 60}
    assert received(here, {U: 1, BTN: 2}) == {U: 230, BTN: 80}


def test_antes_that_the_dealer_paid_leave_his_stack_alone_VIV_15_S43() -> None:
    paid = {1: -300, 2: 100, 3: 100, 4: 100}
    stacks = {1: 1000, 2: 200, 3: 1000, 4: 1000}
    told = Start((1, 2, 3, 4), stacks, Button(1, None, None), Level(0, 0, 100), for_him=paid, chip=100)
    left = {seat: one.left for seat, one in posted(told, VIVALDI).items()}
    assert left == {1: 600, 2: 200, 3: 1000, 4: 1000}
    here = on(begin(told, VIVALDI), "4 f", "3 r 200", "2 c", "1 f")
    assert live(here) == {1: 100, 2: 300, 3: 300, 4: 100}
    assert {part.seat: part.outlay for part in here.parts} == {1: 400, 2: 200, 3: 200, 4: 0}
    assert received(here, {2: 1, 3: 2}) == {2: 800}


# Order of play


def test_play_runs_to_the_right_and_the_small_blind_speaks_first_after_the_flop_SPT_10_SPT_14_SPT_19() -> (
    None
):
    here = begin(start(1, 2, 3, 4, blinds=(25, 50), button=Button(4, 3, 2)), SPT)
    assert [one.seat for one in here.now.players] == [1, 4, 3, 2]
    here = on(here, "1 c", "4 c", "3 c", "2 c")
    assert [one.seat for one in here.now.players] == [3, 2, 1, 4]
    here = on(here, "3 f")
    assert here.turn == 2


def test_the_big_blind_may_check_or_raise_where_nobody_raised_SPT_18() -> None:
    here = line(start(BTN, SB, BB), "1 c", "2 c")
    assert here.options is not None
    assert (here.turn, here.options.may_check, here.options.least) == (BB, True, 200)
    assert on(here, "3 c").street == 1
    raised = on(here, "3 r 300")
    assert (raised.street, raised.turn) == (0, BTN)


def test_heads_up_the_button_is_small_blind_first_before_the_flop_and_last_after_it_SA_19_F44() -> None:
    here = line(start(1, 2))
    assert (here.turn, live(here)) == (1, {1: 50, 2: 100})
    assert on(here, "1 c", "2 c").turn == 2


def test_heads_up_with_the_button_on_the_big_blind_the_small_blind_is_first_twice_SPT_44() -> None:
    here = line(start(1, 2, button=Button(2, 1, 2)))
    assert here.turn == 1
    assert on(here, "1 c", "2 c").turn == 1


def test_a_draw_game_has_antes_no_blinds_and_two_streets_from_the_dealer_s_right_VIV_18_VIV_14() -> None:
    here = begin(start(1, 2, 3, 4, blinds=(0, 0), ante=100, chip=100), VIVALDI)
    assert (here.turn, here.pot) == (4, 400)
    here = on(here, "4 c", "3 c", "2 r 100", "1 c", "4 c", "3 f")
    assert (here.street, here.turn, here.pot) == (1, 4, 700)
    assert on(here, "4 c", "2 c", "1 c").over


@pytest.mark.parametrize("street", [0, 1])
def test_a_raiser_may_not_raise_again_unless_somebody_else_did_in_both_rounds_VIV_19(street: int) -> None:
    here = begin(start(1, 2, 3, blinds=(0, 0), ante=100, chip=100), VIVALDI)
    here = on(here, *(["3 c", "2 c", "1 c"] * street), "3 r 300", "2 c")
    assert on(here, "1 c").street == (1 if street == 0 else street)
    again = on(here, "1 r 400")
    assert again.options is not None
    assert (again.turn, again.options.call, again.options.least) == (3, 100, 500)
    called = on(again, "3 c", "2 c")
    assert called.over is (street == 1)
    assert called.street == 1


# Streets that nobody can bet, and the end


def test_streets_that_nobody_can_bet_are_skipped_SPT_21() -> None:
    here = line(start(BTN, SB, BB, stacks={SB: 400, BTN: 1000}), "1 r 300", "2 a", "3 c", "1 c")
    assert (here.street, here.turn) == (1, BB)
    here = on(here, "3 a", "1 c")
    assert (here.over, here.street, here.run_out, here.face_up) == (True, 1, 2, True)
    assert live(here) == {BTN: 1000, SB: 400, BB: 100_000}
    assert received(here, {SB: 1, BTN: 2, BB: 3}) == {SB: 1200, BTN: 1200, BB: 99_000}


def test_one_with_chips_against_players_all_in_has_nothing_left_to_do_SA_21() -> None:
    here = line(start(1, 2, stacks={2: 500}), "1 r 300", "2 a", "1 c")
    assert (here.over, here.run_out, live(here)) == (True, 3, {1: 500, 2: 500})


def test_a_street_on_which_all_check_adds_nothing_SPT_21_SPT_22_SPT_23() -> None:
    here = line(start(BTN, SB, BB), "1 c", "2 c", "3 c", *["2 c", "3 c", "1 c"] * 3)
    assert (here.over, here.street, here.run_out, here.face_up, here.pot) == (True, 3, 0, False, 300)
    with pytest.raises(RuleError, match="hand_bet_out"):
        on(here, "2 c")


def test_an_unknown_stack_has_no_limit_and_its_all_in_needs_an_amount() -> None:
    here = line(start(BTN, SB, BB, stacks={BTN: None, SB: None}))
    assert here.options is not None
    assert (here.options.least, here.options.most) == (200, None)
    with pytest.raises(RuleError, match="all_in_without_amount"):
        on(here, "1 a")
    here = on(here, "1 r 5000", "2 a 3000", "3 f")
    assert here.options is None
    assert {part.seat: part.all_in for part in here.parts} == {BTN: False, SB: True, BB: False}
    assert received(here, {SB: 1, BTN: 2}) == {SB: 6100, BTN: 2000}


def test_an_all_in_that_is_not_the_known_stack_is_refused() -> None:
    here = line(start(BTN, SB, BB, stacks={BTN: 1000}))
    with pytest.raises(RuleError, match="bet_above_stack"):
        on(here, "1 a 1200", overrule=True)
    with pytest.raises(RuleError, match="all_in_below_stack"):
        on(here, "1 a 900", overrule=True)
    assert live(on(here, "1 a 1000"))[BTN] == 1000


# Who shows first


@pytest.mark.parametrize(
    ("preset", "acts", "first"),
    [
        # the last street's last aggressor, else the first to act (RULES 2.7)
        ("tda", ["2 r 100", "3 r 200", "1 c", "2 c"], BB),
        ("tda", ["2 c", "3 c", "1 c"], SB),
        # the first bettor of the last street with a bet (SA-02), here of the flop
        ("san_antonio", ["2 c", "3 c", "1 c"], BTN),
        ("san_antonio", ["2 c", "3 r 100", "1 r 300", "2 f", "3 c"], BB),
    ],
)
def test_who_shows_first_after_a_whole_hand_RULES_2_7_SA_02(preset: str, acts: list[str], first: int) -> None:
    house = replace(PRESETS[preset], ante="none")
    flop = ["1 c", "2 c", "3 c", "2 c", "3 c", "1 r 100", "2 r 200", "3 c", "1 c"]
    here = line(start(BTN, SB, BB), *flop, "2 c", "3 c", "1 c", *acts, house=house)
    assert (here.over, here.shows_first) == (True, first)


def test_the_dealer_s_left_shows_first_where_play_runs_to_the_right_SPT_24() -> None:
    here = line(
        start(1, 2, 3, 4, blinds=(25, 50), button=Button(4, 3, 2)), "1 c", "4 c", "3 c", "2 c", house=SPT
    )
    here = on(here, *["3 c", "2 c", "1 c", "4 c"] * 2, "3 r 100", "2 c", "1 c", "4 c")
    assert here.shows_first == 1


@pytest.mark.parametrize(
    ("acts", "first"), [(["3 r 200", "2 c", "1 r 300", "3 c", "2 f"], 1), (["3 c", "2 c", "1 c"], 3)]
)
def test_the_last_raiser_shows_first_failing_that_the_dealer_s_right_VIV_20(
    acts: list[str], first: int
) -> None:
    told = start(1, 2, 3, blinds=(0, 0), ante=100, chip=100)
    here = line(told, "3 c", "2 r 100", "1 c", "3 c", *acts, house=VIVALDI)
    assert (here.over, here.shows_first) == (True, first)


def test_an_uncalled_bettor_need_not_show_VIV_20() -> None:
    told = start(1, 2, 3, blinds=(0, 0), ante=100, chip=100)
    here = line(told, "3 r 200", "2 f", "1 f", house=VIVALDI)
    assert (here.over, here.shows_first, received(here, {})) == (True, None, {3: 500})
