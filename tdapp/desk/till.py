"""The till as the desk shows it: what should be there, what was counted, the difference in words."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms

from tdapp.cash.books import books
from tdapp.cash.till_counts import Drawer, drawer
from tdapp.desk.forms.till import TillForm, name_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules.funds import Books
from tdapp.web import figures, messages
from tdapp.web.till_words import difference


@dataclass(frozen=True)
class Look:
    """The drawer with the words for it; ``books`` has what came in otherwise, and the funds.

    ``difference`` is that of the last count ("2 € too much"), "" before the first; ``said`` sentences.
    """

    drawer: Drawer
    books: Books
    difference: str
    said: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the last count was what was expected then."""
        return self.drawer.last is not None and not self.drawer.last.difference

    @property
    def elsewhere(self) -> tuple[tuple[str, int], ...]:
        """What is there and lies in no drawer: ("transfer" or "card", amount)."""
        return tuple((way, held) for way, held in self.books.held.items() if way != "cash" and held)


@dataclass(frozen=True)
class Line:
    """A note or coin: what it is called, the field for its pieces, and what the counted ones come to."""

    value: int
    label: str
    field: forms.BoundField
    pieces: int | None

    @property
    def amount(self) -> int | None:
        return None if self.pieces is None else self.value * self.pieces


def look(open: Open, everyone: Field) -> Look:
    """The till as it stands."""
    found = drawer(open, everyone)
    last = found.last
    return Look(
        found,
        books(open, everyone),
        difference(open, last.difference) if last else "",
        tuple(messages.remark(one, open) for one in found.remarks()),
    )


def lines(form: TillForm, drawer: Drawer) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The notes and the coins; ``pieces`` those of the last count."""
    counted = drawer.last.pieces if drawer.last else {}
    every = [
        (
            one.note,
            Line(
                one.value,
                figures.money_of(form.open, one.value),
                form[name_of(one.value)],
                counted.get(one.value, 0) if drawer.last else None,
            ),
        )
        for one in form.denominations
    ]
    return tuple(one for note, one in every if note), tuple(one for note, one in every if not note)
