"""The start, the time, hand-for-hand play and colour-ups, told."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.clockface import spell
from tdapp.web.recall import Recall


def _wall(act: JournalEntry, recall: Recall) -> str:
    return figures.wall_time(recall.open, datetime.fromisoformat(act.params["at"]))


def start_announced(act: JournalEntry, recall: Recall) -> str:
    if act.params["at"] is None:
        return _("No start announced any more")
    return _("Start announced for %(at)s") % {"at": _wall(act, recall)}


def start_moved(act: JournalEntry, recall: Recall) -> str:
    if act.params["now"]:
        return _("Play began at once")
    return _("Start moved to %(at)s") % {"at": _wall(act, recall)}


def time_set(act: JournalEntry, recall: Recall) -> str:
    return _("%(time)s left in the level, set by hand") % {"time": spell(act.params["seconds"])}


def levels_changed(act: JournalEntry, recall: Recall) -> str:
    known = recall.level(act.params["first"])
    if known is None or known[0] is None:
        return _("Levels changed")
    return _("Levels changed from level %(number)s on") % {"number": known[0]}


def _at_table(act: JournalEntry, recall: Recall) -> str | None:
    return recall.table(act.params["table"])


def time_called(act: JournalEntry, recall: Recall) -> str:
    seconds, entry, table = act.params["seconds"], act.params["entry"], _at_table(act, recall)
    if entry is not None:
        name = recall.name(entry)
        return _("Time called on %(name)s: %(seconds)s seconds") % {"name": name, "seconds": seconds}
    if table is None:
        return _("Time called: %(seconds)s seconds") % {"seconds": seconds}
    return _("Time called at table %(table)s: %(seconds)s seconds") % {"table": table, "seconds": seconds}


def time_call_ended(act: JournalEntry, recall: Recall) -> str:
    table = _at_table(act, recall)
    if table is None:
        return _("Time call ended")
    return _("Time call at table %(table)s ended") % {"table": table}


def table_ticked(act: JournalEntry, recall: Recall) -> str:
    words = {"table": recall.table(act.params["table"]) or 1, "hand": act.params["hand"]}
    return _("Table %(table)s has finished hand %(hand)s of hand for hand") % words


def short_tick(act: JournalEntry, recall: Recall) -> str:
    return _("Table %(table)s has finished") % {"table": recall.table(act.params["table"]) or 1}


def next_hand(act: JournalEntry, recall: Recall) -> str:
    said = _("Hand for hand: hand %(hand)s") % {"hand": act.params["hand"]}
    known = recall.level(act.params["index"], act.params.get("clock"))
    if known is None:
        return said
    number, level = known
    if number is None:
        return _("%(said)s, after a break") % {"said": said}
    blinds = figures.blinds(recall.open, level.sb, level.bb)
    return _("%(said)s, at %(blinds)s") % {"said": said, "blinds": blinds}


def bubble_confirmed(act: JournalEntry, recall: Recall) -> str:
    left = act.params["left"]
    return ngettext(
        "In the money: the %(left)s player left is paid",
        "In the money: all %(left)s players left are paid",
        left,
    ) % {"left": left}


def hand_for_hand_ended(act: JournalEntry, recall: Recall) -> str:
    hands = act.params["hands"]
    return ngettext(
        "Hand for hand ended in its %(hands)s hand", "Hand for hand ended after %(hands)s hands", hands
    ) % {"hands": hands}


def coloured_up(act: JournalEntry, recall: Recall) -> str:
    said = short_colour_up(act, recall)
    delta, won = act.params["delta"], [int(key) for key in act.params["won"]]
    if won:
        said += ". " + _("An extra chip to %(names)s") % {"names": recall.names(won)}
    if delta:
        chips = figures.chips(recall.open, abs(delta))
        more = _("%(chips)s more in play") if delta > 0 else _("%(chips)s less in play")
        said += ". " + more % {"chips": chips}
    return said


def short_colour_up(act: JournalEntry, recall: Recall) -> str:
    chip, into = (figures.chips_plain(recall.open, act.params[name]) for name in ("chip", "into"))
    return _("The %(chip)s chips left play, for %(into)s") % {"chip": chip, "into": into}
