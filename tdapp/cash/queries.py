"""Where the money is: pool, house, debts, prizes, the till. One prize-pool function for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from tdapp.cash.agreed import DealFact, deal_of
from tdapp.cash.models import Allocation, Payment, Payout, Prize
from tdapp.opens.models import BuyInOption, Open, Split
from tdapp.opens.queries import Field
from tdapp.rules import deals, payouts
from tdapp.rules.errors import Remark
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.places import Place


@dataclass(frozen=True)
class Price:
    """What an option costs: its splits in order, in minor units."""

    option: int
    kind: str
    chips: int
    splits: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(amount for _, amount in self.splits)


@dataclass(frozen=True)
class Debt:
    """What an entry still owes, in minor units."""

    entry: int
    name: str
    amount: int


@dataclass(frozen=True)
class Pool:
    """The money taken by fund; ``prize`` is the prize pool, ``owed`` what unpaid buy-ins will add to it."""

    funds: Mapping[str, int]
    owed: int

    @property
    def prize(self) -> int:
        return self.funds.get("prize", 0)

    @property
    def house(self) -> int:
        return self.funds.get("house", 0)

    @property
    def taken(self) -> int:
        """All money taken, whatever the fund."""
        return sum(self.funds.values())


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
    """Cash that should be in the drawer: taken less prizes handed over."""

    taken: int
    paid_out: int

    @property
    def in_hand(self) -> int:
        return self.taken - self.paid_out


def prices(open: Open) -> dict[str, Price]:
    """What can be bought in this open, by kind."""
    splits: dict[int, list[tuple[str, int]]] = {}
    for split in Split.objects.filter(option__open=open, option__retired=False).order_by("pk"):
        splits.setdefault(split.option_id, []).append((split.fund, split.amount))
    return {
        option.kind: Price(option.pk, option.kind, option.chips, tuple(splits.get(option.pk, ())))
        for option in BuyInOption.objects.filter(open=open, retired=False).order_by("pk")
    }


def paid_by_entry(open: Open) -> dict[int, int]:
    """What each entry paid for its buy-in; entries that paid nothing yet are absent."""
    rows = (
        Payment.objects.filter(entry__open=open, entry__voided=False, option__kind="buy_in")
        .values("entry")
        .annotate(paid=Sum("amount"))
    )
    return {row["entry"]: row["paid"] for row in rows}


def debts(open: Open, field: Field) -> tuple[Debt, ...]:
    """Who still owes the buy-in, in order of sign-up. Visible everywhere, stops nothing.

    What was paid keeps its own price: a price changed later asks nothing more of those who paid.
    """
    price = prices(open).get("buy_in")
    if price is None or not price.total:
        return ()
    paid = paid_by_entry(open)
    return tuple(
        Debt(entrant.id, entrant.name, price.total) for entrant in field.entrants if entrant.id not in paid
    )


def pool(open: Open, field: Field) -> Pool:
    """The money by fund (RULES 4.5): fees never enter the prize pool."""
    rows = (
        Allocation.objects.filter(
            payment__entry__open=open, payment__voided=False, payment__entry__voided=False
        )
        .values("fund")
        .annotate(amount=Sum("amount"))
    )
    funds = {row["fund"]: row["amount"] for row in rows}
    price = prices(open).get("buy_in")
    prize_part = sum(amount for fund, amount in price.splits if fund == "prize") if price else 0
    paid = paid_by_entry(open)
    unpaid = sum(1 for entrant in field.entrants if entrant.id not in paid)
    return Pool(funds, prize_part * unpaid)


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
    promised = pool.prize + (pool.owed if locked or plan.kind == "amounts" else 0)
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
    out = Payout.objects.filter(entry__open=open).aggregate(total=Sum("amount"))["total"] or 0
    return Till(pool.taken, out)
