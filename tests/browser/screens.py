"""Nights for the tests of the big screen, and what they measure of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tests.builders import NAVAL, Night, make_night, timed_terms

CONTRAST = """
() => {
  const parts = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const one = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * one(r) + 0.7152 * one(g) + 0.0722 * one(b);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const [a, b] = [light(parts(getComputedStyle(element).color)), light(ground(element))];
    const big = element.closest(".screen__time, .screen__big, .screen__blinds dd, .screen__line");
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.push([element.className, element.textContent.trim().slice(0, 30), ratio, big ? 7 : 4.5]);
  }
  return found;
}
"""


def act(night: Night) -> dict[str, object]:
    """Who acts, now by the wall clock: the pages compare with it."""
    night.now = datetime.now(UTC)
    return night.act


def timed(*levels: Level, beside: Night | None = None, names: tuple[str, ...] = NAVAL, ago: int = 0) -> Night:
    """A night with minutes, begun so many seconds ago."""
    plain = (Level(100, 200, seconds=1200), Level(150, 300, 300, seconds=1200))
    terms = replace(timed_terms(), levels=levels or plain, prizes=PrizePlan("amounts", (4000, 2000)))
    tour, director = (beside.tour, beside.director) if beside else (None, None)
    night = make_night(terms, tour=tour, director=director)
    night.now = datetime.now(UTC) - timedelta(seconds=ago)
    night.sign_up(*names)
    night.start()
    night.now = datetime.now(UTC)
    return night
