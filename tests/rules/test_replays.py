"""Playing again after a cheat (VIV-32): what falls, who plays again, what is made anew afterwards."""

import pytest

from tdapp.rules.brackets import continue_with
from tdapp.rules.errors import RuleError
from tdapp.rules.replays import Again, PlayedTable, replay, unseated

A, B, C, D, E, F, G, H = range(11, 19)


def first_round(letters, size=4, limit=180):
    """Round 1: tables 11, 12, …, their players "A1" to "A4" by the places they will have."""
    return [
        PlayedTable(11 + at, 1, tuple(f"{name}{place}" for place in range(1, size + 1)), limit_minutes=limit)
        for at, name in enumerate(letters)
    ]


def next_round(number, first_id, before, through):
    """The tables made from the best two of each table before, as ``through`` has them (id: players)."""
    came = {player: table for table, players in through.items() for player in players}
    groups = continue_with(list(through.values()), 4, "x")
    return [
        PlayedTable(first_id + at, number, group, {player: came[player] for player in group})
        for at, group in enumerate(groups)
    ]


def two_of(tables):
    return {table.id: table.players[:2] for table in tables}


@pytest.fixture
def sixteen():
    """A–D, then 1 (A1 B1 C2 D2) and 2 (A2 B2 C1 D1)."""
    one = first_round("ABCD")
    return [*one, *next_round(2, 21, one, two_of(one))]


@pytest.fixture
def thirty_two():
    """A–H, then 21–24, then 31 and 32, then the final 41."""
    one = first_round("ABCDEFGH")
    two = next_round(2, 21, one, two_of(one))
    three = next_round(3, 31, two, two_of(two))
    final = next_round(4, 41, three, two_of(three))
    return [*one, *two, *three, *final]


def test_a_cheat_from_B_found_in_round_2_voids_B_1_and_2_and_nine_play_again_VIV_32(sixteen):
    found = replay(sixteen, "B1")
    assert found.void == {1: (B,), 2: (21, 22)}
    assert found.tables == (B, 21, 22)
    assert found.again == (Again(B, ("B2", "B3", "B4"), plays=True, open_hand=False),)
    assert found.later == 2
    assert sorted(found.players) == ["A1", "A2", "B2", "B3", "B4", "C1", "C2", "D1", "D2"]
    assert len(found.players) == 9
    assert found.longest == 180


def test_a_later_table_falls_even_without_the_cheat_VIV_32(sixteen):
    # B2 sat at table 2; the cheat never did.
    assert "B1" not in next(table for table in sixteen if table.id == 22).players
    assert 22 in replay(sixteen, "B1").tables


def test_a_cheat_who_was_out_already_voids_the_same_tables_VIV_32(sixteen):
    found = replay(sixteen, "B4")
    assert found.void == {1: (B,), 2: (21, 22)}
    assert found.again[0].players == ("B1", "B2", "B3")


def test_a_cheat_found_in_round_1_voids_his_table_alone_VIV_32():
    found = replay(first_round("ABCD"), "C3")
    assert found.void == {1: (C,)}
    assert (found.later, found.players, found.longest) == (0, ("C1", "C2", "C4"), 180)


def test_a_cheat_found_in_the_final_voids_his_way_there_and_what_hung_on_it_VIV_32(sixteen):
    two = sixteen[4:]
    night = [*sixteen, *next_round(3, 31, two, two_of(two))]
    found = replay(night, "A1")
    assert found.void == {1: (A,), 2: (21, 22), 3: (31,)}
    assert [again.table for again in found.again] == [A]
    assert found.later == 3
    assert len(found.players) == 9


def test_with_eight_tables_the_other_half_of_round_2_stands_VIV_32(thirty_two):
    found = replay(thirty_two[:12], "B1")
    assert found.void == {1: (B,), 2: (21, 22)}
    assert len(found.players) == 9


def test_with_eight_tables_round_3_falls_as_soon_as_one_of_a_void_table_sat_there_VIV_32(thirty_two):
    found = replay(thirty_two, "F2")
    assert found.void == {1: (F,), 2: (23, 24), 3: (31, 32), 4: (41,)}
    assert found.later == 5
    # F's three, the six others of 23 and 24, and those of the half that stood who came to round 3.
    assert len(found.players) == 3 + 6 + 4


def test_the_tables_that_fell_are_made_anew_and_those_that_stand_stay_VIV_32(thirty_two):
    standing = {player for table in thirty_two[10:12] for player in table.players}
    # B was played again: B3 won it, B4 was second.
    results = [table.players[:2] for table in thirty_two[:8]]
    results[1] = ("B3", "B4")
    missing = unseated(results, standing)
    assert missing[4:] == ((), (), (), ())
    assert continue_with(missing, 4, "x") == (("A1", "B3", "C2", "D2"), ("A2", "B4", "C1", "D1"))


def test_two_cheats_one_after_another_each_void_what_stands_VIV_32(sixteen):
    first = replay(sixteen, "B1")
    # B is played again as table 19; 1 and 2 are gone.
    again = PlayedTable(19, 1, first.again[0].players, limit_minutes=180)
    standing = [table for table in sixteen if table.id not in first.tables]
    second = replay([*standing, again], "B3", gone=["B1"])
    assert second.void == {1: (19,)}
    assert second.again == (Again(19, ("B2", "B4"), plays=False, open_hand=True),)
    # The other way round: a second cheat at another table leaves the replay alone.
    elsewhere = replay([*standing, again], "A2", gone=["B1"])
    assert elsewhere.void == {1: (A,)}


def test_who_was_disqualified_before_does_not_come_back_VIV_31(sixteen):
    found = replay(sixteen, "B1", gone=["B3", "A1"])
    assert found.again[0].players == ("B2", "B4")
    assert "A1" not in found.players
    assert len(found.players) == 7


def test_two_who_are_left_go_on_without_a_hand_and_play_for_their_order_VIV_32():
    found = replay(first_round("AB", size=3), "A1")
    assert found.again == (Again(A, ("A2", "A3"), plays=False, open_hand=True),)
    assert found.longest == 0


def test_one_who_is_left_goes_on_and_nobody_if_nobody_is_left_VIV_32():
    assert replay(first_round("AB", size=2), "A1").again == (Again(A, ("A2",), plays=False, open_hand=False),)
    assert replay(first_round("AB", size=1), "A1").again == (Again(A, (), plays=False, open_hand=False),)


def test_a_round_without_a_cap_has_no_longest_time():
    assert replay(first_round("AB", limit=0), "A1").longest is None


def test_of_a_later_round_only_those_with_somebody_from_a_void_table_fall():
    one = first_round("ABC")
    later = [
        PlayedTable(21, 2, ("A1", "B2"), {"A1": A, "B2": B}),
        PlayedTable(22, 2, ("B1", "C1"), {"B1": B, "C1": C}),
        PlayedTable(23, 2, ("C2", "X"), {"C2": C, "X": None}),
    ]
    assert replay([*later, *one], "A4").void == {1: (A,), 2: (21,)}


def test_a_cheat_who_came_later_voids_nothing_of_the_rounds_before():
    one = first_round("AB")
    final = PlayedTable(31, 2, ("A1", "B1", "X"), {"A1": A, "B1": B})
    found = replay([*one, final], "X")
    assert found.void == {2: (31,)}
    assert [again.table for again in found.again] == [31]


def test_somebody_who_played_nowhere_voids_nothing():
    with pytest.raises(RuleError, match="not_seated_anywhere"):
        replay(first_round("AB"), "Z1")
