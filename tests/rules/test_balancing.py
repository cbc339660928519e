"""Balancing: RULES 2.3, T-2.3d, T-2.3e, TDA 11, SIS-17, faults 73, 79 and 82; as few moves as can be."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.balancing import Halt, Move, Policy, halted, policy_of, propose, short_tables
from tdapp.rules.breaking import breaking, final_table
from tdapp.rules.button import Button, first_button
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.levelling import Load, level
from tdapp.rules.seating import TableSeats
from tests.rules.tables import Tables, after, counts, is_even, is_explained, seated, tables_of

STAY = Policy(break_tables=False)
ONE = Policy(break_tables=False, max_gap=1)


def only(moves: Sequence[Move[str]]) -> Move[str]:
    (move,) = moves
    return move


# -- how many ----------------------------------------------------------------------------------------


def test_a_gap_of_three_is_mended_by_one_move_T_2_3d() -> None:
    tables = tables_of(9, 8, 6, button=1)
    move = only(propose(tables, STAY, "x"))
    assert (move.from_table, move.to_table, move.why) == (1, 3, "balance")
    assert counts(after(tables, [move])) == [8, 8, 7]


def test_with_a_gap_of_two_allowed_nobody_moves_T_2_3e() -> None:
    assert propose(tables_of(9, 8, 7), replace(STAY, max_gap=2), "x") == ()
    assert len(propose(tables_of(9, 8, 7), ONE, "x")) == 1


def test_the_automatic_gap_is_one_up_to_four_tables_and_two_above() -> None:
    assert [Policy().gap(n) for n in (1, 2, 4, 5, 100)] == [1, 1, 1, 2, 2]
    assert propose(tables_of(9, 9, 9, 9, 7), STAY, "x") == ()
    assert len(propose(tables_of(9, 9, 9, 7), STAY, "x")) == 1
    assert [Policy(gap_at=((12, 1), (30, 3))).gap(n) for n in (2, 12, 13, 30, 31)] == [1, 1, 3, 3, 2]
    assert Policy(max_gap=3).gap(2) == 3


def test_the_policy_of_a_house_has_its_gap_and_its_button() -> None:
    assert policy_of(PRESETS["spt"]) == Policy(
        max_gap=PRESETS["spt"].max_table_gap,
        direction="anticlockwise",
        button_rule="moving",
        break_tables=False,
    )
    assert policy_of(PRESETS["sistema"]).break_tables


def test_two_from_the_fullest_when_one_does_not_do() -> None:
    tables = tables_of(10, 10, 8, 8, size=10)
    moves = propose(tables, ONE, "x")
    assert [(move.from_table, move.to_table) for move in moves] == [(1, 3), (2, 4)]
    tables = tables_of(9, 5, 9, size=9)
    assert [(m.from_table, m.to_table) for m in propose(tables, ONE, "x")] == [(1, 2), (3, 2)]


def test_a_smaller_table_that_is_full_is_not_short() -> None:
    tables = [*tables_of(9, 9, size=9), seated(3, 6, *range(1, 7))]
    assert propose(tables, ONE, "x") == ()
    assert halted(tables, Policy(halt_when="at_once")) == ()


def test_a_seat_that_is_blocked_takes_nobody() -> None:
    tables = [*tables_of(9, 9, size=9), replace(seated(3, 9, 1, 2, 3, 4, 5, 6), blocked=(7, 8, 9))]
    assert propose(tables, ONE, "x") == ()
    tables[2] = replace(tables[2], blocked=(7, 8))
    assert only(propose(tables, ONE, "x")).to_seat == 9


def test_nothing_moves_at_one_table_or_none() -> None:
    assert propose(tables_of(7), Policy(), "x") == ()
    assert propose([], Policy(), "x") == ()
    assert propose(tables_of(8, 0, 8), STAY, "x") == ()  # nobody sits at the second: it is not played at


def test_everybody_kept_moves_nobody() -> None:
    tables = tables_of(9, 5)
    tables[0] = replace(tables[0], kept=frozenset(tables[0].seats.values()))
    assert propose(tables, ONE, "x") == ()


def test_who_is_kept_is_left_out_of_the_reckoning_of_the_others() -> None:
    tables = tables_of(9, 6, 3)
    tables[0] = replace(tables[0], kept=frozenset(tables[0].seats.values()))
    move = only(propose(tables, ONE, "x"))
    assert (move.from_table, move.to_table) == (2, 3)


def spread_of(after_: Sequence[int], capacity: Sequence[int], kept: Sequence[int], gap: int) -> bool:
    givers = [n for n, k in zip(after_, kept, strict=True) if n > k]
    takers = [n for n, c in zip(after_, capacity, strict=True) if n < c]
    return max(givers, default=0) - min(takers, default=99) <= gap


def fewest_by_brute_force(
    here: list[int], capacity: list[int], kept: list[int], coming: int, gap: int
) -> int:
    """Of every way to share the players out that is even, the fewest who leave; nobody alone if possible."""
    total = sum(here) + coming
    ways = [
        (
            any(n < min(2, c) for n, c in zip(way, capacity, strict=True)),
            sum(max(0, n - w) for n, w in zip(here, way, strict=True)),
        )
        for way in product(*(range(k, c + 1) for k, c in zip(kept, capacity, strict=True)))
        if sum(way) == total and spread_of(way, capacity, kept, gap)
    ]
    return min(ways)[1]


@st.composite
def small_rooms(draw: st.DrawFn) -> Tables:
    """Two to five tables of two to six seats, some blocked, some players kept, buttons known or not."""
    found = []
    for number in range(1, draw(st.integers(2, 5)) + 1):
        size = draw(st.integers(3, 6))
        occupied = draw(st.sets(st.integers(1, size), min_size=1))
        blocked = draw(st.sets(st.integers(1, size), max_size=2)) - occupied
        table = replace(seated(number, size, *sorted(occupied)), blocked=tuple(sorted(blocked)))
        players = sorted(table.seats.values())
        kept = draw(st.sets(st.sampled_from(players), max_size=2)) if draw(st.booleans()) else set()
        button = draw(st.sampled_from([None, *sorted(occupied)])) if len(occupied) > 1 else None
        last = first_button(occupied, button) if button else None
        found.append(replace(table, kept=frozenset(kept), button=last))
    return found


policies = st.builds(
    Policy,
    max_gap=st.integers(0, 3),
    break_tables=st.booleans(),
    source=st.sampled_from(["fullest", "next_number"]),
    who=st.sampled_from(["next_big_blind", "lot"]),
    button_rule=st.sampled_from(["tda_dead", "sa_dead_dealer", "moving"]),
    final_draw=st.booleans(),
    final_table=st.sampled_from([0, 2]),
)


@settings(max_examples=400, deadline=None)
@given(small_rooms(), policies, st.text(max_size=6))
def test_no_other_way_to_even_tables_moves_fewer_players(tables: Tables, policy: Policy, seed: str) -> None:
    if final_table(tables, policy) is not None:
        return
    broken = {table.number for table in breaking(tables, policy)}
    standing = [table for table in tables if table.number not in broken]
    moves = propose(tables, policy, seed)
    gap = policy.gap(len(standing))
    least = fewest_by_brute_force(
        counts(standing),
        [table.capacity for table in standing],
        [len(set(table.seats.values()) & set(table.kept)) for table in standing],
        sum(len(table.seats) for table in tables if table.number in broken),
        gap,
    )
    assert sum(1 for move in moves if move.why == "balance") == least
    assert {move.from_table for move in moves if move.why == "break"} == broken
    left = after(tables, moves)
    assert is_even([t for t in left if t.number not in broken], gap)
    assert sum(counts([t for t in left if t.number in broken])) == 0


@settings(max_examples=300, deadline=None)
@given(small_rooms(), policies, st.text(max_size=6))
def test_every_move_is_legal_and_explained_and_nobody_moves_twice(
    tables: Tables, policy: Policy, seed: str
) -> None:
    moves = propose(tables, policy, seed)
    left = {table.number: table for table in after(tables, moves)}  # free seats, and the right players
    assert len({move.player for move in moves}) == len(moves)
    for move in moves:
        assert is_explained(move)
        assert move.to_seat not in left[move.to_table].blocked
        if move.why in ("balance", "break"):
            (table,) = (one for one in tables if one.number == move.from_table)
            assert move.player not in table.kept
    assert moves == propose(tables, policy, seed)


def test_of_ten_thousand_no_more_move_than_the_formula_allows_and_within_half_a_second() -> None:
    tables: list[TableSeats[int]] = []
    for number in range(1, 1101):
        seats = {seat: 10 * number + seat for seat in range(1, 3 + number * number % 8)}
        tables.append(TableSeats(number, 10, seats, first_button(seats, 1)))
    began = time.process_time()
    moves = propose(tables, replace(STAY, max_gap=1), "x")
    assert time.process_time() - began < 0.5
    have = Counter(len(table.seats) for table in tables)
    total = sum(n * times for n, times in have.items())
    # With a gap of one the tables can only end at the mean rounded down and up; so many have one more.
    low, more = divmod(total, 1100)
    above = sum((n - low - 1) * times for n, times in have.items() if n > low + 1)
    candidates = sum(times for n, times in have.items() if n > low)
    assert len(moves) == above + max(0, candidates - more)


# -- who ---------------------------------------------------------------------------------------------


def test_the_next_big_blind_moves_not_the_last_on_the_list_fault_73() -> None:
    tables = [seated(1, 9, *range(1, 10), last=Button(3, 4, 5)), seated(2, 9, *range(1, 7))]
    move = only(propose(tables, ONE, "x"))
    assert (move.player, move.from_seat, move.reason) == ("1.6", 6, "next_big_blind")


def test_the_second_who_leaves_a_table_is_the_one_due_after_the_first() -> None:
    tables = [seated(1, 10, *range(1, 11), last=Button(8, 9, 10)), seated(2, 10, *range(1, 7))]
    moves = propose(tables, ONE, "x")
    assert [move.from_seat for move in moves] == [1, 2]


def test_anticlockwise_the_one_on_the_other_side_is_due() -> None:
    tables = [seated(1, 9, *range(1, 10), last=Button(5, 4, 3)), seated(2, 9, *range(1, 7))]
    move = only(propose(tables, replace(ONE, direction="anticlockwise"), "x"))
    assert (move.player, move.reason) == ("1.2", "next_big_blind")


def test_who_is_kept_is_passed_over_and_that_is_said() -> None:
    full = replace(seated(1, 9, *range(1, 10), last=Button(3, 4, 5)), kept=frozenset({"1.6", "1.7"}))
    move = only(propose([full, seated(2, 9, *range(1, 7))], ONE, "x"))
    assert (move.player, move.passed_over) == ("1.8", ("1.6", "1.7"))


def test_who_is_kept_apart_from_somebody_there_is_passed_over_while_another_can_go() -> None:
    full = seated(1, 9, *range(1, 10), last=Button(3, 4, 5))
    tables = [full, seated(2, 9, *range(1, 7))]
    move = only(propose(tables, ONE, "x", apart=[("2.3", "1.6"), ("1.7", "1.8")]))
    assert (move.player, move.passed_over) == ("1.7", ("1.6",))
    everybody = [(player, "2.1") for player in full.seats.values()]
    assert only(propose(tables, ONE, "x", apart=everybody)).player == "1.6"


def test_the_lot_is_drawn_where_the_policy_says_so() -> None:
    tables = [seated(1, 9, *range(1, 10), last=Button(3, 4, 5)), seated(2, 9, *range(1, 7))]
    moves = [only(propose(tables, replace(ONE, who="lot"), f"{n}")) for n in range(200)]
    assert {move.from_seat for move in moves} == set(range(1, 10))
    assert {move.reason for move in moves} == {"lot"}


def test_where_the_button_is_unknown_who_moved_least_goes_then_the_lot_fault_79() -> None:
    tables = tables_of(9, 6)
    moved = {f"1.{seat}": 1 for seat in range(1, 10) if seat not in (4, 7)}
    chosen = {only(propose(tables, ONE, f"{n}", moved=moved)).player for n in range(40)}
    assert chosen == {"1.4", "1.7"}
    move = only(propose(tables, ONE, "x", moved=moved))
    assert (move.reason, move.seat_reason, move.hands) == ("fewest_moves", "lot", None)
    assert only(propose(tables, ONE, "x")).reason == "lot"


def test_nobody_is_moved_three_times_while_others_were_not_fault_79() -> None:
    """Twenty moves between tables without buttons: nobody is two moves ahead of somebody beside him."""
    tables, moved = tables_of(9, 7), Counter[str]()
    for n in range(20):
        move = only(propose(tables, ONE, f"{n}", moved=moved))
        there = [moved[player] for player in tables[move.from_table - 1].seats.values()]
        assert moved[str(move.player)] == min(there)
        moved[str(move.player)] += 1
        tables = after(tables, [move])
        # Two more go out where he came, so that the next move goes the other way.
        goal = tables[move.to_table - 1]
        back = tables[move.from_table - 1]
        spare = [seat for seat in goal.seats if goal.seats[seat] != move.player]
        gone = {seat: goal.seats[seat] for seat in spare[:1]}
        tables[move.to_table - 1] = replace(
            goal, seats={seat: player for seat, player in goal.seats.items() if seat not in gone}
        )
        newcomers = {seat: f"new {n} {seat}" for seat in back.free[:1]}
        tables[move.from_table - 1] = replace(back, seats={**back.seats, **newcomers})
    assert max(moved.values()) <= 2


def test_the_rule_in_words_where_the_button_is_unknown() -> None:
    words = replace(ONE, unknown_button="words")
    assert only(propose(tables_of(9, 6), words, "x")) == Move(
        None, 1, None, 2, None, "balance", "next_big_blind", None, "at_table"
    )
    known = [seated(1, 9, *range(1, 10), last=Button(3, 4, 5)), seated(2, 9, *range(1, 7))]
    move = only(propose(known, words, "x"))
    assert (move.player, move.to_seat, move.seat_reason) == ("1.6", None, "at_table")
    short = seated(2, 9, 1, 2, 4, 5, 7, 9, last=Button(1, 2, 4))
    move = only(propose([tables_of(9)[0], short], words, "x"))
    assert (move.player, move.to_seat, move.hands) == (None, 6, 1)


def test_one_button_that_is_known_is_used() -> None:
    known = [seated(1, 9, *range(1, 10), last=Button(3, 4, 5)), seated(2, 9, *range(1, 7))]
    move = only(propose(known, ONE, "x"))
    assert (move.player, move.reason, move.seat_reason, move.hands) == ("1.6", "next_big_blind", "lot", None)
    assert {only(propose(known, ONE, f"{n}")).to_seat for n in range(60)} == {7, 8, 9}


# -- from where and where to -----------------------------------------------------------------------------


def test_of_equally_full_tables_the_first_in_table_order_gives() -> None:
    tables = tables_of(8, 9, 9, 7)
    assert only(propose(tables, ONE, "x")).from_table == 2
    assert only(propose([tables[0], tables[2], tables[1], tables[3]], ONE, "x")).from_table == 3


def test_by_number_the_next_full_table_after_the_last_one_gives_b14() -> None:
    house = replace(ONE, source="next_number")
    tables = tables_of(9, 9, 9, 6)
    assert [propose(tables, house, "x", after=n)[0].from_table for n in (0, 1, 2, 3, 4)] == [1, 2, 3, 1, 1]
    moves = propose(tables_of(9, 9, 9, 9, 5), house, "x", after=2)
    assert [move.from_table for move in moves] == [3, 4, 1]


def test_the_mover_gets_the_worst_seat_and_is_told_when_the_blind_comes() -> None:
    short = seated(2, 9, 1, 2, 4, 5, 7, 9, last=Button(1, 2, 4))
    full = seated(1, 9, *range(1, 10), last=Button(3, 4, 5))
    move = only(propose([full, short], ONE, "x"))
    assert move == Move("1.6", 1, 6, 2, 6, "balance", "next_big_blind", 1, "worst")


def test_the_seat_may_have_the_big_blind_at_once_even_a_single_one_SIS_18() -> None:
    full = seated(1, 9, *range(1, 10), last=Button(3, 4, 5))
    short = seated(2, 9, 1, 2, 4, 7, 8, 9, last=Button(1, 2, 4))
    moves = [only(propose([full, short], ONE, f"{n}")) for n in range(40)]
    assert {move.to_seat for move in moves} == {5, 6}
    assert {(move.hands, move.seat_reason) for move in moves} == {(0, "big_blind")}
    single = seated(2, 9, 1, 2, 5, 7, 8, 9, last=Button(1, 2, 3))
    assert only(propose([full, single], ONE, "x")).seat_reason == "single_big_blind"


def test_two_who_come_to_one_table_sit_down_one_after_the_other() -> None:
    full = [seated(n, 9, *range(1, 10), last=Button(3, 4, 5)) for n in (1, 2)]
    short = seated(3, 9, 1, 2, 4, 7, 9, last=Button(1, 2, 4))
    moves = propose([*full, short], ONE, "x")
    assert [(move.from_table, move.to_table) for move in moves] == [(1, 3), (2, 3)]
    assert sorted(move.to_seat or 0 for move in moves) == [5, 6]
    told = {move.to_seat: (move.hands, move.seat_reason) for move in moves}
    assert told == {5: (0, "big_blind"), 6: (1, "worst")}, "counted as they sit once both have come"


def test_the_lot_gives_the_seat_where_the_policy_says_so() -> None:
    tables = [seated(1, 9, *range(1, 10)), seated(2, 9, 1, 2, 4, 5, 7, 9, last=Button(1, 2, 4))]
    moves = [only(propose(tables, replace(ONE, seat="lot"), f"{n}")) for n in range(60)]
    assert {move.to_seat for move in moves} == {3, 6, 8}


def test_moves_after_some_hands_are_those_due_then() -> None:
    tables = [
        seated(1, 9, *range(1, 10), last=Button(3, 4, 5)),
        seated(2, 9, 1, 2, 4, 5, 7, 9, last=Button(1, 2, 4)),
    ]
    move = only(propose(tables, replace(ONE, wait_hands=2), "x"))
    # Two hands on 1.8 is due; the short table has dealt 2/4/5 and 4/5/7 and seat 8 has the next big blind.
    assert (move.player, move.to_seat, move.hands, move.wait) == ("1.8", 8, 0, 2)


def test_he_waits_where_the_only_free_seat_is_the_small_blind() -> None:
    ten = seated(1, 12, *range(1, 12), last=Button(3, 4, 5))
    nine = seated(2, 9, 1, 2, 4, 5, 6, 7, 8, 9, last=Button(1, 2, 3))
    move = only(propose([ten, nine], replace(ONE, final_table=2), "x"))
    assert (move.to_seat, move.wait, move.hands) == (3, 1, 7)


def test_a_game_without_blinds_draws_lots() -> None:
    tables = [
        seated(1, 9, *range(1, 10), last=Button(3, None, None)),
        seated(2, 9, *range(1, 7), last=Button(3, None, None)),
    ]
    move = only(propose(tables, ONE, "x"))
    assert (move.reason, move.seat_reason, move.hands) == ("lot", "lot", None)


# -- halting and sitting alone -----------------------------------------------------------------------------


def test_a_table_three_short_halts_once_its_big_blind_would_fall_on_an_empty_seat_TDA_11() -> None:
    # The addendum's example: a table with five, the fullest with eight.
    full = seated(1, 9, *range(1, 9))
    here = seated(2, 9, 1, 2, 3, 6, 8, last=Button(9, 1, 2))
    assert halted([full, here], Policy()) == ()  # seat 3 is next
    later = replace(here, button=Button(1, 2, 3))
    assert halted([full, later], Policy()) == (Halt(2, 3, "big_blind_empty"),)
    assert halted([full, replace(here, button=None)], Policy()) == (Halt(2, 3, "button_unknown"),)
    assert halted([full, here], Policy(halt_when="at_once")) == (Halt(2, 3, "short"),)


def test_anticlockwise_the_next_seat_is_on_the_other_side() -> None:
    there = Policy(direction="anticlockwise")
    full = seated(1, 9, *range(1, 9))
    here = seated(2, 9, 1, 2, 3, 6, 8, last=Button(8, 6, 3))
    assert halted([full, here], there) == ()
    later = replace(here, button=Button(3, 2, 1))
    assert halted([full, later], there) == (Halt(2, 3, "big_blind_empty"),)


def test_two_short_does_not_halt_and_a_club_may_never_halt() -> None:
    assert halted(tables_of(9, 7), Policy(halt_when="at_once")) == ()
    assert halted(tables_of(9, 5), Policy(halt_when="at_once", halt_at=0)) == ()
    assert short_tables(tables_of(9, 5, 6, 7), Policy()) == {2: 4, 3: 3}


def test_a_table_left_with_one_player_gets_another_whatever_the_gap_fault_82() -> None:
    tables = tables_of(4, 4, 1, size=6)
    loose = Policy(break_tables=False, max_gap=5)
    move = only(propose(tables, loose, "x"))
    assert counts(after(tables, [move])) in ([3, 4, 2], [4, 3, 2])


def test_a_table_breaks_before_somebody_would_sit_alone_fault_82() -> None:
    tables = tables_of(2, 2, 1, size=6)
    loose = Policy(break_tables=False, max_gap=5)
    left = after(tables, propose(tables, loose, "x"))
    assert sorted(counts(left)) == [0, 2, 3]
    tables = tables_of(2, 1, size=6)
    assert sorted(counts(after(tables, propose(tables, loose, "x")))) == [0, 3]


def test_more_players_than_seats_are_refused() -> None:
    with pytest.raises(RuleError, match="not_enough_seats"):
        level([Load(1, 9, 9), Load(2, 8, 9)], 2, 1)
