"""Rulings, told: notes, penalties, misdeals, votes, disqualifications. What was written follows a colon."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.recall import Recall
from tdapp.web.tellers.bounties import with_heads


def _with_words(said: str, act: JournalEntry, recall: Recall) -> str:
    """The sentence and the director's own words, where there are any."""
    words = recall.ruling_texts.get(act.params["ruling"], "")
    return _("%(said)s: %(words)s") % {"said": said, "words": words} if words else said


def noted(act: JournalEntry, recall: Recall) -> str:
    return _with_words(short_note(act, recall), act, recall)


def short_note(act: JournalEntry, recall: Recall) -> str:
    if act.params.get("entry"):
        return _("Note on %(name)s") % {"name": recall.name(act.params["entry"])}
    table = recall.table(act.params.get("table"))
    return _("Note on table %(table)s") % {"table": table} if table else _("Note")


def penalty_given(act: JournalEntry, recall: Recall) -> str:
    hands = act.params["hands"]
    words = {"name": recall.name(act.params["entry"]), "hands": hands, "rounds": act.params["rounds"]}
    said = (
        ngettext(
            "%(name)s sits out %(rounds)s round: %(hands)s hands",
            "%(name)s sits out %(rounds)s rounds: %(hands)s hands",
            act.params["rounds"],
        )
        % words
    )
    text = recall.ruling_texts.get(act.params["ruling"], "")
    return _("%(said)s (%(words)s)") % {"said": said, "words": text} if text else said


def short_penalty(act: JournalEntry, recall: Recall) -> str:
    return _("Penalty of %(name)s") % {"name": recall.name(act.params["entry"])}


def penalty_over(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s has sat out the penalty") % {"name": recall.name(act.params["entry"])}


def misdeal_recorded(act: JournalEntry, recall: Recall) -> str:
    table = recall.table(act.params["table"])
    said = (
        _("Misdeal at table %(table)s, dealt again") % {"table": table}
        if table
        else _("Misdeal, dealt again")
    )
    return _with_words(said, act, recall)


def vote_counted(act: JournalEntry, recall: Recall) -> str:
    words = {"yes": act.params["for"], "no": act.params["against"]}
    if act.params["outcome"] == "open_hand":
        said = _("Vote tied, %(yes)s to %(no)s: an open hand decides") % words
    elif act.params["outcome"] == "for":
        said = _("Vote: yes, %(yes)s to %(no)s") % words
    else:
        said = _("Vote: no, %(no)s to %(yes)s") % words
    text = recall.ruling_texts.get(act.params["ruling"], "")
    return _("%(said)s (%(words)s)") % {"said": said, "words": text} if text else said


def vote_decided(act: JournalEntry, recall: Recall) -> str:
    if act.params["side"] == "for":
        return _("The open hand of the tied vote says yes")
    return _("The open hand of the tied vote says no")


def disqualified(act: JournalEntry, recall: Recall) -> str:
    said = short_disqualified(act, recall)
    again = act.params.get("tables") or []
    if again:
        labels = figures.listed([recall.table(table) or "1" for table in again])
        count = len(act.params["players"])
        said = ngettext(
            "%(said)s. Table %(tables)s is void, %(count)s player plays again",
            "%(said)s. Void: %(tables)s. %(count)s players play again",
            count,
        ) % {"said": said, "tables": labels, "count": count}
    text = recall.ruling_texts.get(act.params["ruling"], "")
    said = _("%(said)s (%(words)s)") % {"said": said, "words": text} if text else said
    return with_heads(said, act, recall)


def short_disqualified(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s disqualified") % {"name": recall.name(act.params["entry"])}
