"""Seats: RULES 2.1, 2.2, T-2.1b, SPT-39, VIV-10, faults 74 and 77; the draw with blocked, kept and apart."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules import draw as lots
from tdapp.rules.button import Button, first_button, next_button
from tdapp.rules.errors import RuleError
from tdapp.rules.seating import (
    TableSeats,
    draw,
    free_places,
    late_places,
    places,
    still_waits,
    tables_needed,
    waits,
)

Tables = list[TableSeats[int]]


def table(number: int, size: int, *taken: int, blocked: tuple[int, ...] = ()) -> TableSeats[int]:
    """A table whose players are 1000 × number + seat."""
    return TableSeats(number, size, {seat: 1000 * number + seat for seat in taken}, blocked=blocked)


def at(drawn: tuple[tuple[int, tuple[int, int]], ...]) -> dict[int, int]:
    return {entry: number for entry, (number, _) in drawn}


@st.composite
def rooms(draw_: st.DrawFn) -> Tables:
    """Up to four tables of different sizes with blocked and taken seats."""
    found = []
    for number in range(1, draw_(st.integers(1, 4)) + 1):
        size = draw_(st.integers(2, 10))
        seats = st.sets(st.integers(1, size))
        taken = draw_(seats)
        found.append(table(number, size, *sorted(taken), blocked=tuple(sorted(draw_(seats) - taken))))
    return found


# -- the draw ------------------------------------------------------------------------------------------


def test_on_plain_tables_it_is_the_draw_of_seats_VIV_10() -> None:
    players = ["Canadá", "Inglaterra", "Letonia", "Irán", "Lituania"]
    tables = [TableSeats[str](1, 3), TableSeats[str](2, 3)]
    assert draw(players, tables, "VIV-10") == (
        ("Canadá", (2, 3)),
        ("Irán", (1, 3)),
        ("Inglaterra", (2, 1)),
        ("Letonia", (1, 2)),
        ("Lituania", (2, 2)),
    )


@given(st.lists(st.integers(1, 10), min_size=1, max_size=6), st.data(), st.text(max_size=8))
def test_on_plain_tables_of_any_size_it_is_the_draw_of_seats(
    sizes: list[int], data: st.DataObject, seed: str
) -> None:
    tables: Tables = [TableSeats(number, size) for number, size in enumerate(sizes, 1)]
    entries = list(range(data.draw(st.integers(0, sum(sizes)))))
    assert draw(entries, tables, seed) == lots.seats(entries, free_places(tables), seed)


def test_without_even_it_is_the_draw_of_seats_at_tables_with_players_too() -> None:
    tables = [table(1, 9, 1, 2, 3, 4, 5, 6, 7), table(2, 9, 1, 2)]
    for seed in "abcdef":
        drawn = draw([1, 2, 3], tables, seed, even=False)
        assert drawn == lots.seats([1, 2, 3], free_places(tables), seed)


@given(rooms(), st.data(), st.text(max_size=8))
def test_everybody_gets_a_seat_that_is_free_and_the_tables_fill_evenly_fault_74(
    tables: Tables, data: st.DataObject, seed: str
) -> None:
    pool = free_places(tables)
    entries = list(range(data.draw(st.integers(0, len(pool)))))
    drawn = draw(entries, tables, seed)
    taken = [place for _, place in drawn]
    assert sorted(entry for entry, _ in drawn) == entries
    assert len(set(taken)) == len(taken)
    assert set(taken) <= set(pool)
    new = Counter(number for number, _ in taken)
    after = {t.number: len(t.seats) + new[t.number] for t in tables}
    # Nobody came to a table while another one with a seat left had two fewer.
    least = min((after[t.number] for t in tables if after[t.number] < t.capacity), default=99)
    assert all(after[number] <= least + 1 for number in new)
    assert drawn == draw(entries, tables, seed)


def test_the_seat_of_who_went_out_is_drawn_again_and_no_seat_twice_fault_74() -> None:
    tables = [table(1, 5, 1, 3, 4, 5)]
    assert draw([7], tables, "x") == ((7, (1, 2)),)


def test_late_entries_are_drawn_from_the_same_pool_shortest_tables_first() -> None:
    tables = [table(1, 9, 1, 2, 3, 4, 5), table(2, 9, 1, 2, 3), table(3, 9, 1, 2, 3, 4)]
    for seed in "abcdefgh":
        drawn = draw([1, 2, 3, 4], tables, seed)
        assert Counter(at(drawn).values()) in ({2: 2, 3: 1, 1: 1}, {2: 2, 3: 2}, {2: 3, 3: 1})
        assert drawn[0][1][0] == 2
    seats = Counter(draw([1], tables, f"night {n}")[0][1] for n in range(600))
    assert set(seats) == {(2, n) for n in range(4, 10)}
    assert max(abs(times - 100) for times in seats.values()) < 46  # five standard deviations


def test_blocked_and_taken_seats_are_nobodys() -> None:
    tables = [table(1, 4, 1, blocked=(2,)), table(2, 3, blocked=(1, 3))]
    for seed in "abcdef":
        assert {place for _, place in draw([1, 2, 3], tables, seed)} == {(1, 3), (1, 4), (2, 2)}


def test_who_is_kept_gets_that_seat_and_nobody_else_does() -> None:
    tables = [table(1, 6), table(2, 6)]
    for seed in "abcdef":
        drawn = draw([1, 2, 3, 4, 5], tables, seed, kept={3: (2, 6), 9: (1, 1)})
        assert drawn[0] == (3, (2, 6))
        assert (1, 1) not in [place for _, place in drawn]
        # The one reserved for 9, who is not here yet, counts as taken.
        assert Counter(at(drawn).values()) in ({1: 2, 2: 3}, {1: 3, 2: 2})


def test_who_sits_in_his_kept_seat_already_does_not_count_twice() -> None:
    tables = [table(1, 6, 1, 2), table(2, 6, 1, 2)]
    for seed in "abcdef":
        drawn = draw([1, 2], tables, seed, kept={1001: (1, 1)})
        assert set(at(drawn).values()) == {1, 2}


@pytest.mark.parametrize(
    ("entries", "kept", "code", "params"),
    [
        ([1, 2, 3, 4], {}, "not_enough_seats", {"entries": 4, "seats": 3}),
        ([1, 2, 3], {9: (1, 3)}, "not_enough_seats", {"entries": 3, "seats": 2}),
        ([1, 1], {}, "already_seated", {"entry": 1}),
        ([1001], {}, "already_seated", {"entry": 1001}),
        ([1], {1: (1, 1)}, "seat_taken", {"table": 1, "seat": 1}),
        ([1], {1: (1, 2)}, "seat_reserved", {"table": 1, "seat": 2}),
        ([1], {1: (1, 6)}, "no_such_seat", {"table": 1, "seat": 6}),
        ([1], {1: (2, 1)}, "no_such_seat", {"table": 2, "seat": 1}),
        ([1, 2], {1: (1, 3), 2: (1, 3)}, "seat_twice", {"table": 1, "seat": 3}),
    ],
)
def test_a_draw_that_cannot_be_is_refused_whole_fault_77(entries, kept, code, params) -> None:
    with pytest.raises(RuleError) as caught:
        draw(entries, [table(1, 5, 1, blocked=(2,))], "x", kept=kept)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_a_table_that_comes_twice_is_refused() -> None:
    with pytest.raises(RuleError, match="seat_twice"):
        draw([1], [table(1, 5), table(1, 6)], "x")


def test_ten_thousand_on_eleven_hundred_tables_are_drawn_within_half_a_second() -> None:
    tables: Tables = [TableSeats(number, 10) for number in range(1, 1101)]
    began = time.process_time()
    drawn = draw(range(10_000), tables, "2008-01-04", apart=[(n, n + 1) for n in range(100)])
    assert time.process_time() - began < 0.5
    assert set(Counter(at(drawn).values()).values()) == {9, 10}


# -- players kept apart ----------------------------------------------------------------------------------


def together(drawn: tuple[tuple[int, tuple[int, int]], ...], tables: Tables, apart) -> int:
    where = at(drawn) | {entry: t.number for t in tables for entry in t.seats.values()}
    return sum(1 for one, other in set(apart) if one != other and where.get(one) == where.get(other, -1))


def can_be_apart(entries: list[int], tables: Tables, apart) -> bool:
    """By trying every table for everybody in a pair: the others take what is left."""
    sitting = {entry: t.number for t in tables for entry in t.seats.values()}
    people = sorted({e for pair in apart for e in pair} & set(entries))
    pairs = [pair for pair in apart if len(set(pair)) == 2 and not set(pair) <= set(sitting)]
    pairs = [pair for pair in pairs if set(pair) <= {*sitting, *entries}]
    for chosen in product([t.number for t in tables], repeat=len(people)):
        where = sitting | dict(zip(people, chosen, strict=True))
        fits = all(chosen.count(t.number) <= len(t.free) for t in tables)
        if fits and all(where[one] != where[other] for one, other in pairs):
            return True
    return False


@settings(max_examples=300)
@given(rooms(), st.data(), st.text(max_size=6))
def test_players_kept_apart_land_at_different_tables_while_that_can_be_helped(
    tables: Tables, data: st.DataObject, seed: str
) -> None:
    entries = list(range(data.draw(st.integers(0, len(free_places(tables))))))
    sitting = [entry for t in tables for entry in t.seats.values()]
    people = st.sampled_from([*entries[:4], *sitting[:3], 99])
    apart = data.draw(st.lists(st.tuples(people, people), max_size=5))
    drawn = draw(entries, tables, seed, apart=apart)
    plain = draw(entries, tables, seed)
    assert [entry for entry, _ in drawn] == [entry for entry, _ in plain]
    assert len({place for _, place in drawn}) == len(entries)
    assert {place for _, place in drawn} <= set(free_places(tables))
    helped = [pair for pair in apart if not set(pair) <= set(sitting)]
    if can_be_apart(entries, tables, helped):
        assert together(drawn, tables, helped) == 0
    if together(plain, tables, helped) == 0:
        assert drawn == plain
    assert drawn == draw(entries, tables, seed, apart=apart)


def test_keeping_apart_leaves_tables_as_even_as_they_were_where_it_can() -> None:
    tables: Tables = [TableSeats(number, 9) for number in (1, 2, 3)]
    couples = [(1, 2), (3, 4), (5, 6), (1, 7), (2, 7)]
    for n in range(60):
        drawn = draw(range(20), tables, f"night {n}", apart=couples)
        assert together(drawn, tables, couples) == 0
        assert sorted(Counter(at(drawn).values()).values()) == [6, 7, 7]


def test_only_those_in_the_way_change_seats() -> None:
    tables: Tables = [TableSeats(number, 9) for number in (1, 2)]
    for n in range(40):
        plain, drawn = (draw(range(18), tables, f"{n}", apart=a) for a in ((), [(0, 1)]))
        changed = [entry for entry, place in drawn if dict(plain)[entry] != place]
        assert len(changed) == (2 if at(plain)[0] == at(plain)[1] else 0)


def test_of_pairs_that_cannot_all_be_kept_apart_the_earlier_ones_are() -> None:
    tables: Tables = [TableSeats(1, 4), TableSeats(2, 4)]
    for n in range(30):
        where = at(draw(range(6), tables, f"{n}", apart=[(0, 1), (1, 2), (0, 2)]))
        assert where[0] != where[1]
        assert where[1] != where[2]
        assert where[0] == where[2]


def test_who_sits_already_is_avoided_even_where_the_tables_get_less_even() -> None:
    tables = [table(1, 9, 1, 2, 3, 4, 5, 6), table(2, 9, 1, 2)]
    for n in range(20):
        drawn = draw([1, 2], tables, f"{n}", apart=[(1, 2)])
        assert sorted(at(drawn).values()) == [1, 2]
        assert at(draw([1], tables, f"{n}", apart=[(1, 2001)])) == {1: 1}


def test_a_choice_that_leads_nowhere_is_taken_back() -> None:
    tables: Tables = [TableSeats(1, 3), TableSeats(2, 1)]
    for n in range(20):
        drawn = draw(range(4), tables, f"{n}", apart=[(0, 1), (0, 2), (0, 3)])
        assert at(drawn) == {0: 2, 1: 1, 2: 1, 3: 1}


def test_a_kept_seat_comes_before_keeping_apart() -> None:
    tables: Tables = [TableSeats(1, 4), TableSeats(2, 4)]
    drawn = draw([1, 2], tables, "x", kept={1: (1, 1), 2: (1, 2)}, apart=[(1, 2)])
    assert drawn == ((1, (1, 1)), (2, (1, 2)))


def test_hundreds_of_couples_are_kept_apart() -> None:
    tables: Tables = [TableSeats(number, 10) for number in range(1, 101)]
    couples = [(2 * n, 2 * n + 1) for n in range(450)]
    drawn = draw(range(900), tables, "x", apart=couples)
    assert together(drawn, tables, couples) == 0
    everybody = list(combinations(range(30), 2))
    assert together(draw(range(900), tables, "x", apart=everybody), tables, everybody) == 0


# -- tables that open ------------------------------------------------------------------------------------


def test_as_few_tables_as_hold_everybody() -> None:
    assert [tables_needed(n, 10) for n in (0, 1, 10, 11, 36, 40, 41)] == [0, 1, 1, 2, 4, 4, 5]


def test_one_large_table_before_two_small_ones_b35() -> None:
    assert [tables_needed(n, 7, single=9) for n in (9, 10, 14, 15, 21)] == [1, 2, 2, 3, 3]


def test_tables_open_as_the_field_grows() -> None:
    opened = places([], 36, 10)
    assert [(t.number, t.size) for t in opened] == [(1, 10), (2, 10), (3, 10), (4, 10)]
    full = [table(1, 3, 1, 2, 3), table(2, 3, 1, 2, 3, blocked=())]
    assert [t.number for t in places(full, 1, 9)] == [1, 2, 3]
    assert [t.number for t in places(full, 10, 9)] == [1, 2, 3, 4]


def test_a_table_nobody_sits_at_is_used_before_a_new_one_opens_and_only_if_needed() -> None:
    tables = [table(1, 6, 1, 2), table(2, 6), table(3, 4)]
    assert [t.number for t in places(tables, 4, 6)] == [1]
    assert [t.number for t in places(tables, 5, 6)] == [1, 2]
    assert [t.number for t in places(tables, 11, 6)] == [1, 2, 3]
    assert [t.number for t in places(tables, 15, 6)] == [1, 2, 3, 4]


def test_a_full_room_is_refused_with_the_seats_it_has() -> None:
    tables = [table(1, 6, 1, 2)]
    with pytest.raises(RuleError) as caught:
        places(tables, 11, 6, room=2)
    assert (caught.value.code, caught.value.params) == ("not_enough_seats", {"entries": 11, "seats": 10})
    assert len(places(tables, 10, 6, room=2)) == 2


# -- between the small blind and the button ----------------------------------------------------------------


def test_who_arrives_between_small_blind_and_button_waits_for_the_button_T_2_1b() -> None:
    here, sitting = Button(3, 5, 6), [1, 2, 3, 5, 6, 7, 8]
    assert waits(4, here, sitting)
    following = next_button(here, sitting, rule="tda_dead")
    assert (following.button, following.sb) == (5, 6)
    assert not still_waits(4, following, [*sitting, 4])
    # The seats that have the blinds, the button, or come later are dealt in at once.
    assert not any(waits(seat, here, sitting) for seat in (1, 2, 3, 5, 6, 7, 8))


@pytest.mark.parametrize("rule", ["tda_dead", "sa_dead_dealer", "moving"])
@given(st.sets(st.integers(1, 10), min_size=3), st.data(), st.sampled_from(["clockwise", "anticlockwise"]))
def test_nobody_waits_longer_than_one_hand_under_any_button_rule(
    rule: str, taken: set[int], data: st.DataObject, direction: str
) -> None:
    here = first_button(taken, data.draw(st.sampled_from(sorted(taken))), direction)
    free = sorted(set(range(1, 11)) - taken)
    waiting = [seat for seat in free if waits(seat, here, taken, direction)]
    following = next_button(here, taken, rule=rule, direction=direction)
    assert not any(still_waits(seat, following, {*taken, *waiting}, direction) for seat in waiting)


def test_a_dead_small_blind_still_has_its_place_b04_b23() -> None:
    assert waits(4, Button(3, 5, 6), [1, 2, 3, 6, 7])
    assert not waits(5, Button(3, 5, 6), [1, 2, 3, 6, 7])
    assert waits(2, Button(1, 4, 5), [1, 4, 5, 7])  # two empty seats between them
    assert waits(3, Button(1, 4, 5), [1, 4, 5, 7])


def test_anticlockwise_the_seats_between_are_the_other_ones() -> None:
    assert waits(4, Button(5, 3, 2), [1, 2, 3, 5, 6], "anticlockwise")
    assert not waits(6, Button(5, 3, 2), [1, 2, 3, 5], "anticlockwise")


def test_nobody_waits_where_the_button_is_unknown_or_two_play_or_there_are_no_blinds() -> None:
    assert not waits(4, None, [1, 2, 3])
    assert not waits(4, Button(3, None, None), [1, 2, 3, 5])
    assert not waits(4, Button(3, 3, 6), [3, 6])
    assert not waits(4, Button(3, 6, 3), [3, 6])


# -- late entries: nobody sits down alone ---------------------------------------------------------------


def test_one_late_player_waits_and_two_open_a_table_fault_82():
    full = [table(1, 9, *range(1, 10)), table(2, 9, *range(1, 10)), table(3, 9)]
    assert [one.number for one in late_places(full, 1, 9)] == [1, 2]
    assert [one.number for one in late_places(full, 2, 9)] == [1, 2, 3]
    assert [one.number for one in late_places(full[:2], 2, 9)] == [1, 2, 3]
    assert [one.number for one in late_places(full[:2], 2, 9, room=2)] == [1, 2]
    assert [one.number for one in late_places([table(1, 9, *range(1, 9)), table(2, 9)], 1, 9)] == [1]


@settings(max_examples=150)
@given(rooms(), st.integers(1, 14), st.integers(2, 10), st.integers(0, 6))
def test_no_late_player_ever_sits_alone_fault_82(found: Tables, players: int, size: int, room: int):
    if any(len(one.seats) == 1 for one in found):
        return
    among = late_places(found, players, size, room=room)
    drawn = at(draw(list(range(players))[: len(free_places(among))], among, "6f1a"))
    sitting = Counter({one.number: len(one.seats) for one in found}) + Counter(drawn.values())
    assert 1 not in sitting.values()
