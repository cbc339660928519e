"""Hand-for-hand play: RULES 2.9 (T-2.9a, T-2.9b) and 4.1."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules import clock
from tdapp.rules.errors import RuleError
from tdapp.rules.hand_for_hand import TableOut, bubble_left, check_left, order_across_tables
from tdapp.rules.house import CHOICES, PRESETS
from tdapp.rules.levels import Level, Timed
from tdapp.rules.payouts import shared
from tdapp.rules.places import Place, places

NOW = datetime(2025, 10, 4, 23, 0, tzinfo=UTC)
PER_HAND = timedelta(minutes=2)
SCHEDULE = Timed((Level.of_minutes(400, 800, 20), Level.of_minutes(500, 1000, 20)))
THREE = (TableOut("A", 1, 5000), TableOut("C", 1, 3000), TableOut("B", 2, 4000))


def left_of(state: clock.State) -> tuple[int | None, timedelta | None]:
    at = clock.position(state, SCHEDULE, NOW)
    return at.number, at.left


def bubble_money(groups: tuple[tuple[str, ...], ...], players: int = 52, paid: int = 50) -> dict[str, int]:
    """What those of ``groups`` win when the last paid place is worth 300 and all above it more."""
    others = [f"p{number}" for number in range(players - sum(map(len, groups)))]
    entrants = [*others, *(key for group in groups for key in group)]
    found = places(entrants, groups)
    prizes = [1000] * (paid - 1) + [300]
    return shared(found, prizes, 1, entrants)


# -- the clock -------------------------------------------------------------------------------------------


def test_each_hand_takes_two_minutes_and_the_level_changes_after_the_fourth_T_2_9a() -> None:
    state = clock.State(NOW, timedelta(minutes=13), running=False)
    assert left_of(state) == (1, timedelta(minutes=7))
    seen = []
    for _ in range(3):
        state = clock.spend(state, NOW, PER_HAND)
        seen.append(left_of(state))
    assert seen == [(1, timedelta(minutes=left)) for left in (5, 3, 1)]
    assert left_of(clock.spend(state, NOW, PER_HAND)) == (2, timedelta(minutes=19))
    assert not clock.spend(state, NOW, PER_HAND).running


def test_a_hand_takes_no_time_where_the_house_says_so_or_the_clock_has_not_started() -> None:
    state = clock.State(NOW, timedelta(minutes=13), running=False)
    assert left_of(clock.spend(state, NOW, timedelta(0))) == (1, timedelta(minutes=7))
    with pytest.raises(RuleError, match="clock_not_started"):
        clock.spend(None, NOW, PER_HAND)


# -- ties across tables ----------------------------------------------------------------------------------


def test_by_level_the_first_of_each_table_tie_and_then_the_seconds_T_2_9b() -> None:
    groups = order_across_tables(THREE)
    assert groups == (("C",), ("A", "B"))
    assert bubble_money(groups)["A"] == bubble_money(groups)["B"] == 150
    assert bubble_money(groups)["C"] == 0


def test_share_all_gives_each_a_third_T_2_9b() -> None:
    groups = order_across_tables(THREE, "share_all")
    money = bubble_money(groups)
    assert groups == (("A", "C", "B"),)
    assert (money["A"], money["B"], money["C"]) == (100, 100, 100)


def test_by_stack_the_largest_stack_of_all_tables_takes_it_T_2_9b() -> None:
    groups = order_across_tables(THREE, "by_stack")
    money = bubble_money(groups)
    assert groups == (("C",), ("B",), ("A",))
    assert (money["A"], money["B"], money["C"]) == (300, 0, 0)


def test_by_level_is_an_order_where_mixing_chips_and_ties_is_none() -> None:
    # A before C by chips and B tied with both is no order: A and C would be equal through B.
    found = places(["W", "A", "B", "C"], order_across_tables(THREE))
    assert (found["A"], found["B"], found["C"]) == (Place(2, 3), Place(2, 3), Place(4, 4))


def test_with_50_paid_and_52_left_three_out_in_the_first_hands_share_the_50th_prize() -> None:
    outs = [TableOut("A", 1, 5000), TableOut("B", 2, 4000), TableOut("C", 3, None)]
    for mode in ("by_level", "share_all"):
        money = bubble_money(order_across_tables(outs, mode))
        assert (money["A"], money["B"], money["C"]) == (100, 100, 100)


def test_equal_stacks_at_one_table_tie_and_the_house_may_share_every_hand() -> None:
    outs = [TableOut("A", 1, 5000), TableOut("D", 1, 5000), TableOut("C", 1, 3000), TableOut("B", 2, 4000)]
    assert order_across_tables(outs) == (("C",), ("A", "D", "B"))
    assert order_across_tables(outs, same_table="share") == (("A", "D", "C", "B"),)


def test_an_unknown_stack_is_asked_for_only_where_it_decides() -> None:
    apart = [TableOut("A", 1, None), TableOut("B", 2, None)]
    assert order_across_tables(apart) == (("A", "B"),)
    assert order_across_tables(apart, "share_all") == (("A", "B"),)
    together = [TableOut("A", 1, None), TableOut("C", 1, 3000), TableOut("B", 2, 4000)]
    with pytest.raises(RuleError) as caught:
        order_across_tables(together)
    assert (caught.value.code, caught.value.params) == ("stack_order_needed", {"players": ("A", "C")})
    with pytest.raises(RuleError) as caught:
        order_across_tables(apart, "by_stack")
    assert caught.value.params == {"players": ("A", "B")}


def test_nobody_out_is_no_group_and_nobody_goes_out_twice() -> None:
    for mode in CHOICES["h4h_ties"]:
        assert order_across_tables([], mode) == ()
        with pytest.raises(RuleError, match="out_twice"):
            order_across_tables([TableOut("A", 1, 1), TableOut("A", 2, 1)], mode)
    assert all(house.h4h_ties == "by_level" for house in PRESETS.values())


OUTS = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 6)), max_size=9)


@given(OUTS, st.sampled_from(CHOICES["h4h_ties"]))
def test_everybody_out_has_one_place_and_at_one_table_more_chips_are_never_lower(
    drawn: list[tuple[int, int]], mode: str
) -> None:
    outs = [TableOut(number, table, chips) for number, (table, chips) in enumerate(drawn)]
    groups = order_across_tables(outs, mode)
    assert sorted(key for group in groups for key in group) == list(range(len(outs)))
    at = {key: index for index, group in enumerate(groups) for key in group}
    for one in outs:
        for other in outs:
            if one.table == other.table and (one.stack_before or 0) > (other.stack_before or 0):
                assert at[one.key] >= at[other.key]
                assert at[one.key] > at[other.key] or mode == "share_all"


# -- the bubble ------------------------------------------------------------------------------------------


def test_the_bubble_is_counted_before_it_is_announced() -> None:
    assert [bubble_left(left, 50) for left in (52, 51, 50, 49)] == [2, 1, 0, 0]
    check_left(50, 50)
    with pytest.raises(RuleError) as caught:
        check_left(51, 50)
    assert (caught.value.code, caught.value.overrule) == ("players_left_differ", True)
    assert caught.value.params == {"counted": 51, "recorded": 50}
