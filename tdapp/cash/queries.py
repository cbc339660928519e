"""Where the money is: pool, house, debts, prizes, the till. One prize-pool function for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Sum

from tdapp.cash import ledger
from tdapp.cash.dues import Due, Price, dues, every_price, usual
from tdapp.cash.models import Payment
from tdapp.cash.prizes import Prizes as Prizes
from tdapp.cash.prizes import Winning as Winning
from tdapp.cash.prizes import below_the_money as below_the_money
from tdapp.cash.prizes import places_paid as places_paid
from tdapp.cash.prizes import plan_of as plan_of
from tdapp.cash.prizes import prizes as prizes
from tdapp.cash.prizes import winnings as winnings
from tdapp.cash.prizes import won as won
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules import funds
from tdapp.rules.errors import Remark
from tdapp.rules.funds import HOUSE, PRIZE, Line
from tdapp.rules.prize_pool import PrizePool


@dataclass(frozen=True)
class Debt:
    """What an entry still owes, in minor units."""

    entry: int
    name: str
    amount: int


@dataclass(frozen=True)
class Pool:
    """The money that moved, but for prizes handed over, and the prize pool that it makes (RULES 4.5).

    ``prize`` is what the places share: what entries brought for prizes, less the costs (VIV-42), at least the
    ``guarantee``, less what is ``set_aside`` for prizes that no place wins.  ``owed`` is what debts will add.
    """

    lines: tuple[Line, ...]
    owed: int
    guarantee: int = 0
    set_aside: int = 0

    @cached_property
    def funds(self) -> Mapping[str, int]:
        """What entries paid, by fund, less what they got back."""
        found: Counter[str] = Counter()
        for line in self.lines:
            if line.act in ("payment", "refund"):
                found[line.fund] += line.amount if line.act == "payment" else -line.amount
        return found

    @property
    def taken(self) -> int:
        """All money that entries paid, whatever the fund."""
        return sum(self.funds.values())

    @property
    def taken_for_prizes(self) -> int:
        return self.funds.get(PRIZE, 0)

    @cached_property
    def house(self) -> int:
        """What the house holds: what came in for it, less what was spent of it and handed on."""
        return funds.books(self.lines).fund(HOUSE).left

    @cached_property
    def costs(self) -> int:
        """What was paid out of the prize fund before the prizes (VIV-42)."""
        return sum(
            line.amount for line in self.lines if line.fund == PRIZE and line.act in ("expense", "handed_on")
        )

    @cached_property
    def added(self) -> int:
        """What came to the prizes otherwise: a sponsor's money, heads that nobody took."""
        return sum(
            line.amount
            for line in self.lines
            if (line.act == "added" and line.fund == PRIZE) or (line.act == "moved" and line.to == PRIZE)
        )

    @cached_property
    def made(self) -> PrizePool:
        """The pool by the rules; costs above what is there leave nothing, which is said."""
        return self._made_of(self.taken_for_prizes)

    def _made_of(self, taken: int) -> PrizePool:
        costs = min(self.costs, taken + self.added)
        return PrizePool(taken, costs, self.guarantee, self.set_aside, self.added)

    @property
    def prize(self) -> int:
        return self.made.for_places

    @property
    def promised(self) -> int:
        """What the places share once every debt is paid."""
        return self._made_of(self.taken_for_prizes + self.owed).for_places

    @property
    def after_costs(self) -> int:
        """What came for the prizes, less the costs."""
        return self.made.after_costs

    @property
    def overlay(self) -> int:
        """What the house adds to reach the guarantee."""
        return self.made.overlay

    @property
    def payable(self) -> int:
        """All that is paid out: the places and what is set aside."""
        return self.made.payable

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """``costs_above_pool`` (taken, costs), and those of ``PrizePool.remarks``."""
        there = self.taken_for_prizes + self.added
        above = Remark("costs_above_pool", {"taken": there, "costs": self.costs})
        return (*((above,) if self.costs > there else ()), *self.made.remarks())


@dataclass(frozen=True)
class Till:
    """All money that came in, and all that went out; ``elsewhere`` is what is there, but not in cash."""

    taken: int
    paid_out: int
    elsewhere: int = 0

    @property
    def in_hand(self) -> int:
        """Cash that should be in the drawer."""
        return self.taken - self.elsewhere - self.paid_out


def prices(open: Open) -> dict[str, Price]:
    """What can be bought in this open: the usual one of each kind."""
    return usual(every_price(open))


def paid_by_entry(open: Open) -> dict[int, int]:
    """What each entry paid for its buy-in; entries that paid nothing yet are absent."""
    rows = (
        Payment.objects.filter(entry__open=open, entry__voided=False, purchase=None)
        .values("entry")
        .annotate(paid=Sum("amount"))
    )
    return {row["entry"]: row["paid"] for row in rows}


def debts(open: Open, field: Field, owed: Mapping[int, tuple[Due, ...]] | None = None) -> tuple[Debt, ...]:
    """Who still owes something, in order of sign-up. Visible everywhere, stops nothing.

    ``owed`` is what ``dues`` gave, where that was asked for already.
    """
    found = dues(open, field) if owed is None else owed
    sums = ((entrant, sum(due.owed for due in found[entrant.id])) for entrant in field.entrants)
    return tuple(Debt(entrant.id, entrant.name, amount) for entrant, amount in sums if amount)


def pool(open: Open, field: Field, owed: Mapping[int, tuple[Due, ...]] | None = None) -> Pool:
    """The money that moved and the prize pool (RULES 4.5): fees never enter it, costs leave it first.

    The one pool for all that shows or shares it; three queries besides those of ``dues``.
    """
    special = ledger.special(open)
    found = dues(open, field) if owed is None else owed
    unpaid = (due.owed_to.get(PRIZE, 0) for entry in found.values() for due in entry)
    moved = (*ledger.taken(open), *ledger.spent(open), *special.lines, *ledger.heads(open))
    return Pool(moved, sum(unpaid), open.guarantee, special.set_aside)


def till(open: Open, pool: Pool) -> Till:
    """What should be in the drawer now."""
    found = funds.books((*pool.lines, *ledger.handed_over(open)))
    return Till(found.money_in, found.paid_out, found.till - found.held.get("cash", 0))
