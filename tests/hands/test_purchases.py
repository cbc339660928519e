"""Hands and rebuys: an out of an entered hand that was bought back still happened (RULES 4.1.6)."""

from __future__ import annotations

import pytest

from tdapp.floor import purchases
from tdapp.hands.queries import reckon_again, sheet_of
from tdapp.hands.services import void_hand
from tdapp.journal.undo import undo
from tdapp.opens.models import BuyInOption, Out
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.hands.dealing import correct, enter, hand_of, night_with, places, sit, stacks, told
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


def test_the_preview_of_that_correction_is_what_it_saves_RULES_4_1(night: Night) -> None:
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Bea"]]))
    rebuy(night, "Ana")
    enter(night, {"Dina": ("all", 1950), "Bea": ("in", 1950)}, [["Bea"]], overruled=["stack_differs"])
    sheet = told(night, sheet_of(hand), {"Cruz": ("in", 500)}, [["Bea"], ["Bea"]])
    shown = reckon_again(hand, night.field(), sheet)
    line = next(one for one in shown.lines if one.entry == night.entries["Ana"].pk)
    assert (line.out, line.place) == (True, None), "it happened, and decides no place"
    correct(night, hand, {"Cruz": ("in", 500)}, [["Bea"], ["Bea"]])
    saved = night.field()
    assert (shown.then.places, shown.then.left) == (saved.places, saved.left)
    assert places(night) == {"Dina": (4, 4)}
    assert [one.entry for one in shown.then.busts] == [one.entry for one in saved.busts]


def test_a_hand_before_a_rebuy_is_corrected_though_he_went_out_again_RULES_4_1(night: Night) -> None:
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Bea"]]))
    rebuy(night, "Ana")
    enter(night, {"Ana": ("all", 1900), "Cruz": ("in", 1900)}, [["Cruz"]], overruled=["stack_differs"])
    assert places(night) == {"Ana": (4, 4)}
    before = stacks(night)["Bea"]
    correct(night, hand, {"Cruz": ("in", 500)}, [["Bea"], ["Bea"]])
    assert places(night) == {"Ana": (4, 4)}
    assert before < stacks(night)["Bea"] <= before + 500
    assert Out.everything.filter(entry=night.entries["Ana"], voided=False).count() == 2


def test_nobody_goes_out_in_a_hand_before_the_one_after_which_he_bought_back_RULES_4_1(night: Night) -> None:
    first = hand_of(enter(night, {"Ana": ("in", 2000), "Bea": ("in", 1000)}, [["Ana"]]))
    night.out("Ana", by="Cruz")
    rebuy(night, "Ana")
    # As if he had lost his stack to Bea in the first hand: then he could not have gone out after it.
    with pytest.raises(RuleError, match="out_already") as refused:
        correct(
            night,
            first,
            {"Ana": ("all", 2000), "Bea": ("all", 2000)},
            [["Bea"]],
            overruled=["stack_differs"],
        )
    assert refused.value.params["entry"] == night.entries["Ana"].pk
    assert "Ana" not in places(night)


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
