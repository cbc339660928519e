"""What an empty amount means: forced bets, calls, whole stacks."""

from __future__ import annotations

from tdapp.hands.filling import Typed, filled
from tdapp.hands.reckoning import Part

POSTED = {
    1: Part(1, 11, 0, folded=True),
    2: Part(2, 12, 25, folded=True),
    3: Part(3, 13, 50, folded=True),
    4: Part(4, 14, 0, folded=True),
}
STACKS = {1: 2000, 2: 300, 3: None, 4: 700}


def put_in(*typed: Typed, stacks=None, posted=None) -> tuple[dict[int, int], tuple[int, ...]]:
    said = {one.seat: one for one in typed}
    everybody = [said.get(seat, Typed(seat, 10 + seat, "fold")) for seat in (1, 2, 3, 4)]
    done = filled(everybody, posted or POSTED, stacks or STACKS)
    return {part.seat: part.live for part in done.parts}, done.missing


def test_folded_without_an_amount_is_what_was_posted():
    assert put_in() == ({1: 0, 2: 25, 3: 50, 4: 0}, ())


def test_in_without_an_amount_is_a_call_of_the_highest_bet():
    assert put_in(Typed(1, 11, "in"), Typed(4, 14, "in", 300)) == ({1: 300, 2: 25, 3: 50, 4: 300}, ())
    assert put_in(Typed(1, 11, "in"))[0][1] == 50
    assert put_in(Typed(1, 11, "in"), Typed(4, 14, "fold", 500))[0][1] == 500


def test_a_call_for_more_than_the_stack_is_for_the_stack():
    assert put_in(Typed(1, 11, "all_in"), Typed(2, 12, "in"), Typed(4, 14, "in"))[0] == {
        1: 2000, 2: 300, 3: 50, 4: 700,
    }  # fmt: skip


def test_all_in_without_an_amount_is_the_known_stack_and_asked_for_where_nobody_knows_it():
    assert put_in(Typed(2, 12, "all_in"), Typed(3, 13, "in")) == ({1: 0, 2: 300, 3: 300, 4: 0}, ())
    live, missing = put_in(Typed(3, 13, "all_in"), Typed(1, 11, "in"))
    assert missing == (3,)
    assert live[1] == 50


def test_what_the_director_says_of_a_stack_goes_before_what_is_known():
    assert put_in(Typed(2, 12, "all_in", had=450))[0][2] == 450
    assert put_in(Typed(3, 13, "all_in", had=900)) == ({1: 0, 2: 25, 3: 900, 4: 0}, ())


def test_dead_chips_come_out_of_the_stack_first_and_are_never_called_S20():
    posted = {**POSTED, 3: Part(3, 13, 50, dead=100, folded=True)}
    stacks = {**STACKS, 3: 800}
    live, _ = put_in(Typed(3, 13, "all_in"), Typed(1, 11, "in"), posted=posted, stacks=stacks)
    assert (live[3], live[1]) == (700, 700)
    live, _ = put_in(Typed(3, 13, "all_in", dead=0), posted=posted, stacks=stacks)
    assert live[3] == 800


def test_what_was_typed_stays():
    assert put_in(Typed(1, 11, "in", 0), Typed(2, 12, "all_in", 999))[0] == {1: 0, 2: 999, 3: 50, 4: 0}
