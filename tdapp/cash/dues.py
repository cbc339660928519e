"""What can be bought for how much, and what each entry owes for what it bought (RULES 2.1, 4.5).

The buy-in is owed by every entry; rebuys, add-ons and re-entries by who bought them.  A debt is what is owed
less what was paid of it.  It is visible everywhere and stops nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.db.models import QuerySet, Sum

from tdapp.cash.models import Allocation, Payment, Purchase
from tdapp.clock.queries import clock_face, played_levels, played_seconds
from tdapp.opens.funds import named
from tdapp.opens.models import BuyInOption, Entry, Open, Split
from tdapp.opens.queries import Field
from tdapp.rules import funds
from tdapp.rules.purchases import NO_LIMITS, Facts, Limits, Offer, current, limits_from


@dataclass(frozen=True)
class Price:
    """What an option costs: its splits in order (fund, minor units), the chips it brings, and when.

    ``name`` tells variants of one kind apart; a ``retired`` one is only for those who bought it.
    """

    option: int
    kind: str
    chips: int
    splits: tuple[tuple[str, int], ...]
    name: str = ""
    limits: Limits = NO_LIMITS
    retired: bool = False

    @property
    def total(self) -> int:
        return sum(amount for _, amount in self.splits)

    @property
    def key(self) -> str:
        """What tells it apart, whatever its price: "rebuy", "add_on late"."""
        return f"{self.kind} {self.name}".strip()


@dataclass(frozen=True)
class Due:
    """What an entry has to pay for one thing, in minor units; ``purchase`` is None for the buy-in."""

    entry: int
    purchase: int | None
    price: Price
    paid_to: Mapping[str, int]
    """What was paid of it, by fund."""

    @property
    def paid(self) -> int:
        return sum(self.paid_to.values())

    @property
    def owed(self) -> int:
        return max(0, self.price.total - self.paid)

    @property
    def owed_to(self) -> dict[str, int]:
        """What the rest will bring, by fund."""
        return dict(funds.part_payment(self.price.splits, self.paid_to, self.owed)) if self.owed else {}


def every_price(open: Open) -> dict[int, Price]:
    """All that can or could be bought, by option, in the order in which it is offered."""
    splits: dict[int, list[tuple[str, int]]] = {}
    for split in Split.objects.filter(option__open=open).order_by("pk"):
        splits.setdefault(split.option_id, []).append((named(split.fund, split.label), split.amount))
    return {
        option.pk: Price(
            option.pk,
            option.kind,
            option.chips,
            tuple(splits.get(option.pk, ())),
            option.name,
            limits_from(option.limits),
            option.retired,
        )
        for option in BuyInOption.objects.filter(open=open).order_by("position", "pk")
    }


def usual(every: Mapping[int, Price]) -> dict[str, Price]:
    """What can be bought now, one of each kind: the one without a name, else the first."""
    found: dict[str, Price] = {}
    for price in every.values():
        if not price.retired and (price.kind not in found or (found[price.kind].name and not price.name)):
            found[price.kind] = price
    return found


def buy_in_now(open: Open, everyone: Field, now: datetime) -> Price | None:
    """What somebody who signs up at ``now`` enters for: an early bird or a late entry that is open, else the
    usual buy-in; None where none is sold.

    A variant's limits are those of ``purchases.check_purchase``, ``total`` counts those who signed up for it.
    """
    every = every_price(open)
    fallback = usual(every).get("buy_in")
    variants = [one for one in every.values() if one.kind == "buy_in" and one.name and not one.retired]
    if not variants:
        return fallback
    face = clock_face(open, now, everyone)
    facts = Facts(
        started=everyone.started,
        level=played_levels(face) if everyone.started else 0,
        played=played_seconds(face),
        sold=Counter(str(one.buy_in) for one in everyone.entrants),
    )
    offers = [Offer("buy_in", one.chips, one.splits, one.limits, str(one.option)) for one in variants]
    found = current(offers, "buy_in", facts)
    return every[int(found.key)] if found is not None else fallback


def dues(open: Open, field: Field) -> dict[int, tuple[Due, ...]]:
    """For each entry its buy-in, where there is one, and all it bought, in that order; five queries.

    What was paid keeps its own price: one changed later asks nothing more of those who paid some of it.
    """
    every = every_price(open)
    now = usual(every).get("buy_in")
    paid, began = _payments(open)
    bought: dict[int, list[Due]] = {}
    rows = Purchase.objects.filter(entry__open=open, entry__voided=False).order_by("order", "pk")
    for pk, entry, option in rows.values_list("pk", "entry", "option"):
        bought.setdefault(entry, []).append(Due(entry, pk, every[option], paid.get((entry, pk), {})))
    found: dict[int, tuple[Due, ...]] = {}
    for entrant in field.entrants:
        chosen = began.get(entrant.id) or entrant.buy_in
        price = every[chosen] if chosen is not None else now
        buy_in = [Due(entrant.id, None, price, paid.get((entrant.id, None), {}))] if price else []
        found[entrant.id] = (*buy_in, *bought.get(entrant.id, ()))
    return found


def bought(owed: Mapping[int, tuple[Due, ...]]) -> dict[str, int]:
    """How many of each kind were bought, of what ``dues`` gave."""
    return dict(Counter(due.price.kind for mine in owed.values() for due in mine if due.purchase is not None))


Paid: TypeAlias = dict[tuple[int, int | None], dict[str, int]]
"""(entry, purchase) → what was paid for it, by fund."""


def _payments(open: Open) -> tuple[Paid, dict[int, int]]:
    """What was paid, and the option at which each entry began to pay its buy-in."""
    rows = Payment.objects.filter(entry__open=open, entry__voided=False, purchase=None)
    first = rows.order_by("-pk").values_list("entry", "option")
    paid = _by_fund(Allocation.objects.filter(payment__entry__open=open, payment__entry__voided=False))
    return paid, dict(first)


def paid_for(entry: Entry, purchase: Purchase | None = None) -> Mapping[str, int]:
    """What an entry paid for its buy-in, or for what it bought, by fund."""
    rows = Allocation.objects.filter(payment__entry=entry, payment__purchase=purchase)
    return _by_fund(rows).get((entry.pk, purchase.pk if purchase else None), {})


def _by_fund(rows: QuerySet[Allocation]) -> Paid:
    found: Paid = {}
    sums = (
        rows.filter(payment__voided=False)
        .values("payment__entry", "payment__purchase", "fund", "label")
        .annotate(paid=Sum("amount"))
    )
    for row in sums:
        mine = found.setdefault((row["payment__entry"], row["payment__purchase"]), {})
        mine[named(row["fund"], row["label"])] = row["paid"]
    return found
