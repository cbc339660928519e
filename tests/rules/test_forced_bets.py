"""Forced bets: RULES 2.10, S10 to S24, SIS-21, SIS-25, SPT-12, SPT-30."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.button import Button
from tdapp.rules.forced_bets import Posted, ante_form, button_decides, owed, posted, price
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level

HERE = Button(1, 2, 3)
TDA = PRESETS["tda"]
ANTE_FIRST = replace(TDA, bb_ante_order="ante_first")
EACH = PRESETS["sistema"]


def test_the_blinds_are_owed_by_their_seats_alone_SPT_12() -> None:
    level = Level(50, 100)
    assert [owed(seat, HERE, level, PRESETS["spt"]) for seat in (1, 2, 3, 4)] == [
        Posted(0), Posted(50), Posted(100), Posted(0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "stack", "house", "live", "dead"),
    [
        ("S20", 1100, TDA, 1000, 100),
        ("S21", 1100, ANTE_FIRST, 100, 1000),
        ("S22", 1000, ANTE_FIRST, 0, 1000),
        ("S23", 800, TDA, 800, 0),
        ("S24", 5000, TDA, 1000, 1000),
    ],
)
def test_the_big_blind_pays_blind_and_ante_in_the_order_of_the_house_S20_to_S24(
    number: str, stack: int, house: HouseRules, live: int, dead: int
) -> None:
    assert posted(3, stack, HERE, Level(500, 1000, 1000), house) == Posted(live, dead), number


def test_of_6000_chips_for_a_big_blind_and_an_ante_of_6000_the_ante_first_takes_all_F26() -> None:
    level = Level(3000, 6000, 6000)
    assert posted(3, 6000, HERE, level, ANTE_FIRST) == Posted(0, 6000)
    assert posted(3, 6000, HERE, level, TDA) == Posted(6000, 0)


@pytest.mark.parametrize(
    ("number", "seat", "stack", "live"),
    [("S15", 4, 325, 100), ("S16", 4, 60, 60), ("S17", 4, 100, 100), ("S18", 3, 130, 130)],
)
def test_an_ante_of_every_player_is_live_and_comes_before_the_blind_S15_to_S18(
    number: str, seat: int, stack: int, live: int
) -> None:
    assert posted(seat, stack, HERE, Level(100, 200, 100), EACH) == Posted(live), number


@pytest.mark.parametrize(
    ("number", "seat", "stack", "live"),
    [("S10", 2, 30, 30), ("S11, S12", 3, 60, 60), ("S13", 3, 30, 30), ("F19", 3, 60, 60)],
)
def test_who_cannot_cover_his_blind_posts_what_is_left_SIS_21(
    number: str, seat: int, stack: int, live: int
) -> None:
    assert posted(seat, stack, HERE, Level(50, 100), TDA) == Posted(live), number


def test_of_an_unknown_stack_all_that_is_owed_is_posted() -> None:
    assert posted(3, None, HERE, Level(500, 1000, 1000), ANTE_FIRST) == Posted(1000, 1000)


def test_an_empty_small_blind_posts_nothing_and_both_seats_are_the_big_blind_T_2_4c() -> None:
    assert owed(4, Button(2, 3, 4), Level(50, 100), TDA) == Posted(100)
    assert owed(4, Button(2, 4, 4), Level(50, 100), TDA) == Posted(100)
    assert owed(2, Button(2, None, None), Level(0, 0, 100), PRESETS["vivaldi"]) == Posted(100)


def test_the_level_says_who_pays_its_ante_before_the_house_does_SPT_30() -> None:
    assert ante_form(Level(50, 100, 25), TDA) == "big_blind"
    assert ante_form(Level(50, 100, 25, ante_form="per_player"), TDA) == "per_player"
    assert ante_form(Level(50, 100, 25), PRESETS["spt"]) == "none"


def test_a_call_costs_the_whole_big_blind_however_short_it_was_posted_S11_S12() -> None:
    assert price(HERE, Level(50, 100), TDA) == 100
    assert price(HERE, Level(500, 1000, 1000), TDA) == 1000
    assert price(HERE, Level(100, 200, 100), EACH) == 300
    assert price(Button(1, None, None), Level(0, 0, 200), PRESETS["vivaldi"]) == 200
    assert price(Button(None, None, None), Level(50, 100), TDA) == 0


def test_the_button_decides_nothing_where_all_ante_and_no_pot_is_split_VIV_34() -> None:
    assert not button_decides(Level(0, 0, 100), PRESETS["vivaldi"])
    assert button_decides(Level(0, 0, 100), EACH)  # odd chips
    assert button_decides(Level(25, 50), replace(PRESETS["vivaldi"], ante="none"))
    assert button_decides(Level(0, 0, 100, ante_form="big_blind"), PRESETS["vivaldi"])


@settings(deadline=None)
@given(
    st.integers(0, 5000),
    st.integers(1, 4),
    st.sampled_from(["none", "per_player", "big_blind"]),
    st.sampled_from(["blind_first", "ante_first"]),
)
def test_nobody_posts_more_than_he_owes_or_has_F19(stack: int, seat: int, form: str, order: str) -> None:
    house = HouseRules(ante=form, bb_ante_order=order)
    level = Level(100, 200, 50)
    due, found = owed(seat, HERE, level, house), posted(seat, stack, HERE, level, house)
    assert found.chips == min(stack, due.chips)
    assert 0 <= found.live <= due.live
    assert 0 <= found.dead <= due.dead
