"""What the big screen says of a level beyond its blinds: what ends with it, which chips leave, the game.

Each text of ``Marks`` stands in the element with ``data-clock-<name>``, so that clock.js replaces it when
a level begins, also with a dead server (see web.clockface).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.forms.utils import flatatt
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tdapp.clock.queries import ClockFace, Closing, NextColourUp, entry_closes, rebuys_close
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.rules.levels import Level, Timed
from tdapp.web import clockface, figures

SOON = timedelta(minutes=30)
"""Chips that leave within that time are spoken of."""


@dataclass(frozen=True)
class Marks:
    """The texts of one level; "" where there is nothing to say.

    ``ante_label`` is the word above the ante, ``spoken`` the sentence for the voice.
    """

    game: str
    note: str
    rebuys: str
    entry: str
    leaving: str
    ante_label: str
    spoken: str


@dataclass(frozen=True)
class Ends:
    """What the marks of every level are reckoned from."""

    rebuys: Closing | None
    entry: Closing | None
    colour_up: NextColourUp | None


def ends_of(face: ClockFace, colour_up: NextColourUp | None) -> Ends:
    """What ends in this schedule."""
    return Ends(rebuys_close(face), entry_closes(face), colour_up)


def marks_now(open: Open, face: ClockFace, ends: Ends) -> Marks:
    """The marks of the level in force."""
    here = face.position
    if here is None:
        return _marks(open, None, None, None, 0, face.now, ends)
    return _marks(open, here.level, here.next, here.number, here.index, face.now, ends)


def attributes(open: Open, face: ClockFace, ends: Ends) -> SafeString:
    """Those of ``ClockView.attributes``, each boundary with its marks."""
    told = [
        {**texts, **asdict(_marks(open, one.level, one.next, one.number, one.index, one.at, ends))}
        for texts, one in zip(clockface.boundaries(open, face), face.coming, strict=True)
    ]
    data = {
        **clockface.data(open, face),
        "data-boundaries": json.dumps(told, ensure_ascii=False, separators=(",", ":")),
    }
    return SafeString(flatatt(data))


def _marks(
    open: Open, level: Level | None, following: Level | None, number: int | None, index: int, at: datetime,
    ends: Ends,
) -> Marks:  # fmt: skip
    return Marks(
        game=level.game if level else "",
        note=level.note if level else "",
        rebuys=_rebuys(open, ends.rebuys, index),
        entry=_entry(open, ends.entry, index),
        leaving=leaving(open, ends.colour_up, index, at, in_break=level is not None and level.is_break),
        ante_label=_ante_label(open, following if level and level.is_break else level),
        spoken=spoken(open, level, number),
    )


def _rebuys(open: Open, end: Closing | None, index: int) -> str:
    if end is None or end.over or index > end.index:
        return ""
    if index == end.index:
        return _("Rebuys end with this level") if end.number else _("Rebuys end with this break")
    if end.at is not None:
        return _("Rebuys until %(time)s") % {"time": figures.wall_time(open, end.at)}
    if end.number is None:
        return _("Rebuys until the end of a break")
    return _("Rebuys until the end of level %(level)s") % {"level": end.number}


def _entry(open: Open, end: Closing | None, index: int) -> str:
    if end is None or end.over or index > end.index:
        return ""
    if end.at is not None:
        return _("Late entry until %(time)s") % {"time": figures.wall_time(open, end.at)}
    if index == end.index:
        return _("Late entry ends with this level") if end.number else _("Late entry ends with this break")
    if end.number is None:
        return _("Late entry until the end of a break")
    return _("Late entry until the end of level %(level)s") % {"level": end.number}


def leaving(
    open: Open, colour_up: NextColourUp | None, index: int, at: datetime, *, in_break: bool
) -> str:  # fmt: skip
    """Which chips leave, and when; "" while it is far off. ``at`` is when line ``index`` began, or now."""
    if colour_up is None:
        return ""
    chips = {"chips": values(open, colour_up.chips)}
    if colour_up.due or colour_up.index <= index:
        return _("The %(chips)s chips leave play now") % chips
    if colour_up.index == index + 1 and colour_up.at_break:
        return _("The %(chips)s chips leave play in the next break") % chips
    if colour_up.index == index + 1:
        after = _("The %(chips)s chips leave play after this break")
        return (after if in_break else _("The %(chips)s chips leave play after this level")) % chips
    if colour_up.at is None or colour_up.at - at > SOON:
        return ""
    when = {**chips, "time": figures.wall_time(open, colour_up.at)}
    return _("The %(chips)s chips leave play at %(time)s") % when


def values(open: Open, chips: tuple[int, ...]) -> str:
    """ "25", "25 and 100": chips by their values."""
    return figures.listed([figures.chips(open, one) for one in chips])


def _ante_label(open: Open, level: Level | None) -> str:
    form = (level.ante_form if level else "") or house_of(open).ante
    return _("Big blind ante") if form == "big_blind" else _("Ante")


def spoken(open: Open, level: Level | None, number: int | None) -> str:
    """ "Level 6. Blinds 300, 600. Ante 600.": plain digits, so that a voice reads numbers."""
    if level is None:
        return ""
    if level.is_break:
        return _("Break.")
    parts = [] if number is None else [_("Level %(level)s.") % {"level": number}]
    if level.bb:
        pair = {"sb": _plain(open, level.sb), "bb": _plain(open, level.bb)}
        parts.append(_("Blinds %(sb)s, %(bb)s.") % pair)
    if level.ante:
        parts.append(_("Ante %(ante)s.") % {"ante": _plain(open, level.ante)})
    return " ".join(parts)


def _plain(open: Open, units: int) -> str:
    return figures.chips_plain(open, units).replace(figures.THIN, "")


def has_antes(face: ClockFace) -> bool:
    """Whether any line of the schedule has an ante: its column then keeps its place."""
    if isinstance(face.schedule, Timed):
        return any(level.ante for level in face.schedule.levels)
    return bool(face.position and face.position.level.ante)


def only_antes(face: ClockFace) -> bool:
    """Whether no line of the schedule has blinds."""
    if isinstance(face.schedule, Timed):
        levels = [level for level in face.schedule.levels if not level.is_break]
        return bool(levels) and not any(level.bb for level in levels)
    return bool(face.position and face.position.level.ante and not face.position.level.bb)
