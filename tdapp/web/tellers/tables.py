"""Seats, dealers, counts, the beginning and the end, told."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.recall import Recall
from tdapp.web.tellers.bounties import with_heads


def seat_words(recall: Recall, table: int | None, seat: int) -> str:
    """ "seat 3", or "table 1, seat 3" where there are several tables."""
    number = recall.table(table)
    if number is None:
        return _("seat %(seat)s") % {"seat": seat}
    return _("table %(table)s, seat %(seat)s") % {"table": number, "seat": seat}


def seats_drawn(act: JournalEntry, recall: Recall) -> str:
    waiting = act.params.get("waiting", 0)
    if not waiting:
        return _("Seats drawn")
    said = ngettext(
        "Seats drawn; %(count)s player waits for one", "Seats drawn; %(count)s players wait for one", waiting
    )
    return said % {"count": waiting}


def dealer_drawn(act: JournalEntry, recall: Recall) -> str:
    seats = recall.dealer_seats(act)
    if len(seats) == 1:
        return _("First dealer drawn: seat %(seat)s") % {"seat": seats[0]}
    return _("First dealers drawn")


def play_started(act: JournalEntry, recall: Recall) -> str:
    count = act.params["players"]
    if act.params.get("at"):
        at = figures.wall_time(recall.open, datetime.fromisoformat(act.params["at"]))
        words = {"count": count, "at": at}
        return (
            ngettext(
                "Play begins at %(at)s with %(count)s player",
                "Play begins at %(at)s with %(count)s players",
                count,
            )
            % words
        )
    return ngettext("Play began with %(count)s player", "Play began with %(count)s players", count) % {
        "count": count
    }


def chips_counted(act: JournalEntry, recall: Recall) -> str:
    counts = counted_words(act, recall)
    if len(act.params["counts"]) == 1:
        return _("Counted: %(counts)s") % {"counts": counts}
    return _("Chips counted: %(counts)s") % {"counts": counts}


def counted_words(act: JournalEntry, recall: Recall) -> str:
    """ "Canadá 9 400, Kosovo 1 150"."""
    counts = act.params["counts"].items()
    return ", ".join(f"{recall.name(int(key))} {figures.chips(recall.open, chips)}" for key, chips in counts)


def short_count(act: JournalEntry, recall: Recall) -> str:
    entries = [int(key) for key in act.params["counts"]]
    return _("Count of %(names)s") % {"names": recall.names(entries)} if len(entries) < 3 else _("Chip count")


def button_set(act: JournalEntry, recall: Recall) -> str:
    words = seat_words(recall, act.params["table"], act.params["seat"])
    if act.params.get("next_hand"):
        return _("Next hand: button at %(seat)s") % {"seat": words}
    return _("Button moved by hand: %(seat)s") % {"seat": words}


def seats_swapped(act: JournalEntry, recall: Recall) -> str:
    return _("%(names)s swapped seats") % {"names": recall.names(act.params["entries"])}


def player_moved(act: JournalEntry, recall: Recall) -> str:
    where = seat_words(recall, act.params["table"], act.params["seat"])
    return _("%(name)s moved to %(seat)s") % {"name": recall.name(act.params["entry"]), "seat": where}


def open_finished(act: JournalEntry, recall: Recall) -> str:
    said = _("Open finished")
    winners = recall.winners() if recall.field.finished else []
    if len(winners) == 1:
        said = _("Open finished: %(name)s wins") % {"name": recall.name(winners[0])}
    elif winners:
        said = _("Open finished: %(names)s share the win") % {"names": recall.names(winners)}
    if act.params.get("counts"):
        said += ". " + _("Chips counted: %(counts)s") % {"counts": counted_words(act, recall)}
    return with_heads(said, act, recall)
