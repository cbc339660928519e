"""Colour-ups: RULES 2.8 (T-2.8), 5.1, SA-08, SIS-26."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.chips import payable
from tdapp.rules.colour_up import (
    DECK,
    ColourUp,
    Race,
    chips_raced,
    deal,
    exchanged,
    in_play,
    into,
    last_needed,
    plan,
    race,
    remarks,
    round_up,
)
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Timed

SISTEMA_SMALL = [10, 20, 40, 80, 160, 260, 380, 550, 750]
SISTEMA_SMALL += [1000, 1300, 1650, 2000, 2500, 3100, 3750, 4500, 6000]
SISTEMA_ANTES = [0, 0, 0, 0, 0, 0, 0, 100, 125, 150, 175, 250, 350, 500, 600, 750, 1100, 1250]
SISTEMA_CHIPS = (10, 25, 50, 100, 500)
SAN_ANTONIO = Timed(tuple(Level.of_minutes(sb, 2 * sb, 20) for sb in (1, 2, 3, 4, 6, 8, 10, 20, 30, 80)))


def sistema() -> Timed:
    lines = [
        Level.of_minutes(sb, 2 * sb, 20, ante) for sb, ante in zip(SISTEMA_SMALL, SISTEMA_ANTES, strict=True)
    ]
    rest = Level.break_of(10)
    return Timed((*lines[:6], rest, *lines[6:12], rest, *lines[12:]))


def marked(schedule: Timed, marks: dict[int, tuple[int, ...]]) -> Timed:
    lines = list(schedule.levels)
    for index, chips in marks.items():
        lines[index] = replace(lines[index], colour_up=chips)
    return Timed(tuple(lines))


# -- when a chip may leave -------------------------------------------------------------------------------


def test_the_10s_are_needed_up_to_level_7_the_25s_to_11_and_the_50s_to_18_SIS_26() -> None:
    schedule = sistema()
    needed = {
        chip: schedule.number(index) for chip, index in last_needed(schedule.levels, SISTEMA_CHIPS).items()
    }
    assert needed == {10: 7, 25: 11, 50: 18, 100: 18, 500: 18}


def test_the_10s_cannot_leave_in_the_break_after_level_6_because_of_380_SIS_26() -> None:
    early = marked(sistema(), {6: (10,)})
    assert [(remark.code, dict(remark.params)) for remark in remarks(early, SISTEMA_CHIPS)] == [
        ("colour_up_too_early", {"chip": 10, "number": 7, "amount": 380})
    ]
    assert remarks(marked(sistema(), {13: (10, 25)}), SISTEMA_CHIPS) == ()


def test_both_small_chips_of_the_sistema_are_proposed_for_the_second_break_SIS_26() -> None:
    assert plan(sistema(), SISTEMA_CHIPS) == (ColourUp(13, 10, 50), ColourUp(13, 25, 50))


def test_at_1_20_the_1s_can_become_2s_but_5s_only_from_level_7_at_2_00_SA_08() -> None:
    with_twos, with_fives = (1, 2, 10, 20), (1, 5, 10, 25)
    at_1_20, at_2_00 = 4, 6
    starts = SAN_ANTONIO.starts()
    assert [str(starts[index]) for index in (at_1_20, at_2_00)] == ["1:20:00", "2:00:00"]
    assert last_needed(SAN_ANTONIO.levels, with_twos)[1] < at_1_20
    assert remarks(marked(SAN_ANTONIO, {at_1_20: (1,)}), with_twos) == ()
    assert last_needed(SAN_ANTONIO.levels, with_fives)[1] == at_2_00 - 1
    early = remarks(marked(SAN_ANTONIO, {at_1_20: (1,)}), with_fives)
    assert [dict(remark.params) for remark in early] == [{"chip": 1, "number": 6, "amount": 8}]
    assert remarks(marked(SAN_ANTONIO, {at_2_00: (1,)}), with_fives) == ()


def test_without_breaks_a_chip_leaves_at_the_start_of_a_level() -> None:
    assert plan(SAN_ANTONIO, (1, 5, 25)) == (ColourUp(6, 1, 5),)
    assert plan(SAN_ANTONIO, (1, 5, 10, 25))[:2] == (ColourUp(6, 1, 10), ColourUp(6, 5, 10))
    assert plan(SAN_ANTONIO, (1, 2, 10, 20))[:2] == (ColourUp(3, 1, 2), ColourUp(6, 2, 10))
    assert plan(SAN_ANTONIO, (1, 5, 10, 25), breaks_only=True) == ()


def test_an_ante_that_needs_the_chip_keeps_it_in_play() -> None:
    lines = (Level(25, 50, 0, 1200), Level.break_of(10), Level(100, 200, 25, 1200), Level(200, 400, 0, 1200))
    assert last_needed(lines, (25, 100)) == {25: 2, 100: 3}
    assert plan(Timed(lines), (25, 100)) == (ColourUp(3, 25, 100),)


def test_chips_that_leave_together_become_the_smallest_chip_that_stays() -> None:
    lines = (Level(300, 600, 0, 1200), Level.break_of(15), Level(2000, 4000, 0, 1200))
    assert plan(Timed(lines), (100, 500, 1000)) == (ColourUp(1, 100, 1000), ColourUp(1, 500, 1000))


def test_a_break_that_no_play_follows_colours_nothing_up() -> None:
    assert plan(Timed((Level(25, 50, 0, 1200), Level.break_of(15))), (25, 100)) == ()


def test_a_schedule_without_minutes_has_no_colour_ups() -> None:
    assert plan(ByOuts(25, 50), (25, 50)) == ()
    assert remarks(ByOuts(25, 50), (25, 50)) == ()


def test_a_middle_chip_is_not_missed_while_smaller_ones_are_in_play() -> None:
    lines = (Level(100, 200, 0, 1200), Level(300, 600, 0, 1200, colour_up=(500,)), Level(500, 1000, 0, 1200))
    assert remarks(Timed(lines), (100, 500, 1000)) == ()
    assert in_play(lines, (100, 500, 1000), 0) == (100, 500, 1000)
    assert in_play(lines, (100, 500, 1000), 1) == (100, 1000)


def test_a_chip_goes_into_one_that_it_divides_where_there_is_one() -> None:
    assert into(10, (25, 50, 100)) == 50
    assert into(10, (25,)) == 25
    with pytest.raises(RuleError, match="no_larger_chip"):
        into(10, (5,))


@given(
    st.lists(st.sampled_from([1, 2, 5, 10, 25, 50, 100, 500, 1000]), min_size=1, max_size=6),
    st.lists(st.one_of(st.none(), st.integers(1, 400)), min_size=1, max_size=15),
)
def test_after_every_planned_colour_up_the_chips_left_pay_all_that_they_paid_before(
    chips: list[int], blinds: list[int | None]
) -> None:
    schedule = Timed(tuple(Level.of_minutes(b, 2 * b, 20) if b else Level.break_of(10) for b in blinds))
    planned = plan(schedule, chips)
    marks: dict[int, tuple[int, ...]] = {}
    for one in planned:
        marks[one.index] = (*marks.get(one.index, ()), one.chip)
        assert one.into > one.chip
    proposed = marked(schedule, marks)
    assert remarks(proposed, chips) == ()
    for index, level in enumerate(proposed.levels):
        for amount in (level.sb, level.bb):
            assert payable(amount, chips) == payable(amount, in_play(proposed.levels, chips, index))


# -- the race (T-2.8) ------------------------------------------------------------------------------------

ODD = {1: 3, 2: 1, 4: 2, 5: 3, 6: 1}
CARDS = {1: ["K♠", "4♦", "2♣"], 2: ["9♥"], 4: ["Q♦", "7♣"], 5: ["K♥", "J♠", "3♦"], 6: ["A♣"]}


def test_half_up_races_for_three_and_leaves_50_more_in_play_T_2_8() -> None:
    result = race(ODD, 25, 100, fraction="half_up", cards=CARDS)
    assert result.winners == (6, 1, 5)
    assert result.deltas == {1: 25, 2: -25, 4: -50, 5: 25, 6: 75}
    assert result.in_play == 50
    assert result.cards[1] == ("Ks", "4d", "2c")


def test_floor_races_for_two_and_leaves_50_less_in_play_T_2_8() -> None:
    result = race(ODD, 25, 100, fraction="floor", cards=CARDS)
    assert result.winners == (6, 1)
    assert result.deltas == {1: 25, 2: -25, 4: -50, 5: -75, 6: 75}
    assert result.in_play == -50


def test_up_races_for_three_T_2_8() -> None:
    assert race(ODD, 25, 100, fraction="up", cards=CARDS).winners == (6, 1, 5)
    assert chips_raced({1: 1}, 25, 100, "up") == 1
    assert chips_raced({1: 1}, 25, 100, "half_up") == 0
    assert chips_raced({1: 2}, 25, 100, "half_up") == 1
    assert chips_raced({1: 3}, 25, 100, "floor") == 0


def test_nobody_is_raced_out_so_seat_2_gets_a_100_for_the_last_25_T_2_8() -> None:
    stacks = {1: 2075, 2: 25, 4: 1050, 5: 575, 6: 3025}
    result = race(ODD, 25, 100, cards=CARDS, stacks=stacks)
    assert result.rescued == (2,)
    assert result.deltas == {1: 25, 2: 75, 4: -50, 5: 25, 6: 75}
    assert result.in_play == 150  # 100 more than without the rescue


def test_the_chip_that_saves_is_of_the_smallest_value_in_play_TDA_24() -> None:
    # 10s become 50s while there are 25s still.
    result = race({1: 4, 2: 2}, 10, 50, cards={1: ["As", "2c", "3c", "4c"], 2: ["Kd", "Qd"]}, stacks={2: 20})
    assert (result.winners, result.rescued, result.deltas) == ((1,), (2,), {1: 10, 2: 30})
    kept = race(
        {1: 4, 2: 2},
        10,
        50,
        cards={1: ["As", "2c", "3c", "4c"], 2: ["Kd", "Qd"]},
        stacks={2: 20},
        smallest=25,
    )
    assert (kept.rescued, kept.deltas) == ((2,), {1: 10, 2: 5})


def test_everybody_is_rounded_up_where_the_house_says_so() -> None:
    result = round_up(ODD, 25, 100)
    assert result.winners == (1, 2, 4, 5, 6)
    assert result.deltas == {1: 25, 2: 75, 4: 50, 5: 25, 6: 75}
    assert (result.in_play, result.cards, result.rescued) == (250, {}, ())


def test_full_large_chips_are_exchanged_before_the_race() -> None:
    assert exchanged({3: 11, 1: 4, 2: 0}, 25, 100) == {1: (1, 0), 2: (0, 0), 3: (2, 3)}
    result = race({1: 7, 2: 8, 3: 5}, 25, 100, cards={1: ["2s", "3s", "4s"], 3: ["5c"]})
    assert result.odd == {1: 3, 3: 1}
    assert (result.winners, result.deltas) == ((3,), {1: -75, 3: 75})


def test_10s_go_into_25s_by_fives() -> None:
    assert exchanged({1: 7, 2: 4}, 10, 25) == {1: (2, 2), 2: (0, 4)}
    # 6 × 10 = 60: two 25s, the rest of 10 is less than half.
    assert chips_raced({1: 2, 2: 4}, 10, 25) == 2
    # Never more than one each, however much is odd.
    assert chips_raced({1: 4, 2: 4}, 10, 25) == 2


def test_equal_ranks_are_decided_by_suit_spades_hearts_diamonds_clubs() -> None:
    cards = {1: ["Kc"], 2: ["KD"], 3: ["10s"], 4: [" k♥"]}
    assert race({1: 1, 2: 1, 3: 1, 4: 1}, 25, 100, cards=cards).winners == (4,)
    assert race({1: 1, 2: 1, 3: 1, 4: 1}, 25, 50, cards=cards).winners == (4, 2)


def test_cards_are_asked_for_only_where_they_decide() -> None:
    assert race({1: 4, 2: 8}, 25, 100) == Race({}, (), (), {}, {})
    assert race({1: 3}, 25, 100).winners == (1,)
    assert race({1: 1}, 25, 100).winners == ()
    with pytest.raises(RuleError, match="cards_needed"):
        race(ODD, 25, 100)


def test_cards_from_a_seed_are_dealt_from_the_lowest_seat_and_can_be_dealt_again() -> None:
    dealt = deal(ODD, "tapete")
    assert {seat: len(held) for seat, held in dealt.items()} == ODD
    assert len({card for held in dealt.values() for card in held}) == 10
    assert race(ODD, 25, 100, seed="tapete").cards == dealt == deal(ODD, "tapete")
    assert race(ODD, 25, 100, seed="tapete") == race(ODD, 25, 100, cards=dealt)


def test_more_odd_chips_than_cards_take_a_second_deck() -> None:
    dealt = deal(dict.fromkeys(range(1, 11), 9), "tapete")
    assert sum(len(held) for held in dealt.values()) == 90
    assert len(set(DECK)) == 52


@pytest.mark.parametrize(
    ("cards", "code", "params"),
    [
        ({**CARDS, 2: ["1h"]}, "card_unknown", {"card": "1h"}),
        ({**CARDS, 2: [""]}, "card_unknown", {"card": ""}),
        ({**CARDS, 2: ["Ax"]}, "card_unknown", {"card": "Ax"}),
        ({**CARDS, 2: ["Ac"]}, "card_twice", {"card": "Ac"}),
        ({**CARDS, 2: []}, "race_card_missing", {"seat": 2, "needed": 1, "given": 0}),
    ],
)
def test_cards_that_cannot_be_right_are_refused(
    cards: dict[int, list[str]], code: str, params: dict[str, object]
) -> None:
    with pytest.raises(RuleError) as caught:
        race(ODD, 25, 100, cards=cards)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_chips_that_cannot_be_right_are_refused() -> None:
    for counts, small, large, code in (
        ({1: 1}, 0, 100, "no_such_chip"),
        ({1: 1}, 100, 100, "chips_not_larger"),
        ({1: -1}, 25, 100, "chips_negative"),
    ):
        with pytest.raises(RuleError, match=code):
            exchanged(counts, small, large)


@given(
    st.dictionaries(st.integers(1, 10), st.integers(0, 30), min_size=1),
    st.sampled_from([(25, 100), (10, 25), (10, 50), (1, 5), (100, 1000), (500, 1000)]),
    st.sampled_from(["half_up", "floor", "up"]),
)
def test_a_race_gives_no_more_than_one_chip_each_and_its_deltas_are_what_was_given_for_what_was_taken(
    counts: dict[int, int], chips: tuple[int, int], fraction: str
) -> None:
    small, large = chips
    result = race(counts, small, large, fraction=fraction, seed="x")
    taken = small * sum(result.odd.values())
    assert len(set(result.winners)) == len(result.winners) <= len(result.odd)
    assert result.in_play == large * len(result.winners) - taken
    for seat, count in counts.items():
        full, odd = exchanged(counts, small, large)[seat]
        assert full * large + odd * small == count * small
