"""What a hand costs: settled by the rules, entered whole with database and journal, previewed at the desk.

    python benchmarks/settle.py [--hands 200] [--tables 60] [--runs 3] [--parts rules desk]

The same random hold'em hands (tests/rules/pokerkit_hands.py) all the way, in one run, beside pokerkit dealing
and playing them from a fresh state; the best of three runs of each, the runs taken in turn.

pots      rules.pots.settle: pots, uncalled bet and shares of named winners
by cards  rules.hand.settle: the same, with everybody's cards read and compared
pokerkit  a fresh state, the same acts, the same cards
entry     hands.services.enter_hand on SQLite in a file with the settings of the night: stacks, outs with
          places, seats, the next button, the journal
preview   the POST that the desk sends at each change of the form, through the whole stack of middleware

A table for each of the first hands, with their seats and stacks; entries are undone between the runs.  "own"
is the time of this process alone: on a busy machine the other figures say how busy it is.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO))

from benchmarks.outs import data_of_its_own, p95  # noqa: E402
from tdapp.rules import hand as hand_rules  # noqa: E402
from tdapp.rules import pots  # noqa: E402
from tests.rules.pokerkit_hands import Told, played, state_of, told  # noqa: E402

if TYPE_CHECKING:
    from tdapp.hands.reckoning import Sheet
    from tests.builders import Night

RATIO, ENTRY_MS, PREVIEW_MS = 200, 40.0, 25.0
PARTS = ("rules", "desk")


def best(runs: int, *works: Callable[[], object]) -> list[float]:
    """The shortest time of each in seconds, the runs taken in turn."""
    found = [float("inf")] * len(works)
    for _ in range(runs):
        for place, work in enumerate(works):
            begun = time.perf_counter()
            work()
            found[place] = min(found[place], time.perf_counter() - begun)
    return found


# -- the rules ------------------------------------------------------------------------------------------


def settle_all(given: Sequence[tuple[tuple[pots.Contribution[int], ...], Any]]) -> None:
    for contributions, winners in given:
        pots.settle(contributions, winners=winners)


def by_cards(hands: Sequence[Told], dealt: Sequence[hand_rules.Hand]) -> None:
    for one, hand in zip(hands, dealt, strict=True):
        hand_rules.settle(hand, one.house)


def replay_all(hands: Sequence[Told]) -> None:
    for one in hands:
        played(one, state_of(one))


def rules(hands: Sequence[Told], runs: int) -> bool:
    """Hands per second of the three; whether settling is fast enough."""
    dealt = [one.hand() for one in hands]
    given = [
        (hand_rules.contributions(hand, one.house), hand_rules.settle(hand, one.house).winners)
        for one, hand in zip(hands, dealt, strict=True)
    ]
    works = (partial(settle_all, given), partial(by_cards, hands, dealt), partial(replay_all, hands))
    times = best(runs, *works)
    print(f"{'':24} {'hands/s':>10} {'us a hand':>10} {'x pokerkit':>11}")
    names = ("rules.pots.settle", "rules.hand.settle, cards", "pokerkit's replay")
    for name, took in zip(names, times, strict=True):
        each = took / len(hands)
        print(f"{name:24} {1 / each:>10,.0f} {each * 1e6:>10.1f} {times[-1] / took:>11.1f}", flush=True)
    ratio = times[-1] / times[0]
    print(f"target: settling {RATIO} x pokerkit's replay: {said(ratio >= RATIO)} ({ratio:.0f} x)\n")
    return ratio >= RATIO


# -- the desk -------------------------------------------------------------------------------------------


@dataclass
class Seated:
    """A night whose table has the seats and stacks of a hand, the hand as it is saved and as it is sent."""

    night: Night
    sheet: Sheet
    address: str
    sent: dict[str, list[str]]


def seated(one: Told, number: int, beside: Night | None) -> Seated:
    """A table for the hand; the first night brings the tour and the director of all."""
    from dataclasses import replace

    from django.urls import reverse
    from django.utils import timezone

    from tdapp.hands.reckoning import Part, Sheet
    from tdapp.opens.models import Table
    from tests.builders import make_night, timed_terms
    from tests.hands.dealing import the_table
    from tests.hands.test_real_hands import seated as seat

    start = one.play.start
    terms = replace(timed_terms(f"{number}"), house=one.house, levels=(replace(start.level, seconds=86400),))
    terms = replace(terms, smallest_chip=1)
    night = make_night(terms, tour=beside.tour, director=beside.director) if beside else make_night(terms)
    night.now = timezone.now()
    players = [{"seat": at, "stack_before": start.stacks[at]} for at in start.seats]
    entries = seat(night, {"players": players})
    here = start.button
    table = the_table(night)
    Table.objects.filter(pk=table.pk).update(button=here.button, small_blind=here.sb, big_blind=here.bb)
    dealt = one.hand()
    parts = tuple(
        Part(p.seat, entries[p.seat].pk, p.live, p.dead, p.folded, p.all_in, cards=p.cards)
        for p in dealt.parts
    )
    level = start.level
    winners = hand_rules.settle(dealt, one.house).winners
    sheet = Sheet(
        here.button or 0, level.sb, level.bb, level.ante, parts, winners, here.sb, here.bb, board=dealt.board
    )
    where = {"code": night.open.code, "table": table.pk}
    return Seated(night, sheet, reverse("desk:hand_preview", kwargs=where), {})


def fill(one: Seated, client: Any) -> None:
    """What the browser sends: the page's own fields, with what was typed and tapped."""
    from tests.desk.hand_page import changed, opened

    said: dict[str, Any] = {}
    for part in one.sheet.parts:
        said[f"s{part.seat}"] = "fold" if part.folded else "all_in" if part.all_in else "in"
        said[f"a{part.seat}"] = part.live
        said[f"d{part.seat}"] = part.dead or ""
    form = opened(client, one.address.removesuffix("preview/"))
    one.sent = changed(form, said)
    for pot, seats in enumerate(one.sheet.winners):
        one.sent |= {f"given{pot}": [""], f"p{pot}": [str(seat) for seat in seats]}


