"""The rounds at the desk: columns of tables, the count that ends one, the next round looked at and begun."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tdapp.floor import door, rounds
from tdapp.opens.models import Open, Out, Table, TableResult
from tdapp.opens.round_plans import plan_row
from tdapp.rules import round_presets
from tdapp.rules.house import PRESETS
from tdapp.web import figures
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.desk.clients import client_of, tapped, text
from tests.desk.conftest import one_line
from tests.desk.rounds_page import at, column, page, plain
from tests.vivaldi import SIXTEEN, begin, end, play_out, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def counted(night: Night, table: Table, **stacks: str) -> dict[str, str]:
    """The fields of a count."""
    return {f"stack_{night.entries[name].pk}": chips for name, chips in stacks.items()}


def two_left(night: Night, label: str = "A") -> tuple[Table, list[str]]:
    """A table of the first round with two out: the table, and who is left."""
    table = table_called(night.open, label)
    there = sitting(table)
    night.out(*there[2:])
    return table, there[:2]


@pytest.fixture
def night() -> Night:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=40)
    return night


# -- the page ------------------------------------------------------------------------------------------


def test_before_the_start_it_says_how_many_tables_there_will_be():
    html = page(vivaldi_night())
    assert "16 players · 3 rounds · the two best of each table go on · 5 000 chips each round" in html
    assert "Round 1, drawn 4 tables of 4" in column(html, 1)
    assert "Round 2, two firsts and two seconds each Table 1 1 first of table A 2 first of table B" in column(
        html, 2
    )
    assert (
        "Final Final table 60 / 20 / 15 / 5 % 1 first of table 1 2 first of table 2 3 second of table 1"
        in column(html, 3)
    )


def test_a_finished_table_shows_places_and_counts_and_who_goes_on(night):
    there = play_out(night, table_called(night.open, "A"), 8800)
    html = page(night)
    assert (
        f"Table A done 1 {there[0]} 11 200 2 {there[1]} 8 800 3 {there[2]} 4 {there[3]} count again"
        in column(html, 1)
    )


def test_who_goes_on_is_named_at_the_next_table_as_everybody_else_sees_it_VIV_11(night):
    there = play_out(night, table_called(night.open, "A"), 8800)
    html = column(page(night), 2)
    assert f"Table 1 A1 {there[0]} 2 first of table B 3 second of table C 4 second of table D" in html
    assert f"Table 2 A2 {there[1]} 2 second of table B" in html
    public = plain(text(Client().get(reverse("public:rounds", args=[night.open.code]))))
    assert f"A1 {there[0]} 2 first of table B 3 second of table C" in public


def test_a_table_that_plays_says_its_ante_and_when_it_is_counted_VIV_16_VIV_26(night):
    tonight = make_night(timed_terms("Antes"), tour=night.tour, director=night.director)
    tonight.now = timezone.now().replace(second=0, microsecond=0)
    tonight = vivaldi_night(name="Ahora", beside=tonight)
    tonight.now -= timedelta(minutes=40)
    tonight.start()
    html = column(page(tonight), 1)
    counted_at = figures.wall_time(tonight.open, tonight.now + timedelta(minutes=180))
    assert re.search(rf"Round 1, drawn rises in 19:\d\d count at {counted_at} Table A ante 200", html)
    assert html.count("ante 200") == 4
    assert html.count("count early") == 4


def test_with_two_left_the_count_is_asked_for_VIV_08(night):
    table, _left = two_left(night)
    html = page(night)
    assert "Table A is down to 2: count their chips." in html
    assert "Table A two left: count" in column(html, 1)
    assert f'href="{at(night, "table", table.pk)}"' in html


def test_the_second_round_has_seeds_and_antes_of_each_table_VIV_11_VIV_17(night):
    fresh = vivaldi_night(name="Otra", beside=night)
    places = second_round(fresh)
    night_out = sitting(table_called(fresh.open, "1", 2))[0]
    fresh.out(night_out)
    html = column(page(fresh), 2)
    assert html.startswith("playing")
    assert "Table 1 ante 200" in html
    assert "Table 2 ante 100" in html
    firsts = [places["A"][0], places["B"][0], places["C"][1], places["D"][1]]
    for seed, name in zip(("A1", "B1", "C2", "D2"), firsts, strict=True):
        assert f"{seed} {name}" in html
    assert f"{night_out} out" in html


def test_the_header_names_no_ante_where_each_table_has_its_own_VIV_17():
    night = vivaldi_night()
    night.start()
    address = f"/desk/{night.open.code}/"
    client = client_of(night.director)
    assert "<span data-clock-blinds>ante " in text(client.get(address))
    fresh = vivaldi_night(name="Otra", beside=night)
    second_round(fresh)
    fresh.out(sitting(table_called(fresh.open, "1", 2))[0])
    strip = text(client.get(f"/desk/{fresh.open.code}/")).split('id="night-strip"')[1].split("</header>")[0]
    assert "<span data-clock-blinds>antes by table</span>" in strip
    assert "100" not in strip.split('class="strip__blinds"')[1].split("</p>")[0]


def the_final(beside: Night | None = None, **of) -> Night:
    """Sixteen played down to the final, which began four hours ago."""
    night = vivaldi_night(name=f"Otra {beside is None}", beside=beside)
    plans = round_presets.vivaldi(16)
    night.open.round_plans = [*night.open.round_plans[:-1], plan_row(replace(plans[-1], **of))]
    night.open.save()
    night.now = timezone.now() - timedelta(hours=4)
    night.start()
    for number, labels in ((1, "ABCD"), (2, "12")):
        for label in labels:
            play_out(night, table_called(night.open, label, number))
        rounds.begin_round(open=night.open, seed="a seed", **night.act)
    return night


def test_the_last_table_that_plays_has_its_ante_in_the_header_VIV_17():
    night = the_final()
    client, address = client_of(night.director), f"/desk/{night.open.code}/"
    assert "<span data-clock-blinds>ante 100</span>" in text(client.get(address))
    night.out(sitting(Table.objects.filter(round__open=night.open).last())[0])
    assert "<span data-clock-blinds>ante 200</span>" in text(client.get(address))
    night.out(sitting(Table.objects.filter(round__open=night.open).last())[0])
    assert "<span data-clock-blinds>ante 200</span>" in text(
        client.get(address)
    )  # two are left: to be counted


def test_a_final_with_a_limit_is_counted_when_that_is_over_and_no_page_says_play_goes_on_VIV_26():
    pages, night = {}, None
    for minutes in (0, 180):
        night = the_final(night, limit_minutes=minutes)
        night.out(sitting(Table.objects.filter(round__open=night.open).last())[0])
        pages[minutes] = one_line(text(client_of(night.director).get(f"/desk/{night.open.code}/finish/")))
    assert "By the rules play goes on" in pages[0]
    assert "By the rules play goes on" not in pages[180]
    assert "The time is over: count the chips of everybody. Most chips wins." in pages[180]


def test_an_open_of_one_round_says_so_and_leads_to_the_set_up():
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    html = page(night)
    assert "Rounds are chosen in the set-up." in html
    assert f"/desk/{night.open.code}/setup/#setup-rounds" in html


def test_the_parts_are_fetched_anew_with_their_version(night):
    answer = client_of(night.director).get(at(night, "parts"), headers={"HX-Request": "true"})
    assert 'id="rounds-board" hx-swap-oob="true"' in one_line(text(answer))
    assert "tapete:shown" in answer["HX-Trigger"]


# -- counting a table ----------------------------------------------------------------------------------


def test_the_total_is_said_while_one_types(night):
    table, (one, other) = two_left(night)
    client = client_of(night.director)
    said = [
        one_line(text(client.get(at(night, "table", table.pk, "total"), counted(night, table, **stacks))))
        for stacks in ({one: "11200"}, {one: "11200", other: "8800"}, {one: "11200", other: "8700"})
    ]
    assert "1 of 2 counted: 11 200. 8 800 should be with the others." in said[0]
    assert "Total 20 000: exactly what the table has." in said[1]
    assert "Total 19 900: 100 less than the table has." in said[2]


def test_a_counted_table_is_done_and_the_two_go_on(night):
    table, (one, other) = two_left(night)
    answer = tapped(
        client_of(night.director),
        at(night, "table", table.pk),
        counted(night, table, **{one: "8800", other: "11200"}),
    )
    assert answer.status_code == 200
    assert f"Table A is done: {one} 8 800, {other} 11 200. {other} and {one} go on" in text(answer)
    found = TableResult.objects.filter(table=table).order_by("place").values_list("entry", "chips", "through")
    assert list(found)[:2] == [
        (night.entries[other].pk, 11200, True),
        (night.entries[one].pk, 8800, True),
    ]


def test_a_wrong_total_asks_and_keeps_what_was_typed(night):
    table, (one, other) = two_left(night)
    client, fields = client_of(night.director), {}
    fields = counted(night, table, **{one: "8800", other: "11100"})
    answer = tapped(client, at(night, "table", table.pk), fields)
    html = one_line(text(answer))
    assert answer.status_code == 422
    assert "19 900 were counted, the table has 20 000: count again, or keep it so?" in html
    assert 'value="11100"' in html
    passed = tapped(client, at(night, "table", table.pk), {**fields, "overrule": "count_differs"})
    assert passed.status_code == 200
    table.refresh_from_db()
    assert table.finished_at is not None


def test_an_unreadable_count_is_said_beside_its_field(night):
    table, (one, other) = two_left(night)
    fields = counted(night, table, **{one: "many", other: "11200"})
    answer = tapped(client_of(night.director), at(night, "table", table.pk), fields)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text(answer)
    assert 'value="many"' in text(answer)


def test_equal_counts_ask_for_the_open_hand_and_the_tapped_one_is_first_VIV_08(night):
    table, (one, other) = two_left(night)
    client, fields = client_of(night.director), counted(night, table, **{one: "10000", other: "10000"})
    asked = tapped(client, at(night, "table", table.pk), fields)
    html = one_line(text(asked))
    assert asked.status_code == 422
    assert "Open hand: who won?" in html
    assert f'name="ranked" value="{night.entries[other].pk}"' in html
    assert f'name="stack_{night.entries[one].pk}" value="10000"' in html
    done = tapped(client, at(night, "table", table.pk), {**fields, "ranked": night.entries[other].pk})
    assert done.status_code == 200
    assert TableResult.objects.get(table=table, place=1).entry_id == night.entries[other].pk


def test_at_the_limit_everybody_is_counted_and_a_tie_for_second_is_played_out_VIV_26(night):
    night.wait(minutes=150)
    table = table_called(night.open, "B")
    there = sitting(table)
    assert "Time is up at table B: finish the hand, then count all chips." in page_at(night)
    stacks = dict(zip(there, ("9000", "4000", "4000", "3000"), strict=True))
    client = client_of(night.director)
    fields = counted(night, table, **stacks)
    asked = counted_at(night, client, table, fields)
    assert "Open hand: who won?" in text(asked)
    counted_at(night, client, table, {**fields, "ranked": night.entries[there[2]].pk})
    through = TableResult.objects.filter(table=table, through=True).order_by("place")
    assert [one.entry_id for one in through] == [night.entries[there[0]].pk, night.entries[there[2]].pk]
    assert Out.objects.filter(entry=night.entries[there[1]]).exists()


def page_at(night: Night) -> str:
    """The page at the night's own time."""
    from tdapp.desk import rounds
    from tdapp.web import messages

    board = rounds.board(Open.objects.get(pk=night.open.pk), night.now)
    return " ".join(messages.remark(one, night.open) for one in board.remarks)


