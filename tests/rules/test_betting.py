"""One street of betting: T-2.6a to T-2.6k, SPT-05 to SPT-29, VIV-19, and what must always hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.betting import (
    Action,
    Limits,
    Street,
    after,
    as_silent,
    as_total,
    breaches,
    opened,
    options,
    shows_first,
)
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS

A, B, C, D, E, F = range(1, 7)
DEEP = 100_000


def street(
    seats: tuple[int, ...] = (A, B, C, D, E, F),
    unit: int = 100,
    *,
    stacks: dict[int, int] | None = None,
    min_raise: str = "last_raise",
    blinds: tuple[int, int] | None = None,
    bet_step: str = "none",
) -> Street:
    """Deep stacks unless told; with ``blinds`` the last two of ``seats`` posted them."""
    left = {seat: (stacks or {}).get(seat, DEEP) for seat in seats}
    limits = Limits(unit, min_raise, bet_step)
    if blinds is None:
        return opened(seats, left, limits)
    posted = dict(zip(seats[-2:], blinds, strict=True))
    left = {seat: left[seat] - posted.get(seat, 0) for seat in seats}
    return opened(seats, left, limits, posted=posted, price=blinds[1])


def played(here: Street, *acts: str) -> Street:
    """ "1 r 600" seat 1 bets or raises to 600, "2 c" calls or checks, "3 f" folds, "4 a" is all-in."""
    for act in acts:
        seat, kind, *to = act.split()
        one = here.player(int(seat))
        if kind == "c":
            done = Action(one.seat, "call" if here.highest > one.paid else "check")
        elif kind == "f":
            done = Action(one.seat, "fold")
        else:
            amount = int(to[0]) if to else one.paid + one.left
            done = Action(one.seat, "raise" if here.highest else "bet", amount)
        here = after(here, done)
    return here


@pytest.mark.parametrize(
    ("unit", "blinds", "acts", "tda", "spt"),
    [
        (200, (100, 200), ("1 r 600", "2 r 1600", "3 r 3600"), 5600, 3800),  # T-2.6a
        (200, None, ("1 r 300", "2 r 1000"), 1700, 1200),  # T-2.6c
        (50, (25, 50), ("1 r 125", "2 r 200", "3 r 500"), 800, 550),  # T-2.6d
        (50, (25, 50), ("1 r 500", "2 c", "3 c"), 950, 550),  # T-2.6e
    ],
    ids=["T-2.6a", "T-2.6c", "T-2.6d", "T-2.6e"],
)
def test_the_least_raise_is_the_last_full_one_or_the_big_blind_T_2_6_SPT_06(
    unit: int, blinds: tuple[int, int] | None, acts: tuple[str, ...], tda: int, spt: int
) -> None:
    for rule, least in (("last_raise", tda), ("big_blind", spt)):
        may = options(played(street(unit=unit, blinds=blinds, min_raise=rule), *acts))
        assert may is not None
        assert may.least == least


def test_a_short_all_in_is_no_raise_to_be_added_T_2_6b() -> None:
    for rule in ("last_raise", "big_blind"):
        may = options(played(street(blinds=(50, 100), stacks={A: 150}, min_raise=rule), "1 a"))
        assert may is not None
        assert (may.seat, may.call, may.least) == (B, 150, 250)


def short_ones() -> Street:
    here = street((A, B, C, D, E), stacks={B: 125, D: 200})
    return played(here, "1 r 100", "2 a", "3 c", "4 a", "5 c")


def test_short_all_ins_add_up_to_a_full_raise_T_2_6f() -> None:
    may = options(short_ones())
    assert may is not None
    assert (may.seat, may.call, may.least) == (A, 100, 300)


def test_who_faces_less_than_a_full_raise_may_only_call_or_fold_T_2_6g() -> None:
    may = options(played(short_ones(), "1 c"))
    assert may is not None
    assert (may.seat, may.call, may.least, may.most) == (C, 75, None, None)


def test_who_faces_more_may_raise_again_T_2_6h() -> None:
    may = options(played(short_ones(), "1 r 300"))
    assert may is not None
    assert (may.seat, may.call, may.least) == (C, 175, 400)


def test_short_all_ins_leave_the_last_full_raise_as_it_was_T_2_6i() -> None:
    here = played(street(stacks={B: 500, C: 650, D: 800}), "1 r 300", "2 a", "3 a", "4 a", "5 c")
    may = options(here)
    assert may is not None
    assert (may.seat, may.least) == (F, 1100)


def big_blind_next() -> Street:
    """2000-4000: A calls, C is all-in for 7500, the small blind (5) folds; 6 is the big blind."""
    here = street((A, C, E, F), 4000, blinds=(2000, 4000), stacks={C: 7500})
    return played(here, "1 c", "3 a", "5 f")


def test_the_big_blind_may_raise_a_short_all_in_but_the_caller_may_not_T_2_6j() -> None:
    here = big_blind_next()
    may = options(here)
    assert may is not None
    assert (may.seat, may.least) == (F, 11_500)
    may = options(played(here, "6 c"))
    assert may is not None
    assert (may.seat, may.call, may.least) == (A, 3500, None)


def test_a_full_raise_opens_it_for_the_caller_again_T_2_6k() -> None:
    may = options(played(big_blind_next(), "6 r 11500"))
    assert may is not None
    assert (may.seat, may.call, may.least) == (A, 7500, 15_500)


def test_a_call_costs_the_whole_big_blind_even_where_it_was_posted_short_S11_S12() -> None:
    here = opened((A, B, C), {A: 1000, B: 950, C: 0}, Limits(100), posted={B: 50, C: 60}, price=100)
    may = options(here)
    assert may is not None
    assert (may.seat, may.call) == (A, 100)


def test_the_big_blind_may_check_or_raise_where_nobody_raised_SPT_18() -> None:
    here = played(street((A, B, C), blinds=(50, 100)), "1 c", "2 c")
    may = options(here)
    assert may is not None
    assert (may.seat, may.may_check, may.least) == (C, True, 200)
    assert played(here, "3 c").turn is None


def test_a_street_ends_when_all_have_matched_or_checked_or_one_is_left_SPT_16_SPT_17_SPT_21() -> None:
    assert played(street((A, B, C)), "1 c", "2 c", "3 c").turn is None
    assert played(street((A, B, C)), "1 c", "2 r 100", "3 c", "1 c").turn is None
    assert played(street((A, B, C)), "1 r 100", "2 f", "3 f").turn is None


def test_nobody_bets_against_players_who_are_all_in() -> None:
    assert street((A, B), stacks={B: 0}).turn is None
    here = played(street((A, B, C), stacks={A: 400, B: 400}), "1 a", "2 c")
    may = options(here)
    assert may is not None
    assert (may.seat, may.call, may.least) == (C, 400, None)


def test_a_raiser_may_not_raise_again_unless_somebody_else_did_VIV_19() -> None:
    here = played(street((A, B, C), min_raise="one_chip"), "1 r 100", "2 r 200", "3 c")
    may = options(here)
    assert may is not None
    assert (may.seat, may.least) == (A, 300)
    assert played(here, "1 c").turn is None


@pytest.mark.parametrize(
    ("acts", "act", "code", "params"),
    [
        ((), Action(B, "check"), "not_in_turn", {"seat": B, "turn": A}),
        (("1 r 300",), Action(B, "check"), "check_facing_bet", {"price": 300}),
        ((), Action(A, "call"), "nothing_to_call", {}),
        (("1 r 300",), Action(B, "raise", 500), "raise_too_small", {"to": 500, "least": 600}),
        (("1 r 300",), Action(B, "raise", 200), "bet_not_above", {"to": 200, "highest": 300}),
        ((), Action(A, "bet", 50), "raise_too_small", {"to": 50, "least": 100}),
    ],
)
def test_a_breach_names_its_rule_and_may_be_overruled(
    acts: tuple[str, ...], act: Action, code: str, params: dict[str, int]
) -> None:
    here = played(street(), *acts)
    (breach,) = breaches(here, act)
    assert (breach.code, breach.params, breach.overrule) == (code, params, True)
    with pytest.raises(RuleError):
        after(here, act)
    assert after(here, act, overruled=[code]).player(act.seat).faced is not None


@pytest.mark.parametrize(
    ("acts", "act", "code"),
    [
        ((), Action(A, "bet", DEEP + 1), "bet_above_stack"),
        ((), Action(9, "check"), "seat_not_in_hand"),
        (("1 f",), Action(A, "check"), "seat_has_folded"),
        (("1 c", "2 c", "3 c", "4 c", "5 c", "6 c"), Action(A, "check"), "street_over"),
    ],
)
def test_what_cannot_be_is_refused_whoever_overrules(acts: tuple[str, ...], act: Action, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        after(played(street(), *acts), act, overruled=["not_in_turn", code])
    assert refused.value.code == code


def test_a_house_may_want_bets_in_big_blinds_all_ins_excepted_SPT_07() -> None:
    here = street(bet_step="big_blind", stacks={B: 750})
    assert [one.code for one in breaches(here, Action(A, "bet", 250))] == ["bet_not_in_steps"]
    assert breaches(played(here, "1 r 300"), Action(B, "raise", 750)) == ()


def test_raise_n_is_above_the_call_or_in_all_SPT_29() -> None:
    here = played(street(unit=1), "1 r 10")
    assert (as_total(here, 5, "increment"), as_total(here, 15, "total")) == (15, 15)


@pytest.mark.parametrize(
    ("chips", "meant"),
    [(300, Action(B, "call")), (449, Action(B, "call")), (450, Action(B, "raise", 600)),
     (599, Action(B, "raise", 600)), (700, Action(B, "raise", 700)), (200, Action(B, "call"))],
)  # fmt: skip
def test_chips_put_in_silently_are_a_call_below_half_a_raise_else_completed(
    chips: int, meant: Action
) -> None:
    assert as_silent(played(street(), "1 r 300"), chips) == meant


def test_chips_put_in_silently_before_any_bet_are_a_bet_or_nothing() -> None:
    assert as_silent(street(), 0) == Action(A, "check")
    assert as_silent(street(), 60) == Action(A, "bet", 100)


@pytest.mark.parametrize(
    ("preset", "acts", "first"),
    [
        ("tda", ("1 r 100", "2 r 200", "3 c", "1 c"), B),
        ("tda", ("1 c", "2 c", "3 c"), A),
        ("san_antonio", ("1 r 100", "2 r 200", "3 c", "1 c"), A),  # SA-02
        ("san_antonio", ("1 c", "2 c", "3 c"), A),
        ("vivaldi", ("1 r 100", "2 r 200", "3 c", "1 c"), B),  # VIV-20
        ("vivaldi", ("1 c", "2 c", "3 c"), C),
        ("spt", ("1 r 100", "2 r 200", "3 c", "1 c"), A),  # SPT-24: the dealer's left
        ("tda", ("1 r 100", "2 r 200", "3 c", "1 f"), B),
    ],
)
def test_who_shows_first_is_as_the_house_says(preset: str, acts: tuple[str, ...], first: int) -> None:
    """Seats 1, 2 and 3 play, the button is at the empty seat 4: its left is seat 1, its right seat 3."""
    assert shows_first(played(street((A, B, C)), *acts), 4, PRESETS[preset]) == first


@given(st.data())
def test_whatever_is_done_as_offered_is_legal_and_conserves_chips(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 8))
    seats = tuple(range(1, count + 1))
    stacks = {seat: data.draw(st.integers(1, 3000)) for seat in seats}
    rule = data.draw(st.sampled_from(["last_raise", "big_blind", "one_chip"]))
    here = opened(seats, stacks, Limits(100, rule))
    acts = 0
    while (may := options(here)) is not None:
        choices = ["fold", "check" if may.may_check else "call", *(["raise"] if may.least else [])]
        kind = data.draw(st.sampled_from(choices))
        to = data.draw(st.integers(may.least or 0, may.most or 0)) if kind == "raise" else 0
        act = Action(may.seat, kind, to)  # type: ignore[arg-type]
        assert breaches(here, act) == ()
        here = after(here, act)
        acts += 1
        assert acts < 400
    assert all(one.left >= 0 and one.left + one.paid == stacks[one.seat] for one in here.players)
    still = [one for one in here.players if not one.folded]
    assert len(still) == 1 or all(one.paid == here.highest or one.all_in for one in still)
