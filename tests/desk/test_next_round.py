"""The next round at the desk: looked at, changed by hand, begun; the final and its end; a table again."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tdapp.accounts.roles import Role
from tdapp.floor import replays, rounds
from tdapp.opens.models import Entry, Open, Round, Table
from tests.builders import Night
from tests.desk.clients import client_of, member, tapped, text
from tests.desk.conftest import Desk, one_line
from tests.desk.rounds_page import at, column, page
from tests.vivaldi import SIXTEEN, begin, play_out, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=40)
    return night


# -- the next round ------------------------------------------------------------------------------------


@pytest.fixture
def ready(night: Night) -> Night:
    """The first round is over."""
    for label in "ABCD":
        play_out(night, table_called(night.open, label), 8800)
    return night


def moves(html: str) -> dict[str, str]:
    """The chosen table of each player, as the form would send it."""
    found = {}
    for name, options in re.findall(r'<select [^>]*?name="(table_\d+)".*?>(.*?)</select>', html):
        found[name] = re.search(r'value="(\d+)" selected', options)[1]  # type: ignore[index]
    return found


def test_when_all_tables_are_done_the_next_round_is_offered_and_shown_with_seeds_VIV_11(ready):
    html = page(ready)
    assert "All tables are done. 8 players go on to 2 tables: look at them." in html
    shown = page(ready, "next")
    assert "8 players: 2 tables of 4" in shown
    words = re.sub(r"<select.*?</select>", "", shown)
    seeds = re.findall(r"<li><span>([A-D]\d)</span>", words)
    assert seeds == ["A1", "B1", "C2", "D2", "A2", "B2", "C1", "D1"]
    assert not Round.objects.filter(open=ready.open, number=2).exists()


def test_it_begins_as_shown_and_the_rounds_page_shows_the_seats(ready):
    client = client_of(ready.director)
    form = {**moves(page(ready, "next")), "seed": "a seed", "tables": "2"}
    answer = client.post(at(ready, "next"), form, follow=True)
    assert answer.redirect_chain[-1][0] == at(ready)
    assert "Round 2 began with 8 players" in text(answer)
    assert Table.objects.filter(round__open=ready.open, round__number=2).count() == 2


def test_a_player_moved_to_the_other_table_is_remarked_where_he_meets_his_table_again(ready):
    client = client_of(ready.director)
    chosen = moves(page(ready, "next"))
    a1, b2 = next(iter(chosen)), list(chosen)[5]
    form = {**chosen, a1: "2", b2: "1", "seed": "a seed", "tables": "2"}
    html = one_line(text(tapped(client, at(ready, "next"), {**form, "redraw": "look"})))
    assert html.count("sat at one table before. Exchange one, if you like.") == 2
    assert (moves(html)[a1], moves(html)[b2]) == ("2", "1")
    client.post(at(ready, "next"), form)
    moved = Entry.objects.get(pk=a1.removeprefix("table_"))
    assert str(moved.player) in sitting(table_called(ready.open, "2", 2))


def test_a_table_that_would_be_too_full_is_refused_and_stays_as_chosen(ready):
    chosen = moves(page(ready, "next"))
    first = next(iter(chosen))
    answer = client_of(ready.director).post(
        at(ready, "next"), {**chosen, first: "2", "seed": "a seed", "tables": "2"}
    )
    html = one_line(text(answer))
    assert answer.status_code == 422
    assert html.count("Table 2 would hold 5 players and has 4 seats: move somebody.") == 1
    assert moves(html)[first] == "2"
    assert not Round.objects.filter(open=ready.open, number=2).exists()


def place_of(html: str, one: str, other: str) -> str:
    """What the select of one player sends for the place of another (both as "table_17")."""
    select = re.search(rf'<select [^>]*?name="{one}".*?</select>', html)
    assert select is not None
    found = re.search(rf'value="(\d+-{other.removeprefix("table_")})"', select[0])
    assert found is not None
    return found[1]


def test_two_players_change_places_by_one_choice(ready):
    html = page(ready, "next")
    chosen = moves(html)
    a1, b2 = next(iter(chosen)), list(chosen)[5]
    swap = {**chosen, a1: place_of(html, a1, b2), "seed": "a seed", "tables": "2"}
    client = client_of(ready.director)
    shown = one_line(text(tapped(client, at(ready, "next"), {**swap, "redraw": "look"})))
    assert {**chosen, a1: "2", b2: "1"} == moves(shown)
    assert "would hold 5 players" not in shown
    client.post(at(ready, "next"), swap)
    there = {number: sitting(table_called(ready.open, number, 2)) for number in "12"}
    names = [str(Entry.objects.get(pk=key.removeprefix("table_")).player) for key in (a1, b2)]
    assert names[0] in there["2"]
    assert names[1] in there["1"]
    assert [len(those) for those in there.values()] == [4, 4]


def test_a_swap_begins_where_the_page_shows_him_though_he_was_moved_before(ready):
    chosen = moves(page(ready, "next"))
    client, (one, other) = client_of(ready.director), (next(iter(chosen)), list(chosen)[7])
    form = {**chosen, "seed": "a seed", "tables": "2"}
    first = one_line(text(tapped(client, at(ready, "next"), {**form, one: "2", "redraw": "look"})))
    form |= {one: place_of(first, one, list(chosen)[1]), "redraw": "look"}
    shown = moves(one_line(text(tapped(client, at(ready, "next"), form))))
    assert shown == {**chosen, list(chosen)[1]: "2"}, "he is back, and the other one went over"
    assert other in shown


def test_another_number_of_tables_is_proposed_on_request(ready):
    form = {"seed": "a seed", "tables": "3", "redraw": "tables"}
    html = one_line(text(tapped(client_of(ready.director), at(ready, "next"), form)))
    assert "Table 3" in html
    assert sorted(Counter(moves(html).values()).values()) == [2, 3, 3]


def test_before_all_tables_are_done_no_round_begins(night):
    answer = client_of(night.director).get(at(night, "next"), follow=True)
    assert "No round can begin now: finish the tables that still play first." in text(answer)


# -- who may -------------------------------------------------------------------------------------------


def test_floor_counts_and_begins_a_scorekeeper_only_looks(ready, desk: Desk):
    floor, keeper = desk(ready, Role.FLOOR), client_of(member(ready.tour, Role.SCOREKEEPER))
    assert "Look at the next tables" in text(floor.get(at(ready)))
    seen = text(keeper.get(at(ready)))
    assert "Round 1" in seen
    assert "Look at the next tables" not in seen
    assert "count again" not in seen
    assert keeper.get(at(ready, "next")).status_code == 403


# -- the final -----------------------------------------------------------------------------------------


def the_final() -> Night:

    night = vivaldi_night()
    second_round(night)
    for label in "12":
        play_out(night, table_called(night.open, label, 2), 9000)
    rounds.begin_round(open=night.open, seed="b", **night.act)
    there = sitting(table_called(night.open, "1", 3))
    night.out(there[3])
    night.out(there[2])
    return night


def test_the_final_is_shown_before_it_is_drawn_and_seated_in_one_order():
    night = vivaldi_night()
    second_round(night)
    for label in "12":
        play_out(night, table_called(night.open, label, 2), 8800)
    coming = re.findall(r"(?:[12]-[12])", column(page(night), 3))
    drawn = re.findall(r"<span>([12]-[12])</span>", page(night, "next"))
    begin(night)
    seated = re.findall(r"(?:[12]-[12])", column(page(night), 3))
    assert coming == drawn == seated == ["1-1", "2-1", "1-2", "2-2"]


def test_the_final_is_counted_with_the_key_of_every_other_round_VIV_09(desk: Desk):
    night = the_final()
    html, finish = page(night), f"/desk/{night.open.code}/finish/"
    assert re.search(rf'<a [^>]*href="{finish}" data-key="c"[^>]*>Count and finish<kbd>C</kbd>', html)
    assert re.search(rf'<a [^>]*href="{finish}" data-key="f"[^>]*>Count and finish<kbd>F</kbd>', html)
    assert html.count('data-key="c"') == 1
    floor = page(night, client=desk(night, Role.FLOOR))
    assert "Final: count the chips and finish." in floor
    assert f'href="{finish}"' not in floor
    night_page = text(client_of(night.director).get(f"/desk/{night.open.code}/"))
    assert "/rounds/table/" not in night_page, "the final is no table to be counted by itself"


def test_in_the_final_equal_counts_are_played_out_and_share_nothing_VIV_09():
    night = the_final()
    html = page(night)
    assert "Final: count the chips and finish." in html
    left = [name for name in SIXTEEN if night.entries[name].pk in {one.id for one in night.field().left}]
    client, where = client_of(night.director), f"/desk/{night.open.code}/finish/"
    assert "Equal counts: one open hand decides." in text(client.get(where))
    form = {f"chips_{night.entries[name].pk}": "10000" for name in left}
    asked = client.post(where, form)
    assert asked.status_code == 422
    assert "Open hand: who won?" in text(asked)
    assert text(asked).count('value="10000"') == 2
    assert text(asked).count('<td class="num">open hand</td>') == 2
    client.post(where, {**form, "ranked": night.entries[left[1]].pk})
    finished = Open.objects.get(pk=night.open.pk)
    assert finished.finished_at is not None
    places = {one.name: night_place(night, one.id) for one in night.field().entrants}
    assert (places[left[1]], places[left[0]]) == (1, 2)


def night_place(night: Night, entry: int) -> int:
    return night.field().places[entry].first


# -- a table played again ------------------------------------------------------------------------------


def test_a_table_that_is_played_again_says_so_on_its_cards_and_which_tables_fell_VIV_32():
    night = vivaldi_night()
    first = second_round(night)
    cheat = night.entries[first["B"][1]]
    view = replays.preview(night.open, night.field(), cheat.pk)
    replays.disqualify(entry=cheat, seed="s", text="Marks", replay=True, shown=view.ids, **night.act)
    said = "Replay of table B; tables 1 and 2 fell with it"
    assert said in column(page(night), 1).split("Table B")[1].split("Table C")[0]
    assert page(night).count(said) == 1
    assert said in text(client_of(night.director).get(f"/desk/{night.open.code}/"))