def counted_at(night: Night, client: Any, table: Table, fields: dict[str, Any]) -> Any:
    """A count sent long after the table's time was over."""
    return tapped(client, at(night, "table", table.pk), {**fields, "overrule": "table_still_plays"})


def test_a_table_counted_by_mistake_is_counted_again(night):
    table = table_called(night.open, "A")
    play_out(night, table)
    answer = tapped(client_of(night.director), at(night, "table", table.pk, "reopen"))
    assert answer.status_code == 200
    table.refresh_from_db()
    assert table.finished_at is None
    assert "two left: count" in column(page(night), 1)


def test_without_scripts_the_count_is_a_page_and_leads_back(night):
    table, (one, other) = two_left(night)
    client = client_of(night.director)
    shown = client.get(at(night, "table", table.pk))
    assert "Table A: count the chips" in one_line(text(shown))
    assert "<!doctype html>" in text(shown)
    answer = client.post(at(night, "table", table.pk), counted(night, table, **{one: "8800", other: "11200"}))
    assert answer["Location"] == at(night)


# -- on the night page ---------------------------------------------------------------------------------


def test_the_night_page_says_each_tables_ante_and_leads_to_the_count_VIV_17():
    night = vivaldi_night()
    second_round(night)
    table = table_called(night.open, "1", 2)
    night.out(*sitting(table)[2:])
    html = one_line(text(client_of(night.director).get(f"/desk/{night.open.code}/")))
    assert "Table 1 is down to 2: count their chips." in html
    assert 'id="table-count-1"' in html
    assert f'href="{at(night, "table", table.pk)}"' in html
    assert "<b>ante 100</b>" in html


