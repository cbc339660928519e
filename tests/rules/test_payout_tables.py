"""Payout tables: RULES 4.2, 4.3, and the faults 94-107 where prizes are concerned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.money import exact_weight, share
from tdapp.rules.payout_tables import (
    OURS,
    Bracket,
    Table,
    apply,
    apply_table,
    curve,
    places_paid,
    proposed,
    read,
    with_locked,
)
from tdapp.rules.payouts import COMMON, prizes, unassigned

POOLS = st.integers(25, 1_000_000)
UNITS = st.sampled_from([1, 5, 1000])


def refusal(act, *args, **named):
    with pytest.raises(RuleError) as caught:
        act(*args, **named)
    return caught.value


def codes(found) -> list[tuple[str, dict[str, object]]]:
    return [(one.code, dict(one.params)) for one in found.remarks]


def published(shared_cases: Path) -> Iterator[Table]:
    for table in json.loads((shared_cases / "structures" / "payouts.json").read_text("utf-8")):
        yield read(table)


# -- the prizes of shares --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "shares", "unit", "found"),
    [
        (362_500, (60, 20, 15, 5), 1, (217_500, 72_500, 54_375, 18_125)),
        (362_500, (60, 20, 15, 5), 500, (217_500, 72_500, 54_500, 18_000)),
        (362_500, (60, 20, 15, 5), 1000, (218_500, 72_000, 54_000, 18_000)),
        (185, (50, 30, 20), 5, (95, 55, 35)),
        (247, (50, 30, 20), 5, (122, 75, 50)),
        (1335, (40, 24, 16, 12, 8), 5, (535, 320, 215, 160, 105)),
        (100, (1, 1, 1), 1, (34, 33, 33)),
        (80, ("62.5", "25", "12.5"), 1, (50, 20, 10)),
        (25, (30, 25, 20, 15, 10), 1, (8, 6, 5, 4, 2)),
        (0, (50, 30, 20), 5, (0, 0, 0)),
    ],
)
def test_the_table_of_rules_4_2(pool, shares, unit, found):
    assert prizes(pool, shares, unit) == found


def test_a_paid_place_that_gets_nothing_is_rejected_4_2():
    refused = refusal(prizes, 10, (50, 30, 20), 5)
    assert (refused.code, refused.params) == ("prize_zero", {"place": 3})


def test_shares_that_rise_are_refused():
    refused = refusal(prizes, 100, (20, 50, 30))
    assert (refused.code, refused.params) == ("prizes_rise", {"place": 2, "amount": 50, "above": 20})


def test_six_equal_places_share_ten_euros_to_the_cent_fault_95():
    assert prizes(1000, (1,) * 6) == (167, 167, 167, 167, 166, 166)


def test_a_third_of_a_euro_each_leaves_no_cent_over_fault_106():
    assert prizes(100, (1, 1, 1)) == share(100, (1, 1, 1)) == (34, 33, 33)


# -- our own tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "shares"),
    [
        (1, ("100",)),
        (5, ("100",)),
        (6, ("60", "40")),
        (8, ("50", "30", "20")),
        (20, ("45", "25", "15", "10", "5")),
        (28, ("37", "22", "15", "11", "8", "7")),
        (65, ("30", "20", "12", "10", "8", "6.5", "5.5", "4.5", "3.5")),
    ],
)
def test_the_common_table_is_proposed_up_to_65_entries_4_3(entries, shares):
    assert proposed(entries) == OURS.shares(entries) == shares


@pytest.mark.parametrize(
    ("entries", "percent", "places"),
    [
        (100, 10, 10),
        (100, 15, 15),
        (80, 15, 12),
        (7, 15, 1),
        (10, 15, 2),
        (20, 25, 5),
        (0, 15, 1),
        (9, 100, 9),
    ],
)
def test_so_many_places_are_paid_by_share_of_the_entries_4_3(entries, percent, places):
    assert places_paid(entries, percent) == places


@pytest.mark.parametrize("percent", [0, 101, -5])
def test_no_share_of_the_entries_but_1_to_100_percent(percent):
    assert refusal(places_paid, 100, percent).code == "paid_percent_out_of_range"


def test_beyond_65_entries_our_own_curve_pays_15_percent_4_3():
    assert len(proposed(66)) == 10
    assert proposed(80) == (
        *("22.93", "15.29", "11.47", "9.17", "7.65", "6.55"),
        *("5.73", "5.1", "4.59", "4.17", "3.82", "3.53"),
    )
    assert len(proposed(500)) == 75
    assert proposed(20, percent=25) == ("45", "25", "15", "10", "5")
    assert proposed(2, percent=100) == ("60", "40")


@pytest.mark.parametrize("places", [*range(1, 130), 500])
def test_every_curve_sums_to_100_and_falls_4_3(places):
    shares = [exact_weight(part) for part in curve(places)]
    assert len(shares) == places
    assert sum(shares) == 100
    assert shares == sorted(shares, reverse=True)
    assert min(shares) > 0


def test_no_curve_for_no_place_or_for_too_many():
    assert refusal(curve, 0).code == "places_out_of_range"
    assert refusal(curve, 501).params == {"most": 500}


def test_the_last_paid_place_of_our_curve_gets_more_than_a_buy_in():
    for entries in range(66, 501):
        assert exact_weight(proposed(entries)[-1]) * entries / 100 > 1


def test_every_row_of_rules_4_3_is_in_our_table():
    mine = {one.shares for one in OURS.brackets}
    assert {shares for _, _, shares in COMMON} == mine
    assert codes(read(OURS.to_dict()))  # rows overlap: the first one that holds a field is proposed


# -- applied ---------------------------------------------------------------------------------------------


def test_too_large_a_unit_pays_fewer_places_and_says_so_4_2():
    found = apply(10, ("50", "30", "20"), 5)
    assert found.prizes == (5, 5)
    assert codes(found) == [("places_unpayable", {"wanted": 3, "paid": 2, "unit": 5})]
    assert apply(25, ("50", "30", "20"), 1000).prizes == (25,)
    assert apply(0, ("50", "30", "20"), 5).prizes == (0, 0, 0)


def test_shares_that_do_not_add_up_are_said_and_still_share_the_pool():
    found = apply(1000, ("50", "30"))
    assert sum(found.prizes) == 1000
    assert codes(found) == [("shares_do_not_sum", {"percent": "80"})]


def test_shares_that_rise_are_refused_when_they_are_applied():
    assert refusal(apply, 1000, ("20", "50", "30")).code == "prizes_rise"


def check(found, pool: int, unit: int, wanted: int) -> None:
    """What must hold of all prizes."""
    assert sum(found.prizes) == pool
    assert list(found.prizes) == sorted(found.prizes, reverse=True)
    assert min(found.prizes) > 0
    assert all(amount % unit == 0 for amount in found.prizes[1:])
    said = [one.code for one in found.remarks]
    assert ("places_unpayable" in said) == (len(found.prizes) < wanted)


@settings(max_examples=300, deadline=None)
@given(st.integers(5, 500), POOLS, UNITS, st.none() | st.integers(10, 25))
def test_our_tables_share_every_pool_of_every_field(entries, pool, unit, percent):
    shares = proposed(entries, percent)
    check(apply(pool, shares, unit), pool, unit, len(shares))


def test_the_published_tables_share_every_pool_of_every_field(shared_cases):
    tried = 0
    for table in published(shared_cases):
        for entries in (*range(5, 70), *range(70, 501, 17), 500):
            for unit in (1, 5, 1000):
                for pool in (25, 247, 12_345, 1_000_000):
                    found = apply_table(table, entries, pool, unit)
                    check(found, pool, unit, len(table.shares(entries)))
                    tried += 1
    assert tried > 5000


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_published_table_shares_any_pool(shared_cases, data):
    table = data.draw(st.sampled_from(list(published(shared_cases))))
    entries, pool, unit = data.draw(st.integers(5, 500)), data.draw(POOLS), data.draw(UNITS)
    check(apply_table(table, entries, pool, unit), pool, unit, len(table.shares(entries)))


# -- locked prizes ---------------------------------------------------------------------------------------


def test_locked_prizes_survive_when_the_pool_grows_fault_94():
    assert with_locked(100, (50, 30, 20), {}) == (50, 30, 20)
    # Five rebuys later: the third prize was promised, the others grow.
    assert with_locked(150, (50, 30, 20), {3: 20}) == (81, 49, 20)
    assert with_locked(150, (50, 30, 20), {1: 50, 2: 30, 3: 20}) == (50, 30, 20)


def test_what_no_place_may_take_is_unassigned():
    found = with_locked(300, (50, 30, 20), {1: 60})
    assert found == (60, 60, 60)
    assert unassigned(300, found) == 120


def test_no_place_falls_below_a_locked_one_even_if_the_pool_is_too_small():
    found = with_locked(90, (50, 30, 20), {3: 40})
    assert found == (40, 40, 40)
    assert unassigned(90, found) == -30
    assert with_locked(100, (50, 30, 20), {3: 30}) == (40, 30, 30)


@pytest.mark.parametrize(
    ("locked", "code"),
    [({4: 10}, "locked_place_unpaid"), ({1: -1}, "prize_negative"), ({1: 10, 2: 20}, "prizes_rise")],
)
def test_locked_prizes_that_cannot_stand_are_refused(locked, code):
    assert refusal(with_locked, 100, (50, 30, 20), locked).code == code


@settings(max_examples=500, deadline=None)
@given(
    st.integers(0, 1_000_000),
    st.lists(st.integers(0, 100), min_size=1, max_size=9).map(lambda s: sorted(s, reverse=True)),
    st.dictionaries(st.integers(1, 9), st.integers(0, 300_000), max_size=4),
    UNITS,
)
def test_locked_prizes_stay_and_no_prize_ever_rises(pool, shares, locked, unit):
    places = [place for place in sorted(locked) if place <= len(shares)]
    amounts = sorted((locked[place] for place in places), reverse=True)
    kept = dict(zip(places, amounts, strict=True))
    found = with_locked(pool, shares, kept, unit)
    assert {place: found[place - 1] for place in kept} == kept
    assert list(found) == sorted(found, reverse=True)
    if not kept and any(shares):
        assert found == share(pool, shares, unit)
    room = all(found[p - 1] == amounts[0] for p in range(1, len(found) + 1)) if kept else False
    # Money is over only where all free places reach a locked one above them, too little only where they
    # are held up by one below.
    if unassigned(pool, found) > 0:
        assert 1 in kept or room
    if unassigned(pool, found) < 0:
        assert kept


# -- tables that others printed --------------------------------------------------------------------------


def test_the_published_tables_are_read_whole(shared_cases):
    tables = {table.name: table for table in published(shared_cases)}
    assert len(tables) == 8
    barge = next(table for name, table in tables.items() if name.startswith("BARGE Unified"))
    assert barge.shares(7) == ("70", "30")
    assert barge.shares(110)[-2:] == ("1.5", "1.5")
    assert [len(barge.shares(n)) for n in (4, 9, 36, 100)] == [1, 3, 6, 10]
    home = next(table for name, table in tables.items() if name.startswith("homepokergames"))
    assert codes(home) == [("bracket_gap", {"bracket": 4, "low": 11, "high": 19})]
    assert (home.shares(6), home.shares(6, "text")) == (("70", "30"), ("60", "40"))
    by_places = next(table for name, table in tables.items() if name.startswith("USBA"))
    assert by_places.by_places
    assert [len(by_places.shares(n)) for n in (20, 40, 53, 500)] == [4, 6, 8, 10]


def test_a_published_prize_of_a_small_field_is_met_p02(shared_cases):
    tables = [table for table in published(shared_cases) if table.name.startswith("BARGE payouts, updated")]
    assert apply_table(tables[0], 8, 800).prizes == (520, 280)
    assert apply_table(tables[0], 8, 625).prizes == (406, 219)
    assert apply_table(tables[0], 4, 325).prizes == (325,)


def test_a_table_survives_json(shared_cases):
    for table in (*published(shared_cases), OURS):
        again = read(json.loads(json.dumps(table.to_dict())))
        assert (again.name, again.brackets, again.by_places) == (table.name, table.brackets, table.by_places)


def line(first: int, last: int, percent: object) -> dict[str, object]:
    return {"from": first, "to": last, "percent": percent}


def test_what_is_odd_about_a_table_is_said():
    table = read(
        {
            "name": "odd",
            "brackets": [
                {"entries": [2, 9], "places": [line(1, 1, 60), line(2, 2, 30)], "sum_percent": 100},
                {"entries": [9, 20], "places": [line(1, 1, 40), line(2, 3, 30)]},
                {"entries": [25, None], "places": [line(1, 1, 20), line(2, 2, "50"), line(3, 3, 30.0)]},
            ],
        }
    )
    assert codes(table) == [
        ("bracket_sum", {"bracket": 1, "percent": "90"}),
        ("bracket_rises", {"bracket": 3, "place": 2}),
        ("bracket_overlaps", {"bracket": 2}),
        ("bracket_gap", {"bracket": 3, "low": 21, "high": 24}),
    ]
    assert table.shares(9) == ("60", "30")
    assert table.shares(21) == ("40", "30", "30")
    assert table.shares(24) == table.shares(900)
    assert table.shares(1) == ("60",)


@pytest.mark.parametrize(
    ("data", "bracket"),
    [
        ({}, 0),
        ({"brackets": []}, 0),
        ({"brackets": ["x"]}, 1),
        ({"brackets": [{"entries": [1, 2], "places": []}]}, 1),
        ({"brackets": [{"entries": [1], "places": [line(1, 1, 100)]}]}, 1),
        ({"brackets": [{"entries": [9, 2], "places": [line(1, 1, 100)]}]}, 1),
        ({"brackets": [{"places": [line(1, 1, 100)]}]}, 1),
        ({"brackets": [{"entries": [1, 2], "places": [line(2, 2, 100)]}]}, 1),
        ({"brackets": [{"entries": [1, 2], "places": [line(1, 1, "half")]}]}, 1),
        ({"brackets": [{"entries": [1, 2], "places": [line(1, 1, -5)]}]}, 1),
        ({"brackets": [{"entries": [1, 2], "places": [line(1, 900, 1)]}]}, 1),
        ({"brackets": [{"entries": [1, 2], "places": [{"from": 1}]}]}, 1),
        (
            {
                "brackets": [
                    {"entries": [1, 2], "places": [line(1, 1, 100)]},
                    {"entries": [3, 4], "places": [{"from": "a", "to": 1, "percent": 100}]},
                ]
            },
            2,
        ),
    ],
)
def test_a_table_that_cannot_be_read_names_the_bracket(data, bracket):
    refused = refusal(read, data)
    assert (refused.code, refused.params) == ("payout_table_unreadable", {"bracket": bracket})


def test_a_bracket_says_what_it_pays():
    bracket = Bracket(9, 15, ("50", "30", "20"))
    assert (bracket.places_paid, bracket.total) == (3, 100)
    assert [bracket.holds(n) for n in (8, 9, 15, 16)] == [False, True, True, False]
