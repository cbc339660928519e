"""A whole table sits down at another one: numbers kept where that can be, the order always (RULES 2.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.table_swap import seats_there


def test_everybody_keeps_the_seat_number_where_it_is_free():
    assert seats_there({1, 4, 9}, table=2, size=9, blocked=()) == {1: 1, 4: 4, 9: 9}
    assert seats_there((), table=2, size=9, blocked=()) == {}


@pytest.mark.parametrize(
    ("taken", "size", "blocked", "there"),
    [
        ({2, 3, 5}, 6, {3}, {2: 2, 3: 4, 5: 5}),  # the next free seat
        ({2, 3, 4}, 6, {3}, {2: 2, 3: 4, 4: 5}),  # who sits there goes on too: the order stays
        ({2, 9}, 8, (), {2: 2, 9: 1}),  # behind the last seat comes the first
        ({1, 8, 9}, 8, {8}, {1: 1, 8: 2, 9: 3}),  # or the next behind those who keep theirs
        ({1, 2, 3}, 3, (), {1: 1, 2: 2, 3: 3}),
    ],
)
def test_who_cannot_keep_the_number_takes_the_next_seat_in_the_same_order(taken, size, blocked, there):
    assert seats_there(taken, table=2, size=size, blocked=blocked) == there


def test_more_players_than_seats_are_refused_with_both_numbers():
    with pytest.raises(RuleError) as refusal:
        seats_there({1, 2, 3, 4}, table=7, size=4, blocked={2})
    assert refusal.value.code == "table_holds_fewer"
    assert refusal.value.params == {"table": 7, "players": 4, "seats": 3}


@given(
    taken=st.sets(st.integers(1, 12), max_size=8),
    size=st.integers(8, 12),
    blocked=st.sets(st.integers(1, 12), max_size=3),
)
def test_nobody_shares_a_seat_or_gets_a_blocked_one_and_the_order_round_the_table_stays(taken, size, blocked):
    free = set(range(1, size + 1)) - blocked
    if len(taken) > len(free):
        return
    there = seats_there(taken, table=1, size=size, blocked=blocked)
    assert set(there) == taken
    assert len(set(there.values())) == len(taken)
    assert set(there.values()) <= free
    seats = [there[seat] for seat in sorted(taken)]
    assert sum(a > b for a, b in zip(seats, seats[1:] + seats[:1], strict=True)) <= 1
    if taken <= free:
        assert there == {seat: seat for seat in taken}
