"""The rounds as everybody sees them: the page, its live parts, what a phone says of them."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from tdapp.floor import replays, rounds
from tdapp.floor import services as floor
from tdapp.journal.undo import undo
from tdapp.live import registry
from tests.builders import BARBARISMO, NAVAL, Night, make_night, timed_terms
from tests.public.test_phone import people
from tests.screen.test_screen import text
from tests.vivaldi import finish, play_out, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def page(night: Night, client: Client, rest: str = "rounds/", language: str = "en") -> str:
    with time_machine.travel(night.now, tick=False):
        answer = client.get(f"/o/{night.open.code}/{rest}", HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200
    return answer.content.decode()


def tables(html: str) -> dict[str, list[str]]:
    """Each table's heading, and its lines as "lead name note" with the class in front where it has one."""
    found = {}
    for one in re.findall(r'<section class="rounds__table[^"]*">(.*?)</section>', html, re.S):
        heading = text(one.partition("</h3>")[0])
        lines = re.findall(r"<li([^>]*)>(.*?)</li>", one, re.S)
        found[heading] = [
            " ".join(filter(None, [*re.findall(r'class="(\w+)"', mark), text(line.replace("><", "> <"))]))
            for mark, line in lines
        ]
    return found


def test_before_the_draw_the_page_says_what_will_be_played_and_who_meets_whom_VIV_11(client: Client) -> None:
    html = page(vivaldi_night(), client)
    assert (
        "Torneo Vivaldi 16 players · 3 rounds · the two best of each table go on · 5 000 chips each round"
        in text(html)
    )
    assert "Round 1, drawn not drawn yet" in text(html)
    assert tables(html) == {
        "Table 1": ["open 1 first of table A", "open 2 first of table B",
                    "open 3 second of table C", "open 4 second of table D"],
        "Table 2": ["open 1 second of table A", "open 2 second of table B",
                    "open 3 first of table C", "open 4 first of table D"],
        "Final table 60 / 20 / 15 / 5 %": ["open 1 first of table 1", "open 2 first of table 2",
                                           "open 3 second of table 1", "open 4 second of table 2"],
    }  # fmt: skip


def test_in_the_first_round_each_table_says_its_ante_and_who_is_out_VIV_16(client: Client) -> None:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=31)
    there = sitting(table_called(night.open, "A"))
    night.out(there[3])
    html = page(night, client)
    assert "Round 1, drawn · count at 01:00" in text(html), "three hours after 22:00 at the venue (VIV-26)"
    lines = tables(html)["Table A ante 200"]
    assert [line.split(" ", 1)[1] for line in lines[:3]] == there[:3]
    assert re.fullmatch(rf"out \d {there[3]} out", lines[3])
    night.out(there[2])
    assert "Table A two left: count" in tables(page(night, client))
    assert "rounds__table--count" in page(night, client)


def test_a_counted_table_says_who_goes_on_and_fills_their_places_in_the_next_round_VIV_08(
    client: Client,
) -> None:
    night = vivaldi_night()
    night.start()
    best = play_out(night, table_called(night.open, "A"), 8800)
    found = tables(page(night, client))
    assert found["Table A done"] == [
        f"on 1 {best[0]} 11 200", f"on 2 {best[1]} 8 800", f"out 3 {best[2]}", f"out 4 {best[3]}",
    ]  # fmt: skip
    assert found["Table 1"][:2] == [f"A1 {best[0]}", "open 2 first of table B"]
    assert found["Table 2"][0] == f"A2 {best[1]}"


def test_counted_at_the_limit_says_so_and_shows_the_third_count_VIV_26(client: Client) -> None:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=181)
    table = table_called(night.open, "C")
    there = sitting(table)
    assert "Table C time is up: count" in tables(page(night, client))
    counts = dict(zip(there, (8000, 6000, 4000, 2000), strict=True))
    finish(night, table, counts)
    lines = tables(page(night, client))["Table C 3 h, counted"]
    assert lines[2:] == [f"out 3 {there[2]} 4 000", f"out 4 {there[3]} 2 000"]


def test_a_table_counted_while_it_plays_does_not_say_that_its_three_hours_are_over(client: Client) -> None:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=48)
    table = table_called(night.open, "C")
    there = sitting(table)
    rounds.finish_table(
        table=table,
        counts={
            night.entries[name]: chips for name, chips in zip(there, (8000, 6000, 4000, 2000), strict=True)
        },
        overruled=["table_still_plays"],
        **night.act,
    )
    assert tables(page(night, client))["Table C counted early"][3] == f"out 4 {there[3]} 2 000"


