"""What everybody may see of a night: states, places, prizes, who moves, what just happened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from tdapp.clock import services as clock
from tdapp.floor import services as floor
from tdapp.web.night import PublicNight, public_night
from tests.builders import BARBARISMO, NAVAL, Night, make_night, spt_terms, timed_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def naval() -> Night:
    """The Naval open: six for 5 €, prizes 20 and 10, second event of the season."""
    night = make_night(replace(spt_terms("Open de Naval", prize=500, prizes=(2000, 1000)), meeting=2))
    night.sign_up(*NAVAL)
    return night


def look(night: Night) -> PublicNight:
    night.open.refresh_from_db()
    return public_night(night.open, night.now)


def test_a_night_is_signed_up_for_run_paused_and_won(naval: Night) -> None:
    assert look(naval).state == "signup"
    naval.start()
    assert look(naval).state == "running"
    clock.pause_clock(open=naval.open, **naval.act)
    assert look(naval).state == "paused"
    clock.resume_clock(open=naval.open, **naval.act)
    naval.out(*reversed(NAVAL[1:]))
    assert look(naval).state == "winner"
    floor.finish_open(open=naval.open, **naval.act)
    won = look(naval)
    assert won.state == "winner"
    assert [(line.name, line.prize) for line in won.champions] == [("Canadá", 2000)]
    assert [(line.name, line.prize) for line in won.podium] == [("Lituania", 1000)]


def test_the_tour_is_named_with_its_event_if_it_has_one(naval: Night) -> None:
    assert look(naval).tour_line == "Somontano Poker Tour · 2nd event"
    naval.open.meeting = None
    assert public_night(naval.open, naval.now).tour_line == "Somontano Poker Tour"


def test_known_stacks_come_first_from_the_biggest_and_unknown_ones_have_none(naval: Night) -> None:
    naval.start()
    naval.out("Tanzania", "Letonia", "Kosovo")
    counts = {naval.entries["Lituania"]: 2200, naval.entries["Canadá"]: 3100}
    floor.count_chips(open=naval.open, counts=counts, **naval.act)
    assert [(person.name, person.chips) for person in look(naval).still_in] == [
        ("Canadá", 3100),
        ("Lituania", 2200),
        ("Irán", None),
    ]


def test_who_is_out_stands_latest_first_and_is_fresh_for_half_a_minute(naval: Night) -> None:
    naval.start()
    naval.out("Tanzania")
    naval.wait(seconds=31)
    naval.out("Letonia")
    shown = look(naval)
    assert [(one.ordinal, one.name, one.fresh) for one in shown.outs] == [
        ("5th", "Letonia", True),
        ("6th", "Tanzania", False),
    ]
    assert shown.new_blinds
    naval.wait(seconds=31)
    assert not look(naval).new_blinds


def test_the_next_prize_is_the_lowest_still_to_be_won(naval: Night) -> None:
    naval.start()
    for name in reversed(NAVAL[2:]):
        naval.out(name)
    assert [(one.label, one.amount) for one in look(naval).paid] == [("First", 2000), ("Second", 1000)]
    second = look(naval).next_prize
    assert second is not None
    assert (second.ordinal, second.amount) == ("2nd", 1000)
    assert [one.prize for one in look(naval).outs] == [0, 0, 0, 0]
    naval.out("Lituania")
    assert look(naval).outs[0].prize == 1000


def test_those_who_tie_for_the_first_place_won_together() -> None:
    terms = spt_terms()
    night = make_night(replace(terms, house=replace(terms.house, end_mode="paid_places_count")))
    night.sign_up(*BARBARISMO)
    night.start()
    night.out(*reversed(BARBARISMO[3:]))
    counts = dict(zip((night.entries[name] for name in BARBARISMO[:3]), (7000, 7000, 2000), strict=True))
    floor.finish_open(open=night.open, counts=counts, **night.act)
    assert look(night).champion_names == "Canadá and Inglaterra"
    with translation.override("es"):
        assert look(night).champion_names == "Canadá e Inglaterra"


def test_who_was_sent_to_another_seat_is_told_for_a_minute_and_a_half() -> None:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO, *(f"{name} 2" for name in BARBARISMO))
    night.start()
    night.wait(minutes=5)
    assert look(night).moves == ()
    first, second = night.entries["Canadá"], night.entries["Kosovo"]
    floor.swap_seats(first=first, second=second, **night.act)
    moved = {move.entrant.name for move in look(night).moves}
    assert moved == {"Canadá", "Kosovo"}
    assert {person.name for person in look(night).people if person.moving} == moved
    night.wait(seconds=91)
    assert look(night).moves == ()


def test_a_look_costs_the_same_whatever_the_field(
    naval: Night, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    naval.start()
    with django_assert_num_queries(QUERIES):
        look(naval).people  # noqa: B018
    big = make_night(spt_terms("Open grande"), tour=naval.tour, director=naval.director)
    big.sign_up(*BARBARISMO, *(f"{name} 2" for name in BARBARISMO), *(f"{name} 3" for name in BARBARISMO))
    big.start()
    with django_assert_num_queries(QUERIES):
        look(big).people  # noqa: B018


QUERIES = 30
