"""The order at one table: VIV-08, VIV-09, VIV-25, VIV-26 and the open hand of those who are equal."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.table_order import check_counts, table_groups, table_order


def refusal(act, *args, **named):
    with pytest.raises(RuleError) as caught:
        act(*args, **named)
    return caught.value


def asked(*args, **named):
    """Who must play an open hand, and for what."""
    refused = refusal(table_order, *args, **named)
    assert refused.code == "open_hand_needed"
    assert refused.overrule is False
    return refused.params["players"], refused.params["what"], refused.params["place"]


# --- two left --------------------------------------------------------------------------------------------


def test_two_left_are_first_and_second_by_their_chips_VIV_08():
    assert table_order("ABCD", ["C", "D"], {"A": 8800, "B": 11200}) == ("B", "A", "D", "C")


def test_two_left_with_equal_chips_play_an_open_hand_VIV_08():
    assert asked("ABCD", ["C", "D"], {"A": 10000, "B": 10000}) == (("A", "B"), "order", 1)


def test_the_open_hand_gives_their_order_and_the_winner_is_enough_VIV_08():
    counts = {"A": 10000, "B": 10000}
    assert table_order("ABCD", ["C", "D"], counts, open_hand="BA") == ("B", "A", "D", "C")
    assert table_order("ABCD", ["C", "D"], counts, open_hand="B") == ("B", "A", "D", "C")


def test_one_left_alone_needs_no_count():
    assert table_order("ABC", ["C", "B"], {}, advance=1) == ("A", "B", "C")


# --- two out in one hand ---------------------------------------------------------------------------------


def test_of_two_out_in_one_hand_with_three_left_the_bigger_one_goes_on_VIV_25():
    # D left first; then B (3 000 before the hand) and C (4 000) in one hand.
    assert table_order("ABCD", ["D", "B", "C"], {"A": 20000}) == ("A", "C", "B", "D")


def test_equal_ones_out_in_one_hand_with_three_left_play_for_second_VIV_25():
    outs = ["D", ("B", "C")]
    assert asked("ABCD", outs, {"A": 20000}) == (("B", "C"), "through", 2)
    assert table_order("ABCD", outs, {"A": 20000}, open_hand="C") == ("A", "C", "B", "D")


def test_equal_ones_out_in_one_hand_below_the_line_stay_tied():
    counts = {"A": 12000, "B": 8000}
    assert table_groups("ABCD", [("C", "D")], counts) == (("A",), ("B",), ("C", "D"))
    assert table_order("ADBC", [("C", "D")], counts) == ("A", "B", "D", "C")


def test_in_a_final_every_place_is_played_out_VIV_25():
    counts = {"A": 12000, "B": 8000}
    assert asked("ABCD", [("C", "D")], counts, advance=0) == (("C", "D"), "order", 3)
    assert table_order("ABCD", [("C", "D")], counts, "D", advance=0) == ("A", "B", "D", "C")


def test_champion_and_runner_up_are_counted_and_equal_ones_play_an_open_hand_VIV_09():
    assert asked("ABCD", ["C", "D"], {"A": 10000, "B": 10000}, advance=0) == (("A", "B"), "order", 1)


# --- the cap ---------------------------------------------------------------------------------------------


def test_after_three_hours_the_two_with_most_go_on_VIV_26():
    assert table_order("ABCD", ["D"], {"A": 3800, "B": 9300, "C": 6900}) == ("B", "C", "A", "D")


def test_a_tie_for_second_plays_an_open_hand_among_the_tied_VIV_26():
    counts = {"A": 9000, "B": 5500, "C": 5500}
    assert asked("ABCD", ["D"], counts) == (("B", "C"), "through", 2)
    assert table_order("ABCD", ["D"], counts, open_hand="CB") == ("A", "C", "B", "D")


def test_three_tied_for_second_need_only_the_winner_of_their_open_hand_VIV_26():
    counts = {"A": 8000, "B": 4000, "C": 4000, "D": 4000}
    assert asked("ABCD", [], counts) == (("B", "C", "D"), "through", 2)
    assert table_groups("ABCD", [], counts, open_hand="D") == (("A",), ("D",), ("B", "C"))


def test_three_tied_for_first_need_the_first_two_of_their_open_hand_VIV_26():
    counts = {"A": 6000, "B": 6000, "C": 6000, "D": 2000}
    assert asked("ABCD", [], counts) == (("A", "B", "C"), "through", 1)
    assert asked("ABCD", [], counts, open_hand="B") == (("A", "C"), "through", 2)
    assert table_order("ABCD", [], counts, open_hand="BC") == ("B", "C", "A", "D")


def test_a_tie_for_first_between_the_two_who_go_on_decides_the_sheet_order_VIV_26():
    counts = {"A": 7000, "B": 7000, "C": 6000}
    assert asked("ABCD", ["D"], counts) == (("A", "B"), "order", 1)


def test_a_tie_below_the_line_decides_nothing_VIV_26():
    counts = {"A": 8000, "B": 6000, "C": 3000, "D": 3000}
    assert table_groups("ABCD", [], counts) == (("A",), ("B",), ("C", "D"))


def test_an_open_hand_may_name_others_than_the_tied():
    assert table_order("ABCD", ["D"], {"A": 9000, "B": 5500, "C": 5500}, open_hand="DCA")[:2] == ("A", "C")


# --- refusals and checks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outs", "counts", "code", "params"),
    [
        (["D"], {"A": 1, "B": 2}, "count_incomplete", {"players": ("C",)}),
        (["D"], {"A": 1, "B": 2, "C": 3, "D": 4}, "survivor_is_out", {"player": "D"}),
        (["D"], {"A": 1, "B": 2, "C": 3, "E": 4}, "not_at_table", {"player": "E"}),
        (["D"], {"A": 1, "B": 2, "C": -3}, "negative_chips", {"player": "C"}),
        (["D", "D"], {"A": 1, "B": 2, "C": 3}, "out_twice", {"player": "D"}),
        (["E"], {"A": 1}, "not_at_table", {"player": "E"}),
    ],
)
def test_what_does_not_fit_the_table_is_refused(outs, counts, code, params):
    refused = refusal(table_order, "ABCD", outs, counts)
    assert (refused.code, refused.params) == (code, params)


def test_a_count_that_does_not_come_to_the_chips_of_the_table_is_asked_about():
    assert check_counts({"A": 11200, "B": 8800}, 20000, 100) == ()
    refused = refusal(check_counts, {"A": 11200, "B": 8700}, 20000, 100)
    assert (refused.code, refused.overrule) == ("count_differs", True)
    assert refused.params == {"counted": 19900, "expected": 20000}


def test_a_count_that_chips_of_100_cannot_make_is_remarked_VIV_07():
    assert check_counts({"A": 11150, "B": 8850, "C": 0}, 20000, 50) == ()
    remarks = check_counts({"A": 11150, "B": 8850, "C": 0}, 20000, 100)
    assert [dict(one.params) for one in remarks] == [
        {"player": "A", "chips": 11150, "chip": 100},
        {"player": "B", "chips": 8850, "chip": 100},
    ]


def test_a_negative_count_is_refused():
    assert refusal(check_counts, {"A": -100, "B": 20100}, 20000).code == "negative_chips"


@given(st.lists(st.integers(0, 4), min_size=2, max_size=6), st.integers(0, 3), st.integers(0, 3), st.data())
def test_open_hands_always_lead_to_one_order_of_everybody(chips, gone, advance, data):
    seated = tuple(range(len(chips)))
    gone = min(gone, len(seated) - 1)
    outs = [(player,) for player in seated[:gone]]
    counts = {player: chips[player] for player in seated[gone:]}
    played: list[int] = []
    for _ in range(len(seated)):
        try:
            order = table_order(seated, outs, counts, played, advance)
            break
        except RuleError as asked:
            played.append(data.draw(st.sampled_from(asked.params["players"])))
    assert sorted(order) == list(seated)
    assert list(order[len(counts) :]) == list(reversed(seated[:gone]))
    left = order[: len(counts)]
    assert all(counts[one] >= counts[other] for one, other in pairwise(left))
