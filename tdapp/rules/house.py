"""House rules: the named settings an open is played under, and the five presets.

Decides RULES 1.5: where two sheets differ there is a setting, where a sheet is silent its preset takes
the TDA value, where it contradicts TDA the preset keeps the sheet.  Settings are copied onto the open
when it is created.  Choices are codes; numbers are whole (players, hands, minutes, per cent), and 0 means
"no limit" where a limit is meant.

Worked example: ``PRESETS["spt"].direction`` is ``"anticlockwise"`` (SPT-10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType

from tdapp.rules.errors import Remark, RuleError


@dataclass(frozen=True)
class HouseRules:
    """One set of settings; the defaults are TDA's.  The rule that made each a setting stands beside it."""

    # The game and its betting
    game: str = "holdem"
    draw_cards: int = 0  # VIV-14: how many may be changed
    direction: str = "clockwise"  # SPT-10, VIV-13
    min_raise: str = "last_raise"  # SPT-06
    bet_step: str = "none"  # SPT-07
    raise_number: str = "total"  # SPT-29
    # Levels
    level_trigger: str = "time"  # SPT-38, VIV-17
    outs_per_level: int = 2
    level_factor: int = 2
    hand_starts_at: str = "shuffle"  # SA-09, SIS-19
    # Button and forced bets
    button_rule: str = "tda_dead"  # SPT-43, SA-07
    heads_up_button: str = "small_blind"  # SPT-44
    ante: str = "big_blind"  # SPT-30, SIS-25, RULES 2.10
    bb_ante_order: str = "blind_first"
    ante_penalty: str = "none"  # VIV-15
    short_forced_bet: str = "all_in"  # VIV-22, SIS-21
    # Showdown
    show_first: str = "last_aggressor"  # SPT-24, SA-02, VIV-20
    hand_value: str = "cards_speak"  # VIV-21
    hand_order: str = "standard"  # VIV-35
    hand_names: str = "standard"
    suits: str = "never"  # VIV-34
    wheel: str = "yes"  # VIV-41
    odd_chip: str = "one_each_from_left"  # SA-18
    # Rebuys
    rebuys: str = "none"  # SA-23
    rebuys_per_player: int = 1
    rebuy_when: str = "busted"
    rebuy_minutes: int = 0
    rebuy_surcharge: int = 0
    rebuy_surcharge_to: str = "pool"
    # Places and the end
    end_mode: str = "last_player"  # SPT-40, SPT-41, VIV-08
    same_hand_outs: str = "stack_before_share"  # VIV-25
    h4h_ties: str = "by_level"  # RULES 2.9
    h4h_minutes: int = 2
    prizes: str = "shares"  # SPT-35, VIV-42
    deal_points: str = "place"  # RULES 4.4
    # Tables
    table_seats: int = 9  # SIS-16
    seat_changes: str = "balance"  # SPT-11, VIV-05
    max_table_gap: int = 0  # RULES 2.3; 0: 1 up to four tables, 2 above
    balance_who: str = "next_big_blind"  # SIS-17, TDA 11
    balance_from: str = "fullest"
    wait_hands: int = 0
    halt_short: int = 3
    break_tables: str = "fit"  # RULES 2.2
    final_table_at: int = 0  # 0: by the size of the tables
    advised_from: int = 0  # SPT-34
    advised_to: int = 0  # SPT-34, SA-26
    # Colour-up (RULES 2.8)
    colour_up: str = "race"
    race_fraction: str = "half_up"


CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "game": ("holdem", "omaha", "five_card_draw", "other"),
        "direction": ("clockwise", "anticlockwise"),
        "min_raise": ("last_raise", "big_blind", "one_chip"),
        "bet_step": ("none", "big_blind"),
        "raise_number": ("total", "increment"),
        "level_trigger": ("time", "outs", "table"),
        "hand_starts_at": ("shuffle", "deal", "blinds", "ante_called"),
        "button_rule": ("tda_dead", "sa_dead_dealer", "moving"),
        "heads_up_button": ("small_blind", "big_blind"),
        "ante": ("none", "per_player", "big_blind"),
        "bb_ante_order": ("blind_first", "ante_first"),
        "ante_penalty": ("none", "dealer_pays_all"),
        "short_forced_bet": ("all_in", "eliminate"),
        "show_first": ("last_aggressor", "first_bettor", "first_to_act", "dealer_left"),
        "hand_value": ("cards_speak", "called"),
        "hand_order": ("standard", "flush_above_full"),
        "hand_names": ("standard", "vivaldi", "san_antonio"),
        "suits": ("never", "vivaldi"),
        "wheel": ("yes", "no"),
        "odd_chip": ("one_each_from_left", "all_to_nearest"),
        "rebuys": ("none", "limited", "unlimited"),
        "rebuy_when": ("busted", "below_bb", "any"),
        "rebuy_surcharge_to": ("pool", "house"),
        "end_mode": ("last_player", "paid_places_count", "two_left_count"),
        "same_hand_outs": ("stack_before_share", "stack_before_open_hand", "share"),
        "h4h_ties": ("by_level", "share_all", "by_stack"),
        "prizes": ("shares", "amounts", "shares_after_costs"),
        "deal_points": ("place", "count"),
        "seat_changes": ("never", "balance", "each_round"),
        "balance_who": ("next_big_blind", "same_position", "lot"),
        "balance_from": ("fullest", "next_number"),
        "break_tables": ("fit", "never"),
        "colour_up": ("race", "round_up"),
        "race_fraction": ("half_up", "floor", "up"),
    }
)

