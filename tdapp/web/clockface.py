"""The clock as pages write it: every text of the level in force, and those of the levels to come.

What stands here on a page is what clock.js replaces when a level begins: each text of
``LevelTexts`` goes into the element with ``data-clock-<name>`` (dashes for underscores), and what
stands in ``data-clock-if="<name>"`` is hidden while it is empty.  So a page with a dead server
still shows the right level (DESIGN 4).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from django.forms.utils import flatatt
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tdapp.clock.counts import next_count_at
from tdapp.clock.queries import ClockFace
from tdapp.opens.models import Open
from tdapp.rules.clock import seconds_shown
from tdapp.rules.levels import Level
from tdapp.web import figures

MILLISECOND = timedelta(milliseconds=1)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class LevelTexts:
    """What is written about one level; "" where there is nothing to say.

    ``state`` is running or break; ``level`` the number people call it by, ``pause`` the word for a
    break.  In a break the blinds are those that follow it.  ``next`` is the next pair of blinds, or the
    word for a break.  Where there are no blinds (five-card draw: VIV-15) ``blinds`` says the ante in
    words and ``only_ante`` its figure; ``ante`` is what comes on top of blinds.  Where each table has its own
    (VIV-17) ``blinds`` says only that.
    """

    state: str
    level: str
    pause: str
    blinds: str
    sb: str
    bb: str
    ante: str
    next: str
    next_ante: str
    only_ante: str = ""

    @property
    def length(self) -> int:
        """Characters of both blinds and the ante, for ``data-len``."""
        return len(self.sb) + len(self.bb) + len(self.ante) + len(self.only_ante)


@dataclass(frozen=True)
class ClockView:
    """The clock of an open at one instant, ready for a template.

    ``state`` is waiting, countdown, running, paused, break or finished; ``time`` the time left ("" without
    minutes), ``countdown`` that until the start where one is known, ``count`` how many levels there are,
    ``back_at`` when the break ends (HH:MM).
    ``outs_done`` of ``outs_done + outs_to_next`` have gone in this step (SPT-38), ``doubles``
    whether the blinds then double.  ``attributes`` go onto the element that holds it all.
    """

    state: str
    by_outs: bool
    now: LevelTexts
    time: str
    countdown: str
    count: int | None
    paused_since: str
    back_at: str
    break_in: timedelta | None
    last_minute: bool
    outs_to_next: int | None
    outs_done: int
    doubles: bool
    attributes: SafeString

    @property
    def dots(self) -> tuple[bool, ...]:
        """One for each out of the step, on where it happened."""
        return tuple(done < self.outs_done for done in range(self.outs_done + (self.outs_to_next or 0)))

    @property
    def break_in_ms(self) -> int | None:
        """Milliseconds until the next break, for ``data-in-ms``."""
        return None if self.break_in is None else self.break_in // MILLISECOND

    @property
    def break_in_hours(self) -> str:
        """ "1:32", as clock.js counts it down."""
        return "" if self.break_in is None else hours(self.break_in)

    @property
    def break_in_words(self) -> str:
        """ "1 h 32" or "12 min", as clock.js counts it down where ``data-in-words`` stands."""
        return "" if self.break_in is None else figures.duration(_whole_minutes(self.break_in))


def clock_view(open: Open, face: ClockFace) -> ClockView:
    """What the pages of ``open`` write at ``face.now``."""
    here = face.position
    # The only level, without an end of its own, needs no number: nothing comes before it or after (VIV-17).
    alone = here is not None and here.count == 1 and here.left is None
    number = here.number if here and not alone else None
    level = here.level if here else None
    texts = level_texts(open, level, number, here.next if here else None)
    if face.by_table and level is not None:
        texts = _each_its_own(texts, level)
    running = face.state in ("running", "break")
    left = here.left if here else None
    end = face.coming[0].at if running and face.coming else None
    return ClockView(
        state=face.state,
        by_outs=face.by_outs,
        now=texts,
        time=spell(face.seconds),
        countdown=spell(seconds_shown(face.begins_at - face.now)) if face.begins_at else "",
        count=here.count if here else None,
        paused_since=figures.wall_time(open, face.paused_since) if face.paused_since else "",
        back_at=figures.wall_time(open, end) if end and texts.state == "break" else "",
        break_in=here.next_break_in if here else None,
        last_minute=face.state == "running" and left is not None and left < MINUTE,
        outs_to_next=here.outs_to_next if here else None,
        outs_done=(here.outs_done or 0) if here else 0,
        doubles=bool(here and here.next and here.next.bb == 2 * here.level.bb),
        attributes=SafeString(flatatt({key: str(value) for key, value in data(open, face).items()})),
    )


def data(open: Open, face: ClockFace) -> Mapping[str, str]:
    """The attributes clock.js counts with: instants and spans in milliseconds.

    ``data-start-ms`` is when play begins, or was announced to; until then a clock that runs stands still.
    ``data-count-ms`` is when the chips of a table are counted next, where that is known (VIV-26).
    """
    here = face.position
    length = here.level.length if here else None
    count_at = next_count_at(open, face.now) if face.state in ("running", "break") else None
    return {
        "data-clock": "",
        "data-running": "1" if face.state in ("running", "break", "countdown") else "0",
        "data-start-ms": "" if face.begins_at is None else str(_epoch_ms(face.begins_at)),
        "data-server-ms": str(_epoch_ms(face.now)),
        "data-left-ms": "" if face.left_ms is None else str(face.left_ms),
        "data-length-ms": "" if length is None else str(length // MILLISECOND),
        **({} if count_at is None else {"data-count-ms": str(_epoch_ms(count_at))}),
        "data-boundaries": json.dumps(boundaries(open, face), ensure_ascii=False),
    }


def boundaries(open: Open, face: ClockFace) -> list[dict[str, object]]:
    """The coming level starts, each with its texts, as clock.js reads them.

    ``before_break`` is empty from the next break on: what counts down to it then goes.
    """
    breaks = [coming.at for coming in face.coming if coming.level.is_break]
    return [
        {
            "at_ms": _epoch_ms(coming.at),
            "left_ms": coming.level.length // MILLISECOND if coming.level.length else None,
            **asdict(level_texts(open, coming.level, coming.number, coming.next)),
            "before_break": "" if breaks and coming.at >= breaks[0] else "1",
        }
        for coming in face.coming
    ]


def level_texts(open: Open, level: Level | None, number: int | None, following: Level | None) -> LevelTexts:
    """The texts of one level and of the line behind it."""
    in_break = level is not None and level.is_break
    played = following if in_break else level
    return LevelTexts(
        state="break" if in_break else "running",
        level="" if number is None else str(number),
        pause=_("Break") if in_break else "",
        blinds=_blinds(open, played),
        sb=figures.chips_plain(open, played.sb) if played and played.bb else "",
        bb=figures.chips_plain(open, played.bb) if played and played.bb else "",
        ante=_ante(open, played),
        next=_("a break") if following and following.is_break else _blinds(open, following),
        next_ante=_ante(open, following),
        only_ante=_only_ante(open, played),
    )


def with_ante(open: Open, view: ClockView, antes: Sequence[int]) -> ClockView:
    """The same with the ante of the only table that still plays; unchanged where there are others."""
    if len(antes) != 1 or not antes[0]:
        return view
    return replace(view, now=replace(view.now, blinds=_blinds(open, Level(0, 0, antes[0]))))


def _each_its_own(texts: LevelTexts, level: Level) -> LevelTexts:
    """The same where each table has a level of its own (VIV-17): no one table's figure stands for all."""
    said = _("blinds by table") if level.bb else _("antes by table")
    return replace(texts, blinds=said, sb="", bb="", ante="", next="", next_ante="", only_ante="")


def spell(seconds: int | None) -> str:
    """M:SS, or H:MM:SS from an hour on, as clock.js writes it; "" for None."""
    if seconds is None:
        return ""
    minutes, rest = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def hours(span: timedelta) -> str:
    """H:MM, a begun minute counted whole."""
    minutes = _whole_minutes(span) // MINUTE
    return f"{minutes // 60}:{minutes % 60:02d}"


def _whole_minutes(span: timedelta) -> timedelta:
    return -(-span // MINUTE) * MINUTE


def _blinds(open: Open, level: Level | None) -> str:
    if only := _only_ante(open, level):
        return _("ante %(ante)s") % {"ante": only}
    return figures.blinds(open, level.sb, level.bb) if level and not level.is_break and level.bb else ""


def _ante(open: Open, level: Level | None) -> str:
    return figures.chips_plain(open, level.ante) if level and level.bb and level.ante else ""


def _only_ante(open: Open, level: Level | None) -> str:
    """The ante of a level without blinds."""
    if level is None or level.is_break or level.bb or not level.ante:
        return ""
    return figures.chips_plain(open, level.ante)


def _epoch_ms(instant: datetime) -> int:
    return int(instant.timestamp() * 1000)
