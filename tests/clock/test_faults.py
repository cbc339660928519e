"""What other clocks got wrong, seen where a director or a player would see it; the rest is in tests/rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from tdapp.accounts.models import User
from tdapp.clock import services as clocks
from tdapp.clock.models import Clock
from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level, Timed
from tests.builders import NAVAL, Night, make_night, timed_terms
from tests.screen.test_screen import text

NIGHT = Timed((Level.of_minutes(25, 50, 20), Level.break_of(10), Level.of_minutes(50, 100, 20)))


def night_of(*levels: Level) -> Night:
    """A night that has just begun with these levels."""
    night = make_night(replace(timed_terms(), levels=levels))
    night.sign_up(*NAVAL)
    night.start()
    return night


def page(night: Night, client: Client, address: str) -> str:
    with time_machine.travel(night.now, tick=False):
        answer = client.get(address.format(night.open.code), HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    return answer.content.decode()


PAGES = ("/screen/{}/", "/o/{}/", "/o/{}/tables/")


@pytest.mark.django_db
def test_fault_61_a_viewer_who_reloads_a_paused_clock_lets_it_run_for_nobody(client: Client) -> None:
    night = night_of(*NIGHT.levels)
    night.wait(minutes=5)
    clocks.pause_clock(open=night.open, **night.act)
    rows = list(Clock.objects.values())
    entries = JournalEntry.objects.count()
    night.wait(minutes=30)
    for address in PAGES * 2:
        page(night, client, address)
    assert list(Clock.objects.values()) == rows
    assert JournalEntry.objects.count() == entries


@pytest.mark.django_db
def test_fault_62_a_screen_opened_during_a_pause_says_paused_and_the_time_it_stands_at(
    client: Client,
) -> None:
    night = night_of(*NIGHT.levels)
    night.wait(minutes=12, seconds=48)
    clocks.pause_clock(open=night.open, **night.act)
    for minutes in (0, 25):
        night.wait(minutes=minutes)
        html = page(night, client, "/screen/{}/")
        assert "Paused 7:12" in text(html)
        assert 'data-running="0"' in html
        assert 'data-left-ms="432000"' in html


@pytest.mark.django_db
def test_fault_64_a_pause_moves_the_break_that_the_phones_announce(client: Client) -> None:
    night = night_of(*NIGHT.levels)
    assert "break at 22:20" in text(page(night, client, "/o/{}/"))
    night.wait(minutes=5)
    clocks.pause_clock(open=night.open, **night.act)
    night.wait(minutes=7)
    clocks.resume_clock(open=night.open, **night.act)
    assert "break at 22:27" in text(page(night, client, "/o/{}/"))


@pytest.mark.django_db
def test_fault_65_an_hour_from_half_past_one_ends_at_half_past_three_when_the_clocks_go_forward(
    client: Client,
) -> None:
    night = make_night(replace(timed_terms(), levels=(Level.of_minutes(25, 50, 60), Level.break_of(10))))
    night.open.time_zone = "Europe/Berlin"
    night.open.save(update_fields=["time_zone"])
    night.now = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)
    night.sign_up(*NAVAL)
    night.start()
    html = page(night, client, "/o/{}/")
    assert 'data-left-ms="3600000"' in html
    assert "break at 03:30, in 1 h 00" in text(html)


@pytest.mark.django_db
def test_fault_67_pause_and_resume_hit_together_stop_once_and_never_show_less_than_nothing() -> None:
    night = night_of(*NIGHT.levels)
    night.wait(minutes=20)
    clocks.pause_clock(open=night.open, **night.act)
    with pytest.raises(RuleError, match="clock_not_running"):
        clocks.pause_clock(open=night.open, **night.act)
    clocks.resume_clock(open=night.open, **night.act)
    with pytest.raises(RuleError, match="clock_already_running"):
        clocks.resume_clock(open=night.open, **night.act)
    face = clock_face(night.open, night.now, night.field())
    assert (face.state, face.seconds) == ("break", 600)


@pytest.mark.django_db
def test_fault_68_undoing_a_pause_gives_back_the_minutes_that_ran_meanwhile() -> None:
    night = night_of(*NIGHT.levels)
    night.wait(minutes=5)
    paused = clocks.pause_clock(open=night.open, **night.act)
    night.wait(minutes=3)
    undo(entry=paused, actor=User.objects.get(), now=night.now)
    face = clock_face(night.open, night.now, night.field())
    assert (face.state, face.seconds) == ("running", 12 * 60)


@pytest.mark.django_db
def test_fault_52_every_page_lives_on_at_the_end_of_the_last_level(client: Client) -> None:
    night = night_of(*NIGHT.levels)
    night.wait(hours=3)
    face = clock_face(night.open, night.now, night.field())
    assert face.position is not None
    assert (face.position.index, face.seconds, face.coming) == (2, 0, ())
    for address in PAGES:
        html = page(night, client, address)
        assert 'data-boundaries="[]"' in html or "data-clock" not in html
    assert "Level 2 of 2 0:00" in text(page(night, client, "/screen/{}/"))


@pytest.mark.django_db
def test_fault_55_a_reload_after_every_level_finds_the_clock_running_and_not_a_second_late(
    client: Client,
) -> None:
    night = night_of(*(Level.of_minutes(25 * n, 50 * n, 15) for n in range(1, 14)))
    for level in range(2, 14):
        night.wait(minutes=15)
        html = page(night, client, "/screen/{}/")
        assert f"Level {level} of 13 15:00" in text(html)
        assert 'data-running="1"' in html


@pytest.mark.django_db
def test_fault_71_seating_and_showing_the_seats_are_not_yet_a_start(client: Client) -> None:
    """Drawing, showing (the pages do, at once) and starting: only the third touches the clock."""
    night = make_night(replace(timed_terms(), levels=NIGHT.levels))
    night.sign_up(*NAVAL)
    floor.draw_seats(open=night.open, seed="s", **night.act)
    assert "Canadá" in text(page(night, client, "/o/{}/tables/"))
    floor.draw_dealer(open=night.open, seed="s", **night.act)
    clocks.announce_start(open=night.open, at=night.now + timedelta(minutes=10), **night.act)
    night.wait(minutes=40)
    for address in PAGES:
        assert 'data-running="1"' not in page(night, client, address)
    assert clock_face(night.open, night.now, night.field()).state == "waiting"
    night.open.refresh_from_db()
    assert (night.open.started_at, Clock.objects.count()) == (None, 0)
    night.start()
    face = clock_face(night.open, night.now, night.field())
    assert (face.state, face.seconds) == ("running", 20 * 60)
