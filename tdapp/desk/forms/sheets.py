"""What a sheet usually plays with: the values that set-up starts from under each preset of house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType

from tdapp.desk.forms.levels import Row, rows_of
from tdapp.desk.forms.options import OptionRow, option_data, typed_options
from tdapp.desk.forms.prices import read_price
from tdapp.desk.forms.rounds import typed_defaults
from tdapp.floor.options import proposed_by
from tdapp.rules import presets
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level
from tdapp.rules.purchases import Offer
from tdapp.web import figures

_TDA = (25, 50, 75, 100, 150, 200, 300, 500, 800, 1200)  # RULES 5.3 A


def _levels(preset: str) -> tuple[Level, ...]:
    if preset == "san_antonio":
        return presets.san_antonio().schedule.levels
    if preset == "sistema":
        return presets.sistema().levels
    if preset == "vivaldi":
        return tuple(Level.of_minutes(0, 0, 30, 100 * number) for number in range(1, 7))  # VIV-16
    levels = [Level.of_minutes(sb, 2 * sb, 20) for sb in _TDA]
    return (*levels[:5], Level.break_of(10), *levels[5:])


# Chips, smallest chip: SA-05, VIV-06/07, SIS-15, RULES 5.2.
_CHIPS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"san_antonio": ("50", "1"), "vivaldi": ("5000", "100"), "sistema": ("1500", "10"), "tda": ("5000", "25")}
)


def typed_house(preset: str) -> dict[str, str]:
    """The preset's settings as the fields of the form hold them."""
    return {f"house_{name}": str(value) for name, value in asdict(PRESETS[preset]).items()}


def sheet(preset: str, money_digits: int) -> dict[str, str]:
    """The fields a preset fills: settings, chips, blinds, prizes.

    Euro chips need a currency with a minor unit; elsewhere SPT starts with points in the same proportion.
    """
    mark = figures.decimal_mark()
    fields = {
        **typed_house(preset),
        "buy_in": "10 + 2" if money_digits else "10000 + 2000",
        "first_ante": "",
        "prizes_kind": "percent",
        "prizes": "50 / 30 / 20 %",
        "prize_unit": "1" if money_digits else "500",
        "room_tables": "",
        **typed_defaults(),
        **option_data(sheet_options(preset, money_digits)),
        "rounds-kind": preset if preset in ("vivaldi", "sistema") else "none",
    }
    if preset == "spt" and money_digits:
        blinds = f"0{mark}25 / 0{mark}50"
        return {
            **fields,
            "chip_unit": "money",
            "stack": "20",
            "smallest_chip": f"0{mark}25",
            "blinds": blinds,
        }
    if preset == "spt":
        return {**fields, "chip_unit": "points", "stack": "80", "smallest_chip": "1", "blinds": "1 / 2"}
    stack, smallest = _CHIPS[preset]
    if preset == "vivaldi":
        fields["prizes"] = "60 / 20 / 15 / 5 %"  # VIV-42
    return {**fields, "chip_unit": "points", "stack": stack, "smallest_chip": smallest, "blinds": ""}


def sheet_options(preset: str, money_digits: int) -> list[OptionRow]:
    """What the house rules of a preset sell beside its usual buy-in (SA-23)."""
    text = "10 + 2" if money_digits else "10000 + 2000"
    stack = _CHIPS.get(preset, ("0", ""))[0]
    return options_by(PRESETS[preset], text, int(stack), 0, money_digits)


def options_by(
    house: HouseRules, buy_in: str, stack: int, chip_digits: int, money_digits: int
) -> list[OptionRow]:
    """What house rules sell beside a typed buy-in, as rows; none where that cannot be read."""
    try:
        offer = Offer("buy_in", stack, read_price(buy_in, money_digits))
    except RuleError:
        return []
    return typed_options(proposed_by(house, offer), chip_digits, money_digits)


def sheet_rows(preset: str) -> list[Row]:
    """The levels of a preset's timed schedule as rows; none where the blinds follow the outs."""
    return [] if preset == "spt" else rows_of(_levels(preset), 0)
