"""The season table and a player's history (SPT season, RULES 4.7; faults 112, 113, 119)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from tdapp.cash import services as till
from tdapp.floor import services as floor
from tdapp.players.services import rename_player
from tdapp.rules.levels import Level
from tdapp.rules.places import Place
from tdapp.seasons.queries import history, number_in_season, results, season_table
from tdapp.seasons.services import post_results
from tdapp.tours.models import Season
from tests.builders import BARBARISMO, EVENING, NAVAL, Night, make_night, make_tour, spt_terms, timed_terms

pytestmark = pytest.mark.django_db


def play(night: Night, order: tuple[str, ...], *, overruled=()) -> Night:
    """Sign everybody up, put them out from the last place up, finish and post."""
    night.sign_up(*order)
    night.start()
    for name in reversed(order[1:]):
        night.wait(minutes=10)
        night.out(name)
    floor.finish_open(open=night.open, overruled=overruled, **night.act)
    post_results(open=night.open, **night.act)
    return night


@pytest.fixture
def season() -> Season:
    tour, director = make_tour()
    play(make_night(spt_terms(), tour=tour, director=director), BARBARISMO)
    naval = replace(spt_terms("Open de Naval", prize=500, prizes=(2000, 1000)), date=date(2008, 2, 23))
    play(make_night(naval, tour=tour, director=director), NAVAL)
    return Season.objects.get()


def test_the_season_of_both_opens_is_the_table_of_RULES_4_7(season: Season):
    assert [(line.rank, line.name, line.total) for line in season_table(season).lines] == [
        (1, "Canadá", 14), (2, "Lituania", 9), (2, "Irán", 9), (4, "Letonia", 8), (5, "Inglaterra", 7),
        (6, "Kosovo", 5), (7, "Francia", 3), (8, "Israel", 1), (8, "Tanzania", 1),
    ]  # fmt: skip


def test_a_line_says_what_each_open_gave(season: Season):
    table = season_table(season)
    first, second = (meeting.open for meeting in table.meetings)
    canada, tanzania = table.lines[0], table.lines[-1]
    assert canada.by_open == {first: 8, second: 6}
    assert (canada.played, canada.wins) == (2, 2)
    assert tanzania.by_open == {second: 1}


def test_the_table_as_it_was_after_an_earlier_open(season: Season):
    first = season.opens.get(name="Open del Barbarismo")
    table = season_table(season, until=first)
    assert [meeting.name for meeting in table.meetings] == ["Open del Barbarismo"]
    assert [(line.rank, line.total) for line in table.lines] == [(n, 9 - n) for n in range(1, 9)]


def test_opens_are_numbered_by_date_unless_they_were_given_a_number(season: Season):
    assert [number_in_season(open) for open in season.opens.order_by("date")] == [1, 2]
    naval = season.opens.get(name="Open de Naval")
    naval.meeting = 7
    assert number_in_season(naval) == 7
    naval.meeting = naval.season = None
    assert number_in_season(naval) is None


def test_a_renamed_player_keeps_his_points_and_a_namesake_gets_none_fault_112(season: Season):
    canada = season_table(season).lines[0].player
    player = next(r.player for r in season.opens.first().results.all() if r.player_id == canada)
    rename_player(player=player, nickname="Quebec", actor=None, now=EVENING)
    other = make_night(tour=season.tour, director=season.tour.memberships.get().user)
    play(other, ("Canadá", "Irán", "Letonia"), overruled=["prizes_do_not_sum"])
    totals = {line.name: line.total for line in season_table(season).lines}
    assert (totals["Quebec"], totals["Canadá"]) == (14, 3)


def test_tied_players_average_the_points_of_their_places_and_share_the_rank_faults_113_119():
    night = make_night(spt_terms(prizes=(5000,)))
    night.sign_up("A", "B", "C", "D", "E")
    night.start()
    floor.record_outs(open=night.open, groups=[[night.entries[n] for n in "CDE"]], in_order=True, **night.act)
    floor.finish_open(open=night.open, counts={night.entries["A"]: 500, night.entries["B"]: 500}, **night.act)
    post_results(open=night.open, **night.act)
    table = season_table(Season.objects.get())
    assert [(line.rank, line.total) for line in table.lines] == [
        (1, Fraction(9, 2)), (1, Fraction(9, 2)), (3, 2), (3, 2), (3, 2),
    ]  # fmt: skip


def test_tied_players_get_the_better_place_where_the_season_says_so():
    night = make_night(spt_terms(prizes=(3000,)))
    Season.objects.update(tied_points="better")
    night.open.season.refresh_from_db()
    night.sign_up("A", "B", "C")
    night.start()
    floor.record_outs(open=night.open, groups=[[night.entries[n] for n in "BC"]], in_order=True, **night.act)
    assert {line.name: line.points for line in results(night.open).lines} == {"A": 3, "B": 2, "C": 2}


def test_results_say_the_level_each_went_out_at_SPT_38():
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    found = results(night.open)
    assert [(line.name, line.out_at and line.out_at.bb) for line in found.lines] == [
        ("Canadá", None), ("Inglaterra", 400), ("Letonia", 200), ("Irán", 200), ("Lituania", 100),
        ("Francia", 100), ("Kosovo", 50), ("Israel", 50),
    ]  # fmt: skip
    assert found.complete
    assert found.played is None


def test_results_of_a_timed_open_say_the_level_by_the_clock():
    night = make_night(timed_terms(minutes=20))
    night.sign_up("A", "B", "C")
    night.start()
    night.wait(minutes=25)
    night.out("C")
    assert results(night.open).lines[-1].out_at == Level.of_minutes(50, 100, 20)


def test_results_say_who_owes_and_what_was_handed_over():
    night = make_night()
    night.sign_up(*BARBARISMO[:7])
    night.sign_up("Israel", pay=False)
    night.start()
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    floor.finish_open(open=night.open, overruled=["debts_open"], **night.act)
    till.pay_out(entry=night.entries["Canadá"], **night.act)
    lines = {line.name: line for line in results(night.open).lines}
    assert (lines["Israel"].owes, lines["Canadá"].owes) == (1000, 0)
    assert [(lines[n].prize, lines[n].paid_out) for n in BARBARISMO[:4]] == [
        (5000, True), (2000, False), (1000, False), (0, False),
    ]  # fmt: skip
    assert [debt.name for debt in results(night.open).debts] == ["Israel"]


def test_before_the_end_only_those_out_have_a_line():
    night = make_night()
    night.sign_up(*BARBARISMO)
    assert results(night.open).lines == ()
    night.start()
    night.out("Israel")
    assert [(line.name, line.place) for line in results(night.open).lines] == [("Israel", Place(8, 8))]
    assert not results(night.open).complete


def test_a_players_history_lists_his_posted_opens_the_latest_first(season: Season):
    lituania = next(line.player for line in season_table(season).lines if line.name == "Lituania")
    player = next(r.player for r in season.opens.first().results.all() if r.player_id == lituania)
    found = history(player)
    assert [(one.name, one.place, one.players, one.points, one.prize) for one in found] == [
        ("Open de Naval", Place(2, 2), 6, 5, 1000),
        ("Open del Barbarismo", Place(5, 5), 8, 4, 0),
    ]
