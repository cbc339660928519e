"""Prize plans at work: RULES 4.2, 4.3, SPT-35, SPT-42, and the faults of prizes that stand still."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.payout_tables import OURS, Bracket, Table
from tdapp.rules.payouts import PrizePlan, unassigned
from tdapp.rules.prize_plans import places, reckoned, shares_of, tables_in

OWN = Table(
    "Own",
    (
        Bracket(2, 9, ("60", "40")),
        Bracket(10, None, ("50", "30", "20")),
    ),
).to_dict()


def refusal(act, *args, **named):
    with pytest.raises(RuleError) as caught:
        act(*args, **named)
    return caught.value


def said(found) -> list[tuple[str, dict[str, object]]]:
    return [(one.code, dict(one.params)) for one in found.remarks]


# -- plans that follow the field -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "prizes"),
    [
        (5, (5000,)),
        (8, (4000, 2400, 1600)),
        (20, (9000, 5000, 3000, 2000, 1000)),
        (30, (11_100, 6600, 4500, 3300, 2400, 2100)),
    ],
)
def test_our_own_tables_follow_the_number_of_entries_rules_4_3(entries, prizes):
    found = reckoned(PrizePlan("field", unit=100), entries * 1000, entries)
    assert (found.prizes, found.remarks) == (prizes, ())


def test_every_entry_is_reckoned_anew_fault_94():
    plan = PrizePlan("field", unit=100)
    assert reckoned(plan, 10_000, 10).prizes == (5000, 3000, 2000)
    # Five rebuys: more money, the same places.
    assert reckoned(plan, 15_000, 10).prizes == (7500, 4500, 3000)
    # An eleventh player: three are still paid, of more.
    assert reckoned(plan, 16_000, 11).prizes == (8000, 4800, 3200)


def test_a_table_of_the_club_is_followed_as_it_is_printed():
    plan = PrizePlan("field", table=OWN)
    assert reckoned(plan, 9000, 9).prizes == (5400, 3600)
    assert reckoned(plan, 10_000, 10).prizes == (5000, 3000, 2000)
    assert (places(plan, 9), places(plan, 10)) == (2, 3)


@pytest.mark.parametrize(
    ("plan", "entries", "paid"),
    [
        (PrizePlan("field", paid=4), 20, 4),
        (PrizePlan("field", paid=4), 3, 3),
        (PrizePlan("field", share=25), 20, 5),
        (PrizePlan("field", share=10), 100, 10),
        (PrizePlan("field", share=15), 1, 1),
        (PrizePlan("field", table=OWN, paid=3), 5, 3),
        (PrizePlan("field", table=OWN, share=50), 10, 5),
        (PrizePlan("field", share=100), 0, 1),
        (PrizePlan("winner"), 20, 1),
        (PrizePlan("amounts", (5, 4)), 20, 2),
        (PrizePlan("percent", ("60", "40")), 20, 2),
    ],
)
def test_so_many_places_are_paid_by_count_or_by_share_of_the_entries_4_3(plan, entries, paid):
    assert places(plan, entries) == paid
    assert len(reckoned(plan, 1_000_000, entries).prizes) == paid


def test_a_row_of_the_table_that_pays_as_many_is_preferred_to_our_curve():
    assert shares_of(PrizePlan("field", table=OWN, paid=2), 40) == ("60", "40")
    assert shares_of(PrizePlan("field", table=OWN, paid=4), 40) == ("40", "30", "20", "10")


def test_a_printed_table_that_rises_never_makes_prizes_that_rise():
    rising = Table("Odd", (Bracket(2, None, ("30", "50", "20")),)).to_dict()
    assert reckoned(PrizePlan("field", table=rising), 100, 9).prizes == (50, 30, 20)


# -- nothing is promised that no unit can pay ------------------------------------------------------------


def test_a_paid_place_at_nothing_is_not_paid_and_that_is_said_rules_4_2():
    found = reckoned(PrizePlan("percent", ("50", "30", "20"), unit=5), 10, 8)
    assert found.prizes == (5, 5)
    assert said(found) == [("places_unpayable", {"wanted": 3, "paid": 2, "unit": 5})]
    found = reckoned(PrizePlan("field", unit=1000), 2000, 20)
    assert found.prizes == (1000, 1000)
    assert said(found) == [("places_unpayable", {"wanted": 5, "paid": 2, "unit": 1000})]


def test_before_anybody_paid_there_is_nothing_to_say():
    assert said(reckoned(PrizePlan("percent", ("50", "30", "20")), 0, 0)) == []
    assert said(reckoned(PrizePlan("field"), 0, 20)) == []


def test_typed_percentages_that_leave_a_part_open_still_do_when_fewer_are_paid():
    found = reckoned(PrizePlan("percent", ("60", "20", "5"), unit=5), 25, 8)
    assert (found.prizes, unassigned(25, found.prizes)) == ((16, 5), 4)


def test_typed_percentages_that_rise_stay_as_they_are_typed():
    found = reckoned(PrizePlan("percent", ("20", "80", "0")), 10, 8)
    assert found.prizes == (2, 8, 0)


# -- fixed places ----------------------------------------------------------------------------------------


def test_a_fixed_first_prize_survives_every_new_entry():
    plan = PrizePlan("field", unit=100).with_fixed(1, 50_000)
    assert reckoned(plan, 100_000, 20).prizes == (50_000, 22_700, 13_600, 9100, 4600)
    assert reckoned(PrizePlan("field").with_fixed(1, 100), 200, 20).prizes == (100, 46, 27, 18, 9)
    assert reckoned(plan, 120_000, 20).prizes[0] == 50_000
    assert sum(reckoned(plan, 120_000, 20).prizes) == 120_000


def test_a_fixed_place_that_no_longer_is_paid_is_said():
    plan = PrizePlan("field").with_fixed(5, 1000)
    found = reckoned(plan, 10_000, 8)
    assert found.prizes == (5000, 3000, 2000)
    assert said(found) == [("locked_place_unpaid", {"place": 5, "places": 3})]


def test_beside_a_fixed_place_nobody_is_promised_nothing():
    plan = PrizePlan("percent", ("50", "30", "20")).with_fixed(1, 100)
    found = reckoned(plan, 100, 8)
    assert found.prizes == (100,)
    assert said(found) == [("places_unpayable", {"wanted": 3, "paid": 1, "unit": 1})]


def test_a_fixed_place_is_freed_again():
    plan = PrizePlan("percent", ("50", "30", "20")).with_fixed(3, 500)
    assert plan.with_fixed(3, None) == PrizePlan("percent", ("50", "30", "20"))
    assert plan.with_fixed(3, None).with_fixed(3, None).fixed == ()


@pytest.mark.parametrize(
    ("fixed", "code"),
    [
        (((0, 5),), "places_out_of_range"),
        (((501, 5),), "places_out_of_range"),
        (((1, 0),), "prize_zero"),
        (((1, -5),), "prize_negative"),
        (((1, 5), (2, 6)), "prizes_rise"),
    ],
)
def test_places_that_cannot_be_fixed_so_are_refused(fixed, code):
    assert refusal(PrizePlan, "field", fixed=fixed).code == code


# -- plans and tables as data ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "plan",
    [
        PrizePlan("field", unit=500, table=OWN, share=12),
        PrizePlan("field", paid=9, fixed=((1, 900), (3, 100)), at_close=True),
        PrizePlan("percent", ("60", "40"), fixed=((2, 5),)),
    ],
)
def test_a_plan_survives_json(plan):
    assert PrizePlan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan


def test_a_plain_plan_is_stored_as_ever():
    assert PrizePlan("winner").to_dict() == {"kind": "winner", "values": [], "unit": 1}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"values": ["50"]}, "prize_plan_unreadable"),
        ({"share": 101}, "paid_percent_out_of_range"),
        ({"paid": 501}, "places_out_of_range"),
        ({"paid": "many"}, "prize_plan_unreadable"),
        ({"table": "ours"}, "prize_plan_unreadable"),
        ({"unit": 0}, "unit_too_small"),
    ],
)
def test_a_plan_by_field_that_makes_no_sense_is_refused(more, code):
    assert refusal(PrizePlan.from_dict, {"kind": "field", **more}).code == code


def test_a_file_holds_one_table_or_several_and_each_variant_is_one(shared_cases):
    data = json.loads((shared_cases / "structures" / "payouts.json").read_text("utf-8"))
    found = tables_in(data)
    assert len(found) == 9
    assert [one.name for one in tables_in(data[0])] == [data[0]["name"]]
    assert sum("(text)" in one.name for one in found) == 1


@pytest.mark.parametrize("percent", [0, float("inf"), float("nan"), "x", -1, None])
def test_a_table_that_shares_nothing_or_no_number_is_refused(percent):
    data = {"brackets": [{"entries": [2, None], "places": [{"from": 1, "to": 1, "percent": percent}]}]}
    assert refusal(tables_in, data).code == "payout_table_unreadable"


def test_a_table_that_begins_with_nothing_pays_the_larger_share_first():
    odd = Table("Odd", (Bracket(2, None, ("0", "100")),)).to_dict()
    assert reckoned(PrizePlan("field", table=odd), 100, 1).prizes == (100,)
    assert reckoned(PrizePlan("field", table=odd), 100, 9).prizes == (100,)


@pytest.mark.parametrize("data", [[], {}, "50/30/20", [1], None, {"brackets": []}, [{"brackets": [5]}]])
def test_what_is_no_table_is_refused(data):
    assert refusal(tables_in, data).code == "payout_table_unreadable"


# -- always ----------------------------------------------------------------------------------------------

PLANS = st.builds(
    PrizePlan,
    st.just("field"),
    unit=st.sampled_from([1, 5, 100, 1000]),
    table=st.sampled_from([None, OWN, OURS.to_dict()]),
    paid=st.integers(0, 20),
    share=st.integers(0, 100),
    fixed=st.dictionaries(st.integers(1, 12), st.integers(1, 50_000), max_size=3).map(
        lambda d: tuple(zip(sorted(d), sorted(d.values(), reverse=True), strict=True))
    ),
)


@settings(max_examples=500, deadline=None)
@given(PLANS, st.integers(0, 1_000_000), st.integers(0, 500))
def test_prizes_never_rise_are_never_nothing_and_keep_what_is_fixed(plan, pool, entries):
    found = reckoned(plan, pool, entries)
    assert list(found.prizes) == sorted(found.prizes, reverse=True)
    assert not pool or 0 not in found.prizes
    assert len(found.prizes) == len(found.shares) <= max(entries, 1)
    for place, amount in plan.fixed:
        if place <= len(found.prizes):
            assert found.prizes[place - 1] == amount
    if not plan.fixed:
        assert sum(found.prizes) == pool
    if len(found.prizes) < places(plan, entries):
        assert "places_unpayable" in [one.code for one in found.remarks]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_published_tables_make_plans_for_every_field(shared_cases, data):
    tables = tables_in(json.loads((shared_cases / "structures" / "payouts.json").read_text("utf-8")))
    table = data.draw(st.sampled_from(tables))
    pool, entries = data.draw(st.integers(25, 1_000_000)), data.draw(st.integers(5, 500))
    unit = data.draw(st.sampled_from([1, 5, 1000]))
    found = reckoned(PrizePlan("field", unit=unit, table=table.to_dict()), pool, entries)
    assert sum(found.prizes) == pool
    assert list(found.prizes) == sorted(found.prizes, reverse=True)
    assert 0 not in found.prizes
