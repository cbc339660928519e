"""House rules: RULES 1.5, row by row."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tdapp.rules.errors import RuleError
from tdapp.rules.house import (
    CHOICES,
    LIMITS,
    PRESETS,
    HouseRules,
    as_dict,
    check_house,
    differences,
    from_dict,
    remarks,
)

COLUMNS = ("spt", "san_antonio", "vivaldi", "sistema", "tda")
HOLDEM = "holdem"
# A dash on a sheet takes the TDA value (RULES 0.11).
TABLE = {
    "game": (HOLDEM, HOLDEM, "five_card_draw", HOLDEM, HOLDEM),
    "draw_cards": (0, 0, 4, 0, 0),
    "direction": ("anticlockwise", "clockwise", "anticlockwise", "clockwise", "clockwise"),
    "level_trigger": ("outs", "time", "table", "time", "time"),
    "min_raise": ("big_blind", "last_raise", "one_chip", "last_raise", "last_raise"),
    "button_rule": ("moving", "sa_dead_dealer", "moving", "tda_dead", "tda_dead"),
    "heads_up_button": ("small_blind",) * 5,
    "odd_chip": (
        "one_each_from_left",
        "all_to_nearest",
        "one_each_from_left",
        "all_to_nearest",
        "one_each_from_left",
    ),
    "show_first": ("dealer_left", "first_bettor", "last_aggressor", "last_aggressor", "last_aggressor"),
    "hand_value": ("cards_speak", "cards_speak", "called", "cards_speak", "cards_speak"),
    "suits": ("never", "never", "vivaldi", "never", "never"),
    "short_forced_bet": ("all_in", "all_in", "eliminate", "all_in", "all_in"),
    "rebuys": ("none", "limited", "none", "none", "none"),
    "ante": ("none", "none", "per_player", "per_player", "big_blind"),
    "end_mode": ("last_player", "last_player", "two_left_count", "last_player", "last_player"),
    "hand_starts_at": ("blinds", "deal", "ante_called", "shuffle", "shuffle"),
    "same_hand_outs": (
        "stack_before_share",
        "stack_before_share",
        "stack_before_open_hand",
        "stack_before_share",
        "stack_before_share",
    ),
    "seat_changes": ("never", "balance", "each_round", "balance", "balance"),
    "max_table_gap": (0,) * 5,
    "balance_who": ("next_big_blind",) * 5,
    "balance_from": ("fullest",) * 5,
    "halt_short": (3,) * 5,
    "break_tables": ("fit",) * 5,
    "final_table_at": (0,) * 5,
    "prizes": ("amounts", "shares", "shares_after_costs", "shares", "shares"),
    "raise_number": ("increment", "total", "total", "total", "total"),
}


@pytest.mark.parametrize("setting", TABLE)
def test_the_presets_say_what_the_sheets_say_RULES_1_5(setting: str) -> None:
    assert tuple(getattr(PRESETS[name], setting) for name in COLUMNS) == TABLE[setting]


def test_there_are_five_presets_and_each_is_allowed() -> None:
    assert tuple(PRESETS) == COLUMNS
    for house in PRESETS.values():
        check_house(house)


def test_respawn_is_once_at_half_as_much_again_within_the_hour_SA_23() -> None:
    house = PRESETS["san_antonio"]
    assert (house.rebuys_per_player, house.rebuy_surcharge, house.rebuy_minutes) == (1, 50, 60)
    assert (house.rebuy_when, house.rebuy_surcharge_to) == ("busted", "pool")


def test_spt_doubles_every_second_out_SPT_38() -> None:
    assert (PRESETS["spt"].outs_per_level, PRESETS["spt"].level_factor) == (2, 2)


def test_every_setting_has_either_choices_or_limits_and_its_default_is_allowed() -> None:
    names = {field.name for field in fields(HouseRules)}
    assert set(CHOICES) | set(LIMITS) == names
    assert not set(CHOICES) & set(LIMITS)
    check_house(HouseRules())


@pytest.mark.parametrize("name", COLUMNS)
def test_stored_rules_come_back_the_same(name: str) -> None:
    assert from_dict(as_dict(PRESETS[name])) == PRESETS[name]


def test_an_old_record_lacks_settings_and_a_newer_one_has_unknown_ones() -> None:
    assert from_dict({"direction": "anticlockwise", "moon_phase": "full"}) == HouseRules(
        direction="anticlockwise"
    )
    assert from_dict({}) == PRESETS["tda"]


@pytest.mark.parametrize(
    ("settings", "code", "params"),
    [
        ({"moon_phase": "full"}, "unknown_setting", {"setting": "moon_phase"}),
        ({"direction": "up"}, "unknown_choice", {"setting": "direction", "choice": "up"}),
        ({"direction": 3}, "unknown_choice", {"setting": "direction", "choice": 3}),
        (
            {"table_seats": 1},
            "setting_out_of_range",
            {"setting": "table_seats", "value": 1, "least": 2, "most": 12},
        ),
        (
            {"table_seats": "nine"},
            "setting_out_of_range",
            {"setting": "table_seats", "value": "nine", "least": 2, "most": 12},
        ),
        (
            {"rebuys_per_player": True},
            "setting_out_of_range",
            {"setting": "rebuys_per_player", "value": True, "least": 1, "most": 99},
        ),
    ],
)
def test_what_is_no_setting_or_no_choice_is_refused(
    settings: dict[str, object], code: str, params: dict[str, object]
) -> None:
    with pytest.raises(RuleError) as caught:
        check_house(settings)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_a_stored_choice_that_no_longer_exists_is_refused() -> None:
    with pytest.raises(RuleError, match="unknown_choice"):
        from_dict({"suits": "spades_first"})


@pytest.mark.parametrize("players", [7, 8, 9])
def test_seven_to_nine_players_are_as_the_spt_advises_SPT_34(players: int) -> None:
    assert remarks(PRESETS["spt"], players) == ()


def test_six_players_are_outside_the_advice_and_still_play_SPT_34() -> None:
    (odd,) = remarks(PRESETS["spt"], 6)
    assert (odd.code, odd.params) == ("field_outside_advice", {"players": 6, "least": 7, "most": 9})


def test_ten_at_the_one_spt_table_are_too_many_for_it_SPT_11() -> None:
    assert [odd.code for odd in remarks(PRESETS["spt"], 10)] == ["field_outside_advice", "table_too_large"]


def test_more_than_ten_are_left_for_later_in_san_antonio_SA_26() -> None:
    assert remarks(PRESETS["san_antonio"], 10) == ()
    (odd,) = remarks(PRESETS["san_antonio"], 11)
    assert odd.params == {"players": 11, "least": 0, "most": 10}


def test_six_at_a_draw_table_may_need_54_cards() -> None:
    assert remarks(PRESETS["vivaldi"], 16, at_table=5) == ()
    (odd,) = remarks(PRESETS["vivaldi"], 16, at_table=6)
    assert (odd.code, odd.params) == ("deck_may_run_out", {"players": 6, "cards": 54})


def test_a_rule_sheet_can_name_what_differs_from_tda() -> None:
    assert differences(PRESETS["sistema"], PRESETS["tda"]) == ("ante", "odd_chip", "table_seats")
    assert differences(PRESETS["tda"], HouseRules()) == ()
