"""Tables set up and seats put right, told."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.web.recall import Recall
from tdapp.web.tellers.tables import seat_words


def _table(act: JournalEntry, recall: Recall) -> str:
    return recall.table_label(act.params["table"])


def table_added(act: JournalEntry, recall: Recall) -> str:
    return _("Table %(table)s set up") % {"table": _table(act, recall)}


def table_changed(act: JournalEntry, recall: Recall) -> str:
    return _("Table %(table)s changed") % {"table": _table(act, recall)}


def table_removed(act: JournalEntry, recall: Recall) -> str:
    return _("Table %(table)s taken away") % {"table": _table(act, recall)}


def break_order_set(act: JournalEntry, recall: Recall) -> str:
    """ "Tables break in this order: 4, 3, 2"."""
    if not act.params["tables"]:
        return _("The order in which tables break is open again")
    labels = [recall.table_label(table) for table in act.params["tables"]]
    return _("Tables break in this order: %(tables)s") % {"tables": ", ".join(labels)}


def seat_kept(act: JournalEntry, recall: Recall) -> str:
    name, seat = recall.name(act.params["entry"]), act.params["seat"]
    if seat is None:
        return _("%(name)s stays in the seat he has") % {"name": name}
    table = act.params["table"]
    label = act.params["number"] if table is None else recall.table_label(table)
    where = _("table %(table)s, seat %(seat)s") % {"table": label, "seat": seat}
    return _("Kept for %(name)s: %(seat)s") % {"name": name, "seat": where}


def kept_seat_released(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s is drawn and moved like everybody again") % {"name": recall.name(act.params["entry"])}


def kept_apart(act: JournalEntry, recall: Recall) -> str:
    return _("%(names)s are kept apart") % {"names": recall.names(act.params["entries"])}


def apart_released(act: JournalEntry, recall: Recall) -> str:
    return _("%(names)s may sit at one table again") % {"names": recall.names(act.params["entries"])}


def seats_confirmed(act: JournalEntry, recall: Recall) -> str:
    """ "Ana seen in her seat", "Table 2: 8 players seen in their seats"."""
    entries, table = act.params["entries"], act.params["table"]
    if len(entries) <= 2:
        return _("Seen in their seats: %(names)s") % {"names": recall.names(entries)}
    count = len(entries)
    seen = ngettext("%(count)s player seen in the seat", "%(count)s players seen in their seats", count)
    if table is None or recall.table(table) is None:
        return seen % {"count": count}
    return _("Table %(table)s: %(seen)s") % {"table": recall.table(table), "seen": seen % {"count": count}}


def seat_corrected(act: JournalEntry, recall: Recall) -> str:
    """ "Kosovo really sits at table 1, seat 7; Irán changed places with him"."""
    where = seat_words(recall, act.params["table"], act.params["seat"])
    said = _("%(name)s really sits here: %(seat)s") % {
        "name": recall.name(act.params["entry"]), "seat": where,
    }  # fmt: skip
    other = act.params["swapped"]
    return said if other is None else said + _(", swapped with %(name)s") % {"name": recall.name(other)}


def seat_given(act: JournalEntry, recall: Recall) -> str:
    where = seat_words(recall, act.params["table"], act.params["seat"])
    words = {"name": recall.name(act.params["entry"]), "seat": where}
    return _("%(name)s gets a seat from the waiting list: %(seat)s") % words


def player_dealt_in(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s is dealt in") % {"name": recall.name(act.params["entry"])}


def player_absent(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s is absent") % {"name": recall.name(act.params["entry"])}


def player_back(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s is back at the table") % {"name": recall.name(act.params["entry"])}


def short_kept(act: JournalEntry, recall: Recall) -> str:
    return _("Kept seat of %(name)s") % {"name": recall.name(act.params["entry"])}


def short_apart(act: JournalEntry, recall: Recall) -> str:
    return _("%(names)s apart") % {"names": recall.names(act.params["entries"])}


def short_corrected(act: JournalEntry, recall: Recall) -> str:
    return _("Seat of %(name)s") % {"name": recall.name(act.params["entry"])}
