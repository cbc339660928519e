"""Chips that leave play: the race, the chips in play that follow, and the smallest chip (RULES 2.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tdapp.floor import colour_ups
from tdapp.floor import services as floor
from tdapp.floor.colour_ups import OddChips
from tdapp.floor.models import Seat
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import ColourUp, Entry, Open, StackChange, Table
from tdapp.opens.queries import smallest_chip
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, timed_terms

pytestmark = pytest.mark.django_db

ODD = {1: 3, 2: 1, 4: 2, 5: 3, 6: 1}
CARDS = {1: ("K♠", "4♦", "2♣"), 2: ("9♥",), 4: ("Q♦", "7♣"), 5: ("K♥", "J♠", "3♦"), 6: ("A♣",)}
CHIPS = [{"value": value, "owned": 99, "each": 9, "colour": ""} for value in (25, 100, 500)]


def table_of_eight(**settings: Any) -> Night:
    """Eight at one table with 5000 each in 25s, 100s and 500s."""
    house = replace(PRESETS["tda"], table_seats=8, **settings)
    night = make_night(replace(timed_terms(), house=house))
    Open.objects.filter(pk=night.open.pk).update(chips=CHIPS, smallest_chip=25)
    night.open.refresh_from_db()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def in_seat(number: int) -> Entry:
    return Seat.objects.select_related("entry__open").get(number=number, ended_at=None).entry


def done(night: Night, **more: Any):
    words = {"chip": 25, "into": 100, "seed": "s", **more}
    return colour_ups.colour_up(open=night.open, **words, **night.act)


def raced(**more: Any) -> dict[str, Any]:
    return {"tables": [OddChips(Table.objects.get().pk, **{"counts": ODD, "cards": CARDS, **more})]}


def gained(night: Night) -> dict[int, int]:
    """What the colour-up changed, by seat."""
    seats = {seat.entry_id: seat.number for seat in Seat.objects.filter(ended_at=None)}
    changes = StackChange.objects.filter(source="colour_up")
    return {seats[one.entry_id]: one.delta or 0 for one in changes}


def smallest(night: Night) -> int:
    return smallest_chip(night.open, night.field().colour_ups)


def test_the_race_of_T_2_8_wins_three_chips_and_leaves_50_more_in_play():
    night = table_of_eight()
    entry = done(night, **raced())
    assert gained(night) == {1: 25, 2: -25, 4: -50, 5: 25, 6: 75}
    field = night.field()
    assert (field.chips_in_play, ColourUp.objects.get().delta) == (40050, 50)
    assert field.stacks[in_seat(6).pk].chips == 5075
    assert smallest(night) == 100
    assert set(entry.params["won"]) == {str(in_seat(seat).pk) for seat in (6, 1, 5)}
    undone = undo(entry=entry, **night.act)
    assert (night.field().chips_in_play, gained(night), smallest(night)) == (40000, {}, 25)
    redo(entry=undone, **night.act)
    assert (night.field().chips_in_play, smallest(night)) == (40050, 100)
    assert gained(night) == {1: 25, 2: -25, 4: -50, 5: 25, 6: 75}


def test_with_the_fraction_down_there_are_two_chips_and_50_less_in_play_T_2_8():
    night = table_of_eight(race_fraction="floor")
    done(night, **raced())
    assert gained(night) == {1: 25, 2: -25, 4: -50, 5: -75, 6: 75}
    assert night.field().chips_in_play == 39950


def test_nobody_is_raced_out_T_2_8():
    night = table_of_eight()
    poor = in_seat(2)
    floor.count_chips(open=night.open, counts={poor: 25}, **night.act)
    done(night, **raced())
    assert gained(night)[2] == 75
    assert (night.field().stacks[poor.pk].chips, night.field().chips_in_play) == (100, 40150)


def test_cards_are_drawn_by_the_seed_the_same_each_time():
    night = table_of_eight()
    shown = colour_ups.race_tables(
        night.open, night.field(), raced(cards=None)["tables"], chip=25, into=100, seed="x", now=night.now
    )
    done(night, seed="x", **raced(cards=None))
    assert gained(night) == dict(shown[0].race.deltas)
    assert {len(cards) for cards in shown[0].race.cards.values()} == {1, 2, 3}


def test_a_house_that_rounds_up_gives_everybody_with_odd_chips_one_more():
    night = table_of_eight(colour_up="round_up")
    done(night, **raced(cards=None))
    assert gained(night) == {1: 25, 2: 75, 4: 50, 5: 25, 6: 75}
    assert night.field().chips_in_play == 40250


def test_it_may_just_have_been_done_or_have_made_a_difference_in_all():
    night = table_of_eight()
    plain = done(night)
    assert (night.field().chips_in_play, smallest(night)) == (40000, 100)
    undo(entry=plain, **night.act)
    done(night, delta=50)
    assert (night.field().chips_in_play, gained(night)) == (40050, {})


def test_chips_leave_once_and_only_those_that_are_played_with():
    night = table_of_eight()
    done(night)
    for code, words in (
        ("coloured_up_already", {}),
        ("chips_not_larger", {"chip": 100, "into": 100}),
        ("chip_not_in_play", {"chip": 30, "into": 100}),
        ("chips_negative", {"chip": 100, "into": 500, "delta": -40000}),
    ):
        with pytest.raises(RuleError) as error:
            done(night, **words)
        assert error.value.code == code
    assert night.field().chips_in_play == 40000


def test_chips_of_a_seat_where_nobody_sits_and_cards_that_are_missing_are_refused():
    night = table_of_eight()
    night.out("Kosovo")
    empty = next(n for n in range(1, 9) if not Seat.objects.filter(number=n, ended_at=None).exists())
    with pytest.raises(RuleError) as error:
        done(night, **raced(counts={empty: 2}))
    assert (error.value.code, error.value.params["seat"]) == ("seat_empty", empty)
    other = next(n for n in (1, 2) if n != empty)
    third = next(n for n in (3, 4) if n != empty)
    with pytest.raises(RuleError) as error:
        done(night, **raced(counts={other: 2, third: 3}, cards={other: ("Ks",)}))
    assert error.value.code == "race_card_missing"
    assert not ColourUp.objects.exists()


def test_what_a_chip_is_exchanged_for_is_proposed():
    night = table_of_eight()
    everyone = night.field()
    assert colour_ups.chips_in_play(night.open, everyone) == (25, 100, 500)
    assert colour_ups.larger_chip(night.open, everyone, 25) == 100
    assert colour_ups.larger_chip(night.open, everyone, 25, leaving=(25, 100)) == 500
    assert colour_ups.larger_chip(night.open, everyone, 500) is None