def test_where_each_table_plays_to_its_own_end_no_balance_is_offered_VIV_08():
    night = make_night(replace(timed_terms(), house=PRESETS["tda"], rounds=round_presets.heads_up_bracket()))
    night.sign_up(*BARBARISMO[:4])
    address = f"/desk/{night.open.code}/"
    night.start()
    assert 'id="act-balance"' not in text(client_of(night.director).get(address))
    other = make_night(replace(timed_terms(), house=PRESETS["tda"]), tour=night.tour, director=night.director)
    other.sign_up(*BARBARISMO[:4])
    other.start()
    assert 'id="act-balance"' in text(client_of(night.director).get(f"/desk/{other.open.code}/"))


def test_what_was_undone_is_put_back_on_the_pages_of_rounds_and_of_tables(night: Night):
    client = client_of(night.director)
    gone = night.out(sitting(table_called(night.open, "A"))[3])
    for there, address in (("rounds", at(night)), ("tables", f"/desk/{night.open.code}/tables/")):
        assert f'id="{there}-redo"' not in text(client.get(address))
        assert tapped(client, f"/desk/{night.open.code}/undo/", {"entry": gone.pk}).status_code == 200
        assert Out.objects.count() == 0
        html = text(client.get(address))
        form = html[: html.index(f'id="{there}-redo"')].rsplit("<form", 1)[1]
        assert 'data-key="ctrl+y ctrl+shift+z"' in html
        found = re.search(r'name="entry" value="(\d+)"', form)
        assert found
        assert tapped(client, f"/desk/{night.open.code}/redo/", {"entry": found[1]}).status_code == 200
        assert Out.objects.count() == 1


