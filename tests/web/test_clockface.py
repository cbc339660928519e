"""The clock's texts, now and at each boundary, as clock.js puts them into the page."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.utils import translation

from tdapp.clock import services
from tdapp.clock.queries import clock_face
from tdapp.rules.levels import Level
from tdapp.web.clockface import ClockView, LevelTexts, boundaries, clock_view, hours, spell
from tests.builders import NAVAL, Night, make_night, timed_terms
from tests.vivaldi import second_round, vivaldi_night

pytestmark = pytest.mark.django_db

MINUTES = 60
SCHEDULE = (
    Level(50, 100, seconds=20 * MINUTES),
    Level(500, 1000, 100, seconds=20 * MINUTES),
    Level.break_of(10),
    Level(1000, 2000, 200, seconds=20 * MINUTES),
)


@pytest.fixture
def night() -> Night:
    """Two levels, a break, another level; begun at 21:00 UTC, which is 22:00 at the venue."""
    night = make_night(replace(timed_terms(), levels=SCHEDULE))
    night.sign_up(*NAVAL)
    night.start()
    return night


def view(night: Night) -> ClockView:
    return clock_view(night.open, clock_face(night.open, night.now, night.field()))


def attributes(view: ClockView) -> dict[str, str | None]:
    """The attributes as a browser reads them."""
    found: dict[str, str | None] = {}

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.update(attrs)

    Reader().feed(f"<p{view.attributes}>")
    return found


def test_a_running_level_says_its_time_its_blinds_and_what_comes(night: Night) -> None:
    night.wait(minutes=7, seconds=26)
    shown = view(night)
    assert (shown.state, shown.time, shown.count, shown.last_minute) == ("running", "12:34", 4 - 1, False)
    assert shown.now == LevelTexts(
        state="running", level="1", pause="", blinds="50 / 100", sb="50", bb="100", ante="",
        next="500 / 1\u202f000", next_ante="100",
    )  # fmt: skip
    assert (shown.break_in_hours, shown.break_in_words) == ("0:33", "33 min")
    assert shown.break_in_ms == (32 * 60 + 34) * 1000


def test_the_attributes_are_milliseconds_and_come_through_html_whole(night: Night) -> None:
    night.wait(minutes=7)
    read = attributes(view(night))
    began = int((night.now - timedelta(minutes=7)).timestamp() * 1000)
    assert read["data-running"] == "1"
    assert read["data-server-ms"] == str(began + 7 * 60_000)
    assert (read["data-left-ms"], read["data-length-ms"]) == (str(13 * 60_000), str(20 * 60_000))
    coming = json.loads(read["data-boundaries"] or "")
    assert [(one["at_ms"] - began) // 60_000 for one in coming] == [20, 40, 50]
    assert [one["left_ms"] for one in coming] == [1_200_000, 600_000, 1_200_000]


def test_when_chips_are_counted_stands_there_while_the_clock_runs_VIV_26() -> None:
    night = vivaldi_night()
    night.start()
    began = int(night.now.timestamp() * 1000)
    night.wait(minutes=170)
    assert attributes(view(night))["data-count-ms"] == str(began + 180 * 60_000)
    night.wait(minutes=10)
    assert "data-count-ms" not in attributes(view(night))
    night.wait(minutes=-1)
    services.pause_clock(open=night.open, **night.act)
    assert "data-count-ms" not in attributes(view(night))


def test_each_boundary_carries_every_text_of_its_level(night: Night) -> None:
    found = boundaries(night.open, clock_face(night.open, night.now, night.field()))
    assert [(one["state"], one["level"], one["pause"], one["blinds"], one["ante"]) for one in found] == [
        ("running", "2", "", "500 / 1\u202f000", "100"),
        ("break", "", "Break", "1\u202f000 / 2\u202f000", "200"),
        ("running", "3", "", "1\u202f000 / 2\u202f000", "200"),
    ]
    assert [(one["next"], one["next_ante"]) for one in found] == [
        ("a break", ""),
        ("1\u202f000 / 2\u202f000", "200"),
        ("", ""),
    ]


def test_a_break_says_when_it_ends_and_shows_the_blinds_behind_it(night: Night) -> None:
    night.wait(minutes=42, seconds=18)
    shown = view(night)
    assert (shown.state, shown.time, shown.back_at) == ("break", "7:42", "22:50")
    assert (shown.now.level, shown.now.pause, shown.now.blinds) == ("", "Break", "1\u202f000 / 2\u202f000")


def test_a_pause_says_since_when_and_has_no_boundaries(night: Night) -> None:
    night.wait(minutes=5)
    services.pause_clock(open=night.open, **night.act)
    night.wait(minutes=3)
    shown = view(night)
    read = attributes(shown)
    assert (shown.state, shown.time, shown.paused_since) == ("paused", "15:00", "22:05")
    assert (read["data-running"], read["data-boundaries"]) == ("0", "[]")


def test_the_last_minute_is_the_one_under_sixty_seconds(night: Night) -> None:
    night.wait(minutes=19)
    assert not view(night).last_minute
    night.wait(microseconds=1)
    assert view(night).last_minute


def test_blinds_that_follow_the_outs_have_no_time_and_count_the_outs_SPT_38() -> None:
    night = make_night()
    night.sign_up(*NAVAL)
    night.start()
    night.out("Tanzania")
    with translation.override("es"):
        shown = view(night)
        assert (shown.time, shown.now.blinds, shown.now.next) == ("", "0,25 / 0,50\u00a0€", "0,50 / 1\u00a0€")
    assert (shown.outs_done, shown.outs_to_next, shown.doubles) == (1, 1, True)
    assert shown.dots == (True, False)
    assert attributes(shown)["data-left-ms"] == ""


def test_before_the_start_the_first_level_stands_still() -> None:
    night = make_night(timed_terms())
    shown = view(night)
    assert (shown.state, shown.time, shown.now.blinds) == ("waiting", "20:00", "25 / 50")
    assert attributes(shown)["data-running"] == "0"


def test_times_are_spelled_as_clock_js_spells_them() -> None:
    assert [spell(seconds) for seconds in (0, 59, 60, 3599, 3600, 4353)] == [
        "0:00", "0:59", "1:00", "59:59", "1:00:00", "1:12:33",
    ]  # fmt: skip
    assert spell(None) == ""
    assert [hours(timedelta(seconds=seconds)) for seconds in (0, 1, 60, 5520, 5521)] == [
        "0:00", "0:01", "0:01", "1:32", "1:33",
    ]  # fmt: skip


def test_the_only_level_without_an_end_has_no_number_VIV_17():
    night = vivaldi_night()
    second_round(night)
    # Nor is one ante named: each table has its own.
    now = view(night).now
    assert (now.level, now.blinds, now.only_ante) == ("", "antes by table", "")
    timed = make_night(replace(timed_terms(), levels=SCHEDULE[:1]), tour=night.tour, director=night.director)
    timed.sign_up(*NAVAL)
    timed.start()
    assert view(timed).now.level == "1"
