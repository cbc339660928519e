"""The next round as a proposal: who would sit where, changed by hand and looked at before it is confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tdapp.floor.next_rounds import next_round
from tdapp.floor.round_queries import NextRound
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Entrant, Field, field
from tdapp.rules.brackets import check_groups
from tdapp.rules.errors import RuleError
from tdapp.web import figures, messages
from tdapp.web import round_words as words
from tdapp.web.numbers import number

Groups = tuple[tuple[int, ...], ...]

FIELD = "table_"
MOST_TABLES = 2000
EDITED_TABLES = 40
"""Beyond so many tables the proposal is a list to look at; single players are then moved after the draw."""


@dataclass(frozen=True)
class Proposal:
    """The tables of the next round. ``groups`` are entry ids per table, in the order of the tables."""

    open: Open
    field: Field
    next: NextRound
    seed: str
    groups: Groups

    def entries(self, rows: Iterable[Entry]) -> list[list[Entry]]:
        """The groups as entries, empty tables left out."""
        by_id = {row.pk: row for row in rows}
        return [[by_id[key] for key in group] for group in self.groups if group]

    @property
    def title(self) -> str:
        """What the coming round is called."""
        return words.plan_title(
            self.next.plan, self.next.number, last=len(self.groups) == 1, flights=self.next.number
        )

    @property
    def remarks(self) -> list[str]:
        """What is odd about it, and what cannot be: both stop nothing here."""
        try:
            found = check_groups(self.groups, self.next.results, self.next.size)
        except RuleError as error:
            return [messages.refusal(error, self.open).text]
        return [messages.remark(one, self.open) for one in found]

    @property
    def context(self) -> dict[str, Any]:
        """What the page shows."""
        playing = [group for group in self.groups if len(group) != 1 or len(self.groups) == 1]
        byes = [self._entrant(group[0]).name for group in self.groups if group not in playing and group]
        return {
            "seed": self.seed,
            "title": self.title,
            "about": words.seated_at([len(group) for group in playing if group]),
            "groups": [
                (at, [(self._entrant(key), self.next.seeds.get(key, "")) for key in group])
                for at, group in enumerate(self.groups, start=1)
            ],
            "numbers": range(1, len(self.groups) + 1),
            "byes": figures.listed(byes) if self.next.byes else "",
            "remarks": self.remarks,
            "drawn": self.next.plan.seating != "seeded",
            "editable": len(self.groups) <= EDITED_TABLES,
        }

    def _entrant(self, key: int) -> Entrant:
        return self.field.by_id[key]


def proposal(open: Open, data: Mapping[str, str], fresh: str) -> Proposal | None:
    """The next round, with what was changed by hand; None where none comes.

    ``data``: ``seed``, ``tables`` (their number), ``table_<entry>``; ``redraw`` "draw" takes the ``fresh``
    seed and forgets what was changed, "tables" forgets it for another number of tables.
    """
    wish = data.get("redraw", "")
    seed = fresh if wish == "draw" else data.get("seed", "")[:64] or fresh
    wanted = number(data.get("tables", "")) or 0
    everyone = field(open)
    following = next_round(open, everyone, seed, tables=min(wanted, MOST_TABLES))
    if following is None or not following.ready or not following.groups:
        return None
    groups = following.groups if wish in ("draw", "tables") else _moved(following.groups, data)
    return Proposal(open, everyone, following, seed, groups)


def _moved(groups: Groups, data: Mapping[str, str]) -> Groups:
    """Each player at the table that was chosen for him, behind those who were drawn there."""
    found: list[list[int]] = [[] for _group in groups]
    moved: list[tuple[int, int]] = []
    for at, group in enumerate(groups):
        for key in group:
            chosen = (number(data.get(f"{FIELD}{key}", "")) or at + 1) - 1
            if chosen == at or chosen >= len(groups) or chosen < 0:
                found[at].append(key)
            else:
                moved.append((chosen, key))
    for at, key in moved:
        found[at].append(key)
    return tuple(tuple(group) for group in found)
