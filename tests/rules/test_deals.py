"""Deals: ICM, chip chop, even and custom shares, an amount left to play for (RULES 2.12, 4.4)."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.deals import (
    chances,
    check_consent,
    chip_chop,
    custom,
    even,
    icm,
    left_to_play_for,
    remarks,
    side_by_side,
    won,
)
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import share
from tdapp.rules.payouts import shared
from tdapp.rules.places import places, same_hand_order, same_hand_played_out

stacks_ = st.lists(st.integers(1, 10**6), min_size=2, max_size=7)
prizes_ = st.lists(st.integers(0, 10**6), min_size=1, max_size=7).map(lambda p: sorted(p, reverse=True))


def left(stacks: list[int], prizes: list[int]) -> list[int]:
    """As many prizes as players, none for those who are not paid."""
    return [*prizes[: len(stacks)], *[0] * (len(stacks) - len(prizes))]


@pytest.mark.parametrize(
    ("stacks", "prizes", "exact"),
    [
        ((5000, 3000, 2000), (50, 30, 20), (Fraction(1075, 28), Fraction(131, 4), Fraction(202, 7))),
        ((6000, 4000), (500, 300), (420, 380)),
    ],
)
def test_icm_is_exact_before_it_is_rounded_4_4(stacks, prizes, exact):
    table = chances(stacks, len(prizes))
    assert tuple(sum(c * p for c, p in zip(row, prizes, strict=True)) for row in table) == exact


@pytest.mark.parametrize(
    ("stacks", "prizes", "amounts"),
    [
        ((5000, 3000, 2000), (500000, 300000, 200000), (383929, 327500, 288571)),
        ((50, 30, 20), (700000, 300000), (451786, 322500, 225714)),
        ((5000, 3000, 1500, 500), (5000000, 3000000, 2000000), (3777807, 3128888, 2256025, 837280)),
        ((400, 300, 200, 100), (1600, 1000, 600, 400), (1111, 997, 848, 644)),
        ((9000, 6000, 3500, 1500), (600000, 200000, 150000, 50000), (363974, 291487, 216974, 127565)),
        ((25, 87, 88), (500000, 300000, 200000), (256945, 370893, 372162)),
        ((8000, 8000, 2000, 2000), (2400000, 950000, 750000, 270000), (1454444, 1454444, 730556, 730556)),
    ],
)
def test_icm_of_the_published_stacks_4_4(stacks, prizes, amounts):
    assert icm(stacks, prizes) == amounts


@given(stacks_, prizes_)
def test_icm_is_what_every_order_of_finish_gives(stacks, prizes):
    stacks, prizes = stacks[:5], left(stacks[:5], prizes)
    expected = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, rest = Fraction(1), sum(stacks)
        for player in order:
            chance, rest = chance * Fraction(stacks[player], rest), rest - stacks[player]
        for prize, player in zip(prizes, order, strict=True):
            expected[player] += chance * prize
    table = chances(stacks, len(stacks))
    assert [sum(c * p for c, p in zip(row, prizes, strict=True)) for row in table] == expected


def test_a_chip_chop_gives_everybody_the_lowest_prize_first_4_4():
    assert chip_chop((400, 300, 200, 100), (1600, 1000, 600, 400)) == (1200, 1000, 800, 600)
    assert chip_chop((400, 300, 200, 100), (1600, 1000, 600, 400), guaranteed=False) == (1440, 1080, 720, 360)


def test_nobody_gets_more_than_the_first_prize_from_a_capped_chop_4_4():
    assert chip_chop((9000, 500, 500), (500, 300, 200)) == (500, 250, 250)
    assert chip_chop((9000, 500, 500), (500, 300, 200), cap=False) == (560, 220, 220)


def test_each_share_is_rounded_with_the_others_and_never_by_itself_4_4():
    stacks = (15000, 12000, 10000, 6000, 500)
    prizes = (57000 - 4 * 5700, 5700, 5700, 5700, 5700)
    amounts = chip_chop(stacks, prizes, cap=False)
    assert amounts == (15528, 13562, 12252, 9631, 6027)
    assert sum(amounts) == 57000


def test_an_even_chop_gives_what_is_over_to_the_leader_or_spreads_it():
    assert even((110000, 95000, 90000, 85000), (140, 120, 100, 95)) == (116, 113, 113, 113)
    assert even((85000, 110000), (101, 0)) == (50, 51)
    assert even((95000, 110000, 90000), (60, 25, 15), rest_to_leader=False) == (33, 34, 33)


def test_a_deal_is_made_of_whole_units_and_still_sums_to_what_is_left():
    assert icm((400, 300, 200, 100), (1600, 1000, 600, 400), unit=5) == (1110, 995, 850, 645)
    assert sum(chip_chop((7, 5, 3), (1003, 500, 200), unit=10)) == 1703


def test_what_is_left_to_play_for_comes_from_the_highest_prizes():
    assert left_to_play_for((500, 300, 200), 100) == (400, 300, 200)
    assert left_to_play_for((500, 300, 200), 450) == (184, 183, 183)
    assert left_to_play_for((500, 300, 200), 0) == (500, 300, 200)
    with pytest.raises(RuleError, match="nothing_left_to_share"):
        left_to_play_for((500, 300, 200), 1001)


def test_custom_amounts_are_taken_only_if_they_sum():
    assert custom((300, 250, 250), (500, 300)) == (300, 250, 250)
    with pytest.raises(RuleError) as refused:
        custom((300, 250, 200), (500, 300))
    assert (refused.value.code, refused.value.params["missing"]) == ("deal_does_not_sum", 50)
    with pytest.raises(RuleError, match="deal_negative"):
        custom((900, -100), (500, 300))


def test_a_count_that_is_not_the_chips_in_play_and_odd_amounts_are_said():
    said = remarks((9000, 500, 500), (500, 300, 200), (560, 240, 190), in_play=10_500)
    assert said == (
        Remark("count_differs", {"counted": 10_000, "expected": 10_500}),
        Remark("deal_above_first", {"number": 1, "amount": 560, "first": 500}),
        Remark("deal_below_secured", {"number": 3, "amount": 190, "secured": 200}),
    )
    assert [dict(one.params) for one in said] == [
        {"counted": 10_000, "expected": 10_500},
        {"number": 1, "amount": 560, "first": 500},
        {"number": 3, "amount": 190, "secured": 200},
    ]
    named = remarks((9000, 500, 500), (500, 300, 200), (560, 240, 200), entries=(71, 72, 73))
    assert [dict(one.params) for one in named] == [{"entry": 71, "amount": 560, "first": 500}]
    assert remarks((9000, 500, 500), (500, 300, 200), (500, 250, 250), in_play=10_000) == ()


@pytest.mark.parametrize(
    ("stacks", "prizes", "code"),
    [
        ((5000,), (500,), "too_few_players"),
        ((5000, 0), (500, 300), "stack_not_positive"),
        ((5000, 10), (300, 500), "prizes_rise"),
        ((5000, 10), (300, -5), "prize_negative"),
        ((1,) * 13, (500,), "too_many_for_icm"),
    ],
)
def test_what_cannot_be_shared_is_refused(stacks, prizes, code):
    with pytest.raises(RuleError, match=code):
        icm(stacks, prizes)


@given(stacks_, prizes_, st.sampled_from([1, 5, 1000]), st.sampled_from([icm, chip_chop, even]))
def test_every_deal_sums_to_the_prizes_and_follows_the_stacks(stacks, prizes, unit, method):
    amounts = method(stacks, left(stacks, prizes), unit)
    assert sum(amounts) == sum(left(stacks, prizes))
    assert min(amounts) >= 0
    ranked = [amount for _, amount in sorted(zip(stacks, amounts, strict=True), key=lambda p: (-p[0], -p[1]))]
    assert ranked == sorted(amounts, reverse=True)


@given(stacks_, prizes_, st.integers(0, 10**6))
def test_prizes_never_rise_when_something_is_left_to_play_for(stacks, prizes, amount):
    amount = min(amount, sum(prizes))
    rest = left_to_play_for(prizes, amount)
    assert sum(rest) == sum(prizes) - amount
    assert list(rest) == sorted(rest, reverse=True)
    assert min(rest) >= 0


@given(stacks_, prizes_)
def test_a_capped_and_guaranteed_chop_stays_between_the_lowest_and_the_first_prize(stacks, prizes):
    prizes = left(stacks, prizes)
    amounts = chip_chop(stacks, prizes)
    assert max(amounts) <= prizes[0]
    assert min(amounts) >= prizes[-1]


@pytest.mark.parametrize("unit", [1, 5])
def test_the_methods_stand_side_by_side_with_something_left_to_play_for_4_4(unit):
    stacks, prizes = (400, 300, 200, 100), (1600, 1000, 600, 400)
    found = side_by_side(stacks, prizes, unit, left=100)
    assert list(found) == ["icm", "chip_chop", "even"]
    assert {sum(amounts) for amounts in found.values()} == {3500}
    assert found["even"] == (875, 875, 875, 875)
    assert side_by_side(stacks, prizes)["icm"] == (1111, 997, 848, 644)
    assert "icm" not in side_by_side((1,) * 13, (500, 300))


def test_a_deal_needs_the_consent_of_everybody_left_2_12():
    check_consent("ABC", {"A", "B", "C"})
    with pytest.raises(RuleError) as refused:
        check_consent("ABC", {"B"})
    assert (refused.value.code, refused.value.params) == ("deal_not_agreed", {"players": ("A", "C")})
    assert not refused.value.overrule


def test_a_deal_uses_what_is_left_of_the_one_pool_fault_101():
    # Ten at 50, a tenth to the series: 450 is what prizes and deals share, not 500.
    prizes = share(450, (50, 30, 20))
    assert sum(prizes) == 450
    assert custom((200, 150, 100), prizes) == (200, 150, 100)
    with pytest.raises(RuleError) as refused:
        custom((250, 150, 100), prizes)
    assert refused.value.params == {"total": 500, "expected": 450, "missing": -50}


def test_a_short_stack_keeps_what_is_sure_in_a_chip_chop_fault_103():
    assert chip_chop((1000, 1), (10_000, 5000), guaranteed=False, cap=False) == (14_985, 15)
    assert chip_chop((1000, 1), (10_000, 5000)) == (9995, 5005)
    assert icm((1000, 1), (10_000, 5000)) == (9995, 5005)


def test_stacks_from_before_the_last_hand_are_said_fault_104():
    said = remarks((5000, 3000), (500, 300), (425, 375), in_play=9000)
    assert [one.code for one in said] == ["count_differs"]


# -- the published cases -----------------------------------------------------------------------------------


def test_the_published_deals_within_their_tolerance(shared_cases):
    cases = json.loads((shared_cases / "deals" / "deals.json").read_text("utf-8"))["cases"]
    ids = set()
    for case in cases:
        if not case["stacks"]:
            continue
        if case["id"] == "d13":
            found = [float(amount) for amount in even(case["stacks"], case["payouts"])]
        else:
            method = chip_chop if case["kind"] == "chip_chop" else icm
            prizes = [prize * 10_000 for prize in case["payouts"]]
            found = [amount / 10_000 for amount in method(case["stacks"], prizes)]
        for mine, theirs in zip(found, case["computed"], strict=True):
            assert abs(mine - theirs) <= 0.001, case["id"]
        agrees = [
            abs(mine - said) <= case["tolerance"]
            for mine, said in zip(found, case["published"] or (), strict=False)
        ]
        if "published_hero" in case:
            agrees.append(abs(found[case["hero_index"]] - case["published_hero"]) <= case["tolerance"])
        assert all(agrees) is (case["published_agrees"] is not False), case["id"]
        ids.add(case["id"])
    assert {"d01", "d02", "d04", "d05", "d07", "d08", "d11", "d13", "d14"} <= ids


def test_the_published_chances_of_each_place_d07(shared_cases):
    cases = json.loads((shared_cases / "deals" / "deals.json").read_text("utf-8"))["cases"]
    case = next(c for c in cases if c["id"] == "d07")
    table = chances(case["stacks"], 4)
    for mine, said in zip(table, case["published_finish_percent"], strict=True):
        assert all(abs(float(a) * 100 - b) <= 0.06 for a, b in zip(mine, said, strict=True))


def test_a_published_wrong_answer_is_not_ours_d11():
    assert icm((60_000, 30_000, 10_000), (500_000, 300_000, 200_000)) == (412_381, 338_333, 249_286)


def test_the_third_of_four_takes_his_prize_of_the_whole_d10():
    # 15 of 40 + 25 + 15 + 11 is 16.48 % of what is left, whatever that is.
    amounts = share(100_00, (40, 25, 15, 11))
    assert custom(amounts, (100_00,))[2] == 16_48


def test_an_even_chop_with_the_rest_to_the_leader_d13():
    assert even((110_000, 95_000, 90_000, 85_000), (140, 120, 100, 95)) == (116, 113, 113, 113)


def test_heads_up_is_a_chip_chop_above_the_second_prize_d14():
    assert icm((1000, 1), (10_000_000, 5_000_000)) == (9_995_005, 5_004_995)


def test_equal_stacks_out_in_one_hand_share_fifth_and_sixth_e1():
    found = places("ABCDEF", same_hand_order({"A": 900, "B": 900}))
    assert shared(found, (50, 40, 30, 20, 16, 10), 1, "ABCDEF")["A"] == 13


def test_the_larger_stack_before_the_hand_places_higher_e2_e3():
    found = places("ABC", same_hand_order({"B": 4000, "C": 2500}))
    assert shared(found, (50, 30, 20), 1, "ABC") == {"A": 50, "B": 30, "C": 20}


def test_or_both_prizes_are_added_and_halved_e3():
    found = places("ABC", same_hand_order({"B": 4000, "C": 2500}, "share"))
    assert shared(found, (50, 30, 20), 1, "ABC") == {"A": 50, "B": 25, "C": 25}


def test_equal_points_before_the_hand_play_an_open_hand_e4():
    rule = "stack_before_open_hand"
    with pytest.raises(RuleError, match="open_hand_needed"):
        same_hand_played_out({"B": 900, "C": 900}, rule)
    groups = same_hand_played_out({"B": 900, "C": 900}, rule, ("C",))
    assert [places("ABC", groups)[player].number for player in "ABC"] == [1, 3, 2]


# -- who wins what once a deal stands -----------------------------------------------------------------


@st.composite
def agreed_nights(draw):
    """A night that is over: places of all, tied ones too, the prizes, and a deal among some of them."""
    players = draw(st.integers(2, 8))
    order = draw(st.permutations(range(players)))
    groups, rest = [], list(order)
    while rest:
        size = draw(st.integers(1, min(3, len(rest))))
        groups.append(rest[:size])
        rest = rest[size:]
    prizes = sorted(draw(st.lists(st.integers(1, 1000), min_size=1, max_size=players)), reverse=True)
    dealers = draw(st.lists(st.sampled_from(range(players)), min_size=2, max_size=players, unique=True))
    to_share = sum(prizes[: len(dealers)])
    left = draw(st.integers(0, to_share))
    shares = dict(zip(dealers, share(to_share - left, [1] * len(dealers)), strict=True))
    return places(range(players), groups[:-1], [groups[-1]]), prizes, shares, left


@given(agreed_nights())
def test_whatever_the_places_turn_out_to_be_all_the_prizes_are_won_to_the_cent_4_4(night):
    where, prizes, shares, left = night
    found = won(where, prizes, shares, left, range(len(where)))
    assert sum(found.values()) == sum(prizes)
    assert all(found[key] >= amount for key, amount in shares.items())


@given(agreed_nights())
def test_what_a_disqualified_one_had_been_promised_is_won_by_the_winner_4_1_5(night):
    where, prizes, shares, left = night
    last = max(where, key=lambda key: where[key])
    if where[last].first == 1:
        return
    found = won(where, prizes, shares, left, range(len(where)), unpaid=[last])
    assert found[last] == 0
    if last in shares:
        assert sum(found.values()) == sum(prizes)


def test_who_made_a_deal_keeps_his_share_in_any_place_and_the_winner_gets_what_was_left_4_4():
    where = places("ABCDE", ["E", "D", "C", "A"])
    assert won(where, (500, 300, 200, 100), {"A": 400, "B": 300, "C": 200}, 100, "ABCDE") == {
        "A": 400,
        "B": 400,
        "C": 200,
        "D": 100,
        "E": 0,
    }
