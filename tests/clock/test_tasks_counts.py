"""Pages that are open are told when the chips of a table are to be counted (VIV-26), once and at the instant.

Every test runs in both modes: with the queue in this process, and with one in a real Redis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine

from tdapp.clock import services as clock
from tdapp.clock import tasks
from tdapp.clock.counts import next_count_at
from tdapp.clock.models import Clock, CountDue
from tdapp.floor import replays
from tdapp.journal import listeners
from tdapp.journal.listeners import Changed
from tdapp.journal.undo import undo
from tdapp.rules.levels import Level
from tdapp.rules.rounds import RoundPlan
from tests.builders import Night, make_night, timed_terms
from tests.clock.test_tasks import Sent, queued, settle
from tests.vivaldi import seen, sitting, table_called, vivaldi_night

__all__ = ["queued"]


@pytest.fixture
def told() -> Iterator[list[Changed]]:
    """What the journal's listeners are told."""
    heard: list[Changed] = []
    listeners.register(heard.append)
    yield heard
    listeners._listeners.remove(heard.append)


@pytest.fixture
def night(db: None, queued: Sent) -> Night:
    """Eight players at two tables, with three hours of play until their chips are counted."""
    night = vivaldi_night(("Rosa", "Iván", "Marta", "Olga", "Hugo", "Lía", "Pau", "Nora"))
    night.start()
    night.begun = night.now
    tasks._queued.clear()
    queued.clear()
    return night


def sweep(night: Night, minutes: float) -> None:
    """The sweep so many minutes after the start."""
    with time_machine.travel(night.begun + timedelta(minutes=minutes), tick=False):
        tasks.sweep()
        settle()


def counted() -> list[tuple[int, str]]:
    return [(one.after, f"{one.recorded_at:%H:%M:%S}") for one in CountDue.objects.order_by("pk")]


def test_the_end_of_the_three_hours_is_told_once_and_not_before_VIV_26(night: Night, told: list[Changed]):
    sweep(night, 179.99)
    assert counted() == []
    told.clear()
    night.open.stream.refresh_from_db()
    version = night.open.stream.version
    for minutes in (180, 180, 181, 200):
        sweep(night, minutes)
    assert counted() == [(180, "00:00:00")]
    assert told == [Changed(night.open.stream_id, night.open.stream.epoch, version + 1)]
    night.wait(minutes=180)
    assert (seen(night, "A").state, seen(night, "A").how) == ("count_needed", "limit")


def test_it_is_queued_for_its_instant_a_minute_before_VIV_26(night: Night, queued: Sent):
    sweep(night, 179.5)
    sweep(night, 179.6)
    assert [one for one in queued if one[0] == "begin_level"] == [("begin_level", "00:00:00")]
    with time_machine.travel(night.begun + timedelta(minutes=180), tick=False):
        tasks.begin_level(Clock.objects.get().pk, (night.begun + timedelta(minutes=180)).isoformat())
    assert counted() == [(180, "00:00:00")]


def test_a_pause_moves_it_and_its_undo_moves_it_back_VIV_26(night: Night, told: list[Changed]):
    night.wait(minutes=170)
    pause = clock.pause_clock(open=night.open, **night.act)
    assert next_count_at(night.open, night.now) is None
    sweep(night, 190)
    assert counted() == []
    night.wait(minutes=5)
    undo(entry=pause, **night.act)
    assert next_count_at(night.open, night.now) == night.begun + timedelta(minutes=180)
    told.clear()
    sweep(night, 180)
    assert counted() == [(180, "00:00:00")]


def test_a_table_played_again_is_told_by_its_own_clock_VIV_26_VIV_32(night: Night, told: list[Changed]):
    night.wait(minutes=30)
    cheat = sitting(table_called(night.open, "B"))[0]
    replays.disqualify(entry=night.entries[cheat], seed="x", replay=True, **night.act)
    assert next_count_at(night.open, night.now) == night.begun + timedelta(minutes=180)
    for minutes in (180, 209.9, 210, 211):
        sweep(night, minutes)
    assert counted() == [(180, "00:00:00"), (180, "00:30:00")]
    own, of_b = Clock.objects.order_by("pk")
    assert [one.clock_id for one in CountDue.objects.order_by("pk")] == [own.pk, of_b.pk]


def test_the_end_of_the_last_level_is_told_where_a_stage_ends_by_levels(
    db: None, queued: Sent, told: list[Changed]
):
    day = RoundPlan(ends="levels", level_count=2, flight=True)
    plans = (day, RoundPlan(seating="merge", stacks="carry", levels=(Level(100, 200),)))
    night = make_night(replace(timed_terms(levels=2), rounds=plans))
    night.sign_up("Rosa", "Iván", "Marta")
    night.start()
    night.begun = night.now
    assert next_count_at(night.open, night.now) == night.begun + timedelta(minutes=40)
    sweep(night, 39.99)
    told.clear()
    for minutes in (40, 41):
        sweep(night, minutes)
    assert counted() == [(0, "21:40:00")]
    assert len(told) == 1
    night.wait(minutes=40)
    assert seen(night, "1").how == "levels"


def test_an_open_of_one_round_has_no_such_end_and_asks_nothing(
    db: None, queued: Sent, django_assert_num_queries
):
    night = make_night(timed_terms())
    night.sign_up("Rosa", "Iván")
    night.start()
    night.begun = night.now
    with django_assert_num_queries(0):
        assert next_count_at(night.open, night.now) is None
    for minutes in (120, 121):
        sweep(night, minutes)
    assert counted() == []
