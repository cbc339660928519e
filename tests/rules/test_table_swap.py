"""A whole table sits down at another one: numbers kept where that can be, the order always (RULES 2.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.button import Button, next_button
from tdapp.rules.errors import RuleError
from tdapp.rules.table_swap import seats_there, taken_along


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


def test_a_dead_big_blind_keeps_its_place_between_the_players_RULES_2_4():
    seats, last = taken_along({1, 2, 6}, Button(2, 3, 4), table=1, size=8, blocked={3, 4})
    assert (seats, last) == ({1: 1, 2: 2, 6: 6}, Button(2, 3, 4))  # dead blinds may lie at blocked seats
    seats, last = taken_along({1, 2, 4}, Button(1, 2, 3), table=1, size=6, blocked={2})
    # 2 cannot stay, and in 3 he would leave the dead blind no seat before 4: it keeps 3, 1 and 2 go behind 4.
    assert (seats, last) == ({4: 4, 1: 5, 2: 6}, Button(5, 6, 3))


def test_where_a_dead_blind_finds_no_seat_nobody_is_given_it_and_the_button_is_unknown():
    seats, last = taken_along({1, 2, 4}, Button(1, 2, 3), table=1, size=3, blocked=())
    assert seats == {1: 1, 2: 2, 4: 3}
    assert last == Button(None, None, None)


@given(
    taken=st.sets(st.integers(1, 10), min_size=3, max_size=8),
    marks=st.lists(st.integers(1, 10), min_size=3, max_size=3, unique=True),
    size=st.integers(8, 11),
    blocked=st.sets(st.integers(1, 11), max_size=3),
    rule=st.sampled_from(["tda_dead", "sa_dead_dealer", "moving"]),
)
def test_the_next_blinds_are_those_of_the_same_players_or_nobody_knows_RULES_2_4(
    taken, marks, size, blocked, rule
):
    if len(taken) > size - len({seat for seat in blocked if seat <= size}):
        return
    last = Button(*sorted(marks))
    seats, there = taken_along(taken, last, table=1, size=size, blocked=blocked)
    assert set(seats) == taken
    if there.button is None:
        assert there == Button(None, None, None)
        return
    mine, theirs = next_button(last, taken, rule=rule), next_button(there, seats.values(), rule=rule)
    assert theirs.bb == seats[mine.bb]
    for seat, new in ((mine.sb, theirs.sb), (mine.button, theirs.button)):
        assert (new == seats[seat]) if seat in taken else (new not in seats.values())
