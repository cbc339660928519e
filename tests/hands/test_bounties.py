"""Bounties by the settled hand: the winners of the pot with the last chips take the head (RULES 4.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash.models import BountyPrize
from tdapp.floor import bounties
from tdapp.floor import services as floor
from tdapp.floor.absence import mark_absent
from tdapp.hands import services as hands
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Entry, Open, Out
from tdapp.web.story import sentence
from tests.builders import Night
from tests.floor.test_bounties import bounty_terms, by_name, heads
from tests.hands.dealing import correct, enter, hand_of, night_with, sit

pytestmark = pytest.mark.django_db


def counted(night: Night, **chips: int) -> None:
    """The stacks before the hand."""
    counts = {night.entries[name]: held for name, held in chips.items()}
    floor.count_chips(open=night.open, counts=counts, **night.act)


def chain(**terms: object) -> Night:
    """S39: Daniel 100, Barry 200, Vicky 400, Liv 1000, all in."""
    night = night_with("Daniel", "Barry", "Vicky", "Liv", "Zoe", terms=bounty_terms(**terms))
    sit(night, "Daniel", "Barry", "Vicky", "Liv", "Zoe")
    counted(night, Daniel=100, Barry=200, Vicky=400, Liv=1000, Zoe=5000)
    return night


ALL_IN = {
    "Daniel": ("all", 100), "Barry": ("all", 200), "Vicky": ("all", 400), "Liv": ("all", 1000),
    "Zoe": ("fold", 0),
}  # fmt: skip


def test_the_pot_with_the_last_chips_decides_S39_4_6():
    night = chain()
    enter(night, ALL_IN, [["Barry"], ["Barry"], ["Liv"], ["Liv"]])
    assert by_name(night, heads(night).taken) == {"Barry": 1000, "Liv": 1000}
    rows = {str(row.head): str(row.winner) for row in BountyPrize.objects.select_related("head", "winner")}
    assert rows == {"Daniel": "Barry", "Vicky": "Liv"}


def test_the_best_hand_overall_does_not_take_the_head_of_a_side_pot_4_6():
    night = night_with("KK", "QQ", "AA", "Zoe", terms=bounty_terms())
    sit(night, "KK", "QQ", "AA", "Zoe")
    counted(night, KK=10_000, QQ=5000, AA=1000, Zoe=4000)
    puts = {"KK": ("all", 10_000), "QQ": ("all", 5000), "AA": ("all", 1000), "Zoe": ("fold", 0)}
    enter(night, puts, [["AA"], ["KK"]])
    assert by_name(night, heads(night).taken) == {"KK": 1000}


def test_a_tie_halves_the_head_and_the_odd_cent_goes_to_the_first_from_the_button_4_6():
    night = night_with("Ana", "Bo", "Cy", "Dan", terms=bounty_terms(part=1001))
    sit(night, "Ana", "Bo", "Cy", "Dan")
    counted(night, Ana=3000, Bo=1000, Cy=3000, Dan=4000)
    puts = {"Ana": ("in", 1000), "Bo": ("all", 1000), "Cy": ("in", 1000), "Dan": ("fold", 0)}
    act = enter(night, puts, [["Ana", "Cy"]])
    # The button is Ana's: the seat after it comes first, so Cy is before her.
    assert by_name(night, heads(night).taken) == {"Cy": 501, "Ana": 500}
    assert Out.objects.get().by is None
    said = sentence(act, Open.objects.get()).replace("\u00a0", " ")
    assert said.endswith("Cy takes 5.01 € for Bo; Ana takes 5 € for Bo")


def test_one_undo_takes_back_the_hand_and_its_bounties_fault_89():
    night = chain(kind="progressive")
    act = enter(night, ALL_IN, [["Barry"], ["Barry"], ["Liv"], ["Liv"]])
    before = heads(night)
    assert by_name(night, before.in_play) == {"Barry": 1500, "Liv": 1500, "Zoe": 1000}
    back = undo(entry=act, actor=night.director, now=night.now)
    assert heads(night).taken == {}
    redo(entry=back, actor=night.director, now=night.now)
    assert heads(night) == before


def test_a_corrected_hand_moves_the_bounty_with_the_pot():
    night = chain()
    act = enter(night, ALL_IN, [["Barry"], ["Barry"], ["Liv"], ["Liv"]])
    correct(night, hand_of(act), {}, [["Barry"], ["Barry"], ["Vicky"], ["Liv"]])
    assert by_name(night, heads(night).taken) == {"Barry": 1000}
    assert set(by_name(night, heads(night).in_play)) == {"Barry", "Vicky", "Liv", "Zoe"}
    correct(night, hand_of(act), {}, [["Barry", "Liv"], ["Barry"], ["Liv"], ["Liv"]])
    assert by_name(night, heads(night).taken) == {"Barry": 500, "Liv": 1500}
    correct(night, hand_of(act), {}, [["Liv"], ["Liv"], ["Liv"], ["Liv"]])
    assert by_name(night, heads(night).taken) == {"Liv": 3000}


def test_a_voided_hand_gives_the_heads_back():
    night = chain()
    act = enter(night, ALL_IN, [["Barry"], ["Barry"], ["Liv"], ["Liv"]])
    hands.void_hand(hand=hand_of(act), seed="s", **night.act)
    assert heads(night).taken == {}
    assert not BountyPrize.objects.exists()


def test_what_the_director_says_after_the_hand_stands_until_the_hand_is_corrected():
    night = chain()
    act = enter(night, ALL_IN, [["Barry"], ["Barry"], ["Liv"], ["Liv"]])
    out = Out.objects.get(entry=night.entries["Daniel"])
    bounties.say_taker(out=out, takers=[night.entries["Liv"]], **night.act)
    assert by_name(night, heads(night).taken) == {"Liv": 2000}
    correct(night, hand_of(act), {}, [["Barry"], ["Barry"], ["Liv"], ["Liv"]])
    assert by_name(night, heads(night).taken) == {"Barry": 1000, "Liv": 1000}


def test_a_hand_of_a_night_without_bounties_asks_for_no_heads():
    night = night_with("Daniel", "Barry", "Vicky", terms=replace(bounty_terms(), bounties=None))
    sit(night, "Daniel", "Barry", "Vicky")
    counted(night, Daniel=100, Barry=200, Vicky=400)
    enter(night, {"Daniel": ("all", 100), "Barry": ("in", 100), "Vicky": ("fold", 0)}, [["Barry"]])
    assert Out.objects.get().by == Entry.objects.get(player__nickname="Barry")
    assert not BountyPrize.objects.exists()


@pytest.mark.parametrize(("without", "taken"), [("pool", {}), ("nobody", {}), ("big_blind", {"Cy": 1000})])
def test_the_head_of_who_is_blinded_off_goes_where_the_terms_say_4_6_T_2_11b(
    without: str, taken: dict[str, int]
):
    """Bo is absent and posts his last chips as the small blind; Cy, the big blind, wins the pot."""
    night = night_with("Ana", "Bo", "Cy", terms=bounty_terms(without_taker=without))
    sit(night, "Ana", "Bo", "Cy")
    counted(night, Bo=25)
    mark_absent(entry=night.entries["Bo"], **night.act)
    act = enter(night, {"Cy": ("in", 50)})
    assert by_name(night, heads(night).taken) == taken
    assert Out.objects.get().by == (night.entries["Cy"] if taken else None)
    assert heads(night).unsaid == ()
    correct(night, hand_of(act), {"Ana": ("in", 50), "Cy": ("in", 50)}, [["Ana"]])
    assert by_name(night, heads(night).taken) == ({"Ana": 1000} if taken else {})
