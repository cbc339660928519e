"""Breaking, final table, redraw and compressing: RULES 2.2, T-2.2a, faults 76, 77 and 82."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.balancing import Policy, compress, propose, redraw
from tdapp.rules.breaking import break_list, breaking, final_at, final_seats, final_table, most_tables
from tdapp.rules.button import Button
from tdapp.rules.seating import draw
from tests.rules.tables import Tables, after, counts, is_even, seated, tables_of

CLUB = Policy()


def broken(tables: Tables, policy: Policy = CLUB) -> list[int]:
    return [table.number for table in breaking(tables, policy)]


# -- which table, and when ------------------------------------------------------------------------------


def test_a_table_breaks_when_the_others_hold_everybody_T_2_2a() -> None:
    nineteen, eighteen = tables_of(7, 6, 6), tables_of(6, 6, 6)
    assert propose(nineteen, CLUB, "x") == ()
    moves = propose(eighteen, CLUB, "x")
    assert {(move.from_table, move.why, move.reason) for move in moves} == {(3, "break", "table_breaks")}
    assert counts(after(eighteen, moves)) == [9, 9, 0]


def test_blocked_seats_hold_nobody() -> None:
    tables = tables_of(6, 6, 6)
    tables[:2] = [replace(table, blocked=(9,)) for table in tables[:2]]
    tables[2] = replace(tables[2], blocked=(8,))
    assert broken(tables) == []
    tables[2] = replace(tables[2], seats=dict(list(tables[2].seats.items())[:4]))
    assert broken(tables) == [3]


def test_the_order_fixed_beforehand_is_kept_even_if_another_could_break() -> None:
    tables = [replace(t, break_order=order) for t, order in zip(tables_of(6, 6, 6), (2, 1, 3), strict=True)]
    assert [table.number for table in break_list(tables)] == [2, 1, 3]
    assert broken(tables) == [2]
    # Table 2 has nine seats and the others ten in all: it has to wait, though table 3 might go.
    mixed = [
        seated(1, 6, 1, 2, 3),
        replace(seated(2, 9, 1, 2, 3, 4), break_order=1),
        seated(3, 4, 1, 2, 3, 4),
    ]
    assert broken(mixed) == []
    assert broken([replace(table, break_order=None) for table in mixed]) == [1]


def test_without_an_order_the_smallest_breaks_and_of_equal_ones_the_last() -> None:
    assert [table.number for table in break_list(tables_of(6, 4, 5, 4))] == [4, 2, 3, 1]
    assert broken(tables_of(9, 9, 7, 2)) == [4]


def test_a_table_with_a_kept_player_does_not_break() -> None:
    tables = tables_of(6, 6, 6)
    tables[2] = replace(tables[2], kept=frozenset({"3.1"}))
    assert broken(tables) == [2]
    everywhere = [replace(table, kept=frozenset({f"{table.number}.1"})) for table in tables]
    assert broken(everywhere) == []


def test_several_tables_break_in_one_proposal() -> None:
    tables = tables_of(5, 5, 4, 4, 2)
    assert broken(tables) == [5, 4]
    assert sorted(counts(after(tables, propose(tables, CLUB, "x")))) == [0, 0, 6, 7, 7]


def test_seats_may_be_left_for_those_who_come_late() -> None:
    tables = tables_of(6, 6, 5)
    assert broken(tables, Policy(spare_seats=1)) == [3]
    assert broken(tables, Policy(spare_seats=2)) == []


def test_a_club_may_fix_the_number_of_tables_by_the_players_left() -> None:
    house = Policy(break_tables=False, break_at=((20, 2), (10, 1)))
    assert [most_tables(n, house) for n in (21, 20, 11, 10)] == [21, 2, 2, 1]
    assert broken(tables_of(7, 7, 7, size=12), house) == []
    assert broken(tables_of(7, 7, 6, size=12), house) == [3]
    assert final_table(tables_of(5, 5, size=12), house) is not None


# -- the draw of a broken table -------------------------------------------------------------------------


def test_players_of_a_broken_table_are_drawn_by_two_shuffles_RULES_2_2() -> None:
    tables = tables_of(7, 6, 5)
    moves = propose(tables, CLUB, "seed")
    assert [(move.player, (move.to_table, move.to_seat)) for move in moves] == list(
        draw([f"3.{n}" for n in range(1, 6)], tables[:2], "seed")
    )
    assert {move.seat_reason for move in moves} == {"lot"}
    firsts = Counter(propose(tables, CLUB, f"{n}")[0].player for n in range(500))
    assert max(abs(times - 100) for times in firsts.values()) < 45


def test_it_stops_when_all_are_seated_though_seats_are_left_fault_76() -> None:
    tables = tables_of(6, 6, 5)  # six free seats, five players
    left = after(tables, propose(tables, CLUB, "x"))
    assert sorted(counts(left)) == [0, 8, 9]
    assert {player for table in left for player in table.seats.values()} == {
        player for table in tables for player in table.seats.values()
    }


def test_the_tables_that_stay_are_filled_evenly_and_nobody_else_moves() -> None:
    tables = tables_of(9, 4, 4, 3)
    moves = propose(tables, replace(CLUB, max_gap=5), "x")
    assert counts(after(tables, moves)) == [9, 6, 5, 0] or counts(after(tables, moves)) == [9, 5, 6, 0]
    assert {move.why for move in moves} == {"break"}


def test_who_moves_is_told_when_the_blind_comes_where_the_button_is_known() -> None:
    tables = [
        seated(1, 9, 1, 2, 3, 4, 5, 6, last=Button(1, 2, 3)),
        seated(2, 9, *range(1, 10), last=Button(1, 2, 3)),
        seated(3, 9, 1, 2),
    ]
    moves = propose(tables, Policy(max_gap=5), "x")
    assert {(move.to_seat, move.hands) for move in moves} in (
        {(7, 3), (8, 4)},
        {(7, 3), (9, 4)},
        {(8, 3), (9, 4)},
    )


def test_players_kept_apart_come_to_different_tables() -> None:
    tables = tables_of(6, 6, 5)
    for n in range(20):
        left = after(tables, propose(tables, CLUB, f"{n}", apart=[("3.1", "3.2"), ("3.3", "1.1")]))
        by_table = [set(table.seats.values()) for table in left]
        assert not any({"3.1", "3.2"} <= there for there in by_table)
        assert not any({"3.3", "1.1"} <= there for there in by_table)


def test_by_blind_who_just_paid_the_big_one_gets_the_best_seat_b32() -> None:
    tables = [
        seated(1, 9, 1, 2, 3, 4, 5, 6, last=Button(1, 2, 3)),
        seated(2, 9, 1, 2, 3, 4, 5, 6, last=Button(4, 5, 6)),
        seated(3, 9, 1, 4, 7, 9, last=Button(1, 4, 7)),
    ]
    moves = propose(tables, Policy(break_seats="by_blind"), "x")
    assert [move.player for move in moves] == ["3.7", "3.4", "3.1", "3.9"]  # then anticlockwise
    assert {move.seat_reason for move in moves} == {"by_blind"}
    # At table 1 seat 7 is three hands away, at table 2 seats 7 to 9 have the big blind at once.
    assert [move.to_table for move in moves] == [1, 1, 2, 2]
    unknown = [*tables[:2], replace(tables[2], button=None)]
    assert {move.seat_reason for move in propose(unknown, Policy(break_seats="by_blind"), "x")} == {"lot"}


# -- the final table ------------------------------------------------------------------------------------


def test_the_final_table_by_the_size_of_the_tables_RULES_2_2() -> None:
    assert [final_at(size, CLUB) for size in (6, 7, 8, 9, 10)] == [7, 7, 9, 9, 10]
    assert final_at(9, Policy(final_table=10)) == 10


def test_two_tables_of_five_go_straight_to_nine_at_one() -> None:
    assert propose(tables_of(5, 5), CLUB, "x") == ()
    tables = tables_of(5, 4)
    moves = propose(tables, CLUB, "x")
    assert {move.why for move in moves} == {"final"}
    assert counts(after(tables, moves)) == [9, 0]


def test_an_eight_handed_event_ends_with_nine_at_a_table_of_eight() -> None:
    tables = tables_of(5, 4, size=8)
    left = after(tables, propose(tables, CLUB, "x"))
    assert counts(left) == [9, 0]
    assert sorted(left[0].seats) == list(range(1, 10))
    assert propose(tables_of(5, 5, size=8), CLUB, "x") == ()


def test_six_handed_two_tables_of_four_stay_and_seven_are_the_final() -> None:
    assert propose(tables_of(4, 4, size=6), CLUB, "x") == ()
    left = after(tables_of(4, 3, size=6), propose(tables_of(4, 3, size=6), CLUB, "x"))
    assert counts(left) == [7, 0]


def test_two_tables_are_not_broken_early_though_one_would_hold_everybody() -> None:
    assert propose(tables_of(4, 4), Policy(final_table=6), "x") == ()
    assert propose(tables_of(3, 3), Policy(final_table=6), "x") != ()


def test_the_final_table_is_the_one_that_would_break_last() -> None:
    tables = [replace(t, break_order=order) for t, order in zip(tables_of(5, 4), (1, 2), strict=True)]
    left = after(tables, propose(tables, CLUB, "x"))
    assert counts(left) == [0, 9]
    kept = tables_of(5, 4)
    kept[1] = replace(kept[1], kept=frozenset({"2.3"}))
    left = after(kept, propose(kept, CLUB, "x"))
    assert left[1].seats[3] == "2.3"
    assert counts(left) == [0, 9]


def test_seats_of_the_final_table_are_drawn_anew_or_only_for_those_who_come() -> None:
    tables = tables_of(5, 4)
    everybody = {move.player for n in range(20) for move in propose(tables, CLUB, f"{n}")}
    assert len(everybody) == 9
    moves = propose(tables, Policy(final_draw=False), "x")
    assert {move.player for move in moves} == {"2.1", "2.2", "2.3", "2.4"}
    assert {move.to_seat for move in moves} == {6, 7, 8, 9}


def test_blocked_seats_of_the_final_table_stay_blocked() -> None:
    table = replace(seated(1, 9), blocked=(2, 5))
    assert final_seats(table, 9) == (1, 3, 4, 6, 7, 8, 9, 10, 11)
    assert final_seats(seated(1, 9), 4) == tuple(range(1, 10))


def test_a_table_that_holds_everybody_is_preferred() -> None:
    tables = [seated(1, 10, 1, 2, 3, 4), seated(2, 6, 1, 2, 3, 4, 5)]
    last = final_table(tables, CLUB)
    assert last is not None
    assert last.number == 1


def test_nobody_is_left_alone_when_one_of_two_tables_runs_out_fault_82() -> None:
    tables = tables_of(2, 1)
    assert counts(after(tables, propose(tables, Policy(break_tables=False, final_table=2), "x"))) == [3, 0]


# -- redraw and compress --------------------------------------------------------------------------------


def test_a_redraw_seats_everybody_anew_and_who_is_kept_stays() -> None:
    tables = tables_of(9, 9, 8)
    tables[1] = replace(tables[1], kept=frozenset({"2.4"}))
    moves = redraw(tables, CLUB, "x")
    left = after(tables, moves)
    assert sorted(counts(left)) == [8, 9, 9]
    assert left[1].seats[4] == "2.4"
    assert {move.why for move in moves} == {"redraw"}
    assert counts(after(tables_of(5, 5, 4), redraw(tables_of(5, 5, 4), CLUB, "x", onto=[1, 3]))) == [7, 0, 7]


def test_everybody_is_drawn_anew_at_the_numbers_of_tables_the_house_names_b17() -> None:
    house = Policy(redraw_at=(3, 2, 1))
    four, three = tables_of(9, 6, 6, 6), tables_of(6, 6, 6)
    for tables, left in ((four, [9, 9, 9, 0]), (three, [9, 9, 0])):
        moves = propose(tables, house, "x")
        assert {move.why for move in moves} == {"redraw"}
        assert sorted(counts(after(tables, moves))) == sorted(left)
        assert len({move.from_table for move in moves}) == len(tables)
    five = tables_of(9, 9, 9, 5, 4)
    assert {move.why for move in propose(five, house, "x")} == {"break"}


def test_compressing_makes_the_fewest_tables_whatever_the_policy_says() -> None:
    stay = Policy(break_tables=False)
    tables = tables_of(5, 5, 4, 4)
    moves = compress(tables, stay, "x")
    assert sorted(counts(after(tables, moves))) == [0, 0, 9, 9]
    assert {move.why for move in moves} == {"compress"}
    two = tables_of(4, 4)
    assert propose(two, stay, "x") == ()
    assert counts(after(two, compress(two, stay, "x"))) == [8, 0]
    assert compress(tables_of(7, 6, 6), stay, "x") == ()


# -- a night of breaking --------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(6, 10), min_size=2, max_size=6), st.randoms(use_true_random=False), st.data())
def test_a_room_goes_down_to_one_winner_and_nobody_ever_sits_alone_fault_82(sizes, random, data) -> None:
    """Outs one by one at tables of different sizes, some seats blocked; what is proposed is done."""
    tables: Tables = []
    for number, size in enumerate(sizes, 1):
        blocked = tuple(data.draw(st.sets(st.integers(1, size), max_size=1)))
        seats = [seat for seat in range(1, size + 1) if seat not in blocked]
        tables.append(replace(seated(number, size, *seats), blocked=blocked))
    policy = Policy(break_tables=data.draw(st.booleans()))
    moved: Counter[str] = Counter()
    while sum(counts(tables)) > 1:
        place = random.choice([(n, seat) for n, table in enumerate(tables) for seat in table.seats])
        there = dict(tables[place[0]].seats)
        del there[place[1]]
        tables[place[0]] = replace(tables[place[0]], seats=there)
        moves = propose(tables, policy, "x", moved=moved)
        moved.update(str(move.player) for move in moves)
        tables = after(tables, moves)
        playing = [table for table in tables if table.seats]
        assert propose(tables, policy, "x") == () or len(playing) == 1
        assert is_even(playing, policy.gap(len(playing)))
        assert len(playing) == 1 or all(len(table.seats) > 1 for table in playing)
