"""What a tour keeps, told: schedules and chip sets."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.clock.models import SavedSchedule
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import ChipSet
from tdapp.web.recall import Recall


def schedule_saved(act: JournalEntry, recall: Recall) -> str:
    return _("Schedule kept: %(name)s") % {"name": _schedule(act)}


def schedule_renamed(act: JournalEntry, recall: Recall) -> str:
    return _("Schedule renamed: %(name)s") % {"name": _schedule(act)}


def schedule_deleted(act: JournalEntry, recall: Recall) -> str:
    return _("Schedule deleted: %(name)s") % {"name": _schedule(act)}


def chip_set_saved(act: JournalEntry, recall: Recall) -> str:
    return _("Chip set kept: %(name)s") % {"name": _chip_set(act)}


def chip_set_deleted(act: JournalEntry, recall: Recall) -> str:
    return _("Chip set deleted: %(name)s") % {"name": _chip_set(act)}


def _schedule(act: JournalEntry) -> str:
    return str(SavedSchedule.everything.filter(pk=act.params["schedule"]).first() or "—")


def _chip_set(act: JournalEntry) -> str:
    return str(ChipSet.everything.filter(pk=act.params["chip_set"]).first() or "—")
