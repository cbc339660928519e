"""Who meets whom: VIV-11, the rule outside the sheet (RULES 1.3), heads-up brackets and their byes."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.brackets import (
    bracket,
    check_groups,
    continue_with,
    expected_seeds,
    first_pairs,
    letter,
    seed_label,
    seeds_of,
)
from tdapp.rules.errors import RuleError


def tables(letters, advance=2):
    return [[f"{name}{place}" for place in range(1, advance + 1)] for name in letters]


def refusal(act, *args):
    with pytest.raises(RuleError) as caught:
        act(*args)
    return caught.value


def split(texts):
    return tuple(tuple(text.split()) for text in texts)


# --- VIV-11 ----------------------------------------------------------------------------------------------


def test_four_tables_of_two_meet_as_the_sheet_says_VIV_11():
    assert continue_with(tables("ABCD"), 4, "any") == split(["A1 B1 C2 D2", "A2 B2 C1 D1"])


def test_eight_tables_use_the_sheet_twice_A_to_D_and_E_to_H_VIV_11():
    assert continue_with(tables("ABCDEFGH"), 4, "any") == split(
        ["A1 B1 C2 D2", "A2 B2 C1 D1", "E1 F1 G2 H2", "E2 F2 G1 H1"]
    )


def test_sixteen_tables_above_the_sheet_use_it_four_times():
    found = continue_with(tables("ABCDEFGHIJKLMNOP"), 4, "any")
    assert found[4:] == split(["I1 J1 K2 L2", "I2 J2 K1 L1", "M1 N1 O2 P2", "M2 N2 O1 P1"])


def test_two_tables_make_one_final_firsts_before_seconds():
    assert continue_with(tables("AB"), 4, "any") == split(["A1 B1 A2 B2"])


def test_one_table_holds_everybody_who_is_left_even_from_uneven_tables():
    assert continue_with([["A1"], ["B1", "B2"], ["C1"]], 4, "any") == (("A1", "B1", "C1", "B2"),)


def test_the_seed_changes_nothing_where_the_sheet_decides_VIV_11():
    assert continue_with(tables("ABCD"), 4, "one") == continue_with(tables("ABCD"), 4, "two")


def test_tables_nobody_came_from_are_passed_over():
    results = [*tables("ABCD"), [], [], [], []]
    assert continue_with(results, 4, "any") == continue_with(tables("ABCD"), 4, "any")
    assert continue_with([[], []], 4, "any") == ()
    assert continue_with([], 4, "any") == ()


@given(st.permutations(list("ABCDEFGH")), st.sampled_from([4, 8]), st.text(max_size=5))
def test_no_two_of_one_round_1_table_meet_in_round_2_VIV_11(names, count, seed):
    results = tables(names[:count])
    for group in continue_with(results, 4, seed):
        assert len({player[0] for player in group}) == 4
        assert sorted(player[1] for player in group) == ["1", "1", "2", "2"]


# --- outside the sheet -----------------------------------------------------------------------------------


def test_three_tables_give_two_of_three_and_no_group_has_both_of_a_table():
    for seed in "abcdefgh":
        one, two = continue_with(tables("ABC"), 4, seed)
        assert len(one) == len(two) == 3
        assert {player[0] for player in one} == {player[0] for player in two} == set("ABC")
        assert sorted(sum(player[1] == "1" for player in group) for group in (one, two)) == [1, 2]


def test_a_table_that_lost_a_qualifier_leaves_a_table_of_three():
    results = [["A1", "A2"], ["B1"], ["C1", "C2"], ["D1", "D2"]]
    found = continue_with(results, 4, "seed")
    assert sorted(map(len, found)) == [3, 4]
    assert all(len({player[0] for player in group}) == len(group) for group in found)


def test_firsts_meet_seconds_of_the_other_table_heads_up():
    assert continue_with(tables("AB"), 2, "any") == split(["A1 B2", "A2 B1"])


@st.composite
def fields(draw):
    """Qualifiers (table, place) of some tables, a size of the next ones and a seed."""
    counts = draw(st.lists(st.integers(0, 5), min_size=1, max_size=9))
    results = [[(at, place) for place in range(count)] for at, count in enumerate(counts)]
    return results, draw(st.integers(3, 10)), draw(st.text(max_size=4))


@given(fields())
def test_everybody_is_seated_once_at_tables_within_one_of_each_other(given_):
    results, size, seed = given_
    groups = continue_with(results, size, seed)
    everybody = [player for table in results for player in table]
    assert sorted(player for group in groups for player in group) == sorted(everybody)
    sizes = [len(group) for group in groups]
    assert not sizes or (max(sizes) <= size and max(sizes) - min(sizes) <= 1)
    assert len(groups) == -(-len(everybody) // size)


@given(fields())
def test_those_of_one_table_meet_only_where_there_are_more_of_them_than_groups(given_):
    results, size, seed = given_
    groups = continue_with(results, size, seed)
    for at, table in enumerate(results):
        together = [sum(player[0] == at for player in group) for group in groups]
        if len(table) <= len(groups):
            assert max(together, default=0) <= 1
        else:
            assert max(together) - min(together) <= 1


@given(fields())
def test_firsts_and_seconds_are_mixed_evenly(given_):
    results, size, seed = given_
    groups = continue_with(results, size, seed)
    for place in range(5):
        shares = [sum(player[1] == place for player in group) for group in groups]
        assert not shares or max(shares) - min(shares) <= 1


@given(fields())
def test_the_same_seed_gives_the_same_tables(given_):
    assert continue_with(*given_) == continue_with(*given_)


def test_another_seed_gives_other_tables_where_the_lot_decides():
    assert len({continue_with(tables("ABCDE"), 4, str(seed)) for seed in range(20)}) > 5


def meetings(groups):
    """Independent of the code: pairs of one previous table that sit together."""
    return sum(one[0] == other[0] for group in groups for one, other in combinations(group, 2))


def fewest_meetings(everybody, sizes):
    """Every way to fill tables of these sizes, tried out."""
    if not sizes:
        return 0
    best = None
    for group in combinations(everybody, sizes[0]):
        rest = [player for player in everybody if player not in group]
        found = meetings([group]) + fewest_meetings(rest, sizes[1:])
        best = found if best is None else min(best, found)
    return best


@pytest.mark.parametrize(
    ("counts", "size"),
    [((2, 2, 2), 3), ((3, 2, 1, 1), 4), ((4, 2, 2), 3), ((3, 3), 4), ((1, 1, 4, 1), 4), ((5, 1, 2), 4)],
)
def test_no_other_way_to_fill_the_tables_has_fewer_meetings(counts, size):
    results = [[(at, place) for place in range(count)] for at, count in enumerate(counts)]
    everybody = [player for table in results for player in table]
    for seed in "abc":
        groups = continue_with(results, size, seed)
        assert meetings(groups) == fewest_meetings(everybody, [len(group) for group in groups])


def test_what_cannot_be_continued_is_refused():
    assert refusal(continue_with, [["A"], ["A"]], 4, "x").code == "player_twice"
    assert refusal(continue_with, [["A"]], 1, "x").code == "table_size"


# --- heads-up brackets -----------------------------------------------------------------------------------


def test_the_winners_of_neighbouring_pairs_meet():
    assert continue_with([["A"], ["B"], ["C"], ["D"]], 2, "x") == (("A", "B"), ("C", "D"))


def test_five_have_three_byes_and_one_pair_so_that_four_go_on():
    groups = first_pairs("ABCDE", "x")
    assert sorted(map(len, groups)) == [1, 1, 1, 2]
    # Each bye meets the winner of a pair next, where there is one.
    assert len(groups[1]) == 2


def test_a_power_of_two_needs_no_bye():
    assert [len(group) for group in first_pairs("ABCDEFGH", "x")] == [2, 2, 2, 2]


def test_the_byes_are_drawn_by_lot():
    resting = {frozenset(g[0] for g in first_pairs("ABCDE", str(seed)) if len(g) == 1) for seed in range(40)}
    assert len(resting) > 4


@given(st.integers(2, 70), st.text(max_size=4), st.data())
def test_a_bracket_ends_with_one_and_nobody_has_two_byes(players, seed, data):
    groups = first_pairs(range(players), seed)
    byes = []
    while True:
        assert all(len(group) in (1, 2) for group in groups)
        byes += [group[0] for group in groups if len(group) == 1]
        winners = [[data.draw(st.sampled_from(group))] for group in groups]
        if len(winners) == 1:
            break
        groups = continue_with(winners, 2, seed, byes)
    assert len(byes) == len(set(byes))


def test_after_a_withdrawal_the_bye_goes_to_somebody_who_had_none():
    for seed in "abcdefgh":
        groups = bracket("ABC", seed, byes="AB")
        assert ("C",) in groups


def test_when_all_had_one_somebody_has_a_second():
    assert sorted(map(len, bracket("ABC", "x", byes="ABC"))) == [1, 2]


# --- labels ----------------------------------------------------------------------------------------------


def test_seeds_are_the_table_and_the_place_there():
    assert seeds_of([["Rosa", "Iván"], ["Olga", "Hugo"]]) == {
        "Rosa": "A1", "Iván": "A2", "Olga": "B1", "Hugo": "B2",
    }  # fmt: skip


def test_a_table_called_by_a_number_is_kept_apart_from_the_place():
    assert seeds_of([["Rosa"], ["Olga"]], ["1", "2"]) == {"Rosa": "1-1", "Olga": "2-1"}
    assert seed_label("Bar", 2) == "Bar2"


def test_tables_are_lettered_A_to_Z_and_then_AA():
    assert [letter(number) for number in (1, 4, 26, 27, 52, 53, 702, 703)] == [
        "A", "D", "Z", "AA", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip


def test_a_coming_round_shows_who_will_meet_VIV_11():
    assert expected_seeds(4, 2, 4) == split(["A1 B1 C2 D2", "A2 B2 C1 D1"])
    assert expected_seeds(2, 2, 4, ["1", "2"]) == split(["1-1 2-1 1-2 2-2"])
    assert expected_seeds(4, 1, 2) == split(["A1 B1", "C1 D1"])


def test_nothing_is_foretold_where_the_lot_decides():
    assert expected_seeds(3, 2, 4) == ()
    assert expected_seeds(3, 1, 2) == ()
    assert expected_seeds(0, 2, 4) == ()


@given(st.integers(1, 16), st.integers(1, 4), st.integers(2, 10), st.text(max_size=3))
def test_what_is_foretold_comes_true(count, advance, size, seed):
    results = tables([letter(at) for at in range(1, count + 1)], advance)
    expected = expected_seeds(count, advance, size)
    assert expected in ((), continue_with(results, size, seed))


# --- an edited proposal ----------------------------------------------------------------------------------


def test_the_proposal_itself_has_nothing_odd():
    assert check_groups(continue_with(tables("ABCD"), 4, "x"), tables("ABCD"), 4) == ()


def test_two_of_one_table_together_are_remarked_VIV_11():
    remarks = check_groups(split(["A1 B1 A2 D2", "C2 B2 C1 D1"]), tables("ABCD"), 4)
    assert [(one.code, dict(one.params)) for one in remarks] == [
        ("met_before", {"table": 1, "players": ("A1", "A2")}),
        ("met_before", {"table": 2, "players": ("C2", "C1")}),
    ]


def test_those_of_one_table_who_must_meet_are_not_remarked():
    assert check_groups(split(["A1 B1 A2 B2"]), tables("AB"), 4) == ()


@given(fields())
def test_no_proposal_of_ours_is_remarked(given_):
    results, size, seed = given_
    assert check_groups(continue_with(results, size, seed), results, size) == ()


def test_tables_more_than_one_apart_are_remarked():
    remarks = check_groups(split(["A1 B1 C2 D2", "A2 B2"]), [*tables("AB"), ["C2"], ["D2"]], 4)
    assert ("groups_uneven", {"least": 2, "most": 4}) in [(one.code, dict(one.params)) for one in remarks]


@pytest.mark.parametrize(
    ("groups", "code", "params"),
    [
        (["A1 B1 A1", "A2 B2"], "player_twice", {"player": "A1"}),
        (["A1 B1 Z9", "A2 B2"], "not_through", {"player": "Z9"}),
        (["A1 B1", "A2"], "groups_incomplete", {"players": ("B2",)}),
        (["A1 B1 A2 B2"], "group_too_large", {"table": 1, "players": 4, "seats": 3}),
        (["A1 B1 A2", "B2"], "group_too_small", {"table": 2, "player": "B2"}),
    ],
)
def test_an_edited_proposal_that_cannot_be_played_is_refused(groups, code, params):
    refused = refusal(check_groups, split(groups), tables("AB"), 3)
    assert (refused.code, refused.params) == (code, params)


def test_a_bye_is_no_lonely_table_heads_up():
    assert check_groups([["A"], ["B", "C"]], [["A"], ["B"], ["C"]], 2) == ()


def test_empty_groups_of_a_form_are_passed_over():
    assert check_groups([(), *continue_with(tables("ABCD"), 4, "x"), ()], tables("ABCD"), 4) == ()
