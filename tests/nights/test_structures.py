"""Every real structure imported at the desk, played in a simulated night to its last level."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tdapp.clock.models import Clock, SavedSchedule
from tdapp.clock.queries import clock_face
from tdapp.clock.schedules import levels_in
from tdapp.clock.tasks import record_due
from tdapp.floor.set_up import terms_of
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tests.builders import EVENING, Night, make_tour
from tests.desk.clients import client_of

pytestmark = pytest.mark.django_db

NAMES = ("Canadá", "Irán", "Kosovo", "Letonia")
OWN = json.dumps(
    [
        {
            "id": "own",
            "name": "Own",
            "starting_stack": 5000,
            "levels": [
                {"level": 1, "sb": 25, "bb": 50, "ante": 0, "minutes": 20},
                {"break": True, "minutes": 10, "note": "Remove T25 chips"},
                {"level": 2, "sb": 100, "bb": 200, "ante": 200, "minutes": None, "ante_type": "big_blind"},
            ],
        }
    ]
)


def imported(tour: Any, client: Any, written: str, which: int) -> SavedSchedule:
    """A structure of a file looked at and kept, as the page proposes it."""
    address = f"/desk/tour/{tour.code}/schedules/import/"
    review = client.post(address, {"text": written, "which": str(which)})
    form = review.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    kept = client.post(address, {"text": written, "which": str(which), "keep": "1", **sent})
    assert kept.status_code == 302, kept.content.decode()
    return SavedSchedule.objects.order_by("-pk")[0]


def opened(tour: Any, client: Any, schedule: SavedSchedule) -> Open:
    """An open set up from a kept schedule, everything else as the page starts."""
    address = f"/desk/tour/{tour.code}/new/"
    page = client.get(f"{address}?schedule={schedule.pk}")
    typed = page.context["typed"].as_data()
    made = client.post(address, {**typed, "name": schedule.name})
    assert made.status_code == 302, made.content.decode()
    return Open.objects.order_by("-pk")[0]


def played(night: Night, levels: tuple[Level, ...]) -> None:
    """The night goes on to its last level; every line begins at its instant, and is recorded once."""
    night.sign_up(*NAMES)
    night.start()
    clock = Clock.objects.get(round__open=night.open)
    for index, level in enumerate(levels):
        face = clock_face(night.open, night.now, night.field())
        assert face.position is not None
        assert (face.position.index, face.position.level) == (index, level)
        if level.seconds is not None and index < len(levels) - 1:
            night.now += timedelta(seconds=level.seconds)
            record_due(clock, night.now)
    assert clock.level_starts.count() == len(levels)
    night.wait(hours=3)
    last = clock_face(night.open, night.now, night.field()).position
    assert last is not None
    assert last.index == len(levels) - 1  # the last level stays


@pytest.fixture
def written(request: pytest.FixtureRequest) -> str:
    if request.param == "own":
        return OWN
    folder: Path = request.getfixturevalue("shared_cases")
    return (folder / "structures" / "structures.json").read_text("utf-8")


@pytest.mark.parametrize("written", ["own", "real"], indirect=True)
def test_every_structure_is_imported_set_up_started_and_played_to_its_last_level(written: str):
    tour, director = make_tour()
    client = client_of(director)
    for which, real in enumerate(json.loads(written)):
        schedule = imported(tour, client, written, which)
        levels = levels_in(schedule)
        lines = [(line.get("sb", 0), line.get("bb", 0), line.get("ante", 0)) for line in real["levels"]]
        assert [(level.sb, level.bb, level.ante) for level in levels] == lines, real["id"]
        open = opened(tour, client, schedule)
        assert terms_of(open).levels == levels, real["id"]
        assert real["starting_stack"] in (None, open.starting_stack)
        played(Night(tour, open, director, now=EVENING), levels)
