"""Raises and breaches through hands: T-2.6a to T-2.6k, SPT-05 to SPT-29, faults 17 to 44; properties."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.betting_line import (
    MOST_ACTS,
    Play,
    Start,
    as_data,
    begin,
    check_line,
    from_data,
    play,
    pot_raise,
)
from tdapp.rules.button import Button, first_button
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.rules.lines import TDA, line, live, on, put_in, received, start

BIG_BLIND = replace(TDA, min_raise="big_blind")  # SPT-06, in the TDA's direction
A, B, C, D, E, F = range(1, 7)


def least(here: Play) -> int | None:
    assert here.options is not None
    return here.options.least


# Before the flop: the button is the last to act but the blinds, so seat 4 opens


@pytest.mark.parametrize(
    ("blinds", "acts", "tda", "spt"),
    [
        ((100, 200), ["4 r 600", "5 r 1600", "6 r 3600"], 5600, 3800),  # T-2.6a
        ((50, 100), ["4 a"], 250, 250),  # T-2.6b
        ((25, 50), ["4 r 125", "5 r 200", "6 r 500"], 800, 550),  # T-2.6d
        ((25, 50), ["4 r 500", "5 c", "6 c"], 950, 550),  # T-2.6e
    ],
    ids=["T-2.6a", "T-2.6b", "T-2.6d", "T-2.6e"],
)
def test_the_least_raise_before_the_flop_T_2_6a_T_2_6b_T_2_6d_T_2_6e_SPT_06(
    blinds: tuple[int, int], acts: list[str], tda: int, spt: int
) -> None:
    told = start(A, B, C, D, E, F, blinds=blinds, stacks={D: 150} if acts == ["4 a"] else {})
    assert least(line(told, *acts)) == tda
    assert least(line(told, *acts, house=BIG_BLIND)) == spt


@pytest.mark.parametrize(("house", "to"), [(TDA, 1700), (BIG_BLIND, 1200)])
def test_the_least_raise_on_the_turn_T_2_6c(house: Any, to: int) -> None:
    told = start(A, B, C, blinds=(100, 200))
    here = line(told, "1 c", "2 c", "3 c", "2 c", "3 c", "1 c", "2 r 300", "3 r 1000", house=house)
    assert (here.street, least(here)) == (2, to)


def on_the_flop() -> Play:
    """50-100, all call; on the flop A 100, B all-in 125, C 125, D all-in 200, E 200."""
    told = start(E, A, B, C, D, stacks={B: 225, D: 300}, button=Button(E, A, B))
    here = line(told, "3 c", "4 c", "5 c", "1 c", "2 c")
    return on(here, "1 r 100", "2 a", "3 c", "4 a", "5 c")


def test_short_all_ins_add_up_to_a_full_raise_T_2_6f() -> None:
    may = on_the_flop().options
    assert may is not None
    assert (may.seat, may.call, may.least) == (A, 100, 300)


def test_who_faces_less_than_a_full_raise_may_only_call_or_fold_T_2_6g() -> None:
    here = on(on_the_flop(), "1 c")
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (C, 75, None)
    (breach,) = here.breaches(Act(1, C, "raise", 400))
    assert (breach.code, breach.overrule) == ("raise_not_open", True)


def test_who_faces_more_may_raise_again_T_2_6h() -> None:
    here = on(on_the_flop(), "1 r 300")
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (C, 175, 400)


def test_short_all_ins_leave_the_last_full_raise_as_it_was_T_2_6i() -> None:
    told = start(F, A, B, C, D, E, stacks={B: 600, C: 750, D: 900}, button=Button(F, A, B))
    here = line(told, "3 c", "4 c", "5 c", "6 c", "1 c", "2 c")
    here = on(here, "1 r 300", "2 a", "3 a", "4 a", "5 c")
    assert (here.turn, least(here)) == (F, 1100)


def short_of_a_raise() -> Play:
    """2000-4000: A calls 4000, C is all-in for 7500, the small blind (E) folds; F is the big blind."""
    told = start(C, E, F, A, blinds=(2000, 4000), stacks={C: 7500})
    return line(told, "1 c", "3 a", "5 f")


def test_the_big_blind_may_raise_a_short_all_in_but_the_caller_may_not_T_2_6j() -> None:
    here = short_of_a_raise()
    assert (here.turn, least(here)) == (F, 11_500)
    here = on(here, "6 c")
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (A, 3500, None)


def test_a_full_raise_opens_it_for_the_caller_again_T_2_6k() -> None:
    here = on(short_of_a_raise(), "6 r 11500")
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (A, 7500, 15_500)


def test_the_least_bet_on_any_street_is_the_big_blind_SPT_05() -> None:
    here = line(start(A, B, C), "1 c", "2 c", "3 c", "2 c", "3 c", "1 c")
    assert (here.street, least(here)) == (2, 100)
    assert [one.code for one in here.breaches(Act(2, B, "bet", 60))] == ["raise_too_small"]


def test_a_raise_of_the_pot_is_the_call_and_then_what_lies_there() -> None:
    here = line(start(A, B, C), "1 f")
    assert (pot_raise(here, 1, 1), pot_raise(here, 1, 2), pot_raise(here, 1, 9)) == (300, 200, 200)
    short = line(start(A, B, C, stacks={B: 250}, chip=25), "1 f")
    assert pot_raise(short, 1, 1) == 250
    assert pot_raise(line(start(A, B, C, chip=25), "1 r 310", "2 f"), 1, 2) == 625
    assert pot_raise(line(start(A, B, C, stacks={A: 400, B: 400}), "1 a", "2 a"), 1, 1) is None


# What other programs got wrong


def test_a_caller_with_more_keeps_the_rest_and_one_with_more_than_the_bet_is_not_all_in_F17() -> None:
    here = line(start(A, B, C, stacks={A: 110, B: 120}), "1 a", "2 c", "3 f")
    assert (here.over, live(here)) == (True, {A: 110, B: 110, C: 100})
    assert here.now.player(B).left == 10
    seventy = line(start(1, 2, blinds=(5, 10), stacks={1: 60, 2: 70}), "1 a", "2 c")
    assert (seventy.now.player(2).left, seventy.now.player(2).all_in) == (10, False)


def test_a_blind_never_takes_more_than_the_stack_F19() -> None:
    here = line(start(A, B, C, stacks={C: 60}))
    assert (here.now.player(C).left, live(here)[C]) == (0, 60)


def test_the_bring_in_stays_the_whole_big_blind_F20() -> None:
    told = start(A, B, C, D, blinds=(200, 400), stacks={C: 150})
    here = line(told, "4 c", "1 f", "2 c", "2 c", "4 c", "2 c", "4 c", "2 c", "4 c")
    assert live(here) == {A: 0, B: 400, C: 150, D: 400}
    assert received(here, {C: 1, B: 2, D: 3}) == {C: 450, B: 500}


def test_the_small_blind_may_still_fold_or_call_a_big_blind_who_is_all_in_F22_SA_20() -> None:
    here = line(start(1, 2, blinds=(10, 20), stacks={2: 20}))
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (1, 10, None)
    assert received(on(here, "1 f"), {}) == {2: 30}
    assert on(here, "1 c").over
    short = line(start(1, 2, blinds=(10, 20), stacks={2: 15}))
    assert short.options is not None
    assert short.options.call == 5


def test_a_big_blind_all_in_on_the_blind_has_no_option_F23() -> None:
    here = line(start(A, B, C, stacks={C: 100}), "1 c", "2 c")
    assert (here.street, here.turn) == (1, B)


def test_a_short_all_in_does_not_reopen_for_the_caller_but_may_be_let_pass_F29() -> None:
    told = start(A, B, C, D, blinds=(1, 2), stacks={D: 16, B: 19})
    here = line(told, "4 a", "1 c", "2 a", "3 c")
    assert here.options is not None
    assert (here.turn, here.options.call, here.options.least) == (A, 3, None)
    again = on(here, "1 r 60", overrule=True)
    assert [one.code for one in again.done[-1].breaches] == ["raise_not_open"]
    assert (again.turn, again.open_breaches) == (C, ())


def test_nobody_raises_players_who_are_all_in() -> None:
    here = line(start(A, B, C, stacks={B: 400}), "1 r 300", "2 a", "3 f")
    assert here.options is not None
    assert (here.options.call, here.options.least) == (100, None)
    assert [one.code for one in here.breaches(Act(0, A, "raise", 900))] == ["nobody_to_answer"]


# Breaches


def test_what_was_played_against_the_rules_stands_with_its_breach() -> None:
    told = start(A, B, C)
    acts = (Act(0, A, "raise", 300), Act(0, C, "raise", 350), Act(0, B, "check"))
    here = play(told, acts, TDA)
    assert [[one.code for one in done.breaches] for done in here.done] == [
        [],
        ["not_in_turn", "raise_too_small"],
        ["not_in_turn", "check_facing_bet"],
    ]
    assert live(here) == {A: 300, B: 50, C: 350}
    assert here.turn == A, "after seat 2, who checked, comes seat 3, who is matched, and then the button"
    with pytest.raises(RuleError, match="not_in_turn"):
        check_line(told, acts, TDA)
    passed = [
        replace(act, overruled=tuple(b.code for b in done.breaches))
        for act, done in zip(acts, here.done, strict=True)
    ]
    assert check_line(told, passed, TDA).pot == 700


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (Act(0, A, "dance"), "act_unknown"),
        (Act(1, A, "check"), "act_of_other_street"),
        (Act(0, 9, "check"), "seat_not_in_hand"),
        (Act(0, D, "fold"), "seat_has_folded"),
        (Act(0, E, "call"), "seat_all_in"),
    ],
)
def test_what_cannot_be_is_refused(act: Act, code: str) -> None:
    told = start(A, B, C, D, E, stacks={E: 40}, absent=frozenset({D}), button=Button(3, 4, 5))
    with pytest.raises(RuleError) as refused:
        begin(told, TDA).after(act)
    assert refused.value.code == code


def test_a_line_is_kept_as_short_lists_and_read_back() -> None:
    acts = on(line(start(A, B, C), "1 r 300"), "3 r 350", overrule=True).acts
    kept = json.loads(json.dumps(as_data(acts)))
    assert kept == [[0, 1, "raise", 300, []], [0, 3, "raise", 350, ["not_in_turn", "raise_too_small"]]]
    assert from_data(kept) == acts


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        "call",
        [1],
        [[0, 1, "call", 0]],
        [[0, 1, "call", 0, "code"]],
        [[0, 1, "dance", 0, []]],
        [[True, 1, "call", 0, []]],
        [[0, 1, "call", -1, []]],
        [[9, 1, "call", 0, []]],
        [[0, 1, "call", 10**20, []]],
        [[0, 1.5, "call", 0, []]],
        [[0, 1, "call", 0, [{}]]],
        [[0, 1, "call", 0, []]] * (MOST_ACTS + 1),
    ],
)
def test_a_line_that_somebody_else_wrote_is_refused(data: object) -> None:
    with pytest.raises(RuleError, match="line_unreadable"):
        from_data(data)


# What must always hold


@st.composite
def starts(draw: st.DrawFn) -> tuple[Start, Any]:
    """A table of two to ten under any preset, with antes of every form, short stacks and absent players."""
    seats = tuple(sorted(draw(st.sets(st.integers(1, 12), min_size=2, max_size=10))))
    house = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    house = replace(house, bb_ante_order=draw(st.sampled_from(["blind_first", "ante_first"])))
    blinds = (0, 0) if house.game == "five_card_draw" else (50, 100)
    form = draw(st.sampled_from(["per_player", "big_blind"]))
    ante = 100 if blinds == (0, 0) else draw(st.sampled_from([0, 25, 100]))
    stacks = {seat: draw(st.integers(1, 3000)) for seat in seats}
    button = first_button(seats, draw(st.sampled_from(seats)), house.direction)
    absent = draw(st.sets(st.sampled_from(seats), max_size=len(seats) - 1))
    level = Level(*blinds, ante, ante_form="per_player" if blinds == (0, 0) else form)
    return Start(seats, stacks, button, level, frozenset(absent)), house


@settings(max_examples=300, deadline=None)
@given(starts(), st.data())
def test_whatever_is_played_ends_conserves_chips_and_settles(
    told: tuple[Start, Any], data: st.DataObject
) -> None:
    beginning, house = told
    here, acts = begin(beginning, house), 0
    while (may := here.options) is not None:
        choices = ["fold", "check" if may.may_check else "call", "all_in", *(["raise"] if may.least else [])]
        kind = data.draw(st.sampled_from(choices))
        to = data.draw(st.integers(may.least or 0, may.most or 0)) if kind == "raise" else 0
        if kind != "all_in" and house.bet_step == "none":
            assert here.breaches(Act(here.street, may.seat, kind, to)) == ()
        here = here.after(Act(here.street, may.seat, kind, to))
        acts += 1
        assert acts < 200
    lefts = {one.seat: one.left for one in here.now.players}
    for part in here.parts:
        left = lefts[part.seat]
        assert left is not None
        assert left >= 0
        assert left + part.live + part.dead == beginning.stacks[part.seat]
        assert part.all_in == (left == 0 and not part.folded)
    assert here.pot == sum(sum(both) for both in put_in(here).values())
    assert here.standing
    ranks = {seat: data.draw(st.integers(1, 3)) for seat in here.standing}
    assert sum(received(here, ranks).values()) == here.pot or here.pot == 0
    assert play(beginning, here.acts, house).streets == here.streets
    assert from_data(as_data(here.acts)) == here.acts
