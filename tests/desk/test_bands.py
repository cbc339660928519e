"""The bands above the tables: the same thing at several tables is one band (a phone shows little)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.desk.bands import bands
from tdapp.desk.night import Suggestion
from tdapp.rules import round_presets
from tdapp.rules.errors import Remark
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.vivaldi import sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def suggestion(code: str, key: str, **params: object) -> Suggestion:
    return Suggestion(Remark(code, params), key)


def test_tables_to_be_counted_are_one_band_with_a_button_each(desk: Desk):
    night = vivaldi_night()
    night.now = timezone.now() - timedelta(hours=3, minutes=5)
    night.start()
    html = one_line(text(desk(night, Role.FLOOR).get(f"/desk/{night.open.code}/")))
    assert "Tables A, B, C and D are to be counted." in html
    assert html.count('id="band-table-count-') == 4
    assert html.count('class="band"') == 1


def test_where_one_is_left_nothing_is_to_be_counted_and_no_button_says_so(desk: Desk):
    plans = round_presets.heads_up_bracket()
    night = make_night(replace(timed_terms(), house=PRESETS["tda"], rounds=plans))
    night.now = timezone.now() - timedelta(minutes=5)
    night.sign_up(*BARBARISMO[:4])
    night.start()
    client, address = desk(night, Role.FLOOR), f"/desk/{night.open.code}/"
    night.out(sitting(table_called(night.open, "1"))[0])
    html = one_line(text(client.get(address)))
    assert "Table 1 has one player left: it is done." in html
    assert "Count the table" not in html
    assert "Count the table" not in one_line(text(client.get(f"{address}rounds/")))
    night.out(sitting(table_called(night.open, "2"))[0])
    html = one_line(text(client.get(address)))
    assert "Tables 1 and 2 have one player left each: they are done." in html
    assert ">Table 2 is done</a>" in html
    assert "Count table" not in html


def test_several_of_one_kind_stand_where_the_first_of_them_was():
    open = make_night(timed_terms()).open
    told = (
        suggestion("table_count", "a", table=11, label="A", how="limit", left=3),
        suggestion("post", "p"),
        suggestion("table_count", "b", table=12, label="B", how="last", left=1),
        suggestion("table_halts", "h1", table=1, short=3, reason="big_blind_empty"),
        suggestion("table_halts", "h2", table=2, short=4, reason="button_unknown"),
    )
    found = bands(open, told)
    assert [band.code for band in found] == ["table_count", "post", "table_halts"]
    assert found[0].sentence == "Tables A and B are to be counted."
    assert found[0].keys == ("a", "b")
    assert [remark.params["table"] for remark in found[0].remarks] == [11, 12]
    assert found[2].sentence == (
        "Tables 1 and 2 are too short: each must wait once its big blind would fall on an empty seat."
    )


def test_one_alone_says_its_own_sentence():
    open = make_night(timed_terms()).open
    (band,) = bands(open, [suggestion("table_count", "a", table=11, label="A", how="limit", left=3)])
    assert band.sentence == "Time is up at table A: finish the hand, then count all chips."


def test_not_now_puts_all_of_a_band_away(desk: Desk):
    night = make_night(timed_terms())
    client = desk(night)
    answer = tapped(client, f"/desk/{night.open.code}/not-now/", {"key": ["a", "b"]})
    assert answer.status_code == 204
    assert client.session["not_now"][night.open.code] == ["a", "b"]


def test_a_table_three_short_is_one_band_that_says_who_moves_and_that_it_waits_RULES_2_3(desk: Desk):
    night = make_night(replace(timed_terms(), house=PRESETS["tda"]))
    night.now = timezone.now()
    names = [f"P{n:02}" for n in range(1, 19)]
    night.sign_up(*names)
    night.start()
    night.out(*sitting(table_called(night.open, "2"))[:3])
    html = one_line(text(desk(night, Role.FLOOR).get(f"/desk/{night.open.code}/")))
    said = html.split('id="night-bands"')[1]
    assert said.count('class="band"') == 1
    assert "Table 2 has 3 fewer than table 1" in said
    assert "Table 2 must wait" in said or "Table 2 is 3 short: it must wait" in said
    assert len(re.findall(r'name="key" value="(?:balance|table_halts):', said)) == 2
