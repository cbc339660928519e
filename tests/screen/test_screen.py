"""The big screen's pages: which open they show, each state, in both languages, for everybody."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from tdapp.clock import services as clock
from tdapp.floor import services as floor
from tdapp.floor.set_up import discard_open
from tdapp.journal.undo import undo
from tdapp.live import registry
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tdapp.screen.views import opens_on
from tests.builders import EVENING, NAVAL, Night, make_night, spt_terms, timed_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def naval() -> Night:
    """The Naval open: six signed up, prizes 20 and 10."""
    night = make_night(replace(spt_terms("Open de Naval", prize=500, prizes=(2000, 1000)), meeting=2))
    night.sign_up(*NAVAL)
    return night


def another(night: Night, name: str, days: int = 0) -> Night:
    """One more open of the same tour, so many days later."""
    terms = replace(spt_terms(name), date=night.open.date + timedelta(days=days))
    return make_night(terms, tour=night.tour, director=night.director)


def text(html: str) -> str:
    """What a page says, without its markup."""
    body = re.sub(r"<head.*?</head>", " ", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("\u202f", " ").replace("\u00a0", " ").split())


def shown(night: Night, client: Client, **query: str) -> str:
    """The screen's page at the night's hour."""
    with time_machine.travel(night.now, tick=False):
        answer = client.get(f"/screen/{night.open.code}/", query, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    return answer.content.decode()


def state(html: str) -> str:
    return re.findall(r'id="screen-panel" data-state="([\w-]+)"', html)[0]


# -- which open ----------------------------------------------------------------------------------------


def test_without_an_address_the_open_that_is_played_is_shown_at_once_and_keeps_its_language(
    client: Client, naval: Night
) -> None:
    other = another(naval, "Open de Graus")
    naval.start()
    answer = client.get("/screen/?lang=es")
    assert (answer.status_code, answer["Location"]) == (302, f"/screen/{naval.open.code}/?lang=es")
    assert [open.pk for open in opens_on(EVENING)] == [naval.open.pk]
    assert other.open.started_at is None


def test_two_opens_played_at_once_are_offered_by_name(client: Client, naval: Night) -> None:
    other = another(naval, "Open de Graus")
    other.sign_up("Chile", "Perú")
    naval.start()
    other.start()
    page = client.get("/screen/").content.decode()
    assert "Which open?" in page
    for night in (naval, other):
        assert f'<a href="/screen/{night.open.code}/">{night.open.name}</a>' in page


def test_before_anything_is_played_the_open_with_the_nearest_date_is_next(naval: Night) -> None:
    another(naval, "Open de Graus", days=7)
    assert [open.name for open in opens_on(EVENING)] == ["Open de Naval"]
    assert [open.name for open in opens_on(EVENING + timedelta(days=6))] == ["Open de Graus"]


def test_an_open_that_just_ended_stays_and_then_the_page_is_quiet(client: Client, naval: Night) -> None:
    naval.start()
    naval.out(*reversed(NAVAL[1:]))
    floor.finish_open(open=naval.open, **naval.act)
    assert [open.pk for open in opens_on(naval.now + timedelta(hours=11))] == [naval.open.pk]
    assert opens_on(naval.now + timedelta(hours=13)) == []
    with time_machine.travel(naval.now + timedelta(hours=13)):
        page = client.get("/screen/").content.decode()
    assert "Nothing is being played" in page
    assert 'http-equiv="refresh"' in page


def test_a_code_nobody_has_and_a_discarded_open_are_not_found(client: Client, naval: Night) -> None:
    assert client.get("/screen/zzzzzzz/").status_code == 404
    other = another(naval, "Open de Graus")
    discard_open(open=other.open, **other.act)
    assert client.get(f"/screen/{other.open.code}/").status_code == 404


# -- its states ----------------------------------------------------------------------------------------


def test_sign_up_shows_the_way_to_the_phone_page_who_is_there_and_what_there_is_to_win(
    client: Client, naval: Night
) -> None:
    page = shown(naval, client)
    said = text(page)
    assert state(page) == "signup"
    assert f'src="/o/{naval.open.code}/qr.svg"' in page
    assert "Open de Naval Somontano Poker Tour · 2nd event" in said
    assert "Signed up Canadá Lituania Irán Kosovo Letonia Tanzania" in said
    assert "Players 6 Prize pool 30 € First 20 € Second 10 €" in said


def test_drawn_seats_stand_beside_the_names_before_the_start(client: Client, naval: Night) -> None:
    floor.draw_seats(open=naval.open, seed="a seed", **naval.act)
    assert len(re.findall(r"seat [1-6]\b", text(shown(naval, client)))) == 6


def test_without_minutes_the_blinds_are_the_hero_and_the_next_out_counts_SPT_38(
    client: Client, naval: Night
) -> None:
    naval.start()
    naval.out("Tanzania", "Letonia", "Kosovo")
    counts = {naval.entries["Canadá"]: 3100, naval.entries["Lituania"]: 2200}
    floor.count_chips(open=naval.open, counts=counts, **naval.act)
    page = shown(naval, client)
    said = text(page)
    assert state(page) == "running"
    assert "Blinds 0.50 / 1 € They double after 1 more out : 1 / 2 €" in said
    assert "At the table Canadá 31 € Lituania 22 € Irán — Out 4th Kosovo 5th Letonia 6th Tanzania" in said
    assert "Players 3 of 6 Prize pool 30 € First 20 € Second 10 €" in said
    assert page.count('<i class="on"></i>') == 1


def test_no_more_outs_are_counted_than_there_are_left_to_play_SPT_38(client: Client, naval: Night) -> None:
    naval.start()
    naval.out(*reversed(NAVAL[3:]))
    assert "They double after 1 more out : 1 / 2 €" in text(shown(naval, client))
    naval.out(NAVAL[2])
    heads_up = text(shown(naval, client))
    assert "Blinds 1 / 2 €" in heads_up
    assert "They double" not in heads_up
    assert "2 / 4 €" not in text(client.get(f"/o/{naval.open.code}/").content.decode())


def test_who_went_just_now_stands_out_and_rests_later(client: Client, naval: Night) -> None:
    naval.start()
    naval.out("Tanzania")
    assert '<li class="fresh"><span data-len="14">6th Tanzania</span></li>' in shown(naval, client)
    naval.wait(seconds=40)
    assert '<li><span data-len="14">6th Tanzania</span></li>' in shown(naval, client)


def timed(*levels: Level) -> Night:
    night = make_night(replace(timed_terms(), levels=levels))
    night.sign_up(*NAVAL)
    night.start()
    return night


LEVELS = (
    Level(50, 100, seconds=1200),
    Level(500, 1000, 100, seconds=1200),
    Level.break_of(10),
    Level(1000, 2000, seconds=1200),
)


def test_a_running_level_shows_time_blinds_and_ante_then_players_and_money(client: Client) -> None:
    night = timed(*LEVELS)
    night.wait(minutes=27, seconds=26)
    night.out("Tanzania")
    page = shown(night, client)
    said = text(page)
    assert "Level 2 of 3 12:34" in said
    assert "Small blind 500 Big blind 1 000 Big blind ante 100 Next a break" in said
    assert "Prize pool 60 € 1 50 € 2 20 € 3 10 € Out 6th Tanzania" in said
    assert "Players 5 of 6 Average stack 6 000 Next break 13 min Next prize 3rd, 10 €" in said
    assert "last-minute" not in page
    night.wait(minutes=12)
    assert "screen--whole" not in shown(night, client)
    assert ' last-minute"' in shown(night, client)


def test_paused_is_the_whole_screen_with_the_hour_at_the_venue(client: Client) -> None:
    night = timed(*LEVELS)
    night.wait(minutes=5)
    clock.pause_clock(open=night.open, **night.act)
    night.wait(minutes=2)
    page = shown(night, client)
    assert 'class="screen screen--whole"' in page
    assert state(page) == "paused"
    assert "Paused 15:00 since 22:05 50 / 100" in text(page)


def test_a_pause_without_minutes_shows_the_blinds_and_how_many_are_left(client: Client, naval: Night) -> None:
    naval.start()
    clock.pause_clock(open=naval.open, **naval.act)
    assert "Paused 0.25 / 0.50 € since 22:00 6 of 6 left" in text(shown(naval, client))


def test_a_break_counts_down_and_says_when_and_at_which_blinds_it_goes_on(client: Client) -> None:
    night = timed(*LEVELS)
    night.wait(minutes=42, seconds=18)
    floor.count_chips(open=night.open, counts={night.entries["Canadá"]: 7350}, **night.act)
    page = shown(night, client)
    said = text(page)
    assert state(page) == "break"
    assert "Break after level 2" in said
    assert "Break 7:42 Back at 22:50 Then level 3" in said
    assert "1 000 / 2 000" in said
    assert "Players 6 Average stack 5 000 Biggest stack Canadá 7 350 Paid places 3" in said


def test_the_winner_is_there_with_the_last_out_and_goes_with_its_undo(client: Client, naval: Night) -> None:
    naval.start()
    naval.out(*reversed(NAVAL[2:]))
    last = naval.out("Lituania")
    page = shown(naval, client)
    assert state(page) == "winner"
    assert "Winner Canadá 20 € · 6 points 2nd Lituania, 10 €" in text(page)
    assert "data-boundaries" not in page
    undo(entry=last, **naval.act)
    assert state(shown(naval, client)) == "running"


def test_names_are_escaped_wherever_they_stand(client: Client) -> None:
    night = make_night(spt_terms("<b>Open</b>"))
    night.sign_up("<script>alert(1)</script>", "Kosovo")
    page = shown(night, client)
    assert "<script>alert" not in page
    assert "&lt;b&gt;Open&lt;/b&gt;" in page


def test_the_page_needs_nobody_signed_in_and_follows_its_own_language(client: Client, naval: Night) -> None:
    page = shown(naval, client, lang="es")
    assert f'data-live="/live/es/screen/{naval.open.code}/"' in page
    assert '<html lang="es"' in page
    assert f'data-live="/live/en/screen/{naval.open.code}/"' in shown(naval, client)


# -- what is pushed ------------------------------------------------------------------------------------


def test_the_pushed_panel_is_the_one_of_the_page(client: Client, naval: Night) -> None:
    surface = registry.surface("screen")
    assert surface is not None
    assert surface.render is not None
    assert surface.resolve(naval.open.code) == naval.open.stream_id
    assert surface.resolve("zzzzzzz") is None
    naval.start()
    page = shown(naval, client)
    with time_machine.travel(naval.now, tick=False):
        fragments = surface.render(naval.open.stream_id, "en")
    assert list(fragments) == ["screen-panel", "screen-pages", "screen-plan"]
    for part in fragments.values():
        assert part.strip() in page


def test_a_discarded_open_has_nothing_to_push(naval: Night) -> None:
    surface = registry.surface("screen")
    assert surface is not None
    assert surface.render is not None
    Open.objects.filter(pk=naval.open.pk).update(voided=True)
    assert surface.render(naval.open.stream_id, "en") == {}
    assert surface.resolve(naval.open.code) is None


def test_a_shared_place_leaves_the_room_to_the_names(client: Client, naval: Night) -> None:
    naval.start()
    pair = [naval.entries["Letonia"], naval.entries["Tanzania"]]
    floor.record_outs(open=naval.open, groups=[pair], **naval.act)
    said = text(shown(naval, client))
    assert "5th Letonia" in said
    assert "5th Tanzania" in said
    assert "tied" not in said