# Setting: least and most allowed.
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "draw_cards": (0, 5),
        "outs_per_level": (1, 20),
        "level_factor": (2, 10),
        "rebuys_per_player": (1, 99),
        "rebuy_minutes": (0, 1440),
        "rebuy_surcharge": (0, 500),
        "h4h_minutes": (0, 30),
        "table_seats": (2, 12),
        "max_table_gap": (0, 5),
        "wait_hands": (0, 10),
        "halt_short": (0, 9),
        "final_table_at": (0, 24),
        "advised_from": (0, 1000),
        "advised_to": (0, 1000),
    }
)

PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "spt": HouseRules(
            direction="anticlockwise",
            min_raise="big_blind",
            raise_number="increment",
            level_trigger="outs",
            hand_starts_at="blinds",
            button_rule="moving",
            ante="none",
            show_first="dealer_left",
            prizes="amounts",
            seat_changes="never",
            advised_from=7,
            advised_to=9,
        ),
        "san_antonio": HouseRules(
            hand_starts_at="deal",
            button_rule="sa_dead_dealer",
            ante="none",
            show_first="first_bettor",
            hand_names="san_antonio",
            odd_chip="all_to_nearest",
            rebuys="limited",
            rebuy_minutes=60,
            rebuy_surcharge=50,
            table_seats=10,
            advised_to=10,
        ),
        "vivaldi": HouseRules(
            game="five_card_draw",
            draw_cards=4,
            direction="anticlockwise",
            min_raise="one_chip",
            level_trigger="table",
            hand_starts_at="ante_called",
            button_rule="moving",
            ante="per_player",
            ante_penalty="dealer_pays_all",
            short_forced_bet="eliminate",
            hand_value="called",
            hand_names="vivaldi",
            suits="vivaldi",
            end_mode="two_left_count",
            same_hand_outs="stack_before_open_hand",
            prizes="shares_after_costs",
            table_seats=6,
            seat_changes="each_round",
        ),
        "sistema": HouseRules(
            ante="per_player",
            odd_chip="all_to_nearest",
            table_seats=10,
        ),
        "tda": HouseRules(),
    }
)

_DEFAULTS: Mapping[str, object] = MappingProxyType(asdict(HouseRules()))
CARDS_IN_DECK = 52


def as_dict(house: HouseRules) -> dict[str, str | int]:
    """All settings, ready to be stored."""
    return asdict(house)


def from_dict(settings: Mapping[str, object]) -> HouseRules:
    """The house rules out of stored settings: unknown ones are ignored, missing ones take the default.

    Raises ``unknown_choice``, ``setting_out_of_range``.
    """
    known = {field.name: settings[field.name] for field in fields(HouseRules) if field.name in settings}
    check_house(known)
    return HouseRules(**known)  # type: ignore[arg-type]  # check_house has seen to the types


def check_house(settings: HouseRules | Mapping[str, object]) -> None:
    """Refuse what is no setting or no choice.

    Raises ``unknown_setting`` (setting), ``unknown_choice`` (setting, choice),
    ``setting_out_of_range`` (setting, value, least, most).
    """
    given = as_dict(settings) if isinstance(settings, HouseRules) else settings
    for setting, value in given.items():
        if setting not in _DEFAULTS:
            raise RuleError("unknown_setting", setting=setting)
        if setting in CHOICES:
            if value not in CHOICES[setting]:
                raise RuleError("unknown_choice", setting=setting, choice=value)
            continue
        least, most = LIMITS[setting]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise RuleError("setting_out_of_range", setting=setting, value=value, least=least, most=most)


def remarks(house: HouseRules, players: int, at_table: int | None = None) -> tuple[Remark, ...]:
    """What is odd about so many players under these rules; advice, never a block.

    Codes: ``field_outside_advice`` (SPT-34, SA-26; players, least, most with 0 for no limit),
    ``table_too_large`` (players at the largest table above ``table_seats``), ``deck_may_run_out``
    (a draw game at a table where everybody's change needs more than 52 cards; RULES 1.3).
    """
    found = []
    above = house.advised_to and players > house.advised_to
    if players < house.advised_from or above:
        params = {"players": players, "least": house.advised_from, "most": house.advised_to}
        found.append(Remark("field_outside_advice", params))
    table = at_table if at_table is not None else players if house.seat_changes == "never" else 0
    if table > house.table_seats:
        found.append(Remark("table_too_large", {"players": table, "seats": house.table_seats}))
    cards = table * (5 + house.draw_cards)
    if house.game == "five_card_draw" and cards > CARDS_IN_DECK:
        found.append(Remark("deck_may_run_out", {"players": table, "cards": cards}))
    return tuple(found)


def differences(house: HouseRules, other: HouseRules) -> tuple[str, ...]:
    """The settings in which two sets of rules differ, in their order: what a rule sheet points out."""
    mine, theirs = as_dict(house), as_dict(other)
    return tuple(setting for setting in mine if mine[setting] != theirs[setting])
