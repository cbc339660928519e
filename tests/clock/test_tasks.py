"""Celery's part of the clock: each beginning recorded once, with its due instant, whatever is lost.

Every test runs in both modes: with the queue in this process, and with one in a real Redis.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from queue import SimpleQueue

import pytest
import time_machine
from celery.signals import before_task_publish
from django.db import connections
from kombu.exceptions import OperationalError
from pytest_django.fixtures import Settings

from tdapp.celery import app
from tdapp.clock import services, tasks
from tdapp.clock.models import Clock, LevelStart
from tdapp.clock.queries import level_starts
from tdapp.journal import listeners
from tdapp.journal.listeners import Changed
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import next_redo, next_undo, redo, undo
from tests.builders import EVENING, Night, make_night, timed_terms

Sent = list[tuple[str, str | None]]


@pytest.fixture
def queued(mode: str) -> Iterator[Sent]:
    """What is queued during the test: the task's last name and the minute it is due."""
    sent: Sent = []

    def heard(sender: str | None = None, headers: dict[str, str] | None = None, **rest: object) -> None:
        eta = (headers or {}).get("eta")
        at = f"{datetime.fromisoformat(eta).astimezone(UTC):%H:%M:%S}" if eta else None
        sent.append((str(sender).rpartition(".")[2], at))

    tasks._queued.clear()
    before_task_publish.connect(heard)
    yield sent
    before_task_publish.disconnect(heard)
    tasks._queued.clear()
    with app.connection_for_write() as connection:
        connection.default_channel.queue_purge("tapete")


def settle() -> None:
    """Wait for what acts queue in threads of their own (with Redis)."""
    for thread in threading.enumerate():
        if thread.name == "queueing":
            thread.join(10)


def waiting_in_the_queue() -> int:
    with app.connection_for_read() as connection, connection.channel() as channel:
        return int(channel.queue_declare("tapete", passive=True).message_count)


@pytest.fixture
def told() -> Iterator[list[Changed]]:
    """What the journal's listeners are told."""
    heard: list[Changed] = []
    listeners.register(heard.append)
    yield heard
    listeners._listeners.remove(heard.append)


@pytest.fixture
def night(db: None, queued: Sent) -> Night:
    """Six levels of twenty minutes, begun at 21:00."""
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    return night


def at(minutes: float = 0) -> time_machine.travel:
    """The wall clock so many minutes after the start."""
    return time_machine.travel(EVENING + timedelta(minutes=minutes), tick=False)


def the_clock() -> Clock:
    return Clock.objects.select_related("round__open").get()


def recorded() -> list[tuple[int, str, str]]:
    """Every observation: index, due, recorded."""
    rows = LevelStart.objects.order_by("pk")
    return [(one.index, f"{one.due_at:%H:%M:%S}", f"{one.recorded_at:%H:%M:%S}") for one in rows]


FIRST = (0, "21:00:00", "21:00:00")


def test_a_beginning_is_recorded_with_its_due_instant_and_the_screens_are_told_once(
    night: Night, told: list[Changed]
) -> None:
    night.open.stream.refresh_from_db()
    before = night.open.stream.version
    with at(20):
        tasks.begin_level(the_clock().pk)
        tasks.begin_level(the_clock().pk)
        tasks.sweep()
    assert recorded() == [FIRST, (1, "21:20:00", "21:20:00")]
    assert told == [Changed(night.open.stream_id, night.open.stream.epoch, before + 1)]
    night.open.stream.refresh_from_db()
    assert night.open.stream.version == before + 1


def test_three_levels_missed_while_nothing_ran_are_recorded_once_each_by_the_first_sweep(
    night: Night,
) -> None:
    for _ in range(3):
        with at(65):
            tasks.sweep()
    assert recorded() == [
        FIRST,
        (1, "21:20:00", "22:05:00"),
        (2, "21:40:00", "22:05:00"),
        (3, "22:00:00", "22:05:00"),
    ]


def test_a_backup_is_made_when_a_level_begins_and_not_at_every_sweep(night: Night, queued: Sent) -> None:
    for minutes in (18, 20, 20.1):
        with at(minutes):
            tasks.sweep()
    assert [name for name, _at in queued if name == "back_up"] == ["back_up"]


def test_the_next_beginning_is_queued_once_and_at_most_a_minute_ahead(night: Night, queued: Sent) -> None:
    with at(18.9):
        tasks.sweep()
    assert queued == []
    for minutes in (19, 19.1, 19.9):
        with at(minutes):
            tasks.sweep()
    assert queued == [("begin_level", "21:20:00")]
    tasks._queued.clear()  # another process
    with at(19.95):
        tasks.sweep()
    assert queued == [("begin_level", "21:20:00")] * 2


def test_a_level_set_in_the_last_minute_is_queued_by_the_act_and_not_by_the_next_sweep(
    night: Night, queued: Sent
) -> None:
    night.wait(minutes=5)
    services.add_time(open=night.open, seconds=-14 * 60 - 59, **night.act)
    with at(5):
        tasks.queue_changed(Changed(night.open.stream_id, "", 0))
        settle()
    assert queued == [("begin_level", "21:05:01")]
    assert waiting_in_the_queue() == 1
    with at(5.25):
        tasks.begin_level(the_clock().pk)
    assert recorded() == [FIRST, (1, "21:05:01", "21:05:15")]


