"""The count that ends one table: who is left, what the table has, what was typed, who won open hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.desk import open_hands, rounds
from tdapp.desk.forms.chips import CountForm, name_of
from tdapp.desk.open_hands import Answers
from tdapp.desk.rounds import Board, Card
from tdapp.desk.views.chips import Total, odd_counts
from tdapp.floor.deciding import tied_for_a_prize
from tdapp.floor.round_queries import RoundTable, RoundView
from tdapp.opens.models import Entry, Open, Table
from tdapp.opens.queries import Entrant, Field
from tdapp.rules.errors import RuleError
from tdapp.web import figures
from tdapp.web import round_words as words


@dataclass(frozen=True)
class Counting:
    """One table about to end. ``data`` is what was sent, None when the question is put."""

    board: Board
    round: RoundView
    table: RoundTable
    card: Card
    left: tuple[Entrant, ...]
    form: CountForm
    data: QueryDict | None

    @property
    def needs_count(self) -> bool:
        """Whether chips decide, as several are left, or are played on with in the next stage, another day."""
        coming = next((one.plan for one in self.board.rounds if one.state == "coming"), None)
        carried = coming is not None and coming.stacks == "carry"
        return len(self.left) > 1 or self.round.plan.flight or carried

    @property
    def counts(self) -> dict[Entry, int]:
        """The typed counts, by entry."""
        rows = Entry.objects.select_related("open").in_bulk(list(self.form.counts))
        return {rows[key]: chips for key, chips in self.form.counts.items()}

    @cached_property
    def played(self) -> Answers:
        """The answers to whose open hand it was.  RuleError: those of ``open_hands.answers``."""
        return open_hands.answers(self.board.open, self.data) if self.data is not None else Answers()

    @property
    def open_hand(self) -> tuple[Entry, ...]:
        """Those who won open hands, best first."""
        return entries_of(self.board.open, self.played.order)

    @property
    def context(self) -> dict[str, Any]:
        """What the dialog shows."""
        counts = self.form.counts if self.form.is_bound and self.form.is_valid() else {}
        total = _total(self.board.open, self.board.field, self.table.chips or 0, self.left, counts)
        return {
            "card": self.card,
            "rows": [(one, self.form[name_of(one)]) for one in self.left],
            "needs_count": self.needs_count,
            "why": self._why(),
            "total": total,
            "tied": self._tied(counts) if total.complete else "",
        }

    def _why(self) -> str:
        if self.table.state == "count_needed" and self.table.how == "limit":
            limit = words.limit_words(self.round.plan.limit_minutes)
            return _("%(limit)s are over: the hand in progress is finished, then all chips are counted.") % {
                "limit": limit
            }
        if self.table.state == "playing":
            return _("This table still plays. Counted now, it ends here.")
        return ""

    def _tied(self, counts: Mapping[int, int]) -> str:
        """Who has the same, where that decides who goes on, in which order, or who gets a prize."""
        matter = self.round.plan.advance or len(self.left)
        ranked = sorted(self.left, key=lambda one: -counts[one.id])
        equal = [tuple(same) for _chips, same in groupby(ranked, key=lambda one: counts[one.id])]
        behind: list[tuple[int, ...]] = []
        place = 0
        for same in equal:
            if len(same) > 1 and place < matter:
                return figures.listed([one.name for one in same])
            behind += [tuple(one.id for one in same)] if place >= matter else []
            place += len(same)
        field = self.board.field
        paid = tied_for_a_prize(self.board.open, field, behind)
        return figures.listed([field.by_id[key].name for key in paid[1]]) if paid else ""

    def asked(self, error: RuleError) -> dict[str, Any]:
        """The question whose open hand it was, with the count as it was sent."""
        by_id = self.board.field.by_id
        tied = tied_in(error)
        open = self.board.open
        named = [(name_of(one), self.form.data.get(name_of(one), "")) for one in self.left]
        passed = self.data.getlist("overrule") if self.data is not None else []
        rest = [by_id[key] for key in tied if key in by_id]
        ranked = [by_id[entry.pk] for entry in self.open_hand]
        return {
            "asked": open_hands.question(open, self.data or QueryDict(), rest, ranked),
            "answers": self.played.order,
            "typed": [*named, *(("overrule", code) for code in passed)],
            "act_url": reverse("desk:round_count", args=[open.code, self.table.id]),
            "back_url": reverse("desk:rounds", args=[open.code]),
        }


def entries_of(open: Open, keys: Sequence[int]) -> tuple[Entry, ...]:
    """The entries of the open in that order; what names nobody is passed over."""
    rows = Entry.objects.filter(open=open).select_related("open").in_bulk(list(keys))
    return tuple(rows[key] for key in keys if key in rows)


def tied_in(error: RuleError) -> tuple[int, ...]:
    """The entry ids of those whose tie an open hand decides."""
    players = error.params["players"]
    assert isinstance(players, tuple), "an open hand is between players"
    return players


def look(open: Open, row: Table, now: datetime, data: QueryDict | None) -> Counting:
    """That table as it stands. Http404 for one that is in no round of the open."""
    board = rounds.board(open, now)
    for round in board.rounds:
        for table in round.tables:
            if table.id == row.pk:
                left = tuple(line.entrant for line in table.left)
                form = CountForm(data, open=open, left=left)
                card = rounds.card_of(board, round, table)
                return Counting(board, round, table, card, left, form, data)
    raise Http404


def _total(
    open: Open,
    everyone: Field,
    on_table: int,
    left: Sequence[Entrant],
    counts: Mapping[int, int],
) -> Total:
    """The typed stacks against what was handed out to those who sat there."""
    odd = odd_counts(open, everyone, counts)
    return Total(sum(counts.values()), on_table, len(counts), len(left), tuple(odd))
