"""What moved money, as lines of the books (RULES 4.5): taken from entries, spent, won and handed over.

A refund made its payment smaller and a voided row counts no more, so neither has a line of its own.  What is
owed is no line.  Three queries for all but the prizes handed over, one more where heads are played for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.db.models import Sum

from tdapp.cash.models import Allocation, BountyPrize, Expense, Payout, SpecialPrize
from tdapp.opens.funds import named
from tdapp.opens.models import Open
from tdapp.rules.funds import BOUNTY, PRIZE, Line, Method


@dataclass(frozen=True)
class Special:
    """Prizes that no place wins: the lines of those given, and what all of them take of the prize pool."""

    lines: tuple[Line, ...]
    set_aside: int


def taken(open: Open) -> tuple[Line, ...]:
    """What entries paid, by fund and method: rebuys and the rest included, less what they got back."""
    rows = (
        Allocation.objects.filter(
            payment__entry__open=open, payment__voided=False, payment__entry__voided=False
        )
        .values("fund", "label", "payment__method")
        .annotate(amount=Sum("amount"))
        .order_by("fund", "label", "payment__method")
    )
    return tuple(
        Line("payment", named(row["fund"], row["label"]), row["amount"], cast(Method, row["payment__method"]))
        for row in rows
    )


def spent(open: Open) -> tuple[Line, ...]:
    """Expenses, what was handed on, and what came in from outside (a sponsor: an expense below 0)."""
    rows = Expense.objects.filter(open=open).order_by("pk")
    return tuple(
        Line(
            "added" if amount < 0 else "handed_on" if handed_on else "expense",
            named(fund, label),
            abs(amount),
            cast(Method, method),
        )
        for fund, label, amount, handed_on, method in rows.values_list(
            "fund", "label", "amount", "handed_on", "method"
        )
    )


def special(open: Open) -> Special:
    """Prizes for the best hand, the first out, the bubble: set aside until given, paid once they are."""
    rows = list(
        SpecialPrize.objects.filter(open=open, amount__gt=0)
        .order_by("pk")
        .values_list("fund", "amount", "entry")
    )
    given = tuple(Line("prize", fund, amount) for fund, amount, entry in rows if entry is not None)
    return Special(given, sum(amount for fund, amount, _ in rows if fund == PRIZE))


def heads(open: Open) -> tuple[Line, ...]:
    """Bounties paid; a head that nobody took falls to the prize pool (RULES 4.6)."""
    if not open.bounties:
        return ()
    rows = BountyPrize.objects.filter(open=open, amount__gt=0).order_by("pk")
    return tuple(
        Line("moved", BOUNTY, amount, to=PRIZE) if winner is None else Line("bounty", BOUNTY, amount)
        for amount, winner in rows.values_list("amount", "winner")
    )


def handed_over(open: Open) -> tuple[Line, ...]:
    """The prizes of places that were handed over."""
    total = Payout.objects.filter(entry__open=open).aggregate(total=Sum("amount"))["total"]
    return (Line("prize", PRIZE, total),) if total else ()
