"""The page of the chips in play: the ledger, what each table counted, the ledger put right."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.accounts.roles import Role
from tdapp.floor import chip_counts, purchases
from tdapp.opens.models import BuyInOption, ChipCorrection, ChipCount, Table
from tests.builders import Night, make_night, spt_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.floor.several_tables import night_of, sitting, table
from tests.floor.test_purchases import RE_ENTRY, twenty

pytestmark = pytest.mark.django_db


def at(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/chips/{rest}"


def field_of(night: Night, number: int) -> str:
    return f"chips_{table(night, number).pk}"


def test_a_helper_counts_his_table_and_the_page_names_the_difference(desk: Desk) -> None:
    night = night_of(12)
    client = desk(night, Role.SCOREKEEPER)
    page = one_line(text(client.get(at(night))))
    assert "Chips in play" in page
    assert '<td class="num">30 000</td>' in page
    answer = tapped(client, at(night), {field_of(night, 1): "29,500"})
    assert answer.status_code == 200
    assert "Tables counted: table 1 29 500 (500 short)" in text(answer)
    page = one_line(text(client.get(at(night))))
    assert "Table 1 is 500 short: 29 500 instead of 30 000." in page
    assert "Table 2 is not counted yet: count it too." in page
    assert "−500" in page
    assert "chips-use" not in page
    tapped(client, at(night), {field_of(night, 2): "30000"})
    page = one_line(text(client.get(at(night))))
    assert "The whole room is 500 short: 59 500 instead of 60 000." in page
    assert "chips-use" not in page, "the ledger is put right by the floor"
    assert tapped(client, at(night, "use/"), {"reason": "x"}).status_code == 403


def test_the_floor_uses_what_was_counted_and_the_reason_stands_in_the_ledger(desk: Desk) -> None:
    night = night_of(12)
    client = desk(night, Role.FLOOR)
    tapped(client, at(night), {field_of(night, 1): "29500", field_of(night, 2): "30000"})
    page = one_line(text(client.get(at(night))))
    assert "The room differs by −500" in page
    assert "Use 59 500 as counted" in page
    last = ChipCount.objects.order_by("order").last()
    answer = tapped(client, at(night, "use/"), {"reason": "Found in a pocket", "seen": last.order})
    assert "Chips in play put right by −500, to 59 500: Found in a pocket" in text(answer)
    page = one_line(text(client.get(at(night))))
    assert "−500, Found in a pocket" in page
    assert "<strong>59 500</strong>" in page
    assert "All tables are counted: 59 500, it agrees." in page
    undone = tapped(client, f"/desk/{night.open.code}/undo/", {"entry": ChipCorrection.objects.get().stamp})
    assert "Undone" in text(undone)
    assert "Use 59 500 as counted" in text(client.get(at(night)))


def test_a_count_made_meanwhile_is_not_used_unseen(desk: Desk) -> None:
    night = night_of(12)
    client = desk(night)
    rows = {table(night, 1): 29_500, table(night, 2): 30_000}
    chip_counts.count_tables(open=night.open, counts=rows, **night.act)
    old = ChipCount.objects.order_by("order").last().order
    chip_counts.count_tables(open=night.open, counts={table(night, 1): 29_000}, **night.act)
    refused = tapped(client, at(night, "use/"), {"reason": "Lost", "seen": old})
    assert refused.status_code == 422
    assert "A table was counted again meanwhile" in text(refused)
    assert 'value="Lost"' in text(refused)
    assert not ChipCorrection.objects.exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("ten", "“ten” is no amount"),
        ("-5", "is negative"),
        ("", "No chips were typed"),
        ("10.5", "has decimals"),
    ],
)
def test_what_is_no_count_is_refused_with_its_sentence_and_what_was_typed(
    typed: str, sentence: str, desk: Desk
) -> None:
    night = night_of(12)
    refused = tapped(desk(night), at(night), {field_of(night, 1): typed, field_of(night, 2): ""})
    assert refused.status_code == 422
    assert sentence in text(refused)
    assert f'value="{typed}"' in text(refused) or not typed
    assert not ChipCount.objects.exists()


def test_the_ledger_shows_each_kind_with_its_sum_T_2_1a(desk: Desk) -> None:
    night = twenty(RE_ENTRY)
    option = BuyInOption.objects.get(open=night.open, kind="re_entry")
    purchases.buy(entry=night.entries["P03"], option=option, seed="s", stack=1200, **night.act)
    page = one_line(text(desk(night).get(at(night))))
    for word, chips in (("Buy-ins", "100 000"), ("Re-entries", "+5 000"), ("Forfeited", "−1 200")):
        assert f'<th scope="row">{word}</th><td class="num">{chips}</td>' in page
    assert "<strong>103 800</strong>" in page


def test_chips_that_are_euros_are_counted_as_euros_in_spanish(desk: Desk) -> None:
    night = make_night(spt_terms())
    night.sign_up("Ana", "Bo")
    night.start()
    client = desk(night)
    client.cookies["tapete_language"] = "es"
    name = f"chips_{Table.objects.get().pk}"
    asked = tapped(client, at(night), {name: "1,500"})
    assert asked.status_code == 422
    assert 'value="1,500"' in text(asked)
    tapped(client, at(night), {name: "39,75"})
    assert ChipCount.objects.get().chips == 3975


def test_where_several_tables_play_the_count_of_stacks_leads_to_that_of_tables(desk: Desk) -> None:
    for players, shown in ((12, True), (6, False)):
        night = night_of(players)
        page = text(desk(night).get(f"/desk/{night.open.code}/count/"))
        assert (f'id="chips-whole" href="{at(night)}"' in page) is shown
        night.director.name = f"Directora {players}"
        night.director.save()


def test_before_the_start_there_is_nothing_to_count(desk: Desk) -> None:
    night = make_night(spt_terms())
    night.sign_up("Ana", "Bo")
    client = desk(night)
    assert "Count the tables" not in text(client.get(at(night)))
    assert tapped(client, at(night), {"chips_1": "5"}).status_code == 422


def test_what_others_count_comes_in_without_touching_the_fields(desk: Desk) -> None:
    night = night_of(12)
    client = desk(night, Role.SCOREKEEPER)
    chip_counts.count_tables(open=night.open, counts={table(night, 2): 31_000}, **night.act)
    parts = text(client.get(at(night, "parts/"), headers={"HX-Request": "true"}))
    assert "Table 2 is 1 000 over" in parts
    assert [f'id="chips-{name}"' in parts for name in ("room", "tables", "ledger", "count")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_the_page_costs_the_same_for_two_tables_and_for_eight(desk: Desk) -> None:
    small = night_of(12)
    client = desk(small)

    def queries(night: Night) -> int:
        client.get(at(night))
        with CaptureQueriesContext(connection) as seen:
            client.get(at(night))
        return len(seen)

    big = night_of(70, tour=small.tour, director=small.director)
    assert len(sitting(big)) == 8
    assert queries(small) == queries(big)
