"""Clocks of single tables: a table played again has its own beside the round's (VIV-32)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tdapp.clock import services as clock
from tdapp.clock.models import Clock, LevelStart
from tdapp.clock.queries import clock_face, clock_of, clocks_beside, current_round
from tdapp.clock.tasks import record_due
from tdapp.floor import replays
from tdapp.journal.undo import redo, undo
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.nights.test_cheat import end, many
from tests.vivaldi import sitting, table_called

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Two tables of four, half an hour in; B is played again from now on."""
    night = many(8)
    cheat = sitting(table_called(night.open, "B"))[0]
    replays.disqualify(entry=night.entries[cheat], seed="x", replay=True, **night.act)
    return night


def clocks(night: Night) -> tuple[Clock, Clock]:
    """That of the round, and that of table B."""
    return (
        Clock.objects.get(round__open=night.open, table=None),
        Clock.objects.get(round__open=night.open, table__isnull=False),
    )


def test_the_clock_of_the_round_is_shown_while_somebody_plays_by_it(night: Night):
    own, of_b = clocks(night)
    assert clock_of(current_round(night.open)) == own
    assert clocks_beside(night.open, own) == [of_b]
    assert clock_face(night.open, night.now, night.field()).position.level.ante == 200


def test_where_only_tables_with_their_own_clock_play_that_clock_is_shown(night: Night):
    end(night, table_called(night.open, "A"))
    _own, of_b = clocks(night)
    assert clock_of(current_round(night.open)) == of_b
    assert clocks_beside(night.open, of_b) == []
    assert clock_face(night.open, night.now, night.field()).position.level.ante == 100
    end(night, table_called(night.open, "B"))
    assert clock_of(current_round(night.open)).table is None


def test_a_pause_stops_every_table_and_undo_lets_all_of_them_run_on(night: Night):
    night.wait(minutes=7)
    entry = clock.pause_clock(open=night.open, **night.act)
    assert [row.running for row in clocks(night)] == [False, False]
    back = undo(entry=entry, **night.act)
    assert [row.running for row in clocks(night)] == [True, True]
    redo(entry=back, **night.act)
    night.wait(minutes=3)
    clock.resume_clock(open=night.open, **night.act)
    assert [(row.running, row.elapsed) for row in clocks(night)] == [
        (True, timedelta(minutes=37)), (True, timedelta(minutes=7)),
    ]  # fmt: skip


def test_a_minute_more_is_one_for_every_table_and_a_level_set_by_hand_for_the_round_alone(night: Night):
    before = [row.elapsed for row in clocks(night)]
    clock.add_time(open=night.open, seconds=60, **night.act)
    own, of_b = clocks(night)
    assert of_b.elapsed == before[1] - timedelta(seconds=60)
    assert clock_face(night.open, night.now, night.field()).left_ms == 31 * 60 * 1000
    clock.next_level(open=night.open, **night.act)
    own, after = clocks(night)
    assert own.index == 2
    assert (after.index, after.elapsed) == (of_b.index, of_b.elapsed)


def test_a_table_that_stands_already_does_not_hinder_the_pause_of_the_round(night: Night):
    Clock.objects.filter(table__isnull=False).update(running=False)
    clock.pause_clock(open=night.open, **night.act)
    assert [row.running for row in clocks(night)] == [False, False]
    with pytest.raises(RuleError, match="clock_not_running"):
        clock.pause_clock(open=night.open, **night.act)


def test_the_levels_of_a_table_are_recorded_as_they_begin(night: Night):
    _own, of_b = clocks(night)
    assert LevelStart.objects.filter(clock=of_b).count() == 1
    due = night.now + timedelta(minutes=30)
    night.wait(minutes=30, seconds=1)
    assert [(one.index, one.due_at) for one in record_due(of_b, night.now)] == [(1, due)]
    assert record_due(of_b, night.now) == []
