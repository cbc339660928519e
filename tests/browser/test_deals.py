"""A chop between three in a real Chromium: six taps to the sheet, played on, and refused in one more."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tdapp.cash import queries as cash
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.payouts import PrizePlan
from tests.browser.sizes import resize
from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.builders import BARBARISMO, Night, make_night, timed_terms

pytestmark = pytest.mark.browser

LONG = (
    "María del Pilar Gutiérrez-Solana Fernández de Córdoba",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Bartolomé de las Casas y Villavicencio",
)


@pytest.fixture
def night(transactional_db: None, request: pytest.FixtureRequest) -> Night:
    """The first three are left of 80 €."""
    names: tuple[str, ...] = getattr(request, "param", BARBARISMO)
    terms = replace(timed_terms(), prizes=PrizePlan("amounts", (5000, 2000, 1000)))
    night = make_night(terms)
    night.now = timezone.now() - timedelta(minutes=10)
    night.sign_up(*names)
    night.start()
    night.out(*reversed(names[3:]))
    return night


class Taps:
    """Counts what the director taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def __call__(self, where: str) -> None:
        self.page.locator(where).click()
        self.count += 1


def won(night: Night) -> dict[str, int]:
    open = Open.objects.get(pk=night.open.pk)
    everyone = field(open)
    prizes = cash.prizes(open, night.pool())
    return {everyone.by_id[key].name: amount for key, amount in cash.won(everyone, prizes).items() if amount}


def test_three_chop_in_five_taps_and_one_who_refuses_takes_it_back(desk: Desk, night: Night):  # noqa: F811
    desk.open(night)
    page = desk.page
    tap = Taps(page)
    tap("#band-deal")
    for name, chips in zip(BARBARISMO[:3], ("22500", "12500", "5000"), strict=True):
        page.locator(f"#id_stack_{night.entries[name].pk}").fill(chips)
    table = page.locator(".deal__table")
    expect(table.locator("tbody tr").first).to_contain_text(re.compile("Canadá.*38"))
    tap("#deal-method-chip_chop")
    tap("#deal-all")
    tap("#deal-make")
    tap("#deal-sheet")
    assert tap.count == 5
    rows = page.locator(".leaf__signed tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text(re.compile("Canadá.*22.500.*38"))
    assert won(night) == {"Canadá": 3800, "Inglaterra": 2600, "Letonia": 1600}
    desk.open(night)
    expect(page.locator("#night-bands")).to_contain_text("A deal stands and nothing is left to play for")
    page.locator("#band-deal").click()
    page.locator("#deal-back").click()
    desk.says("Undone: Deal")
    assert won(night) == {}


def test_stopped_after_a_deal_its_counts_finish_the_open(desk: Desk, night: Night):  # noqa: F811
    desk.open(night)
    page = desk.page
    page.locator("#band-deal").click()
    for name, chips in zip(BARBARISMO[:3], ("22 500", "12.500", "5,000"), strict=True):
        page.locator(f"#id_stack_{night.entries[name].pk}").fill(chips)
    page.locator("[name=left_to_play]").fill("10")
    page.locator("#deal-method-icm").check()
    page.locator("#deal-all").check()
    page.locator("#deal-make").click()
    desk.says("10 € left to play for")
    page.get_by_role("link", name="Finish", exact=True).last.click()
    expect(page.locator("#finish-count")).to_contain_text("in play")
    page.locator("#finish-form button.btn--big").click()
    expect(page.locator("h1")).to_contain_text("is finished")
    assert sum(won(night).values()) == 8000
    assert max(won(night), key=lambda name: won(night)[name]) == "Canadá"


@pytest.mark.parametrize("night", [(*LONG, *BARBARISMO[3:])], indirect=True, ids=["long"])
def test_long_names_keep_inside_the_screen_the_page_and_the_sheet(desk: Desk, night: Night):  # noqa: F811
    desk.open(night)
    page = desk.page
    page.locator("#band-deal").click()
    for name, chips in zip(LONG, ("22500", "12500", "5000"), strict=True):
        page.locator(f"#id_stack_{night.entries[name].pk}").fill(chips)
    page.locator("#deal-method-even").check()
    page.locator("#deal-all").check()
    for width in (320, 390, 768, 1440):
        resize(page, width, 900)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
    page.locator("#deal-make").click()
    page.locator("#deal-sheet").click()
    page.emulate_media(media="print")
    resize(page, 703, 960)
    beyond = """() => { const leaf = document.querySelector('.leaf').getBoundingClientRect();
      return Array.from(document.querySelectorAll('.leaf *'), one => one.getBoundingClientRect())
        .filter(at => at.right > leaf.right + 2 || at.bottom > leaf.bottom + 2).length }"""
    assert page.evaluate(beyond) == 0
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.emulate_media(media="screen")
    resize(page, 1280, 720)
    page.goto(page.url.split("/desk/")[0] + f"/screen/{night.open.code}/")
    side = page.locator(".screen__side")
    cut = side.locator(".screen__prizes > li").evaluate_all(
        "lines => lines.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    )
    assert cut == 0
