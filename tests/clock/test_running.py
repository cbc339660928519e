"""The start, the time left, edits of the levels while play runs, marks, and the shot clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tdapp.clock import services, time_calls
from tdapp.clock.models import Clock, TimeCall
from tdapp.clock.queries import (
    clock_face,
    entry_closes,
    level_starts,
    lines_of,
    next_colour_up,
    rebuys_close,
    reminders,
)
from tdapp.clock.queries import time_calls as calls_at
from tdapp.clock.tasks import record_due
from tdapp.floor import services as floor
from tdapp.journal.undo import next_undo, redo, undo
from tdapp.opens.models import Open, Round, Table
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tests.builders import EVENING, NAVAL, Night, make_night, timed_terms

pytestmark = pytest.mark.django_db


def begun(levels: tuple[Level, ...] | None = None, **more: object) -> Night:
    """Levels of twenty minutes, begun at 21:00; it is 21:05."""
    terms = timed_terms()
    night = make_night(replace(terms, levels=levels or terms.levels))
    if more:
        Open.objects.filter(pk=night.open.pk).update(**more)
        night.open.refresh_from_db()
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    night.wait(minutes=5)
    return night


def face_of(night: Night):
    night.open.refresh_from_db()
    return clock_face(night.open, night.now, night.field())


def shown(night: Night) -> tuple[str, int, int | None]:
    """State, line and seconds left."""
    face = face_of(night)
    assert face.position is not None
    return face.state, face.position.index, face.seconds


def lines(night: Night) -> tuple[Level, ...]:
    return lines_of(Round.objects.get(open=night.open))


def refused(code: str, service, **words: object) -> RuleError:
    with pytest.raises(RuleError) as error:
        service(**words)
    assert error.value.code == code
    return error.value


# -- the start ------------------------------------------------------------------------------------------


def waiting() -> Night:
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Kosovo", "Irán")
    return night


def start_in(night: Night, minutes: int):
    at = night.now + timedelta(minutes=minutes)
    return floor.start_play(open=night.open, seed="s", at=at, **night.act)


def test_a_start_in_ten_minutes_seats_now_and_begins_by_itself():
    night = waiting()
    started = start_in(night, 10)
    assert shown(night) == ("countdown", 0, 1200)
    assert face_of(night).begins_at == EVENING + timedelta(minutes=10)
    assert record_due(Clock.objects.get(), night.now) == []
    night.wait(minutes=10)
    assert shown(night) == ("running", 0, 1200)
    (first,) = record_due(Clock.objects.get(), night.now)
    assert (first.index, first.due_at) == (0, night.now)
    night.wait(minutes=1)
    assert shown(night) == ("running", 0, 1140)
    assert record_due(Clock.objects.get(), night.now) == []
    assert [one.due_at for one in level_starts(night.open)] == [EVENING + timedelta(minutes=10)]
    assert started.params["at"] == (EVENING + timedelta(minutes=10)).isoformat()


def test_a_start_that_counts_down_is_moved_begun_at_once_and_taken_back():
    night = waiting()
    started = start_in(night, 10)
    later = services.move_start(open=night.open, at=EVENING + timedelta(minutes=11), **night.act)
    assert face_of(night).begins_at == EVENING + timedelta(minutes=11)
    undone = undo(entry=later, **night.act)
    assert face_of(night).begins_at == EVENING + timedelta(minutes=10)
    redo(entry=undone, **night.act)
    night.wait(minutes=2)
    at_once = services.move_start(open=night.open, at=night.now, **night.act)
    assert shown(night) == ("running", 0, 1200)
    assert night.open.started_at == night.now
    assert [one.due_at for one in level_starts(night.open)] == [night.now]
    undone = undo(entry=at_once, **night.act)
    assert face_of(night).begins_at == EVENING + timedelta(minutes=11)
    assert shown(night)[0] == "countdown"
    undo(entry=later, **night.act)
    undo(entry=started, **night.act)
    night.open.refresh_from_db()
    assert (night.open.started_at, face_of(night).state) == (None, "waiting")


def test_once_begun_the_start_stays_and_before_that_the_clock_is_left_alone():
    night = waiting()
    start_in(night, 10)
    for service in (services.pause_clock, services.next_level, services.previous_level):
        refused("start_lies_ahead", service, open=night.open, **night.act)
    refused("start_lies_ahead", services.add_time, open=night.open, seconds=60, **night.act)
    refused("start_lies_ahead", services.set_time, open=night.open, seconds=60, **night.act)
    assert shown(night) == ("countdown", 0, 1200)
    night.wait(minutes=10)
    refused("started_already", services.move_start, open=night.open, at=night.now, **night.act)


def test_a_start_is_announced_and_nothing_begins_by_itself_fault_71():
    night = waiting()
    at = EVENING + timedelta(minutes=30)
    said = services.announce_start(open=night.open, at=at, **night.act)
    assert (face_of(night).state, face_of(night).begins_at) == ("waiting", at)
    night.wait(minutes=31)
    assert face_of(night).state == "waiting"
    assert night.open.started_at is None
    undone = undo(entry=said, **night.act)
    assert face_of(night).begins_at is None
    redo(entry=undone, **night.act)
    assert face_of(night).begins_at == at
    services.announce_start(open=night.open, at=None, **night.act)
    assert face_of(night).begins_at is None
    refused("start_passed", services.announce_start, open=night.open, at=EVENING, **night.act)
    far = night.now + timedelta(hours=25)
    refused("start_too_far", services.announce_start, open=night.open, at=far, **night.act)
    night.start()
    refused("started_already", services.announce_start, open=night.open, at=far, **night.act)


# -- the time left --------------------------------------------------------------------------------------


def test_the_time_left_is_set_and_undo_gives_back_what_there_was():
    night = begun()
    done = services.set_time(open=night.open, seconds=754, **night.act)
    assert shown(night) == ("running", 0, 754)
    undone = undo(entry=done, **night.act)
    assert shown(night) == ("running", 0, 900)
    redo(entry=undone, **night.act)
    assert shown(night) == ("running", 0, 754)
    services.set_time(open=night.open, seconds=3600, **night.act)
    assert shown(night) == ("running", 0, 3600)


def test_setting_the_time_of_a_pause_keeps_its_beginning():
    night = begun()
    services.pause_clock(open=night.open, **night.act)
    night.wait(minutes=4)
    services.set_time(open=night.open, seconds=60, **night.act)
    assert shown(night) == ("paused", 0, 60)
    assert face_of(night).paused_since == EVENING + timedelta(minutes=5)


@pytest.mark.parametrize("seconds", [0, -5, 86401])
def test_a_time_that_no_level_has_is_refused(seconds: int):
    night = begun()
    refused("time_left_unusable", services.set_time, open=night.open, seconds=seconds, **night.act)


def test_levels_without_minutes_have_no_time_to_set_SPT_38():
    night = make_night()
    night.sign_up(*NAVAL)
    night.start()
    refused("level_without_length", services.set_time, open=night.open, seconds=60, **night.act)


# -- the levels to come ---------------------------------------------------------------------------------


def test_levels_to_come_change_while_play_runs_and_undo_and_redo_are_exact():
    night = begun()
    night.wait(minutes=20)
    before = lines(night)
    after = (*before[:2], replace(before[2], seconds=600), Level.break_of(10), *before[3:])
    done = services.change_levels(open=night.open, levels=after, **night.act)
    assert (lines(night), shown(night)) == (after, ("running", 1, 900))
    assert done.params["first"] == 2
    undone = undo(entry=done, **night.act)
    assert (lines(night), shown(night)) == (before, ("running", 1, 900))
    redo(entry=undone, **night.act)
    night.wait(minutes=26)
    assert (lines(night), shown(night)) == (after, ("break", 3, 540))


def test_a_line_that_began_is_frozen_also_the_one_in_force():
    night = begun()
    night.wait(minutes=20)
    before = lines(night)
    for index in (0, 1):
        changed = tuple(replace(one, bb=one.bb * 3) if at == index else one for at, one in enumerate(before))
        error = refused("level_began", services.change_levels, open=night.open, levels=changed, **night.act)
        assert error.params["index"] == index
    error = refused("level_began", services.change_levels, open=night.open, levels=before[:1], **night.act)
    assert error.params["index"] == 1
    services.change_levels(open=night.open, levels=before[:2], **night.act)
    night.wait(hours=3)
    assert shown(night) == ("running", 1, 0)


def test_a_level_put_behind_the_last_one_begins_at_the_edit_and_not_in_the_past():
    night = begun()
    services.change_levels(open=night.open, levels=lines(night)[:1], **night.act)
    night.wait(minutes=60)
    assert shown(night) == ("running", 0, 0)
    more = (*lines(night), Level.of_minutes(100, 200, 20))
    services.change_levels(open=night.open, levels=more, **night.act)
    assert shown(night) == ("running", 1, 1200)


def test_an_edit_during_a_pause_leaves_the_pause_as_it_is():
    night = begun()
    services.pause_clock(open=night.open, **night.act)
    night.wait(minutes=7)
    services.change_levels(open=night.open, levels=lines(night)[:3], **night.act)
    assert shown(night) == ("paused", 0, 900)
    assert face_of(night).paused_since == EVENING + timedelta(minutes=5)


def test_before_play_and_while_it_counts_down_every_level_may_change():
    night = waiting()
    fresh = (Level.of_minutes(10, 20, 15), Level.of_minutes(20, 40, 15))
    services.change_levels(open=night.open, levels=fresh, **night.act)
    assert lines(night) == fresh
    start_in(night, 10)
    services.change_levels(open=night.open, levels=fresh[1:], **night.act)
    assert (lines(night), shown(night)) == (fresh[1:], ("countdown", 0, 900))


def test_blinds_that_follow_the_outs_are_frozen_once_play_began_SPT_38():
    night = make_night()
    night.sign_up(*NAVAL)
    services.change_levels(open=night.open, levels=(Level(50, 100),), **night.act)
    night.start()
    refused("level_began", services.change_levels, open=night.open, levels=(Level(25, 50),), **night.act)
    refused("schedule_empty", services.change_levels, open=night.open, levels=(), **night.act)


def test_levels_that_nobody_could_play_are_refused():
    night = begun()
    empty = (*lines(night), Level(0, 0, 0, 600))
    refused("level_empty", services.change_levels, open=night.open, levels=empty, **night.act)


# -- marks ----------------------------------------------------------------------------------------------


MARKED = (
    Level.of_minutes(25, 50, 20),
    replace(Level.of_minutes(50, 100, 20), entry_ends=True, rebuys_end=True),
    replace(Level.break_of(10), colour_up=(25,)),
    Level.of_minutes(100, 200, 20),
)


def test_late_entry_and_rebuys_end_with_their_line():
    night = begun(MARKED)
    closing = entry_closes(face_of(night))
    assert closing is not None
    assert (closing.over, closing.number, closing.at) == (False, 2, EVENING + timedelta(minutes=40))
    night.wait(minutes=23)
    closing = rebuys_close(face_of(night))
    assert closing is not None
    assert (closing.this_level, closing.left) == (True, timedelta(minutes=12))
    night.wait(minutes=12)
    closing = entry_closes(face_of(night))
    assert closing is not None
    assert closing.over


def test_where_no_line_is_marked_late_entry_never_ends():
    night = begun()
    assert (entry_closes(face_of(night)), rebuys_close(face_of(night))) == (None, None)


def test_a_pause_leaves_the_end_of_late_entry_without_a_time():
    night = begun(MARKED)
    services.pause_clock(open=night.open, **night.act)
    closing = entry_closes(face_of(night))
    assert closing is not None
    assert (closing.at, closing.left) == (None, timedelta(minutes=35))


def test_a_marked_chip_leaves_at_the_break_and_is_due_once_that_began():
    night = begun(MARKED)
    coming = next_colour_up(night.open, face_of(night), night.field())
    assert coming is not None
    assert (coming.chips, coming.at_break, coming.due) == ((25,), True, False)
    assert coming.at == EVENING + timedelta(minutes=40)
    night.wait(minutes=35)
    coming = next_colour_up(night.open, face_of(night), night.field())
    assert coming is not None
    assert coming.due


def test_without_marks_the_planner_says_which_chip_leaves_SA_08():
    chips = [{"value": value, "owned": 99, "each": 9, "colour": ""} for value in (25, 100, 500)]
    levels = (Level.of_minutes(25, 50, 20), Level.break_of(10), Level.of_minutes(100, 200, 20))
    night = begun(levels, chips=chips)
    coming = next_colour_up(night.open, face_of(night), night.field())
    assert coming is not None
    assert (coming.chips, coming.index, coming.at_break, coming.planned) == ((25,), 1, True, True)


def test_what_comes_soon_is_reminded_of_in_minutes():
    night = begun(MARKED)
    assert reminders(night.open, face_of(night), night.field()) == ()
    night.wait(minutes=10)
    found = reminders(night.open, face_of(night), night.field())
    assert [(one.code, one.params["minutes"]) for one in found] == [
        ("entry_closes", 25),
        ("rebuys_close", 25),
        ("colour_up_coming", 25),
    ]


# -- the shot clock -------------------------------------------------------------------------------------


def test_time_is_called_for_25_seconds_and_5_aloud_and_ends_by_itself_T_2_5():
    night = begun()
    table = Table.objects.get()
    time_calls.call_time(table=table, entry=night.entries["Kosovo"], **night.act)
    round = table.round
    (call,) = calls_at(round, night.now)
    assert (call.seconds_left(night.now), call.countdown, call.over) == (30, 5, False)
    refused("time_called_already", time_calls.call_time, table=table, **night.act)
    night.wait(seconds=31)
    (call,) = calls_at(round, night.now)
    assert call.over
    night.wait(seconds=9)
    assert calls_at(round, night.now) == ()
    refused("no_time_call", time_calls.end_time_call, table=table, **night.act)
    time_calls.call_time(table=table, **night.act)
    assert TimeCall.objects.filter(ended_at=None).count() == 1


def test_a_player_who_acts_ends_the_call_and_no_undo_ever_names_it():
    night = begun()
    table = Table.objects.get()
    before = next_undo(night.open.stream)
    time_calls.call_time(table=table, **night.act)
    night.wait(seconds=12)
    time_calls.end_time_call(table=table, **night.act)
    (call,) = calls_at(table.round, night.now)
    assert call.over
    assert next_undo(night.open.stream) == before
