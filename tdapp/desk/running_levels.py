"""The levels of an open whose play has begun: which of them stay, and which may still change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tdapp.clock.queries import clock_face, current_round, lines_of
from tdapp.desk.forms.levels import LevelsForm, Row, rows_of
from tdapp.desk.level_notes import Notes, notes
from tdapp.desk.reading import lines_in
from tdapp.opens.chip_sets import chips_of
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.levels import Level, Timed


@dataclass(frozen=True)
class Running:
    """``began`` stay as they are, the one in force the last of them; ``later`` are the rows after it."""

    began: tuple[Level, ...]
    later: list[Row]
    lines: tuple[tuple[str, str, str], ...]

    def notes(self, form: LevelsForm, open: Open) -> Notes:
        """What stands beside the rows that may change, counted on from those that began."""
        known, broken = form.read()
        first = len(self.began)
        said = notes([*self.began, *known], [first + row for row in broken], open, chips_of(open.chips))
        return Notes(said.rows[first:], said.total)


def running_levels(open: Open, now: datetime) -> Running | None:
    """The open's levels; None before its play has begun or where its blinds follow no clock."""
    face = clock_face(open, now, field(open))
    if open.started_at is None or face.by_outs or face.position is None:
        return None
    lines = lines_of(current_round(open))
    count = 0 if face.state == "countdown" else face.position.index + 1
    return Running(
        began=lines[:count],
        later=rows_of(lines[count:], open.chip_digits),
        lines=lines_in(lines, open)[:count] if isinstance(face.schedule, Timed) else (),
    )
