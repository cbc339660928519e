"""Hands at the tables of rounds: the table's own ante, and who stays in without a chip (VIV-17, VIV-25)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.floor.queries import seat_map
from tdapp.floor.table_faces import clock_at
from tdapp.hands import services
from tdapp.hands.models import Hand
from tdapp.hands.queries import fresh_sheet, levels_played, reckon_again, reckon_fresh, sheet_of
from tdapp.hands.reckoning import Sheet
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Out, Table
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import (
    end,
    places,
    play_out,
    second_round,
    seen,
    sitting,
    standing,
    table_called,
    vivaldi_night,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Sixteen players at A to D, play just begun."""
    night = vivaldi_night()
    night.start()
    return night


def fresh(night: Night, table: Table) -> Sheet:
    """A new hand at that table."""
    everyone = night.field()
    face = clock_at(night.open, table, everyone, clock_face(night.open, night.now, everyone))
    view = next(v for v in seat_map(night.open, everyone, face, night.now) if v.id == table.pk)
    sheet = fresh_sheet(night.open, view, face)
    assert sheet is not None
    return sheet


def all_in(night: Night, table: Table, chips: dict[str, int], winner: str) -> Sheet:
    """Everybody named puts in all he has; ``winner`` takes each pot he is in."""
    by_entry = {night.entries[name].pk: count for name, count in chips.items()}
    base = fresh(night, table)
    parts = tuple(
        replace(part, live=by_entry[part.entry], dead=0, folded=False, all_in=True, had=None)
        for part in base.parts
    )
    seat = next(part.seat for part in parts if part.entry == night.entries[winner].pk)
    pots = len(set(chips.values()))
    return replace(base, parts=parts, winners=((seat,),) * pots)


def enter(night: Night, table: Table, sheet: Sheet) -> JournalEntry:
    return services.enter_hand(table=table, sheet=sheet, overruled=["stack_differs"], **night.act)


def counted(night: Night, **chips: int) -> None:
    counts = {night.entries[name]: count for name, count in chips.items()}
    floor.count_chips(open=night.open, counts=counts, **night.act)


def test_a_hand_is_played_at_the_ante_of_its_own_table_VIV_17():
    night = vivaldi_night()
    second_round(night)
    one, two = table_called(night.open, "1", 2), table_called(night.open, "2", 2)
    assert (fresh(night, one).ante, fresh(night, two).ante) == (100, 100)
    night.out(sitting(one)[0])
    assert (fresh(night, one).ante, fresh(night, two).ante) == (200, 100)
    everyone = night.field()
    face = clock_at(night.open, one, everyone, clock_face(night.open, night.now, everyone))
    assert [level.ante for _, level in levels_played(night.open, face)] == [200]


def test_in_an_entered_hand_the_better_of_two_out_of_three_stays_in_VIV_25(night: Night):
    table = table_called(night.open, "A")
    one, two, three, four = sitting(table)
    night.out(four)
    chips = {one: 15_000, two: 3000, three: 2000}
    counted(night, **chips)
    sheet = all_in(night, table, chips, one)
    back_and_forth(night, lambda: enter(night, table, sheet))
    assert standing(seen(night, "A")) == {
        one: (None, "in"), two: (None, "in"), three: (3, "out"), four: (4, "out"),
    }  # fmt: skip
    stacks = night.field().stacks
    assert [stacks[night.entries[name].pk].chips for name in (one, two)] == [20_000, 0]
    assert Out.objects.filter(hand=Hand.objects.get().order).count() == 1
    end(night, "A", **{one: 20_000, two: 0})
    assert standing(seen(night, "A"))[two] == (2, "through")


