"""Prizes in a real Chromium: a payout table out of a file, one place fixed, a prize for the first out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tdapp.cash import queries as cash
from tdapp.cash.models import SpecialPrize
from tdapp.opens.models import Open
from tests.browser.test_desk import sign_in
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.programs import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["sign_in"]

TABLES = [
    {"name": "Small", "brackets": [{"entries": [2, None], "places": [{"from": 1, "to": 1, "percent": 100}]}]},
    {
        "name": "Peña",
        "brackets": [
            {
                "entries": [2, None],
                "places": [{"from": 1, "to": 1, "percent": 75}, {"from": 2, "to": 2, "percent": 25}],
            }
        ],
    },
]


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Eight who paid 10 euros each, under way."""
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    night.out("Israel")
    return night


def prizes(night: Night) -> tuple[int, ...]:
    return cash.prizes(Open.objects.get(pk=night.open.pk), night.pool()).amounts


def test_a_table_is_imported_a_place_fixed_and_the_first_out_given_his_prize(
    page: Page, night: Night, live_site: LiveSite, sign_in: Callable[[Night], None], tmp_path: Path
) -> None:
    sign_in(night)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    file = tmp_path / "payouts.json"
    file.write_text(json.dumps(TABLES), "utf-8")
    page.goto(f"{live_site.url}/desk/{night.open.code}/prizes/")
    # What is asked for follows how the pool is shared.
    expect(page.get_by_label("Places paid")).to_be_hidden()
    page.get_by_text("by the number of entries", exact=True).click()
    expect(page.get_by_label("Places paid")).to_be_visible()
    expect(page.get_by_label("Places, best first")).to_be_hidden()
    page.get_by_role("link", name="Import a table").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("radio", name="Peña").check()
    page.get_by_role("button", name="Take it").click()
    places = page.locator("#prizes-places")
    expect(places).to_contain_text("60 €")
    expect(places).to_contain_text("20 €")
    page.get_by_text("Fix one place, whatever comes").click()
    page.locator("#fix-amount").fill("50")
    page.get_by_role("button", name="Fix it").click()
    expect(places.get_by_text("fixed", exact=True)).to_be_visible()
    expect(places).to_contain_text("30 €")
    assert prizes(night) == (5000, 3000)
    page.get_by_text("Add a special prize").click()
    page.get_by_label("What for").select_option("first_out")
    page.get_by_label("What it is").fill("una copa")
    page.get_by_role("button", name="Add it").click()
    page.get_by_role("button", name="Give it to Israel").click()
    expect(page.locator("#prizes-special .done")).to_have_text("Israel")
    assert SpecialPrize.objects.get().entry == night.entries["Israel"]
    page.get_by_role("button", name="Lock the prizes").click()
    expect(page.locator("#prizes-locked")).to_be_visible()
    expect(page.get_by_text("locked since")).to_be_visible()
    assert complaints == []
