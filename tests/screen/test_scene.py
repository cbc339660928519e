"""What the big screen says beyond the blinds: states, marks, shot clocks, announcements, pages in turn."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from tdapp.clock import services as clock
from tdapp.clock.time_calls import call_time, end_time_call
from tdapp.displays import services as displays
from tdapp.floor import hand_for_hand, rearranging, set_up
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.journal.undo import undo
from tdapp.opens.models import Open, Table
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.screen import live
from tdapp.screen.pages import Page, pages
from tdapp.screen.scene import Scene, scene
from tdapp.seasons.services import post_results
from tests.builders import BARBARISMO, NAVAL, Night, make_night, spt_terms, timed_terms

pytestmark = pytest.mark.django_db

MINUTES = 60
JAVASCRIPT = 40_000
"""Bytes of all scripts of the page, compressed."""
SCHEDULE = (
    Level(100, 200, seconds=20 * MINUTES, rebuys_end=True),
    Level(150, 300, 300, seconds=20 * MINUTES, game="Omaha", entry_ends=True),
    Level.break_of(10, "Cake"),
    Level(500, 1000, 1000, seconds=20 * MINUTES, colour_up=(50,)),
    Level(1000, 2000, 2000, seconds=20 * MINUTES),
)
MANY = tuple(f"Player {number:03}" for number in range(1, 96))


def timed(
    *names: str,
    levels: tuple[Level, ...] = SCHEDULE,
    paid: tuple[int, ...] = (5000, 2000),
    beside: Night | None = None,
) -> Night:
    """A timed night under way; of the tour of ``beside`` if there is one."""
    terms = replace(timed_terms(), levels=levels, prizes=PrizePlan("amounts", paid))
    tour, director = (beside.tour, beside.director) if beside else (None, None)
    night = make_night(terms, tour=tour, director=director)
    night.sign_up(*(names or NAVAL))
    night.start()
    return night


def look(night: Night) -> Scene:
    with translation.override("en"):
        return scene(Open.objects.get(pk=night.open.pk), night.now)


def said(night: Night, part: str = "panel", language: str = "en") -> str:
    """What a part of the screen says, without its markup."""
    with translation.override(language):
        shown = live.context(Open.objects.select_related("tour").get(pk=night.open.pk), night.now)
        html = render_to_string(f"screen/_{part}.html", shown)
    plain = re.sub(r"<[^>]+>", " ", html).replace("\u202f", " ").replace("\u00a0", " ")
    return " ".join(plain.split())


def boundaries(night: Night) -> list[dict[str, str]]:
    """The coming levels as clock.js reads them."""
    html = str(look(night).attributes)
    found = re.findall(r'data-boundaries="([^"]*)"', html)[0]
    read: list[dict[str, str]] = json.loads(found.replace("&quot;", '"').replace("&#x27;", "'"))
    return read


# -- states --------------------------------------------------------------------------------------------


def test_a_start_that_lies_ahead_counts_down_and_shows_where_everybody_sits() -> None:
    night = make_night(spt_terms(prizes=(4000, 2000)))
    night.sign_up(*NAVAL)
    floor.start_play(open=night.open, seed="s", at=night.now + timedelta(minutes=4, seconds=32), **night.act)
    assert look(night).state == "countdown"
    text = said(night)
    assert "Starts in 4:32" in text
    assert re.search(r"Seats (\w+ [1-6] ){6}", text)


def test_an_announced_start_counts_down_beside_the_sign_up_until_it_is_over() -> None:
    night = make_night(timed_terms())
    Open.objects.filter(pk=night.open.pk).update(starts_at=night.now + timedelta(minutes=32))
    assert "Starts in 32:00 Sign-up is open" in said(night)
    night.wait(minutes=33)
    assert "Starts in" not in said(night)


def test_hand_for_hand_says_which_hand_and_who_still_plays_it_RULES_2_9() -> None:
    night = timed(*BARBARISMO, paid=(5000, 2000))
    night.wait(minutes=5)
    night.out(*BARBARISMO[3:])
    hand_for_hand.begin_hand_for_hand(open=night.open, **night.act)
    assert look(night).state == "hand-for-hand"
    text = said(night)
    assert "Hand for hand Hand 1 Still playing: table 1 1 more out until the money" in text
    assert "Players 3 of 8 Paid places 2 Blinds 100 / 200 Clock stands at 15:00" in text
    hand_for_hand.tick_table(table=Table.objects.get(round__open=night.open), **night.act)
    assert "All tables have finished" in said(night)


def test_the_money_is_reached_only_when_it_was_confirmed_RULES_2_9() -> None:
    night = timed(*BARBARISMO, paid=(5000, 2000))
    night.out(*BARBARISMO[3:])
    hand_for_hand.begin_hand_for_hand(open=night.open, **night.act)
    night.out(BARBARISMO[2])
    assert (look(night).state, look(night).in_money) == ("hand-for-hand", False)
    confirmed = hand_for_hand.confirm_bubble(open=night.open, **night.act)
    assert (look(night).state, look(night).in_money) == ("bubble", True)
    assert "In the money All 2 who are left win at least 20 €" in said(night)
    undo(entry=confirmed, **night.act)
    assert (look(night).state, look(night).in_money) == ("hand-for-hand", False)


def test_without_hand_for_hand_the_bubble_is_counted() -> None:
    night = timed(*NAVAL, paid=(5000, 2000))
    assert (look(night).on_bubble, look(night).in_money) == (False, False)
    night.out(*NAVAL[3:])
    assert look(night).on_bubble
    assert "One more out until the money" in said(night)
    night.out(NAVAL[2])
    assert (look(night).on_bubble, look(night).in_money) == (False, True)
    assert 'data-money="1"' in render_to_string("screen/_panel.html", live.context(night.open, night.now))


def test_a_pause_with_chips_that_are_due_is_a_colour_up_and_running_says_it_in_one_line() -> None:
    night = timed()
    night.wait(minutes=51)
    assert "The 50 chips leave play now" in said(night)
    assert look(night).state == "running"
    clock.pause_clock(open=night.open, **night.act)
    assert look(night).state == "colour-up"
    assert "Colour-up The 50 chips leave play now Paused since 22:51 · 19:00" in said(night)


def test_a_break_says_which_chips_leave_after_it_and_its_note() -> None:
    night = timed()
    night.wait(minutes=42)
    text = said(night)
    assert "The 50 chips leave play after this break" in text
    assert "Cake" in text


# -- marks ---------------------------------------------------------------------------------------------


def test_marks_tell_what_ends_when_and_clock_js_gets_those_of_each_level() -> None:
    night = timed()
    night.wait(minutes=5)
    here = look(night).marks
    assert (here.rebuys, here.entry, here.game) == (
        "Rebuys end with this level",
        "Late entry until 22:40",
        "",
    )
    assert here.spoken == "Level 1. Blinds 100, 200."
    coming = boundaries(night)
    assert [one["rebuys"] for one in coming] == ["", "", "", ""]
    assert [one["entry"] for one in coming] == ["Late entry until 22:40", "", "", ""]
    assert [one["game"] for one in coming] == ["Omaha", "", "", ""]
    assert [one["spoken"] for one in coming] == [
        "Level 2. Blinds 150, 300. Ante 300.",
        "Break.",
        "Level 3. Blinds 500, 1000. Ante 1000.",
        "Level 4. Blinds 1000, 2000. Ante 2000.",
    ]
    assert [one["leaving"] for one in coming] == [
        "The 50 chips leave play at 22:50",
        "The 50 chips leave play after this break",
        "The 50 chips leave play now",
        "The 50 chips leave play now",
    ]


def test_while_paused_nobody_knows_the_hour_so_the_level_is_named() -> None:
    night = timed(levels=(Level(25, 50, seconds=600), *SCHEDULE))
    clock.pause_clock(open=night.open, **night.act)
    here = look(night).marks
    assert here.entry == "Late entry until the end of level 3"
    assert here.rebuys == "Rebuys until the end of level 2"


def test_the_blinds_of_an_open_in_euros_are_read_as_euros() -> None:
    night = make_night()
    night.sign_up(*NAVAL)
    night.start()
    assert look(night).marks.spoken == "Level 1. Blinds 0.25, 0.50."
    with translation.override("es"):
        assert "0,25, 0,50" in scene(night.open, night.now).marks.spoken


def test_an_ante_keeps_its_column_in_a_level_without_one_and_has_none_in_a_schedule_without() -> None:
    night = timed()
    assert "Big blind ante" in said(night)
    without = (Level(100, 200, seconds=1200), Level(200, 400, seconds=1200))
    assert "Big blind ante" not in said(timed(levels=without, beside=night))


# -- shot clocks ---------------------------------------------------------------------------------------


def test_a_shot_clock_says_its_table_and_who_thinks_and_goes_with_his_act_RULES_2_5() -> None:
    night = timed()
    table = Table.objects.get(round__open=night.open)
    call_time(table=table, entry=night.entries["Kosovo"], **night.act)
    night.wait(seconds=4)
    (call,) = look(night).calls
    assert (call.name, call.seconds, call.last) == ("Kosovo", 26, False)
    assert "Time called at table 1 Kosovo 26" in said(night)
    night.wait(seconds=21)
    assert look(night).calls[0].last
    end_time_call(table=table, **night.act)
    assert look(night).calls == ()


# -- what is said over the whole screen ----------------------------------------------------------------


def test_a_message_is_said_with_its_end_and_is_gone_after_it() -> None:
    night = timed()
    displays.announce(open=night.open, kind="message", text="Food is ready", seconds=20, **night.act)
    (news,) = look(night).news
    assert (news.title, news.until_ms) == ("Food is ready", int(night.now.timestamp() * 1000) + 20_000)
    assert said(night, "plan") == "Food is ready"
    night.wait(seconds=20)
    assert look(night).news == ()


def test_a_table_that_breaks_lists_who_left_it_for_which_seat() -> None:
    night = timed(*(f"{name}{n}" for n in (1, 2) for name in BARBARISMO))
    first, second = Table.objects.filter(round__open=night.open).order_by("number")
    night.wait(minutes=2)
    mover = Seat.objects.filter(table=first, ended_at=None).first()
    assert mover is not None
    taken = set(Seat.objects.filter(table=second, ended_at=None).values_list("number", flat=True))
    number = min(set(range(1, second.seats + 1)) - taken)
    floor.move_player(entry=mover.entry, table=second, number=number, **night.act)
    displays.announce(open=night.open, kind="table_breaks", table=first, seconds=20, **night.act)
    name = mover.entry.player.nickname
    assert said(night, "plan") == f"Table 1 breaks {name} table 2, seat {number}"


def test_several_tables_that_break_at_once_are_said_together() -> None:
    night = timed(*MANY[:45])
    for table in Table.objects.filter(round__open=night.open, number__gt=2):
        seats = Seat.objects.filter(table=table, ended_at=None).order_by("number")[:6]
        night.out(*(seat.entry.player.nickname for seat in seats.select_related("entry__player")))
    night.wait(minutes=2)
    broken = rearranging.compress(open=night.open, seed="6f1a", **night.act)
    first = Table.objects.get(pk=broken.params["tables"][0])
    displays.announce(open=night.open, kind="table_breaks", table=first, seconds=20, **night.act)
    (news,) = look(night).news
    assert news.title == "Tables 4 and 5 break"
    assert len(news.people) == 6


def test_the_seat_draw_is_listed_by_name_or_sends_a_crowd_to_the_pages() -> None:
    night = timed()
    displays.announce(open=night.open, kind="seats", seconds=20, **night.act)
    assert re.fullmatch(r"Seats are drawn( \w+ seat [1-9]){6}", said(night, "plan"))
    crowd = timed(*MANY, beside=night)
    displays.announce(open=crowd.open, kind="seats", seconds=20, **crowd.act)
    assert "Look for your name on the seating pages" in said(crowd, "plan")


def test_of_two_messages_the_latest_is_seen_first() -> None:
    night = timed()
    for text in ("Food is ready", "Cake for Kosovo"):
        displays.announce(open=night.open, kind="message", text=text, **night.act)
        night.wait(seconds=1)
    html = render_to_string("screen/_plan.html", live.context(night.open, night.now))
    assert [part.split("</section>")[0].count(" hidden>") for part in html.split("<section")[1:]] == [1, 0]


# -- pages in turn -------------------------------------------------------------------------------------


def codes(found: tuple[Page, ...]) -> list[tuple[str, int, int]]:
    return [(page.code, page.part, page.parts) for page in found]


def test_pages_with_nothing_to_show_are_none() -> None:
    night = make_night(replace(timed_terms(), prizes=PrizePlan("amounts", ())))
    night.sign_up(*NAVAL)
    assert codes(pages(look(night))) == []
    night.start()
    assert codes(pages(look(night))) == [("seats", 1, 1)]
    night.out("Kosovo")
    assert codes(pages(look(night))) == [("seats", 1, 1), ("moves", 1, 1)]


def test_many_tables_are_cut_into_equal_parts_and_from_ten_on_names_are_looked_up() -> None:
    eight = timed(*MANY[:70])
    shown = [page for page in pages(look(eight)) if page.code == "seats"]
    assert [(page.part, page.parts, len(page.items), page.lines) for page in shown] == [
        (1, 3, 3, 9), (2, 3, 3, 9), (3, 3, 2, 9),
    ]  # fmt: skip
    night = timed(*MANY, beside=eight)
    found = [page for page in pages(look(night)) if page.code == "seats"]
    assert [(page.kind, len(page.items), page.lines) for page in found] == [
        ("names", 32, 11), ("names", 32, 11), ("names", 31, 11),
    ]  # fmt: skip
    assert "Seats, Player 001 – Player 032 1/3 table · seat Player 001" in said(night, "pages")


def test_the_pages_say_seats_prizes_standings_moves_and_outs() -> None:
    before = make_night(spt_terms("Open de Graus", prizes=(4000, 2000)))
    before.sign_up(*NAVAL)
    before.start()
    before.out(*reversed(NAVAL[1:]))
    floor.finish_open(open=before.open, **before.act)
    post_results(open=before.open, **before.act)
    night = make_night(timed_terms(), tour=before.tour, director=before.director)
    night.sign_up(*NAVAL)
    night.start()
    night.wait(minutes=3)
    first, second = night.entries["Canadá"], night.entries["Kosovo"]
    floor.swap_seats(first=first, second=second, **night.act)
    night.out("Tanzania")
    text = said(night, "pages")
    assert "Seats Table 1" in text
    assert "Prizes as of 22:00 Prize pool 60 € 1st 50 € 2nd 20 € 3rd 10 €" in text
    assert re.search(r"Standings 1 Canadá \d+ 2 Lituania \d+", text)
    assert re.search(
        r"Last moves (Canadá|Kosovo) seat \d (Canadá|Kosovo) seat \d Last outs 6th Tanzania", text
    )


def test_a_page_that_no_screen_shows_is_not_made() -> None:
    night = timed()
    displays.change_show(open=night.open, wanted={"pages": ["prizes"]}, **night.act)
    assert codes(pages(look(night))) == [("prizes", 1, 1)]
    terms = displays.DisplayTerms(name="Bar", open=None, shows="seats", silent=True, keys=False)
    displays.add_display(tour=night.tour, code="K7P2MX", terms=terms, **night.act)
    assert codes(pages(look(night))) == [("seats", 1, 1), ("prizes", 1, 1)]
    assert json.loads(look(night).sets) == {"K7P2MX": {"shows": "seats", "silent": True}}


def test_the_plan_says_order_times_lock_jump_and_sounds() -> None:
    night = timed()
    wanted = displays.ShowChange(
        pages=["moves", "seats"], seconds=8, clock_seconds=20, only="moves", jump="seats", volume=40,
        sounds_off=["out"], spoken=True,
    )  # fmt: skip
    displays.change_show(open=night.open, wanted=wanted, **night.act)
    assert json.loads(look(night).plan) == {
        "pages": ["moves", "seats"],
        "seconds": 8,
        "clock_seconds": 20,
        "only": "moves",
        "jump": "seats",
        "jumped_ms": int(night.now.timestamp() * 1000),
        "volume": 40,
        "sounds_off": ["out"],
        "spoken": True,
    }


# -- what it costs -------------------------------------------------------------------------------------


def test_a_screen_costs_the_same_whatever_the_field(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    small = timed(*NAVAL)
    crowd = timed(*MANY, beside=small)
    queries = 43
    for night in (small, crowd):
        displays.announce(open=night.open, kind="seats", seconds=20, **night.act)
        open = Open.objects.select_related("tour").get(pk=night.open.pk)
        with time_machine.travel(night.now, tick=False), django_assert_num_queries(queries):
            live.fragments(open.stream_id, "en")


def test_all_scripts_of_the_page_are_small(client: Client) -> None:
    night = timed()
    html = client.get(f"/screen/{night.open.code}/").content.decode()
    names = [src.removeprefix(settings.STATIC_URL) for src in re.findall(r'<script src="([^"]+)"', html)]
    assert "js/clock.js" in names
    total = 0
    for name in names:
        path = finders.find(re.sub(r"\.[0-9a-f]{12}(?=\.js$)", "", name))
        assert path is not None, name
        total += len(gzip.compress(Path(str(path)).read_bytes()))
    assert total <= JAVASCRIPT


def test_the_club_s_name_and_logo_stand_in_the_head_and_its_colours_are_linked(client: Client) -> None:
    from tdapp.displays.logos import drawn_anew
    from tests.displays.pictures import picture

    night = timed()
    assert "screen-look" not in client.get(f"/screen/{night.open.code}/").content.decode()
    logo = drawn_anew(picture("PNG"))
    wanted = displays.LookChange(title="Peña El Farol", background="#14213d", logo=logo)
    displays.change_look(tour=night.tour, wanted=wanted, **night.act)
    html = client.get(f"/screen/{night.open.code}/").content.decode()
    assert "Peña El Farol" in html
    assert f'<link rel="stylesheet" id="screen-look" href="/screen/look/{night.tour.code}-' in html
    assert f'<img class="screen__logo" src="/screen/look/{night.tour.code}-' in html


def test_a_discarded_open_is_silent() -> None:
    night = make_night()
    set_up.discard_open(open=night.open, **night.act)
    assert live.fragments(night.open.stream_id, "en") == {}
