"""Chips in play: a ledger of what was sold, exchanged, forfeited and corrected, against what was counted.

Decides RULES 2.1 (T-2.1a), 2.8 and TDA 71-D: chips in play are never entries × stack.  Chips are in the
open's chip units.  Nothing is stored here: lines go in, sums come out.

Worked example (T-2.1a): 20 × 5 000 are 100 000; a player forfeits 1 200 and re-enters for 5 000: 103 800.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from tdapp.rules.errors import Remark, RuleError

Kind = Literal[
    "buy_in", "rebuy", "add_on", "re_entry", "round", "colour_up", "forfeit", "handed_in", "correction"
]
SOLD: frozenset[str] = frozenset({"buy_in", "rebuy", "add_on", "re_entry"})
COMING = SOLD | {"round"}
LEAVING: frozenset[str] = frozenset({"forfeit", "handed_in"})


@dataclass(frozen=True)
class ChipChange:
    """Chips that came into play (above 0) or left it (below 0).

    What is sold, and a fresh stack of a later round, comes in; what is forfeited (a re-entry, a
    disqualification, TDA 71-D) or handed in goes out; a colour-up and a correction go either way.
    Raises ``unknown_choice`` (setting, choice), ``chip_change_direction`` (kind, delta).
    """

    kind: Kind
    delta: int

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise RuleError("unknown_choice", setting="chips", choice=self.kind)
        if (self.kind in COMING and self.delta < 0) or (self.kind in LEAVING and self.delta > 0):
            raise RuleError("chip_change_direction", kind=self.kind, delta=self.delta)


@dataclass(frozen=True)
class ChipsInPlay:
    """What should be in play, and where it came from by kind."""

    by_kind: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.by_kind.values())

    @property
    def sold(self) -> int:
        return sum(chips for kind, chips in self.by_kind.items() if kind in SOLD)


def in_play(lines: Iterable[ChipChange]) -> ChipsInPlay:
    """The chips in play after these lines.  Raises ``chips_in_play_negative`` (chips)."""
    by_kind: Counter[str] = Counter()
    for line in lines:
        by_kind[line.kind] += line.delta
    found = ChipsInPlay(dict(by_kind))
    if found.total < 0:
        raise RuleError("chips_in_play_negative", chips=found.total)
    return found


def re_entered(forfeited: int, chips: int) -> tuple[ChipChange, ...]:
    """The lines of a re-entry: the old chips leave, the new ones come (T-2.1a)."""
    leaving = (ChipChange("forfeit", -forfeited),) if forfeited else ()
    return (*leaving, ChipChange("re_entry", chips))


@dataclass(frozen=True)
class TableCount:
    """The chips counted at one table; ``expected`` is None where nobody knows all its stacks."""

    table: int
    counted: int
    expected: int | None = None

    @property
    def difference(self) -> int | None:
        return None if self.expected is None else self.counted - self.expected


@dataclass(frozen=True)
class RoomCount:
    """The counts of a break: table by table, and all of them against the chips in play.

    While tables are ``missing`` nothing is said of the whole room.
    """

    tables: tuple[TableCount, ...]
    expected: int
    missing: tuple[int, ...] = ()

    @property
    def counted(self) -> int:
        return sum(table.counted for table in self.tables)

    @property
    def difference(self) -> int | None:
        return None if self.missing else self.counted - self.expected

    def remarks(self) -> tuple[Remark, ...]:
        """``tables_not_counted`` (tables), ``table_count_short`` or ``_over`` (table, counted, expected,
        difference) and ``room_count_short`` or ``_over`` (counted, expected, difference); differences come
        without their sign."""
        said = []
        if self.missing:
            said.append(Remark("tables_not_counted", {"tables": self.missing}))
        for table in self.tables:
            if table.difference:
                params = {"table": table.table, "counted": table.counted, "expected": table.expected}
                params["difference"] = abs(table.difference)
                short = table.difference < 0
                said.append(
                    Remark("table_count_short", params) if short else Remark("table_count_over", params)
                )
        if self.difference:
            params = {"counted": self.counted, "expected": self.expected, "difference": abs(self.difference)}
            short = self.difference < 0
            said.append(Remark("room_count_short", params) if short else Remark("room_count_over", params))
        return tuple(said)


def count(counted: Mapping[int, int], expected: Mapping[int, int | None], chips_in_play: int) -> RoomCount:
    """The counts by table number against the known stacks of each and the chips in play.

    ``expected`` holds every table that plays, None where its stacks are not all known.  Raises
    ``negative_chips`` for a count below nothing, ``no_such_table`` (table).
    """
    for table, chips in counted.items():
        if table not in expected:
            raise RuleError("no_such_table", table=table)
        if chips < 0:
            raise RuleError("negative_chips")
    tables = tuple(TableCount(number, chips, expected[number]) for number, chips in sorted(counted.items()))
    missing = tuple(sorted(number for number in expected if number not in counted))
    return RoomCount(tables, chips_in_play, missing)
