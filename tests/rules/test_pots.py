"""Settlement: the 48 examples of RULES 3.2 and the faults 1-30 (real hands: ``test_pots_real_and_random``).

Faults of the list up to 30 that are no settlement, and where they belong: 17 and 19 (what
a caller or a blind may put in: never more than the stack), 23 and 29 (who may act), 22
in part (whether the small blind still acts).  Their chips are settled here all the same
where a row gives figures.  The list has no rows 3, 6, 9, 12, 15, 18, 21, 24, 27 and 30.
"""

import pytest

from tdapp.rules.errors import RuleError
from tdapp.rules.pots import Contribution, build, last_chips_pot, settle


def seats(text):
    """The notation of RULES 3.2: "SB 50f, BB 300(1), X 100+1000d(2), Y 100F"."""
    found = []
    for part in text.split(", "):
        seat, chips = part.split(" ")
        chips, _, rank = chips.rstrip(")").partition("(")
        out, forfeit = chips.endswith("f"), chips.endswith("F")
        live, _, dead = chips.rstrip("fF").partition("+")
        found.append(
            Contribution(
                seat,
                int(live),
                int(dead.rstrip("d") or 0),
                out=out,
                forfeit=forfeit,
                rank=int(rank) if rank else None,
            )
        )
    return found


def chips(text):
    return (
        {seat: int(figure) for seat, figure in (part.split(" ") for part in text.split(", "))} if text else {}
    )


def refusal(*args, act=settle, **named):
    with pytest.raises(RuleError) as caught:
        act(*args, **named)
    return caught.value


def pot_amounts(settlement):
    return [pot.amount for pot in settlement.pots]


# --- the 48 examples -------------------------------------------------------------------------------------

