"""The till counted and closed (RULES 4.5): what lies in the drawer against what the books say.

The drawer holds cash only, with the float that lay in it before.  Closing with a difference is asked about
and may be passed; what is paid afterwards is taken all the same, and the drawer then says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Unpack

from tdapp.cash import queries
from tdapp.cash.models import TillCount
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import Open
from tdapp.opens.queries import Field, field
from tdapp.rules import till
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.names import kept_text

LONGEST = 120
"""Letters of who counted."""


@dataclass(frozen=True)
class Counted:
    """A count of the drawer, amounts in minor units: ``pieces`` by denomination, ``other`` without pieces.

    ``difference`` above 0: more than there should have been then.
    """

    id: int
    pieces: Mapping[int, int]
    other: int
    opening: int
    counted: int
    expected: int
    text: str
    closed: bool
    at: datetime

    @property
    def cash(self) -> int:
        """What the books said then, without the float."""
        return self.expected - self.opening

    @property
    def difference(self) -> int:
        return self.counted - self.expected


@dataclass(frozen=True)
class Drawer:
    """The cash drawer now: ``cash`` by the books, the ``last`` count; ``opening`` its float."""

    cash: int
    last: Counted | None

    @property
    def opening(self) -> int:
        return self.last.opening if self.last else 0

    @property
    def expected(self) -> int:
        """What should lie in it now."""
        return self.opening + self.cash

    @property
    def closed(self) -> bool:
        return self.last is not None and self.last.closed

    @property
    def moved(self) -> int:
        """The cash that came in since the last count; below 0 where it went out."""
        return self.expected - self.last.expected if self.last else 0

    def remarks(self) -> tuple[Remark, ...]:
        """``till_moved_since`` (at, moved) where the till was closed and cash moved afterwards."""
        if self.last is None or not self.closed or not self.moved:
            return ()
        return (Remark("till_moved_since", {"at": self.last.at, "moved": self.moved}),)


def drawer(open: Open, everyone: Field) -> Drawer:
    """The drawer as the books and the last count have it."""
    row = TillCount.objects.filter(open=open).order_by("-pk").first()
    return Drawer(cash_of(open, everyone), None if row is None else _fact(row))


def cash_of(open: Open, everyone: Field) -> int:
    """The cash that came in less what went out, without the float."""
    return queries.till(open, queries.pool(open, everyone)).in_hand


def _fact(row: TillCount) -> Counted:
    return Counted(
        row.pk,
        {int(value): pieces for value, pieces in row.pieces.items()},
        row.other,
        row.opening,
        row.counted,
        row.expected,
        row.text,
        row.closed,
        row.at,
    )


@once
def count_till(
    *,
    open: Open,
    pieces: Mapping[int, int],
    other: int = 0,
    opening: int = 0,
    text: str = "",
    close: bool = False,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Keep a count of the drawer, by ``text``; with ``close`` it is the last of the night.

    RuleError: ``till_closed_already`` (at); ``no_such_denomination`` (value), ``pieces_negative`` (value),
    ``money_line_negative``, ``name_too_long`` (longest); ``till_differs`` (expected, counted, difference)
    where it is closed and does not agree: it may be overruled, and the difference stays named.
    """
    with record(open.stream, "till_closed" if close else "till_counted", **act) as change:
        _check_not_closed(open)
        found = _count(open, pieces, other, opening)
        if close and "till_differs" not in overruled:
            till.check_close(found)
        row = change.create(
            TillCount,
            open=open,
            pieces={str(value): count for value, count in pieces.items() if count},
            other=other,
            opening=opening,
            counted=found.counted,
            expected=found.expected,
            text=kept_text(text, LONGEST),
            closed=close,
            at=change.now,
        )
        change.note(till=row.pk, counted=found.counted, expected=found.expected)
        change.note(overruled=sorted(overruled))
    return change.entry


def _check_not_closed(open: Open) -> None:
    closed = TillCount.objects.filter(open=open, closed=True).first()
    if closed is not None:
        raise RuleError("till_closed_already", at=closed.at)


def _count(open: Open, pieces: Mapping[int, int], other: int, opening: int) -> till.Count:
    known = {one.value for one in till.denominations(open.currency, open.minor_digits)}
    unknown = next((value for value in pieces if value not in known), None)
    if unknown is not None:
        raise RuleError("no_such_denomination", value=unknown)
    if opening < 0:
        raise RuleError("money_line_negative")
    return till.Count(cash_of(open, field(open)), till.counted(pieces, other), opening)


@once
def reopen_till(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Open a closed till again: its count stays, the next one may differ. RuleError: ``till_not_closed``."""
    with record(open.stream, "till_reopened", **act) as change:
        row = TillCount.objects.filter(open=open, closed=True).first()
        if row is None:
            raise RuleError("till_not_closed")
        change.update(row, closed=False)
        change.note(till=row.pk)
    return change.entry
