"""Stacks through the night: only what was known, for as long as it was sure, and whether the sum is right."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tdapp.floor.services import count_chips, finish_open
from tdapp.hands.chip_history import ChipHistory, History
from tests.builders import Night, spt_terms, timed_terms
from tests.hands.dealing import enter, night_with, sit

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night(db: None) -> Night:
    night = night_with(*FOUR, terms=timed_terms())
    sit(night, *FOUR)
    return night


def history(night: Night) -> ChipHistory:
    night.open.refresh_from_db()
    return ChipHistory(night.open, night.field(), night.now)


def of(night: Night, name: str) -> History:
    return next(one for one in history(night).all if one.who.name == name)


def figures(night: Night, name: str) -> list[tuple[str, int, bool]]:
    return [(point.source, point.chips, point.sure) for point in of(night, name).points]


def minutes(night: Night, begins: datetime, name: str) -> list[tuple[int, int]]:
    """From when until when each figure was sure, in minutes of the night."""

    def minute(at: datetime) -> int:
        return (at - begins) // timedelta(minutes=1)

    return [(minute(point.at), minute(point.until)) for point in of(night, name).points]


def test_a_figure_is_sure_for_a_while_and_nothing_is_guessed_after_it(night: Night) -> None:
    begins = night.now
    night.wait(minutes=60)
    count_chips(open=night.open, counts={night.entries["Ana"]: 7200}, **night.act)
    night.wait(minutes=5)
    assert figures(night, "Ana") == [("start", 5000, True), ("count", 7200, True)]
    assert minutes(night, begins, "Ana") == [(0, 20), (60, 65)]
    assert figures(night, "Bea") == [("start", 5000, True)]
    assert minutes(night, begins, "Bea") == [(0, 20)]


def test_an_out_by_tap_makes_the_others_unsure_from_then_on(night: Night) -> None:
    begins = night.now
    night.wait(minutes=5)
    night.out("Ana")
    night.wait(minutes=5)
    assert minutes(night, begins, "Bea") == [(0, 5)]
    ana = of(night, "Ana")
    assert (ana.out, ana.place and ana.place.number, ana.last.source, ana.last.chips) == (True, 4, "out", 0)
    assert ana.ends == begins + timedelta(minutes=5)


def test_who_is_named_as_knocker_is_unsure_and_the_others_are_not(night: Night) -> None:
    begins = night.now
    night.wait(minutes=5)
    night.out("Ana", by="Bea")
    night.wait(minutes=5)
    assert minutes(night, begins, "Bea") == [(0, 5)]
    assert minutes(night, begins, "Cruz") == [(0, 10)]


def test_a_sum_on_an_old_figure_is_no_figure(night: Night) -> None:
    night.wait(minutes=40)
    enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]])
    assert figures(night, "Ana") == [("start", 5000, True), ("hand", 5700, False)]
    assert of(night, "Ana").last.until == night.now


def test_a_hand_moves_a_known_stack_and_an_all_in_is_seen(night: Night) -> None:
    night.wait(minutes=5)
    enter(night, {"Ana": ("all", 5000), "Bea": ("all", 5000)}, [["Ana"]])
    assert figures(night, "Ana") == [("start", 5000, True), ("hand", 10_050, True)]
    assert figures(night, "Bea") == [("start", 5000, True), ("hand", 0, True)]
    assert [one.who.name for one in history(night).all] == ["Ana", "Dina", "Cruz", "Bea"]


def test_all_stacks_known_are_checked_against_the_chips_in_play(night: Night) -> None:
    begins = night.now
    night.wait(minutes=10)
    counts = {night.entries[name]: chips for name, chips in zip(FOUR, (6000, 4000, 5000, 4900), strict=True)}
    count_chips(open=night.open, counts=counts, **night.act)
    first, counted = history(night).total(begins), history(night).total(night.now)
    assert (first.complete, first.chips, first.difference) == (True, 20_000, 0)
    assert (counted.complete, counted.in_play, counted.difference) == (True, 20_000, -100)
    night.wait(minutes=30)
    later = history(night).total(night.now)
    assert (later.complete, later.known, later.players, later.difference) == (False, 0, 4, 0)


def test_levels_by_outs_are_marked_when_the_blinds_rose_SPT_38() -> None:
    night = night_with(*FOUR, "Eva", terms=spt_terms())
    begins = night.now
    for name in FOUR[:3]:
        night.wait(minutes=10)
        night.out(name)
    marks = [((mark.at - begins) // timedelta(minutes=1), mark.number) for mark in history(night).levels]
    assert marks == [(0, 1), (20, 2)]


def test_the_winner_has_everything_at_the_end(night: Night) -> None:
    for name in FOUR[1:]:
        night.wait(minutes=10)
        night.out(name)
    finish_open(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    ana = of(night, "Ana")
    assert (ana.last.source, ana.last.chips, ana.last.at) == ("end", 20_000, night.now)