NEAREST = {"odd_chip": "all_to_nearest", "unit": 100}
EXAMPLES = {
    "S01": ("SB 50f, BB 300(1), BTN 300(2)", [650], "", "BB 650", {}),
    "S02": ("SB 50f, BB 100f, BTN 600", [250], "BTN 500", "BTN 750", {}),
    "S03": ("A 200(1), B 500(2), C 500(3)", [600, 600], "", "A 600, B 600", {}),
    "S04": ("A 200(3), B 500(1), C 500(2)", [600, 600], "", "B 1200", {}),
    "S05": ("A 100(1), B 250(2), C 600(3), D 600(4)", [400, 450, 700], "", "A 400, B 450, C 700", {}),
    "S06": ("A 100(4), B 250(1), C 600(3), D 600(2)", [400, 450, 700], "", "B 850, D 700", {}),
    "S07": ("SB 50f, A 150(1), C 700(2), D 300f", [500, 300], "C 400", "A 500, C 700", {}),
    "S08": ("B 200(1), C 800(2), A 300f", [600, 200], "C 500", "B 600, C 700", {}),
    "S09": ("A 500f, B 200(1)", [400], "A 300", "A 300, B 400", {}),
    "S10": ("SB 30(1), BB 100(2), BTN 100(3)", [90, 140], "", "SB 90, BB 140", {}),
    "S11": ("SB 50f, BB 60(1), UTG 100(2)", [170], "UTG 40", "BB 170, UTG 40", {}),
    "S12": ("SB 100(2), BB 60(1), UTG 100(3)", [180, 80], "", "BB 180, SB 80", {}),
    "S13": ("SB 50(2), BB 30(1)", [60], "SB 20", "BB 60, SB 20", {}),
    "S14": ("SB 50f, BB 100", [100], "BB 50", "BB 150", {}),
    "S15": ("SB 125f, BB 825(3), U 325(1), BTN 825(2)", [1100, 1000], "", "U 1100, BTN 1000", {}),
    "S16": ("SB 300f, BB 500(2), U 60(1), BTN 500(3)", [240, 1120], "", "U 240, BB 1120", {}),
    "S17": ("SB 300f, BB 500(2), U 100(1), BTN 500(3)", [400, 1000], "", "U 400, BB 1000", {}),
    "S18": ("SB 200f, BB 130(1), U 300(3), M 100f, BTN 300(2)", [620, 410], "", "BB 620, BTN 410", {}),
    "S19": (
        "SB 500f, Alice 800(1), Bob 900f, Carol 1700(2), " + ", ".join(f"P{n} 100f" for n in range(6)),
        [3500, 200],
        "Carol 800",
        "Alice 3500, Carol 1000",
        {},
    ),
    "S20": ("SB 3000(2), BB 1000+100d(1), U 3000(3)", [3100, 4000], "", "BB 3100, SB 4000", {}),
    "S21": ("SB 3000(2), BB 100+1000d(1), U 3000(3)", [1300, 5800], "", "BB 1300, SB 5800", {}),
    "S22": ("SB 3000(2), BB 0+1000d(1), U 3000(3)", [1000, 6000], "", "BB 1000, SB 6000", {}),
    "S23": ("SB 500f, BB 800(1), U 1000(2)", [2100], "U 200", "BB 2100, U 200", {}),
    "S24": ("SB 500f, BB 1000+1000d(2), U 300(1)", [1900, 400], "BB 500", "U 1900, BB 900", {}),
    "S25": ("A 1000(1), D 100f, B 1000(2), C 1000(1)", [3100], "", "A 1600, C 1500", {"unit": 100}),
    "S26": ("SB 50f, A 225(1), B 475(1), C 475(1)", [725, 500], "", "A 250, B 500, C 475", {"unit": 25}),
    "S27": ("SB 100f, D 200f, A 100(2), B 300(1), C 300(1)", [500, 500], "", "B 600, C 400", {"unit": 100}),
    "S28": ("P1 25f, P2 25f, P3 50f, P4 75(1), P5 75(1)", [250], "", "P4 125, P5 125", {"unit": 25}),
    "S29": ("A 300(1), B 300(1), C 300(1), D 200f", [1100], "", "A 500, B 300, C 300", NEAREST),
    "S30": ("A 300(1), B 300(1), C 300(1), D 200f", [1100], "", "A 400, B 400, C 300", {"unit": 100}),
    "S31": ("SB 100f, BB 200(1), BTN 200(1)", [500], "", "BB 300, BTN 200", {"unit": 100}),
    "S32": ("BB 320(1), BTN 500(1)", [640], "BTN 180", "BB 320, BTN 500", {}),
    "S33": ("BB 500+100d(1), BTN 500(1)", [1100], "", "BB 600, BTN 500", {"unit": 100}),
    "S34": (
        "a 100(7), b 200(6), c 300(1), d 400(5), e 500(2), f 1000(3)",
        [600, 500, 400, 300, 200],
        "f 500",
        "c 1500, e 500, f 500",
        {},
    ),
    "S35": ("A 300(1), B 300(3), C 700(1), D 700(2)", [1200, 800], "", "A 600, C 1400", {}),
    "S36": ("SB 50(1), BB 100F", [150], "", "SB 150", {}),
    "S37": ("SB 50f, BB 100F, U 60(1), BTN 100(2)", [230, 80], "", "U 230, BTN 80", {}),
    "S38": (
        "P1 95f, P2 140(2), P3 260f, P4 385(1), P5 620(1), P6 620(3), P7 40(1)",
        [280, 555, 855, 470],
        "",
        "P4 805, P5 1265, P7 90",
        {"unit": 5},
    ),
    "S39": (
        "Daniel 100(4), Barry 200(1), Vicky 400(3), Liv 1000(2)",
        [400, 300, 400],
        "Liv 600",
        "Barry 700, Liv 1000",
        {},
    ),
    "S40": ("A 300f, B 350(2), C 350(1)", [1000], "", "C 1000", {}),
    "S41": ("A 400(1), B 1600(2), C 1600(3), D 100f", [1300, 2400], "", "A 1300, B 2400", {}),
    "S42": (
        "A 400(1), B 900(2), C 2000(4), D 2000(3)",
        [1600, 1500, 2200],
        "",
        "A 1600, B 1500, D 2200",
        {},
    ),
    "S43": ("A 300(1), B 300(2), C 100f, D 100f", [800], "", "A 800", {}),
    "S44": ("A 100(1), B 600F, C 100(2), D 100f", [900], "", "A 900", {}),
    "S45": ("A 800(1), B 800(2), C 100f, D 100f", [1800], "", "A 1800", {}),
    "S46": ("A 120(1), B 420f, C 420(2), D 260f", [480, 740], "", "A 480, C 740", {}),
    "S47": ("A 100(1), B 300(3), C 900(2)", [300, 400], "C 600", "A 300, C 1000", {}),
    "S48": ("A 150(1), B 450(1), C 450(1), D 50f", [500, 600], "", "A 200, B 450, C 450", {"unit": 50}),
}


