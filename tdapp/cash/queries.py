"""Where the money is: pool, house, debts, prizes, the till. One prize-pool function for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from tdapp.cash.models import Allocation, Payment, Payout, Prize
from tdapp.opens.models import BuyInOption, Open, Split
from tdapp.opens.queries import Field
from tdapp.rules import payouts
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
    """The money taken by fund; ``prize`` is the prize pool, ``owed`` what it lacks of unpaid buy-ins."""

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
    """The prize of each place, best first; ``unassigned`` is negative where they exceed the pool."""

    amounts: tuple[int, ...]
    locked: bool
    unassigned: int
    remarks: tuple[Remark, ...]

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
    found: dict[str, Price] = {}
    for option in BuyInOption.objects.filter(open=open, retired=False).order_by("pk"):
        splits = Split.objects.filter(option=option).order_by("pk")
        found[option.kind] = Price(
            option.pk, option.kind, option.chips, tuple((split.fund, split.amount) for split in splits)
        )
    return found


def paid_by_entry(open: Open) -> dict[int, int]:
    """What each entry paid for its buy-in."""
    rows = (
        Payment.objects.filter(entry__open=open, entry__voided=False, option__kind="buy_in")
        .values("entry")
        .annotate(paid=Sum("amount"))
    )
    return {row["entry"]: row["paid"] for row in rows}


def debts(open: Open, field: Field) -> tuple[Debt, ...]:
    """Who still owes how much of the buy-in, in order of sign-up. Visible everywhere, stops nothing."""
    price = prices(open).get("buy_in")
    if price is None:
        return ()
    paid = paid_by_entry(open)
    return tuple(
        Debt(entrant.id, entrant.name, price.total - paid.get(entrant.id, 0))
        for entrant in field.entrants
        if paid.get(entrant.id, 0) < price.total
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
    prize_part = dict(price.splits).get("prize", 0) if price else 0
    owed = prize_part * len(field.entrants) - funds.get("prize", 0)
    return Pool(funds, max(0, owed))


def plan_of(open: Open) -> PrizePlan:
    """How the open's pool is shared."""
    return PrizePlan.from_dict(open.prize_plan)


def prizes(open: Open, pool: Pool) -> Prizes:
    """The prizes as they stand: locked ones, else the plan over the present pool."""
    locked = tuple(Prize.objects.filter(open=open).order_by("place").values_list("amount", flat=True))
    amounts = locked or payouts.amounts(pool.prize, plan_of(open))
    price = prices(open).get("buy_in")
    remarks = payouts.remarks(pool.prize, amounts, price.total if price else 0)
    return Prizes(amounts, bool(locked), payouts.unassigned(pool.prize, amounts), remarks)


def winnings(open: Open, field: Field, prizes: Prizes) -> dict[int, Winning]:
    """What each placed entry wins, ties sharing their places (RULES 4.1, 4.2), and what was handed over."""
    return _winnings(open, field.places, [entrant.id for entrant in field.entrants], prizes)


def _winnings(
    open: Open, places: Mapping[int, Place], order: list[int], prizes: Prizes
) -> dict[int, Winning]:
    shared = payouts.shared(places, prizes.amounts, 1, order)
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
