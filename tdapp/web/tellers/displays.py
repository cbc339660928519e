"""The television sets, told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.web.recall import Recall


def display_added(act: JournalEntry, recall: Recall) -> str:
    return _("TV %(name)s added") % {"name": _display(act.params["display"], recall)}


def display_changed(act: JournalEntry, recall: Recall) -> str:
    return _("TV %(name)s changed") % {"name": _display(act.params["display"], recall)}


def display_removed(act: JournalEntry, recall: Recall) -> str:
    return _("TV %(name)s taken off the list") % {"name": _display(act.params["display"], recall)}


def show_changed(act: JournalEntry, recall: Recall) -> str:
    what, page = act.params["what"], act.params["page"]
    if what == ["jump"] and page:
        return _("Screens show at once: %(page)s") % {"page": page_name(page)}
    if what == ["only"]:
        return _("Screens stay on: %(page)s") % {"page": page_name(page)} if page else _("Screens turn again")
    return _("Screens: pages or sounds changed")


def announced(act: JournalEntry, recall: Recall) -> str:
    return _("On the screens: %(text)s") % {"text": _announcement(act, recall)}


def announcement_ended(act: JournalEntry, recall: Recall) -> str:
    return _("Off the screens: %(text)s") % {"text": _announcement(act, recall)}


def from_display(text: str, act: JournalEntry, recall: Recall) -> str:
    """The sentence of an act done with the keys of a set: "Clock paused, from the TV Bar"."""
    return _("%(act)s, from the TV %(name)s") % {
        "act": text,
        "name": _display(act.params["by_display"], recall),
    }


def page_name(page: str) -> str:
    """What a page of the screens is called."""
    names = {
        "clock": _("the clock"),
        "seats": _("the seating"),
        "rounds": _("the rounds"),
        "prizes": _("the prizes"),
        "standings": _("the standings"),
        "moves": _("the last moves"),
    }
    return names.get(page, page)


def announcement_words(kind: str, text: str, table: str | None) -> str:
    """What an announcement says, in short."""
    if kind == "table_breaks":
        return _("Table %(number)s breaks") % {"number": table}
    if kind == "all_in":
        return _("All-in at table %(number)s") % {"number": table}
    return {"seats": _("Seat draw"), "final_table": _("Final table")}.get(kind, text)


def _display(key: int, recall: Recall) -> str:
    return recall.displays.get(key, "—")


def _announcement(act: JournalEntry, recall: Recall) -> str:
    row = recall.announcements.get(act.params["announcement"])
    if row is None:
        return "—"
    return announcement_words(row.kind, row.text, row.table.label if row.table else None)
