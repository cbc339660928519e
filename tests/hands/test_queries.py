"""The sheet that a new hand starts from: forced bets, short stacks, the level that it was played at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.hands.queries import fresh_sheet, hands_of, levels_played, next_number, sheet_of
from tdapp.hands.services import void_hand
from tdapp.rules.levels import Level
from tests.builders import Night, timed_terms
from tests.hands.dealing import enter, fresh, hand_of, night_with, sit, table_view, the_table

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


def posted(night: Night) -> dict[str, tuple[int, int, bool]]:
    """Name → (live, dead, all-in)."""
    names = {entry.pk: name for name, entry in night.entries.items()}
    return {names[p.entry]: (p.live, p.dead, p.all_in) for p in fresh(night).parts}


def with_antes(ante: str, order: str = "blind_first") -> Night:
    terms = timed_terms()
    levels = tuple(replace(level, ante=100) for level in terms.levels)
    night = night_with(
        *FOUR,
        terms=replace(terms, house=replace(terms.house, ante=ante, bb_ante_order=order), levels=levels),
    )
    sit(night, *FOUR)
    return night


def test_everybody_is_folded_with_the_blinds_they_posted_SPT_12():
    night = night_with(*FOUR)
    sit(night, *FOUR)
    assert posted(night) == {
        "Ana": (0, 0, False), "Bea": (0, 0, False), "Cruz": (50, 0, False), "Dina": (25, 0, False),
    }  # fmt: skip
    assert all(part.folded for part in fresh(night).parts)
    here = fresh(night)
    assert (here.button, here.small_blind, here.big_blind) == (1, 4, 3)


def test_antes_of_everybody_are_layered_with_the_blinds_SPT_30():
    assert posted(with_antes("per_player")) == {
        "Ana": (100, 0, False), "Bea": (125, 0, False), "Cruz": (150, 0, False), "Dina": (100, 0, False),
    }  # fmt: skip


@pytest.mark.parametrize(("order", "posts"), [("blind_first", (50, 20, True)), ("ante_first", (0, 70, True))])
def test_a_short_big_blind_pays_blind_and_ante_in_the_houses_order_S20_S22(order, posts):
    night = with_antes("big_blind", order)
    assert posted(night)["Cruz"] == (50, 100, False)
    floor.count_chips(open=night.open, counts={night.entries["Cruz"]: 70}, **night.act)
    assert posted(night)["Cruz"] == posts


def test_whoever_cannot_cover_the_blind_is_all_in_for_what_is_left_SIS_21():
    night = night_with(*FOUR)
    sit(night, *FOUR)
    floor.count_chips(open=night.open, counts={night.entries["Cruz"]: 25}, **night.act)
    part = next(p for p in fresh(night).parts if p.entry == night.entries["Cruz"].pk)
    assert (part.live, part.all_in, part.folded) == (25, True, False)


def test_a_stale_stack_shortens_no_blind():
    night = night_with(*FOUR)
    sit(night, *FOUR)
    floor.count_chips(open=night.open, counts={night.entries["Cruz"]: 25}, **night.act)
    night.wait(minutes=21)
    assert posted(night)["Cruz"] == (50, 0, False)


def test_a_hand_that_ends_in_a_break_was_played_at_the_levels_played_it():
    terms = timed_terms()
    levels = (terms.levels[0], Level.break_of(10), *terms.levels[1:])
    night = night_with(*FOUR, terms=replace(terms, levels=levels))
    night.wait(minutes=21)
    assert (fresh(night).sb, fresh(night).bb) == (25, 50)
    night.wait(minutes=10)
    assert (fresh(night).sb, fresh(night).bb) == (50, 100)


def test_a_hand_begun_before_the_blinds_rose_can_be_entered_at_its_own_level_RULES_2_5():
    night = night_with(*FOUR, terms=timed_terms())
    sit(night, *FOUR)
    face = clock_face(night.open, night.now, night.field())
    assert levels_played(night.open, face) == ((0, Level.of_minutes(25, 50, 20)),)
    night.wait(minutes=20, seconds=30)
    face = clock_face(night.open, night.now, night.field())
    now, earlier = levels_played(night.open, face)
    assert (now, earlier) == ((1, Level.of_minutes(50, 100, 20)), (0, Level.of_minutes(25, 50, 20)))
    sheet = fresh_sheet(night.open, table_view(night), face, earlier[1])
    assert sheet is not None
    assert [part.live for part in sheet.parts] == [0, 25, 50, 0]


def test_there_is_no_sheet_without_a_dealer_or_for_one_player():
    night = night_with("Ana", "Bea")
    night.out("Ana")
    face = clock_face(night.open, night.now, night.field())
    assert fresh_sheet(night.open, table_view(night), face) is None


def test_hands_are_numbered_per_table_and_voided_ones_leave_no_gap():
    night = night_with(*FOUR)
    sit(night, *FOUR)
    first = hand_of(enter(night, {"Ana": ("in", 50), "Cruz": ("in", 50)}, [["Ana"]]))
    enter(night, {"Ana": ("in", 50), "Bea": ("in", 50)}, [["Ana"]])
    assert [view.number for view in hands_of(the_table(night).round)] == [1, 2]
    assert next_number(table_view(night)) == 3
    void_hand(hand=first, seed="s", **night.act)
    assert [view.number for view in hands_of(the_table(night).round)] == [1]


def test_an_entered_hand_reads_back_as_it_was_typed():
    night = night_with(*FOUR)
    sit(night, *FOUR)
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000), "Dina": ("fold", 25)}, [["Ana"]]))
    sheet = sheet_of(hand)
    assert [(p.live, p.folded, p.all_in) for p in sheet.parts] == [
        (2000, False, True), (2000, False, False), (50, True, False), (25, True, False),
    ]  # fmt: skip
    assert sheet.winners == ((1,),)
    assert (sheet.button, sheet.small_blind, sheet.big_blind) == (1, 4, 3)
