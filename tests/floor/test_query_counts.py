"""Pages and outs cost the same number of queries at 9 and at 80 entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.clock.queries import clock_face
from tdapp.floor import door, rearranging
from tdapp.floor import queries as floor_queries
from tdapp.floor import services as floor
from tdapp.floor.room import room
from tdapp.floor.set_up import terms_of
from tdapp.opens.queries import field
from tdapp.rules.house import PRESETS
from tdapp.seasons.queries import history, results, season_table
from tdapp.seasons.services import post_results
from tests.builders import Night, make_night, make_tour, spt_terms, timed_terms

pytestmark = pytest.mark.django_db


def night_of(players: int, terms, **of) -> Night:
    night = make_night(terms, **of)
    names = [f"P{n:02}" for n in range(players)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    return night


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        act()
    return len(seen)


def reads(night: Night) -> dict[str, int]:
    open = night.open
    everyone = field(open)
    face = clock_face(open, night.now, everyone)
    pool = cash.pool(open, everyone)
    prizes, debts = cash.prizes(open, pool), cash.debts(open, everyone)
    tables = floor_queries.seat_map(open, everyone, face, night.now)
    asked: dict[str, Callable[[], object]] = {
        "field": lambda: field(open).places,
        "seat_map": lambda: floor_queries.seat_map(open, everyone, face, night.now),
        "unseated": lambda: floor_queries.unseated(open, everyone),
        "suggestions": lambda: floor_queries.suggestions(open, everyone, prizes, debts, tables),
        "room": lambda: room(open, everyone, tables),
        "pool": lambda: cash.pool(open, everyone),
        "prizes": lambda: cash.prizes(open, pool),
        "debts": lambda: cash.debts(open, everyone),
        "winnings": lambda: cash.winnings(open, everyone, prizes),
        "till": lambda: cash.till(open, pool),
        "results": lambda: results(open, everyone),
        "terms_of": lambda: terms_of(open),
    }
    return {name: queries(act) for name, act in asked.items()}


@pytest.fixture
def nights() -> tuple[Night, Night]:
    tour, director = make_tour()
    return tuple(night_of(n, spt_terms(house=200), tour=tour, director=director) for n in (9, 80))


def test_what_pages_read_costs_the_same_at_9_and_at_80(nights):
    small, big = (reads(night) for night in nights)
    assert small == big
    assert {name: small[name] for name in ("field", "seat_map", "pool", "prizes", "debts", "winnings")} == {
        "field": 4, "seat_map": 4, "pool": 8, "prizes": 3, "debts": 5, "winnings": 1,
    }  # fmt: skip
    assert max(small.values()) <= 24


def test_an_out_costs_the_same_at_9_and_at_80(nights):
    small, big = (queries(lambda night=night: night.out("P03", by="P04")) for night in nights)
    assert small == big


def test_handing_a_prize_over_and_a_payment_cost_the_same_at_9_and_at_80(nights):
    for act in (
        lambda night: till.take_payment(entry=night.entries["P05"], overruled=["paid_already"], **night.act),
        lambda night: floor.count_chips(open=night.open, counts={night.entries["P05"]: 100}, **night.act),
        lambda night: door.sign_up(
            open=night.open, nickname="Late", seed="s", pay=True, seat=True, **night.act
        ),
    ):
        small, big = (queries(lambda night=night, act=act: act(night)) for night in nights)
        assert small == big


def test_several_tables_cost_the_same_as_one():
    tour, director = make_tour()
    one, nine = (night_of(n, timed_terms(), tour=tour, director=director) for n in (9, 80))
    assert reads(one) == reads(nine)


def test_the_season_table_and_a_players_history_cost_the_same_for_any_number_of_opens():
    tour, director = make_tour()
    counts = []
    for _ in range(3):
        night = night_of(4, spt_terms(prizes=(4000,)), tour=tour, director=director)
        for name in ("P03", "P02", "P01"):
            night.out(name)
        floor.finish_open(open=night.open, **night.act)
        post_results(open=night.open, **night.act)
        season, player = night.open.season, night.entries["P00"].player
        counts.append((queries(partial(season_table, season)), queries(partial(history, player))))
    assert counts[0] == counts[1] == counts[2]


def test_a_redraw_costs_no_more_for_full_tables_than_for_short_ones():
    """Seats, moves and draws are written together; each table's button is its own."""
    tour, director = make_tour()
    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=9))
    short, full, many = (night_of(n, terms, tour=tour, director=director) for n in (10, 18, 90))
    short_cost, full_cost, many_cost = (
        queries(lambda night=night: rearranging.redraw(open=night.open, seed="s", **night.act))
        for night in (short, full, many)
    )
    assert short_cost == full_cost
    assert many_cost - full_cost <= 2 * (10 - 2)  # PostgreSQL wants a batch less


def test_a_final_table_costs_the_same_for_any_number_of_players():
    tour, director = make_tour()
    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=9))
    costs = []
    for players in (20, 26):
        night = night_of(players, terms, tour=tour, director=director)
        act = partial(rearranging.combine_final, open=night.open, overruled=["final_too_large"])
        costs.append(queries(lambda act=act, night=night: act(seed="s", **night.act)))
    assert costs[0] == costs[1]
