"""Where the money is: pool, house, debts, prizes, the till. One prize-pool function for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Sum

from tdapp.cash import ledger
from tdapp.cash.agreed import DealFact, deal_of
from tdapp.cash.dues import Due, Price, dues, every_price, usual
from tdapp.cash.models import Payment, Payout, Prize
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules import deals, funds, payouts
from tdapp.rules.errors import Remark
from tdapp.rules.funds import HOUSE, PRIZE, Line
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.places import Place
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

    @property
    def house(self) -> int:
        return self.funds.get(HOUSE, 0)

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
class Prizes:
    """The prize of each place, best first; where a ``deal`` stands those who made it share the first ones.

    ``unassigned`` is what no place has of the pool and of what is still owed to it; negative where the
    prizes exceed both.  Shares follow the pool as it stands, so of them nothing is unassigned for debts.
    """

    amounts: tuple[int, ...]
    locked: bool
    unassigned: int
    remarks: tuple[Remark, ...]
    deal: DealFact | None = None

    def of_place(self, place: int) -> int:
        """The prize of a place from 1; 0 where none is paid."""
        return self.amounts[place - 1] if place <= len(self.amounts) else 0

    @property
    def paid_places(self) -> int:
        return len(self.amounts)


@dataclass(frozen=True)
class Winning:
    """What an entry has won, and what of it was handed over (more, where places changed since)."""

    entry: int
    amount: int
    handed: int

    @property
    def paid(self) -> bool:
        return self.handed == self.amount


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


def plan_of(open: Open) -> PrizePlan:
    """How the open's pool is shared."""
    return PrizePlan.from_dict(open.prize_plan)


def prizes(open: Open, pool: Pool) -> Prizes:
    """The prizes as they stand: locked ones, else the plan over the present pool."""
    locked, plan = open.prizes_locked_at is not None, plan_of(open)
    if locked:
        amounts = tuple(Prize.objects.filter(open=open).order_by("place").values_list("amount", flat=True))
    else:
        amounts = payouts.amounts(pool.prize, plan)
    price = prices(open).get("buy_in")
    # What is owed counts: prizes that come out once the debts are paid are right.
    promised = pool.promised if locked or plan.kind == "amounts" else pool.prize
    said = payouts.remarks(promised, amounts, price.total if price else 0)
    # Until the start players are still coming, so prizes above the pool are as they should be; from
    # then on the players know the prizes, and a low one is no news.
    quiet = "prizes_above_pool" if open.started_at is None else "prize_below_buy_in"
    said = tuple(one for one in said if one.code != quiet)
    return Prizes(amounts, locked, payouts.unassigned(promised, amounts), said, deal_of(open))


def won(field: Field, prizes: Prizes, places: Mapping[int, Place] | None = None) -> dict[int, int]:
    """Entry → money won by place, or by agreement (RULES 4.1, 4.2, 4.4); the disqualified get nothing.

    ``places`` are those of the field unless others are asked about.
    """
    places = field.places if places is None else places
    order = [entrant.id for entrant in field.entrants]
    unpaid = [out.entry for out in field.outs if out.disqualified]
    deal = prizes.deal
    if deal is None:
        return payouts.shared(places, prizes.amounts, 1, order, unpaid=unpaid)
    left = deal.left_to_play_for
    return deals.won(places, prizes.amounts, deal.amounts, left, order, unpaid=unpaid)


def winnings(open: Open, field: Field, prizes: Prizes) -> dict[int, Winning]:
    """What each placed entry wins, ties sharing their places (RULES 4.1, 4.2), and what was handed over."""
    order = [entrant.id for entrant in field.entrants]
    shared = won(field, prizes)
    handed = dict(Payout.objects.filter(entry__open=open).values_list("entry", "amount"))
    return {
        entry: Winning(entry, shared.get(entry, 0), handed.get(entry, 0))
        for entry in order
        if shared.get(entry) or handed.get(entry)
    }


def till(open: Open, pool: Pool) -> Till:
    """What should be in the drawer now."""
    found = funds.books((*pool.lines, *ledger.handed_over(open)))
    return Till(found.money_in, found.paid_out, found.till - found.held.get("cash", 0))
