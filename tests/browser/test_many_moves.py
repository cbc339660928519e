"""Many who change seats at once: each of them can be read beside the clock, on every picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tdapp.floor import rearranging
from tests.browser.screens import CONTRAST, act, timed
from tests.browser.sizes import resize

SEEN = """() => {
  const side = document.querySelector(".screen__side").getBoundingClientRect();
  return Array.from(document.querySelectorAll(".screen__move li b"), (one) => {
    const line = one.parentElement.getBoundingClientRect();
    const whole = line.top >= side.top && line.bottom <= side.bottom + 1 && line.right <= side.right;
    const next = one.parentElement.nextElementSibling;
    const over = next !== null && next.getBoundingClientRect().top > line.top
      && one.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 4;
    return [one.textContent, whole && !over && one.scrollWidth <= one.clientWidth + 1,
      parseFloat(getComputedStyle(one).fontSize) / innerWidth];
  });
}"""


@pytest.mark.parametrize("moving", [9, 13, 27, 40])
def test_all_who_move_are_read_whole_beside_the_clock(look: Callable[..., Page], moving: int) -> None:
    night = timed(names=tuple(f"Maximiliana {n:02}" for n in range(1, moving + 1)), ago=100)
    rearranging.redraw(open=night.open, seed="6f1a", **act(night))
    page = look(night)
    for width, height in ((1920, 1080), (1280, 720), (1440, 900), (1024, 768), (3840, 2160)):
        resize(page, width, height)
        seen = page.evaluate(SEEN)
        assert len(seen) >= moving - 3
        assert [one for one in seen if not one[1]] == [], (width, height)
        assert min(one[2] for one in seen) > 0.009
    found = page.evaluate(CONTRAST)
    assert [one for one in found if one[2] < one[3] - 0.005] == []
