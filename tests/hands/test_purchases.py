"""Hands and rebuys: an out of an entered hand that was bought back still happened (RULES 4.1.6)."""

from __future__ import annotations

import pytest

from tdapp.floor import purchases
from tdapp.hands.services import void_hand
from tdapp.journal.undo import undo
from tdapp.opens.models import BuyInOption, Out
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.hands.dealing import correct, enter, hand_of, night_with, places, sit, stacks
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night() -> Night:
    """Four with 20 € each; a rebuy of 10 € for 20 € in chips can be had."""
    night = night_with(*FOUR)
    sit(night, *FOUR)
    BuyInOption.objects.create(open=night.open, kind="rebuy", chips=2000)
    return night


def rebuy(night: Night, name: str) -> None:
    option = BuyInOption.objects.get(kind="rebuy")
    purchases.buy(entry=night.entries[name], option=option, seed="s", **night.act)


def test_who_lost_all_in_a_hand_buys_back_and_plays_the_next_one(night: Night) -> None:
    enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Bea"]])
    won = stacks(night)["Bea"]
    option = BuyInOption.objects.get(kind="rebuy")
    back_and_forth(
        night, lambda: purchases.buy(entry=night.entries["Ana"], option=option, seed="s", **night.act)
    )
    assert (places(night), stacks(night)["Ana"], stacks(night)["Bea"]) == ({}, 2000, won)
    assert night.field().chips_in_play == 5 * 2000
    enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Ana"]])
    assert sum(stacks(night).values()) == 5 * 2000
    assert stacks(night)["Bea"] == won - 2000


def test_a_corrected_hand_in_which_he_went_out_all_the_same_leaves_his_rebuy_alone(night: Night) -> None:
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Bea"]]))
    rebuy(night, "Ana")
    before = stacks(night)["Bea"]
    correct(night, hand, {"Cruz": ("in", 500)}, [["Bea"], ["Bea"]])
    assert (places(night), stacks(night)["Ana"]) == ({}, 2000)
    assert before < stacks(night)["Bea"] <= before + 500
    assert Out.everything.get(entry=night.entries["Ana"], voided=False).bought_back


def test_a_hand_that_would_leave_him_in_asks_for_the_rebuy_to_be_voided_first(night: Night) -> None:
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Bea"]]))
    rebuy(night, "Ana")
    for act in (
        lambda: correct(night, hand, {}, [["Ana"]]),
        lambda: void_hand(hand=hand, seed="s", **night.act),
    ):
        with pytest.raises(RuleError, match="out_bought_back"):
            act()


def test_the_hand_before_a_rebuy_is_not_undone_under_it(night: Night) -> None:
    entered = enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Bea"]])
    rebuy(night, "Ana")
    with pytest.raises(RuleError, match="undo_in_the_way"):
        undo(entry=entered, actor=night.director, now=night.now)
