"""The fields of a PHH file: TOML into amounts, names and lists, each refused in its own way.

Amounts may be decimals (0.25): they are read exactly and never become floats.  RuleError, all of them:
``phh_too_long`` (most), ``phh_not_toml`` (line, column; both 0 where nobody knows), ``phh_no_hand``,
``phh_field_missing`` (field), ``phh_field_wrong`` (field), ``phh_counts_differ`` (field, players, given),
``phh_amount_unreadable`` (field), ``phh_too_many_hands`` (most).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from tdapp.rules.errors import RuleError
from tdapp.rules.money import LARGEST
from tdapp.rules.phh import MOST_ACTIONS, MOST_DIGITS, MOST_HANDS, MOST_LETTERS, MOST_PLAYERS

_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
_ACTIONS = re.compile(r"^[ \t]*actions[ \t]*=", re.MULTILINE)
_NAME = re.compile(r"[^\x00-\x1f\x7f]*")
_DEEP_KEY = re.compile(r"""(?<![\w\-])(?:(?:[\w\-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){64}""")
LONGEST_NAME = 200


def tables(text: str) -> tuple[dict[str, Any], ...]:
    """The hands of a file: one of a ``.phh``, several of a ``.phhs`` (a table each)."""
    if len(text) > MOST_LETTERS:
        raise RuleError("phh_too_long", most=MOST_LETTERS)
    if _DEEP_KEY.search(text):  # such a key takes longer the more parts it has, squared
        raise RuleError("phh_not_toml", line=0, column=0)
    try:
        found = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line, column = (int(at[1]), int(at[2])) if at else (0, 0)
        raise RuleError("phh_not_toml", line=line, column=column) from error
    except (ValueError, RecursionError, InvalidOperation) as error:  # endless digits, endless brackets
        raise RuleError("phh_not_toml", line=0, column=0) from error
    if "variant" in found or not all(isinstance(one, dict) for one in found.values()) or not found:
        return (found,) if found else _none()
    if len(found) > MOST_HANDS:
        raise RuleError("phh_too_many_hands", most=MOST_HANDS)
    return tuple(found.values())


def _none() -> tuple[dict[str, Any], ...]:
    raise RuleError("phh_no_hand")


def amount(value: object, field: str) -> Decimal:
    """A number that is not negative; ``Infinity`` where the format allows an unknown one."""
    found = signed(value, field)
    if found < 0:
        raise RuleError("phh_amount_unreadable", field=field)
    return found


def signed(value: object, field: str) -> Decimal:
    """A number of either sign (a blind posted out of turn is below 0)."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise RuleError("phh_amount_unreadable", field=field)
    found = Decimal(value)
    if found.is_nan() or (found.is_finite() and (not _near(found) or _digits(found) > MOST_DIGITS)):
        raise RuleError("phh_amount_unreadable", field=field)
    return found


def _near(value: Decimal) -> bool:
    """Whether an amount is small enough, its exponent looked at before anything is reckoned with it."""
    fits = value.is_zero() or -MOST_DIGITS <= value.adjusted() <= len(str(LARGEST))
    return fits and abs(value) <= LARGEST


def typed_amount(text: str, field: str) -> Decimal:
    """An amount inside an action: "300", "0.25", "1,500"."""
    if not re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d{1,9})?|\d{1,16}(\.\d{1,9})?", text):
        raise RuleError("phh_amount_unreadable", field=field)
    return amount(Decimal(text.replace(",", "")), field)


def _digits(value: Decimal) -> int:
    """Decimal places that count: 0.50 has one, 300 none."""
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def digits_of(values: Sequence[Decimal]) -> int:
    """Decimal places that all these amounts need; 2 where only one is needed (0.5 is 50 cents)."""
    most = max((_digits(value) for value in values if value.is_finite()), default=0)
    return 2 if most == 1 else most


def scaled(value: Decimal, digits: int) -> int:
    """The amount in units of the last digit."""
    return int(value.scaleb(digits))


def required(table: Mapping[str, Any], field: str) -> Any:
    """A field that a hand cannot do without."""
    if field not in table:
        raise RuleError("phh_field_missing", field=field)
    return table[field]


def amounts(table: Mapping[str, Any], field: str, players: int, *, sign: bool = False) -> list[Decimal]:
    """One amount for each player."""
    read = signed if sign else amount
    return [read(value, field) for value in row(required(table, field), field, players)]


def row(values: object, field: str, players: int) -> list[Any]:
    """A list with one value for each player."""
    if not isinstance(values, list):
        raise RuleError("phh_field_wrong", field=field)
    if len(values) != players:
        raise RuleError("phh_counts_differ", field=field, players=players, given=len(values))
    return values


def stacks(table: Mapping[str, Any]) -> list[Decimal]:
    """Everybody's chips before the hand; Infinity where unknown. This list says how many play."""
    field = "starting_stacks"
    given = required(table, field)
    if not isinstance(given, list):
        raise RuleError("phh_field_wrong", field=field)
    if not 2 <= len(given) <= MOST_PLAYERS:
        raise RuleError("phh_players", players=len(given), most=MOST_PLAYERS)
    found = [amount(value, field) for value in given]
    if not all(found):
        raise RuleError("phh_amount_unreadable", field=field)
    return found


def text(table: Mapping[str, Any], field: str) -> str:
    """A text or a number as text; "" where there is none."""
    value = table.get(field, "")
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RuleError("phh_field_wrong", field=field)
    return _plain(str(value), field)


def texts(table: Mapping[str, Any], field: str, players: int) -> list[str]:
    """One text for each player; empty ones where there is no such field."""
    if field not in table:
        return [""] * players
    found = row(table[field], field, players)
    if not all(isinstance(one, str) for one in found):
        raise RuleError("phh_field_wrong", field=field)
    return [_plain(one, field) for one in found]


def whole(table: Mapping[str, Any], field: str, least: int, most: int) -> int | None:
    """A whole number in a range; None where there is no such field."""
    if field not in table:
        return None
    value = table[field]
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RuleError("phh_field_wrong", field=field)
    return value


def seats(table: Mapping[str, Any], players: int) -> list[int]:
    """Everybody's seat number; 1, 2, 3 … where the file gives none."""
    if "seats" not in table:
        return list(range(1, players + 1))
    found = row(table["seats"], "seats", players)
    fine = all(isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= 999 for one in found)
    if not fine or len(set(found)) != players:
        raise RuleError("phh_field_wrong", field="seats")
    return found


def actions(table: Mapping[str, Any]) -> list[str]:
    """What was done, in order."""
    found = required(table, "actions")
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise RuleError("phh_field_wrong", field="actions")
    if len(found) > MOST_ACTIONS:
        raise RuleError("phh_too_many_actions", most=MOST_ACTIONS)
    return found


def action_lines(text: str, hands: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """For each hand of a text the line of each of its actions; 0 where it is not found as it stands."""
    starts = [found.start() for found in _ACTIONS.finditer(text)]
    if len(starts) != len(hands):
        return [[] for _hand in hands]
    ends = [*starts[1:], len(text)]
    return [
        list(_lines(text, start, end, hand.get("actions")))
        for start, end, hand in zip(starts, ends, hands, strict=True)
    ]


def _lines(text: str, at: int, end: int, actions: object) -> Iterator[int]:
    line = text.count("\n", 0, at) + 1
    for action in actions if isinstance(actions, list) else ():
        found = text.find(action, at, end) if isinstance(action, str) and action else -1
        if found < 0:
            yield 0
            continue
        line += text.count("\n", at, found)
        at = found + len(action)
        yield line


def _plain(text: str, field: str) -> str:
    if len(text) > LONGEST_NAME or not _NAME.fullmatch(text):
        raise RuleError("phh_field_wrong", field=field)
    return text
