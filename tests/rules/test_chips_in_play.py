"""Chips in play: T-2.1a, T-2.8, RULES 4.5 (San Antonio's chips), TDA 71-D."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.chips_in_play import ChipChange, RoomCount, TableCount, count, in_play, re_entered
from tdapp.rules.errors import Remark, RuleError


def bought(times: int, chips: int, kind: str = "buy_in") -> list[ChipChange]:
    return [ChipChange(kind, chips)] * times


def test_a_re_entry_forfeits_the_old_chips_T_2_1a() -> None:
    found = in_play([*bought(20, 5000), *re_entered(1200, 5000)])
    assert found.total == 103_800
    assert found.by_kind == {"buy_in": 100_000, "forfeit": -1200, "re_entry": 5000}
    assert found.sold == 105_000
    assert re_entered(0, 5000) == (ChipChange("re_entry", 5000),)


@pytest.mark.parametrize(("delta", "total"), [(50, 30_050), (-50, 29_950)])
def test_a_colour_up_changes_the_chips_in_play_T_2_8(delta: int, total: int) -> None:
    assert in_play([*bought(6, 5000), ChipChange("colour_up", delta)]).total == total


def test_nine_banks_and_three_respawns_are_600_chips_4_5() -> None:
    assert in_play([*bought(9, 50), *bought(3, 50, "rebuy")]).total == 600


def test_chips_of_a_disqualified_player_leave_and_a_correction_goes_either_way_TDA_71() -> None:
    lines = [*bought(10, 5000), ChipChange("forfeit", -7300), ChipChange("correction", 300)]
    assert in_play(lines).total == 43_000


def test_nothing_is_in_play_before_anything_was_sold() -> None:
    assert in_play([]).total == 0


@pytest.mark.parametrize(
    ("code", "act"),
    [
        ("unknown_choice", lambda: ChipChange("gift", 5)),
        ("chip_change_direction", lambda: ChipChange("rebuy", -5)),
        ("chip_change_direction", lambda: ChipChange("forfeit", 5)),
        ("chips_in_play_negative", lambda: in_play([ChipChange("forfeit", -1)])),
        ("no_such_table", lambda: count({7: 100}, {1: 100}, 100)),
        ("negative_chips", lambda: count({1: -1}, {1: 100}, 100)),
    ],
)
def test_what_cannot_be_is_refused(code: str, act: object) -> None:
    with pytest.raises(RuleError, match=code):
        act()


# -- counts at a break -----------------------------------------------------------------------------------


def test_a_count_that_agrees_says_nothing() -> None:
    found = count({1: 60_000, 2: 40_000}, {1: 60_000, 2: None}, 100_000)
    assert (found.counted, found.difference, found.remarks()) == (100_000, 0, ())


def test_the_difference_is_named_by_table_and_for_the_room() -> None:
    found = count({1: 59_500, 2: 41_000, 3: 12_000}, {1: 60_000, 2: 40_000, 3: None}, 112_000)
    assert [(table.table, table.difference) for table in found.tables] == [(1, -500), (2, 1000), (3, None)]
    assert [(one.code, dict(one.params)) for one in found.remarks()] == [
        ("table_count_short", {"table": 1, "counted": 59_500, "expected": 60_000, "difference": 500}),
        ("table_count_over", {"table": 2, "counted": 41_000, "expected": 40_000, "difference": 1000}),
        ("room_count_over", {"counted": 112_500, "expected": 112_000, "difference": 500}),
    ]
    short = RoomCount((TableCount(1, 100),), 200)
    assert [one.code for one in short.remarks()] == ["room_count_short"]


def test_the_room_is_not_judged_while_a_table_is_missing() -> None:
    found = count({1: 60_000}, {1: 60_000, 2: 40_000, 4: None}, 130_000)
    assert found.difference is None
    assert found.remarks() == (Remark("tables_not_counted", {"tables": (2, 4)}),)


changes = st.one_of(
    st.builds(ChipChange, st.sampled_from(["buy_in", "rebuy", "add_on", "re_entry"]), st.integers(0, 9000)),
    st.builds(ChipChange, st.sampled_from(["colour_up", "correction"]), st.integers(-90, 90)),
    st.builds(ChipChange, st.just("forfeit"), st.integers(-9000, 0)),
)


@given(st.lists(changes, max_size=30), st.randoms())
def test_the_sum_does_not_depend_on_the_order(lines: list[ChipChange], chance: object) -> None:
    total = sum(line.delta for line in lines)
    if total < 0:
        with pytest.raises(RuleError, match="chips_in_play_negative"):
            in_play(lines)
        return
    mixed = list(lines)
    chance.shuffle(mixed)
    assert in_play(lines).total == in_play(mixed).total == total
    assert sum(in_play(lines).by_kind.values()) == total
