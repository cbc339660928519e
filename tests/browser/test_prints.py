"""What is printed, as PDF: every sheet is one page on A4 and on Letter, and no text leaves its place."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page

from tdapp.floor import services as floor
from tdapp.opens.models import Table
from tests.builders import Night, make_night, timed_terms
from tests.programs import LiveSite
from tests.vivaldi import vivaldi_night

LONG = (
    "Bartolomé de las Casas y Villavicencio",
    "María del Pilar Gutiérrez-Solana Fernández de Córdoba",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Öyvind Ångström",
)
MANY = (*LONG, *(f"Player {number:03}" for number in range(5, 121)))
OUTSIDE = """
() => Array.from(document.querySelectorAll(".leaf"), (leaf) => {
  const box = leaf.getBoundingClientRect();
  const inside = Array.from(leaf.querySelectorAll("*")).filter((one) => one.getClientRects().length);
  return {
    height: box.height * 25.4 / 96,
    out: inside.filter((one) => {
      const at = one.getBoundingClientRect();
      return at.right > box.right + 2 || at.left < box.left - 2 || at.bottom > box.bottom + 2;
    }).map((one) => one.className || one.tagName),
    cut: inside.filter((one) => one.matches(".leaf__name, dd, th, h2, h3, .leaf__card small")
      && (one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 1))
      .map((one) => one.textContent),
  };
})
"""


@pytest.fixture
def page(browser: Browser) -> Page:
    """A page as wide as the paper inside its margins."""
    page = browser.new_page(viewport={"width": 703, "height": 960}, locale="es")
    page.emulate_media(media="print")
    return page


def seated() -> Night:
    night = make_night(timed_terms())
    night.now = datetime.now(UTC)
    night.sign_up(*MANY)
    night.start()
    floor.swap_seats(first=night.entries[LONG[0]], second=night.entries["Player 050"], **night.act)
    return night


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_every_sheet_fits_a4_and_letter_with_long_names_and_many_players(
    live_site: LiveSite, page: Page
) -> None:
    first = seated()
    bracket = vivaldi_night((*LONG, *(f"Player {number}" for number in range(5, 49))), beside=first)
    kinds = [(first, kind) for kind in ("cards", "names", "tables", "moves")]
    for night, kind in (*kinds, (bracket, "rounds")):
        page.goto(f"{live_site.url}/o/{night.open.code}/print/{kind}/")
        page.evaluate("document.fonts.ready")
        found = page.evaluate(OUTSIDE)
        assert found, kind
        for leaf in found:
            assert leaf["height"] <= 255, "Letter is 279.4 mm high, less two margins of 12"
            assert leaf["out"] == [], kind
            assert leaf["cut"] == [], kind
        for paper in ("A4", "Letter"):
            assert pages_of(page.pdf(format=paper)) == len(found), (kind, paper)
    page.close()


def test_a_table_s_name_is_read_whole_in_the_list_of_names(live_site: LiveSite, page: Page) -> None:
    night = seated()
    Table.objects.filter(round__open=night.open, number=1).update(name="Ventana del bar")
    page.goto(f"{live_site.url}/o/{night.open.code}/print/names/")
    page.evaluate("document.fonts.ready")
    cut = page.evaluate("""() => Array.from(document.querySelectorAll(".leaf__list td:nth-child(n + 2)"))
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)""")
    assert cut == []
    assert page.locator("td", has_text="Ventana del bar").count() == 9
    assert all(leaf["out"] == [] for leaf in page.evaluate(OUTSIDE))
    page.close()
