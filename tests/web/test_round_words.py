"""Rounds in words: titles, seeds, what a table is doing, what so many players will play."""

from __future__ import annotations

import pytest

from tdapp.floor.round_queries import RoundRow, RoundTable
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules import round_presets as presets
from tdapp.rules.rounds import RoundPlan
from tdapp.web.round_words import (
    limit_words,
    outline_words,
    plan_title,
    seed_words,
    split_seed,
    table_state,
    tables_words,
)


@pytest.mark.parametrize(
    ("plan", "number", "last", "title"),
    [
        (RoundPlan(), 1, False, "Round 1"),
        (RoundPlan(seating="seeded"), 3, True, "Final"),
        (RoundPlan(), 1, True, "Round 1"),
        (RoundPlan(flight=True), 2, False, "Day 1B"),
        (RoundPlan(seating="merge"), 3, False, "Day 2"),
        (RoundPlan(name="Repesca"), 2, True, "Repesca"),
    ],
)
def test_a_stage_has_its_own_name_or_that_of_its_place(plan, number, last, title):
    assert plan_title(plan, number, last=last, flights=number) == title


@pytest.mark.parametrize(
    ("seed", "table", "place", "words"),
    [
        ("A1", "A", 1, "first of table A"),
        ("AB2", "AB", 2, "second of table AB"),
        ("12-2", "12", 2, "second of table 12"),
        ("C3", "C", 3, "3rd of table C"),
        ("", "", 0, ""),
    ],
)
def test_a_seed_says_from_which_table_and_place_VIV_11(seed, table, place, words):
    assert split_seed(seed) == (table, place)
    assert seed_words(seed) == words


def test_tables_are_counted_by_their_sizes():
    assert tables_words((4, 4, 4, 4)) == "4 tables of 4"
    assert tables_words((3,)) == "1 table of 3"
    assert tables_words((5, 4, 5, 4)) == "2 tables of 5 and 2 of 4"


def test_a_limit_is_said_in_hours_VIV_26():
    assert [limit_words(minutes) for minutes in (180, 150, 45)] == ["3 h", "2 h 30", "45 min"]


@pytest.mark.parametrize(
    ("how", "left", "plan", "words"),
    [
        ("two_left", 2, RoundPlan(ends="table", left=2), "two left: count"),
        ("two_left", 3, RoundPlan(ends="table", left=3), "3 left: count"),
        ("last", 1, RoundPlan(ends="table", left=1), "one left: done"),
        ("limit", 3, RoundPlan(ends="table", left=2, limit_minutes=180), "time is up: count"),
        ("levels", 7, RoundPlan(ends="levels", level_count=6, flight=True), "levels over: bag the chips"),
        ("levels", 7, RoundPlan(ends="levels", level_count=6), "levels over: count"),
    ],
)
def test_a_table_that_is_over_says_why_and_what_is_done_there(how, left, plan, words):
    rows = tuple(RoundRow(Entrant(n, n, f"P{n}", "", n), "", n, None, None, "in") for n in range(1, left + 1))
    table = RoundTable(1, 1, "A", "A", "count_needed", how, None, None, None, None, False, rows)
    assert table_state(table, plan, Open()) == words


@pytest.mark.parametrize(
    ("plans", "players", "lines"),
    [
        (presets.vivaldi(4), 4, ("Round 1: 4 players",)),
        (presets.vivaldi(8), 8, ("Round 1: 2 tables of 4", "Final: 4 players")),
        (
            presets.vivaldi(32),
            32,
            (
                "Round 1: 8 tables of 4",
                "Round 2: 4 tables of 4",
                "Round 3: 2 tables of 4",
                "Final: 4 players",
            ),
        ),
        (
            presets.heads_up_bracket(),
            5,
            ("Round 1: 1 table of 2, 3 byes", "Round 2: 2 tables of 2", "Final: 2 players"),
        ),
        (presets.flights(2, 8), 30, ("Day 1A: 8 levels", "Day 1B: 8 levels", "Day 2: all who are left")),
        ((), 9, ()),
    ],
)
def test_what_so_many_players_will_play_is_one_line_a_round(plans, players, lines):
    assert outline_words(plans, players, 9) == lines


def test_sistemas_rounds_are_six_levels_each_and_everybody_stays_SIS_14():
    assert outline_words(presets.sistema(), 36, 10) == (
        "Round 1: 4 tables of 9, 6 levels",
        "Round 2: 6 levels, everybody stays",
        "Round 3: everybody stays",
    )
