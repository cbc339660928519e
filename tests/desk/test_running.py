"""The running night at the desk: start later, time and levels, hand for hand, colour-up, shot clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tdapp.clock.models import Clock, HandForHand, TableTick, TimeCall
from tdapp.clock.queries import clock_face
from tdapp.desk.forms.clock import seconds_of
from tdapp.desk.forms.start import next_time
from tdapp.floor import hand_for_hand as h4h
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.opens.models import ColourUp, Entry, Open, StackChange, Table
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk
from tests.vivaldi import SIXTEEN, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db

LEVELS = (
    Level.of_minutes(25, 50, 20),
    replace(Level.of_minutes(50, 100, 20), entry_ends=True),
    replace(Level.break_of(10), colour_up=(25,)),
    Level.of_minutes(100, 200, 20),
)
CHIPS = [{"value": value, "owned": 99, "each": 9, "colour": ""} for value in (25, 100, 500)]


def night_of(minutes: int | None, seats: int = 4, players: int = 8, beside: Night | None = None) -> Night:
    """Players at tables, begun so many minutes ago; None: not begun."""
    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=seats), levels=LEVELS)
    night = make_night(terms, tour=beside.tour, director=beside.director) if beside else make_night(terms)
    Open.objects.filter(pk=night.open.pk).update(chips=CHIPS, smallest_chip=25)
    night.open.refresh_from_db()
    night.now = timezone.now() - timedelta(minutes=minutes or 0)
    night.sign_up(*BARBARISMO[:players])
    if minutes is not None:
        night.start()
    night.now = timezone.now()
    return night


def url(night: Night, name: str, **more: object) -> str:
    return reverse(f"desk:{name}", kwargs={"code": night.open.code, **more})


def face(night: Night):
    night.open.refresh_from_db()
    return clock_face(night.open, timezone.now(), night.field())


# -- the start ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "now", "expected"),
    [
        ("22:00", "2008-01-04 20:00", "2008-01-04 21:00"),  # Madrid is an hour ahead
        ("0:30", "2008-01-04 22:50", "2008-01-04 23:30"),  # half past midnight, typed at ten to twelve
        ("20:00", "2008-01-04 20:00", None),  # it is 21:00 there
        ("3:30", "2008-03-30 00:30", "2008-03-30 01:30"),  # the night on which clocks go forward
        ("3:30", "2008-10-25 23:30", "2008-10-26 02:30"),  # and the one on which they go back
    ],
)
def test_a_time_of_day_is_the_next_one_in_the_venue_s_zone(wall: str, now: str, expected: str | None):
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    found = next_time(wall, "Europe/Madrid", at)
    assert (f"{found:%Y-%m-%d %H:%M}" if found else None) == expected


def test_play_begins_in_ten_minutes_and_is_moved_and_begun_at_once(desk: Desk):
    night = night_of(None)
    client = desk(night)
    shown = text(client.get(url(night, "night")))
    assert "Start later" in shown
    answer = tapped(client, url(night, "start_later"), {"minutes": "10", "wall": "", "how": "start"})
    assert answer.status_code == 200
    begins = face(night).begins_at
    assert face(night).state == "countdown"
    assert timedelta(minutes=9) < begins - timezone.now() <= timedelta(minutes=10)
    assert "Start now" in text(client.get(url(night, "night")))
    tapped(client, url(night, "start_move", verb="plus"))
    assert face(night).begins_at == begins + timedelta(minutes=1)
    tapped(client, url(night, "start_move", verb="now"))
    assert face(night).state == "running"
    assert client.post(url(night, "start_move", verb="sideways")).status_code == 404


def test_a_start_is_announced_and_forgotten(desk: Desk):
    night = night_of(None)
    client = desk(night)
    tapped(client, url(night, "start_later"), {"minutes": "30", "how": "announce"})
    assert (face(night).state, night.open.started_at) == ("waiting", None)
    assert "Start announced for" in text(client.get(url(night, "night")))
    tapped(client, url(night, "start_forget"))
    assert face(night).begins_at is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"minutes": "", "wall": ""}, "When does play begin?"),
        ({"minutes": "", "wall": "soon"}, "“soon” is no time"),
        ({"minutes": "0", "wall": ""}, "greater than or equal to 1"),
    ],
)
def test_a_start_that_cannot_be_read_keeps_what_was_typed(desk: Desk, typed: dict[str, str], said: str):
    night = night_of(None)
    answer = tapped(desk(night), url(night, "start_later"), {**typed, "how": "start"})
    assert answer.status_code == 422
    assert said in text(answer)
    assert f'value="{typed["wall"]}"' in answer.content.decode()
    assert Clock.objects.count() == 0


# -- time and levels ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("12", 720),
        ("12:30", 750),
        ("0:05", 5),
        ("1:05:00", 3900),
        ("12.30", 750),
        ("12:75", None),
        ("x", None),
    ],
)
def test_the_time_left_is_read_as_minutes_or_with_seconds(typed: str, seconds: int | None):
    assert seconds_of(typed) == seconds


def test_the_time_left_is_set_and_a_level_gone_to(desk: Desk):
    night = night_of(5)
    client = desk(night)
    shown = text(client.get(url(night, "clock_set")))
    assert "Begin level 2 now" in shown
    assert "Begin this break now" in shown
    tapped(client, url(night, "clock_set"), {"left": "7:30"})
    assert 445 < face(night).seconds <= 450
    tapped(client, url(night, "clock_go"), {"index": "3"})
    assert (face(night).position.number, face(night).seconds) == (3, 1200)
    answer = tapped(client, url(night, "clock_set"), {"left": "later"})
    assert (answer.status_code, "“later” is no time" in text(answer)) == (422, True)
    assert client.post(url(night, "clock_go"), {"index": "x"}).status_code == 404


# -- hand for hand --------------------------------------------------------------------------------------


def test_hand_for_hand_is_played_from_the_desk(desk: Desk):
    night = night_of(5)
    client = desk(night)
    tapped(client, url(night, "hand_for_hand", verb="begin"))
    shown = text(client.get(url(night, "night")))
    assert "Hand for hand, hand 1" in shown
    assert "Resume" not in shown
    first, second = Table.objects.order_by("number")
    tapped(client, url(night, "table_tick", table=first.pk))
    asked = tapped(client, url(night, "hand_for_hand", verb="next"), {"left": ""})
    assert (asked.status_code, asked["HX-Retarget"]) == (422, "#dialog")
    assert "Not finished yet: table 2" in text(asked)
    tapped(client, url(night, "table_tick", table=second.pk))
    asked = tapped(client, url(night, "hand_for_hand", verb="next"), {"left": "7"})
    assert "7 players were counted and 8 are recorded" in text(asked)
    tapped(client, url(night, "hand_for_hand", verb="next"), {"left": "7", "overrule": "players_left_differ"})
    assert (HandForHand.objects.get().hand, TableTick.objects.count()) == (2, 2)
    refused = tapped(client, url(night, "hand_for_hand", verb="bubble"))
    assert "8 are left and 3 are paid" in text(refused)
    tapped(client, url(night, "hand_for_hand", verb="end"))
    assert face(night).state == "running"


def test_near_the_bubble_hand_for_hand_is_offered(desk: Desk):
    night = night_of(5)
    for table in Table.objects.all():
        for seat in [seat for seat in _seated(night) if seat.table_id == table.pk][:2]:
            night.out(str(seat.entry.player))
    shown = text(desk(night).get(url(night, "night")))
    assert "4 are left and 3 are paid: play hand for hand" in shown


def test_where_each_table_plays_to_its_own_end_hand_for_hand_is_not_offered_VIV_08(desk: Desk):
    """Of eight, five are left and four are paid, at two tables that go on by themselves."""
    night = vivaldi_night(SIXTEEN[:8])
    night.now = timezone.now()
    night.start()
    night.out(sitting(table_called(night.open, "A"))[3])
    night.out(sitting(table_called(night.open, "A"))[2])
    night.out(sitting(table_called(night.open, "B"))[3])
    page = text(desk(night).get(url(night, "night")))
    assert (len(night.field().left), "hand for hand" in page.lower()) == (5, False)
    together = night_of(5, beside=night)
    assert "Hand for hand" in text(desk(together).get(url(together, "night")))


def _seated(night: Night):
    return list(Seat.objects.filter(ended_at=None).select_related("table", "entry__player"))


# -- the shot clock -------------------------------------------------------------------------------------


def test_time_is_called_at_a_table_and_ended(desk: Desk):
    night = night_of(5)
    client = desk(night)
    table = Table.objects.first()
    tapped(client, url(night, "time_call", table=table.pk))
    assert "Acted" in text(client.get(url(night, "night")))
    tapped(client, url(night, "time_call", table=table.pk), {"ended": "1"})
    assert TimeCall.objects.get().ended_at is not None
    assert "Acted" not in text(client.get(url(night, "night")))


# -- colour-up ------------------------------------------------------------------------------------------


def test_a_marked_colour_up_is_offered_when_it_is_due_and_just_done(desk: Desk):
    night = night_of(41)
    client = desk(night)
    assert "The chips of 25 are no longer needed" in text(client.get(url(night, "night")))
    dialog = client.get(url(night, "colour_up")).content.decode()
    assert 'value="25"' in dialog
    assert 'value="100"' in dialog
    tapped(client, url(night, "colour_up"), {"chip": "25", "into": "100", "how": "plain"})
    row = ColourUp.objects.get()
    assert (row.chip, row.into, row.delta) == (25, 100, 0)
    assert "no longer needed" not in text(client.get(url(night, "night")))


def test_a_difference_in_all_may_be_less(desk: Desk):
    night = night_of(41)
    typed = {"chip": "25", "into": "100", "how": "total", "delta": "−25"}
    tapped(desk(night), url(night, "colour_up"), typed)
    assert ColourUp.objects.get().delta == -25


def test_a_race_is_shown_before_it_is_saved_and_saved_as_shown(desk: Desk):
    night = night_of(41)
    client = desk(night)
    seats = {seat.number: seat for seat in _seated(night) if seat.table.number == 1}
    odd = {f"odd_{seats[number].pk}": str(count) for number, count in {1: 3, 2: 1, 3: 2}.items()}
    typed = {"chip": "25", "into": "100", "how": "race", "dealt": "draw", "seed": "abc", **odd}
    shown = tapped(client, url(night, "colour_up"), typed)
    assert (shown.status_code, ColourUp.objects.count()) == (200, 0)
    assert "Chips in play: 40 000 before, 40 050 after" in text(shown)
    word = shown.context["shown"]
    changed = {**typed, "shown": word, f"odd_{seats[1].pk}": "1"}
    tapped(client, url(night, "colour_up"), changed)
    assert ColourUp.objects.count() == 0
    tapped(client, url(night, "colour_up"), {**typed, "shown": word})
    saved = {one.entry_id: one.delta for one in StackChange.objects.filter(source="colour_up")}
    names = {entry.pk: str(entry.player) for entry in Entry.objects.all()}
    result = {one.name: one.delta for one in shown.context["result"]["changes"]}
    assert {names[key]: delta for key, delta in saved.items()} == result
    assert (ColourUp.objects.get().delta, sum(saved.values())) == (50, 50)


def test_cards_that_cannot_be_read_keep_what_was_typed(desk: Desk):
    night = night_of(41)
    seat = _seated(night)[0]
    typed = {"chip": "25", "into": "100", "how": "race", "dealt": "typed"}
    typed |= {f"odd_{seat.pk}": "2", f"cards_{seat.pk}": "K♠ Zx"}
    answer = tapped(desk(night), url(night, "colour_up"), typed)
    assert answer.status_code == 422
    assert "K♠ Zx" in answer.content.decode()
    empty = tapped(desk(night), url(night, "colour_up"), {**typed, f"odd_{seat.pk}": ""})
    assert "Nobody has odd chips yet" in text(empty)


# -- the door and the reminders -------------------------------------------------------------------------


def test_late_entry_is_reminded_of_and_then_asked_about_at_the_door(desk: Desk):
    night = night_of(25)
    client = desk(night)
    assert "Late entry closes with this level, in 15 min" in text(client.get(url(night, "night")))
    Clock.objects.update(anchor_at=timezone.now() - timedelta(minutes=41))
    asked = tapped(client, url(night, "door_add"), {"name": "Tanzania"})
    assert asked.status_code == 422
    assert "Late entry closed after level 2" in text(asked)
    assert "Let Tanzania in" in text(asked)
    tapped(client, url(night, "door_add"), {"name": "Tanzania", "overrule": "late_entry_closed"})
    assert Entry.objects.filter(player__nickname="Tanzania").exists()


def test_the_night_page_asks_no_more_of_the_database_with_more_players(desk: Desk):
    small = night_of(25, players=4, seats=2)
    h4h.begin_hand_for_hand(open=small.open, **small.act)
    client = desk(small)
    client.get(url(small, "night"))
    with CaptureQueriesContext(connection) as first:
        client.get(url(small, "night"))
    small.sign_up("Naval", "Polonia", "Chequia", "Suecia", pay=False)
    floor.draw_seats(open=small.open, seed="x", **small.act)
    with CaptureQueriesContext(connection) as second:
        client.get(url(small, "night"))
    assert len(second) <= len(first)
