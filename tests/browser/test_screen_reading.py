"""The big screen as it is read from ten metres: contrast, sizes, what fits, what must not move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tdapp.clock import services as clock
from tdapp.clock.time_calls import call_time
from tdapp.displays import services as displays
from tdapp.floor import hand_for_hand, rounds
from tdapp.floor import services as floor
from tdapp.opens.models import Table
from tdapp.rules.levels import Level
from tdapp.seasons.services import post_results
from tests.browser.ears import EARS
from tests.browser.screens import CONTRAST, act, timed
from tests.browser.sizes import resize
from tests.builders import BARBARISMO, NAVAL, Night, make_night, spt_terms, timed_terms
from tests.vivaldi import SIXTEEN, play_out, second_round, sitting, table_called, vivaldi_night

NINE_DIGITS = (
    Level(250_000_000, 500_000_000, 500_000_000, seconds=1200),
    Level(300_000_000, 600_000_000, 600_000_000, seconds=1200),
)
PEOPLE = tuple(f"{name} {number}" for number in (1, 2) for name in BARBARISMO)


def _states() -> Iterator[tuple[str, Night]]:
    """One night in each state of the screen."""
    last = timed(*NINE_DIGITS, ago=1170)
    yield "last minute", last
    running = timed(*NINE_DIGITS, beside=last, names=PEOPLE, ago=100)
    running.out(*PEOPLE[13:])
    call_time(table=Table.objects.filter(round__open=running.open)[0], **act(running))
    call_time(table=Table.objects.filter(round__open=running.open)[1], seconds=5, **act(running))
    yield "running", running
    paused = timed(*NINE_DIGITS, beside=last)
    clock.pause_clock(open=paused.open, **act(paused))
    yield "paused", paused
    pause = timed(Level(100, 200, seconds=60), Level.break_of(9), *NINE_DIGITS, beside=last, ago=70)
    yield "break", pause
    marked = replace(NINE_DIGITS[0], colour_up=(50,))
    colours = timed(marked, beside=last, ago=10)
    clock.pause_clock(open=colours.open, **act(colours))
    yield "colour-up", colours
    bubble = timed(*NINE_DIGITS, beside=last)
    bubble.out(*NAVAL[3:])
    hand_for_hand.begin_hand_for_hand(open=bubble.open, **act(bubble))
    yield "hand-for-hand", bubble
    bubble.out(NAVAL[2])
    hand_for_hand.confirm_bubble(open=bubble.open, **act(bubble))
    yield "bubble", bubble
    winner = timed(*NINE_DIGITS, beside=last)
    winner.out(*NAVAL[1:])
    yield "winner", winner
    said = timed(*NINE_DIGITS, beside=last)
    displays.announce(open=said.open, kind="seats", **act(said))
    yield "said", said
    waiting = make_night(timed_terms("Open que espera"), tour=last.tour, director=last.director)
    waiting.sign_up(*NAVAL)
    yield "signup", waiting
    floor.start_play(open=waiting.open, seed="s", at=datetime.now(UTC) + timedelta(hours=1), **act(waiting))
    yield "countdown", waiting
    outs = make_night(spt_terms("Open de Naval"), tour=last.tour, director=last.director)
    outs.now = datetime.now(UTC)
    outs.sign_up(*NAVAL)
    outs.start()
    yield "outs", outs
    tables = vivaldi_night(beside=outs)
    second_round(tables)
    there = sitting(table_called(tables.open, "1", 2))
    for name in there[:1:-1]:
        tables.out(name)
    yield "antes by table", tables
    between = vivaldi_night(beside=outs)
    between.start()
    for label in "ABCD":
        play_out(between, table_called(between.open, label))
    yield "between", between


def test_every_text_of_every_state_has_contrast_and_time_and_blinds_more(look: Callable[..., Page]) -> None:
    seen = []
    for name, night in _states():
        page = look(night)
        page.wait_for_timeout(100)
        found = page.evaluate(CONTRAST)
        assert len(found) > 2, name
        assert [one for one in found if one[2] < one[3] - 0.005] == [], name
        seen.append(name)
        page.context.close()
    assert len(seen) == 14


@pytest.mark.parametrize("code", ["seats", "prizes", "standings", "moves"])
def test_every_text_of_every_page_has_contrast_too(look: Callable[..., Page], code: str) -> None:
    posted = timed(names=PEOPLE)
    posted.out(*PEOPLE[1:])
    floor.finish_open(open=posted.open, overruled=("prizes_do_not_sum",), **act(posted))
    post_results(open=posted.open, **act(posted))
    night = timed(*NINE_DIGITS, names=PEOPLE, beside=posted)
    night.out(*PEOPLE[10:])
    displays.change_show(open=night.open, wanted={"only": code}, **act(night))
    page = look(night)
    expect(page.locator("body")).to_have_attribute("data-page", code)
    found = page.evaluate(CONTRAST)
    assert [one for one in found if one[2] < one[3] - 0.005] == []


def test_every_text_of_the_rounds_has_contrast_and_the_tables_fit_the_picture(
    look: Callable[..., Page],
) -> None:
    night = vivaldi_night(SIXTEEN)
    night.now = datetime.now(UTC)
    night.start()
    for label in "AB":
        play_out(night, table_called(night.open, label))
    displays.change_show(open=night.open, wanted={"only": "rounds"}, **act(night))
    for width, height in ((1280, 720), (1024, 768), (3840, 2160)):
        page = look(night, width=width, height=height)
        expect(page.locator("body")).to_have_attribute("data-page", "rounds")
        found = page.evaluate(CONTRAST)
        assert [one for one in found if one[2] < one[3] - 0.005] == []
        low = "() => Math.max(...Array.from(document.querySelectorAll('.on .screen__table'), "
        low += "(one) => one.getBoundingClientRect().bottom)) / innerHeight"
        assert page.evaluate(low) <= 1, (width, height)
        page.context.close()


def test_the_ask_for_sound_covers_nothing_and_is_inside_the_picture(look: Callable[..., Page]) -> None:
    page = look(timed(), script=EARS, language="es")
    for width, height in ((1280, 720), (1920, 1080), (3840, 2160), (1024, 768)):
        resize(page, width, height)
        seen = page.evaluate("""() => {
          const ask = document.querySelector("[data-sound-tap]");
          const time = document.querySelector("[data-wall-time]").getBoundingClientRect();
          const { x, top } = ask.getBoundingClientRect();
          return { top, gap: x - time.right, whole: ask.scrollWidth <= ask.clientWidth };
        }""")
        assert seen["top"] > 0.005 * height
        assert seen["gap"] > 0, (width, height)
        assert seen["whole"]


def test_before_play_the_screen_leads_to_the_phone_page(look: Callable[..., Page]) -> None:
    first = make_night(timed_terms("Open que espera"))
    for waiting in (first, make_night(spt_terms(), tour=first.tour, director=first.director)):
        waiting.sign_up(*NAVAL)
        begins = datetime.now(UTC) + timedelta(hours=1)
        floor.start_play(open=waiting.open, seed="s", at=begins, **act(waiting))
        code = look(waiting).get_by_alt_text("QR code of the page for phones")
        assert code.evaluate("(one) => one.complete && one.naturalWidth > 0")


SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts.push(entry.value);
}).observe({ type: "layout-shift", buffered: true });
"""


