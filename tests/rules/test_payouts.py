"""Prizes: RULES 4.1-4.3 and 4.5, SPT-33 to SPT-42, and the faults 86 and 94-107."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import (
    COMMON,
    PrizePlan,
    amounts,
    check_lock,
    common,
    overlay,
    payable,
    percent_sum,
    prize_pool,
    remarks,
    shared,
    suggested,
    unassigned,
)
from tdapp.rules.places import Place, places, same_hand_order


def refusal(act, *args, **named):
    with pytest.raises(RuleError) as caught:
        act(*args, **named)
    return caught.value


def percent(*values, unit=1):
    return PrizePlan("percent", tuple(str(value) for value in values), unit)


# --- the prizes of a plan --------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [(50, 20, 10), (40, 25, 15), (50, 30)])
def test_fixed_amounts_of_80_euros_lock_SPT_35(values):
    prizes = amounts(80, PrizePlan("amounts", values))
    assert prizes == values
    check_lock(80, prizes)


def test_everything_to_one_SPT_35_and_last_man_standing_SPT_42():
    assert amounts(80, PrizePlan("amounts", (80,))) == amounts(80, PrizePlan("winner")) == (80,)
    assert PrizePlan("winner").places_paid == 1


def test_the_recorded_spt_nights_pay_what_was_printed():
    e1, e2 = (
        amounts(8000, PrizePlan("amounts", (5000, 2000, 1000))),
        amounts(3000, PrizePlan("amounts", (2000, 1000))),
    )
    check_lock(8 * 1000, e1)
    check_lock(6 * 500, e2)
    assert amounts(80, percent("62.5", "25", "12.5")) == (50, 20, 10)
    assert remarks(3000, e2, 500) == ()


@pytest.mark.parametrize(
    ("pool", "unit", "prizes"),
    [
        (362_500, 1, (217_500, 72_500, 54_375, 18_125)),
        (362_500, 500, (217_500, 72_500, 54_500, 18_000)),
        (362_500, 1000, (218_500, 72_000, 54_000, 18_000)),
    ],
)
def test_vivaldi_shares_the_pool_after_expenses_VIV_42(pool, unit, prizes):
    assert prize_pool([25_000] * 16, costs=37_500) == pool
    assert amounts(pool, percent(60, 20, 15, 5, unit=unit)) == prizes
    check_lock(pool, prizes)


def test_percentages_follow_a_growing_pool_until_they_are_locked_fault_94():
    assert sum(amounts(100, percent(50, 30, 20))) == 100
    assert amounts(150, percent(50, 30, 20)) == (75, 45, 30)


def test_prizes_in_notes_sum_to_the_pool_fault_100():
    assert amounts(185, percent(45, 27, 18, 10, unit=5)) == (80, 50, 35, 20)


def test_largest_remainder_not_last_place_fault_98():
    assert amounts(25, percent(30, 25, 20, 15, 10)) == (8, 6, 5, 4, 2)


def test_percentages_short_of_100_leave_the_rest_unassigned():
    prizes = amounts(8000, percent(50, 25, 12.5))
    assert prizes == (4000, 2000, 1000)
    assert unassigned(8000, prizes) == 1000
    assert percent_sum(percent(50, 25, 12.5)) == 87.5


def test_percentages_above_100_assign_more_than_the_pool():
    prizes = amounts(1000, percent(60, 30, 20))
    assert prizes == (600, 300, 200)
    assert unassigned(1000, prizes) == -100


def test_percentages_of_nothing_are_nothing():
    assert amounts(0, percent(50, 30, 20)) == (0, 0, 0)
    assert amounts(100, percent(0, 0)) == (0, 0)


# --- locking ---------------------------------------------------------------------------------------------


def test_prizes_short_of_the_pool_lock_only_when_overruled():
    refused = refusal(check_lock, 8000, (5000, 2000))
    assert refused.code == "prizes_do_not_sum"
    assert refused.params == {"pool": 8000, "assigned": 7000, "missing": 1000}
    assert refused.overrule


def test_prizes_above_the_pool_lock_only_when_overruled_fault_107():
    refused = refusal(check_lock, 9900, (9999,))
    assert (refused.code, refused.params["missing"], refused.overrule) == ("prizes_do_not_sum", -99, True)


def test_a_paid_place_at_zero_does_not_lock_rules_4_2():
    prizes = amounts(10, percent(50, 30, 20, unit=5))
    assert prizes == (5, 5, 0)
    refused = refusal(check_lock, 10, prizes)
    assert (refused.code, refused.params) == ("prize_zero", {"place": 3})


def test_a_lower_place_above_a_higher_one_does_not_lock():
    refused = refusal(check_lock, 80, (30, 50))
    assert (refused.code, refused.params) == ("prizes_rise", {"place": 2, "amount": 50, "above": 30})
    assert not refused.overrule


def test_a_negative_prize_does_not_lock():
    assert refusal(check_lock, 80, (90, -10)).code == "prize_negative"


def test_an_empty_pool_locks_without_prizes_or_with_zeros():
    check_lock(0, ())
    check_lock(0, (0,))


def test_what_is_odd_is_remarked():
    codes = [(remark.code, dict(remark.params)) for remark in remarks(8000, (5000, 1500, 500), 1000)]
    assert codes == [
        ("prizes_unassigned", {"missing": 1000}),
        ("prize_below_buy_in", {"place": 3, "amount": 500, "buy_in": 1000}),
    ]
    assert [(r.code, dict(r.params)) for r in remarks(8000, (9000,), 1000)] == [
        ("prizes_above_pool", {"over": 1000})
    ]
    assert remarks(8000, (), 1000)[0].code == "prizes_unassigned"


# --- plans as data ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "plan",
    [PrizePlan("amounts", (5000, 2000, 1000)), percent("62.5", "25", "12.5", unit=100), PrizePlan("winner")],
)
def test_a_plan_survives_json(plan):
    assert PrizePlan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan


@pytest.mark.parametrize(
    ("kind", "values", "unit", "code"),
    [
        ("lottery", (), 1, "prize_plan_unreadable"),
        ("amounts", ("50",), 1, "prize_plan_unreadable"),
        ("amounts", (10.5,), 1, "prize_plan_unreadable"),
        ("percent", (62.5,), 1, "prize_plan_unreadable"),
        ("percent", ("half",), 1, "weight_unreadable"),
        ("percent", ("-5",), 1, "prize_negative"),
        ("amounts", (50, -1), 1, "prize_negative"),
        ("winner", (50,), 1, "prize_plan_unreadable"),
        ("percent", ("100",), 0, "unit_too_small"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(kind, values, unit, code):
    assert refusal(PrizePlan, kind, values, unit).code == code
    assert refusal(PrizePlan.from_dict, {"kind": kind, "values": list(values), "unit": unit}).code == code


def test_a_plan_without_its_list_is_refused():
    assert refusal(PrizePlan.from_dict, {"kind": "amounts", "values": 5}).code == "prize_plan_unreadable"


# --- ties ------------------------------------------------------------------------------------------------


def test_two_tied_for_second_and_third_share_rules_4_2_fault_86():
    tied = {"A": Place(1, 1), "B": Place(2, 3), "C": Place(2, 3)}
    assert shared(tied, (500, 300, 200), 1, "ABC") == {"A": 500, "B": 250, "C": 250}
    found = places("ABC", same_hand_order({"B": 4000, "C": 4000}))
    assert shared(found, (0, 60, 40), 1, "ABC") == {"A": 0, "B": 50, "C": 50}


def test_three_tied_share_200_and_the_leftovers_go_in_the_fixed_order_rules_4_2():
    tied = dict.fromkeys("XYZ", Place(3, 5))
    assert shared(tied, (900, 500, 100, 60, 40), 1, "ZXY") == {"Z": 67, "X": 67, "Y": 66}


def test_three_out_on_the_bubble_share_300_rules_4_2():
    tied = dict.fromkeys("XYZ", Place(50, 52))
    prizes = (*(400,) * 49, 300)
    assert shared(tied, prizes, 1, "XYZ") == {"X": 100, "Y": 100, "Z": 100}


def test_six_left_equal_stacks_share_fifth_and_sixth_rules_4_1():
    found = places("ABCDEF", same_hand_order({"A": 900, "B": 900}))
    assert shared(found, (50, 40, 30, 20, 15, 10), 1, "BA") == {"A": 12, "B": 13}
    found = places("ABCDEF", same_hand_order({"A": 900, "B": 400}))
    assert shared(found, (50, 40, 30, 20, 15, 10), 1, "AB") == {"A": 15, "B": 10}


def test_tied_money_comes_in_the_smallest_cash_unit():
    tied = dict.fromkeys("XYZ", Place(1, 3))
    assert shared(tied, (20_000,), 100, "XYZ") == {"X": 6700, "Y": 6700, "Z": 6600}
    assert shared(tied, (20_050,), 100, "XYZ") == {"X": 6750, "Y": 6700, "Z": 6600}


def test_equal_counts_share_the_tied_places_SPT_41():
    found = places("ABCD", [["D"]], [["B"], ["A", "C"]])
    assert shared(found, (5000, 2000, 1000), 1, "ABCD") == {"A": 1500, "B": 5000, "C": 1500, "D": 0}


def test_a_disqualified_player_is_not_paid_and_the_paid_places_move_up_VIV_31():
    # C is disqualified with three left: 3rd, unpaid; the 4th gets the third prize.
    found = places("ABCDE", [["E"], ["D"], ["C"], ["B"]])
    assert shared(found, (50, 30, 20), 1, "ABCDE") == {"A": 50, "B": 30, "C": 20, "D": 0, "E": 0}
    assert shared(found, (50, 30, 20), 1, "ABCDE", unpaid="C") == {"A": 50, "B": 30, "C": 0, "D": 20, "E": 0}


def test_a_player_without_a_number_in_the_order_comes_last_among_the_tied():
    assert shared(dict.fromkeys("XY", Place(1, 2)), (5, 0), 1, "Y") == {"X": 2, "Y": 3}


# --- common tables ---------------------------------------------------------------------------------------


def test_every_common_table_sums_to_100_and_never_rises_rules_4_3():
    for low, high, values in COMMON:
        plan = percent(*values)
        assert percent_sum(plan) == 100
        assert [float(v) for v in values] == sorted((float(v) for v in values), reverse=True)
        assert high is None or low <= high


@pytest.mark.parametrize(
    ("players", "values"),
    [
        (1, ("100",)),
        (5, ("100",)),
        (6, ("60", "40")),
        (7, ("50", "30", "20")),
        (8, ("50", "30", "20")),
        (10, ("50", "30", "20")),
        (11, ("50", "30", "20")),
        (16, ("40", "30", "20", "10")),
        (20, ("45", "25", "15", "10", "5")),
        (21, ("40", "30", "15", "10", "5")),
        (28, ("37", "22", "15", "11", "8", "7")),
        (46, ("30", "20", "12", "10", "8", "6.5", "5.5", "4.5", "3.5")),
        (200, ("30", "20", "12", "10", "8", "6.5", "5.5", "4.5", "3.5")),
    ],
)
def test_the_suggested_plan_follows_the_field_rules_4_3(players, values):
    assert suggested(players) == percent(*values)


def test_every_field_has_a_suggestion_and_its_unit():
    for players in range(300):
        assert suggested(players, 500).unit == 500
        assert suggested(players) in common(players)


def test_other_usual_tables_are_offered_too():
    assert [plan.values for plan in common(8)] == [
        ("50", "30", "20"),
        ("60", "40"),
        ("65", "35"),
        ("70", "30"),
    ]
    assert ("35", "25", "12.5", "10", "7.5", "5", "5") in [plan.values for plan in common(36)]


def test_published_tables_share_every_pool_exactly(shared_cases):
    checked = 0
    for table in json.loads((shared_cases / "structures" / "payouts.json").read_text(encoding="utf-8")):
        for bracket in table["brackets"]:
            if bracket["sum_percent"] != 100:
                continue
            values = [p["percent"] for p in bracket["places"] for _ in range(p["from"], p["to"] + 1)]
            plan = percent(*values)
            for pool in (0, 1, 99, 12_345, 1_000_000):
                prizes = amounts(pool, plan)
                assert sum(prizes) == pool, (table["id"], bracket["entries"])
                assert list(prizes) == sorted(prizes, reverse=True)
            checked += 1
    assert checked >= 20


@pytest.mark.parametrize(
    ("pool", "values", "unit", "prizes"),
    [(800, (65, 35), 1, (520, 280)), (625, (65, 35), 1, (406, 219)), (400, (100,), 1, (400,))],
)
def test_published_prizes_of_small_fields_are_met(pool, values, unit, prizes):
    assert amounts(pool, percent(*values, unit=unit)) == prizes


# --- pool, costs, guarantee ------------------------------------------------------------------------------


def test_a_guarantee_is_made_up_or_passed_rules_4_5():
    assert (overlay(18 * 20, 500), payable(18 * 20, 500)) == (140, 500)
    assert (overlay(26 * 20, 500), payable(26 * 20, 500)) == (0, 520)


def test_fees_never_enter_the_pool_SPT_33():
    assert prize_pool([10] * 8) == 80


def test_the_san_antonio_surcharge_goes_to_the_pool_or_the_house_rules_4_5():
    assert prize_pool([500] * 9 + [750] * 3) == 6750
    assert prize_pool([500] * 9 + [500] * 3) == 6000


def test_costs_above_the_pool_are_refused():
    assert refusal(prize_pool, [100], 101).params == {"taken": 100, "costs": 101}


# --- always ----------------------------------------------------------------------------------------------

SHARES = st.lists(st.integers(1, 400), min_size=1, max_size=10)


@given(st.integers(0, 10**8), SHARES, st.integers(1, 1000))
def test_percentages_of_100_assign_the_whole_pool_and_never_rise(pool, weights, unit):
    tenths = sorted(weights, reverse=True)
    tenths[0] += max(0, 1000 - sum(tenths))
    plan = percent(*(t / 10 for t in tenths), unit=unit)
    prizes = amounts(pool, plan)
    assert list(prizes) == sorted(prizes, reverse=True)
    if sum(tenths) == 1000:
        assert sum(prizes) == pool


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
    st.lists(st.integers(0, 10_000), max_size=12),
    st.integers(1, 100),
)
def test_tied_or_not_the_players_get_exactly_the_prizes_of_their_places(groups, prizes, unit):
    names = iter(range(100))
    outs = [[next(names) for _ in range(size)] for size in groups]
    entrants = [key for group in outs for key in group]
    prizes = sorted(prizes, reverse=True)[: len(entrants)]
    money = shared(places(entrants, outs), prizes, unit, entrants)
    assert sum(money.values()) == sum(prizes)
    assert set(money) == set(entrants)