# -- flights -------------------------------------------------------------------------------------------


def test_in_flights_everybody_is_given_his_day_until_he_has_played():
    night = make_night(replace(timed_terms(), rounds=round_presets.flights(2, 4)))
    night.sign_up(*BARBARISMO)
    html = page(night)
    assert "Day 1A: 8 · Day 1B: 0" in html
    client = client_of(night.director)
    for name in BARBARISMO[:4]:
        client.post(at(night, "flight"), {"day": f"{night.entries[name].pk}-2"})
    assert "Day 1A: 4 · Day 1B: 4" in page(night)
    assert [one.flight for one in night.field().entrants] == [2, 2, 2, 2, 0, 0, 0, 0]
    # How many come to the second day nobody knows yet, and their stacks are not fresh.
    before = plain(page(night))
    assert "8 players · 3 rounds" in before
    assert "each round" not in before
    assert "Day 2, all flights together Who begins" in before
    night.start()
    html = page(night)
    assert f'aria-label="{BARBARISMO[0]}: Day 1B"' in html
    assert f'aria-label="{BARBARISMO[7]}: Day 1B"' not in html


def test_a_day_can_end_before_its_levels_are_over_and_with_one_player_left():
    night = make_night(replace(timed_terms(), rounds=round_presets.flights(2, 4)))
    night.sign_up(*BARBARISMO)
    client = client_of(night.director)
    for name in BARBARISMO[:4]:
        client.post(at(night, "flight"), {"day": f"{night.entries[name].pk}-2"})
    night.start()
    table = Table.objects.get(finished_at=None, round__number=1)
    assert f'id="round-count-{table.pk}"' in page(night)
    night.out(*BARBARISMO[5:])
    # He plays on with his chips on the second day: they are counted.
    uncounted = tapped(client, at(night, "table", table.pk), {"overrule": "table_still_plays"})
    assert uncounted.status_code == 422
    fields = counted(night, table, **{BARBARISMO[4]: "20000"})
    ended = tapped(client, at(night, "table", table.pk), {**fields, "overrule": "table_still_plays"})
    assert ended.status_code == 200
    assert TableResult.objects.get(table=table, through=True).entry == night.entries[BARBARISMO[4]]
    begin(night)
    second = Table.objects.get(finished_at=None, round__number=2)
    stacks = dict(zip(BARBARISMO[:4], (8000, 7000, 3000, 2000), strict=True))
    end(night, second.label, 2, overruled=["table_still_plays"], **stacks)
    begin(night)
    carried = {one.name: night.field().stacks[one.id].chips for one in night.field().left}
    assert carried == {**stacks, BARBARISMO[4]: 20_000}


