"""Nights with levels of seconds, what was recorded of them, and pages checked all the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tdapp.clock.models import LevelStart
from tdapp.clock.queries import clock_face
from tdapp.rules.levels import Level
from tests.builders import Night, make_night, timed_terms
from tests.modes.installation import PATIENCE, Installation
from tests.modes.onlookers import PAGE, Onlooker, Poller, Shown, get, right_now


def quick_night(seconds: Sequence[int], breaks: Sequence[int] = ()) -> Night:
    """A night whose clock starts now; ``seconds`` are the lengths of its levels, ``breaks`` their indices."""
    levels = tuple(
        Level(0, 0, seconds=length, is_break=True)
        if index in breaks
        else Level(25 * 2 ** (index % 20), 50 * 2 ** (index % 20), seconds=length)
        for index, length in enumerate(seconds)
    )
    night = make_night(replace(timed_terms(), levels=levels))
    night.sign_up("Canadá", "Kosovo")
    night.now = right_now()
    night.start()
    return night


def due_instants(night: Night, seconds: Sequence[int]) -> list[tuple[int, datetime]]:
    """When each level of a night begins that was neither paused nor changed."""
    return [(index, night.now + timedelta(seconds=sum(seconds[:index]))) for index in range(len(seconds))]


def recorded() -> list[tuple[int, datetime]]:
    """Every level start that was written down, in order."""
    return [(one.index, one.due_at) for one in LevelStart.objects.order_by("due_at", "pk")]


@dataclass
class Room:
    """The screens and phones of a night, on every web process, by stream and by polling."""

    night: Night
    installation: Installation
    onlookers: list[Onlooker] = field(default_factory=list)
    pollers: list[Poller] = field(default_factory=list)
    looks: int = 0

    def __post_init__(self) -> None:
        code = self.night.open.code
        for web in self.installation.webs:
            for surface in PAGE:
                self.onlookers.append(Onlooker(surface, code, web.port))
                self.pollers.append(Poller(surface, code, web.port))

    def right(self, now: datetime) -> str:
        """What every page has to show (``rules.clock.position``)."""
        face = clock_face(self.night.open, now, self.night.field())
        assert face.position is not None
        if face.state == "paused":
            return "paused"
        return "break" if face.position.is_break else str(face.position.number)

    def wrong(self) -> list[str]:
        """Who shows another level than the one in force, right now."""
        self.looks += 1
        for poller in self.pollers:
            poller.ask()
        shown = {one.name: one.shown for one in [*self.onlookers, *self.pollers]}
        now = right_now()
        right = self.right(now)
        return [f"{name}: {one.at(now)}, not {right}" for name, one in shown.items() if one.at(now) != right]

    def until(self, true: Callable[[], object]) -> None:
        """Wait until it is so; all the while every page shows the right level and no process ends."""
        end = time.monotonic() + PATIENCE
        while not true():
            wrong = self.wrong()
            assert not wrong, (wrong, recorded())
            assert self.installation.ended() == []
            assert time.monotonic() < end, f"not within {PATIENCE} s"
            time.sleep(0.02)

    def until_all_agree(self) -> None:
        """After an act: wait until everybody heard of it."""
        end = time.monotonic() + PATIENCE
        while wrong := self.wrong():
            assert time.monotonic() < end, wrong
            time.sleep(0.02)

    def freshly_loaded(self) -> list[str]:
        """What a page shows that is opened now, on every process, each beside what is right."""
        found = []
        for web in self.installation.webs:
            for surface, path in PAGE.items():
                page = Shown(get(web.port, path.format(self.night.open.code)))
                now = right_now()
                if page.at(now) != self.right(now):
                    found.append(f"{surface} on {web.port}: {page.at(now)}, not {self.right(now)}")
        return found

    def close(self) -> None:
        for onlooker in self.onlookers:
            onlooker.close()
