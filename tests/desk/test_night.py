"""The night page: what it shows, its parts, its one-tap acts, undo by name, roles."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import next_undo
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.desk.conftest import Desk, one_line

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def night() -> Night:
    """Eight signed up for 10 € + 2 €, Israel has not paid; nobody sits yet."""
    night = make_night(spt_terms(house=200))
    night.now = timezone.now()
    night.sign_up(*BARBARISMO[:7])
    night.sign_up("Israel", pay=False)
    return night


def url(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/{rest}"


def page(client: Client, night: Night, rest: str = "") -> str:
    response = client.get(url(night, rest))
    assert response.status_code == 200
    return one_line(response.content.decode())


def act(client: Client, night: Night, rest: str, **data: object) -> str:
    """Post one act as htmx does; what is said about it."""
    given = {"request_id": str(uuid.uuid4()), **data}
    response = client.post(url(night, rest), given, headers=HTMX)
    assert response.status_code == 200, response.content.decode()
    return response.content.decode()


def test_before_the_start_the_page_lists_who_signed_up_and_who_owes(night: Night, desk: Desk) -> None:
    text = page(desk(night), night)
    assert "Not started" in text
    assert text.count("paid</span>") == 7
    assert "owes 12\u00a0€" in text
    assert "0.25 / 0.50\u00a0€" in text
    assert "Draw seats" in text


def test_figures_stand_beside_the_tables(night: Night, desk: Desk) -> None:
    night.start()
    night.out("Francia")
    text = page(desk(night), night)
    for term, figure in (
        ("Players", "7 of 8"),
        ("Prize pool", "70\u00a0€"),
        ("Average", "22.85\u00a0€"),
        ("House", "14\u00a0€"),
        ("Next paid place", "3 · 10\u00a0€"),
        ("Cash in hand", "84\u00a0€"),
    ):
        assert f"<dt>{term}</dt><dd>{figure}</dd>" in text


def test_blinds_are_the_hero_where_they_follow_the_outs_SPT_38(night: Night, desk: Desk) -> None:
    night.start()
    client = desk(night)
    assert "double after 2 more outs" in page(client, night)
    night.out("Francia")
    text = page(client, night)
    assert "double after 1 more out: <span" in text
    assert "0.50 / 1\u00a0€" in text
    assert "+1 min" not in text
    night.out("Kosovo")
    assert "</span> 0.50 / 1\u00a0€</div>" in page(client, night)


def test_a_timed_schedule_has_its_minutes_and_a_clock_that_counts(desk: Desk) -> None:
    night = make_night(timed_terms())
    night.now = timezone.now()
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    text = page(desk(night), night)
    assert "data-clock-time" in text
    assert "+1 min" in text
    assert "&quot;blinds&quot;: &quot;50 / 100&quot;" in text


def test_a_break_says_when_it_ends_and_what_is_played_then(desk: Desk) -> None:
    levels = (Level.of_minutes(25, 50, 20), Level.break_of(10), Level.of_minutes(50, 100, 20))
    night = make_night(replace(timed_terms(), levels=levels))
    night.now = timezone.now() - timedelta(minutes=25)
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    text = page(desk(night), night)
    assert 'data-state="break"' in text
    assert "Break, back at" in text
    assert "<span data-clock-blinds>50 / 100</span>" in text


def test_a_finished_open_leads_to_prizes_and_results(night: Night, desk: Desk) -> None:
    night.start()
    for name in BARBARISMO[:0:-1]:
        night.out(name)
    floor.finish_open(open=night.open, overruled=["debts_open", "prizes_do_not_sum"], **night.act)
    text = page(desk(night), night)
    assert "Prizes and results" in text
    assert 'id="act-out"' not in text
    assert "seat__out" not in text.replace('<span class="seat__out">', "")
    assert "Finished" in text


def test_parts_come_alone_each_to_be_swapped_by_its_id(night: Night, desk: Desk) -> None:
    night.start()
    client = desk(night)
    response = client.get(url(night, "parts/?tables=1"), headers=HTMX)
    text = response.content.decode()
    for part in ("strip", "acts", "bands", "tables", "side"):
        assert f'id="night-{part}" hx-swap-oob="true"' in text
    assert "<html" not in text
    assert 'id="night-tabs"' not in text  # or the choice of a table would be lost
    night.open.stream.refresh_from_db()
    shown = f"{night.open.stream.epoch}-{night.open.stream.version}"
    assert response["HX-Trigger"] == f'{{"tapete:shown": "{shown}"}}'


def test_a_page_with_other_tables_gets_new_tabs(desk: Desk) -> None:
    night = make_night(timed_terms())
    night.now = timezone.now()
    night.sign_up(*(f"Player {number}" for number in range(1, 12)))
    night.start()
    client = desk(night)
    assert 'id="night-tabs" hx-swap-oob="true"' in page(client, night, "parts/?tables=0")
    text = page(client, night, "parts/?tables=2")
    assert 'id="night-tabs"' not in text
    assert '<span id="tab-count-2" hx-swap-oob="true">5</span>' in text


def test_seats_are_drawn_then_play_begins_in_two_taps(night: Night, desk: Desk) -> None:
    client = desk(night)
    act(client, night, "draw-seats/")
    assert Seat.objects.filter(ended_at=None).count() == 8
    act(client, night, "draw-dealer/")
    said = act(client, night, "start/")
    assert "Play began with 8 players" in said
    assert Open.objects.get(pk=night.open.pk).started_at is not None


def test_an_act_refused_says_why_and_changes_nothing(night: Night, desk: Desk) -> None:
    client = desk(night)
    night.start()
    said = act(client, night, "start/")
    assert "message--error" in said
    assert JournalEntry.objects.filter(kind="play_started").count() == 1


def test_without_htmx_an_act_leads_back_to_the_tables(night: Night, desk: Desk) -> None:
    response = desk(night).post(url(night, "draw-seats/"))
    assert (response.status_code, response["Location"]) == (302, url(night))


def test_undo_takes_back_what_its_button_named_and_nothing_else(night: Night, desk: Desk) -> None:
    night.start()
    night.out("Francia")
    client = desk(night)
    text = page(client, night)
    assert "Undo: Francia out" in text
    named = next_undo(night.open.stream)
    assert named is not None
    assert f'name="entry" value="{named.pk}"' in text
    night.out("Kosovo")  # on another device, while the button was on show
    act(client, night, "undo/", entry=named.pk)
    assert [night.entries["Kosovo"].pk] == [out.entry for out in night.field().outs]


def test_the_same_undo_twice_is_refused_the_second_time(night: Night, desk: Desk) -> None:
    night.start()
    entry = night.out("Francia")
    client = desk(night)
    act(client, night, "undo/", entry=entry.pk)
    assert "message--error" in act(client, night, "undo/", entry=entry.pk)


def test_redo_puts_the_act_back(night: Night, desk: Desk) -> None:
    night.start()
    out = night.out("Francia")
    client = desk(night)
    act(client, night, "undo/", entry=out.pk)
    text = page(client, night)
    assert "Redo: Francia out" in text
    undone = JournalEntry.objects.get(kind="undo")
    act(client, night, "redo/", entry=undone.pk)
    assert len(night.field().outs) == 1


def test_an_act_with_a_later_one_in_the_way_offers_its_correction(night: Night, desk: Desk) -> None:
    drawn = floor.draw_seats(open=night.open, seed="s", **night.act)
    night.start()
    night.out("Francia")
    said = act(desk(night), night, "undo/", entry=drawn.pk)
    assert "message--error" in said
    assert f'hx-get="{url(night, f"change/{drawn.pk}/")}"' in said


def test_a_suggestion_put_away_stays_away_until_its_reason_changes(night: Night, desk: Desk) -> None:
    client = desk(night)
    assert 'id="band-draw"' in page(client, night)
    response = client.post(url(night, "not-now/"), {"key": "draw:players=8"}, headers=HTMX)
    assert (response.status_code, response["HX-Trigger"]) == (204, "changed")
    assert 'id="band-draw"' not in page(client, night)
    night.sign_up("Tanzania")
    assert 'id="band-draw"' in page(client, night)


def test_the_winner_is_suggested_when_one_is_left(night: Night, desk: Desk) -> None:
    night.start()
    for name in BARBARISMO[:0:-1]:
        night.out(name)
    assert "band--good" in page(desk(night), night)


def test_a_moving_button_goes_on_in_one_tap_SPT_09(night: Night, desk: Desk) -> None:
    night.start()
    client = desk(night)
    table = Seat.objects.filter(ended_at=None).first().table  # type: ignore[union-attr]
    before = table.button
    text = page(client, night)
    following = before - 1 if before > 1 else 8  # anticlockwise, eight in seats 1 to 8
    assert f'name="place" value="{table.pk}-{following}"><input type="hidden" name="after"' in text
    act(client, night, "button/", place=f"{table.pk}-{following}", after=before)
    table.refresh_from_db()
    assert table.button == following


def test_the_story_names_what_can_be_changed(night: Night, desk: Desk) -> None:
    night.start()
    out = night.out("Francia")
    text = page(desk(night), night)
    assert f'href="{url(night, f"change/{out.pk}/")}"' in text
    assert "Francia out in 8th" in text


def test_the_number_of_queries_does_not_grow_with_the_field(night: Night, desk: Desk) -> None:
    night.start()
    client = desk(night)

    def late(numbers: range) -> int:
        """Let that many come late and all but the last go out; the queries of the page then."""
        names = [f"Player {number}" for number in numbers]
        night.sign_up(*names)
        floor.draw_seats(open=night.open, seed="s", **night.act)
        for name in names[:-1]:
            night.out(name, by="Canadá")
        with CaptureQueriesContext(connection) as queries:
            client.get(url(night))
        return len(queries)

    few = late(range(2))
    assert late(range(2, 30)) == few


@pytest.mark.parametrize(
    ("role", "rest", "status"),
    [
        (Role.SCOREKEEPER, "", 200),
        (Role.SCOREKEEPER, "parts/", 200),
        (Role.FLOOR, "", 200),
        (Role.SCOREKEEPER, "out/", 403),
        (Role.SCOREKEEPER, "count/", 403),
        (Role.FLOOR, "out/", 200),
        (Role.FLOOR, "count/", 200),
    ],
)
def test_who_may_look(night: Night, desk: Desk, role: Role, rest: str, status: int) -> None:
    night.start()
    assert desk(night, role).get(url(night, rest)).status_code == status


@pytest.mark.parametrize(
    ("role", "rest"),
    [
        (Role.SCOREKEEPER, "draw-seats/"),
        (Role.SCOREKEEPER, "draw-dealer/"),
        (Role.SCOREKEEPER, "not-now/"),
        (Role.SCOREKEEPER, "out/"),
        (Role.SCOREKEEPER, "clock/pause/"),
        (Role.SCOREKEEPER, "change/out/"),
        (Role.FLOOR, "start/"),
    ],
)
def test_who_may_not_act(night: Night, desk: Desk, role: Role, rest: str) -> None:
    assert desk(night, role).post(url(night, rest)).status_code == 403
    assert Open.objects.get(pk=night.open.pk).started_at is None


def test_the_right_to_undo_follows_the_kind_that_is_undone(night: Night, desk: Desk) -> None:
    paid = JournalEntry.objects.filter(kind="signed_up").first()
    assert paid is not None
    client = desk(night, Role.FLOOR)
    assert client.post(url(night, "undo/"), {"entry": paid.pk}).status_code == 403
    assert "Undo: " not in page(client, night)


def test_the_house_money_is_not_for_a_scorekeeper(night: Night, desk: Desk) -> None:
    night.start()
    text = page(desk(night, Role.SCOREKEEPER), night)
    assert "Cash in hand" not in text
    assert "Owes" not in text
    assert "seat__out" in text
    assert "Francia out" not in text


def test_strangers_are_sent_to_sign_in_and_others_find_nothing(night: Night, desk: Desk) -> None:
    assert Client().get(url(night)).status_code == 302
    assert Client().get(url(night, "parts/"), headers=HTMX)["HX-Redirect"] == "/sign-in/"
    other = make_night(director=User.objects.create(name="Otra"))
    assert desk(other, Role.FLOOR).get(url(night)).status_code == 404


def test_pause_and_resume_stop_and_start_the_clock(night: Night, desk: Desk) -> None:
    night.start()
    client = desk(night)
    act(client, night, "clock/pause/")
    assert clock_face(night.open, timezone.now(), night.field()).state == "paused"
    assert "Paused since" in page(client, night)
    assert "message--error" in act(client, night, "clock/pause/")
    act(client, night, "clock/resume/")
    assert clock_face(night.open, timezone.now(), night.field()).state == "running"


def test_a_minute_more_is_wanted_as_often_as_it_is_tapped(desk: Desk) -> None:
    night = make_night(timed_terms(minutes=20))
    night.now = timezone.now()
    night.sign_up("Canadá", "Kosovo")
    night.start()
    client = desk(night)
    for _ in range(3):
        act(client, night, "clock/plus/", request_id="")
    act(client, night, "clock/minus/", request_id="")
    seconds = clock_face(night.open, timezone.now(), night.field()).seconds
    assert seconds is not None
    assert 22 * 60 - 30 < seconds <= 22 * 60


def test_the_blinds_go_on_and_back_by_hand(night: Night, desk: Desk) -> None:
    night.start()
    client = desk(night)
    act(client, night, "clock/next/")
    assert "</span> 0.50 / 1\u00a0€</div>" in page(client, night)
    act(client, night, "clock/previous/")
    assert "</span> 0.25 / 0.50\u00a0€</div>" in page(client, night)
    assert client.post(url(night, "clock/faster/")).status_code == 404