@pytest.mark.parametrize(("text", "pots", "returned", "received", "options"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_of_rules_3_2_settles_as_printed(text, pots, returned, received, options):
    settled = settle(seats(text), **options)
    assert pot_amounts(settled) == pots
    assert settled.returned == chips(returned)
    assert settled.received == chips(received)
    assert settled.warnings == ()


@pytest.mark.parametrize(("text", "pots", "returned", "received", "options"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_settles_the_same_by_its_named_winners(text, pots, returned, received, options):
    ranked = seats(text)
    named = [pot.winners for pot in settle(ranked, **options).pots]
    unranked = [Contribution(c.seat, c.live, c.dead, c.out, c.forfeit) for c in ranked]
    assert settle(unranked, winners=named, **options).received == chips(received)
    assert [pot.amount for pot in build(unranked).pots] == pots


def test_there_are_48_examples():
    assert len(EXAMPLES) == 48


def test_the_stacks_of_vivaldi_rule_9_move_by_what_each_lost_S43():
    # The dealer forgot the ante and pays it for all four: credited to each, debited to D.
    received = settle(seats(EXAMPLES["S43"][0])).received
    paid_in = {"A": 200, "B": 200, "C": 0, "D": 400}
    assert {seat: received[seat] - paid_in[seat] for seat in "BACD"} == {
        "A": 600,
        "B": -200,
        "C": 0,
        "D": -400,
    }


def test_unmerged_layers_would_pay_150_and_100_S28():
    settled = settle(seats(EXAMPLES["S28"][0]), unit=25)
    assert [(pot.amount, pot.shares) for pot in settled.pots] == [(250, (("P4", 125), ("P5", 125)))]


def test_the_odd_chip_goes_in_the_direction_of_play_anticlockwise():
    # Seats 1-4 clockwise, button 4; SPT plays 3, 2, 1, 4.
    in_chips = {1: (200, 1), 2: (100, None), 3: (200, 1), 4: (0, None)}

    def split(order):
        hand = [
            Contribution(s, in_chips[s][0], out=in_chips[s][1] is None, rank=in_chips[s][1]) for s in order
        ]
        return settle(hand, unit=100).received

    assert split([3, 2, 1, 4]) == {3: 300, 1: 200}
    assert split([1, 2, 3, 4]) == {1: 300, 3: 200}


# --- faults 1-30 -----------------------------------------------------------------------------------------


def test_layers_of_folded_money_are_one_pot_before_splitting_fault_1():
    settled = settle(seats("Ben 10000(1), Gus 100f, Fay 10000(1), Loc 200f, Hui 10000(1)"))
    assert pot_amounts(settled) == [30_300]
    assert settled.received == {"Ben": 10_100, "Fay": 10_100, "Hui": 10_100}


def test_each_pot_splits_alone_though_a_short_hand_lost_fault_2():
    settled = settle(seats("s0 76(1), s1 117(3), s2 115f, s3 117(4), s4 1f, s5 66(1), s6 27(2)"))
    assert [(pot.amount, pot.contenders) for pot in settled.pots] == [
        (163, ("s0", "s1", "s3", "s5", "s6")),
        (195, ("s0", "s1", "s3", "s5")),
        (40, ("s0", "s1", "s3")),
        (121, ("s1", "s3")),
    ]
    assert settled.received == {"s0": 220, "s1": 121, "s5": 178}


def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button_fault_4():
    # Seats A-F, button E: the order is F, A, B, C, D, E.
    assert settle(seats("F 1f, A 50(1), B 0f, C 50(1), D 0f, E 0f")).received == {"A": 51, "C": 50}


def test_the_remainder_of_a_division_is_paid_fault_5():
    assert settle(seats("A 12(1), B 12(1), C 1f")).received == {"A": 13, "B": 12}


def test_the_uncalled_part_goes_back_and_the_nets_sum_to_zero_fault_7():
    hand = seats("Max 120360(1), Nia 89820(2), Oz 89820(3), Pim 200f")
    settled = settle(hand)
    assert settled.returned == {"Max": 30_540}
    assert pot_amounts(settled) == [269_660]
    nets = {c.seat: settled.received[c.seat] - c.live for c in hand}
    assert nets == {"Max": 179_840, "Nia": -89_820, "Oz": -89_820, "Pim": -200}
    assert sum(nets.values()) == 0


def test_short_all_ins_behind_a_big_bet_make_no_negative_pot_fault_8():
    layout = build(seats("Ana 10, Bo 6, Cy 100"))
    assert [(pot.amount, pot.contenders) for pot in layout.pots] == [
        (18, ("Ana", "Bo", "Cy")),
        (8, ("Ana", "Cy")),
    ]
    assert layout.returned == {"Cy": 90}


def test_a_fold_after_a_side_pot_began_leaves_every_pot_fault_10():
    settled = settle(seats("Ana 100(2), Bo 300f, Cy 300(1)"))
    assert [(pot.amount, pot.contenders) for pot in settled.pots] == [(300, ("Ana", "Cy")), (400, ("Cy",))]
    assert settled.received == {"Cy": 700}


def test_the_last_unfolded_player_takes_all_whatever_was_folded_fault_11():
    hand = [
        Contribution("Ana", 100, out=True, rank=1),
        Contribution("Bo", 100, out=True, rank=2),
        Contribution("Cy", 100),
    ]
    settled = settle(hand)
    assert settled.received == {"Cy": 300}
    assert [(w.code, dict(w.params)) for w in settled.warnings] == [
        ("rank_of_folded", {"seat": "Ana"}),
        ("rank_of_folded", {"seat": "Bo"}),
    ]


def test_first_and_third_stack_tie_without_sharing_the_side_pot_fault_13():
    assert settle(seats("A 100(1), B 80(2), C 20(1)")).received == {"A": 170, "C": 30}
    assert settle(seats("A 100(2), B 80(1), C 20(3)")).received == {"A": 20, "B": 180}


def test_ranks_count_among_the_contenders_of_each_pot_fault_14():
    settled = settle(seats("A 50(1), B 100(2), C 200(4), D 200(3)"))
    assert [pot.winners for pot in settled.pots] == [("A",), ("B",), ("D",)]


def test_a_big_blind_all_in_for_less_is_met_in_full_and_in_part_faults_19_and_20():
    assert settle(seats("SB 50f, BB 60(2), UTG 100(1)")).received == {"UTG": 210}
    settled = settle(seats("SB 400(2), BB 150(1), UTG 400(3)"))
    assert pot_amounts(settled) == [450, 500]
    assert settled.received == {"BB": 450, "SB": 500}


def test_heads_up_the_small_blind_loses_10_by_folding_and_risks_20_by_calling_fault_22():
    folded = settle(seats("BB 20, SB 10f"))
    assert (folded.returned, folded.received) == ({"BB": 10}, {"BB": 30})
    assert settle(seats("BB 20(2), SB 20(1)")).received == {"SB": 40}


def test_both_orders_of_the_big_blind_ante_fault_25():
    blind_first = settle(seats("SB 500f, BB 1000+100d(1), UTG 1000(2)"))
    assert (pot_amounts(blind_first), blind_first.received) == ([2600], {"BB": 2600})
    ante_first = settle(seats("SB 500f, BB 100+1000d(1), UTG 1000(2)"))
    assert pot_amounts(ante_first) == [1300, 800]
    assert ante_first.returned == {"UTG": 500}
    assert ante_first.received == {"BB": 1300, "UTG": 1300}


def test_an_ante_that_is_the_whole_stack_wins_only_the_ante_fault_26():
    ante_first = settle(seats("SB 3000f, BB 0+6000d(1), UTG 6000(2)"))
    assert ante_first.received == {"BB": 6000, "UTG": 9000}
    assert settle(seats("SB 3000f, BB 6000(1), UTG 6000(2)")).received == {"BB": 15_000}


def test_what_is_returned_is_told_apart_from_what_is_won_fault_28():
    settled = settle(seats("X 600(1), Y 200(2), Z 100f"))
    assert (settled.returned, pot_amounts(settled), settled.received) == ({"X": 400}, [500], {"X": 900})


def test_a_short_all_in_that_reopens_nothing_is_settled_as_it_lies_fault_29():
    # UTG 16 all-in, the button calls, SB 19 all-in, BB calls 19, the button calls 3 more.
    settled = settle(seats("SB 19(2), BB 19(3), UTG 16(1), BTN 19(4)"))
    assert pot_amounts(settled) == [64, 9]
    assert settled.received == {"UTG": 64, "SB": 9}


# --- units and odd chips ---------------------------------------------------------------------------------


def test_less_than_a_chip_goes_to_the_first_winner_and_is_said():
    settled = settle(seats("A 510(1), B 510(1), C 100f"), unit=100)
    assert settled.received == {"A": 620, "B": 500}
    assert [(w.code, dict(w.params)) for w in settled.warnings] == [
        ("pot_not_in_chips", {"pot": 0, "chips": 20, "unit": 100})
    ]


def test_a_pot_smaller_than_one_chip_each_goes_to_the_nearest():
    settled = settle(seats("A 100(1), B 100(1), C 100(1)"), unit=1000, odd_chip="all_to_nearest")
    assert settled.received == {"A": 300}
    assert settled.pots[0].winners == ("A", "B", "C")
    assert settled.pots[0].shares == (("A", 300), ("B", 0), ("C", 0))


# --- the live preview ------------------------------------------------------------------------------------


def test_pots_are_known_before_the_winners():
    layout = build(seats("A 100, B 250, C 600, D 500f"))
    assert [(pot.amount, pot.contenders, pot.winners) for pot in layout.pots] == [
        (400, ("A", "B", "C"), ()),
        (450, ("B", "C"), ()),
        (500, ("C",), ()),
    ]
    assert layout.returned == {"C": 100}
    assert layout.returned["A"] == 0


def test_a_hand_without_chips_has_no_pots():
    settled = settle(seats("A 0, B 0f"))
    assert (settled.pots, settled.received) == ((), {})


def test_blinds_of_dead_hands_go_to_the_one_who_put_nothing_in():
    assert settle(seats("SB 50F, BB 100F, BTN 0")).received == {"BTN": 150}


def test_a_forfeited_hand_is_out():
    assert Contribution(3, 100, forfeit=True).out


def test_a_mucked_hand_without_a_rank_cannot_win_a_contested_pot():
    assert settle(seats("A 100, B 300(2), C 300(1)")).received == {"C": 700}


# --- refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("A 100, B 100", "no_winner", {"pot": 0}),
        ("A 100(1), B 300, C 300", "no_winner", {"pot": 1}),
        ("A 100f, B 100F", "nobody_left", {}),
        ("A 100(1), A 100(2)", "same_seat_twice", {"seat": "A"}),
        ("A -5(1), B 5(2)", "negative_chips", {"seat": "A"}),
        ("A 5+-5d(1), B 5(2)", "negative_chips", {"seat": "A"}),
    ],
)
def test_a_hand_that_cannot_be_settled_is_refused(text, code, params):
    refused = refusal(seats(text))
    assert (refused.code, refused.params) == (code, params)


def test_no_contributions_are_refused():
    assert refusal([]).code == "no_contributions"
    assert refusal([], act=build).code == "no_contributions"


def test_fractional_chips_are_refused():
    refused = refusal([Contribution(1, 0.5, rank=1), Contribution(2, 1, rank=2)])
    assert (refused.code, refused.params) == ("chips_not_whole", {"seat": 1})


HAND = "A 100, B 300, C 300, D 50f"


@pytest.mark.parametrize(
    ("winners", "code", "params"),
    [
        (["A", ""], "no_winner", {"pot": 1}),
        (["A"], "no_winner", {"pot": 1}),
        (["", "B"], "no_winner", {"pot": 0}),
        (["D", "B"], "winner_folded", {"seat": "D", "pot": 0}),
        (["A", "A"], "winner_not_in_pot", {"seat": "A", "pot": 1}),
        (["X", "B"], "winner_not_in_pot", {"seat": "X", "pot": 0}),
        (["A", "B", "C"], "winners_without_pot", {"pots": 2, "given": 3}),
    ],
)
def test_a_wrong_winner_is_refused(winners, code, params):
    refused = refusal(seats(HAND), winners=winners)
    assert (refused.code, refused.params) == (code, params)


def test_named_winners_replace_the_ranks_and_stand_in_odd_chip_order():
    settled = settle(seats("A 100(3), B 300(1), C 300(2), D 51f"), winners=[["C", "A"], ["C"]])
    assert settled.pots[0].winners == ("A", "C")
    assert settled.received == {"A": 176, "C": 575}


def test_a_pot_with_one_contender_needs_no_winner():
    assert settle(seats("A 100, B 300, C 200f"), winners=[["A"]]).received == {"A": 300, "B": 300}


@pytest.mark.parametrize(
    ("options", "code"), [({"unit": 0}, "unit_too_small"), ({"odd_chip": "house"}, "odd_chip_unknown")]
)
def test_an_unknown_setting_is_refused(options, code):
    assert refusal(seats("A 1(1), B 1(2)"), **options).code == code


# --- bounties: the pot of the last chips (RULES 4.6) -----------------------------------------------------


def test_the_bounty_follows_the_last_chips_through_a_knock_out_chain_S39():
    hand = seats(EXAMPLES["S39"][0])
    settled = settle(hand)
    last = {seat: last_chips_pot(settled, hand, seat) for seat in ("Daniel", "Barry", "Vicky", "Liv")}
    assert last == {"Daniel": 0, "Barry": 1, "Vicky": 2, "Liv": 2}
    assert settled.pots[last["Daniel"]].winners == ("Barry",)
    assert settled.pots[last["Vicky"]].winners == ("Liv",)


def test_the_second_check_of_rules_4_6_kings_win_the_bounty_of_queens():
    hand = seats("KK 10000(2), QQ 5000(3), AA 1000(1)")
    settled = settle(hand)
    assert settled.received == {"AA": 3000, "KK": 13_000}
    assert settled.pots[last_chips_pot(settled, hand, "QQ")].winners == ("KK",)


def test_a_last_chip_that_was_the_ante_lies_in_the_main_pot():
    hand = seats(EXAMPLES["S22"][0])
    assert last_chips_pot(settle(hand), hand, "BB") == 0


def test_an_absent_player_blinded_off_has_his_last_chips_where_they_fell():
    hand = seats("A 100(1), B 250F, C 600(2), D 600(3)")
    settled = settle(hand)
    assert pot_amounts(settled) == [400, 1150]
    assert last_chips_pot(settled, hand, "B") == 1
    assert last_chips_pot(settled, hand, "A") == 0


def test_who_put_nothing_in_has_no_last_chips():
    hand = seats("A 100(1), B 100(2), C 0f")
    assert last_chips_pot(settle(hand), hand, "C") is None
    assert refusal(settle(hand), hand, "X", act=last_chips_pot).code == "seat_unknown"
