"""The rounds on the big screen: the page that takes turns, the antes by table, what is to be counted."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.template.loader import render_to_string
from django.test import Client

from tdapp.clock import services as clock
from tdapp.displays import services as displays
from tdapp.floor import rearranging, replays, rounds
from tdapp.floor import services as floor
from tdapp.opens.models import Table
from tdapp.screen import live
from tdapp.screen.pages import pages
from tests.builders import NAVAL, Night, make_night, timed_terms
from tests.screen.test_scene import look
from tests.screen.test_screen import shown, state, text
from tests.vivaldi import play_out, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def rounds_pages(night: Night) -> list[str]:
    """What each page of the rounds says."""
    with time_machine.travel(night.now, tick=False):
        context = live.context(night.open, night.now)
        found = [page for page in pages(look(night)) if page.code == "rounds"]
        return [
            text(render_to_string(page.template, {**context, "page": page, "items": page.items}))
            for page in found
        ]


def test_the_first_round_has_its_ante_alone_under_the_time_VIV_16(client: Client) -> None:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=40)
    said = text(shown(night, client))
    assert "Level 2 of 6 20:00 Ante 200 Next ante 300" in said
    assert "blind" not in said.lower()


def test_later_rounds_have_the_tables_as_their_hero_each_with_its_ante_VIV_17(client: Client) -> None:
    night = vivaldi_night()
    second_round(night)
    page = shown(night, client)
    assert state(page) == "running"
    assert (
        "Round 2, two firsts and two seconds each Table 1 Ante 100 4 play Table 2 Ante 100 4 play "
        "A table’s ante doubles when somebody leaves it" in text(page)
    )
    assert "screen__time" not in page
    night.out(sitting(table_called(night.open, "1", 2))[3])
    assert "Table 1 Ante 200 3 play Table 2 Ante 100 4 play" in text(shown(night, client))


def test_a_table_that_is_to_be_counted_says_so_and_one_that_is_done_who_goes_on_VIV_08(
    client: Client,
) -> None:
    night = vivaldi_night()
    second_round(night)
    best = play_out(night, table_called(night.open, "2", 2))
    there = sitting(table_called(night.open, "1", 2))
    night.out(there[3])
    night.out(there[2])
    said = text(shown(night, client))
    assert f"Table 1 Count 2 play Table 2 Done {best[0]} and {best[1]}" in said


def test_beside_the_clock_stands_which_table_is_to_be_counted(client: Client) -> None:
    night = vivaldi_night()
    night.start()
    for label in ("B", "D"):
        there = sitting(table_called(night.open, label))
        night.out(there[3])
        night.out(there[2])
    assert "Count the chips Table B, Table D" in text(shown(night, client))


def test_paused_says_the_antes_of_the_tables(client: Client) -> None:
    night = vivaldi_night()
    second_round(night)
    clock.pause_clock(open=night.open, **night.act)
    page = shown(night, client)
    assert state(page) == "paused"
    assert "Paused Table 1 ante 100 Table 2 ante 100" in text(page)


def test_between_two_rounds_the_screen_says_who_plays_where_next_and_not_that_it_is_paused_VIV_11(
    client: Client,
) -> None:
    night = vivaldi_night()
    night.start()
    best = {label: play_out(night, table_called(night.open, label))[:2] for label in "ABCD"}
    page = shown(night, client)
    assert state(page) == "between"
    assert (
        f"Round 1 is over Next: Round 2 Table 1 A1 {best['A'][0]} B1 {best['B'][0]} C2 {best['C'][1]} "
        f"D2 {best['D'][1]} Table 2 A2 {best['A'][1]}" in text(page)
    )
    assert "Paused" not in text(page)
    phone = text(client.get(f"/o/{night.open.code}/", HTTP_ACCEPT_LANGUAGE="en").content.decode())
    assert "Round 1 is over Next: Round 2" in phone
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    assert state(shown(night, client)) == "running"


def test_the_last_table_of_the_last_round_is_the_final_table(client: Client) -> None:
    night = vivaldi_night()
    second_round(night)
    tag = '<span class="screen__tag">Final table</span>'
    assert tag not in shown(night, client)
    for label in ("1", "2"):
        play_out(night, table_called(night.open, label, 2))
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    page = shown(night, client)
    assert tag in page
    assert "Final Final table Ante 100 4 play" in text(page)


def test_after_the_count_of_the_final_the_champion_stands_there_VIV_09(client: Client) -> None:
    night = vivaldi_night()
    second_round(night)
    for label in ("1", "2"):
        play_out(night, table_called(night.open, label, 2))
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    there = sitting(table_called(night.open, "1", 3))
    night.out(there[3])
    night.out(there[2])
    counts = {night.entries[there[0]]: 12000, night.entries[there[1]]: 8000}
    floor.finish_open(open=night.open, counts=counts, overruled=("prizes_do_not_sum",), **night.act)
    page = shown(night, client)
    assert state(page) == "winner"
    assert f"Winner {there[0]}" in text(page)


def test_the_page_of_the_rounds_says_who_plays_where_and_what_comes_VIV_11() -> None:
    night = vivaldi_night()
    assert rounds_pages(night) == []
    night.start()
    best = play_out(night, table_called(night.open, "A"), 8800)
    first, second = rounds_pages(night)
    assert first.startswith(f"Round 1, drawn Table A done 1 {best[0]} 11 200 2 {best[1]} 8 800")
    assert re.search(r"Table B ante 100 \d \w+ \d \w+", first)
    assert second.startswith("Round 2, two firsts and two seconds each Table 1")
    assert f"A1 {best[0]} 2 first of table B" in second


def test_many_tables_are_cut_into_pages_of_six() -> None:
    night = vivaldi_night(tuple(f"Player {number:02}" for number in range(1, 33)))
    night.start()
    found = [page for page in pages(look(night)) if page.code == "rounds"]
    assert [(page.part, page.parts, len(page.items), page.lines) for page in found] == [
        (1, 2, 4, 4), (2, 2, 4, 4), (1, 1, 4, 4),
    ]  # fmt: skip


def test_an_open_of_one_round_has_no_such_page_and_the_desk_may_stay_on_it() -> None:
    night = make_night(timed_terms())
    night.sign_up(*NAVAL)
    night.start()
    assert rounds_pages(night) == []
    displays.change_show(open=night.open, wanted={"only": "rounds"}, **night.act)
    assert look(night).show.only == "rounds"


def test_a_table_played_again_has_its_ante_and_its_end_beside_those_that_are_done_VIV_32(
    client: Client,
) -> None:
    night = vivaldi_night()
    places = second_round(night)
    night.wait(minutes=3)
    replays.disqualify(entry=night.entries[places["B"][0]], seed="a seed", replay=True, **night.act)
    night.wait(minutes=35)
    said = text(shown(night, client))
    assert "Round 1, drawn · count at " in said
    assert "Table B Ante 200 3 play" in said
    assert (
        Table.objects.filter(round__open=night.open, annulled_at=None, replay_of__isnull=False).count() == 1
    )


def test_once_the_other_tables_are_broken_what_is_left_is_the_final_table(client: Client) -> None:
    night = make_night(timed_terms())
    night.sign_up(*(f"Player {number:02}" for number in range(1, 13)))
    night.start()
    tag = '<span class="screen__tag">Final table</span>'
    for table in Table.objects.filter(round__open=night.open).order_by("number"):
        night.out(*sitting(table)[:2])
    assert tag not in shown(night, client)
    second = Table.objects.filter(round__open=night.open).order_by("number")[1]
    rearranging.break_table(open=night.open, table=second, seed="a seed", **night.act)
    assert tag in shown(night, client)
