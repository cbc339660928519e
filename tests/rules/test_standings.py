"""Standings: RULES 4.7 golden data, faults 113, 115, 116, 119."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.points import linear
from tdapp.rules.standings import Result, standings

SPT_E1 = ["Canada", "Inglaterra", "Letonia", "Iran", "Lituania", "Francia", "Kosovo", "Israel"]
SPT_E2 = ["Canada", "Lituania", "Iran", "Kosovo", "Letonia", "Tanzania"]
NAMES = [*SPT_E1, "Tanzania"]


def spt() -> list[Result]:
    return [
        Result(NAMES.index(name), meeting, linear(len(order), place), place)
        for meeting, order in enumerate((SPT_E1, SPT_E2), start=1)
        for place, name in enumerate(order, start=1)
    ]


def test_the_spt_season_after_two_opens_RULES_4_7() -> None:
    table = [(row.rank, NAMES[row.player], int(row.total)) for row in standings(spt())]
    assert all(row.total.denominator == 1 for row in standings(spt()))
    assert table == [
        (1, "Canada", 14),
        (2, "Lituania", 9),
        (2, "Iran", 9),
        (4, "Letonia", 8),
        (5, "Inglaterra", 7),
        (6, "Kosovo", 5),
        (7, "Francia", 3),
        (8, "Israel", 1),
        (8, "Tanzania", 1),
    ]


def test_a_row_tells_wins_seconds_and_how_often_one_played() -> None:
    first, second, third = standings(spt())[:3]
    assert (first.wins, first.seconds, first.played) == (2, 0, 2)
    assert (second.wins, second.seconds) == (0, 1)
    assert (third.wins, third.seconds) == (0, 0)


def test_four_on_the_same_third_share_the_rank_and_the_next_skips_F113() -> None:
    third = Fraction(1, 10) + Fraction(2, 10)
    points = [Fraction(1), *[third] * 2, *[Fraction(3, 10)] * 2, Fraction(2, 10)]
    rows = standings([Result(player, 1, share, player + 2) for player, share in enumerate(points)])
    assert [row.rank for row in rows] == [1, 2, 2, 2, 2, 6]


def test_equals_stand_as_they_were_given() -> None:
    rows = standings([Result(player, 1, 5, 3) for player in (7, 3, 9)])
    assert [(row.rank, row.player) for row in rows] == [(1, 7), (1, 3), (1, 9)]


def test_the_best_results_count_and_the_table_ranks_what_it_shows_F116() -> None:
    results = [
        Result(1, 1, 10, 2),
        *[Result(2, meeting, 6, 4) for meeting in (1, 2)],
        *[Result(3, meeting, 9, 3) for meeting in (2, 3)],
        Result(3, 4, 2, 9),
    ]
    rows = standings(results, best_of=1)
    assert all(row.total.denominator == 1 for row in rows)
    assert [(row.rank, row.player, int(row.total)) for row in rows] == [(1, 1, 10), (2, 3, 9), (3, 2, 6)]
    assert [(row.player, int(row.total)) for row in standings(results)] == [(3, 20), (2, 12), (1, 10)]


def test_counted_and_dropped_results_are_shown_in_the_order_of_the_season_F115() -> None:
    results = [Result(1, meeting, points, 5) for meeting, points in enumerate((3, 8, 8, 1, 5), start=1)]
    (row,) = standings(results, best_of=3)
    assert [result.meeting for result in row.counted] == [2, 3, 5]
    assert [result.meeting for result in row.dropped] == [1, 4]
    assert row.total == 21
    assert row.played == 5


def test_only_counted_results_make_wins_F119() -> None:
    results = [Result(1, 1, 2, 1), Result(1, 2, 9, 2)]
    (row,) = standings(results, best_of=1)
    assert (row.wins, row.seconds) == (0, 1)


def test_one_player_has_one_result_in_a_meeting() -> None:
    with pytest.raises(RuleError) as caught:
        standings([Result(1, 4, 2, 1), Result(1, 4, 3, 2)])
    assert (caught.value.code, caught.value.params) == ("result_twice", {"player": 1, "meeting": 4})


def test_at_least_one_result_counts() -> None:
    with pytest.raises(RuleError, match="best_of_below_one"):
        standings(spt(), best_of=0)


def test_a_season_without_results_has_an_empty_table() -> None:
    assert standings([]) == ()


@given(
    st.lists(
        st.builds(Result, st.integers(1, 6), st.integers(1, 8), st.fractions(0, 9), st.integers(1, 9)),
        unique_by=lambda result: (result.player, result.meeting),
        max_size=30,
    ),
    st.none() | st.integers(1, 4),
)
def test_a_rank_is_one_more_than_the_players_ahead(results: list[Result], best_of: int | None) -> None:
    rows = standings(results, best_of)
    assert {row.player for row in rows} == {result.player for result in results}
    for row in rows:
        assert row.rank == 1 + sum(other.total > row.total for other in rows)
        assert row.played == len(row.counted) + len(row.dropped)
        least = min((result.points for result in row.counted), default=0)
        assert all(result.points <= least for result in row.dropped)