def test_nothing_moves_when_a_level_begins(look: Callable[..., Page]) -> None:
    night = timed(
        Level(100, 200, seconds=6),
        Level(1_500, 3_000, 3_000, seconds=4, rebuys_end=True, game="Omaha"),
        Level(250_000, 500_000, 500_000, seconds=1200),
    )
    page = look(night, script=SHIFTS)
    page.evaluate("document.fonts.ready")
    boxes = """() => Array.from(
      document.querySelectorAll(
        "#screen-panel :is(.screen__level, .screen__time, .screen__bar, .screen__blinds *, .screen__next, "
        + ".screen__marks, .screen__side > *, .screen__foot > div)"),
      (one) => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })"""
    before = page.evaluate(boxes)
    page.evaluate("shifts.length = 0")
    expect(page.locator("[data-clock-level]")).to_have_text("2", timeout=8000)
    assert page.evaluate(boxes) == before
    expect(page.locator("[data-clock-level]")).to_have_text("3", timeout=8000)
    assert page.evaluate(boxes) == before
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (3840, 2160)])
def test_the_time_and_the_blinds_are_tall_enough_for_ten_metres(
    look: Callable[..., Page], width: int, height: int
) -> None:
    night = timed(*NINE_DIGITS)
    page = look(night, width=width, height=height)
    page.evaluate("document.fonts.ready")
    size = "(s) => parseFloat(getComputedStyle(document.querySelector(s)).fontSize)"
    assert page.evaluate(size, ".screen__time") > 0.2 * height
    assert page.evaluate(size, "[data-clock-bb]") / 4 > 0.0075 * height, "25 %: some 11 pixels of 1440"
    fits = "(s) => { const e = document.querySelector(s); return e.scrollWidth <= e.clientWidth + 1; }"
    for part in (".screen__hero", ".screen__side", ".screen__foot"):
        assert page.evaluate(fits, part), part


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_word_that_asks_for_the_count_stays_in_its_card(look: Callable[..., Page], language: str) -> None:
    night = vivaldi_night(SIXTEEN)
    night.now = datetime.now(UTC) - timedelta(minutes=50)
    second_round(night)
    for label in "12":
        play_out(night, table_called(night.open, label, 2))
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    table = Table.objects.get(round__open=night.open, round__number=3)
    night.out(*sitting(table)[2:])
    page = look(night, language=language)
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        resize(page, width, height)
        room = page.evaluate("""() => {
          const card = document.querySelector(".screen__antebox--count");
          const word = card.querySelector("b").getBoundingClientRect();
          return [card.clientWidth - word.width, card.scrollWidth - card.clientWidth];
        }""")
        assert room[0] > 0, (width, height)
        assert room[1] <= 1, (width, height)
