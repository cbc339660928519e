"""The clock and its levels, told."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tdapp.web import figures
from tdapp.web.recall import Recall


def time_added(act: JournalEntry, recall: Recall) -> str:
    count, by_minutes = abs(act.params["seconds"]), act.params["seconds"] % 60 == 0
    if by_minutes:
        count //= 60
        span = ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}
    else:
        span = ngettext("%(count)s second", "%(count)s seconds", count) % {"count": count}
    more = act.params["seconds"] > 0
    return (_("%(time)s added to the level") if more else _("%(time)s taken off the level")) % {"time": span}


def level_set(act: JournalEntry, recall: Recall) -> str:
    known = recall.level(act.params["index"], act.params.get("clock"))
    if known is None:
        return _("Level set by hand")
    number, level = known
    if number is None:
        return _("Break begun by hand")
    return _("Level %(number)s begun by hand: %(blinds)s") % {
        "number": number,
        "blinds": blinds(recall.open, level),
    }


def level_began(open: Open, number: int | None, level: Level) -> str:
    """An observed beginning of a level: "Level 5 began: 100 / 200"."""
    if number is None:
        return _("Break began")
    return _("Level %(number)s began: %(blinds)s") % {"number": number, "blinds": blinds(open, level)}


def blinds(open: Open, level: Level) -> str:
    """ "550 / 1 100, ante 100"; only "ante 100" in a game without blinds."""
    parts = [figures.blinds(open, level.sb, level.bb)] if level.bb else []
    if level.ante:
        parts.append(_("ante %(ante)s") % {"ante": figures.chips(open, level.ante)})
    return ", ".join(parts)
