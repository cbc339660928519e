"""The next hand with one tap: button and blinds move as the house says (RULES 2.4, SA-07, SPT-43)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import services as floor
from tdapp.floor import tables
from tdapp.journal.models import JournalEntry
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_night, timed_terms
from tests.floor.rooms import table, views
from tests.nights.back_and_forth import back_and_forth

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def five(rule: str) -> Night:
    """Seats 1 to 5, BTN 1, SB 2, BB 3, as in T-2.4."""
    return seated(5, button_rule=rule)


def seated(players: int, **house: str) -> Night:
    """As many players as seats, the button at seat 1."""
    rules = replace(PRESETS["tda"], table_seats=players, **house)
    night = make_night(replace(timed_terms(), house=rules))
    tables.add_table(open=night.open, seats=players, **night.act)
    night.sign_up(*(f"P{n}" for n in range(1, players + 1)))
    for n in range(1, players + 1):
        floor.move_player(entry=night.entries[f"P{n}"], table=table(night), number=n, **night.act)
    floor.set_button(table=table(night), seat=1, **night.act)
    night.start()
    return night


def marks(night: Night) -> tuple[int | None, int | None, int | None]:
    here = views(night)[0].button
    assert here is not None
    return here.button, here.sb, here.bb


def step(night: Night) -> JournalEntry:
    last = views(night)[0].last
    assert last is not None
    return floor.move_button(table=table(night), after=last.button or 0, **night.act)


def test_with_nobody_out_the_button_goes_round_T_2_4a():
    night = five("tda_dead")
    assert marks(night) == (1, 2, 3)
    back_and_forth(night, lambda: step(night))
    assert marks(night) == (2, 3, 4)


@pytest.mark.parametrize(
    ("gone", "next_hand", "after_that"),
    [
        (["P2"], (2, 3, 4), (3, 4, 5)),
        (["P3"], (2, 3, 4), (3, 4, 5)),
        (["P2", "P3"], (2, 3, 4), (3, 4, 5)),
    ],
)
def test_a_dead_button_and_a_dead_blind_have_their_hands_T_2_4bcd(
    gone: list[str], next_hand: tuple[int, int, int], after_that: tuple[int, int, int]
):
    night = five("tda_dead")
    for name in gone:
        night.out(name)
    step(night)
    assert marks(night) == next_hand
    assert {seat.number: seat.mark for seat in views(night)[0].seats}[2] == "D"
    step(night)
    assert marks(night) == after_that


def test_the_dead_dealer_of_san_antonio_leaves_no_small_blind_out_SA_07():
    night = five("sa_dead_dealer")
    night.out("P3")
    step(night)
    assert marks(night) == (2, 4, 5)


@pytest.mark.parametrize(
    ("rule", "here"), [("tda_dead", (2, 3, 4)), ("sa_dead_dealer", (2, 4, 5)), ("moving", (1, 2, 4))]
)
def test_somebody_has_the_big_blind_though_he_who_had_it_went_out_by_tap_T_2_4c_SA_07(
    rule: str, here: tuple[int, int, int]
):
    """He went out in the hand 1, 2, 3: a dead button lets the next one be played, seat 4 having its blind."""
    night = five(rule)
    back_and_forth(night, lambda: night.out("P3"))
    assert marks(night) == here


def test_a_moving_button_passes_empty_seats_SPT_43():
    night = five("moving")
    night.out("P2")
    step(night)
    assert marks(night) == (3, 4, 5)


def test_a_moving_button_whose_dealer_goes_out_passes_nobody_SPT_43():
    """P1 dealt the last hand and is out: P2 deals the next one, not P3."""
    night = five("moving")
    night.out("P1")
    assert marks(night) == (2, 3, 4)
    back_and_forth(night, lambda: floor.move_button(table=table(night), after=1, **night.act))
    assert marks(night) == (2, 3, 4)
    with pytest.raises(RuleError, match="changed_meanwhile"):
        floor.move_button(table=table(night), after=1, **night.act)
    step(night)
    assert marks(night) == (3, 4, 5)


@pytest.mark.parametrize("rule", ["tda_dead", "moving"])
@pytest.mark.parametrize(
    ("players", "gone", "big_blind", "other"),
    [
        (3, (1,), 2, 3),
        (3, (2,), 1, 3),
        (3, (3,), 1, 2),
        (4, (1, 2), 4, 3),
        (4, (1, 3), 4, 2),
        (4, (2, 3), 4, 1),
    ],
)
@pytest.mark.parametrize("dealer", ["small_blind", "big_blind"])
def test_with_two_left_nobody_has_the_big_blind_twice_running_RULES_2_4(
    rule: str, players: int, gone: tuple[int, ...], big_blind: int, other: int, dealer: str
):
    """After BTN 1, SB 2, BB 3 the next player after seat 3 has it, whoever went out and whoever deals."""
    night = seated(players, button_rule=rule, heads_up_button=dealer)
    assert marks(night) == (1, 2, 3)
    for seat in gone:
        night.out(f"P{seat}")
    button = other if dealer == "small_blind" else big_blind
    assert marks(night) == (button, other, big_blind)
    floor.move_button(table=table(night), after=1, **night.act)
    assert marks(night) == (button, other, big_blind)
    step(night)
    assert marks(night)[1:] == (big_blind, other)


@pytest.mark.parametrize("rule", ["tda_dead", "sa_dead_dealer", "moving"])
def test_an_anticlockwise_button_goes_the_other_way_T_2_4(rule: str):
    """SPT-10, VIV-13: BTN 1, SB 5, BB 4; seat 5 goes out."""
    night = seated(5, button_rule=rule, direction="anticlockwise")
    assert marks(night) == (1, 5, 4)
    night.out("P5")
    floor.move_button(table=table(night), after=1, **night.act)
    assert marks(night) == ((4, 3, 2) if rule == "moving" else (5, 4, 3))


def test_two_taps_are_one_hand():
    """The second tap comes from a page that shows the button where it was."""
    night = five("tda_dead")
    floor.move_button(table=table(night), after=1, **night.act)
    with pytest.raises(RuleError, match="changed_meanwhile"):
        floor.move_button(table=table(night), after=1, **night.act)
    assert marks(night) == (2, 3, 4)


def test_before_the_start_there_is_no_next_hand():
    night = make_night(timed_terms())
    night.sign_up("P1", "P2", "P3")
    floor.draw_seats(open=night.open, seed="s", **night.act)
    floor.draw_dealer(open=night.open, seed="s", **night.act)
    with pytest.raises(RuleError, match="not_started"):
        floor.move_button(table=table(night), after=1, **night.act)