@pytest.mark.django_db(transaction=True)
def test_an_act_tells_the_queue_by_itself(queued: Sent) -> None:
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Kosovo")
    with at():
        night.start()
        night.wait(seconds=10)
    assert queued == []
    with at(10 / 60):
        services.add_time(open=night.open, seconds=-19 * 60, **night.act)
        settle()
    assert queued == [("begin_level", "21:01:00")]


def test_a_timer_that_goes_off_early_is_queued_again(night: Night, queued: Sent) -> None:
    due = EVENING + timedelta(minutes=20)
    with time_machine.travel(due - timedelta(milliseconds=30), tick=False):
        tasks.sweep()
        tasks.begin_level(the_clock().pk, due.isoformat())
    assert queued == [("begin_level", "21:20:00")] * 2
    with time_machine.travel(due, tick=False):
        tasks.begin_level(the_clock().pk, due.isoformat())
    assert recorded() == [FIRST, (1, "21:20:00", "21:20:00")]


def test_a_queue_that_is_down_stops_no_sweep_and_no_act(
    night: Night, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*words: object, **named: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.begin_level, "apply_async", down)
    with at(19.5):
        tasks.sweep()
        tasks.sweep()
    assert caplog.text.count("tdapp.clock.tasks.begin_level could not be queued: connection refused") == 1
    with at(20.5):
        tasks.sweep()
    assert recorded() == [FIRST, (1, "21:20:00", "21:20:30")]


def test_with_a_redis_that_is_gone_no_act_waits(night: Night, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    act_over, found = threading.Event(), SimpleQueue[bool]()

    def slow(*words: object, **named: object) -> None:
        found.put(act_over.wait(5))

    with pytest.MonkeyPatch.context() as patch, at(19.5):
        patch.setattr(tasks.begin_level, "apply_async", slow)
        tasks.queue_changed(Changed(night.open.stream_id, "", 0))
        act_over.set()
        assert found.get(timeout=10)


def test_a_paused_a_finished_and_an_undone_clock_are_passed_over(night: Night, queued: Sent) -> None:
    night.wait(minutes=5)
    paused = services.pause_clock(open=night.open, **night.act)
    with at(45):
        tasks.sweep()
    assert recorded() == [FIRST]
    undo(entry=paused, **night.act)
    Clock.objects.get().round.open.__class__.objects.update(finished_at=night.now)
    with at(45):
        tasks.sweep()
        tasks.begin_level(the_clock().pk)
    assert recorded() == [FIRST]


def test_where_blinds_follow_the_outs_nothing_is_due_by_time_SPT_38(db: None, queued: Sent) -> None:
    night = make_night()
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    with at(300):
        tasks.sweep()
    assert (recorded(), queued) == ([], [])


def test_a_setting_replaced_while_the_task_was_on_its_way_is_not_recorded_for(
    night: Night, told: list[Changed]
) -> None:
    """The task read the clock before a pause at 21:19 was saved, and writes at 21:20."""
    seen = the_clock()
    night.wait(minutes=19)
    services.pause_clock(open=night.open, **night.act)
    told.clear()
    assert tasks.record_due(seen, EVENING + timedelta(minutes=20)) == []
    assert (recorded(), told) == ([FIRST], [])


def test_undoing_and_redoing_around_a_beginning_never_loops(night: Night, told: list[Changed]) -> None:
    """A minute added at 21:19 is undone and redone at 21:20:30, with a sweep after each."""
    night.wait(minutes=19)
    services.add_time(open=night.open, seconds=60, **night.act)
    night.wait(minutes=1.5)
    stream = night.open.stream
    for _ in range(3):
        last = next_undo(stream)
        assert last is not None
        assert last.kind == "time_added"
        undo(entry=last, **night.act)
        with at(20.5):
            tasks.sweep()
            tasks.sweep()
        assert [(one.index, f"{one.due_at:%H:%M}") for one in level_starts(night.open)] == [
            (0, "21:00"),
            (1, "21:20"),
        ]
        back = next_redo(stream)
        assert back is not None
        redo(entry=back, **night.act)
        with at(20.5):
            tasks.sweep()
            tasks.sweep()
        assert [one.index for one in level_starts(night.open)] == [0]
    assert len(recorded()) == 2
    assert JournalEntry.objects.filter(stream=stream, kind__in=["undo", "redo"]).count() == 6
    with at(21):
        tasks.sweep()
    assert [(one.index, f"{one.due_at:%H:%M}") for one in level_starts(night.open)] == [
        (0, "21:00"),
        (1, "21:21"),
    ]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_seven_deliveries_at_once_record_each_beginning_once_and_make_one_version(
    queued: Sent, told: list[Changed]
) -> None:
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Kosovo")
    night.start()
    told.clear()
    seen, ready = the_clock(), threading.Barrier(7)
    fresh: list[int] = []

    def deliver() -> None:
        ready.wait(10)
        fresh.extend(one.index for one in tasks.record_due(seen, EVENING + timedelta(minutes=45)))
        connections.close_all()

    threads = [threading.Thread(target=deliver) for _ in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert fresh == [1, 2]
    assert [index for index, _due, _at in recorded()] == [0, 1, 2]
    assert len(told) == 1