def test_in_the_second_round_everybody_has_a_seed_and_each_table_its_own_ante_VIV_17(client: Client) -> None:
    night = vivaldi_night()
    places = second_round(night)
    found = tables(page(night, client))
    assert sorted(found["Table 1 ante 100"]) == sorted(
        [f"A1 {places['A'][0]}", f"B1 {places['B'][0]}", f"C2 {places['C'][1]}", f"D2 {places['D'][1]}"]
    )
    night.out(places["D"][1])
    found = tables(page(night, client))
    assert found["Table 1 ante 200"][3] == f"out D2 {places['D'][1]} out"
    assert "Table 2 ante 100" in found


def test_annulled_tables_stay_as_history_and_what_is_played_again_stands_in_their_place_VIV_32(
    client: Client,
) -> None:
    night = vivaldi_night()
    places = second_round(night)
    night.wait(minutes=3)
    before = tables(page(night, client))
    cheat = night.entries[places["B"][0]]
    entry = replays.disqualify(entry=cheat, seed="a seed", replay=True, **night.act)
    html = page(night, client)
    played, _, history = html.partition("Annulled, played again")
    assert "Table B played again ante 100" in tables(played)
    assert sorted(tables(history)) == ["Table 1 annulled", "Table 2 annulled", "Table B annulled"]
    assert f"{places['B'][0]} 12 500" in " ".join(tables(history)["Table B annulled"])
    assert "open 2 first of table B" in tables(played)["Table 1"]
    undo(entry=entry, actor=night.director, now=night.now)
    assert tables(page(night, client)) == before


def test_the_rounds_are_in_spanish_for_who_reads_spanish(client: Client) -> None:
    assert "Mesa final 60 / 20 / 15 / 5 %" in text(page(vivaldi_night(), client, language="es"))


def test_once_the_seats_are_drawn_the_first_round_shows_them(client: Client) -> None:
    night = vivaldi_night()
    floor.draw_seats(open=night.open, seed="a seed", **night.act)
    found = tables(page(night, client))
    assert list(found)[:4] == ["Table A", "Table B", "Table C", "Table D"]
    there = sitting(table_called(night.open, "A"))
    assert [line.split(" ", 1)[1] for line in found["Table A"]] == there


def test_the_fragments_are_what_the_page_holds(client: Client) -> None:
    night = vivaldi_night()
    second_round(night)
    surface = registry.surface("rounds")
    assert surface is not None
    assert surface.render is not None
    html = page(night, client)
    with time_machine.travel(night.now, tick=False):
        found = surface.render(night.open.stream_id, "en")
    assert list(found) == ["rounds-summary", "rounds-board"]
    for name, part in found.items():
        assert f'id="{name}"' in part
        assert part.strip() in html
    assert surface.render(-1, "en") == {}


def test_an_open_of_one_round_shows_its_tables_with_their_seats(client: Client) -> None:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO, *(f"{name} 2" for name in BARBARISMO))
    assert "Seats are not drawn yet." in text(page(night, client))
    floor.draw_seats(open=night.open, seed="a seed", **night.act)
    html = page(night, client)
    assert list(tables(html)) == ["Table 1 8 players", "Table 2 8 players"]
    assert "16 players · 2 tables" in text(html)


# -- the phone -----------------------------------------------------------------------------------------


def test_a_phone_leads_to_the_rounds_where_there_are_any_or_several_tables(client: Client) -> None:
    night = make_night(timed_terms())
    night.sign_up(*NAVAL)
    night.start()
    assert f"/o/{night.open.code}/rounds/" not in page(night, client, "")
    assert "/rounds/" in page(vivaldi_night(beside=night, name="Otro"), client, "")


def test_a_phone_says_my_table_s_ante_then_that_i_am_through_and_where_I_play_next_VIV_17(
    client: Client,
) -> None:
    night = vivaldi_night()
    night.start()
    best = play_out(night, table_called(night.open, "A"))
    lines = people(page(night, client, ""))
    assert lines[best[0]] == "through to round 2 · you play at table 1 next"
    assert lines[best[2]] == "15th of 16"
    for label in "BCD":
        play_out(night, table_called(night.open, label))
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    there = sitting(table_called(night.open, "1", 2))
    assert people(page(night, client, ""))[there[0]] == "Table 1, seat 1 · ante 100"
    night.out(there[3])
    html = page(night, client, "")
    assert people(html)[there[0]] == "Table 1, seat 1 · ante 200"
    assert "Table 1 ante 200 Table 2 ante 100" in text(html)


def test_the_results_say_in_which_round_each_went_out(client: Client) -> None:
    night = vivaldi_night()
    places = second_round(night)
    night.out(sitting(table_called(night.open, "1", 2))[3])
    said = text(page(night, client, "results/"))
    assert re.search(r"9 \w+ Round 2", said) is None
    assert re.search(r"8 \w+ Round 2", said)
    assert f"{places['A'][3]} Round 1" in said
