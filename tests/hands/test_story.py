"""The entered hands told afterwards: per table, per player, with what was corrected, voided or undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.clock.queries import clock_face
from tdapp.floor.queries import TableView, seat_map
from tdapp.floor.rearranging import break_table
from tdapp.floor.services import count_chips
from tdapp.hands import services
from tdapp.hands.models import Hand
from tdapp.hands.queries import fresh_sheet
from tdapp.hands.story import PER_PAGE, HandTold, Told
from tdapp.journal.undo import undo
from tdapp.opens.models import Table
from tests.builders import Night, timed_terms
from tests.hands.dealing import correct, enter, fresh, hand_of, night_with, seat_of, sit, the_table, told

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night(db: None) -> Night:
    """Four in seats 1 to 4 with 5 000 each at 25/50; Ana deals, Bea and Cruz post."""
    night = night_with(*FOUR, terms=timed_terms())
    sit(night, *FOUR)
    return night


def story(night: Night) -> Told:
    return Told(night.open, night.field())


def listed(night: Night, **of: Any) -> tuple[HandTold, ...]:
    return story(night).page(**of).hands


def won(hand: HandTold) -> list[tuple[int, list[tuple[str, int]]]]:
    """Each pot with who took how much of it."""
    return [(pot.amount, [(name, chips) for _seat, name, chips in pot.shares]) for pot in hand.pots]


def three_all_in(night: Night) -> Hand:
    """Bea 1 000 and Cruz 5 000 all-in, Dina calls; Bea takes the main pot, Dina the side pot: Cruz is out."""
    count_chips(open=night.open, counts={night.entries["Bea"]: 1000}, **night.act)
    puts = {"Bea": ("all", 1000), "Cruz": ("all", 5000), "Dina": ("all", 5000)}
    return hand_of(enter(night, puts, [["Bea"], ["Dina"]]))


# -- one hand ------------------------------------------------------------------------------------------


def test_a_hand_says_its_level_pots_winners_gains_and_who_went_out(night: Night) -> None:
    night.wait(minutes=3)
    three_all_in(night)
    (hand,) = listed(night)
    assert (hand.number, hand.table.label, hand.at, hand.level) == (1, "1", night.now, 1)
    assert (hand.sheet.sb, hand.sheet.bb, hand.sheet.button) == (25, 50, 1)
    assert won(hand) == [(3000, [("Bea", 3000)]), (8000, [("Dina", 8000)])]
    assert hand.amount == 11_000
    gains = {part.name: (part.before, part.gain, part.after) for part in hand.parts}
    assert gains == {
        "Ana": (5000, 0, 5000),
        "Bea": (1000, 2000, 3000),
        "Cruz": (5000, -5000, 0),
        "Dina": (5000, 3000, 8000),
    }
    (out,) = hand.outs
    assert (out.name, out.by, out.place and out.place.number) == ("Cruz", "Dina", 4)
    assert [part.name for part in hand.contested] == ["Bea", "Cruz", "Dina"]


def test_what_nobody_called_goes_back_and_is_in_no_pot(night: Night) -> None:
    enter(night, {"Bea": ("in", 400), "Cruz": ("fold", 50)}, [["Bea"]])
    (hand,) = listed(night)
    assert won(hand) == [(100, [("Bea", 100)])]
    assert [(name, chips) for _seat, name, chips in hand.returned] == [("Bea", 350)]


def test_a_stack_that_nobody_knew_stays_unknown(night: Night) -> None:
    night.wait(minutes=40)
    enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]])
    (hand,) = listed(night)
    assert [(part.before, part.after) for part in hand.parts] == [(None, None)] * 4
    assert {part.name: part.gain for part in hand.parts} == {"Ana": 700, "Bea": -500, "Cruz": -200, "Dina": 0}


def test_the_level_is_that_of_the_blinds_it_was_played_at(night: Night) -> None:
    night.wait(minutes=25)
    enter(night, {"Ana": ("in", 200), "Bea": ("in", 200)}, [["Ana"]])
    (hand,) = listed(night)
    assert (hand.sheet.bb, hand.level) == (100, 2)


def test_levels_by_outs_are_told_by_their_blinds_SPT_38() -> None:
    night = night_with(*FOUR, "Eva")
    night.out("Ana")
    night.out("Bea")
    enter(night, {"Cruz": ("in", 200), "Dina": ("in", 200)}, [["Cruz"]])
    (hand,) = listed(night)
    assert (hand.sheet.sb, hand.sheet.bb, hand.level) == (50, 100, 2)


def test_cards_and_board_are_told_with_what_they_are_worth(night: Night) -> None:
    sheet = told(night, fresh(night), {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]])
    held = {seat_of(night, "Ana"): ("Ah", "Ad"), seat_of(night, "Bea"): ("Kh", "Kd")}
    parts = tuple(replace(part, cards=held.get(part.seat, ())) for part in sheet.parts)
    sheet = replace(sheet, parts=parts, board=("2c", "3d", "4s", "9h", "Js"))
    services.enter_hand(table=the_table(night), sheet=sheet, **night.act)
    (hand,) = listed(night)
    assert hand.sheet.board == ("2c", "3d", "4s", "9h", "Js")
    values = {part.name: part.value.category for part in hand.parts if part.value}
    assert values == {"Ana": "pair", "Bea": "pair"}


# -- lists -----------------------------------------------------------------------------------------------


def test_the_newest_hand_comes_first_and_numbers_count_per_table(night: Night) -> None:
    for name in ("Ana", "Bea", "Dina"):
        night.wait(minutes=1)
        enter(night, {name: ("in", 200), "Cruz": ("in", 200)}, [[name]])
    assert [(hand.number, hand.pots[0].shares[0][1]) for hand in listed(night)] == [
        (3, "Dina"),
        (2, "Bea"),
        (1, "Ana"),
    ]


def test_a_player_has_the_hands_he_was_dealt_with_what_each_brought_him(night: Night) -> None:
    three_all_in(night)
    enter(night, {"Bea": ("in", 400), "Dina": ("in", 400)}, [["Dina"]])
    ana = story(night).page(entry=night.entries["Ana"].pk)
    cruz = story(night).page(entry=night.entries["Cruz"].pk)
    assert [hand.his and hand.his.gain for hand in cruz.hands] == [-5000]
    assert (cruz.total, cruz.gain) == (1, -5000)
    assert (ana.total, ana.gain) == (2, sum(hand.his.gain for hand in ana.hands if hand.his))


def some_hand(night: Night, view: TableView) -> None:
    """The first two of a table play for 300 each."""
    sheet = fresh_sheet(night.open, view, clock_face(night.open, night.now, night.field()))
    assert sheet is not None
    both = [part.seat for part in sheet.parts[:2]]
    parts = tuple(
        replace(part, live=300, dead=0, folded=False) if part.seat in both else part for part in sheet.parts
    )
    table = Table.objects.get(pk=view.id)
    services.enter_hand(table=table, sheet=replace(sheet, parts=parts, winners=((both[0],),)), **night.act)


def test_a_broken_table_keeps_its_hands(db: None) -> None:
    night = night_with(*(f"J{n}" for n in range(1, 13)), terms=timed_terms())
    everyone = night.field()
    one, two = seat_map(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)
    some_hand(night, one)
    some_hand(night, two)
    for seat in [seat for seat in two.seats if seat.entrant][2:]:
        night.out(seat.entrant.name if seat.entrant else "")
    break_table(open=night.open, table=Table.objects.get(pk=two.id), seed="s", **night.act)
    page = story(night).page()
    assert [(fact.label, fact.over) for fact in page.tables] == [("1", ""), ("2", "broken")]
    assert [hand.number for hand in page.hands] == [1, 1]
    (hand,) = listed(night, table=two.id)
    assert (hand.table.label, hand.table.over) == ("2", "broken")


# -- what was changed ------------------------------------------------------------------------------------


def test_a_corrected_hand_says_when_and_shows_what_is_true_now(night: Night) -> None:
    hand = three_all_in(night)
    night.wait(minutes=7)
    correct(night, hand, {}, [["Dina"], ["Dina"]])
    (shown,) = listed(night)
    assert (shown.corrections, shown.changed_at, shown.voided) == (1, night.now, False)
    assert won(shown) == [(3000, [("Dina", 3000)]), (8000, [("Dina", 8000)])]
    assert [part.name for part in shown.outs] == ["Bea", "Cruz"]


def test_a_voided_hand_stays_as_it_was_told_and_counts_for_nobody(night: Night) -> None:
    hand = three_all_in(night)
    correct(night, hand, {}, [["Dina"], ["Dina"]])
    night.wait(minutes=1)
    services.void_hand(hand=hand, seed="s", **night.act)
    enter(night, {"Ana": ("in", 200), "Dina": ("in", 200)}, [["Ana"]])
    live, gone = listed(night)
    assert (gone.voided_at, gone.voided, live.voided) == (night.now, True, False)
    assert won(gone) == [(3000, [("Dina", 3000)]), (8000, [("Dina", 8000)])]
    assert [hand.number for hand in (live, gone)] == [1, 1]
    cruz = story(night).page(entry=night.entries["Cruz"].pk)
    assert (cruz.total, cruz.gain) == (2, -50)


def test_an_undone_hand_never_was_and_an_undone_voiding_neither(night: Night) -> None:
    enter(night, {"Ana": ("in", 200), "Dina": ("in", 200)}, [["Ana"]])
    entry = enter(night, {"Ana": ("in", 300), "Dina": ("in", 300)}, [["Ana"]])
    undo(entry=entry, **night.act)
    assert [hand.number for hand in listed(night)] == [1]
    (first,) = listed(night)
    voided = services.void_hand(hand=Hand.objects.get(pk=first.id), seed="s", **night.act)
    assert [hand.voided for hand in listed(night)] == [True]
    undo(entry=voided, **night.act)
    assert [(hand.number, hand.voided) for hand in listed(night)] == [(1, False)]


# -- many ------------------------------------------------------------------------------------------------


def queries(night: Night, **of: Any) -> int:
    field = night.field()
    with CaptureQueriesContext(connection) as seen:
        Told(night.open, field).page(**of)
    return len(seen)


def test_queries_do_not_grow_with_the_hands_and_pages_hold_so_many(night: Night) -> None:
    ana = night.entries["Ana"].pk
    for _ in range(2):
        enter(night, {"Ana": ("in", 100), "Bea": ("in", 100)}, [["Ana"]])
    few = queries(night), queries(night, entry=ana), queries(night, table=the_table(night).pk)
    for _ in range(PER_PAGE):
        enter(night, {"Ana": ("in", 100), "Bea": ("in", 100)}, [["Bea"]])
    assert (queries(night), queries(night, entry=ana), queries(night, table=the_table(night).pk)) == few
    assert max(few) <= 7
    last = story(night).page(page=9)
    assert (last.page, last.pages, last.total) == (2, 2, PER_PAGE + 2)
    assert [hand.number for hand in last.hands] == [2, 1]
    assert story(night).page().hands[-1].number == 3


def test_the_hands_beside_one_are_those_of_its_table(night: Night) -> None:
    hands = [hand_of(enter(night, {"Ana": ("in", 100), "Bea": ("in", 100)}, [["Ana"]])) for _ in range(3)]
    all_told = story(night)
    middle = all_told.hand(hands[1].pk)
    assert middle is not None
    assert all_told.beside(middle) == (hands[0].pk, hands[2].pk)
    assert all_told.hand(0) is None
