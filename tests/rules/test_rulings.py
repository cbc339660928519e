"""Rulings with a figure: the hands of a penalty (RULES 2.11) and what a vote decides (VIV-33)."""

from __future__ import annotations

import pytest

from tdapp.rules.errors import RuleError
from tdapp.rules.rulings import outcome, penalty_hands


def test_two_rounds_at_a_table_of_eight_are_sixteen_hands_T_2_11a():
    assert penalty_hands(8, 2) == 16
    assert penalty_hands(4, 1) == 4


@pytest.mark.parametrize("rounds", [0, -1, 21])
def test_a_penalty_is_one_round_to_twenty(rounds: int):
    with pytest.raises(RuleError) as refused:
        penalty_hands(8, rounds)
    assert (refused.value.code, refused.value.params) == ("penalty_rounds", {"most": 20})


def test_nobody_sits_out_alone():
    with pytest.raises(RuleError, match="too_few_players"):
        penalty_hands(1, 2)


def test_most_votes_decide_and_a_tie_goes_to_an_open_hand_VIV_33():
    assert outcome(9, 5) == "for"
    assert outcome(5, 9) == "against"
    assert outcome(7, 7) == "open_hand"
    assert outcome(1, 0) == "for"


@pytest.mark.parametrize(("votes", "code"), [((0, 0), "nobody_voted"), ((-1, 3), "votes_negative")])
def test_a_vote_of_nobody_decides_nothing(votes: tuple[int, int], code: str):
    with pytest.raises(RuleError, match=code):
        outcome(*votes)
