"""The bands above the tables: what to do next, one band for the same thing at several tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.desk.night import Suggestion
from tdapp.opens.models import Open
from tdapp.rules.errors import Remark
from tdapp.web import figures, messages, wording

TOGETHER = ("table_count", "table_halts")
"""Suggestions that come once for each table."""


@dataclass(frozen=True)
class Band:
    """One band: what it says, and the suggestions in it, of which the first decides what is offered."""

    sentence: str
    all: tuple[Suggestion, ...]

    @property
    def code(self) -> str:
        return self.all[0].code

    @property
    def remark(self) -> Remark:
        return self.all[0].remark

    @property
    def keys(self) -> tuple[str, ...]:
        """What puts it away."""
        return tuple(one.key for one in self.all)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What it says of each table."""
        return tuple(one.remark for one in self.all)


def bands(open: Open, suggestions: Sequence[Suggestion]) -> tuple[Band, ...]:
    """The suggestions as bands, in their order: those of several tables stand where the first of them is."""
    groups: dict[object, list[Suggestion]] = {}
    uneven = any(one.code == "balance" for one in suggestions)
    for place, one in enumerate(suggestions):
        # Who moves and that a table waits for him until then is one thing: they stand in one band.
        kind = "balance" if uneven and one.code == "table_halts" else one.code
        groups.setdefault(kind if kind in (*TOGETHER, "balance") else place, []).append(one)
    return tuple(Band(_said(open, group), tuple(group)) for group in groups.values())


def _said(open: Open, group: Sequence[Suggestion]) -> str:
    first = group[0].remark
    if len(group) == 1:
        return messages.remark(first, open)
    if first.code == "balance":
        return f"{messages.remark(first, open)} {_said(open, group[1:])}"
    if first.code == "table_count":
        labels = figures.listed([str(one.remark.params["label"]) for one in group])
        if all(one.remark.params["how"] == "last" for one in group):
            return _("Tables %(tables)s have one player left each: they are done.") % {"tables": labels}
        return _("Tables %(tables)s are to be counted.") % {"tables": labels}
    labels = figures.listed([wording.table(int(str(one.remark.params["table"])), open) for one in group])
    return _(
        "Tables %(tables)s are too short: each must wait once its big blind would fall on an empty seat."
    ) % {"tables": labels}
