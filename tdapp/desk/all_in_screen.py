"""An all-in on the big screens, put there from the hand form and taken off again."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.desk.forms.hand import HandForm
from tdapp.desk.settling import Settling, preview
from tdapp.displays import services
from tdapp.displays.queries import all_in_on
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act
from tdapp.opens.models import Table
from tdapp.rules.errors import RuleError


def turned(table: Table, settling: Settling, form: HandForm, act: Act, *, on: bool) -> JournalEntry:
    """Show the hand as it is typed, or end what is shown of the table.

    RuleError: ``all_in_unknown`` while somebody who is still in shows no cards, ``announcement_over``.
    """
    if not on:
        row = all_in_on(table, act["now"])
        if row is None:
            raise RuleError("announcement_over")
        return services.end_announcement(announcement=row, **act)
    shown = None
    if not form.problem:
        _sheet, seen = preview(settling, form.sheet, form.picks, act["now"])
        shown = seen.cards.shown
    if shown is None:
        raise RuleError("all_in_unknown")
    return services.show_all_in(open=settling.open, table=table, shown=shown, **act)


def buttons(settling: Settling, role: Role) -> dict[str, Any]:
    """For a new hand and who may: where to show it (``screen_url``), and whether it is ``on_screen`` now."""
    if settling.hand is not None or not role.covers(Role.FLOOR):
        return {}
    where = {"code": settling.open.code, "table": settling.table.pk}
    on = all_in_on(settling.table, timezone.now()) is not None
    return {"screen_url": reverse("desk:hand_screen", kwargs=where), "on_screen": on}
