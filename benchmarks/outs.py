"""What an out costs at the desk, from 10 entries to 10,000: time to the answer, queries, the page after it.

    python benchmarks/outs.py [--entries 10 100 1000 10000] [--outs 60]

Tables of ten, everybody paid, drawn by lot; each out is a POST of the desk with who put the player out,
through the whole stack of middleware, on SQLite with the settings of the night.  "page" is what the desk
fetches after it.  ``benchmarks/tables.py`` prints this beside the pure rules.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO))

if TYPE_CHECKING:
    from tests.builders import Night

ENTRIES = (10, 100, 1000, 10_000)
SEATS = 10
WARM_UP = 3
TARGET_ENTRIES, TARGET_MS = 1000, 120.0
BAR = 40
"""Letters of the longest bar."""


@dataclass(frozen=True)
class Cost:
    """Milliseconds and queries of outs and of the page after them, in an open of so many entries."""

    entries: int
    drawn: float
    out: tuple[float, ...]
    out_queries: frozenset[int]
    page: tuple[float, ...]
    page_queries: frozenset[int]


@contextmanager
def data_of_its_own() -> Iterator[None]:
    """Django on an empty database in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="tapete-outs-") as folder:
        os.environ["TAPETE_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", verbosity=0)
        from tdapp.web.memory import spare_collections

        spare_collections()  # as the site does when it starts
        yield


def crowd(entries: int) -> tuple[Night, float]:
    """An open of so many at tables of ten, playing; and the seconds that draw and start took."""
    from tdapp.accounts.models import User
    from tdapp.floor import door
    from tdapp.rules.house import PRESETS
    from tests.builders import make_night, timed_terms

    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=SEATS))
    night = make_night(terms, director=User.objects.create(name=f"Directora {entries}"))
    names = [f"Player {number:05}" for number in range(entries)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)  # type: ignore[arg-type]
    begun = time.perf_counter()
    night.start()
    return night, time.perf_counter() - begun


def measure(entries: int, outs: int) -> Cost:
    """Put players out one by one, each by another one who stays."""
    from tdapp.opens.models import Entry
    from tests.desk.clients import client_of

    night, drawn = crowd(entries)
    client = client_of(night.director)
    ids = list(Entry.objects.filter(open=night.open).order_by("order").values_list("pk", flat=True))
    address = f"/desk/{night.open.code}/"
    by, others = ids[0], ids[1 : min(len(ids) - 1, outs + WARM_UP + 1)]
    out_costs, page_costs = [], []
    for entry in others:
        form = {"entry": str(entry), "by": by_word(night, entries, by), "request_id": str(uuid.uuid4())}
        out_costs.append(timed(partial(client.post, f"{address}out/", form, headers=HTMX)))
        page_costs.append(timed(partial(client.get, f"{address}parts/", headers=HTMX)))
    out_costs, page_costs = out_costs[WARM_UP:], page_costs[WARM_UP:]
    return Cost(
        entries,
        drawn,
        tuple(ms for ms, _ in out_costs),
        frozenset(queries for _, queries in out_costs),
        tuple(ms for ms, _ in page_costs),
        frozenset(queries for _, queries in page_costs),
    )


HTMX = {"HX-Request": "true"}


def by_word(night: Night, entries: int, by: int) -> str:
    """Who put him out, as the desk sends it: chosen from the list, or typed where there are many."""
    from tdapp.desk.forms.out import LISTED
    from tdapp.opens.models import Entry

    if entries - WARM_UP <= LISTED:
        return str(by)
    return str(Entry.objects.select_related("player").get(pk=by).player)


def timed(ask: Callable[[], Any]) -> tuple[float, int]:
    """Milliseconds to the answer, and how many queries it took."""
    from django.db import connection, reset_queries
    from django.test.utils import CaptureQueriesContext

    reset_queries()
    with CaptureQueriesContext(connection) as seen:
        begun = time.perf_counter()
        answer = ask()
        took = time.perf_counter() - begun
    assert answer.status_code == 200, answer.content[:500]
    return took * 1000, len(seen)


def p95(values: tuple[float, ...]) -> float:
    """The 95th percentile, the nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * 95 // 100) - 1)]


def report(costs: list[Cost]) -> bool:
    """Print the table and the plot; whether the target holds."""
    print(f"{'entries':>8} {'tables':>7} {'draw s':>7} {'out p50':>8} {'p95 ms':>7} {'queries':>8}"
          f" {'page p50':>9} {'p95 ms':>7} {'queries':>8}")  # fmt: skip
    for one in costs:
        print(
            f"{one.entries:>8} {-(-one.entries // SEATS):>7} {one.drawn:>7.2f}"
            f" {statistics.median(one.out):>8.1f} {p95(one.out):>7.1f} {_span(one.out_queries):>8}"
            f" {statistics.median(one.page):>9.1f} {p95(one.page):>7.1f} {_span(one.page_queries):>8}"
        )
    print("\nan out, p50 in ms")
    longest = max(statistics.median(one.out) for one in costs)
    for one in costs:
        value = statistics.median(one.out)
        print(f"{one.entries:>8} {'#' * max(1, round(value / longest * BAR))} {value:.1f}")
    measured = [p95(one.out) for one in costs if one.entries == TARGET_ENTRIES]
    held = all(value <= TARGET_MS for value in measured)
    said = "not measured" if not measured else "held" if held else "MISSED"
    print(f"\ntarget: an out among {TARGET_ENTRIES} entries in {TARGET_MS:.0f} ms (p95): {said}")
    return held


def _span(numbers: frozenset[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least}-{most}"


def main(words: list[str] | None = None) -> int:
    """Measure and print; 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--entries", type=int, nargs="+", default=list(ENTRIES))
    parser.add_argument("--outs", type=int, default=60)
    asked = parser.parse_args(words)
    with data_of_its_own():
        held = report([measure(entries, asked.outs) for entries in asked.entries])
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