Cost = tuple[float, float]
"""Milliseconds by the wall's clock, and of them this process's own."""


def clocked(work: Callable[[], Any]) -> tuple[Cost, Any]:
    begun, own = time.perf_counter(), time.process_time()
    answer = work()
    took = (time.perf_counter() - begun, time.process_time() - own)
    return (took[0] * 1000, took[1] * 1000), answer


def previewed(one: Seated, client: Any) -> Cost:
    body = urlencode(one.sent, doseq=True)  # as htmx sends a form
    form = "application/x-www-form-urlencoded"
    cost, answer = clocked(
        partial(client.post, one.address, body, content_type=form, headers={"HX-Request": "true"})
    )
    assert answer.status_code == 200, answer.content[:500]
    return cost


def entered(one: Seated) -> Cost:
    """The hand saved; taken back again when the time is known."""
    from tdapp.hands.services import enter_hand
    from tdapp.journal.undo import undo
    from tests.hands.dealing import the_table

    table, night = the_table(one.night), one.night
    cost, entry = clocked(partial(enter_hand, table=table, sheet=one.sheet, **night.act))
    undo(entry=entry, actor=night.director, now=night.now)
    return cost


def queries_of(work: Callable[[], object]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as seen:
        work()
    return len(seen)


def desk(hands: Sequence[Told], runs: int) -> bool:
    """Milliseconds of an entry and of a preview; whether both are fast enough."""
    from tests.desk.clients import client_of

    tables: list[Seated] = []
    for number, one in enumerate(hands):
        tables.append(seated(one, number, tables[0].night if tables else None))
    client = client_of(tables[0].night.director)
    for one in tables:
        fill(one, client)
    found: dict[str, list[tuple[Cost, ...]]] = {"entry": [], "preview": []}
    for run in range(runs + 1):
        entries = tuple(entered(one) for one in tables)
        previews = tuple(previewed(one, client) for one in tables)
        if run:  # the first one warms up
            found["entry"].append(entries)
            found["preview"].append(previews)
    print(f"{'':24} {'p50 ms':>10} {'p95 ms':>10} {'hands/s':>10} {'own p50':>10} {'own p95':>10}")
    held = True
    for name, target in (("entry", ENTRY_MS), ("preview", PREVIEW_MS)):
        run = min(found[name], key=lambda costs: p95(tuple(wall for wall, _own in costs)))
        wall, own = (tuple(cost[which] for cost in run) for which in (0, 1))
        print(
            f"{name:24} {statistics.median(wall):>10.1f} {p95(wall):>10.1f}"
            f" {1000 * len(wall) / sum(wall):>10.0f} {statistics.median(own):>10.1f} {p95(own):>10.1f}"
        )
        held = held and p95(wall) <= target
        print(f"target: {name} p95 in {target:.0f} ms: {said(p95(wall) <= target)}")
    longest = max(tables, key=lambda one: len(one.sheet.parts))
    print(
        f"queries with {len(longest.sheet.parts)} players: entry and its undo "
        f"{queries_of(partial(entered, longest))}, preview {queries_of(partial(previewed, longest, client))}"
    )
    return held


def said(met: bool) -> str:
    return "held" if met else "MISSED"


def main(words: list[str] | None = None) -> int:
    """Measure and print; 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args(words)
    warnings.simplefilter("ignore", UserWarning)  # pokerkit wonders about folds
    busy = f"load average {os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, {busy}; {asked.hands} hands\n")
    hands = [told(seed) for seed in range(asked.hands)]
    held = True
    if "rules" in asked.parts:
        held = rules(hands, asked.runs)
    if "desk" in asked.parts:
        with data_of_its_own():
            held = desk(hands[: asked.tables], asked.runs) and held
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
