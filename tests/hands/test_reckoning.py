"""The reckoning behind preview and save: winners that follow, questions, what the night then looks like."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.hands.queries import reckon_again, reckon_fresh, sheet_of
from tdapp.hands.reckoning import Part, Pick, Sheet, with_winners, without
from tdapp.hands.services import correct_hand
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.hands.dealing import enter, fresh, hand_of, night_with, places, sit, stacks, told

SPT = PRESETS["spt"]
NONE = Pick((), False)


def sheet(*puts: tuple[int, bool]) -> Sheet:
    """Seats 1, 2, 3 … with (chips, folded)."""
    return Sheet(
        1, 0, 0, 0, tuple(Part(n, 100 + n, chips, folded=out) for n, (chips, out) in enumerate(puts, start=1))
    )


THREE_POTS = sheet((100, False), (500, False), (900, False), (900, False), (50, True))


def test_the_winner_of_the_main_pot_also_wins_each_side_pot_he_contests():
    assert with_winners(THREE_POTS, SPT, [Pick((4,), True)]).winners == ((4,), (4,), (4,))
    assert with_winners(THREE_POTS, SPT, [Pick((2,), True)]).winners == ((2,), (2,), ())
    assert with_winners(THREE_POTS, SPT, [Pick((1,), True)]).winners == ((1,), (), ())


def test_several_best_hands_share_each_pot_that_they_contest():
    assert with_winners(THREE_POTS, SPT, [Pick((1, 3), True)]).winners == ((1, 3), (3,), (3,))


def test_what_follows_from_a_side_pot_fills_the_pots_above_it_only():
    picks = [NONE, Pick((3,), True)]
    assert with_winners(THREE_POTS, SPT, picks).winners == ((), (3,), (3,))


def test_a_proposal_gives_way_to_what_was_named_and_stays_otherwise():
    recorded = [Pick((1,), False), Pick((2,), False), Pick((4,), False)]
    assert with_winners(THREE_POTS, SPT, recorded).winners == ((1,), (2,), (4,))
    changed = [Pick((3,), True), *recorded[1:]]
    assert with_winners(THREE_POTS, SPT, changed).winners == ((3,), (3,), (3,))
    kept = [Pick((2,), True), *recorded[1:]]
    assert with_winners(THREE_POTS, SPT, kept).winners == ((2,), (2,), (4,))


def test_a_named_winner_stays_even_against_the_cards_and_none_named_asks_again():
    picks = [Pick((4,), True), Pick((2,), True), Pick((), True)]
    assert with_winners(THREE_POTS, SPT, picks).winners == ((4,), (2,), ())


def test_a_winner_who_folded_is_kept_to_be_refused_and_dropped_while_typing():
    folded = replace(THREE_POTS, parts=(*THREE_POTS.parts[:3], replace(THREE_POTS.parts[3], folded=True)))
    assert with_winners(folded, SPT, [Pick((4,), True)]).winners == ((4,), (), ())
    assert with_winners(folded, SPT, [Pick((4,), True)], drop_folded=True).winners == ((), (), ())


@pytest.mark.django_db
def test_the_preview_says_what_the_save_then_does():
    night = night_with("Ana", "Bea", "Cruz", "Dina")
    sit(night, "Ana", "Bea", "Cruz", "Dina")
    puts = {"Ana": ("all", 2000), "Bea": ("all", 2000), "Cruz": ("in", 2000)}
    before = night.field()
    done = reckon_fresh(night.open, before, told(night, fresh(night), puts, [["Bea"]]), night.now)
    assert night.field() == before
    enter(night, puts, [["Bea"]])
    after = night.field()
    assert done.then.places == after.places
    assert {key: stack.chips for key, stack in done.then.stacks.items()} == {
        key: stack.chips for key, stack in after.stacks.items()
    }
    assert places(night) == {"Ana": (3, 4), "Cruz": (3, 4)}


@pytest.mark.django_db
def test_the_preview_of_a_correction_says_what_it_then_does():
    night = night_with("Ana", "Bea", "Cruz", "Dina", "Eva")
    sit(night, "Ana", "Bea", "Cruz", "Dina", "Eva")
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]]))
    night.out("Cruz", by="Dina")
    enter(night, {"Eva": ("in", 100), "Dina": ("in", 100)}, [["Eva"]])
    again = replace(sheet_of(hand), winners=((1,),))
    done = reckon_again(hand, night.field(), again)
    correct_hand(hand=hand, sheet=again, seed="s", **night.act)
    after = night.field()
    assert done.then.places == after.places
    assert {key: (stack.chips, stack.moved) for key, stack in done.then.stacks.items()} == {
        key: (stack.chips, stack.moved) for key, stack in after.stacks.items()
    }


@pytest.mark.django_db
def test_a_night_without_a_hand_is_as_before_it_but_for_later_hands():
    night = night_with("Ana", "Bea", "Cruz", "Dina")
    sit(night, "Ana", "Bea", "Cruz", "Dina")
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Bea"]]))
    enter(night, {"Bea": ("in", 100), "Cruz": ("in", 100)}, [["Cruz"]])
    then = without(night.field(), hand.order)
    assert then.places == {}
    assert {night.field().by_id[key].name: stack.chips for key, stack in then.stacks.items()} == {
        "Ana": 2000,
        "Bea": 1900,
        "Cruz": stacks(night)["Cruz"] + 50,
        "Dina": stacks(night)["Dina"] + 25,
    }


@pytest.mark.django_db
def test_what_a_stack_should_have_been_is_one_question_for_each_player():
    night = night_with("Ana", "Bea", "Cruz")
    sit(night, "Ana", "Bea", "Cruz")
    puts = {"Ana": ("all", 2500), "Bea": ("in", 2100), "Cruz": ("all", 2000)}
    done = reckon_fresh(night.open, night.field(), told(night, fresh(night), puts, []), night.now)
    assert [(q.code, q.params["seat"], q.params["known"], q.params["put_in"]) for q in done.questions] == [
        ("stack_differs", 1, 2000, 2500),
        ("stack_differs", 2, 2000, 2100),
    ]
    assert done.lacking == (0, 1)
    assert done.put_in == 6600


@pytest.mark.django_db
def test_a_hand_without_a_chip_in_it_is_no_hand():
    night = night_with("Ana", "Bea")
    nothing = replace(fresh(night), parts=tuple(replace(p, live=0, folded=False) for p in fresh(night).parts))
    with pytest.raises(RuleError) as refused:
        reckon_fresh(night.open, night.field(), nothing, night.now)
    assert refused.value.code == "no_contributions"
