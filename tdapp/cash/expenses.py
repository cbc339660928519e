"""Money that entries neither paid nor won: costs, what is handed on, a sponsor's, and the guarantee.

Costs of the fund "prize" leave the pool before the prizes (VIV-42); those of other funds only their own.
Amounts in minor units, of 1 and more; all of it may be typed before the start and after the end.

Worked example: of 400 000 for prizes costs of 37 500 leave 362 500; a sponsor's 10 000 make it 372 500.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from django.db.models import Sum

from tdapp.cash.models import Expense, Prize
from tdapp.cash.queries import Pool, pool
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.funds import named, stored
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.rules.names import kept_text

LONGEST = 120
"""Letters of what it was for."""


@once
def record_expense(
    *,
    open: Open,
    fund: str,
    amount: int,
    text: str = "",
    method: str = "cash",
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Pay something out of a fund: the room out of "house", Vivaldi's costs out of "prize".

    RuleError: ``payment_not_positive``, ``name_missing`` and ``name_too_long`` (of a fund of the club's own,
    or of the text), ``costs_above_pool`` (taken, costs: once play began, debts counted as taken);
    ``locked_prizes_uncovered`` (assigned, left: what would be there for the locked prizes) may be overruled.
    """
    with record(open.stream, "expense_recorded", **act) as change:
        before = _pool(open)
        _write(change, open, fund, amount, text, method)
        _check_prizes(open, before, overruled)
    return change.entry


@once
def add_money(
    *, open: Open, fund: str, amount: int, text: str = "", method: str = "cash", **act: Unpack[Act]
) -> JournalEntry:
    """Put money from outside into a fund: a sponsor's, the organiser's for the guarantee, the season's.

    RuleError: ``payment_not_positive``, ``name_missing``, ``name_too_long``.
    """
    with record(open.stream, "expense_recorded", **act) as change:
        _write(change, open, fund, amount, text, method, added=True)
    return change.entry


@once
def hand_on(
    *,
    open: Open,
    fund: str,
    amount: int,
    text: str = "",
    method: str = "cash",
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Hand a fund's money on: the season's to who keeps it, the house's to the treasurer. It is no expense.

    RuleErrors of ``record_expense``.
    """
    with record(open.stream, "expense_recorded", **act) as change:
        before = _pool(open)
        _write(change, open, fund, amount, text, method, handed_on=True)
        _check_prizes(open, before, overruled)
    return change.entry


def _write(
    change: Change,
    open: Open,
    fund: str,
    amount: int,
    text: str,
    method: str,
    *,
    added: bool = False,
    handed_on: bool = False,
) -> None:
    if amount <= 0:
        raise RuleError("payment_not_positive")
    row = change.create(
        Expense,
        open=open,
        amount=-amount if added else amount,
        text=kept_text(text, LONGEST),
        method=method,
        handed_on=handed_on,
        at=change.now,
        **stored(fund),
    )
    _note(change, row)


def _note(change: Change, row: Expense) -> None:
    fund = named(row.fund, row.label)
    change.note(expense=row.pk, fund=fund, amount=row.amount, handed_on=row.handed_on, method=row.method)


@once
def void_expense(*, expense: Expense, overruled: Collection[str] = (), **act: Unpack[Act]) -> JournalEntry:
    """Void one of those lines: the money was not spent, not handed on, or never came.

    RuleError: ``expense_voided_already``; those of ``record_expense`` where money was added.
    """
    open = expense.open
    with record(open.stream, "expense_voided", **act) as change:
        row = Expense.objects.filter(pk=expense.pk).first()
        if row is None:
            raise RuleError("expense_voided_already")
        before = _pool(open)
        change.void(row)
        _note(change, row)
        _check_prizes(open, before, overruled)
    return change.entry


@once
def set_guarantee(
    *, open: Open, amount: int, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Promise so much for the prizes whatever comes in; 0 for nothing.

    RuleError: ``pool_negative``; ``locked_prizes_uncovered`` (assigned, left) may be overruled.
    """
    with record(open.stream, "guarantee_set", **act) as change:
        if amount < 0:
            raise RuleError("pool_negative")
        before = _pool(open)
        change.note(before=open.guarantee, amount=amount)
        change.update(open, guarantee=amount)
        _check_prizes(open, before, overruled)
    return change.entry


def _pool(open: Open) -> Pool:
    open.refresh_from_db()
    return pool(open, field(open))


def _check_prizes(open: Open, before: Pool, overruled: Collection[str]) -> None:
    """What an act that took from the prizes may not leave. Before the start everybody is still to come."""
    now = pool(open, field(open))
    if open.started_at is not None and _uncovered(now) > max(0, _uncovered(before)):
        raise RuleError("costs_above_pool", taken=now.costs - _uncovered(now), costs=now.costs)
    if open.prizes_locked_at is None or now.promised >= before.promised:
        return
    assigned = Prize.objects.filter(open=open).aggregate(total=Sum("amount"))["total"] or 0
    if assigned > now.promised and "locked_prizes_uncovered" not in overruled:
        raise RuleError("locked_prizes_uncovered", overrule=True, assigned=assigned, left=now.promised)


def _uncovered(found: Pool) -> int:
    """By how much the costs exceed what came for prizes, and what debts will bring; below 0 for none."""
    return found.costs - found.taken_for_prizes - found.added - found.owed


def expenses_of(open: Open) -> list[Expense]:
    """All lines that stand, in the order in which they were written."""
    return list(Expense.objects.filter(open=open).order_by("pk"))
