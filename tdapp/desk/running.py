"""What the running night asks of the director besides outs: chips to colour up, the bubble, the levels."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tdapp.cash.queries import Prizes
from tdapp.clock import queries
from tdapp.clock.queries import ClockFace
from tdapp.floor.hand_for_hand import HandForHandView
from tdapp.floor.queries import TableView
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules import clock
from tdapp.rules.errors import Remark
from tdapp.rules.levels import ByOuts, Level

STEPS_SHOWN = 6
"""Where the blinds follow the outs: how many steps ahead are listed."""


def suggestions(
    open: Open,
    everyone: Field,
    face: ClockFace,
    prizes: Prizes,
    tables: tuple[TableView, ...],
    play: HandForHandView | None,
) -> list[Remark]:
    """Offered with their reason, never done unasked.

    Codes: ``colour_up_due`` (chips), ``bubble_near`` (left, paid).
    """
    if not everyone.started or everyone.finished or face.state == "countdown":
        return []
    found = []
    coming = queries.next_colour_up(open, face, everyone)
    if coming is not None and coming.due:
        found.append(Remark("colour_up_due", {"chips": coming.chips}))
    left, paid = len(everyone.left), prizes.paid_places
    several = sum(table.players > 1 for table in tables) > 1
    if play is None and several and paid and left == paid + 1:
        found.append(Remark("bubble_near", {"left": left, "paid": paid}))
    return found


@dataclass(frozen=True)
class Line:
    """One line of the schedule to go to: its playing ``number`` (None: a break) and when it begins.

    ``at`` is None where that is not known; ``here`` is the one in force, ``begun`` those before it too.
    """

    index: int
    number: int | None
    level: Level
    at: datetime | None
    here: bool
    begun: bool


def lines(open: Open, face: ClockFace) -> tuple[Line, ...]:
    """All lines of the schedule with the times at which they began or will begin."""
    here = face.position.index if face.position is not None else 0
    if isinstance(face.schedule, ByOuts):
        steps = range(min(face.schedule.top, here + STEPS_SHOWN) + 1)
        return tuple(
            Line(step, step + 1, face.schedule.level(step), None, step == here, step <= here)
            for step in steps
        )
    if face.schedule is None or face.setting is None:
        return ()
    began = {one.index: one.due_at for one in queries.level_starts(open)}
    found = []
    for index, level in enumerate(face.schedule.levels):
        at = began.get(index)
        if index > here:
            wait = clock.starts_in(face.setting, face.schedule, face.now, index)
            at = face.now + wait if wait is not None and face.setting.running else None
        number = face.schedule.number(index)
        found.append(Line(index, number, level, at, index == here, index <= here))
    return tuple(found)