# -- cost ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["rounds/", ""])
def test_the_queries_of_the_pages_do_not_grow_with_the_tables(path):
    counts = []
    nights = [vivaldi_night(SIXTEEN[:8])]
    nights.append(vivaldi_night([f"P{n}" for n in range(32)], name="Grande", beside=nights[0]))
    for night in nights:
        night.start()
        client = client_of(night.director)
        client.get(f"/desk/{night.open.code}/{path}")
        with CaptureQueriesContext(connection) as seen:
            client.get(f"/desk/{night.open.code}/{path}")
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_first_tables_that_do_not_fit_who_came_are_remarked_before_the_start_rules_1_3():
    night = vivaldi_night()
    for name in SIXTEEN[9:]:
        door.withdraw(entry=night.entries[name], **night.act)
    assert "4 tables at first: the sheet has 2 for so many players." in page(night)


def test_what_cannot_be_drawn_is_said_and_takes_no_page_down(night: Night):
    """Somebody who went on from two tables (as older versions let happen): the pages still answer."""
    tables = [table_called(night.open, label) for label in "ABCD"]
    on = [play_out(night, table)[:2] for table in tables]
    # Not an act: no service lets him sit at a second table any more.
    TableResult.objects.filter(table=tables[1], place=1).update(entry=night.entries[on[0][0]])
    client = client_of(night.director)
    for address in ("", "parts/", "tables/", "balance/", "rounds/", "rounds/parts/", "rounds/next/"):
        answer = client.get(f"/desk/{night.open.code}/{address}")
        assert answer.status_code < 500, address
    for address in (f"/o/{night.open.code}/", f"/o/{night.open.code}/rounds/", f"/screen/{night.open.code}/"):
        assert client.get(address).status_code == 200, address
    assert f"The next round cannot be drawn yet. {on[0][0]} sits at two tables: keep one." in page(night)
    assert "players go on to" not in text(client.get(f"/desk/{night.open.code}/"))


def test_no_seat_is_offered_to_who_goes_on_and_an_old_page_gives_none_VIV_08(night: Night):
    on = play_out(night, table_called(night.open, "A"))[0]
    entry, table = night.entries[on].pk, table_called(night.open, "B")
    there, client = sitting(table), client_of(night.director)
    seat = f"/desk/{night.open.code}/seat/{entry}/"
    dialog = text(client.get(f"{seat}place/", {"table": table.pk}))
    assert "Waits for another round: no seat is due in this one." in dialog
    assert 'name="place"' not in dialog
    for verb in ("send", "sits"):
        answer = tapped(client, f"{seat}{verb}/", {"place": f"{table.pk}-{table.seats}"})
        assert answer.status_code == 422
        assert f"{on} goes on from table A and waits for the next round" in text(answer)
    assert sitting(table) == there
