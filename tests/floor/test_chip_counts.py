"""Chips counted table by table at a break; the chips in play put right by them (RULES 2.8, TDA 71)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tdapp.floor import chip_counts, colour_ups, replays, tables
from tdapp.floor import services as floor
from tdapp.floor.chip_counts import RoomChips, room_chips
from tdapp.floor.colour_ups import OddChips
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import ChipCorrection, ChipCount
from tdapp.rules.chips_in_play import ChipChange, in_play
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.floor.several_tables import night_of, sitting, table
from tests.floor.test_purchases import RE_ENTRY, buy, twenty, void

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Twelve players with 5 000 each at two tables of six."""
    night = night_of(12)
    assert {number: len(seats) for number, seats in sitting(night).items()} == {1: 6, 2: 6}
    return night


def count(night: Night, counts: Mapping[int, int]) -> JournalEntry:
    rows = {table(night, number): chips for number, chips in counts.items()}
    return chip_counts.count_tables(open=night.open, counts=rows, **night.act)


def use(night: Night, **more: object) -> JournalEntry:
    return chip_counts.use_counted(open=night.open, **more, **night.act)


def seen(night: Night) -> RoomChips:
    return room_chips(night.open, night.field(), night.now)


def to_table_1(night: Night) -> str:
    """Somebody of table 2 is moved to table 1; who."""
    moved = sitting(night)[2].popitem()[1]
    free = min(set(range(1, 10)) - set(sitting(night)[1]))
    floor.move_player(entry=night.entries[moved], table=table(night, 1), number=free, **night.act)
    return moved


def expected(night: Night) -> dict[str, int | None]:
    return {one.label: one.expected for one in seen(night).tables}


def said(night: Night) -> list[tuple[str, dict[str, object]]]:
    return [(one.code, dict(one.params)) for one in seen(night).remarks()]


def refusal(act: object) -> RuleError:
    with pytest.raises(RuleError) as caught:
        act()
    return caught.value


def test_what_should_lie_on_each_table_is_what_was_handed_out_there_as_long_as_nobody_moved(
    night: Night,
) -> None:
    assert expected(night) == {"1": 30_000, "2": 30_000}
    gone, by = list(sitting(night)[1].values())[:2]
    night.out(gone, by=by)
    night.wait(hours=1)
    assert expected(night) == {"1": 30_000, "2": 30_000}


def test_a_difference_is_named_by_table_and_for_the_room_and_taken_back_with_the_count(night: Night) -> None:
    assert said(night) == []
    first = count(night, {1: 29_500})
    assert said(night) == [
        ("tables_not_counted", {"tables": ("2",)}),
        ("table_count_short", {"table": "1", "counted": 29_500, "expected": 30_000, "difference": 500}),
    ]
    second = count(night, {2: 31_000})
    assert said(night)[1:] == [
        ("table_count_over", {"table": "2", "counted": 31_000, "expected": 30_000, "difference": 1000}),
        ("room_count_over", {"counted": 60_500, "expected": 60_000, "difference": 500}),
    ]
    assert first.params["expected"] == {str(table(night, 1).pk): 30_000}
    undone = undo(entry=second, **night.act)
    assert [code for code, _params in said(night)] == ["tables_not_counted", "table_count_short"]
    redo(entry=undone, **night.act)
    assert len(said(night)) == 3
    count(night, {1: 29_000})
    assert said(night) == [
        ("table_count_short", {"table": "1", "counted": 29_000, "expected": 30_000, "difference": 1000}),
        ("table_count_over", {"table": "2", "counted": 31_000, "expected": 30_000, "difference": 1000}),
    ]
    assert seen(night).room.difference == 0


def test_used_as_counted_the_ledger_is_put_right_with_the_reason_undone_and_redone(night: Night) -> None:
    count(night, {1: 30_000, 2: 29_000})
    used = use(night, reason=" a chip of 1 000 is missing ", seen=seen(night).last)
    row = ChipCorrection.objects.get()
    assert (row.delta, row.text) == (-1000, "a chip of 1 000 is missing")
    assert used.params == {
        "correction": row.pk, "delta": -1000, "counted": 59_000, "expected": 60_000,
    }  # fmt: skip
    everyone = night.field()
    assert everyone.chips_in_play == 59_000
    assert everyone.chip_ledger.by_kind == {"buy_in": 60_000, "correction": -1000}
    assert everyone.average == 59_000 // 12
    assert said(night) == []
    assert (expected(night), seen(night).room.difference) == ({"1": 30_000, "2": 29_000}, 0)
    undone = undo(entry=used, **night.act)
    assert (night.field().chips_in_play, seen(night).room.difference) == (60_000, -1000)
    redo(entry=undone, **night.act)
    assert night.field().chips_in_play == 59_000
    count(night, {2: 30_000})
    assert said(night)[-1] == (
        "room_count_over", {"counted": 60_000, "expected": 59_000, "difference": 1000},
    )  # fmt: skip


def test_the_same_request_counts_and_corrects_once(night: Night) -> None:
    act = night.act
    rows = {table(night, 1): 30_000, table(night, 2): 30_500}
    for _tap in range(2):
        chip_counts.count_tables(open=night.open, counts=rows, **act)
    act = night.act
    for _tap in range(2):
        chip_counts.use_counted(open=night.open, **act)
    assert (ChipCount.objects.count(), night.field().chips_in_play) == (2, 60_500)


