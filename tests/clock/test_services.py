"""What the director does to the clock, each act with its undo and redo at exact instants (DESIGN 4)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from tdapp.clock import services
from tdapp.clock.models import Clock, LevelStart
from tdapp.clock.queries import clock_face, level_starts
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.rules.errors import RuleError
from tests.builders import EVENING, NAVAL, Night, make_night, timed_terms

pytestmark = pytest.mark.django_db

Service = Callable[..., JournalEntry]
Shown = tuple[str, int, str | None]


@pytest.fixture
def night() -> Night:
    """Six levels of twenty minutes, begun at 21:00; it is 21:05."""
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    night.wait(minutes=5)
    return night


@pytest.fixture
def spt() -> Night:
    """Blinds that double every two outs (SPT-38), begun at 21:00; it is 21:05."""
    night = make_night()
    night.sign_up(*NAVAL)
    night.start()
    night.wait(minutes=5)
    return night


def shown(night: Night) -> Shown:
    """State, index of the level and time left as M:SS, as every page shows them now."""
    night.open.refresh_from_db()
    face = clock_face(night.open, night.now, night.field())
    assert face.position is not None
    left = None if face.seconds is None else f"{face.seconds // 60}:{face.seconds % 60:02d}"
    return face.state, face.position.index, left


def begun(night: Night) -> list[tuple[int, str]]:
    """The recorded beginnings that still stand: index and instant."""
    return [(one.index, f"{one.due_at:%H:%M}") for one in level_starts(night.open)]


@pytest.mark.parametrize(
    ("service", "after"),
    [
        (services.pause_clock, ("paused", 0, "15:00")),
        (partial(services.add_time, seconds=60), ("running", 0, "16:00")),
        (partial(services.add_time, seconds=-60), ("running", 0, "14:00")),
        (partial(services.add_time, seconds=-3600), ("running", 0, "0:01")),
        (partial(services.add_time, seconds=3600), ("running", 0, "75:00")),
        (services.next_level, ("running", 1, "20:00")),
        (partial(services.go_to_level, index=3), ("running", 3, "20:00")),
        (partial(services.go_to_level, index=0), ("running", 0, "20:00")),
    ],
)
def test_an_act_changes_the_clock_and_undo_and_redo_give_back_both_times(
    night: Night, service: Service, after: Shown
) -> None:
    done = service(open=night.open, **night.act)
    assert shown(night) == after
    undone = undo(entry=done, **night.act)
    assert shown(night) == ("running", 0, "15:00")
    redo(entry=undone, **night.act)
    assert shown(night) == after


def test_a_pause_stands_still_and_its_undo_gives_back_the_time_that_would_have_been(night: Night) -> None:
    paused = services.pause_clock(open=night.open, **night.act)
    night.wait(minutes=10)
    assert shown(night) == ("paused", 0, "15:00")
    undone = undo(entry=paused, **night.act)
    assert shown(night) == ("running", 0, "5:00")
    redo(entry=undone, **night.act)
    assert shown(night) == ("paused", 0, "15:00")


def test_a_resume_goes_on_from_where_it_stood_and_is_undone_to_the_pause(night: Night) -> None:
    services.pause_clock(open=night.open, **night.act)
    night.wait(minutes=10)
    resumed = services.resume_clock(open=night.open, **night.act)
    night.wait(minutes=2)
    assert shown(night) == ("running", 0, "13:00")
    undone = undo(entry=resumed, **night.act)
    assert shown(night) == ("paused", 0, "15:00")
    redo(entry=undone, **night.act)
    assert shown(night) == ("running", 0, "13:00")


def test_the_level_before_begins_anew_and_undo_gives_back_the_place_in_the_later_one(night: Night) -> None:
    night.wait(minutes=20)
    done = services.previous_level(open=night.open, **night.act)
    assert shown(night) == ("running", 0, "20:00")
    night.wait(minutes=1)
    undone = undo(entry=done, **night.act)
    assert shown(night) == ("running", 1, "14:00")
    redo(entry=undone, **night.act)
    assert shown(night) == ("running", 0, "19:00")


def test_a_later_act_is_in_the_way_of_undoing_an_earlier_one(night: Night) -> None:
    first = services.add_time(open=night.open, seconds=60, **night.act)
    later = services.pause_clock(open=night.open, **night.act)
    with pytest.raises(RuleError) as refused:
        undo(entry=first, **night.act)
    assert (refused.value.code, refused.value.params["by"]) == ("undo_in_the_way", later.pk)


def test_a_double_tap_adds_one_minute(night: Night) -> None:
    act = night.act
    for _ in range(2):
        entry = services.add_time(open=night.open, seconds=60, **act)
    assert entry.repeated
    assert shown(night) == ("running", 0, "16:00")


def test_where_blinds_follow_the_outs_a_level_set_by_hand_is_undone_and_put_back_SPT_38(spt: Night) -> None:
    done = services.next_level(open=spt.open, **spt.act)
    assert shown(spt) == ("running", 1, None)
    undone = undo(entry=done, **spt.act)
    assert shown(spt) == ("running", 0, None)
    redo(entry=undone, **spt.act)
    spt.out("Tanzania", "Letonia")
    assert shown(spt) == ("running", 2, None)
    services.previous_level(open=spt.open, **spt.act)
    assert shown(spt) == ("running", 1, None)
    assert LevelStart.objects.count() == 0


def test_where_blinds_follow_the_outs_there_is_no_time_to_add(spt: Night) -> None:
    with pytest.raises(RuleError, match="level_without_length"):
        services.add_time(open=spt.open, seconds=60, **spt.act)
    paused = services.pause_clock(open=spt.open, **spt.act)
    assert shown(spt) == ("paused", 0, None)
    undo(entry=paused, **spt.act)
    assert shown(spt) == ("running", 0, None)


@pytest.mark.parametrize(
    ("before", "service", "code"),
    [
        (None, services.resume_clock, "clock_already_running"),
        (services.pause_clock, services.pause_clock, "clock_not_running"),
        (None, services.previous_level, "no_previous_level"),
        (partial(services.go_to_level, index=5), services.next_level, "no_next_level"),
        (None, partial(services.go_to_level, index=6), "no_such_level"),
    ],
)
def test_what_the_clock_cannot_do_is_refused_and_changes_nothing(
    night: Night, before: Service | None, service: Service, code: str
) -> None:
    if before is not None:
        before(open=night.open, **night.act)
    there = Clock.objects.values().get()
    with pytest.raises(RuleError, match=code):
        service(open=night.open, **night.act)
    assert Clock.objects.values().get() == there


def test_a_clock_that_was_not_started_or_whose_open_is_over_is_left_alone(night: Night) -> None:
    fresh = make_night(timed_terms("Open de Naval"), tour=night.tour, director=night.director)
    with pytest.raises(RuleError, match="not_started"):
        services.pause_clock(open=fresh.open, **fresh.act)
    night.out("Irán", "Kosovo")
    floor.finish_open(open=night.open, overruled=("prizes_do_not_sum",), **night.act)
    with pytest.raises(RuleError, match="finished_already"):
        services.resume_clock(open=night.open, **night.act)


# -- what began ----------------------------------------------------------------------------------------


def test_the_start_and_a_level_set_by_hand_write_down_the_beginning_they_make(night: Night) -> None:
    assert begun(night) == [(0, "21:00")]
    done = services.next_level(open=night.open, **night.act)
    assert begun(night) == [(0, "21:00"), (1, "21:05")]
    undone = undo(entry=done, **night.act)
    assert begun(night) == [(0, "21:00")]
    redo(entry=undone, **night.act)
    assert begun(night) == [(0, "21:00"), (1, "21:05")]
    night.wait(minutes=5)
    services.previous_level(open=night.open, **night.act)
    assert begun(night) == [(0, "21:00"), (1, "21:05"), (0, "21:10")]


@pytest.mark.parametrize(
    "service",
    [services.pause_clock, partial(services.add_time, seconds=60), services.next_level],
)
def test_what_began_unseen_is_recorded_before_the_setting_that_brought_it_is_replaced(
    night: Night, service: Service
) -> None:
    night.wait(minutes=40)
    service(open=night.open, **night.act)
    assert begun(night)[:3] == [(0, "21:00"), (1, "21:20"), (2, "21:40")]
    assert {one.recorded_at for one in level_starts(night.open)[1:3]} == {EVENING + timedelta(minutes=45)}


def test_the_end_of_an_open_records_what_began_unseen_and_stops_the_clock(night: Night) -> None:
    night.out("Irán", "Kosovo")
    night.wait(minutes=16)
    done = floor.finish_open(open=night.open, overruled=("prizes_do_not_sum",), **night.act)
    assert begun(night) == [(0, "21:00"), (1, "21:20")]
    assert not Clock.objects.get().running
    undo(entry=done, **night.act)
    assert shown(night) == ("running", 1, "19:00")


def test_a_minute_added_exactly_a_minute_into_a_level_does_not_begin_it_again(night: Night) -> None:
    night.wait(minutes=16)
    services.add_time(open=night.open, seconds=60, **night.act)
    assert shown(night) == ("running", 1, "20:00")
    assert begun(night) == [(0, "21:00"), (1, "21:20")]


def test_a_beginning_seen_while_a_pause_was_undone_does_not_stand_once_it_is_put_back(night: Night) -> None:
    """The pause at 21:05 is undone at 21:30, put back at 21:31 and ended at 21:40."""
    paused = services.pause_clock(open=night.open, **night.act)
    night.wait(minutes=25)
    undone = undo(entry=paused, **night.act)
    added = services.add_time(open=night.open, seconds=60, **night.act)
    assert begun(night) == [(0, "21:00"), (1, "21:20")]
    night.wait(minutes=1)
    undo(entry=added, **night.act)
    redo(entry=undone, **night.act)
    assert shown(night) == ("paused", 0, "15:00")
    assert begun(night) == [(0, "21:00")]
    night.wait(minutes=9)
    services.resume_clock(open=night.open, **night.act)
    night.wait(minutes=16)
    services.pause_clock(open=night.open, **night.act)
    assert shown(night) == ("paused", 1, "19:00")
    assert begun(night) == [(0, "21:00"), (1, "21:55")]


def test_an_undone_start_takes_its_clock_along_and_its_redo_brings_back_what_began() -> None:
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Kosovo")
    started = night.start()
    undone = undo(entry=started, **night.act)
    assert begun(night) == []
    redo(entry=undone, **night.act)
    assert begun(night) == [(0, "21:00")]
