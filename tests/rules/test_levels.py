"""Levels and schedules: SPT-03, SPT-04, SPT-37, SPT-38, SA-24, VIV-16, VIV-17, SIS-14, SIS-23, SIS-26."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tdapp.rules import clock
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Timed, check_half, check_schedule, is_half, remarks
from tdapp.rules.money import LARGEST

SISTEMA_BLINDS = [10, 20, 40, 80, 160, 260, 380, 550, 750]
SISTEMA_BLINDS += [1000, 1300, 1650, 2000, 2500, 3100, 3750, 4500, 6000]
SISTEMA_ANTES = [0, 0, 0, 0, 0, 0, 0, 100, 125, 150, 175, 250, 350, 500, 600, 750, 1100, 1250]
SAN_ANTONIO_BLINDS = [1, 2, 3, 4, 6, 8, 10, 20, 30, 80]


def sistema() -> Timed:
    lines = [
        Level.of_minutes(sb, 2 * sb, 20, ante) for sb, ante in zip(SISTEMA_BLINDS, SISTEMA_ANTES, strict=True)
    ]
    rest = Level.break_of(10)
    return Timed((*lines[:6], rest, *lines[6:12], rest, *lines[12:]))


def san_antonio() -> Timed:
    return Timed(tuple(Level.of_minutes(sb, 2 * sb, 20) for sb in SAN_ANTONIO_BLINDS))


def codes(*levels: Level) -> list[str]:
    return [odd.code for odd in remarks(Timed(levels))]


def refusal(schedule: Timed | ByOuts) -> RuleError:
    with pytest.raises(RuleError) as caught:
        check_schedule(schedule)
    return caught.value


def test_sistema_levels_start_when_the_sheet_says_SIS_23() -> None:
    sheet = (
        "0:00 0:20 0:40 1:00 1:20 1:40 2:00 2:10 2:30 2:50 3:10 3:30 3:50 4:10 4:20 4:40 5:00 5:20 5:40 6:00"
    )
    starts = [at for at in sistema().starts() if at is not None]
    assert [f"{at // timedelta(hours=1)}:{at.seconds // 60 % 60:02}" for at in starts] == sheet.split(" ")


def test_sistema_lasts_six_hours_and_twenty_minutes_SIS_23() -> None:
    assert sistema().length == timedelta(minutes=380)
    assert sistema().count == 18


def test_breaks_have_no_number_and_do_not_count() -> None:
    schedule = sistema()
    assert [schedule.number(index) for index in (0, 5, 6, 7, 13, 14, 19)] == [1, 6, None, 7, None, 13, 18]
    assert schedule.index_of(7) == 7
    assert schedule.index_of(13) == 14
    with pytest.raises(RuleError, match="no_such_level"):
        schedule.index_of(19)


def test_starts_after_a_level_without_length_are_unknown() -> None:
    schedule = Timed((Level.of_minutes(1, 2, 20), Level(2, 4), Level(4, 8)))
    assert schedule.starts() == (timedelta(0), timedelta(minutes=20), None)
    assert schedule.length is None


def test_blinds_double_with_every_second_out_of_eight_players_SPT_38() -> None:
    schedule = ByOuts(25, 50)
    blinds = [(level.sb, level.bb) for level in (schedule.level(schedule.step(outs)) for outs in range(7))]
    assert blinds == [(25, 50), (25, 50), (50, 100), (50, 100), (100, 200), (100, 200), (200, 400)]


def test_three_out_in_one_hand_double_once_and_the_next_doubling_is_at_four_SPT_38() -> None:
    schedule = ByOuts(25, 50)
    assert schedule.step(3) == 1
    assert schedule.step(4) == 2


def test_a_later_vivaldi_table_antes_two_chips_once_one_player_has_left_it_VIV_17() -> None:
    table = ByOuts(0, 0, ante=100, every=1, last_step=1)
    assert [table.level(table.step(outs)).ante for outs in (0, 1, 2, 3)] == [100, 200, 200, 200]
    check_schedule(table)


def test_blinds_rise_no_further_than_any_amount_may_be() -> None:
    steep = ByOuts(25, 50, every=1, factor=10)
    assert steep.top == 11
    assert steep.level(steep.step(24)) == Level(25 * 10**11, 50 * 10**11)
    assert 50 * 10**11 <= LARGEST < 50 * 10**12
    assert ByOuts(25, 50).step(0, shift=10_000) == ByOuts(25, 50).top == 37
    assert ByOuts(LARGEST, LARGEST).top == 0


def test_steps_added_by_hand_move_the_level_and_never_below_the_first() -> None:
    schedule = ByOuts(25, 50)
    assert schedule.step(2, shift=1) == 2
    assert schedule.step(2, shift=-1) == 0
    assert schedule.step(1, shift=-3) == 0


def test_small_blind_is_exactly_half_SPT_03() -> None:
    assert is_half(Level(25, 50))
    assert not is_half(Level(25, 75))
    check_half(Level(25, 50))
    with pytest.raises(RuleError) as caught:
        check_half(Level(100, 150))
    assert (caught.value.code, caught.value.overrule) == ("small_blind_not_half", True)
    assert caught.value.params == {"sb": 100, "bb": 150}


def test_a_level_may_last_seconds_and_shows_begun_minutes() -> None:
    assert Level.of_minutes(1, 2, 20).seconds == 1200
    assert Level(1, 2, seconds=61).minutes == 2
    assert Level(1, 2, seconds=60).minutes == 1
    assert Level(1, 2).minutes is None


@pytest.mark.parametrize(
    ("schedule", "code", "params"),
    [
        (Timed(()), "schedule_empty", {}),
        (Timed((Level.of_minutes(25, 50, 20),) * 201), "schedule_too_long", {"most": 200}),
        (Timed((Level.break_of(10),)), "schedule_without_play", {}),
        (Timed((Level(1, 2), Level(2, 4))), "level_without_length", {"index": 0}),
        (Timed((Level(1, 2, seconds=9), Level(0, 0, is_break=True))), "level_without_length", {"index": 1}),
        (Timed((Level(-1, 2),)), "level_negative", {"index": 0, "field": "sb", "amount": -1}),
        (Timed((Level(1, 2, -5),)), "level_negative", {"index": 0, "field": "ante", "amount": -5}),
        (Timed((Level(0, 0, seconds=60),)), "level_empty", {"index": 0}),
        (Timed((Level(3, 2),)), "small_blind_above_big", {"index": 0, "sb": 3, "bb": 2}),
        (Timed((Level(1, 2, seconds=0),)), "level_length", {"index": 0, "seconds": 0}),
        (Timed((Level(1, 2, seconds=9), Level(1, 2, 0, 9, True))), "break_with_blinds", {"index": 1}),
        (ByOuts(25, 50, every=0), "outs_per_level", {"every": 0}),
        (ByOuts(25, 50, factor=1), "level_factor", {"factor": 1}),
        (ByOuts(0, 0), "level_empty", {"index": 0}),
        (ByOuts(25, 50, last_step=-1), "no_such_level", {"index": -1}),
    ],
)
def test_a_schedule_that_cannot_be_played_is_refused(
    schedule: Timed | ByOuts, code: str, params: dict[str, object]
) -> None:
    error = refusal(schedule)
    assert (error.code, error.params) == (code, params)


def test_the_sheets_can_be_played_and_the_last_level_needs_no_length() -> None:
    for schedule in (sistema(), san_antonio(), ByOuts(25, 50), Timed((Level(1, 2, seconds=9), Level(2, 4)))):
        check_schedule(schedule)


def test_san_antonio_jumps_from_30_to_80_and_nothing_else_is_odd_SA_24() -> None:
    (odd,) = remarks(san_antonio())
    assert (odd.code, odd.params) == ("level_jump_above_double", {"number": 10, "before": 60, "after": 160})


def test_sistema_is_payable_with_tens_to_level_7_but_not_with_25s_SIS_26() -> None:
    assert remarks(sistema(), 5) == ()
    with_tens = [odd.params["number"] for odd in remarks(sistema(), 10) if odd.code == "level_not_payable"]
    assert with_tens == [9, 11]  # antes of 125 and 175: the 25s come in before the 10s are gone
    with_25s = {odd.params["number"] for odd in remarks(sistema(), 25)}
    assert with_25s == {1, 2, 3, 4, 5, 6, 7}


def test_antes_of_125_and_175_are_payable_with_the_25s_of_the_whole_set_SIS_26() -> None:
    assert remarks(sistema(), 10, (10, 25, 50, 100, 500)) == ()
    without_tens = remarks(sistema(), 10, (25, 50, 100, 500))
    assert {odd.params["number"] for odd in without_tens} == {1, 2, 3, 4, 5, 6, 7}
    assert without_tens[0].params == {"number": 1, "field": "sb", "amount": 10, "chip": 25}


def test_a_level_that_sinks_repeats_or_drops_its_ante_is_remarked() -> None:
    assert codes(Level(10, 20), Level(5, 10)) == ["level_sinks"]
    assert codes(Level(10, 20), Level(10, 20)) == ["level_repeats"]
    assert codes(Level(10, 20), Level(20, 40, 5)) == []
    assert codes(Level(10, 20, 5), Level(20, 40)) == ["ante_sinks"]
    assert codes(Level(10, 30)) == ["small_blind_not_half"]


def test_a_game_of_antes_only_rises_by_the_ante_VIV_16() -> None:
    antes = [Level(0, 0, ante, 1800) for ante in (100, 200, 300, 400, 500, 600)]
    assert remarks(Timed(tuple(antes)), 100) == ()
    (odd,) = remarks(Timed((antes[0], antes[3])), 100)
    assert odd.code == "level_jump_above_double"


def test_spt_blinds_are_payable_with_quarters_and_not_with_halves_SPT_37() -> None:
    assert remarks(ByOuts(25, 50), 25) == ()
    (odd,) = remarks(ByOuts(25, 50), 50)
    assert odd.params == {"number": 1, "field": "sb", "amount": 25, "chip": 50}
    assert [odd.code for odd in remarks(ByOuts(25, 50, factor=3))] == ["level_jump_above_double"]


def test_a_big_blind_that_stays_while_the_ante_rises_is_remarked() -> None:
    assert codes(Level(150, 300), Level(150, 300, 25)) == ["blinds_repeat"]
    assert codes(Level(100, 200), Level(100, 200)) == ["level_repeats"]
    assert codes(Level(0, 0, 100), Level(0, 0, 100)) == ["level_repeats"]


def test_an_ante_above_the_big_blind_is_remarked_and_one_equal_to_it_is_not() -> None:
    assert codes(Level(100, 200, 200)) == []
    assert codes(Level(100, 200, 201)) == ["ante_above_blind"]
    assert codes(Level(0, 0, 100)) == []


# -- published structures --------------------------------------------------------------------------------

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "structures" / "structures.json"
SAID = {
    "sb is not bb/2 at level": {"small_blind_not_half"},
    "bb repeats at level": {"level_repeats", "blinds_repeat"},
}


def published() -> list[dict[str, Any]]:
    if not CASES.exists():
        pytest.skip("the published structures are not beside this copy")
    found: list[dict[str, Any]] = json.loads(CASES.read_text("utf-8"))
    return found


def as_schedule(structure: dict[str, Any]) -> Timed:
    """Lines without minutes are given 20, as on import."""
    return Timed(
        tuple(
            Level.break_of(line["minutes"] or 10, line.get("note", ""))
            if line.get("break")
            else Level.of_minutes(line["sb"], line["bb"], line["minutes"] or 20, line["ante"])
            for line in structure["levels"]
        )
    )


def test_every_oddity_of_the_published_structures_is_remarked_and_nothing_else_of_its_kind() -> None:
    for structure in published():
        said = {(remark.code, remark.params["number"]) for remark in remarks(as_schedule(structure))}
        expected = []
        for oddity in structure["oddities"]:
            matched = re.match(r"(.+ at level) (\d+)", oddity)
            assert matched is not None
            kind, number = SAID[matched[1]], int(matched[2])
            expected.append(number)
            assert any((code, number) in said for code in kind), (structure["id"], oddity)
        kinds = set().union(*SAID.values())
        assert sorted(number for code, number in said if code in kinds) == sorted(expected)


def test_every_published_structure_runs_to_its_last_level() -> None:
    began = datetime(2025, 10, 4, 18, 0, tzinfo=UTC)
    for structure in published():
        schedule = as_schedule(structure)
        check_schedule(schedule)
        starts = schedule.starts()
        for index, at in enumerate(starts):
            assert at is not None
            assert clock.position(clock.start(began), schedule, began + at).index == index
        assert schedule.length is not None
        late = clock.position(clock.start(began), schedule, began + schedule.length + timedelta(hours=1))
        assert late.number == schedule.count == structure["counts"]["levels"]