def test_what_cannot_be_counted_or_used_is_refused(night: Night) -> None:
    assert refusal(lambda: chip_counts.count_tables(open=night.open, counts={}, **night.act)).code == (
        "nothing_counted"
    )
    assert refusal(lambda: count(night, {1: -1})).code == "negative_chips"
    missing = refusal(lambda: use(night))
    assert (missing.code, missing.params) == ("tables_uncounted", {"tables": ("1", "2")})
    count(night, {1: 30_000, 2: 30_000})
    assert refusal(lambda: use(night)).code == "chips_agree"
    last = seen(night).last
    count(night, {2: 29_000})
    assert refusal(lambda: use(night, seen=last)).code == "counts_changed"
    count(night, {1: 0, 2: 0})
    assert refusal(lambda: use(night)).code == "negative_chips"
    empty = tables.add_table(open=night.open, **night.act)
    assert refusal(lambda: count(night, {3: 5})).params == {"table": 3}
    assert empty.kind == "table_added"


def test_a_count_falls_when_somebody_comes_or_goes_with_chips_and_stands_through_hands_and_outs(
    night: Night,
) -> None:
    count(night, {1: 30_000, 2: 30_000})
    gone, by = list(sitting(night)[1].values())[:2]
    night.out(gone, by=by)
    assert (said(night), seen(night).room.missing) == ([], ())
    to_table_1(night)
    assert [(one.label, one.count is None, one.old is not None) for one in seen(night).tables] == [
        ("1", True, True), ("2", True, True),
    ]  # fmt: skip
    # At table 1 somebody's chips are others' now, nobody knows whose; at table 2 all are as dealt out.
    assert expected(night) == {"1": None, "2": 25_000}
    assert said(night) == []
    count(night, {1: 34_000, 2: 25_500})
    assert said(night) == [
        ("table_count_over", {"table": "2", "counted": 25_500, "expected": 25_000, "difference": 500}),
        ("room_count_short", {"counted": 59_500, "expected": 60_000, "difference": 500}),
    ]


def test_stacks_that_were_all_counted_say_what_should_lie_there_after_a_move(night: Night) -> None:
    moved = to_table_1(night)
    here = {night.entries[name]: 5000 for name in sitting(night)[1].values()}
    floor.count_chips(open=night.open, counts={**here, night.entries[moved]: 4000}, **night.act)
    assert expected(night)["1"] == 6 * 5000 + 4000


def test_at_the_only_table_that_plays_lie_all_chips_in_play() -> None:
    night = night_of(6)
    count(night, {1: 29_975})
    assert said(night) == [
        ("table_count_short", {"table": "1", "counted": 29_975, "expected": 30_000, "difference": 25}),
        ("room_count_short", {"counted": 29_975, "expected": 30_000, "difference": 25}),
    ]
    use(night)
    assert expected(night) == {"1": 29_975}


def test_what_a_forfeit_and_a_re_entry_change_of_the_ledger_has_lines_of_its_own_T_2_1a() -> None:
    night = twenty(RE_ENTRY)
    assert night.field().chip_ledger.by_kind == {"buy_in": 100_000}
    buy(night, "P03", "re_entry", stack=1200)
    ledger = night.field().chip_ledger
    assert ledger.by_kind == {"buy_in": 100_000, "forfeit": -1200, "re_entry": 5000}
    assert (ledger.total, ledger.sold) == (103_800, 105_000)
    assert ledger == in_play(
        [*[ChipChange("buy_in", 5000)] * 20, ChipChange("forfeit", -1200), ChipChange("re_entry", 5000)]
    )
    void(night, "P03", back=True)
    assert night.field().chips_in_play == 100_000


@pytest.mark.parametrize(("fraction", "delta", "total"), [("half_up", 50, 60_050), ("floor", -50, 59_950)])
def test_a_chip_race_at_one_of_two_tables_changes_the_ledger_and_that_table_alone_T_2_8(
    fraction: str, delta: int, total: int
) -> None:
    night = night_of(12)
    night.open.house["race_fraction"] = fraction
    night.open.save(update_fields=["house"])
    count(night, {1: 30_000, 2: 30_000})
    seats = sorted(Seat.objects.filter(table=table(night, 1), ended_at=None).values_list("number", flat=True))
    cards = (("Ks", "4d", "2c"), ("9h",), ("Qd", "7c"), ("Kh", "Js", "3d"), ("Ac",))
    odd = OddChips(
        table(night, 1).pk,
        {seat: len(dealt) for seat, dealt in zip(seats, cards, strict=False)},
        dict(zip(seats, cards, strict=False)),
    )
    colour_ups.colour_up(open=night.open, chip=25, into=100, tables=[odd], **night.act)
    assert night.field().chip_ledger.by_kind == {"buy_in": 60_000, "colour_up": delta}
    assert night.field().chips_in_play == total
    assert expected(night) == {"1": 30_000 + delta, "2": 30_000}
    assert [one.count is not None for one in seen(night).tables] == [False, True]


def test_a_colour_up_that_made_a_difference_in_all_leaves_the_tables_unknown() -> None:
    night = night_of(12)
    colour_ups.colour_up(open=night.open, chip=25, into=100, delta=75, **night.act)
    assert (expected(night), night.field().chips_in_play) == ({"1": None, "2": None}, 60_075)


def test_what_a_disqualified_player_takes_away_is_forfeited_TDA_71(night: Night) -> None:
    name = sitting(night)[1].popitem()[1]
    replays.disqualify(entry=night.entries[name], chips=4300, seed="s", **night.act)
    assert night.field().chip_ledger.by_kind == {"buy_in": 60_000, "forfeit": -4300}


def test_a_finished_open_counts_no_tables() -> None:
    night = night_of(2)
    night.out("P02")
    floor.finish_open(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    assert refusal(lambda: count(night, {1: 10_000})).code == "finished_already"
