"""Correcting and voiding hands found wrong late: outs, places, stacks and button follow (DESIGN 3)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tdapp.floor import corrections
from tdapp.floor import services as floor
from tdapp.floor.corrections import OutChange
from tdapp.hands import services
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.queries import number_of, sheet_of
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Out, StackChange
from tdapp.rules.errors import RuleError
from tests.builders import Night, timed_terms
from tests.hands.dealing import (
    correct,
    enter,
    hand_of,
    marks,
    night_with,
    places,
    seat_of,
    sit,
    stacks,
)
from tests.nights.random_night import everything_shown

pytestmark = pytest.mark.django_db

SIX = ("Ana", "Bea", "Cruz", "Dina", "Eva", "Fina")


@pytest.fixture
def night() -> Night:
    """Six in seats 1 to 6 with 20 € each, the button with Ana; play goes 6, 5, 4 …"""
    night = night_with(*SIX)
    sit(night, *SIX)
    return night


def there_and_back(night: Night, act) -> None:
    """Do something, undo it and redo it: what is shown before and after is the same."""
    later = night.now + timedelta(minutes=3)
    before = everything_shown(night, later)
    entry: JournalEntry = act()
    after = everything_shown(night, later)
    assert after != before
    back = undo(entry=entry, actor=night.director, now=night.now)
    assert everything_shown(night, later) == before
    redo(entry=back, actor=night.director, now=night.now)
    assert everything_shown(night, later) == after


# -- a wrong winner three hands back -------------------------------------------------------------------


def test_a_wrong_winner_three_hands_back_is_corrected_and_later_stacks_follow(night):
    wrong = hand_of(enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]]))
    enter(night, {"Ana": ("in", 100), "Dina": ("in", 100)}, [["Dina"]])
    enter(night, {"Bea": ("in", 100), "Dina": ("in", 100)}, [["Bea"]])
    enter(night, {"Cruz": ("in", 200), "Eva": ("in", 200)}, [["Eva"]])
    known = stacks(night)
    there_and_back(night, lambda: correct(night, wrong, {}, [["Bea"]]))
    now = stacks(night)
    assert now["Ana"] == known["Ana"] - 1075  # the pot: 2 × 5 € and both blinds
    assert now["Bea"] == known["Bea"] + 1075
    assert {name: now[name] for name in SIX[2:]} == {name: known[name] for name in SIX[2:]}


def test_a_later_all_in_was_seen_so_its_stack_stands(night):
    wrong = hand_of(enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]]))
    enter(night, {"Ana": ("all", 2575), "Cruz": ("in", 2000)}, [["Ana"]])
    known = stacks(night)["Ana"]
    correct(night, wrong, {}, [["Bea"]])
    assert stacks(night)["Ana"] == known
    assert stacks(night)["Bea"] == 2000 + 575


def test_a_stack_that_a_correction_brings_below_zero_is_unknown_not_negative(night):
    wrong = hand_of(enter(night, {"Ana": ("in", 1500), "Bea": ("in", 1500)}, [["Ana"]]))
    enter(night, {"Ana": ("in", 2000), "Cruz": ("in", 1900)}, [["Cruz"]])
    correct(night, wrong, {}, [["Bea"]])
    assert stacks(night)["Ana"] is None
    assert stacks(night, unsure=True)["Ana"] == 0


def test_a_corrected_hand_keeps_its_moment_its_order_and_its_number(night):
    first = hand_of(enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]]))
    night.wait(minutes=4)
    second = hand_of(enter(night, {"Ana": ("in", 50), "Bea": ("in", 50)}, [["Ana"]]))
    correct(night, first, {}, [["Bea"]])
    again = Hand.objects.get(pk=first.pk)
    assert (again.at, again.order) == (first.at, first.order)
    assert {line.at for line in StackChange.objects.filter(order=first.order)} == {first.at}
    assert (number_of(again), number_of(second)) == (1, 2)
    assert again.winners == [[2]]
    assert HandSeat.objects.filter(hand=first).count() == 6


def test_a_sheet_read_back_and_saved_unchanged_changes_nothing(night):
    floor.count_chips(
        open=night.open, counts={night.entries["Ana"]: 700, night.entries["Bea"]: 400}, **night.act
    )
    hand = hand_of(
        enter(
            night,
            {"Ana": ("all", 700), "Bea": ("all", 450), "Cruz": ("in", 900)},
            [["Ana"], ["Ana"]],
            overruled=["stack_differs"],
        )
    )
    enter(night, {"Cruz": ("in", 100), "Dina": ("in", 100)}, [["Cruz"]])
    known, placed = stacks(night), places(night)
    services.correct_hand(hand=hand, sheet=sheet_of(hand), seed="s", **night.act)
    assert (stacks(night), places(night)) == (known, placed)


# -- who is out ----------------------------------------------------------------------------------------


def test_whoever_was_not_out_after_all_sits_down_again_and_the_other_goes_in_his_place(night):
    wrong = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Bea"]]))
    night.wait(minutes=1)
    night.out("Cruz", by="Dina")
    assert places(night) == {"Ana": (6, 6), "Cruz": (5, 5)}
    there_and_back(night, lambda: correct(night, wrong, {}, [["Ana"]]))
    assert places(night) == {"Bea": (6, 6), "Cruz": (5, 5)}
    assert seat_of(night, "Ana") == 1
    out = Out.objects.get(entry=night.entries["Bea"])
    assert (out.by, out.at, out.hand) == (night.entries["Ana"], wrong.at, wrong.order)


def test_more_outs_than_before_stand_before_those_of_later_hands(night):
    hand = hand_of(enter(night, {"Ana": ("in", 1900), "Bea": ("in", 1900)}, [["Bea"]]))
    night.out("Cruz")
    night.out("Dina")
    correct(night, hand, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]])
    assert places(night) == {"Ana": (6, 6), "Cruz": (5, 5), "Dina": (4, 4)}


def test_a_hand_before_outs_that_were_put_in_another_order_still_finds_its_place(night):
    hand = hand_of(enter(night, {"Ana": ("in", 1900), "Bea": ("in", 1900)}, [["Bea"]]))
    for name in ("Cruz", "Dina", "Eva"):
        night.out(name)
    # "Earlier than" again and again until every order is written anew.
    for _ in range(12):
        for name, before in (("Dina", "Cruz"), ("Cruz", "Dina")):
            corrections.change_out(
                out=Out.objects.get(entry=night.entries[name]),
                correction=OutChange(before=Out.objects.get(entry=night.entries[before])),
                seed="s",
                **night.act,
            )
    assert places(night) == {"Cruz": (6, 6), "Dina": (5, 5), "Eva": (4, 4)}
    there_and_back(
        night, lambda: correct(night, hand, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]])
    )
    assert places(night) == {"Ana": (6, 6), "Cruz": (5, 5), "Dina": (4, 4), "Eva": (3, 3)}


def test_the_outs_of_a_hand_that_stand_keep_their_order_among_the_others(night):
    hand = hand_of(
        enter(
            night,
            {"Ana": ("all", 2000), "Bea": ("all", 2000), "Cruz": ("in", 2000), "Fina": ("fold", 500)},
            [["Cruz"]],
        )
    )
    night.out("Dina")
    there_and_back(night, lambda: correct(night, hand, {"Bea": ("all", 1800)}, [["Cruz"], ["Cruz"]],
                                          overruled=["stack_differs"]))  # fmt: skip
    assert places(night) == {"Bea": (6, 6), "Ana": (5, 5), "Dina": (4, 4)}


def test_a_player_brought_back_takes_another_seat_if_his_is_taken(night):
    wrong = hand_of(enter(night, {"Fina": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]]))
    floor.move_player(
        entry=night.entries["Ana"],
        table=wrong.table,
        number=6,
        overruled=["seat_changes_never"],
        **night.act,
    )
    there_and_back(
        night, lambda: correct(night, wrong, {"Bea": ("in", 2000), "Fina": ("all", 2000)}, [["Fina"]])
    )
    assert seat_of(night, "Ana") == 6
    assert seat_of(night, "Fina") not in (2, 3, 4, 5, 6)
    assert places(night) == {"Bea": (6, 6)}


def test_a_player_who_played_on_cannot_have_been_out_before(night):
    wrong = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 1900)}, [["Ana"]]))
    later = hand_of(enter(night, {"Bea": ("in", 10), "Cruz": ("in", 50)}, [["Cruz"], ["Cruz"]]))
    before = everything_shown(night, night.now)
    with pytest.raises(RuleError) as refused:
        correct(night, wrong, {"Bea": ("in", 2000)}, [["Ana"]])
    assert (refused.value.code, refused.value.params) == (
        "played_later", {"entry": night.entries["Bea"].pk, "hand": later.pk},
    )  # fmt: skip
    assert everything_shown(night, night.now) == before


def test_a_player_who_went_out_later_is_brought_back_in_first(night):
    wrong = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]]))
    night.out("Bea", by="Cruz")
    with pytest.raises(RuleError) as refused:
        correct(night, wrong, {}, [["Ana"]])
    assert (refused.value.code, refused.value.params) == ("out_already", {"entry": night.entries["Bea"].pk})
    corrections.reinstate(out=Out.objects.get(entry=night.entries["Bea"]), seed="s", **night.act)
    correct(night, wrong, {}, [["Ana"]])
    assert places(night) == {"Bea": (6, 6)}


def test_an_out_of_an_entered_hand_is_corrected_through_its_hand(night):
    enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]])
    with pytest.raises(RuleError) as refused:
        corrections.reinstate(out=Out.objects.get(), seed="s", **night.act)
    assert refused.value.code == "out_of_entered_hand"


def test_the_level_of_a_hand_without_outs_is_found_by_its_blinds():
    night = night_with(*SIX, terms=timed_terms(minutes=20))
    sit(night, *SIX)
    hand = hand_of(enter(night, {"Ana": ("in", 4000), "Bea": ("in", 4000)}, [["Bea"]]))
    night.wait(minutes=45)
    correct(night, hand, {"Ana": ("all", 5000), "Bea": ("in", 5000)}, [["Bea"]])
    assert Out.objects.get().level == 0


# -- the button ----------------------------------------------------------------------------------------


def test_the_button_follows_if_nobody_touched_the_table_since(night):
    wrong = hand_of(enter(night, {"Fina": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]]))
    assert marks(night) == {"Eva": "D", "Dina": "SB", "Cruz": "BB"}
    correct(night, wrong, {}, [["Fina"]])
    assert marks(night) == {"Fina": "D", "Eva": "SB", "Dina": "BB"}


def test_the_button_stays_if_a_later_hand_was_entered(night):
    wrong = hand_of(enter(night, {"Fina": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]]))
    enter(night, {"Cruz": ("in", 50)})
    assert marks(night) == {"Dina": "D", "Cruz": "SB", "Bea": "BB"}
    correct(night, wrong, {}, [["Fina"]])
    # Bea is out now, so the big blind passes to the next player: a moving button (SPT-43).
    assert marks(night) == {"Dina": "D", "Cruz": "SB", "Ana": "BB"}


# -- voided --------------------------------------------------------------------------------------------


def test_a_voided_hand_takes_stacks_outs_and_button_back(night):
    later = night.now
    before = (stacks(night), places(night), marks(night))
    hand = hand_of(enter(night, {"Fina": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]]))
    there_and_back(night, lambda: services.void_hand(hand=hand, seed="s", **night.act))
    assert (stacks(night), places(night), marks(night)) == before
    assert seat_of(night, "Fina") == 6
    assert later == night.now


def test_voiding_an_older_hand_leaves_the_later_ones_and_the_button(night):
    old = hand_of(enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]]))
    enter(night, {"Ana": ("in", 100), "Bea": ("in", 100), "Fina": ("fold", 25)}, [["Ana"]])
    here = marks(night)
    there_and_back(night, lambda: services.void_hand(hand=old, seed="s", **night.act))
    assert stacks(night)["Bea"] == 1900
    assert marks(night) == here


def test_a_voided_hand_is_neither_corrected_nor_voided_again(night):
    hand = hand_of(enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]]))
    sheet = sheet_of(hand)
    services.void_hand(hand=hand, seed="s", **night.act)
    for again in (
        lambda: services.void_hand(hand=hand, seed="s", **night.act),
        lambda: services.correct_hand(hand=hand, sheet=sheet, seed="s", **night.act),
    ):
        with pytest.raises(RuleError) as refused:
            again()
        assert (refused.value.code, refused.value.params) == ("hand_voided", {"hand": hand.pk})
