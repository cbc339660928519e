"""Mixing by lot at the size of a large open."""

from tdapp.rules.mixing import mixed


def test_a_thousand_tables_are_mixed_without_one_meeting():
    came = [[(table, place) for place in range(2)] for table in range(1000)]
    groups = mixed(came, 223, "seed")
    assert sorted(player for group in groups for player in group) == [p for table in came for p in table]
    assert {len(group) for group in groups} == {8, 9}
    assert all(len({table for table, _ in group}) == len(group) for group in groups)
    assert {sum(place == 0 for _, place in group) for group in groups} == {4, 5}


def test_players_stand_in_the_order_of_their_tables_and_groups_in_that_of_their_first():
    groups = mixed([["A1", "A2"], ["B1", "B2"], ["C1", "C2"]], 2, "seed")
    assert [group[0] for group in groups] == ["A1", "A2"]
    assert all([player[0] for player in group] == ["A", "B", "C"] for group in groups)


def test_one_group_is_everybody_firsts_before_seconds():
    assert mixed([["A1", "A2"], ["B1", "B2"]], 1, "seed") == (("A1", "B1", "A2", "B2"),)
