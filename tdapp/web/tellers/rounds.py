"""Tables counted, opened again, rounds begun, flights assigned: told."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.rules.rounds import RoundPlan
from tdapp.web.recall import Recall
from tdapp.web.round_words import flight_title, plan_title
from tdapp.web.tellers.tables import counted_words

FEW = 2
"""Where more are counted and all of them go on, their names are not said twice."""


def table_finished(act: JournalEntry, recall: Recall) -> str:
    """ "Table A is done: Rosa 11 200, Iván 8 800. Rosa and Iván go on"."""
    table = recall.table_label(act.params["table"])
    said = _("Table %(table)s is done") % {"table": table}
    if act.params["counts"]:
        said = _("%(said)s: %(counts)s") % {"said": said, "counts": counted_words(act, recall)}
    through = act.params["through"]
    on = ngettext("%(names)s goes on", "%(names)s go on", len(through)) % {"names": recall.names(through)}
    if len(through) > FEW and len(through) == len(act.params["counts"]):
        on = _("All %(count)s go on") % {"count": len(through)}
    said = f"{said}. {on}" if through else said
    if act.params["open_hand"]:
        winner = recall.name(act.params["open_hand"][0])
        said += ". " + _("%(name)s won the open hand") % {"name": winner}
    return said


def short_finish(act: JournalEntry, recall: Recall) -> str:
    return _("Result of table %(table)s") % {"table": recall.table_label(act.params["table"])}


def table_reopened(act: JournalEntry, recall: Recall) -> str:
    return _("Table %(table)s plays on: its result was taken back") % {
        "table": recall.table_label(act.params["table"])
    }


def short_reopening(act: JournalEntry, recall: Recall) -> str:
    return _("Reopening of table %(table)s") % {"table": recall.table_label(act.params["table"])}


def round_begun(act: JournalEntry, recall: Recall) -> str:
    groups = act.params["groups"]
    players = sum(len(group) for group in groups)
    words = {"round": _called(act), "players": players}
    if act.params.get("repeats"):
        said = _("%(round)s goes on: %(players)s players have their tables again") % words
    else:
        said = (
            ngettext(
                "%(round)s began with %(players)s player",
                "%(round)s began with %(players)s players",
                players,
            )
            % words
        )
    byes = [group[0] for group in groups if len(group) == 1]
    if byes:
        said += ". " + ngettext(
            "%(names)s goes on without playing", "%(names)s go on without playing", len(byes)
        ) % {"names": recall.names(byes)}
    return said


def short_round(act: JournalEntry, recall: Recall) -> str:
    return _("Beginning of %(round)s") % {"round": _called(act)}


def _called(act: JournalEntry) -> str:
    """The round by its own name: "Round 2", "Final", "Day 2"."""
    told = act.params
    plan = RoundPlan(
        name=told.get("name", ""), seating=told.get("seating", "draw"), flight=told.get("flight", False)
    )
    return plan_title(plan, told["number"], last=told.get("last", False))


def flight_assigned(act: JournalEntry, recall: Recall) -> str:
    entries = act.params["entries"]
    return ngettext("%(names)s begins on %(day)s", "%(names)s begin on %(day)s", len(entries)) % {
        "names": recall.names(entries),
        "day": flight_title(recall.open, act.params["flight"]),
    }


def short_flight(act: JournalEntry, recall: Recall) -> str:
    return flight_title(recall.open, act.params["flight"])