def test_the_preview_places_who_goes_out_below_who_had_gone_on_as_the_saved_hand_does_RULES_4_1(night: Night):
    """The second of A went on and left before the next round; whoever goes out in B later stands below him,
    two in one hand in their order too."""
    there = play_out(night, table_called(night.open, "A"))
    gone = [[night.entries[there[1]]]]
    floor.record_outs(open=night.open, groups=gone, overruled=["chips_handed_in"], **night.act)
    assert places(night) == {there[3]: 16, there[2]: 15, there[1]: 14}
    table = table_called(night.open, "B")
    one, two, three, four = sitting(table)
    chips = {one: 9000, two: 6000, three: 3000, four: 2000}
    counted(night, **chips)
    sheet = all_in(night, table, chips, one)
    sheet = replace(
        sheet,
        parts=tuple(
            replace(part, live=0, folded=True, all_in=False) if part.entry == night.entries[two].pk else part
            for part in sheet.parts
        ),
        winners=sheet.winners[:2],
    )
    foretold = reckon_fresh(night.open, night.field(), sheet, night.now, table)
    assert {line.entry: line.place.first for line in foretold.lines if line.place} == {
        night.entries[four].pk: 14, night.entries[three].pk: 13,
    }  # fmt: skip
    assert foretold.then.places[night.entries[there[1]].pk].first == 12
    enter(night, table, sheet)
    assert places(night) == {there[3]: 16, there[2]: 15, four: 14, three: 13, there[1]: 12}
    assert night.field().places == foretold.then.places


def test_who_is_out_only_by_a_correction_stands_below_who_had_gone_on_too_RULES_4_1(night: Night):
    """After the second of A has left, a hand of B in which nobody was out is entered anew."""
    there = play_out(night, table_called(night.open, "A"))
    gone = [[night.entries[there[1]]]]
    floor.record_outs(open=night.open, groups=gone, overruled=["chips_handed_in"], **night.act)
    table = table_called(night.open, "B")
    one, two, three, four = sitting(table)
    chips = {one: 9000, two: 6000, three: 3000, four: 2000}
    counted(night, **chips)
    sheet = all_in(night, table, chips, one)
    folded = tuple(
        replace(part, live=0, folded=True, all_in=False)
        if part.entry in (night.entries[two].pk, night.entries[three].pk)
        else part
        for part in sheet.parts
    )
    sheet = replace(sheet, parts=folded, winners=sheet.winners[:1])
    seat_of_four = next(part.seat for part in sheet.parts if part.entry == night.entries[four].pk)
    enter(night, table, replace(sheet, winners=((seat_of_four,),)))
    assert four not in places(night)
    hand = Hand.objects.get()
    foretold = reckon_again(hand, night.field(), sheet)
    told = {"overruled": ["stack_differs"], "seed": "s"}
    back_and_forth(night, lambda: services.correct_hand(hand=hand, sheet=sheet, **told, **night.act))
    assert places(night) == {there[3]: 16, there[2]: 15, four: 14, there[1]: 13}
    assert night.field().places == foretold.then.places


def test_equal_stacks_in_an_entered_hand_ask_for_the_open_hand_VIV_25(night: Night):
    table = table_called(night.open, "A")
    one, two, three, four = sitting(table)
    night.out(four)
    chips = {one: 16_000, two: 2000, three: 2000}
    counted(night, **chips)
    with pytest.raises(RuleError, match="open_hand_needed") as refused:
        enter(night, table, all_in(night, table, chips, one))
    assert set(refused.value.params["players"]) == {night.entries[two].pk, night.entries[three].pk}


def test_no_hand_is_entered_at_a_decided_table_nor_corrected_under_its_result(night: Night):
    table = table_called(night.open, "A")
    one, two, three, four = sitting(table)
    chips = {one: 5000, two: 5000, three: 5000, four: 5000}
    night.out(four)
    chips = {one: 9000, two: 8000, three: 3000}
    counted(night, **chips)
    enter(night, table, all_in(night, table, {**chips, one: 9000}, one))
    hand = Hand.objects.get()
    table.refresh_from_db()
    assert seen(night, "A").state == "count_needed"
    with pytest.raises(RuleError, match="table_decided"):
        enter(night, table, replace(sheet_of(hand), parts=sheet_of(hand).parts[:2], winners=()))
    end(night, "A", **{one: 20_000, two: 0})
    with pytest.raises(RuleError, match="table_finished_already"):
        services.correct_hand(hand=hand, sheet=sheet_of(hand), seed="s", **night.act)
