"""What the builder proposes, in words: its levels, and where and when the night will end (RULES 5.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta

from django.utils.translation import gettext as _

from tdapp.desk.level_notes import hours
from tdapp.desk.redrawing import Typed, written_as
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tdapp.rules.structures import Structure
from tdapp.web import figures, messages


@dataclass(frozen=True)
class Built:
    """A proposal: (number, blinds, start) of each line, the end of the night, and what is odd."""

    lines: tuple[tuple[str, str, str], ...]
    ends: str
    ends_in: str
    total: str
    remarks: tuple[str, ...]


def built_words(typed: Typed, open: Open | None) -> Built | None:
    """The proposal that was asked for, None where none was."""
    built = typed.built
    if built is None or typed.builder is None:
        return None
    written = written_as(typed, open.currency if open else "")
    schedule, starts = built.schedule, built.schedule.starts()
    begins = typed.builder.cleaned_data.get("begins")
    lines = []
    for index, level in enumerate(schedule.levels):
        number = schedule.number(index)
        start = starts[index]
        lines.append(
            (
                "" if number is None else str(number),
                level_words(level, written),
                "" if start is None else hours(start),
            )
        )
    return Built(
        lines=tuple(lines),
        ends=_ends(built, begins),
        ends_in=str(built.ends.number or ""),
        total=figures.amount(built.total, written.chip_digits),
        remarks=tuple(messages.remark(one, written) for one in built.remarks),
    )


def level_words(level: Level, written: Open) -> str:
    """A line as people say it: "100 / 200, ante 200", "break, 10 min; out: 25"."""
    plain = [figures.amount(units, written.chip_digits) for units in (level.sb, level.bb, level.ante)]
    if level.is_break:
        text = _("break, %(minutes)s min") % {"minutes": level.minutes}
    elif not level.bb:
        text = _("ante %(ante)s") % {"ante": plain[2]}
    else:
        text = f"{plain[0]} / {plain[1]}"
        text += ", " + _("ante %(ante)s") % {"ante": plain[2]} if level.ante else ""
    if level.colour_up:
        chips = " + ".join(figures.amount(chip, written.chip_digits) for chip in level.colour_up)
        text += "; " + _("out: %(chips)s") % {"chips": chips}
    return text


def _ends(built: Structure, begins: time | None) -> str:
    ends = built.ends
    if ends.number is None or ends.starts is None:
        return _("No level of these brings the night to its end.")
    params = {"number": ends.number, "after": _span(ends.starts)}
    if begins is None:
        return _("The night will end in level %(number)s, which begins after %(after)s.") % params
    minutes = begins.hour * 60 + begins.minute + ends.starts // timedelta(minutes=1)
    params["at"] = f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
    return _("The night will end in level %(number)s, which begins at %(at)s (%(after)s).") % params


def _span(span: timedelta) -> str:
    minutes = span // timedelta(minutes=1)
    return f"{minutes // 60} h {minutes % 60:02d}"
