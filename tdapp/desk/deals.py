"""A deal as the desk shows it: the methods as columns, the players as rows, and what was agreed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import forms

from tdapp.cash.queries import Prizes
from tdapp.desk.forms.chips import name_of
from tdapp.desk.forms.deals import DealForm
from tdapp.floor.deals import DealView, Proposal, compare
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules import deals
from tdapp.web import deal_words, messages


@dataclass(frozen=True)
class Column:
    """A method: what it is called, how it shares, what is odd about it, why it cannot be reckoned yet."""

    method: str
    title: str
    how: str
    said: tuple[str, ...]
    problem: str
    chosen: bool


@dataclass(frozen=True)
class Row:
    """A player: the fields for stack and own amount, and what each method gives (None: not reckoned).

    ``known_at`` is when a stack that is proposed was last seen.
    """

    entry: int
    name: str
    stack: forms.BoundField
    amount: forms.BoundField
    shares: tuple[int | None, ...]
    agrees: bool
    known_at: datetime | None


@dataclass(frozen=True)
class Comparison:
    """The whole of it; ``view`` has the sums.

    ``outside`` is what lies with the prizes and belongs to no place, in minor units; ``unread`` why a figure
    that was typed counts for nothing.
    """

    view: DealView
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    said: tuple[str, ...]
    outside: int
    unread: tuple[str, ...]


def comparison(open: Open, everyone: Field, prizes: Prizes, form: DealForm) -> Comparison:
    """What is typed, reckoned by every method."""
    own = form.amounts
    left = form.figure("left_to_play", 0)
    unit = form.figure("unit", _unit(open, form))
    view = compare(open, everyone, form.stacks, left, unit, own, prizes)
    chosen = form.data.get("method", "") if form.is_bound else ""
    found = {one.method: one for one in view.proposals}
    columns = tuple(_column(open, name, found.get(name), chosen, own) for name in deals.METHODS)
    rows = tuple(
        Row(
            one.id,
            one.name,
            form[name_of(one)],
            form[f"amount_{one.id}"],
            tuple(_share(found.get(name), one.id, own) for name in deals.METHODS),
            one.id in form.agreeing,
            everyone.stacks[one.id].at if one.id in form.known and not form.is_bound else None,
        )
        for one in view.players
    )
    return Comparison(
        view,
        columns,
        rows,
        tuple(messages.remark(one, open) for one in view.remarks),
        prizes.unassigned - prizes.owed,
        _unread(form),
    )


def _unread(form: DealForm) -> tuple[str, ...]:
    """Why figures typed so far count for nothing; the picks count only when the deal is made."""
    picked = ("method", "agreed")
    return tuple(str(why) for name in form.fields if name not in picked for why in form.errors.get(name, ()))


def _unit(open: Open, form: DealForm) -> int:
    """What is proposed to round to, before anything is typed."""
    return form.fields["unit"].clean(form.initial["unit"]) or 1


def _column(open: Open, method: str, found: Proposal | None, chosen: str, own: dict[int, int]) -> Column:
    # Own amounts lack everything until some are typed: no news.
    silent = found is None or (method == "custom" and not own)
    problem = found.problem if found is not None and not silent else None
    said = found.remarks if found is not None and not silent else ()
    return Column(
        method,
        deal_words.method(method),
        str(deal_words.HOW[method]),
        tuple(messages.remark(one, open) for one in said),
        messages.refusal(problem, open).text if problem else "",
        method == chosen,
    )


def _share(found: Proposal | None, entry: int, own: dict[int, int]) -> int | None:
    if found is None:
        return None
    return own.get(entry) if found.method == "custom" else found.amounts.get(entry)
