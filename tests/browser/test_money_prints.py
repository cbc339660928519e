"""Receipts, the prizes and the till on paper, as PDF: every sheet is one page on A4 and on Letter."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tdapp.cash.till_counts import count_till
from tdapp.floor import services as floor
from tdapp.rules import bounties
from tdapp.rules.payouts import PrizePlan
from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.browser.test_prints import LONG, OUTSIDE, pages_of
from tests.builders import Night, make_night, timed_terms

pytestmark = pytest.mark.browser

NAMES = (*LONG, *(f"Player {number:03}" for number in range(5, 37)))


@pytest.fixture
def night(transactional_db: None) -> Night:
    """36 play for six prizes and for heads; the last one owes, and 18 have taken a head at the end."""
    night = make_night(
        replace(
            timed_terms(),
            buy_in=(("prize", 1000), ("bounty", 500), ("Dealers and beer", 200)),
            bounties=bounties.Terms("plain"),
            prizes=PrizePlan("percent", ("34", "24", "16", "12", "8", "6")),
        )
    )
    night.now = timezone.now() - timedelta(hours=2)
    night.sign_up(*NAMES[:-1])
    night.sign_up(NAMES[-1], pay=False)
    night.start()
    for name, taker in zip(NAMES[:17:-1], NAMES[:18], strict=True):
        night.out(name, by=taker)
    night.out(*NAMES[17:0:-1], by=NAMES[0])
    passed = ("debts_open", "prizes_do_not_sum")
    floor.finish_open(open=night.open, overruled=passed, **night.act)
    act = {"open": night.open, "overruled": ["till_differs"], **night.act}
    count_till(pieces={5000: 8, 1: 3}, opening=5000, text=LONG[1], close=True, **act)
    return night


@pytest.mark.parametrize("language", ["en", "es"])
def test_receipts_prizes_and_till_fit_their_paper(desk: Desk, night: Night, language: str):  # noqa: F811
    page = desk.page
    page.set_viewport_size({"width": 703, "height": 960})
    page.emulate_media(media="print")
    for kind in ("receipts", "prizes/sheet", "till/sheet"):
        page.goto(f"{desk.site.url}/desk/{night.open.code}/{kind}/?lang={language}")
        page.evaluate("document.fonts.ready")
        found = page.evaluate(OUTSIDE)
        assert found, kind
        for leaf in found:
            assert leaf["height"] <= 255, "Letter is 279.4 mm high, less two margins of 12"
            assert leaf["out"] == [], kind
        for paper in ("A4", "Letter"):
            assert pages_of(page.pdf(format=paper)) == len(found), (kind, paper)
    page.goto(f"{desk.site.url}/desk/{night.open.code}/receipts/?paper=roll&lang={language}")
    page.evaluate("document.fonts.ready")
    pdf = page.pdf(prefer_css_page_size=True)
    assert pages_of(pdf) == 36
    widths = {round(float(width) * 25.4 / 72) for width in re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+)", pdf)}
    assert widths == {80}
