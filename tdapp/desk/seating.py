"""The next round as a proposal: who would sit where, changed by hand and looked at before it is confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

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
SWAPPED_PLAYERS = 48
"""Up to so many players each of them can be told to change places with each other one."""


@dataclass(frozen=True)
class Choice:
    """One place a player may be sent to: ``value`` in the form, its words, whether he is there."""

    value: str
    words: str
    chosen: bool = False


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
        numbered = enumerate(self.groups, start=1)
        byes = [self._entrant(group[0]).name for group in self.groups if group not in playing and group]
        return {
            "seed": self.seed,
            "title": self.title,
            "about": words.seated_at([len(group) for group in playing if group]),
            "groups": [(at, [self._row(key, at) for key in group]) for at, group in numbered],
            "numbers": range(1, len(self.groups) + 1),
            "byes": figures.listed(byes) if self.next.byes else "",
            "remarks": self.remarks,
            "drawn": self.next.plan.seating != "seeded",
            "editable": len(self.groups) <= EDITED_TABLES,
        }

    def _row(self, key: int, here: int) -> tuple[Entrant, str, list[tuple[str, list[Choice]]]]:
        """One player: himself, where he came from, where he may go."""
        return self._entrant(key), self.next.seeds.get(key, ""), self._choices(key, here)

    def _choices(self, key: int, here: int) -> list[tuple[str, list[Choice]]]:
        """Where somebody at table ``here`` may go, by tables: to a free place, or to that of somebody who
        then takes his (``table-entry``: from that table, with that one)."""
        if len(self.groups) > EDITED_TABLES:
            return []
        swaps = sum(map(len, self.groups)) <= SWAPPED_PLAYERS
        found = []
        for number_of, group in enumerate(self.groups, start=1):
            table = words.table_called(str(number_of))
            if number_of == here:
                found.append(("", [Choice(str(here), table, True)]))
            elif not swaps:
                found.append(("", [Choice(str(number_of), table)]))
            else:
                free = [Choice(str(number_of), _("free place"))] if len(group) < self.next.size else []
                names = [(one, _("swap with %(name)s") % {"name": self._entrant(one).name}) for one in group]
                taken = [Choice(f"{here}-{one}", said) for one, said in names]
                found.append((table, [*free, *taken]))
        return found

    def _entrant(self, key: int) -> Entrant:
        return self.field.by_id[key]


def proposal(open: Open, data: Mapping[str, str], fresh: str) -> Proposal | None:
    """The next round, with what was changed by hand; None where none comes.

    ``data``: ``seed``, ``tables`` (their number), ``table_<entry>`` (its number, or "2-17": at table 2, and
    then in the place of entry 17, who gets his); ``redraw`` "draw" takes the ``fresh``
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
    drawn = {key: at for at, group in enumerate(groups) for key in group}
    chosen, swaps = dict(drawn), []
    for key, at in drawn.items():
        table, _dash, other = data.get(f"{FIELD}{key}", "").partition("-")
        wanted = (number(table) or at + 1) - 1
        chosen[key] = wanted if 0 <= wanted < len(groups) else at
        if (taken := number(other)) is not None and taken in drawn:
            swaps.append((key, taken))
    for one, other_one in swaps:
        chosen[one], chosen[other_one] = chosen[other_one], chosen[one]
    stayed = [[key for key in group if chosen[key] == at] for at, group in enumerate(groups)]
    came = [[key for key in drawn if chosen[key] == at != drawn[key]] for at in range(len(groups))]
    return tuple((*here, *moved) for here, moved in zip(stayed, came, strict=True))
