"""Absent and penalised players: dealt a dead hand, blinded off (RULES 2.11, T-2.11a, T-2.11b)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.clock.queries import clock_face
from tdapp.floor import rulings
from tdapp.floor.absence import blinded_off, mark_absent, mark_present
from tdapp.floor.purchases import buy
from tdapp.floor.queries import SeatView, TableView
from tdapp.floor.services import count_chips, finish_open, set_button
from tdapp.journal.kinds import get
from tdapp.journal.undo import undo
from tdapp.opens.house import house_of
from tdapp.opens.models import BuyInOption, Entry, Ruling, Table
from tdapp.rules.absence import BlindedOff
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.floor.rooms import views
from tests.floor.test_bounties import bounty_terms
from tests.hands.dealing import sit, the_table
from tests.nights.back_and_forth import back_and_forth

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NINE = ("Ana", "Bo", "Cy", "Dani", "Eva", "Fede", "Gala", "Hugo", "Inés")


@pytest.fixture
def night() -> Night:
    """Eight at one table, playing."""
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def seats(night: Night) -> dict[str, SeatView]:
    return {seat.entrant.name: seat for table in views(night) for seat in table.seats if seat.entrant}


def dead(night: Night) -> set[str]:
    """Who is dealt a dead hand."""
    return {name for name, seat in seats(night).items() if seat.dead}


def test_an_absent_player_keeps_his_seat_and_is_dealt_a_dead_hand_RULES_2_11(night: Night):
    assert dead(night) == set()
    back_and_forth(night, lambda: mark_absent(entry=night.entries["Kosovo"], **night.act))
    assert dead(night) == {"Kosovo"}
    seat = seats(night)["Kosovo"]
    assert (seat.absent, seat.penalised, seat.absent_since) == (True, False, night.now)
    assert seat.number in views(night)[0].dealt, "dealt in, so the button comes to him"


def test_who_is_back_plays_again_RULES_2_11(night: Night):
    mark_absent(entry=night.entries["Kosovo"], **night.act)
    back_and_forth(night, lambda: mark_present(entry=night.entries["Kosovo"], **night.act))
    assert dead(night) == set()


def test_a_penalised_player_is_dealt_dead_hands_until_the_director_ends_it_T_2_11a(night: Night):
    given = rulings.penalty(entry=night.entries["Kosovo"], rounds=2, **night.act)
    assert dead(night) == {"Kosovo"}
    assert (seats(night)["Kosovo"].absent, seats(night)["Kosovo"].penalised) == (False, True)
    back_and_forth(night, lambda: rulings.penalty_over(ruling=Ruling.objects.get(), **night.act))
    assert dead(night) == set()
    undo(entry=rulings.penalty(entry=night.entries["Israel"], rounds=1, **night.act), **night.act)
    assert dead(night) == set()
    assert given.params["hands"] == 16


def test_of_two_penalties_one_that_is_over_does_not_end_the_other(night: Night):
    for _ in range(2):
        rulings.penalty(entry=night.entries["Kosovo"], rounds=1, **night.act)
    rulings.penalty_over(ruling=Ruling.objects.order_by("pk")[0], **night.act)
    assert dead(night) == {"Kosovo"}
    rulings.penalty_over(ruling=Ruling.objects.order_by("pk")[1], **night.act)
    assert dead(night) == set()


def test_nobody_is_absent_twice_nor_back_who_never_left(night: Night):
    entry = night.entries["Kosovo"]
    with pytest.raises(RuleError, match="present_already"):
        mark_present(entry=entry, **night.act)
    mark_absent(entry=entry, **night.act)
    with pytest.raises(RuleError, match="absent_already"):
        mark_absent(entry=entry, **night.act)


def test_who_is_out_is_not_absent(night: Night):
    night.out("Kosovo")
    with pytest.raises(RuleError, match="not_playing"):
        mark_absent(entry=night.entries["Kosovo"], **night.act)


def test_a_finished_open_has_no_absent_players(night: Night):
    for name in BARBARISMO[1:]:
        night.out(name)
    finish_open(open=night.open, **night.act)
    with pytest.raises(RuleError, match="finished_already"):
        mark_absent(entry=night.entries[BARBARISMO[0]], **night.act)


def test_the_floor_says_who_is_absent():
    assert get("player_absent").role == get("player_back").role == get("penalty_given").role


# Blinding off


def nine() -> Night:
    """Nine in order of their seats at 100/200 with a big-blind ante of 200; Ana has the button."""
    terms = replace(
        timed_terms(),
        house=PRESETS["tda"],
        starting_stack=3000,
        levels=(Level.of_minutes(100, 200, 600, ante=200),),
    )
    night = make_night(terms)
    night.sign_up(*NINE)
    night.start()
    sit(night, *NINE)
    return night


def left(night: Night, name: str) -> BlindedOff | None:
    everyone = night.field()
    position = clock_face(night.open, night.now, everyone).position
    assert position is not None
    (table,) = views(night)
    seat = next(one for one in table.seats if one.entrant and one.entrant.name == name)
    return blinded_off(table, seat, position.level, house_of(night.open))


def test_who_is_the_next_big_blind_is_out_after_the_small_blind_of_the_sixth_orbit_T_2_11b():
    night = nine()
    assert left(night, "Cy") is None, "he is there"
    mark_absent(entry=night.entries["Cy"], **night.act)
    assert left(night, "Cy") == BlindedOff(hand=47, orbit=6, bet="small_blind")


def test_the_count_begins_where_he_sits_T_2_11b():
    night = nine()
    for name in ("Bo", "Ana"):
        mark_absent(entry=night.entries[name], **night.act)
    # Bo has the small blind now and his big blind eight hands later; Ana one hand before him.
    assert left(night, "Bo") == BlindedOff(hand=54, orbit=6, bet="big_blind")
    assert left(night, "Ana") == BlindedOff(hand=54, orbit=6, bet="small_blind")


def test_a_small_blind_that_nobody_posts_takes_no_chips_T_2_11b_T_2_4c():
    night = nine()
    set_button(table=the_table(night), seat=1, **night.act)
    night.out("Cy")
    # The big blind went out: after this hand Bo has the button, nobody the small blind, Dan the big one.
    place = {"button": 2, "small_blind": 3, "big_blind": 4}
    Table.objects.filter(pk=the_table(night).pk).update(**place)
    mark_absent(entry=night.entries["Bo"], **night.act)
    count_chips(open=night.open, counts={night.entries["Bo"]: 100}, **night.act)
    assert left(night, "Bo") == BlindedOff(hand=8, orbit=1, bet="big_blind")


def test_where_his_stack_is_unknown_nobody_can_tell_T_2_11b():
    night = nine()
    mark_absent(entry=night.entries["Cy"], **night.act)
    night.wait(minutes=25)
    assert left(night, "Cy") is None
    count_chips(open=night.open, counts={night.entries["Cy"]: 400}, **night.act)
    assert left(night, "Cy") == BlindedOff(hand=1, orbit=1, bet="big_blind")


def table_of(view: TableView) -> TableView:
    return replace(view, button=None)


def test_without_a_button_nobody_can_tell_T_2_11b():
    night = nine()
    mark_absent(entry=night.entries["Cy"], **night.act)
    (view,) = views(night)
    seat = next(one for one in view.seats if one.absent)
    assert blinded_off(table_of(view), seat, Level(100, 200, 200), PRESETS["tda"]) is None
    assert blinded_off(view, seat, None, PRESETS["tda"]) is None


def test_who_buys_himself_back_in_is_at_the_table_RULES_2_11():
    night = make_night(bounty_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    mark_absent(entry=night.entries["Kosovo"], **night.act)
    night.out("Kosovo")
    option = BuyInOption.objects.get(open=night.open, kind="rebuy")
    bought = buy(entry=night.entries["Kosovo"], option=option, seed="s", **night.act)
    assert dead(night) == set()
    undo(entry=bought, **night.act)
    assert Entry.objects.get(pk=night.entries["Kosovo"].pk).absent_at is not None
