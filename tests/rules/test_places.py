"""Finish order: RULES 4.1, the ending by count (SPT-41) and the faults 83-91."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.places import (
    Place,
    count_ranking,
    places,
    played_out,
    same_hand_order,
    same_hand_played_out,
    survivors_and_last_hand,
)


def refusal(act, *args):
    with pytest.raises(RuleError) as caught:
        act(*args)
    return caught.value


def numbers(found):
    return {key: place.number for key, place in found.items()}


BARBARISMO = ["Canada", "Inglaterra", "Letonia", "Iran", "Lituania", "Francia", "Kosovo", "Israel"]
NAVAL = ["Canada", "Lituania", "Iran", "Kosovo", "Letonia", "Tanzania"]


@pytest.mark.parametrize("order", [BARBARISMO, NAVAL], ids=["SPT-E1", "SPT-E2"])
def test_the_recorded_spt_nights_are_placed_as_they_ended(order):
    outs = [(key,) for key in reversed(order[1:])]
    assert numbers(places(sorted(order), outs)) == {key: at for at, key in enumerate(order, start=1)}


def test_the_earlier_hand_is_the_lower_place_and_those_still_in_have_none():
    assert places("ABCD", [["D"], ["B"]]) == {"D": Place(4, 4), "B": Place(3, 3)}


def test_nobody_is_first_before_somebody_is_out():
    assert places("A", []) == {}
    assert places("AB", []) == {}


def test_a_single_player_left_is_first_SPT_40():
    assert places("ABC", [["B"], ["C"]])["A"] == Place(1, 1)


# --- the same hand ---------------------------------------------------------------------------------------


def test_more_chips_before_the_hand_is_the_higher_place_rules_4_1():
    order = same_hand_order({"A": 900, "B": 400})
    assert order == (("B",), ("A",))
    assert numbers(places("ABCDEF", order)) == {"A": 5, "B": 6}


def test_equal_chips_before_the_hand_tie_rules_4_1():
    order = same_hand_order({"A": 900, "B": 900})
    assert order == (("A", "B"),)
    found = places("ABCDEF", order)
    assert found == {"A": Place(5, 6), "B": Place(5, 6)}
    assert (found["A"].number, found["A"].tied) == (5, True)


def test_three_out_in_one_hand_two_of_them_equal():
    assert same_hand_order({"A": 500, "B": 700, "C": 500}) == (("A", "C"), ("B",))


def test_one_player_out_needs_no_stack():
    assert same_hand_order({"A": None}) == (("A",),)
    assert same_hand_order({}) == ()


@pytest.mark.parametrize(
    "stacks", [{"A": None, "B": 400}, {"A": None, "B": None}, {"A": 1, "B": 2, "C": None}]
)
def test_an_unknown_stack_is_asked_for_only_when_several_go_out(stacks):
    refused = refusal(same_hand_order, stacks)
    assert (refused.code, refused.params) == ("stack_order_needed", {"players": tuple(stacks)})


def test_a_real_tie_can_be_entered_and_the_next_place_skips_fault_88():
    found = places("ABCDE", [["E"], ["C", "D"], ["B"]])
    assert numbers(found) == {"A": 1, "B": 2, "C": 3, "D": 3, "E": 5}


def test_two_out_for_second_and_third_with_equal_stacks_share_second_fault_86():
    assert places("ABC", same_hand_order({"B": 4000, "C": 4000})) == {
        "A": Place(1, 1),
        "B": Place(2, 3),
        "C": Place(2, 3),
    }


# --- undo and correction: places are derived -------------------------------------------------------------


def test_an_undone_out_recomputes_the_later_places_fault_83():
    entrants = ["Ana", "Bo", "Cy", *"DEFGHIJ"]
    assert numbers(places(entrants, [["Ana"], ["Bo"]])) == {"Ana": 10, "Bo": 9}
    assert numbers(places(entrants, [["Bo"], ["Cy"]])) == {"Bo": 10, "Cy": 9}


def test_a_re_entry_has_the_place_of_its_last_bust_fault_85():
    # The caller gives the last bust of each entry; the earlier one is no out any more.
    assert numbers(places("ABC", [["B"], ["A"]])) == {"A": 2, "B": 3, "C": 1}
    assert refusal(places, "ABC", [["A"], ["B"], ["A"]]).code == "out_twice"


def test_the_player_brought_back_is_not_both_winner_and_eliminated_fault_89():
    assert "B" not in places("ABC", [["C"]])


def test_a_late_entry_moves_the_places_below_the_outs_it_did_not_see():
    assert numbers(places("ABC", [["C"]])) == {"C": 3}
    assert numbers(places("ABCD", [["C"]])) == {"C": 4}


def test_a_disqualified_player_is_last_of_those_still_in_rules_4_1_5():
    # D out first, then B disqualified with three left: 3rd, whatever his chips.
    assert numbers(places("ABCD", [["D"], ["B"]])) == {"D": 4, "B": 3}


def test_all_left_may_go_out_together_and_then_share_the_first_place():
    assert places("ABC", [["C"], ["A", "B"]]) == {"C": Place(3, 3), "A": Place(1, 2), "B": Place(1, 2)}


# --- the ending by count ---------------------------------------------------------------------------------


def test_the_count_ranks_the_survivors_SPT_41():
    survivors = count_ranking({"A": 20, "B": 90, "C": 50})
    assert survivors == (("B",), ("C",), ("A",))
    assert numbers(places("ABCDE", [["E"], ["D"]], survivors)) == {"B": 1, "C": 2, "A": 3, "D": 4, "E": 5}


def test_equal_counts_tie_SPT_41():
    survivors = count_ranking({"A": 50, "B": 90, "C": 50})
    assert survivors == (("B",), ("A", "C"))
    assert places("ABCD", [["D"]], survivors)["C"] == Place(2, 3)


def test_a_last_hand_that_takes_out_too_many_SPT_41():
    # Four left, three paid, two out: survivors by count, then the busted by chips before the hand.
    expected = {"A": 2, "B": 1, "C": 3, "D": 4, "E": 5}
    last_hand, counts = {"C": 800, "D": 300}, {"A": 2000, "B": 6000}
    assert numbers(survivors_and_last_hand("ABCDE", [["E"]], last_hand, counts)) == expected
    # and it follows from the parts
    assert numbers(places("ABCDE", [["E"], ["D"], ["C"]], [["B"], ["A"]])) == expected


def test_equal_busted_of_the_last_hand_share_the_open_paid_place_SPT_41():
    found = survivors_and_last_hand("ABCD", [], {"C": 300, "D": 300}, {"A": 1, "B": 2})
    assert found["C"] == found["D"] == Place(3, 4)


def test_the_last_hand_of_unknown_stacks_asks_for_the_order():
    assert refusal(survivors_and_last_hand, "ABCD", [], {"C": None, "D": 3}, {"A": 1, "B": 2}).code == (
        "stack_order_needed"
    )


def test_the_count_must_hold_every_survivor():
    refused = refusal(places, "ABCD", [["D"]], [["A"], ["B"]])
    assert (refused.code, refused.params) == ("count_incomplete", {"players": ("C",)})


def test_a_count_below_zero_is_refused():
    assert refusal(count_ranking, {"A": -1}).params == {"player": "A"}


# --- refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrants", "outs", "survivors", "code"),
    [
        ("AB", [["A"], ["A"]], [], "out_twice"),
        ("AB", [["A", "A"]], [], "out_twice"),
        ("AB", [["X"]], [], "not_in_open"),
        ("AB", [["B"]], [["X"]], "not_in_open"),
        ("AB", [["B"]], [["B"]], "survivor_is_out"),
        ("AAB", [], [], "entered_twice"),
    ],
)
def test_a_contradiction_is_refused(entrants, outs, survivors, code):
    assert refusal(places, entrants, outs, survivors).code == code


# --- always ----------------------------------------------------------------------------------------------


@st.composite
def finished(draw):
    entrants = draw(st.permutations(range(draw(st.integers(1, 12)))))
    groups, rest = [], list(entrants)
    while rest:
        size = draw(st.integers(1, min(3, len(rest))))
        groups.append([rest.pop() for _ in range(size)])
    return entrants, groups, draw(st.integers(0, len(groups) - 1))


@given(finished())
def test_places_of_a_finished_open_have_no_gaps_but_those_ties_make(case):
    entrants, groups, survivors = case
    outs, best = groups[: len(groups) - survivors], groups[len(groups) - survivors :][::-1]
    found = places(entrants, outs, best)
    assert set(found) == set(entrants)
    covered = sorted({(place.first, place.last) for place in found.values()})
    assert [n for first, last in covered for n in range(first, last + 1)] == list(range(1, len(entrants) + 1))
    for group in groups:
        assert len({found[key] for key in group}) == 1


@given(finished())
def test_the_same_outs_replayed_one_by_one_end_in_the_same_places(case):
    entrants, groups, _ = case
    final = places(entrants, groups)
    for upto in range(len(groups)):
        early = places(entrants, groups[:upto])
        assert all(final[key] == place for key, place in early.items() if len(early) < len(entrants))


def test_under_the_house_rule_share_all_out_in_one_hand_tie_whatever_their_stacks():
    assert same_hand_order({"A": 900, "B": None, "C": 400}, "share") == (("A", "B", "C"),)
    assert same_hand_order({}, "share") == ()


# --- equal stacks that play an open hand -----------------------------------------------------------------


OPEN_HAND = "stack_before_open_hand"


def test_equal_stacks_of_one_hand_ask_for_an_open_hand_VIV_25():
    refused = refusal(same_hand_played_out, {"A": 900, "B": 900, "C": 400}, OPEN_HAND)
    assert refused.code == "open_hand_needed"
    assert refused.params == {"players": ("A", "B"), "what": "out"}


def test_the_open_hand_orders_the_equal_ones_and_leaves_the_others_VIV_25():
    stacks = {"A": 900, "B": 900, "C": 400}
    assert same_hand_played_out(stacks, OPEN_HAND, ["B"]) == (("C",), ("A",), ("B",))
    assert same_hand_played_out(stacks, OPEN_HAND, ["A", "B"]) == (("C",), ("B",), ("A",))
    # C lost with fewer chips: what he would have had in the open hand does not count.
    assert same_hand_played_out(stacks, OPEN_HAND, ["C", "A"]) == (("C",), ("B",), ("A",))


def test_three_equal_ones_are_asked_for_until_all_but_one_are_named_VIV_25():
    stacks = {"A": 900, "B": 900, "C": 900}
    assert refusal(same_hand_played_out, stacks, OPEN_HAND, ["B"]).params["players"] == ("A", "C")
    assert same_hand_played_out(stacks, OPEN_HAND, ["B", "C"]) == (("A",), ("C",), ("B",))


def test_different_stacks_need_no_open_hand_VIV_25():
    assert same_hand_played_out({"A": 900, "B": 400}, OPEN_HAND) == (("B",), ("A",))
    assert refusal(same_hand_played_out, {"A": 900, "B": None}, OPEN_HAND).code == "stack_order_needed"


def test_other_houses_share_as_ever_rules_4_1():
    assert same_hand_played_out({"A": 900, "B": 900}, "stack_before_share") == (("A", "B"),)
    assert same_hand_played_out({"A": 900, "B": 400}, "share") == (("A", "B"),)


def test_a_tie_is_played_out_as_far_as_the_open_hand_went():
    assert played_out("ABC", []) == (("A", "B", "C"),)
    assert played_out("ABC", ["C", "X", "C"]) == (("C",), ("A", "B"))
    assert played_out("ABC", ["C", "A", "B"]) == (("C",), ("A",), ("B",))
